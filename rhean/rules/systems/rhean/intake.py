"""A declaration read from the parameters of a command: every value made sure of, every unknown one refused.

Values come as JSON (true, 3, ["b", "c"]) or as words ("yes", "3", "b,c"); both mean the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from rhean.rules.errors import IllegalCommand
from rhean.rules.grid import read_path
from rhean.rules.systems.rhean import gear, legal, missiles, places, reach, secrets, walking
from rhean.rules.systems.rhean.actions import ACTIONS
from rhean.rules.systems.rhean.actions.base import Action
from rhean.rules.systems.rhean.fight import Fight, refuse
from rhean.rules.systems.rhean.state import Declaration, Wielded

MAX_TEXT = 80
ORDER_OF_TYPES = ("move", "defence", "attack", "full")
SENSES = ("sight", "hearing", "smell", "taste", "touch")
WHEN = ("moves", "attacks", "acts")
DEFENCES = ("dodge", "parry", "block")
MAX_MOVES = 3
MAX_PATH = 400

Params = Mapping[str, Any]


def no_such(value: object) -> IllegalCommand:
    """A value that the parameter cannot take."""
    return refuse("unknown", "no such " + str(value)[:MAX_TEXT].replace("{", "(").replace("}", ")"))


def text(value: Any) -> str:
    """Words, at most so many; anything else is refused."""
    if not isinstance(value, str) or len(value) > MAX_TEXT:
        raise no_such(value)
    return value.strip().replace("{", "(").replace("}", ")")


def whole(value: Any, low: int, high: int) -> int:
    """A whole number within its bounds, also as words."""
    if isinstance(value, str) and value.isascii() and value.lstrip("-").isdigit() and len(value) < 7:
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise no_such(value)
    return value


def flag(value: Any) -> bool:
    """Yes or no."""
    known = {True: True, False: False, "yes": True, "no": False, "true": True, "false": False, "": False}
    if not isinstance(value, bool | str) or value not in known:
        raise no_such(value)
    return known[value]


def several(value: Any) -> tuple[str, ...]:
    """A list of words, also separated by commas."""
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, list | tuple) or len(parts) > 300:
        raise no_such(value)
    return tuple(word for word in map(text, parts) if word)


def one_of(value: Any, allowed: tuple[str, ...]) -> str:
    """One of a few words."""
    if not isinstance(value, str) or value not in allowed:
        raise no_such(value)
    return value


def combatant(fight: Fight, value: Any, viewer: str = "") -> str:
    """The id of a combatant that the asker may know of."""
    ident = text(value)
    if ident not in fight.fighters or (viewer and secrets.hidden_from(fight, ident, viewer)):
        raise refuse("unknown", f"no combatant {ident}")
    return ident


class Intake:
    """Reads one declaration of one combatant. ``veiled`` makes hidden foes unknown to the one who asks."""

    def __init__(self, fight: Fight, who: str, params: Params, *, veiled: bool = False) -> None:
        self.fight = fight
        self.who = who
        self.fighter = fight[who]
        self.params = params
        self.viewer = who if veiled else ""

    def read(self) -> Declaration:
        """The declaration, complete with its defaults."""
        name = text(self.params.get("action", ""))
        if name not in ACTIONS:
            raise refuse("unknown", f"no action {name}")
        row = ACTIONS[name]
        self._only_known(row)
        declared = Declaration(name, since=self.fight.tick)
        declared = replace(declared, weapon=self._weapon(row))
        for key in ("target", "targets") if row.target or "target" in row.takes else ():
            if key in self.params:
                declared = replace(declared, targets=self._targets(self.params[key]))
        if row.key == "riposte" and not declared.targets and self.fighter.parried is not None:
            declared = replace(declared, targets=(self.fighter.parried.target,))
        for key in row.takes:
            reader = READERS.get(key)
            if reader is not None:
                declared = reader(self, declared)
        if row.weapon and "skill" in self.params:
            declared = replace(declared, skill=self._skill(declared))
        return self._judged(row, self._typed(row, self._trigger(row, declared)))

    def _judged(self, row: Action, declared: Declaration) -> Declaration:
        """At half level where it is a stretch; harder where the GM allows it so."""
        allowance = self.fighter.allowance
        if allowance is not None:
            return replace(declared, extra=allowance.tn)
        return replace(declared, half=legal.is_stretch(self.fight, self.who, row, declared))

    def _trigger(self, row: Action, declared: Declaration) -> Declaration:
        """For what a held action waits: one who is watched, else a place, else whoever threatens one (oneself)."""
        if "guard" not in row.takes:
            return declared
        if declared.watch:
            return replace(declared, guard="", place="", when=declared.when or "acts")
        if declared.place:
            return replace(declared, guard="", when="")
        return replace(declared, guard=declared.guard or self.who, when="")

    def _only_known(self, row: Action) -> None:
        """Parameters that the action does not take are refused."""
        known = {"action", "as", *row.takes}
        known |= {"target", "targets"} if row.target or "target" in row.takes else set()
        known |= {"weapon", "skill"} if row.weapon else set()
        known |= {"to"} if "toward" in row.takes else set()
        for key in self.params:
            if key not in known:
                raise refuse("unknown", f"no such parameter {text(key)}")

    def _targets(self, value: Any) -> tuple[str, ...]:
        found = tuple(combatant(self.fight, ident, self.viewer) for ident in several(value))
        return tuple(dict.fromkeys(found))

    # -- type ---------------------------------------------------------------------------------------------------

    def _typed(self, row: Action, declared: Declaration) -> Declaration:
        """Which action of the round it takes, and whether it goes on with a move."""
        if not row.types:
            self._as_is(("",))
            return declared
        spent = self.fighter.turn.spent
        if "move" in spent and (row.key in reach.CONTINUED or self._half_loaded(row, declared)):
            wanted = self._as_is(("attack", "defence")) or ("defence" if "attack" in spent else "attack")
            return replace(declared, type=wanted, continued=True)
        wanted = self._as_is(row.types)
        if not wanted:
            free = [kind for kind in ORDER_OF_TYPES if kind in row.types and kind not in spent]
            wanted = free[0] if free else next(kind for kind in ORDER_OF_TYPES if kind in row.types)
        return replace(declared, type=wanted)

    def _half_loaded(self, row: Action, declared: Declaration) -> bool:
        """Whether loading that takes several phases may go on by giving up another action."""
        return row.key == "ready_weapon" and gear.get(self.fighter, declared.weapon).loading > 0

    def _as_is(self, allowed: tuple[str, ...]) -> str:
        """The parameter ``as``, one of those allowed."""
        value = self.params.get("as", "")
        if value == "":
            return ""
        return one_of(value, allowed)

    # -- weapons ------------------------------------------------------------------------------------------------

    def _weapon(self, row: Action) -> str:
        """The id of the weapon meant: as named, else the usual one for this use."""
        if not row.weapon:
            return ""
        if row.weapon == "shield":
            return gear.SHIELD
        if row.weapon == "two" and row.key != "double_parry":
            return gear.main_weapon(self.fighter).id
        if self.params.get("weapon") in (None, ""):
            return self._usual(row).id
        return self._named(text(self.params["weapon"]), row).id

    def _named(self, name: str, row: Action) -> Wielded:
        prefer: Callable[[Wielded], bool] | None = None
        if row.weapon == "off":
            prefer = _off
        elif row.weapon == "sheathed" or (row.weapon == "gear" and row.key == "ready_weapon"):
            prefer = self._to_be_readied
        found = gear.find(self.fighter, name, prefer)
        if found is None:
            raise refuse("unknown", f"has no {name}")
        return found

    def _to_be_readied(self, wielded: Wielded) -> bool:
        make = self.fight.make(wielded)
        return not wielded.in_hand or (make.missile and not wielded.loaded)

    def _usual(self, row: Action) -> Wielded:
        """The default weapon for a use."""
        fighter, fight = self.fighter, self.fight
        main = gear.main_weapon(fighter)
        if row.weapon == "off":
            return gear.off_weapon(fighter) or gear.FIST
        if row.weapon == "missile":
            shooting = (w for w in fighter.weapons if w.in_hand and missiles.is_missile(fight, w))
            return next(shooting, main)
        if row.weapon in ("sheathed", "gear") and row.key != "aim":
            return next((w for w in fighter.weapons if self._to_be_readied(w)), main)
        return main

    def _skill(self, declared: Declaration) -> str:
        make = self.fight.make(gear.get(self.fighter, declared.weapon))
        return one_of(self.params["skill"], (make.skill, *make.others))


def _off(wielded: Wielded) -> bool:
    return wielded.hand == "off"


# -- one reader a parameter -------------------------------------------------------------------------------------


def _toward(intake: Intake, declared: Declaration) -> Declaration:
    value = intake.params.get("to", intake.params.get("target", "") if declared.action == "close" else "")
    if value == "":
        return declared
    return replace(declared, toward=combatant(intake.fight, value, intake.viewer))


def _away(intake: Intake, declared: Declaration) -> Declaration:
    value = intake.params.get("away", "")
    if value == "":
        return declared
    if declared.toward:
        raise refuse("unknown", "no such move: to one and away from another")
    return replace(declared, away="all" if value == "all" else combatant(intake.fight, value, intake.viewer))


def _stop(intake: Intake, declared: Declaration) -> Declaration:
    value = intake.params.get("stop", "")
    return replace(declared, stop=one_of(value, ("near", "")))


def _distance(intake: Intake, declared: Declaration) -> Declaration:
    """At which distance one engages (0 to one's Reach), or how wide one goes (more than now)."""
    if intake.params.get("distance", "") == "":
        return declared
    fight, who = intake.fight, intake.who
    low, high = 0, reach.own_distance(fight, who, declared)
    if declared.away and declared.away != "all":
        known = reach.bond(fight, who, declared.away)
        if known.zone != "engaged" or declared.action not in ("combat_move", "withdraw"):
            raise no_such(intake.params["distance"])
        low, high = known.distance + 1, max(known.distance + 1, high, gear.reach_of(fight, fight[declared.away]))
    return replace(declared, distance=whole(intake.params["distance"], low, high))


def _move_weapon(intake: Intake, declared: Declaration) -> Declaration:
    """The weapon whose Reach a move counts with (or, of a Close, with which one parries)."""
    name = intake.params.get("weapon", "")
    if name == "" or declared.weapon:
        return declared
    found = gear.find(intake.fighter, text(name))
    if found is None or not found.in_hand:
        raise refuse("unknown", f"has no {text(name)}")
    return replace(declared, weapon=found.id)


def _words(field: str) -> Callable[[Intake, Declaration], Declaration]:
    """A reader of free words."""

    def read(intake: Intake, declared: Declaration) -> Declaration:
        return replace(declared, **{field: text(intake.params.get(field, ""))})

    return read


def _path(intake: Intake, declared: Declaration) -> Declaration:
    """A path on the map. One that ends beside a foe and names none is a move in to him; a stealthy one counts."""
    value = intake.params.get("path", "")
    if value in ("", [], None):
        return declared
    path = read_path(value)
    if path is None or len(path) > MAX_PATH or not walking.on_map(intake.fight, intake.who):
        raise no_such("path")
    declared = replace(declared, path=path)
    if declared.action == "stealthy_move":
        movement = max(1, intake.fight.profile(intake.who).movement)
        declared = replace(
            declared, moves=max(declared.moves, places.path_feet(intake.fight, intake.who, path) // movement)
        )
    named = declared.toward or declared.away or declared.stop or declared.place
    if path and not named and declared.action in walking.MOVES_IN:
        return replace(declared, toward=walking.foe_at_end(intake.fight, intake.who, path[-1]))
    return declared


def _guarded(field: str) -> Callable[[Intake, Declaration], Declaration]:
    """A reader of a combatant who is guarded, watched or answered."""

    def read(intake: Intake, declared: Declaration) -> Declaration:
        value = intake.params.get(field, "")
        found = combatant(intake.fight, value, intake.viewer) if value else ""
        return replace(declared, **{field: found})

    return read


def _choice(field: str, allowed: tuple[str, ...]) -> Callable[[Intake, Declaration], Declaration]:
    """A reader of one of a few words."""

    def read(intake: Intake, declared: Declaration) -> Declaration:
        value = intake.params.get(field, "")
        return replace(declared, **{field: one_of(value, allowed) if value else ""})

    return read


def _called(intake: Intake, declared: Declaration) -> Declaration:
    """Yes, no, or the place that is aimed at."""
    value = intake.params.get("called", "")
    if isinstance(value, bool) or value in ("yes", "no", "true", "false", ""):
        return replace(declared, called="yes" if flag(value) else "")
    return replace(declared, called=text(value))


def _drop(intake: Intake, declared: Declaration) -> Declaration:
    name = intake.params.get("drop", "")
    if not name:
        return declared
    found = gear.find(intake.fighter, text(name))
    if found is None or not found.in_hand or found.hand == "natural":
        raise refuse("unknown", f"has no {text(name)}")
    return replace(declared, drop=found.id)


def _item(intake: Intake, declared: Declaration) -> Declaration:
    first = intake.fight.ground[0].name if intake.fight.ground else ""
    name = text(intake.params.get("item", "")) or first
    if all(thing.name != name for thing in intake.fight.ground):
        raise no_such(name or "thing")
    return replace(declared, item=name)


def _add(intake: Intake, declared: Declaration) -> Declaration:
    """By how much: up to the rank number of a Focus, up to the level of a Refocus."""
    sheet = intake.fight.sheet(intake.who)
    if declared.action == "refocus":
        low, high, usual = 0, sheet.level("combat_reflexes"), 0
    else:
        low, high, usual = 1, max(1, sheet.rank("combat_reflexes")), 1
    value = intake.params.get("add", "")
    return replace(declared, add=usual if value == "" else whole(value, low, high))


def _moves(intake: Intake, declared: Declaration) -> Declaration:
    value = intake.params.get("moves", "")
    return replace(declared, moves=0 if value == "" else whole(value, 0, MAX_MOVES))


def _close_defence(intake: Intake, declared: Declaration) -> Declaration:
    value = intake.params.get("defence", "") or "dodge"
    return replace(declared, defence=one_of(value, DEFENCES))


READERS: dict[str, Callable[[Intake, Declaration], Declaration]] = {
    "toward": _toward,
    "away": _away,
    "stop": _stop,
    "weapon": _move_weapon,
    "distance": _distance,
    "place": _words("place"),
    "path": _path,
    "guard": _guarded("guard"),
    "watch": _guarded("watch"),
    "when": _choice("when", WHEN),
    "called": _called,
    "trick": _choice("trick", ("rapid_shot",)),
    "hand": _choice("hand", ("main", "off", "both")),
    "drop": _drop,
    "item": _item,
    "add": _add,
    "moves": _moves,
    "defence": _close_defence,
    "sense": _words("sense"),
    "attacker": _guarded("attacker"),
}
"""Parameter -> its reader."""
