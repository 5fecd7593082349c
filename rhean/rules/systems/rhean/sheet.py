"""A sheet of Rhean as the rules read it: frozen, with its own copies of the gear that it names."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from rhean.rules.errors import BadSheet
from rhean.rules.sheet import Document, Library
from rhean.rules.systems.rhean.entries import (
    ATTRIBUTES,
    RANKS,
    TRAITS,
    Armour,
    Damage,
    Homeland,
    Race,
    Shield,
    Size,
    Skill,
    Weapon,
    read_damage,
)
from rhean.rules.systems.rhean.library import find_skill
from rhean.rules.systems.rhean.reading import Reader
from rhean.rules.systems.rhean.schema import SCHEMA

Hand = Literal["main", "off", "both", "sheathed", "body"]
"""Where a weapon is; natural weapons are part of the ``body``."""

_MODIFIERS = {1: -4, 2: -3, 3: -2, 4: -1, 5: 0, 6: 0, 7: 1, 8: 2, 9: 3, 10: 4}


def modifier(score: int) -> int:
    """The modifier of an attribute, by the game's table; ``score - 6`` above 10, ``score - 5`` below 1.

    >>> [modifier(score) for score in (0, 1, 5, 6, 10, 11, 15)]
    [-5, -4, 0, 0, 4, 5, 9]
    """
    if score in _MODIFIERS:
        return _MODIFIERS[score]
    return score - 6 if score > 10 else score - 5


class Known(msgspec.Struct, frozen=True, omit_defaults=True):
    """A skill that somebody has: rank, level, and for some specialties or tricks.

    ``attribute`` and ``name`` are the skill's own, so that a sheet can be read without the library.
    """

    rank: int
    level: int
    attribute: str
    name: str
    specialties: tuple[str, ...] = ()
    tricks: tuple[str, ...] = ()


class Carried(msgspec.Struct, frozen=True, omit_defaults=True):
    """A weapon that somebody carries: where, loaded or not, with the dice that it does in his hands."""

    weapon: Weapon
    hand: Hand
    loaded: bool = False
    damage: Damage = Damage(1, 4)

    @property
    def ready(self) -> bool:
        """Whether it is in hand (or part of the body)."""
        return self.hand != "sheathed"


class Sheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that the rules read of a character.

    ``pools`` holds only the pools that are not full, ``shield_left`` the Durability of a shield that has suffered.
    """

    race: Race
    size: Size
    attributes: dict[str, int]
    traits: dict[str, int]
    skills: dict[str, Known] = {}
    advantages: tuple[str, ...] = ()
    weapons: tuple[Carried, ...] = ()
    shield: Shield | None = None
    shield_left: int | None = None
    shield_arm: Literal["left", "right"] = "left"
    armour: Armour | None = None
    natural_defense: int = 0
    natural_reduction: int = 0
    movement: int = 0
    homeland: str = ""
    conditions: tuple[str, ...] = ()
    counted: bool = True
    pools: dict[str, int] = {}
    overrides: dict[str, int] = {}

    def mod(self, attribute: str) -> int:
        """The modifier of an attribute, as set by hand if it was (``modifier.strength``)."""
        by_hand = self.overrides.get(f"modifier.{attribute}")
        return modifier(self.attributes[attribute]) if by_hand is None else by_hand

    def rank(self, skill: str) -> int:
        """The rank in a skill, 0 for unskilled."""
        known = self.skills.get(skill)
        return known.rank if known else 0

    def level(self, skill: str) -> int:
        """The level in a skill, 0 for unskilled."""
        known = self.skills.get(skill)
        return known.level if known and known.rank else 0

    def rank_name(self, skill: str) -> str:
        """``Journeyman``, or ``unskilled``."""
        return RANKS[self.rank(skill)]

    def has(self, advantage: str) -> bool:
        """Whether the sheet has an advantage, written as on the sheet: ``hardy``, ``keen_sense(hearing)``."""
        return advantage in self.advantages

    def tricks(self, skill: str) -> tuple[str, ...]:
        """The tricks learnt in a missile skill."""
        known = self.skills.get(skill)
        return known.tricks if known else ()

    def without_overrides(self) -> Sheet:
        """The same sheet with nothing set by hand."""
        return msgspec.structs.replace(self, overrides={})

    @property
    def shortfall(self) -> int:
        """How much Strength is lacking for the armour worn."""
        return max(0, self.armour.strength - self.attributes["strength"]) if self.armour else 0

    @property
    def trained_in_armour(self) -> bool:
        """Whether the wearer has a rank in the skill of his armour."""
        return self.armour is not None and self.rank(self.armour.skill) > 0


def read_sheet(document: Document, library: Library) -> Sheet:
    """The sheet in a document; raises :class:`BadSheet` with everything that the schema refuses."""
    reader = Reader(library)
    values = reader.read(document, SCHEMA)
    sheet = build(values, library, reader)
    if reader.problems:
        raise BadSheet(*reader.problems)
    return sheet


def build(values: dict[str, Any], library: Library, reader: Reader) -> Sheet:
    """The sheet of values that the reader has read; further faults go to the reader."""
    race: Race = library.get("races", values["race"]) or Race(key="other", name="Other", movement=4)
    return Sheet(
        race=race,
        size=values["size"] or race.size,
        attributes={key: values[key] for key in ATTRIBUTES},
        traits={key: values[key] for key in TRAITS},
        skills=_skills(values, library),
        advantages=tuple(dict.fromkeys((*values["advantages"], *race.advantages))),
        weapons=_weapons(values["weapons"], library, reader),
        shield=library.get("shields", values["shield"]),
        shield_left=values["shield_left"],
        shield_arm=values["shield_arm"],
        armour=library.get("armour", values["armour"]),
        natural_defense=values["natural_defense"],
        natural_reduction=values["natural_reduction"],
        movement=values["movement"],
        homeland=values["homeland"],
        conditions=tuple(values["conditions"]),
        counted=values["counted"],
        pools=values["pools"],
        overrides=values["overrides"],
    )


def _skills(values: dict[str, Any], library: Library) -> dict[str, Known]:
    """The skills of the document, and what the homeland gives where that is more."""
    known: dict[str, Known] = {}
    for key, row in values["skills"].items():
        skill = find_skill(library, key)
        if skill is not None:
            known[key] = _known(row, skill)
    for key, (rank, level) in gifts(values["homeland"], library).items():
        have, skill = known.get(key), find_skill(library, key)
        if skill is not None and (have is None or (have.rank, have.level) < (rank, level)):
            known[key] = _known({"rank": rank, "level": level}, skill)
    return known


def gifts(homeland: str, library: Library) -> dict[str, tuple[int, int]]:
    """Skill -> rank and level that come with a homeland: its language at Journeyman(4), Local Knowledge at
    Apprentice(2)."""
    entry: Homeland | None = library.get("homelands", homeland)
    return {entry.language: (3, 4), "local_knowledge": (2, 2)} if entry else {}


def _known(row: dict[str, Any], skill: Skill) -> Known:
    """A row of skills with what the skill itself says."""
    specialties = tuple(word.strip() for word in row.get("specialties", "").split(",") if word.strip())
    return Known(row["rank"], row["level"], skill.attribute, skill.name, specialties, tuple(row.get("tricks", ())))


def _weapons(rows: list[dict[str, Any]], library: Library, reader: Reader) -> tuple[Carried, ...]:
    """The weapons with their hands: the first in hand and the rest sheathed, unless the row says otherwise."""
    carried = []
    for number, row in enumerate(rows):
        weapon: Weapon | None = library.get("weapons", row["weapon"])
        if weapon is None:
            reader.fault(f"weapons.{number}.weapon", "names a weapon")
            continue
        damage = _damage(row["damage"], weapon, f"weapons.{number}.damage", reader)
        carried.append(Carried(weapon, _hand(row["hand"], weapon, number), weapon.missile and row["loaded"], damage))
    return tuple(carried)


def _hand(named: Any, weapon: Weapon, number: int) -> Hand:
    """The hand that a row names, or the usual one."""
    if weapon.hands == 0:
        return "body"
    if named:
        hand: Hand = named
        return hand
    if number:
        return "sheathed"
    return "both" if weapon.hands == 2 else "main"


def _damage(text: str, weapon: Weapon, path: str, reader: Reader) -> Damage:
    """The damage that a row sets, or the weapon's own."""
    try:
        return read_damage(text) if text else weapon.roll
    except ValueError as error:
        reader.fault(path, str(error))
        return weapon.roll
