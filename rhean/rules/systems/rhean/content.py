"""What a group may make of its own: the fields of each kind of library entry."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rhean.rules.errors import BadDocument
from rhean.rules.sheet import Document, Field
from rhean.rules.systems.rhean.entries import ATTRIBUTES
from rhean.rules.systems.rhean.schema import SIZE_CHOICES

LABELS: Mapping[str, tuple[str, str]] = {
    "skills": ("skill", "skills"),
    "weapons": ("weapon", "weapons"),
    "shields": ("shield", "shields"),
    "armour": ("suit of armour", "armour"),
    "races": ("race", "races"),
    "homelands": ("homeland", "homelands"),
    "advantages": ("advantage", "advantages"),
    "creatures": ("creature", "creatures"),
    "characters": ("ready-made character", "ready-made characters"),
    "terrain": ("kind of terrain", "terrain"),
    "weather": ("kind of weather", "weather"),
    "unlocks": ("rank of an action", "ranks of actions"),
    "missile_ranks": ("rank of missile skills", "ranks of missile skills"),
    "tricks": ("trick", "tricks"),
    "encounters": ("prepared encounter", "prepared encounters"),
}
"""Library kind -> its name, one and many."""

ROWS = ("ranges", "throw", "bands")
"""Fields that are typed as numbers with a stroke between them."""

GROUPS = tuple((key, key) for key in ("Melee", "Missile", "Defense", "Self", "Athletic", "Knowledge", "Craft"))
ATTRIBUTE_CHOICES = tuple((key, key.capitalize()) for key in ATTRIBUTES)
TEXT = Field("text", "Description", "long_text", default="", maximum=2000)
BANDS_HELP = "Five rising numbers in feet: 10/20/30/40/50. Empty: it does not."


def _number(key: str, label: str, low: int, high: int, default: int | None = 0, text: str = "") -> Field:
    return Field(key, label, "integer", "", text, default, low, high)


def _flag(key: str, label: str, text: str = "") -> Field:
    return Field(key, label, "flag", "", text, False)


SKILL = (
    TEXT,
    Field("group", "Class", "choice", default="Craft", choices=GROUPS),
    Field("attribute", "Attribute", "choice", default="dexterity", choices=ATTRIBUTE_CHOICES),
    _number("cost", "Cost", 1, 10, 1, "Price of a level and a rank."),
    _flag("trained_only", "Trained only"),
    _flag("named", "Named", "Stands for many, each with a subject, as languages do."),
    _flag("specialties", "Specialties"),
    Field("needs", "Needs", "item", default="", library="skills", help="The skill that has to come first."),
    Field("pair", "Belongs to", "item", default="", library="skills", help="Weapon skill and parry skill."),
)

WEAPON = (
    TEXT,
    Field("skill", "Skill", "item", default="brawling", library="skills"),
    _number("hands", "Hands", 0, 2, 1, "0: part of the body."),
    _flag("either", "One hand or both"),
    _number("reach", "Reach", 0, 10, None, "Empty: it only shoots."),
    Field("damage", "Damage", "text", default="1d6", maximum=12, help="Dice and constant: 1d8+1."),
    _number("stamina", "Stamina", 0, 20, 1),
    _number("durability", "Durability", 0, 100, None),
    Field("ranges", "Shoots", "text", default="", maximum=40, help=BANDS_HELP),
    Field("throw", "Thrown", "text", default="", maximum=40, help=BANDS_HELP),
    _number("parries", "Parries against it", -20, 20),
    _flag("natural", "Natural"),
    _flag("unarmed", "Unarmed"),
    _flag("improvised", "Improvised"),
    _flag("large", "Large", "Needs Reset Weapon after each use."),
    _flag("crossbow", "Crossbow"),
    Field("size", "Size", "choice", default="M", choices=SIZE_CHOICES),
)

FIELDS: Mapping[str, tuple[Field, ...]] = {
    "skills": SKILL,
    "weapons": WEAPON,
    "shields": (TEXT, _number("dv", "DV", 0, 20, 1), _number("durability", "Durability", 1, 100, 10)),
    "armour": (
        TEXT,
        Field("skill", "Skill", "item", default="armor_light", library="skills"),
        _number("stamina", "Stamina", 0, 20),
        _number("strength", "Strength", 1, 30, 5),
        _number("durability", "Durability", 1, 100, 10),
        _number("defense", "Defense", -10, 20),
        _number("reduction", "Damage Reduction", 0, 50, 1),
    ),
    "races": (
        TEXT,
        _number("movement", "Movement", 0, 30, 4),
        Field("size", "Size", "choice", default="M", choices=SIZE_CHOICES),
        Field("modifiers", "Attributes", "pools", default={}, minimum=-20, maximum=20, choices=ATTRIBUTE_CHOICES),
        Field("advantages", "Born with", "set", default=[], library="advantages", open_set=True),
    ),
    "homelands": (TEXT, Field("language", "Language", "item", default="language_common", library="skills")),
    "advantages": (TEXT, _number("cost", "Cost", -20, 20, 1), _flag("open", "Named", "Names something in brackets.")),
    "terrain": (TEXT, _number("movement", "Movement", -30, 30)),
    "weather": (TEXT, _number("movement", "Movement", -30, 30)),
    "unlocks": (
        TEXT,
        Field("group", "Skill", "text", default="weapon", maximum=60, help="weapon, parry, armour, or a skill's key."),
        _number("rank", "Rank", 0, 5, 1),
    ),
}
"""Library kind -> the fields of an entry."""


def prepared(kind: str, data: Document) -> dict[str, Any]:
    """An entry's data as its struct takes it: ``10/20/30`` becomes a list, what is empty is left out."""
    ready = {key: value for key, value in data.items() if value is not None and not (key in ROWS and value == "")}
    for key in ROWS:
        if isinstance(ready.get(key), str):
            ready[key] = _row(kind, key, ready[key])
    return ready


def _row(kind: str, key: str, text: str) -> list[int]:
    """Numbers with strokes between them; raises ``BadDocument``."""
    words = [word.strip() for word in text.split("/")]
    if not all(re.fullmatch(r"-?[0-9]{1,5}", word) for word in words):
        raise BadDocument(f"{kind}: {key} are whole numbers with / between them", key)
    return [int(word) for word in words]
