"""Everything that can happen in a Dragonpact fight, in the past tense."""

from __future__ import annotations

from typing import Any

import msgspec

from rhean.rules.events import Event, Fact
from rhean.rules.explain import Explained
from rhean.rules.grid import Space


class Number(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit's number: ``die`` is the face that counts, None where an NPC's fixed number stands; value with terms."""

    unit: str
    stat: str
    value: Explained
    die: int | None = None

    @property
    def fixed(self) -> bool:
        """Whether no die was rolled."""
        return self.die is None

    @property
    def total(self) -> int:
        """The number."""
        return self.value.total


class FightBegan(Fact, frozen=True):
    """The fight began, in this order."""

    order: tuple[str, ...]


class FightEnded(Fact, frozen=True):
    """The fight is over; ``winner`` is empty if no side won."""

    winner: str = ""


class RoundStarted(Fact, frozen=True):
    """A round began."""

    round: int


class TurnStarted(Fact, frozen=True):
    """A unit's turn began, with this much Stamina."""

    unit: str
    round: int
    stamina: int


class TurnEnded(Fact, frozen=True):
    """A turn ended: ``ended``, ``cannot act`` or ``gm``."""

    unit: str
    why: str


class CostPaid(Fact, frozen=True):
    """Stamina was paid."""

    unit: str
    stamina: int
    left: int


class Rolled(Fact, frozen=True):
    """A stat number for something; ``dice`` holds both faces of a Parry rolled twice."""

    what: str
    number: Number
    dice: tuple[int, ...] = ()

    @property
    def unit(self) -> str:
        """Whose number it is."""
        return self.number.unit


class Contest(Fact, frozen=True):
    """Two numbers compared; ``reroll`` is the Accuracy face that a second one replaced."""

    what: str
    a: Number
    b: Number
    success: bool
    forced: bool = False
    reroll: int | None = None


class Checked(Fact, frozen=True):
    """A skill against a difficulty."""

    number: Number
    difficulty: int
    success: bool


class AttackDeclared(Fact, frozen=True):
    """An attack was declared."""

    attacker: str
    target: str
    ability: str
    weapons: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()
    grip: str = "one"
    riposte: bool = False


class AttackLost(Fact, frozen=True):
    """An attack came to nothing: its attacker or its target is gone."""

    attacker: str
    target: str


class AttackNegated(Fact, frozen=True):
    """An attack was undone by a Dodge or a ward."""

    attacker: str
    target: str
    by: str


class ReactionUsed(Fact, frozen=True):
    """A reaction; ``armor`` is what Block or Parry adds."""

    unit: str
    reaction: str
    gear: str = ""
    armor: int = 0


class ReactionPassed(Fact, frozen=True):
    """No reaction; ``auto``: none was possible."""

    unit: str
    auto: bool = False


class RiposteDeclined(Fact, frozen=True):
    """The parrier did not strike back."""

    unit: str


class DamageRolled(Fact, frozen=True):
    """A weapon's damage (``unit`` struck with ``weapon``), or a bomb's."""

    unit: str
    weapon: str
    faces: tuple[int, ...]
    value: Explained
    extra_faces: tuple[int, ...] = ()
    crit: bool = False
    crit_faces: tuple[int, ...] = ()
    perk_roll: Number | None = None
    halved: bool = False


class DamageSettled(Fact, frozen=True):
    """Damage met Armor. ``element`` and ``resistance`` are a bomb's."""

    target: str
    damage: int
    armor: Explained
    left: int
    wounds: int
    element: str = ""
    resistance: Explained | None = None


class Wounded(Fact, frozen=True):
    """A unit lost Health: why is ``attack``, ``bomb``, ``poisoned``, ``bleeding`` or ``forced move``."""

    unit: str
    wounds: int
    health: int
    why: str


class Healed(Fact, frozen=True):
    """A unit got Health back."""

    unit: str
    wounds: int
    health: int


class DeathMark(Fact, frozen=True):
    """A dying unit has so many death marks."""

    unit: str
    marks: int


class Died(Fact, frozen=True):
    """A unit died."""

    unit: str


class ConditionGained(Fact, frozen=True):
    """A unit gained a condition, or more of it."""

    unit: str
    condition: str
    by: str = ""
    amount: int = 0


class ConditionEnded(Fact, frozen=True):
    """A condition ended, and why."""

    unit: str
    condition: str
    why: str


class Guarded(Fact, frozen=True):
    """A Guard was taken."""

    unit: str
    stat: str
    bonus: int


class GuardEnded(Fact, frozen=True):
    """A Guard ended."""

    unit: str


class Moved(Fact, frozen=True):
    """A unit moved along a path, at this cost, with so many points left."""

    unit: str
    path: tuple[Space, ...]
    mode: str
    cost: int
    points_left: int


class Pushed(Fact, frozen=True):
    """A unit was pushed, or was not (``stopped``)."""

    unit: str
    by: str
    to: Space
    stopped: bool = False


class AmmoSpent(Fact, frozen=True):
    """A shot was spent."""

    unit: str
    item: str
    left: int


class ItemUsed(Fact, frozen=True):
    """An item was used up."""

    unit: str
    item: str
    left: int


class ItemReadied(Fact, frozen=True):
    """A weapon or shield was taken in hand."""

    unit: str
    item: str
    hand: str


class ItemStowed(Fact, frozen=True):
    """Something was put away."""

    unit: str
    item: str


class ItemLanded(Fact, frozen=True):
    """A thing lies on the ground: ``thrown``, ``disarmed`` or ``parried``."""

    item: str
    at: Space
    why: str
    unit: str = ""


class WeaponCoated(Fact, frozen=True):
    """Poison is on a weapon."""

    unit: str
    weapon: str
    potency: int


class StaminaGained(Fact, frozen=True):
    """Stamina came back."""

    unit: str
    amount: int
    stamina: int


class HideFailed(Fact, frozen=True):
    """Somebody unseen was watching."""

    unit: str


class Overridden(Fact, frozen=True):
    """The GM set something by hand."""

    do: str
    params: dict[str, Any] = {}


class Ruled(Fact, frozen=True):
    """A ruling changed in the middle of the fight."""

    key: str
    value: Any


class Entered(Fact, frozen=True):
    """Somebody joined."""

    unit: str


class Left(Fact, frozen=True):
    """Somebody left the fight."""

    unit: str


ALL_FACTS = (
    FightBegan
    | FightEnded
    | RoundStarted
    | TurnStarted
    | TurnEnded
    | CostPaid
    | Rolled
    | Contest
    | Checked
    | AttackDeclared
    | AttackLost
    | AttackNegated
    | ReactionUsed
    | ReactionPassed
    | RiposteDeclined
    | DamageRolled
    | DamageSettled
    | Wounded
    | Healed
    | DeathMark
    | Died
    | ConditionGained
    | ConditionEnded
    | Guarded
    | GuardEnded
    | Moved
    | Pushed
    | AmmoSpent
    | ItemUsed
    | ItemReadied
    | ItemStowed
    | ItemLanded
    | WeaponCoated
    | StaminaGained
    | HideFailed
    | Overridden
    | Ruled
    | Entered
    | Left
)

DragonpactEvent = Event[ALL_FACTS]
