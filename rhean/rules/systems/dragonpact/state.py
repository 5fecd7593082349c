"""The whole encounter at one moment: units, map, order, the stage, and the attacks under way."""

from __future__ import annotations

from functools import cached_property

import msgspec

from rhean.rules.grid import Grid, Space
from rhean.rules.rulings import Rulings
from rhean.rules.state import State
from rhean.rules.systems.dragonpact.library import Catalogue
from rhean.rules.systems.dragonpact.sheet import Gear, Sheet

INITIATIVE, ACT, REACT, RIPOSTE, LANDING, OVER = "initiative", "act", "react", "riposte", "landing", "over"
GM = "gm"
NEUTRAL = "neutral"


class Rules(msgspec.Struct, frozen=True):
    """What a number depends on besides the unit: the rulings in force and what gear and skills are."""

    rulings: Rulings
    catalogue: Catalogue


class Condition(msgspec.Struct, frozen=True, omit_defaults=True):
    """A condition: who caused it (``grappled``: who holds) and its number (potency, marks, n)."""

    key: str
    by: str = ""
    amount: int = 0


class Guard(msgspec.Struct, frozen=True):
    """A Guard that holds: its stat and its bonus."""

    stat: str
    bonus: int


class Made(msgspec.Struct, frozen=True):
    """An attack made this turn."""

    ability: str
    weapon: str
    target: str


class Turn(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a unit has done in its present turn, or its last one: cleared when its next one starts."""

    used: tuple[str, ...] = ()
    attacks: tuple[Made, ...] = ()
    points: int = 0
    diagonals: int = 0
    moved: bool = False


class Unit(msgspec.Struct, frozen=True, omit_defaults=True, dict=True):
    """A combatant. ``asked`` counts the decisions that it was ever asked for (prompt ids); ``coats`` is poison on
    natural weapons."""

    id: str
    side: str
    owner: str
    sheet: Sheet
    at: Space | None
    health: int
    stamina: int
    mana: int = 0
    gear: tuple[Gear, ...] = ()
    conditions: tuple[Condition, ...] = ()
    guard: Guard | None = None
    turn: Turn = Turn()
    asked: int = 0
    coats: dict[str, int] = {}

    def has(self, key: str) -> bool:
        """Whether it has the condition."""
        return any(condition.key == key for condition in self.conditions)

    def condition(self, key: str) -> Condition | None:
        """The condition, or None."""
        return next((condition for condition in self.conditions if condition.key == key), None)

    def amount(self, key: str) -> int:
        """The number of a condition; 0 without it."""
        found = self.condition(key)
        return found.amount if found else 0

    @property
    def dead(self) -> bool:
        """Whether it is out for good."""
        return self.has("dead")

    @property
    def able(self) -> bool:
        """Not dead, dying or stable, and on the map."""
        return self.at is not None and not any(c.key in ("dead", "dying", "stable") for c in self.conditions)

    @property
    def hidden(self) -> bool:
        """Whether other sides do not see it."""
        return self.has("hidden")

    def thing(self, key: str) -> Gear | None:
        """A thing of its gear by id."""
        return next((thing for thing in self.gear if thing.id == key), None)

    @property
    def held(self) -> tuple[Gear, ...]:
        """What is in hand: main or both, then off."""
        order = {"main": 0, "both": 0, "off": 1}
        return tuple(sorted((t for t in self.gear if t.slot in order), key=lambda thing: order[thing.slot]))

    @property
    def worn(self) -> tuple[Gear, ...]:
        """What is worn."""
        return tuple(thing for thing in self.gear if thing.slot in ("body", "head", "hands", "feet"))


class Lying(msgspec.Struct, frozen=True, omit_defaults=True):
    """A thing on the ground."""

    id: str
    item: str
    at: Space
    quantity: int = 1
    coat: int | None = None


class Strike(msgspec.Struct, frozen=True, omit_defaults=True):
    """One weapon of an attack, and after the dice what they gave."""

    weapon: str
    mode: str
    total: int = 0
    crit: bool = False
    rolled: bool = False


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The reaction chosen: its key, the shield or weapon, the stat, and the Armor that it adds once rolled."""

    key: str
    gear: str = ""
    stat: str = ""
    armor: int = 0


class Attack(msgspec.Struct, frozen=True, omit_defaults=True):
    """An attack under way: a frame of the stack. ``step`` tells what comes next.

    ``spent`` is the Stamina that it cost, ``landing`` the number of a disarm that waits for its space,
    ``wounds`` what it inflicted, ``counts`` whether it is an attack of the attacker's turn.
    """

    attacker: str
    target: str
    ability: str
    strikes: tuple[Strike, ...] = ()
    grip: str = "one"
    stat: str = ""
    item: str = ""
    direction: Space | None = None
    push_to: Space | None = None
    riposte: bool = False
    second: bool = False
    spent: int = 0
    repeats: tuple[int, ...] = ()
    step: str = "open"
    answer: Answer | None = None
    asked: bool = False
    negated: bool = False
    wounds: int = 0
    landing: int = 0

    @property
    def melee(self) -> bool:
        """Whether all of it is melee."""
        return all(strike.mode == "melee" for strike in self.strikes)

    @property
    def damaging(self) -> bool:
        """Whether it deals damage; all others are maneuvers."""
        return self.ability in ("basic_attack", "dual_wield_attack")


class DragonpactState(State, frozen=True, omit_defaults=True, dict=True):
    """The encounter. ``order`` lists units by turn, ``turn`` is the index of the active one."""

    rules: Rules
    grid: Grid
    units: tuple[Unit, ...] = ()
    order: tuple[str, ...] = ()
    turn: int = 0
    round: int = 0
    stage: str = INITIATIVE
    stack: tuple[Attack, ...] = ()
    ground: tuple[Lying, ...] = ()
    surprised: tuple[str, ...] = ()
    forced: bool | None = None
    winner: str = ""
    asked: int = 1

    @cached_property
    def index(self) -> dict[str, Unit]:
        """Every unit by id."""
        return {unit.id: unit for unit in self.units}

    @cached_property
    def standing(self) -> dict[Space, tuple[Unit, ...]]:
        """The units on the map that are not dead, by space."""
        spaces: dict[Space, tuple[Unit, ...]] = {}
        for unit in self.units:
            if unit.at is not None and not unit.dead:
                spaces[unit.at] = (*spaces.get(unit.at, ()), unit)
        return spaces

    def unit(self, key: str) -> Unit:
        """The unit with this id."""
        return self.index[key]

    @property
    def active(self) -> Unit | None:
        """Whose turn it is."""
        if self.stage in (INITIATIVE, OVER) or not self.order:
            return None
        return self.index.get(self.order[self.turn])

    @property
    def attack(self) -> Attack | None:
        """The attack on top of the stack."""
        return self.stack[-1] if self.stack else None

    @property
    def waits_for(self) -> str:
        """The unit (or ``gm``) whose decision is open; empty when the fight is over."""
        attack = self.attack
        if self.stage == INITIATIVE:
            return GM
        if self.stage == OVER:
            return ""
        if attack and self.stage in (REACT, RIPOSTE):
            return attack.target
        if attack and self.stage == LANDING:
            return attack.attacker
        return self.order[self.turn]

    @property
    def prompt_id(self) -> str:
        """The id of the open prompt: whose it is and how often it was asked; it never comes again."""
        who = self.waits_for
        if not who:
            return ""
        return f"{who}.{self.asked if who == GM else self.unit(who).asked}"

    def holder_of(self, unit: Unit) -> Unit | None:
        """Who holds a grappled unit."""
        grip = unit.condition("grappled")
        return self.index.get(grip.by) if grip else None

    def held_by(self, key: str) -> Unit | None:
        """The unit that this one holds."""
        for unit in self.units:
            grip = unit.condition("grappled")
            if grip and grip.by == key:
                return unit
        return None

    def knows(self, side: str, unit: Unit) -> bool:
        """Whether a side knows of a unit: its own, and all that are not hidden."""
        return unit.side == side or not unit.hidden

    def side_owners(self, side: str) -> tuple[str, ...]:
        """The people who decide for units of a side."""
        return tuple(sorted({unit.owner for unit in self.units if unit.side == side}))


def hostile(a: Unit, b: Unit) -> bool:
    """Units of different sides are hostile, except to neutral ones."""
    return a.side != b.side and NEUTRAL not in (a.side, b.side)
