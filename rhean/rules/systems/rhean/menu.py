"""What somebody may declare: every action as an option, with all reasons against it, its parameters and their values.

An option counts as available when some set of its values is legal; a value that is refused says why.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from rhean.rules.deferred import Deferred
from rhean.rules.errors import IllegalCommand, Refusal
from rhean.rules.maps import facing_choices
from rhean.rules.prompts import Choice, Cost, Option, Parameter
from rhean.rules.systems.rhean import costs, facing, gear, intake, legal, missiles, odds, reach, secrets, walking
from rhean.rules.systems.rhean.actions import ACTIONS, TABLES
from rhean.rules.systems.rhean.actions.base import Action
from rhean.rules.systems.rhean.actions.needs import trick_refusal
from rhean.rules.systems.rhean.blows import attacks_of
from rhean.rules.systems.rhean.conditions import is_down
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.merit import merit
from rhean.rules.systems.rhean.odds_defence import Threat, threats
from rhean.rules.systems.rhean.state import Declaration, Fighter, Wielded
from rhean.rules.systems.rhean.wording import action_label, spaced

EVERYDAY = (
    *("melee_attack", "missile_attack", "off_hand_attack", "dodge", "parry", "block", "shield_work"),
    *("combat_move", "run", "withdraw", "stand", "ready_weapon", "set_weapon", "aim", "charge", "breather"),
)
SELDOM = ("control_mount", "sing")
"""What is offered first and last of its table; the rest stands in the order of the specification between them."""
GROUPS = {"attack": "Attack", "defence": "Defence", "move": "Move", "full": "Full round"}
MANY = 12
"""With more foes than this the odds are worked out when one is looked at, not for all at once."""
FEW = 3
"""So many reasons against all foes together are told with the action itself."""


def declare_options(fight: Fight, who: str, *, knows_all: bool, brief: bool = False) -> Iterator[Option]:
    """Every action once, table by table; then nothing, and letting go of what is held. ``brief`` leaves out those for
    which no action of the round is left."""
    menu = Menu(fight, who, knows_all=knows_all)
    for table, rows in TABLES.items():
        for row in sorted(rows, key=place_in_table):
            if ACTIONS[row.key].types[0] == table and not (brief and legal.is_spent(fight, who, ACTIONS[row.key])):
                yield menu.option(ACTIONS[row.key], GROUPS[table])
    yield Option("nothing", "Nothing", "declare", {"action": "nothing"}, "Other")
    if fight[who].hold is not None:
        yield Option("release", "Let go of what you hold", "release", {}, "Other", rule="rule.held_actions")
    aside = set(facing.sidelong(fight, who))
    foes = tuple(Choice(foe.id, who=foe.id, down=is_down(foe)) for foe in menu.foes if foe.id in aside)
    if foes:
        to = Parameter("to", "To", "choice", foes, required=True)
        yield Option("turn", "Turn to face", "turn", {}, "Other", parameters=(to,), rule="rule.facing")
    if walking.on_map(fight, who) and facing.bar_to(fight, who, "") is None:
        ways = tuple(replace(way, refusals=told(facing.bar_to(fight, who, way.value))) for way in facing_choices())
        way = Parameter("facing", "Way", "choice", ways, required=True)
        yield Option("turn_way", "Turn another way", "turn", {}, "Other", parameters=(way,), rule="rule.facing")


def place_in_table(row: Action) -> int:
    """What is done every day first, what is seldom done last."""
    if row.key in EVERYDAY:
        return EVERYDAY.index(row.key)
    return len(EVERYDAY) + (1 + SELDOM.index(row.key) if row.key in SELDOM else 0)


def told(reason: Refusal | None) -> tuple[Refusal, ...]:
    """A reason, if there is one."""
    return () if reason is None else (reason,)


def path_words(path: tuple[tuple[int, int], ...]) -> str:
    """A path as ``x,y x,y``."""
    return " ".join(f"{x},{y}" for x, y in path)


class Menu:
    """The options of one combatant at one moment."""

    def __init__(self, fight: Fight, who: str, *, knows_all: bool) -> None:
        self.fight = fight
        self.who = who
        self.fighter = fight[who]
        self.knows_all = knows_all
        self._views: dict[str, Fight] = {}
        self.foes = [foe for foe in fight.enemies(who) if self._may_see(foe)]
        self.bars = {foe.id: tuple(legal.foe_reasons(fight, who, foe.id)) for foe in self.foes}

    def _may_see(self, foe: Fighter) -> bool:
        return self.knows_all or not secrets.hidden_from(self.fight, foe.id, self.who)

    def option(self, row: Action, group: str) -> Option:
        """One action: in the usual way if that is possible, else in one that is."""
        fixed = {"action": row.key}
        declared, refusals, way = self._best_way(row, fixed)
        plain = Option(row.key, action_label(row.key), "declare", fixed, group, refusals, rule=f"action.{row.key}")
        if declared is None:
            return plain
        price = costs.price(self.fight, self.who, row, declared)
        paid = tuple(Cost(pool, amount) for pool, amount in price.items())
        if refusals:
            return replace(plain, costs=paid)
        return replace(
            plain,
            costs=paid,
            parameters=Deferred(lambda: self._parameters(row, declared, way)),
            odds=self._odds(row, declared),
            stretch=declared.half,
            merit=merit(self.fight, self.who, row.key),
        )

    def _best_way(
        self, row: Action, fixed: dict[str, Any]
    ) -> tuple[Declaration | None, tuple[Refusal, ...], dict[str, str]]:
        """The first way in which the action is possible, else the usual one with all that stands against it."""
        usual: Declaration | None = None
        bars: tuple[Refusal, ...] = ()
        for number, way in enumerate(self._ways(row)):
            read = self._read({**fixed, **way})
            reasons = self._reasons(row, read) if isinstance(read, Declaration) else read
            if isinstance(read, Declaration) and not reasons:
                return read, (), way
            if number == 0:
                usual, bars = (read, reasons) if isinstance(read, Declaration) else (None, reasons)
        return usual, bars, {}

    def _ways(self, row: Action) -> Iterator[dict[str, str]]:
        """The usual way, then with each other weapon, then with the other hand."""
        yield {}
        weapons = self._weapons(row)
        yield from ({"weapon": one.id} for one in weapons)
        if "hand" in row.takes:
            yield {"hand": "off"}
            yield from ({"weapon": one.id, "hand": "off"} for one in weapons)

    def _read(self, params: dict[str, Any]) -> Declaration | tuple[Refusal, ...]:
        """The declaration of these parameters, or why they cannot be read."""
        try:
            return intake.Intake(self.fight, self.who, params, veiled=not self.knows_all).read()
        except IllegalCommand as refused:
            return refused.reasons

    def _reasons(self, row: Action, declared: Declaration) -> tuple[Refusal, ...]:
        """Everything that stands against the action whoever its target is."""
        reasons = tuple(legal.reasons(self.fight, self.who, declared, aimed=False))
        aimed = bool(row.target) or row.key == "close"
        if not reasons and aimed:
            return self._targets_bar(row, declared)
        named = "attacker" in row.takes and self.fight.rulings["defence_choice"] == "named"
        if not reasons and named and all(self.bars[foe.id] for foe in self.foes):
            return (Refusal("target", "no target"),)
        return reasons

    def _targets_bar(self, row: Action, declared: Declaration) -> tuple[Refusal, ...]:
        """Nothing if there is somebody to aim at; else that there is no target, and if few, the reasons."""
        found: dict[Refusal, None] = {}
        for foe in self.foes:
            bars = self._against(row, declared, foe.id)
            if not bars:
                return ()
            found.update(dict.fromkeys(bars))
        return (Refusal("target", "no target"), *(found if len(found) <= FEW else ()))

    # -- odds -------------------------------------------------------------------------------------------------

    def _odds(self, row: Action, declared: Declaration) -> tuple[Any, ...]:
        """The chances of an action that asks for no target."""
        if row.target:
            return ()
        among = self._threats if row.step == "defend" else ()
        return tuple(odds.declared_odds(self.fight, self.who, declared, knows_all=self.knows_all, among=among))

    @cached_property
    def _threats(self) -> tuple[Threat, ...]:
        """What a defence could be needed for: worked out once for all of them."""
        return threats(self.fight, self.who, knows_all=self.knows_all)

    # -- targets ----------------------------------------------------------------------------------------------

    def _at(self, declared: Declaration, target: str) -> Declaration:
        changes: dict[str, Any] = {"targets": (target,)}
        if declared.action == "close":
            changes["toward"] = target
        return replace(declared, **changes)

    def _against(self, row: Action, declared: Declaration, target: str) -> tuple[Refusal, ...]:
        """Why this one cannot be the target."""
        aimed = self._at(declared, target)
        found = [need(self.fight, self.who, aimed) for need in row.needs]
        if self.bars[target]:
            return self.bars[target]
        bars = [reason for reason in found if reason is not None]
        return (*bars, *legal.target_reasons(self.fight, self.who, row, aimed))

    def _targets(self, row: Action, declared: Declaration) -> tuple[Choice, ...]:
        """Every foe that one knows of, with the odds of those that can be attacked."""
        bars = {foe.id: self._against(row, declared, foe.id) for foe in self.foes}
        weigh = sum(not reasons for reasons in bars.values()) <= MANY and row.step in ("attack", "full")
        return tuple(
            Choice(
                target,
                who=target,
                refusals=reasons,
                odds=self._chances(declared, target, weigh and not reasons),
                note=self._apart(target),
                down=is_down(self.fight[target]),
            )
            for target, reasons in bars.items()
        )

    def _chances(self, declared: Declaration, target: str, weigh: bool) -> tuple[Any, ...]:
        if not weigh:
            return ()
        aimed = self._at(declared, target)
        if declared.action in ("dual_attack", "stand_and_fire") or declared.action == "charge":
            return tuple(odds.declared_odds(self.fight, self.who, aimed, knows_all=self.knows_all))
        pairs = attacks_of(self.fight, self.who, aimed)
        return tuple(
            chance
            for weapon, foe in pairs
            for chance in odds.attack_odds(
                self.fight, self.who, aimed, foe, weapon, knows_all=self.knows_all, seen=self._seen(foe)
            )
        )

    def _seen(self, foe: str) -> Fight:
        """The fight as it may be known at the moment of a blow at this foe: worked out once for all attacks."""
        if foe not in self._views:
            self._views[foe] = odds.target_seen(self.fight, self.who, foe, knows_all=self.knows_all)
        return self._views[foe]

    # -- parameters -------------------------------------------------------------------------------------------

    def _parameters(self, row: Action, declared: Declaration, way: dict[str, str]) -> Iterator[Parameter]:
        """What the action asks for; what the way taken depends on is needed."""
        for parameter in self._all_parameters(row, declared, way):
            if parameter.key in way:
                yield replace(parameter, required=True, default=way[parameter.key], advanced=False)
            else:
                yield parameter

    def _all_parameters(self, row: Action, declared: Declaration, way: dict[str, str]) -> Iterator[Parameter]:
        """Target, weapon, type, and whatever else the row takes."""
        weapons = self._weapons(row)
        if row.target or row.key == "close":
            kind = "many" if row.target == "enemies" else "choice"
            usual = declared.targets[0] if declared.targets else None
            choices = self._targets(row, declared)
            key = "targets" if kind == "many" else "target"
            label = "Targets" if kind == "many" else "Target"
            yield Parameter(key, label, "many" if kind == "many" else "choice", choices, True, usual)
        if row.weapon not in ("", "shield", "two") and weapons:
            yield self._weapon_parameter(row, weapons, way)
        if len(row.types) > 1 or declared.continued:
            yield self._type_parameter(row, declared)
        for key in row.takes:
            maker = getattr(self, f"_{key}", None)
            found = maker(row, declared) if maker else None
            if found is not None:
                yield found

    def _weapon_parameter(self, row: Action, weapons: list[Wielded], way: dict[str, str]) -> Parameter:
        """The weapons that could be meant, each with what stands against it."""
        choices = []
        for wielded in weapons:
            read = self._read({"action": row.key, **way, "weapon": wielded.id})
            reasons = self._reasons(row, read) if isinstance(read, Declaration) else read
            choices.append(Choice(wielded.id, self._weapon_label(wielded), refusals=reasons))
        return Parameter("weapon", "Weapon", "choice", tuple(choices), advanced=True)

    def _weapon_label(self, wielded: Wielded) -> str:
        place = "" if wielded is gear.FIST or wielded.hand == "natural" else f" ({wielded.hand})"
        return f"{self.fight.make(wielded).name}{place}"

    def _weapons(self, row: Action) -> list[Wielded]:
        """The weapons that may be named for this use."""
        carried = list(self.fighter.weapons)
        if row.weapon in ("sheathed", "gear") and row.key != "aim":
            return [one for one in carried if not one.in_hand or self._unloaded(one)]
        ready = [one for one in carried if one.in_hand]
        if row.weapon in ("strike", "close", "parry"):
            return [one for one in (*ready, gear.FIST) if self.fight.make(one).melee]
        if row.weapon == "missile":
            return [one for one in ready if missiles.is_missile(self.fight, one)]
        if row.weapon == "off":
            return [one for one in ready if one.hand == "off"]
        return ready if row.weapon in ("throw", "guard", "any", "gear") else []

    def _unloaded(self, wielded: Wielded) -> bool:
        return missiles.is_missile(self.fight, wielded) and not wielded.loaded

    def _type_parameter(self, row: Action, declared: Declaration) -> Parameter:
        """Which action of the round it takes."""
        kinds = ("attack", "defence") if declared.continued else row.types
        spent = self.fighter.turn.spent
        choices = tuple(
            Choice(kind, GROUPS[kind], refusals=(legal.spent_reason(kind),) if kind in spent else ()) for kind in kinds
        )
        return Parameter("as", "Takes the action", "choice", choices, default=declared.type, advanced=True)

    def _foe_choices(self, foes: list[Fighter]) -> tuple[Choice, ...]:
        return tuple(Choice(foe.id, who=foe.id, refusals=self.bars[foe.id], down=is_down(foe)) for foe in foes)

    def _toward(self, row: Action, declared: Declaration) -> Parameter | None:
        if row.key == "close":
            return None
        choices = tuple(
            Choice(
                foe.id,
                who=foe.id,
                refusals=self.bars[foe.id]
                or tuple(legal.move_reasons(self.fight, self.who, row, replace(declared, toward=foe.id))),
                note=self._zone(foe.id),
                down=is_down(foe),
            )
            for foe in self.foes
        )
        return Parameter("to", "Towards", "choice", choices)

    def _zone(self, foe: str) -> str:
        known = reach.bond(self.fight, self.who, foe)
        return f"at distance {known.distance}" if known.zone == "engaged" else known.zone

    def _apart(self, foe: str) -> str:
        """What an attacker should know of the way to a foe before he declares: he may still be engaged in time."""
        zone = self._zone(foe)
        return zone if zone.startswith("at ") else f"{zone}, not engaged"

    def _away(self, row: Action, declared: Declaration) -> Parameter | None:
        choices = (
            *(
                Choice(foe.id, who=foe.id, refusals=self.bars[foe.id], note=self._zone(foe.id))
                for foe in self.foes
                if reach.bond(self.fight, self.who, foe.id).zone != "far"
            ),
            Choice("all", "from all"),
        )
        return Parameter("away", "Away from", "choice", choices)

    def _stop(self, row: Action, declared: Declaration) -> Parameter:
        return Parameter("stop", "Stop short", "choice", (Choice("near", "near, not engaged"),), advanced=True)

    def _distance(self, row: Action, declared: Declaration) -> Parameter:
        longest = reach.own_distance(self.fight, self.who, declared)
        text = "In Reach points; your Reach unless you say otherwise."
        return Parameter("distance", "At distance", "integer", minimum=0, maximum=longest, help=text, advanced=True)

    def _place(self, row: Action, declared: Declaration) -> Parameter:
        label = "Place" if row.step == "held" else "To a place"
        return Parameter("place", label, "text", maximum=intake.MAX_TEXT, advanced=row.step != "held")

    def _path(self, row: Action, declared: Declaration) -> Parameter | None:
        """On a map: every space within a phase's walk, with its feet."""
        if not walking.on_map(self.fight, self.who):
            return None
        choices = tuple(
            Choice(path_words(path), path_words(path[-1:]), note=f"{feet} feet{', moves in' if comes else ''}")
            for path, feet, comes in walking.choices(self.fight, self.who, row.key)
        )
        text = "Space by space, column,row: 3,4 4,4. Ending beside a foe moves in to him."
        return Parameter("path", "Path", "path", choices, help=text)

    def _guard(self, row: Action, declared: Declaration) -> Parameter:
        friends = (one for one in self.fight if one.side == self.fighter.side and not one.has("dead"))
        choices = tuple(Choice(one.id, who=one.id) for one in friends)
        return Parameter("guard", "Guards", "choice", choices, default=self.who)

    def _watch(self, row: Action, declared: Declaration) -> Parameter:
        return Parameter("watch", "Watches", "choice", self._foe_choices(self.foes))

    def _when(self, row: Action, declared: Declaration) -> Parameter:
        return Parameter(
            "when", "Shoots when that one", "choice", tuple(Choice(word) for word in intake.WHEN), default="acts"
        )

    def _called(self, row: Action, declared: Declaration) -> Parameter | None:
        reason = missiles.called_refusal(
            self.fight, self.who, legal.shooting_skill(self.fight, self.who, row, declared)
        )
        return None if reason else Parameter("called", "Called shot", "flag", default=False, advanced=True)

    def _trick(self, row: Action, declared: Declaration) -> Parameter | None:
        reason = trick_refusal(self.fight, self.who, declared, "rapid_shot")
        if reason is not None:
            return None
        price = costs.price(self.fight, self.who, row, replace(declared, trick="rapid_shot"))
        choice = Choice("rapid_shot", "Rapid Shot", refusals=told(costs.lack(self.fighter, price)))
        return Parameter("trick", "Trick", "choice", (choice,), advanced=True)

    def _hand(self, row: Action, declared: Declaration) -> Parameter:
        choices = tuple(
            Choice(hand, refusals=self._no_hand_for(replace(declared, hand=hand))) for hand in ("main", "off", "both")
        )
        return Parameter("hand", "Hand", "choice", choices, advanced=True)

    def _drop(self, row: Action, declared: Declaration) -> Parameter | None:
        held = [one for one in self.fighter.weapons if one.hand in ("main", "off", "both")]
        choices = tuple(Choice(one.id, self._weapon_label(one)) for one in held)
        return Parameter("drop", "Lets fall", "choice", choices, advanced=True) if choices else None

    def _item(self, row: Action, declared: Declaration) -> Parameter:
        names = dict.fromkeys(thing.name for thing in self.fight.ground)
        choices = tuple(
            Choice(name, spaced(name).capitalize(), refusals=self._no_hand_for(replace(declared, item=name)))
            for name in names
        )
        return Parameter("item", "What", "choice", choices, required=True)

    def _no_hand_for(self, declared: Declaration) -> tuple[Refusal, ...]:
        """Why what a declaration takes up cannot be held; loading takes up nothing."""
        if not declared.item and gear.get(self.fighter, declared.weapon).in_hand:
            return ()
        make = self.fight.fixed.stock.weapons[legal.kind_taken_up(self.fight, self.who, declared)]
        return () if gear.hand_for(self.fight, self.fighter, make, declared.hand) else (legal.NO_HAND,)

    def _add(self, row: Action, declared: Declaration) -> Parameter:
        """As much as the skill allows and the pools can pay."""
        sheet, me = self.fight.sheet(self.who), self.fight[self.who]
        least, skill, paid = {
            "refocus": (0, sheet.level("combat_reflexes"), min(me.stamina, me.stability - 1)),
            "defensive_focus": (1, sheet.rank("combat_reflexes"), me.stability // 2),
            "offensive_focus": (1, sheet.rank("combat_reflexes"), me.ka // 2),
        }[row.key]
        top = max(least, min(skill, paid))
        return Parameter("add", "Adds", "integer", minimum=least, maximum=top, default=least, required=True)

    def _moves(self, row: Action, declared: Declaration) -> Parameter:
        text = "1 less on the roll for each full Movement."
        return Parameter("moves", "Moves", "integer", minimum=0, maximum=intake.MAX_MOVES, default=0, help=text)

    def _defence(self, row: Action, declared: Declaration) -> Parameter:
        choices = tuple(Choice(key, action_label(key)) for key in intake.DEFENCES)
        return Parameter("defence", "Against the strike", "choice", choices, default="dodge")

    def _sense(self, row: Action, declared: Declaration) -> Parameter:
        choices = tuple(Choice(sense) for sense in intake.SENSES)
        return Parameter("sense", "Sense", "choice", choices, default="sight", advanced=True)

    def _attacker(self, row: Action, declared: Declaration) -> Parameter | None:
        if self.fight.rulings["defence_choice"] != "named":
            return None
        return Parameter("attacker", "Against whom", "choice", self._foe_choices(self.foes), required=True)
