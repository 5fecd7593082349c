"""The library of Dragonpact: what an entry of each kind is, and the TOML files of ``data/`` read and checked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Literal

import msgspec

from rhean.rules.content import Kinds, PreparedEncounter, Reader, encounter_faults
from rhean.rules.sheet import Document, Entry, Library, SheetEntry
from rhean.rules.systems.dragonpact import perks

Stat = Literal["strength", "agility", "intelligence", "will", "vigor"]
Element = Literal["fire", "frost", "storm", "acid", "light", "dark"]

STATS: tuple[Stat, ...] = ("strength", "agility", "intelligence", "will", "vigor")
ELEMENTS: tuple[Element, ...] = ("fire", "frost", "storm", "acid", "light", "dark")
SIZES = ("tiny", "small", "medium", "large", "huge")
GROUPS = ("blades", "axes", "polearms", "maces", "bows", "crossbows")
TRAINING = (*GROUPS, "shields", "light_armor", "heavy_armor")
WORN = ("body", "head", "hands", "feet")
HELD = ("main", "off", "both")
QUALITIES = ("light", "two_handed", "versatile", "thrown", "projectile", "piercing")


@cache
def read_dice(text: str) -> tuple[int, int]:
    """``2d8`` as count and sides; raises ``ValueError`` for anything else, and for more than 20 dice or 100 sides."""
    found = re.fullmatch(r"(\d{1,2})d(\d{1,3})", text)
    count, sides = (int(found[1]), int(found[2])) if found else (0, 0)
    if not (1 <= count <= 20 and 2 <= sides <= 100):
        raise ValueError(f"dice {text!r} are not of the form 2d8 (1 to 20 dice of 2 to 100 sides)")
    return count, sides


class Perk(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What opens when one of the weapon's perk stats reaches ``level``: operations, see ``perks``."""

    level: int
    does: tuple[str, ...]

    def __post_init__(self) -> None:
        for words in self.does:
            perks.read(words)


class Weapon(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A weapon: group, base and crit dice, reach by mode, requirements, qualities, perks. Price: by its hands."""

    group: str
    base: str
    crit: str
    damage: Literal["sharp", "blunt"]
    melee: int = 0
    thrown: int = 0
    shot: int = 0
    ammo: str = ""
    requires: dict[Stat, int] = {}
    qualities: tuple[str, ...] = ()
    perk_stats: tuple[Stat, ...] = ()
    perks: tuple[Perk, ...] = ()

    def __post_init__(self) -> None:
        read_dice(self.base)
        read_dice(self.crit)
        if not set(self.qualities) <= set(QUALITIES):
            raise ValueError(f"qualities are some of {', '.join(QUALITIES)}")
        if self.group not in (*GROUPS, "natural"):
            raise ValueError(f"group {self.group!r} is none of {', '.join(GROUPS)}")
        if min(self.melee, self.thrown, self.shot) < 0 or not (self.melee or self.thrown or self.shot):
            raise ValueError("a weapon reaches at least one space in one mode")
        if bool(self.shot) != bool(self.ammo):
            raise ValueError("what shoots needs ammunition, and only that")


class Shield(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A shield, which is also a blunt weapon for one hand."""

    block: int
    base: str
    crit: str
    weight: int = 0
    evasion: int = 0
    requires: dict[Stat, int] = {}
    qualities: tuple[str, ...] = ()
    gold: float = 0

    def __post_init__(self) -> None:
        read_dice(self.base)
        read_dice(self.crit)


class Armour(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something worn: its slot and what it changes."""

    slot: Literal["body", "head", "hands", "feet"]
    heavy: bool = False
    armor: int = 0
    weight: int = 0
    evasion: int = 0
    speed: int = 0
    requires: dict[Stat, int] = {}
    resist: dict[Element, int] = {}
    gold: float = 0


class Item(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something to use: ``sort`` says how."""

    sort: Literal["heal", "stamina", "cure", "bomb", "poison", "ammo", "tool"]
    wounds: int = 0
    amount: int = 0
    ends: tuple[str, ...] = ()
    range: int = 0
    radius: int = 0
    dice: str = ""
    element: Element | None = None
    potency: int = 0
    gold: float = 0

    def __post_init__(self) -> None:
        wanted = {"heal": self.wounds, "stamina": self.amount, "cure": self.ends, "poison": self.potency}
        if self.sort in wanted and not wanted[self.sort]:
            raise ValueError(f"an item of sort {self.sort} needs its figure")
        if self.sort == "bomb":
            read_dice(self.dice)
            if self.element is None or self.range < 1:
                raise ValueError("a bomb needs dice, an element and a range")


class Skill(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A skill and the Core Stat that it is rolled with."""

    stat: Stat


class Figure(SheetEntry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ready-made sheet: a creature or a character."""


ENTRY_TYPES: dict[str, type[Entry]] = {
    "skills": Skill,
    "weapons": Weapon,
    "naturals": Weapon,
    "shields": Shield,
    "armour": Armour,
    "items": Item,
    "creatures": Figure,
    "characters": Figure,
    "encounters": PreparedEncounter,
}
"""Library kind -> what an entry of it is; one TOML file a kind."""

GEAR_KINDS = ("weapons", "shields", "armour", "items")
"""Kinds that can stand in a sheet's gear."""


class Catalogue(msgspec.Struct, frozen=True, omit_defaults=True):
    """A state's own copy of what its gear and skills are, so that nothing outside can change a running fight."""

    weapons: dict[str, Weapon] = {}
    naturals: dict[str, Weapon] = {}
    shields: dict[str, Shield] = {}
    armour: dict[str, Armour] = {}
    items: dict[str, Item] = {}
    skills: dict[str, Skill] = {}

    @classmethod
    def of(cls, library: Library) -> Catalogue:
        """The part of a library that fights read."""
        return cls(**{kind: dict(library.all(kind)) for kind in cls.__struct_fields__})

    def gear(self, key: str) -> Weapon | Shield | Armour | Item | None:
        """What a piece of gear is, or None for an unknown key."""
        return self.weapons.get(key) or self.shields.get(key) or self.armour.get(key) or self.items.get(key)


READER = Reader(ENTRY_TYPES)


def read_entry(kind: str, key: str, data: Document) -> Entry:
    """One entry of a library kind from plain data; raises ``BadDocument`` with the field at fault as its place."""
    return READER.entry(kind, key, data)


@cache
def shipped() -> Library:
    """Everything that ships, read once and checked; raises ``BadDocument`` naming file and key."""
    return READER.library(__package__, cross_faults)


def cross_faults(kinds: Kinds) -> Iterator[str]:
    """Every reference between entries that leads nowhere, as ``file, key: fault``."""
    yield from _gear_faults(kinds)
    yield from _sheet_faults(kinds)
    yield from encounter_faults(kinds)


def _gear_faults(kinds: Kinds) -> Iterator[str]:
    """Shooting weapons name ammunition that exists and all ammunition is shot by something; a gear key is one thing."""
    weapons = {**kinds["weapons"], **kinds["naturals"]}
    for key, weapon in weapons.items():
        if weapon.ammo and getattr(kinds["items"].get(weapon.ammo), "sort", "") != "ammo":
            yield f"weapons.toml, {key}: no ammunition {weapon.ammo}"
    shot = {weapon.ammo for weapon in weapons.values()}
    for key, item in kinds["items"].items():
        if item.sort == "ammo" and key not in shot:
            yield f"items.toml, {key}: nothing shoots it"
    keys = [key for kind in GEAR_KINDS for key in kinds[kind]]
    yield from (f"{key}: stands in two kinds of gear" for key in sorted(set(keys)) if keys.count(key) > 1)


def _sheet_faults(kinds: Kinds) -> Iterator[str]:
    """Ready-made sheets name gear, natural weapons and skills that exist."""
    gear = {key for kind in GEAR_KINDS for key in kinds[kind]}
    for kind in ("creatures", "characters"):
        for key, entry in kinds[kind].items():
            wanted = [(gear, row.get("item")) for row in entry.sheet.get("gear", ())]
            wanted += [(set(kinds["naturals"]), natural) for natural in entry.sheet.get("natural", ())]
            wanted += [(set(kinds["skills"]), skill) for skill in entry.sheet.get("skills", {})]
            yield from (f"{kind}.toml, {key}: nothing called {name}" for known, name in wanted if name not in known)
