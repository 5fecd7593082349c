"""What the library of Rhean holds: one frozen struct a kind, read from TOML or from a group's own data.

A value that a kind cannot take is an error that names the key (``__post_init__`` raises ``ValueError``, which
``msgspec`` turns into a validation error with its path).
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

import msgspec

from rhean.rules.content import PreparedEncounter
from rhean.rules.sheet import Entry, SheetEntry

Attribute = Literal[
    "strength", "constitution", "agility", "dexterity", "intelligence", "will", "perception", "presence"
]
Size = Literal["T", "S", "M", "L", "H"]
SkillClass = Literal["Melee", "Missile", "Defense", "Self", "Athletic", "Knowledge", "Craft"]

ATTRIBUTES: tuple[Attribute, ...] = (
    "strength",
    "constitution",
    "agility",
    "dexterity",
    "intelligence",
    "will",
    "perception",
    "presence",
)
TRAITS = ("body", "mind", "spirit")
SIZES: tuple[Size, ...] = ("T", "S", "M", "L", "H")
RANKS = ("unskilled", "Novice", "Apprentice", "Journeyman", "Master", "Grandmaster")
POOL_LABELS = {"hits": "Hits", "stamina": "Stamina", "stability": "Stability", "ka": "Ka"}
POOLS = tuple(POOL_LABELS)
BANDS = ("point-blank", "short", "medium", "long", "extreme")


class Damage(msgspec.Struct, frozen=True):
    """Dice and the constant in a weapon's damage: ``2d6+1``."""

    count: int
    sides: int
    constant: int = 0


@cache
def read_damage(text: str) -> Damage:
    """``1d8+1`` read; raises ``ValueError`` for anything else, and for more than 20 dice or 100 sides."""
    found = re.fullmatch(r"(\d{1,2})d(\d{1,3})([+-]\d{1,2})?", text)
    if found is None:
        raise ValueError(f"damage {text!r} is not of the form 1d8+1")
    damage = Damage(int(found[1]), int(found[2]), int(found[3] or 0))
    if not (1 <= damage.count <= 20 and 2 <= damage.sides <= 100):
        raise ValueError(f"damage {text!r}: 1 to 20 dice of 2 to 100 sides")
    return damage


class Skill(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A skill: its class, usual attribute and price.

    ``named`` skills stand for many: ``language`` for ``language_elvish``, ``lore`` for ``lore_dragons``.
    ``pair`` ties a weapon skill to its parry skill and back; ``parry`` names the parry skill of those that borrow
    another's (fisticuffs).
    ``related`` (languages) lists skill keys understood one rank and two levels lower.
    """

    group: SkillClass
    attribute: Attribute
    cost: int = 1
    trained_only: bool = False
    named: bool = False
    specialties: bool = False
    needs: str = ""
    parry: str = ""
    related: tuple[str, ...] = ()

    @property
    def takes_words(self) -> bool:
        """Whether it stands for many: every language is one of the skill ``language``."""
        return self.named

    def takes(self, column: str) -> bool:
        """Tricks are learnt in missile skills, specialties in broad Knowledge skills."""
        return {"tricks": self.group == "Missile", "specialties": self.specialties}.get(column, True)

    @property
    def is_parry(self) -> bool:
        """Whether it is the parry skill of a weapon skill."""
        return self.group == "Defense" and bool(self.pair)

    @property
    def parried_by(self) -> str:
        """The parry skill that goes with this weapon skill, empty for one that cannot parry."""
        return "" if self.is_parry else self.parry or self.pair


class Weapon(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A weapon. ``reach`` is None for what only shoots; ``hands`` 0 for natural weapons.

    ``either`` marks "1-2 hands"; ``ranges`` are the upper limits of the five bands when shot, ``throw`` when thrown;
    ``parries`` is the modifier of parries against it; ``others`` are skills that may be used instead of ``skill``.
    """

    skill: str
    others: tuple[str, ...] = ()
    hands: int = 1
    either: bool = False
    reach: int | None = None
    damage: str = "1d4"
    stamina: int = 1
    durability: int | None = None
    ranges: tuple[int, ...] = ()
    throw: tuple[int, ...] = ()
    parries: int = 0
    natural: bool = False
    unarmed: bool = False
    improvised: bool = False
    large: bool = False
    crossbow: bool = False
    size: Size = "M"

    def __post_init__(self) -> None:
        read_damage(self.damage)
        for bands in (self.ranges, self.throw):
            if bands and (len(bands) != len(BANDS) or list(bands) != sorted(set(bands))):
                raise ValueError("ranges are five rising numbers")
        if not 0 <= self.hands <= 2 or self.stamina < 0 or (self.reach or 0) < 0:
            raise ValueError("hands are 0 to 2, Stamina and Reach not negative")

    @property
    def roll(self) -> Damage:
        """The dice and constant of its damage."""
        return read_damage(self.damage)

    @property
    def missile(self) -> bool:
        """Whether it shoots (and has to be loaded)."""
        return bool(self.ranges)

    @property
    def melee(self) -> bool:
        """Whether one can strike with it."""
        return self.reach is not None


class Shield(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A shield: its defence value and Durability."""

    dv: int
    durability: int


class Armour(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A suit: the skill that it asks for, its Stamina, the Strength that it asks for, Defense and Damage Reduction."""

    skill: str
    stamina: int
    strength: int
    durability: int
    defense: int
    reduction: int


class Race(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A race: its share of Movement, usual Size, changes of attributes, and the advantages born with.

    ``published`` tells that the changes are the game's own and not a ruling.
    """

    movement: int
    size: Size = "M"
    modifiers: dict[Attribute, int] = {}
    advantages: tuple[str, ...] = ()
    published: bool = False


class Homeland(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where somebody grew up: its language comes at Journeyman(4), Local Knowledge at Apprentice(2)."""

    language: str


class Advantage(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An advantage, or a disadvantage (negative ``cost``). ``open`` ones name something: ``keen_sense(hearing)``."""

    cost: int = 1
    open: bool = False

    @property
    def takes_words(self) -> bool:
        """Whether it names something: ``keen_sense(hearing)``."""
        return self.open


class Creature(SheetEntry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ready-made sheet: of a creature or of a pregenerated character."""


class Ground(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Terrain or weather: what it does to Movement on a journey."""

    movement: int


class Unlock(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rank that a closed action asks for. ``group``: weapon, parry, armour, or the key of a skill."""

    group: str
    rank: int


class MissileRank(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a rank does to shots and throws.

    ``percent`` changes every range, ``bands`` are the modifiers from point-blank to extreme, ``called`` the extra
    modifier of called shots (None: not allowed), ``reload`` is ``action`` or ``free``, ``tricks`` how many one knows.
    ``crossbow`` counts the phases that reloading a crossbow takes.
    """

    rank: int
    percent: int
    bands: tuple[int, int, int, int, int]
    called: int | None = None
    reload: Literal["action", "free"] = "action"
    crossbow: int = 2
    tricks: int = 0


class Trick(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A trick of missile skills."""

    shots: int = 1


ENTRY_TYPES: dict[str, type[Entry]] = {
    "skills": Skill,
    "weapons": Weapon,
    "shields": Shield,
    "armour": Armour,
    "races": Race,
    "homelands": Homeland,
    "advantages": Advantage,
    "creatures": Creature,
    "characters": Creature,
    "terrain": Ground,
    "weather": Ground,
    "unlocks": Unlock,
    "missile_ranks": MissileRank,
    "tricks": Trick,
    "encounters": PreparedEncounter,
}
"""Library kind -> what an entry of it is; one TOML file a kind."""
