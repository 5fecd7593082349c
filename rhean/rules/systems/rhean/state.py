"""A fight of Rhean at one moment: frozen, to JSON and back without loss.

The fixed part (``Fixed``: sheets, gear, rulings) is shared by reference from state to state; what changes is small.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from rhean.rules.grid import Grid, Space
from rhean.rules.rulings import Rulings
from rhean.rules.state import State
from rhean.rules.systems.rhean.entries import Armour, MissileRank, Shield, Skill, Trick, Unlock, Weapon
from rhean.rules.systems.rhean.sheet import Sheet

Type = Literal["attack", "defence", "move", "full"]
Segment = Literal["opening", "reaction", "declare", "held", "defend", "over"]
Zone = Literal["engaged", "near", "far"]
Quadrant = Literal["front", "left", "right", "rear"]
QUADRANTS: tuple[Quadrant, ...] = ("front", "left", "right", "rear")

DEFAULT_HIDING = 20
"""What others have to reach to notice one whom the setup or the GM hides."""


class Stock(msgspec.Struct, frozen=True, omit_defaults=True):
    """The library entries that this fight needs, by key: its own copies."""

    weapons: dict[str, Weapon] = {}
    shields: dict[str, Shield] = {}
    armour: dict[str, Armour] = {}
    skills: dict[str, Skill] = {}
    unlocks: dict[str, Unlock] = {}
    missile_ranks: dict[str, MissileRank] = {}
    tricks: dict[str, Trick] = {}


class Profile(msgspec.Struct, frozen=True):
    """What does not change of a combatant: his sheet, and the figures worked out from it."""

    sheet: Sheet
    maxima: dict[str, int]
    initiative: int
    movement: int
    shortfall: int


class Fixed(msgspec.Struct, frozen=True):
    """What does not change from command to command (but for reinforcements and changed rulings)."""

    rulings: Rulings
    stock: Stock
    profiles: dict[str, Profile]


class Wielded(msgspec.Struct, frozen=True, omit_defaults=True):
    """A weapon of a combatant. ``id`` tells two of a kind apart, ``kind`` is its key in the stock.

    ``stance`` is 1 extended, -1 reduced; ``loading`` counts phases of loading already done. ``by_hand`` tells by how
    much its attack, parry and damage differ from what the sheet comes to, where somebody set them.
    """

    id: str
    kind: str
    hand: Literal["main", "off", "both", "sheathed", "natural"]
    loaded: bool = False
    loading: int = 0
    stance: int = 0
    by_hand: dict[str, int] = {}
    set: bool = False
    bound: bool = False
    reset: bool = False

    @property
    def in_hand(self) -> bool:
        """Whether it is ready to hand (a claw always is)."""
        return self.hand != "sheathed"


class Carried(msgspec.Struct, frozen=True, omit_defaults=True):
    """A shield on an arm, with the Durability that is left."""

    kind: str
    arm: Literal["left", "right"]
    left: int


class Condition(msgspec.Struct, frozen=True, omit_defaults=True):
    """A condition; it ends at the end of the tick ``until`` or of the round ``until_round``, else it lasts.

    Hidden: ``total`` is what others have to reach, ``known_to`` the enemies who noticed. Dying: ``left`` round ends,
    ``tended``.
    """

    key: str
    until: int | None = None
    until_round: int | None = None
    known_to: tuple[str, ...] = ()
    total: int = 0
    left: int = 0
    tended: bool = False


class Hold(msgspec.Struct, frozen=True, omit_defaults=True):
    """A held action that waits. ``since`` is the tick of its declaration, ``serial`` orders those of one fight."""

    action: str
    weapon: str
    since: int
    serial: int
    guard: str = ""
    place: str = ""
    watch: str = ""
    when: str = ""


class Declaration(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody declared. Ids of weapons are those of ``Wielded``."""

    action: str
    type: Type | Literal[""] = ""
    targets: tuple[str, ...] = ()
    weapon: str = ""
    skill: str = ""
    toward: str = ""
    away: str = ""
    stop: str = ""
    distance: int | None = None
    place: str = ""
    guard: str = ""
    watch: str = ""
    when: str = ""
    path: tuple[Space, ...] = ()
    item: str = ""
    hand: str = ""
    drop: str = ""
    add: int = 0
    moves: int = 0
    trick: str = ""
    called: str = ""
    defence: str = ""
    attacker: str = ""
    sense: str = ""
    half: bool = False
    extra: int = 0
    continued: bool = False
    since: int = 0


class Deed(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something done whose moment counts later: a move, a parry that stopped a blow."""

    tick: int
    action: str
    target: str = ""
    running: bool = False


class Aim(msgspec.Struct, frozen=True):
    """Aim taken with a weapon at a target."""

    weapon: str
    target: str
    amount: int


class Focus(msgspec.Struct, frozen=True):
    """What a Focus adds to the next roll, until the end of that round."""

    amount: int
    until: int


class Allowance(msgspec.Struct, frozen=True):
    """The GM lets the next declaration ignore rank and skill; ``tn`` makes it harder."""

    tn: int


class Turn(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is a combatant's for one round."""

    total: int | None = None
    failed: bool = False
    spent: tuple[str, ...] = ()
    full: Declaration | None = None
    broken: bool = False
    weakened: int = 0
    struck: bool = False
    counted: int = 0
    controlled: bool = False
    mount_work: bool = False
    shield_work: int = 0
    armor_work: int = 0
    sang: bool = False


class Moment(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is a combatant's for one phase.

    ``used`` tells that his declared defence was used, ``waived`` that he declined it, ``soaked`` lists attacks that a
    stance has dealt with; ``stopped`` is who stopped him; ``flesh`` that he attacks in spite of a wound; ``paid``
    that what he does is paid for; ``went`` that his going on was told.
    """

    weakened: int = 0
    short: bool = False
    declared: Declaration | None = None
    used: bool = False
    waived: bool = False
    answers: int = 0
    soaked: tuple[int, ...] = ()
    stopped: str = ""
    flesh: bool = False
    paid: bool = False
    bashed: bool = False
    refocus: int | None = None
    worked: bool = False
    turned: bool = False
    stance_parry: bool = False
    stance_shield: bool = False
    went: bool = False


class Fighter(msgspec.Struct, frozen=True, omit_defaults=True):
    """A combatant at one moment."""

    id: str
    side: str
    owner: str
    hits: int
    stamina: int
    stability: int
    ka: int
    weapons: tuple[Wielded, ...] = ()
    shield: Carried | None = None
    conditions: tuple[Condition, ...] = ()
    aware: bool = True
    alerted: bool = False
    reacted: bool = True
    surprised: bool = False
    asleep: bool = False
    was_asleep: bool = False
    intoxicated: str = ""
    distracted: str = ""
    hold: Hold | None = None
    last_move: Deed | None = None
    parried: Deed | None = None
    aim: Aim | None = None
    focus_attack: Focus | None = None
    focus_defence: Focus | None = None
    modifiers: dict[str, int] = {}
    allowance: Allowance | None = None
    breathed: int = 0
    at: Space | None = None
    facing: str = ""
    turn: Turn = Turn()
    moment: Moment = Moment()

    def has(self, *keys: str) -> bool:
        """Whether one of these conditions is his."""
        return any(condition.key in keys for condition in self.conditions)

    def condition(self, key: str) -> Condition | None:
        """That condition of his, or None."""
        return next((condition for condition in self.conditions if condition.key == key), None)

    def pool(self, key: str) -> int:
        """A pool's present value."""
        value: int = getattr(self, key)
        return value


class Bond(msgspec.Struct, frozen=True, omit_defaults=True):
    """How two enemies stand to each other; ``feet`` is set where the GM says so."""

    zone: Zone = "near"
    distance: int = 0
    feet: int | None = None


class Bearing(msgspec.Struct, frozen=True, omit_defaults=True):
    """From where one combatant's attacks come to another, and what cover the other has from them."""

    quadrant: Quadrant = "front"
    aware: bool = False
    cover: int = 0


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """The map of a fight; a space is ``step`` feet wide."""

    grid: Grid
    step: int = 5


class Thing(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something on the ground: its name, and its key in the stock if it is a weapon."""

    name: str
    kind: str = ""


class Blow(msgspec.Struct, frozen=True, omit_defaults=True):
    """An attack roll made in this phase, with all that its damage needs."""

    n: int
    who: str
    target: str
    action: str
    weapon: str
    dice: str
    total: int
    hit: bool
    critical: bool = False
    skill: str = ""
    missile: bool = False
    armed: bool = True
    aware: bool = True
    undefendable: bool = False
    quadrant: Quadrant = "front"
    distance: int | None = None
    extras: tuple[tuple[str, int], ...] = ()
    strength: int = 0
    parries: int = 0
    running: bool = False
    stopped: bool = False
    blocked: bool = False
    soak: int | None = None
    soak_limit: int | None = None
    soak_pay: str = "stability"
    armor_block: int | None = None


class FleshWound(msgspec.Struct, frozen=True):
    """A struck and stopped attacker who may take the same wound again and attack all the same."""

    who: str
    by: str
    taken: int


class Strike(msgspec.Struct, frozen=True, omit_defaults=True):
    """A held strike that is being worked out: its blow waits for the answer of the one struck."""

    holder: str
    blow: Blow
    closing: bool = False
    stops: bool = False


class RheanState(State, frozen=True, omit_defaults=True):
    """The whole fight. ``before`` holds the pairs as they stood before step b of this phase.

    ``passed`` lists holders who have been asked in this phase, ``tripped`` the holds of which that was told, ``warned``
    holders whose Reaction roll let them choose, ``flesh`` struck attackers who may take a Flesh Wound, ``forced`` the
    next faces that the GM fixed.
    """

    fixed: Fixed
    fighters: tuple[Fighter, ...]
    round: int = 0
    phase: int = 0
    segment: Segment = "opening"
    order: tuple[str, ...] = ()
    pairs: dict[str, Bond] = {}
    before: dict[str, Bond] | None = None
    bearings: dict[str, Bearing] = {}
    board: Board | None = None
    ground: tuple[Thing, ...] = ()
    blows: tuple[Blow, ...] = ()
    strike: Strike | None = None
    flesh: tuple[FleshWound, ...] = ()
    passed: tuple[str, ...] = ()
    tripped: tuple[int, ...] = ()
    warned: tuple[str, ...] = ()
    forced: tuple[int, ...] = ()
    serial: int = 0
    begun: bool = False
    winner: str = ""

    @property
    def tick(self) -> int:
        """The number of this phase, counted through all rounds from 1."""
        return max(self.round - 1, 0) * 3 + self.phase
