"""What a group may make of its own: the fields of each kind of library entry, and how their text is read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rhean.rules.errors import BadDocument
from rhean.rules.sheet import Document, Field
from rhean.rules.systems.dragonpact.library import ELEMENTS, GROUPS, QUALITIES, STATS, WORN
from rhean.rules.systems.dragonpact.schema import choices

LABELS: Mapping[str, tuple[str, str]] = {
    "skills": ("skill", "skills"),
    "weapons": ("weapon", "weapons"),
    "naturals": ("natural weapon", "natural weapons"),
    "shields": ("shield", "shields"),
    "armour": ("piece of armour", "armour"),
    "items": ("item", "items"),
    "creatures": ("creature", "creatures"),
    "characters": ("ready-made character", "ready-made characters"),
    "encounters": ("prepared encounter", "prepared encounters"),
}
"""Library kind -> its name, one and many."""

TEXT = Field("text", "Description", "long_text", default="", maximum=2000)
REQUIRES = Field("requires", "Needs", "pools", default={}, minimum=0, maximum=20, choices=choices(STATS))
QUALITY = Field("qualities", "Qualities", "set", default=[], choices=choices(QUALITIES))
BASE = Field("base", "Base dice", "text", default="1d8", maximum=8, help="Such as 2d8.")
CRIT = Field("crit", "Crit dice", "text", default="1d8", maximum=8)
PERKS_HELP = "Level, colon, operations: 2: quality piercing; 3: crit 4d4, accuracy 1."


def _number(key: str, label: str, low: int, high: int, default: int = 0, text: str = "") -> Field:
    return Field(key, label, "integer", "", text, default, low, high)


def _weapon(groups: tuple[str, ...]) -> tuple[Field, ...]:
    """The fields of a weapon of these groups."""
    return (
        TEXT,
        Field("group", "Group", "choice", default=groups[0], choices=choices(groups)),
        BASE,
        CRIT,
        Field("damage", "Damage", "choice", default="sharp", choices=(("sharp", "sharp"), ("blunt", "blunt"))),
        _number("melee", "Reach in melee", 0, 20, 1),
        _number("thrown", "Thrown", 0, 100, 0, "0: it is not."),
        _number("shot", "Shoots", 0, 100, 0, "0: it does not."),
        Field("ammo", "Ammunition", "item", default="", library="items", help="Of what shoots."),
        REQUIRES,
        QUALITY,
        Field("perk_stats", "Perk stats", "set", default=[], choices=choices(STATS)),
        Field("perks", "Perks", "text", default="", maximum=400, help=PERKS_HELP),
    )


FIELDS: Mapping[str, tuple[Field, ...]] = {
    "skills": (TEXT, Field("stat", "Core Stat", "choice", default="strength", choices=choices(STATS))),
    "weapons": _weapon(GROUPS),
    "naturals": _weapon(("natural",)),
    "shields": (
        TEXT,
        _number("block", "Block value", 0, 20, 1),
        BASE,
        CRIT,
        _number("weight", "Weight", 0, 20),
        _number("evasion", "Evasion", -20, 20),
        REQUIRES,
        QUALITY,
        _number("gold", "Gold", 0, 100_000),
    ),
    "armour": (
        TEXT,
        Field("slot", "Worn on", "choice", default="body", choices=choices(WORN)),
        Field("heavy", "Heavy", "flag", default=False),
        _number("armor", "Armor", 0, 20, 1),
        _number("weight", "Weight", 0, 20),
        _number("evasion", "Evasion", -20, 20),
        _number("speed", "Speed", -20, 20),
        REQUIRES,
        Field("resist", "Resistance", "pools", default={}, minimum=-99, maximum=99, choices=choices(ELEMENTS)),
        _number("gold", "Gold", 0, 100_000),
    ),
    "items": (
        TEXT,
        Field(
            "sort",
            "Sort",
            "choice",
            default="tool",
            choices=choices(("heal", "stamina", "cure", "bomb", "poison", "ammo", "tool")),
        ),
        _number("wounds", "Heals", 0, 99),
        _number("amount", "Stamina", 0, 99),
        Field(
            "ends",
            "Ends",
            "set",
            default=[],
            choices=choices(("poisoned", "bleeding", "broken", "slowed", "prone")),
        ),
        _number("range", "Range", 0, 100),
        _number("radius", "Radius", 0, 20),
        Field("dice", "Dice", "text", default="", maximum=8, help="Of a bomb: 2d6."),
        Field("element", "Element", "choice", default="", choices=(("", "none"), *choices(ELEMENTS))),
        _number("potency", "Potency", 0, 50),
        _number("gold", "Gold", 0, 100_000),
    ),
}
"""Library kind -> the fields of an entry."""

NUMBERS = ("requires", "resist")


def prepared(kind: str, data: Document) -> dict[str, Any]:
    """An entry's data as its struct takes it: perks as rows, zeros and empty values left out."""
    ready = {key: value for key, value in data.items() if value is not None and value != ""}
    for key in NUMBERS:
        if isinstance(ready.get(key), Mapping):
            ready[key] = {name: number for name, number in ready[key].items() if number}
    if isinstance(ready.get("perks"), str):
        ready["perks"] = read_perks(ready["perks"])
    return ready


def read_perks(text: str) -> list[dict[str, Any]]:
    """``2: quality piercing; 3: crit 4d4, accuracy 1`` as rows; raises ``BadDocument``.

    >>> read_perks("2: quick; 3: accuracy 1, evasion 1")
    [{'level': 2, 'does': ['quick']}, {'level': 3, 'does': ['accuracy 1', 'evasion 1']}]
    """
    rows = []
    for part in filter(None, (piece.strip() for piece in text.split(";"))):
        found = re.fullmatch(r"([1-9]\d?)\s*:\s*(.+)", part)
        if not found:
            raise BadDocument(f"perks: {part!r} is not of the form 2: quick", "perks")
        rows.append({"level": int(found[1]), "does": [word.strip() for word in found[2].split(",")]})
    return rows
