"""Golden cases of Rhean: how their lines are read (see ``rhean.rules.cases`` for what they mean)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from rhean.rules.cases import Case, CaseLine, Fields, line_notation, pairs, words
from rhean.rules.commands import GM_KEY, Command
from rhean.rules.dice import Dice
from rhean.rules.errors import BadDocument
from rhean.rules.events import Event
from rhean.rules.explain import Term
from rhean.rules.rulings import Rulings
from rhean.rules.sheet import Document
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems.rhean import defence, gear, reach, rulings
from rhean.rules.systems.rhean.actions import ACTIONS
from rhean.rules.systems.rhean.defence import Against
from rhean.rules.systems.rhean.entries import ATTRIBUTES, POOLS, TRAITS
from rhean.rules.systems.rhean.facts import Check
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.library import find_skill, shipped
from rhean.rules.systems.rhean.opened import open_prompts
from rhean.rules.systems.rhean.state import RheanState
from rhean.rules.systems.rhean.system import SYSTEM

SHORT = {key[:3]: key for key in ATTRIBUTES}
FLAGS = ("aware", "reacted", "surprised", "asleep", "was_asleep")
GRADES = ("intoxicated", "distracted")
GEAR = ("shield", "armour")
NUMBERS = ("natural_defense", "natural_reduction", "movement")


class RheanStage:
    """One case of Rhean on its way."""

    def __init__(self) -> None:
        self.state: RheanState | None = None
        self.sheets: dict[str, Document] = {}
        self.starts: dict[str, Document] = {}
        self.rulings = Rulings.of(rulings.RULINGS)
        self.events: tuple[Event[Any], ...] = ()

    # -- setting up -------------------------------------------------------------------------------------------

    def set_up(self, lines: Sequence[CaseLine]) -> None:
        """Combatants, pairs, bearings, rulings, things on the ground."""
        entrants: list[Entrant] = []
        scene: dict[str, list[Document]] = {"pairs": [], "bearings": [], "ground": []}
        changed: dict[str, Any] = {}
        for line in lines:
            if line.sign == "with":
                entrants.append(self._entrant(line))
            elif line.sign == "pair":
                scene["pairs"].append(_pair(line))
            elif line.sign == "from":
                scene["bearings"].append(_bearing(line))
            elif line.sign == "ground":
                scene["ground"].extend({"item": item} for item in line.rest.split(","))
            elif line.sign == "rule":
                changed.update({key: _ruled(value) for key, value in pairs(line.rest).items()})
            else:
                raise BadDocument(f"line {line.number}: nobody knows what {line.sign} means", str(line.number))
        self.rulings = Rulings.of(rulings.RULINGS, changed)
        self.state = SYSTEM.begin(Setup(tuple(entrants), scene), shipped(), self.rulings)

    def _entrant(self, line: CaseLine) -> Entrant:
        """``id=sheet side=a`` and what is changed of the sheet."""
        fields = pairs(line.rest)
        (ident, base), *rest = words(line.rest)
        document: Document = sheet_of(base)
        start: Document = {"reacted": True}
        for key, value in rest:
            _change(document, start, key, value)
        place_weapons(document, fields)
        self.sheets[ident] = document
        self.starts[ident] = start
        return Entrant(ident, document, fields.get("side", "a"), fields.get("owner", GM_KEY), start)

    # -- commands ---------------------------------------------------------------------------------------------

    def take(self, line: CaseLine, dice: Dice) -> list[Fields]:
        """A command or a check carried out, its events in words."""
        if line.sign == "round":
            return self._advance(Command(GM_KEY, "open_round"), dice)
        actor, name, *rest = line.rest.split()
        params: dict[str, Any] = dict(pairs(" ".join(rest)))
        if name == "check":
            return self._check(params, dice)
        by = actor if name == "react_all" else GM_KEY
        return self._advance(Command(actor, name, params, by=by), dice)

    def _advance(self, command: Command, dice: Dice) -> list[Fields]:
        state, self.events = SYSTEM.advance(self._state, command, dice)
        self.state = state
        return [worded(event) for event in self.events]

    @property
    def _state(self) -> RheanState:
        if self.state is None:
            raise BadDocument("the case has not been set up")
        return self.state

    def _check(self, params: dict[str, Any], dice: Dice) -> list[Fields]:
        """A check outside the fight, or bare odds."""
        kind = params.pop("kind")
        who = params.pop("who", GM_KEY)
        for key in ("rank", "tn", "bonus"):
            if key in params:
                params[key] = int(params[key])
        if "attribute" in params:
            params["attribute"] = SHORT[params["attribute"]]
        start = self.starts.get(who, {})
        if kind == "perception":
            params.update({key: start[key] for key in ("asleep", *GRADES) if start.get(key)})
        request = Command(who, kind, params)
        if kind == "odds":
            chance = SYSTEM.check_odds(self.sheets, request, shipped(), self.rulings)[0].value
            hundredths = int(chance * 100)
            return [{"event": "check", "kind": "odds", "p": f"{hundredths}/100"}]
        result = SYSTEM.check(self.sheets, request, shipped(), self.rulings, dice)
        self.events = result.events
        return [worded(event) for event in result.events]

    # -- looking ----------------------------------------------------------------------------------------------

    def snapshot(self) -> Any:
        """The state."""
        return self.state

    def restore(self, snapshot: Any) -> None:
        """Goes back to a state."""
        self.state = snapshot

    def encode(self) -> bytes:
        """The state as JSON."""
        return SYSTEM.encode_state(self._state)

    def survives(self) -> str:
        """State and last events there and back."""
        data = self.encode()
        again = SYSTEM.decode_state(data)
        if again != self._state or SYSTEM.encode_state(again) != data:
            return "the state does not survive JSON"
        if SYSTEM.decode_events(SYSTEM.encode_events(self.events)) != tuple(self.events):
            return "the events do not survive JSON"
        return ""

    def options(self, who: str, kind: str) -> dict[str, list[str]] | None:
        """The options of an open prompt with the reasons against each."""
        for prompt in SYSTEM.prompts(self._state, who):
            if prompt.kind == kind:
                options = {option.key: [str(reason) for reason in option.refusals] for option in prompt.options}
                targets = [choice for option in prompt.options for one in option.parameters for choice in one.choices]
                named = {one.value: [str(reason) for reason in one.refusals] for one in targets}
                return {**named, **options} if kind == "strike" else options
        return None

    def missing(self, case: Case) -> str:
        """The first action that the case needs and that does not exist (unless the case is about that)."""
        for step in case.steps:
            if step.line is None or any("no action" in line.rest for line in step.expected):
                continue
            action = pairs(step.line.rest).get("action", "nothing")
            if action not in ACTIONS:
                return action
        return ""

    def value(self, path: str) -> str | None:
        """A value of the state in words."""
        who, _, what = path.partition(".")
        fight = Fight(self._state)
        if who == "scene":
            return _scene_value(fight, self._state, what)
        return _fighter_value(fight, who, what) if who in fight.fighters else None


# -- sheets -----------------------------------------------------------------------------------------------------


def sheet_of(name: str) -> Document:
    """A shipped sheet, or the plain man of the cases."""
    if name == "man":
        return {"race": "human", "skills": {}, "weapons": [], "advantages": []}
    for kind in ("characters", "creatures"):
        entry = shipped().get(kind, name)
        if entry is not None:
            copy: Document = msgspec.json.decode(msgspec.json.encode(entry.sheet))
            return {"weapons": [], "advantages": [], "skills": {}, **copy}
    raise BadDocument(f"no sheet {name}")


def _change(document: Document, start: Document, key: str, value: str) -> None:
    """One change of a sheet, or of how it enters."""
    if key in SHORT or key in TRAITS:
        document[SHORT.get(key, key)] = int(value)
    elif ":" in value:
        rank, level = value.split(":")
        document["skills"][key] = {"rank": int(rank), "level": int(level)}
    elif key in NUMBERS:
        document[key] = int(value)
    elif key in GEAR:
        document[key] = "" if value == "none" else value
    elif key == "race":
        document["race"] = value
    elif key == "adv":
        document["advantages"] = [_advantage(word) for word in value.split("+")]
    else:
        _begin(start, key, value)


def _begin(start: Document, key: str, value: str) -> None:
    """How somebody enters."""
    if key in POOLS:
        start[key] = int(value)
    elif key in FLAGS:
        start[key] = value == "yes"
    elif key in GRADES:
        start[key] = value
    elif key == "is":
        start["conditions"] = value.split(",")
    elif key not in ("side", "owner", "weapons", "main", "off", "both", "tricks"):
        raise BadDocument(f"nobody knows what {key} means")


def _advantage(word: str) -> str:
    """``keen_hearing`` is the sheet's ``keen_sense(hearing)``."""
    kind, _, sense = word.partition("_")
    return f"{kind}_sense({sense})" if kind in ("keen", "dull") else word


def place_weapons(document: Document, fields: Fields) -> None:
    """Weapons and hands: the first in hand, then as ``main``, ``off`` and ``both`` say; tricks of missile skills."""
    if "weapons" in fields:
        names = [name for name in fields["weapons"].split(",") if name != "none"]
        document["weapons"] = [{"weapon": name} for name in names]
    rows = document["weapons"]
    for number, row in enumerate(rows):
        if "weapons" in fields:
            row["hand"] = "sheathed" if number else _usual_hand(row["weapon"])
    if fields.get("main") and rows:
        rows[0]["hand"] = "sheathed"
    for hand in ("main", "off", "both"):
        for row in rows:
            if row["weapon"] == fields.get(hand) and row["hand"] == "sheathed":
                row["hand"] = hand
                break
    for row in rows:
        weapon = shipped().get("weapons", row["weapon"])
        if weapon is not None and weapon.ranges and "tricks" in fields:
            document["skills"][weapon.skill]["tricks"] = fields["tricks"].split("+")


def _usual_hand(name: str) -> str:
    weapon = shipped().get("weapons", name)
    if weapon is None:
        raise BadDocument(f"no weapon {name}")
    return "" if weapon.hands == 0 else "both" if weapon.hands == 2 else "main"


# -- the scene --------------------------------------------------------------------------------------------------


def _pair(line: CaseLine) -> Document:
    """``a b engaged=1``, ``a b near feet=30``."""
    a, b, *rest = line.rest.split()
    fields = pairs(" ".join(rest))
    row: Document = {"a": a, "b": b}
    if "engaged" in fields:
        row["distance"] = int(fields["engaged"])
    for zone in ("near", "far"):
        if zone in fields:
            row["zone"] = zone
    if "feet" in fields:
        row["feet"] = int(fields["feet"])
    return row


def _bearing(line: CaseLine) -> Document:
    """``a b quadrant=rear aware=yes cover=10``: attacks of a on b come from there."""
    a, b, *rest = line.rest.split()
    fields = pairs(" ".join(rest))
    row: Document = {"of": b, "from": a, "aware": fields.get("aware") == "yes"}
    if "quadrant" in fields:
        row["quadrant"] = fields["quadrant"]
    if "cover" in fields:
        row["cover"] = int(fields["cover"])
    return row


def _ruled(value: str) -> Any:
    """A ruling's value: true, a number, a list of numbers, or words."""
    try:
        return msgspec.json.decode(value)
    except msgspec.DecodeError:
        return value


# -- words ------------------------------------------------------------------------------------------------------


def worded(event: Event[Any]) -> Fields:
    """An event as the cases write it, in full."""
    fact = event.fact
    names = dict(zip(fact.__struct_fields__, fact.__struct_encode_fields__, strict=True))
    fields = {names[key]: _word(getattr(fact, key)) for key in names}
    if "what" in fields and fact.kind not in ("upkeep", "overridden"):
        fields["kind"] = fields.pop("what")
    if isinstance(fact, Check) and find_skill(shipped(), fact.what) is not None:
        fields["kind"] = fact.what
    return {**fields, "event": fact.kind}


def _word(value: Any) -> str:
    """A field's value in words."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple) and value and isinstance(value[0], Term):
        return ",".join(f"{term.key}:{term.value}" for term in value)
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value)


def _scene_value(fight: Fight, state: RheanState, what: str) -> str | None:
    """A value of the scene."""
    if what == "next":
        return next((prompt.who for prompt in open_prompts(state) if prompt.kind == "declare"), "none")
    if what == "ground":
        return ",".join(thing.name for thing in fight.ground) or "none"
    if what in ("segment", "round", "phase"):
        return str(getattr(fight, what))
    return None


def _fighter_value(fight: Fight, who: str, what: str) -> str | None:
    """A value of a combatant."""
    fighter, profile = fight[who], fight.profile(who)
    if what in POOLS:
        return str(fighter.pool(what))
    what, _, other = what.partition(":")
    plain = {
        "initiative": str(profile.initiative),
        "movement": str(profile.movement),
        "is": ",".join(sorted(known.key for known in fighter.conditions)) or "none",
        "spent": ",".join(sorted(fighter.turn.spent)) or "none",
        "holds": fighter.hold.action if fighter.hold else "none",
        "shield": str(fighter.shield.left) if fighter.shield else "none",
        **{f"max_{pool}": str(full) for pool, full in profile.maxima.items()},
    }
    if what in plain:
        return plain[what]
    if what == "defence":
        return str(defence.standing(fight, who, Against(other)).total())
    if what == "with":
        known = reach.bond(fight, who, other)
        return str(known.distance) if known.zone == "engaged" else known.zone
    if what == "weapon":
        wielded = gear.find(fighter, other)
        return gear.readiness(fight, wielded) if wielded else "none"
    return None


NOTATION = line_notation(RheanStage)
"""For those who run cases of any system."""
