"""What can happen in Rhean: one frozen fact a kind of event, with the field names of the specification.

``what`` stands where the specification says ``kind`` (a fact's own kind is its tag). Names that Python keeps for
itself end in ``_`` here and not in JSON (``as_``, ``from_``). Every roll keeps its ``faces``.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import field

from rhean.rules.events import Event, Fact
from rhean.rules.grid import Space
from rhean.rules.systems.rhean.facts_outside import Check as Check
from rhean.rules.systems.rhean.facts_outside import Faces as Faces
from rhean.rules.systems.rhean.facts_outside import Terms as Terms
from rhean.rules.systems.rhean.facts_outside import Travelled as Travelled


class RoundOpened(Fact, frozen=True, omit_defaults=True):
    """The GM opened a round."""

    round: int


class Reaction(Fact, frozen=True, omit_defaults=True):
    """Somebody rolled whether he reacts."""

    who: str
    total: int
    tn: int
    success: bool
    terms: Terms = ()
    faces: Faces = ()
    botch: bool = False


class Initiative(Fact, frozen=True, omit_defaults=True):
    """Somebody's Initiative Total; ``reaction`` tells that it is his Reaction roll."""

    who: str
    total: int
    reaction: bool = False
    terms: Terms = ()
    faces: Faces = ()


class TieBreak(Fact, frozen=True, omit_defaults=True):
    """One d10 between those who are tied."""

    who: str
    face: int
    faces: Faces = ()


class Order(Fact, frozen=True, omit_defaults=True):
    """Who declares in which order, first to last."""

    ids: tuple[str, ...]


class PhaseBegan(Fact, frozen=True, omit_defaults=True):
    """A phase began."""

    phase: int


class Declared(Fact, frozen=True, omit_defaults=True):
    """Somebody declared an action; ``half`` tells that it is tried at half level.

    ``forced`` tells that nobody answered and the GM went on, ``revealed`` that a sealed declaration is opened now.
    """

    who: str
    action: str
    as_: str = field(default="", name="as")
    target: str = ""
    half: bool = False
    targets: tuple[str, ...] = ()
    weapon: str = ""
    toward: str = ""
    away: str = ""
    place: str = ""
    called: str = ""
    forced: bool = False
    revealed: bool = False


class GoesOn(Fact, frozen=True, omit_defaults=True):
    """Somebody goes on with a full-round action."""

    who: str
    action: str


class Turned(Fact, frozen=True, omit_defaults=True):
    """Somebody turned to face another, or on a map to a ``facing``."""

    who: str
    foe: str = ""
    facing: str = ""


class Cost(Fact, frozen=True, omit_defaults=True):
    """Somebody paid for what he does."""

    who: str
    pool: str
    amount: int


class Failed(Fact, frozen=True, omit_defaults=True):
    """A declared thing does not take place. ``reason`` may name combatants as ``{0}`` ...: ``about`` holds the ids."""

    who: str
    action: str
    reason: str
    about: tuple[str, ...] = ()


class Held(Fact, frozen=True, omit_defaults=True):
    """A held action waits now; ``trigger`` says for what (``{0}`` names ``about``)."""

    who: str
    action: str
    trigger: str
    about: tuple[str, ...] = ()
    weapon: str = ""


class HoldEnded(Fact, frozen=True, omit_defaults=True):
    """A held action ended."""

    who: str
    reason: str


class Tripped(Fact, frozen=True, omit_defaults=True):
    """A held action is tripped by those in ``about``: before everything else its holder has the word."""

    who: str
    action: str
    about: tuple[str, ...]


class PassedBy(Fact, frozen=True, omit_defaults=True):
    """A held action was not used against one who tripped it."""

    who: str
    target: str


class Moved(Fact, frozen=True, omit_defaults=True):
    """Somebody moved: on a map by ``path``, which took ``feet``."""

    who: str
    action: str
    place: str = ""
    path: tuple[Space, ...] = ()
    feet: int = 0


class Placed(Fact, frozen=True, omit_defaults=True):
    """The GM put somebody elsewhere on the map."""

    who: str
    at: Space
    facing: str = ""


class Pair(Fact, frozen=True, omit_defaults=True):
    """How ``a``, who moved, and ``b`` stand to each other now."""

    a: str
    b: str
    zone: str
    distance: int | None = None
    feet: int | None = None


class Stopped(Fact, frozen=True, omit_defaults=True):
    """A held strike stopped somebody's move in, or took his attack from him."""

    who: str
    by: str


class Attack(Fact, frozen=True, omit_defaults=True):
    """An attack roll; ``against`` is the defence with its terms, ``n`` its number in the phase (0: a held strike)."""

    n: int
    who: str
    target: str
    action: str
    total: int | None
    hit: bool
    defence: int | None = None
    critical: bool = False
    botch: bool = False
    weapon: str = ""
    terms: Terms = ()
    against: Terms = ()
    faces: Faces = ()


class Defence(Fact, frozen=True, omit_defaults=True):
    """An active defence against attack ``attack``; ``what`` is the defence."""

    who: str
    attack: int
    what: str
    total: int | None
    against: int
    success: bool
    terms: Terms = ()
    faces: Faces = ()
    botch: bool = False


class DefenceUnused(Fact, frozen=True, omit_defaults=True):
    """A declared defence had nothing to be used on."""

    who: str
    what: str


class Bind(Fact, frozen=True, omit_defaults=True):
    """A contest of weapons: ``result`` is won, lost or tie for ``who`` binds."""

    who: str
    attack: int
    total: int
    against: int
    result: str
    foe: str = ""
    terms: Terms = ()
    against_terms: Terms = ()
    faces: Faces = ()


class ArmorBlock(Fact, frozen=True, omit_defaults=True):
    """A blow was taken on the armour."""

    who: str
    attack: int
    total: int
    terms: Terms = ()
    faces: Faces = ()
    botch: bool = False


class Soak(Fact, frozen=True, omit_defaults=True):
    """Somebody takes a blow out of his Stamina rather than his Hits."""

    who: str
    attack: int
    total: int
    terms: Terms = ()
    faces: Faces = ()
    botch: bool = False


class FleshWound(Fact, frozen=True, omit_defaults=True):
    """Struck and stopped, he attacks all the same."""

    who: str


class Damage(Fact, frozen=True, omit_defaults=True):
    """What a hit did: ``rolled`` before the reduction, ``hits`` and ``stamina`` what each pool takes."""

    who: str
    by: str
    dice: str
    rolled: int
    reduction: int
    taken: int
    hits: int
    stamina: int
    terms: Terms = ()
    faces: Faces = ()


class ConditionGained(Fact, frozen=True, omit_defaults=True):
    """A condition began."""

    who: str
    key: str


class ConditionLost(Fact, frozen=True, omit_defaults=True):
    """A condition ended; hidden: for those who know of none of ``still``, from whom he is hidden yet."""

    who: str
    key: str
    still: tuple[str, ...] = ()


class Weapon(Fact, frozen=True, omit_defaults=True):
    """A weapon changed: its hand or state (set, bound, reset, extended, reduced, unloaded, loading, ground ...)."""

    who: str
    weapon: str
    state: str


class Durability(Fact, frozen=True, omit_defaults=True):
    """A thing suffered; at 0 it is broken."""

    who: str
    item: str
    left: int


class Focus(Fact, frozen=True, omit_defaults=True):
    """Somebody gathered himself; ``what`` is ``attack`` or ``defence``."""

    who: str
    what: str
    amount: int


class Breather(Fact, frozen=True, omit_defaults=True):
    """Somebody got his breath back."""

    who: str
    total: int
    gained: int
    terms: Terms = ()
    faces: Faces = ()


class Hides(Fact, frozen=True, omit_defaults=True):
    """Somebody hides; ``total`` is what others have to reach to notice him."""

    who: str
    total: int
    terms: Terms = ()
    faces: Faces = ()
    botch: bool = False


class Noticed(Fact, frozen=True, omit_defaults=True):
    """A hidden combatant was noticed."""

    who: str
    by: str


class Upkeep(Fact, frozen=True, omit_defaults=True):
    """What lasts was paid for; an ``amount`` of 0: it could not be paid and ends."""

    who: str
    what: str
    amount: int


class Pool(Fact, frozen=True, omit_defaults=True):
    """A pool was set."""

    who: str
    pool: str
    from_: int = field(name="from")
    to: int = 0


class Clock(Fact, frozen=True, omit_defaults=True):
    """So many round ends are left to a dying one."""

    who: str
    left: int


class Dead(Fact, frozen=True, omit_defaults=True):
    """Somebody died."""

    who: str


class PhaseEnded(Fact, frozen=True, omit_defaults=True):
    """A phase ended."""


class RoundEnded(Fact, frozen=True, omit_defaults=True):
    """A round ended."""


class Over(Fact, frozen=True, omit_defaults=True):
    """The fight is over; ``side`` is the side that stands, empty if none does."""

    side: str


class Overridden(Fact, frozen=True, omit_defaults=True):
    """The GM set something by hand; ``text`` says what (``{0}`` ... name ``about``)."""

    what: str
    text: str
    about: tuple[str, ...] = ()


class Entered(Fact, frozen=True, omit_defaults=True):
    """A combatant joined the fight."""

    who: str
    side: str


class Removed(Fact, frozen=True, omit_defaults=True):
    """A combatant was taken out of the fight."""

    who: str


class HandedOver(Fact, frozen=True, omit_defaults=True):
    """Another person decides for a combatant now."""

    who: str
    owner: str


RheanFact: TypeAlias = (
    RoundOpened
    | Reaction
    | Initiative
    | TieBreak
    | Order
    | PhaseBegan
    | Declared
    | GoesOn
    | Turned
    | Cost
    | Failed
    | Held
    | HoldEnded
    | Tripped
    | PassedBy
    | Moved
    | Placed
    | Pair
    | Stopped
    | Attack
    | Defence
    | DefenceUnused
    | Bind
    | ArmorBlock
    | Soak
    | FleshWound
    | Damage
    | Check
    | ConditionGained
    | ConditionLost
    | Weapon
    | Durability
    | Focus
    | Breather
    | Travelled
    | Hides
    | Noticed
    | Upkeep
    | Pool
    | Clock
    | Dead
    | PhaseEnded
    | RoundEnded
    | Over
    | Overridden
    | Entered
    | Removed
    | HandedOver
)
"""Any fact of Rhean."""

RheanEvent: TypeAlias = Event[RheanFact]
EVENT_TYPE = Event[RheanFact]
"""For reading events back from JSON."""
