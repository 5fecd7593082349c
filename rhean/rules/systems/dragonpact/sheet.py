"""A sheet as the rules read it: its struct, how a document becomes one, and everything that can be wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from rhean.rules.errors import BadSheet
from rhean.rules.sheet import Problem
from rhean.rules.systems.dragonpact.library import (
    ELEMENTS,
    SIZES,
    STATS,
    TRAINING,
    Armour,
    Catalogue,
    Item,
    Shield,
    Weapon,
)

VALUES = (
    "health",
    "stamina",
    "mana",
    "speed",
    "armor",
    "evasion",
    "accuracy",
    "capacity",
    *(f"resist_{element}" for element in ELEMENTS),
)
"""Derived values that traits and hands may change."""

KEPT = ("poisoned", "bleeding", "broken", "slowed", "stable")
"""Conditions that last between fights."""

MODES = ("swim", "fly", "climb", "burrow")


class Gear(msgspec.Struct, frozen=True, omit_defaults=True):
    """A thing that a unit has: its id in the fight, what it is, where it is, how many, and the poison on it."""

    id: str
    item: str
    slot: str
    quantity: int = 1
    coat: int | None = None


class Sheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the rules read of a character. Core Stats of an NPC are those before Power Level."""

    kind: str = "pc"
    strength: int = 0
    agility: int = 0
    intelligence: int = 0
    will: int = 0
    vigor: int = 0
    power_level: int = 0
    minion: bool = False
    health: int = 1
    stamina: int = 3
    speed: int = 4
    mana: int = 0
    hide: int = 0
    size: str = "medium"
    trained: tuple[str, ...] = ()
    natural: tuple[str, ...] = ()
    skills: dict[str, int] = {}
    modes: tuple[str, ...] = ()
    resist: dict[str, int] = {}
    bonus: dict[str, int] = {}
    overrides: dict[str, int] = {}
    dies_at_zero: bool = False

    @property
    def is_pc(self) -> bool:
        """Whether a die is rolled for its stats."""
        return self.kind == "pc"

    def core(self, stat: str) -> int:
        """A Core Stat, with Power Level."""
        return int(getattr(self, stat)) + self.power_level


BOUNDS: dict[str, tuple[int, int]] = {
    "power_level": (0, 20),
    "health": (1, 99),
    "stamina": (0, 20),
    "speed": (1, 20),
    "mana": (0, 99),
    "hide": (0, 20),
    "level": (1, 20),
    "gold": (0, 1_000_000),
}


class Reading:
    """A document being read: what is wrong with it is collected, never raised."""

    def __init__(self, document: Any) -> None:
        self.document: Mapping[str, Any] = document if isinstance(document, Mapping) else {}
        self.problems: list[Problem] = []
        if not isinstance(document, Mapping):
            self.fault("", "a sheet is an object")

    def fault(self, field: str, text: str) -> None:
        """Something that cannot be saved so."""
        self.problems.append(Problem(field, text))

    def whole(self, field: str, default: int, low: int, high: int) -> int:
        """A whole number within its bounds."""
        return self.number(field, self.document.get(field, default), default, low, high)

    def number(self, path: str, value: Any, default: int, low: int, high: int) -> int:
        """The same for a value at any place."""
        if value is None:
            return default
        if not isinstance(value, int) or isinstance(value, bool):
            self.fault(path, f"{value!r} is not a whole number")
            return default
        if not low <= value <= high:
            self.fault(path, f"{value} is not from {low} to {high}")
        return value

    def flag(self, field: str, default: bool) -> bool:
        """Yes or no; nothing said is the default."""
        value = self.document.get(field)
        if value is None:
            return default
        if not isinstance(value, bool):
            self.fault(field, f"{value!r} is neither yes nor no")
            return default
        return value

    def choice(self, field: str, default: str, allowed: tuple[str, ...]) -> str:
        """One of several keys."""
        value = self.document.get(field, default)
        if value not in allowed:
            self.fault(field, f"{value!r} is none of {', '.join(allowed)}")
            return default
        return str(value)

    def keys(self, field: str, allowed: Mapping[str, Any] | tuple[str, ...]) -> tuple[str, ...]:
        """A set of keys."""
        value = self.document.get(field, [])
        if not isinstance(value, list | tuple) or not all(isinstance(key, str) for key in value):
            self.fault(field, "not a list of keys")
            return ()
        for key in value:
            if key not in allowed:
                self.fault(field, f"unknown: {key}")
        return tuple(dict.fromkeys(key for key in value if key in allowed))

    def amounts(
        self, field: str, column: str, allowed: Mapping[str, Any] | tuple[str, ...], low: int, high: int
    ) -> dict[str, int]:
        """Numbers by key: an object, or rows of ``column`` and ``amount`` (or ``rank``)."""
        result: dict[str, int] = {}
        for path, key, value in self._pairs(field, column):
            if key not in allowed:
                self.fault(path, f"unknown: {key}")
                continue
            result[key] = self.number(path, value, 0, low, high)
        return {key: value for key, value in result.items() if value}

    def _pairs(self, field: str, column: str) -> Iterator[tuple[str, str, Any]]:
        value = self.document.get(field, {})
        if isinstance(value, Mapping):
            for key, row in value.items():
                yield f"{field}.{key}", str(key), row.get("rank", 0) if isinstance(row, Mapping) else row
        elif isinstance(value, list | tuple):
            for index, row in enumerate(value):
                if isinstance(row, Mapping):
                    yield f"{field}.{index}", str(row.get(column, "")), row.get("amount", 0)
                else:
                    self.fault(f"{field}.{index}", "not a row")
        else:
            self.fault(field, "neither an object nor rows")


def read_sheet(document: Any, catalogue: Catalogue) -> tuple[Sheet, list[Problem]]:
    """The sheet of a document and everything that is wrong with it, gear apart."""
    reading = Reading(document)
    kind = reading.choice("kind", "pc", ("pc", "npc"))
    npc = kind == "npc"
    stats = {stat: reading.whole(stat, 0, 0, 20 if npc else 5) for stat in STATS}
    numbers = {
        field: reading.whole(field, default, *BOUNDS[field])
        for field, default in (("health", 1), ("stamina", 3), ("speed", 4), ("mana", 0), ("power_level", 0))
        if npc
    }
    sheet = Sheet(
        kind=kind,
        **stats,
        **numbers,
        minion=npc and reading.flag("minion", False),
        hide=reading.whole("hide", 0, *BOUNDS["hide"]),
        size=reading.choice("size", "medium", SIZES),
        trained=reading.keys("trained", TRAINING),
        natural=reading.keys("natural", catalogue.naturals),
        skills=reading.amounts("skills", "skill", catalogue.skills, 0, 5),
        modes=reading.keys("modes", MODES),
        resist=reading.amounts("resist", "element", ELEMENTS, -99, 99),
        bonus=reading.amounts("bonus", "value", VALUES, -20, 20),
        overrides=_overrides(reading),
        dies_at_zero=reading.flag("dies_at_zero", npc),
    )
    if sheet.minion and sheet.health != 1:
        reading.fault("health", "a minion has 1 Health")
    _read_text(reading)
    return sheet, reading.problems


def _overrides(reading: Reading) -> dict[str, int]:
    """Derived values set by hand."""
    value = reading.document.get("overrides", {})
    if not isinstance(value, Mapping):
        reading.fault("overrides", "not an object")
        return {}
    known = {str(key): number for key, number in value.items() if key in VALUES}
    for key in value:
        if key not in VALUES:
            reading.fault(f"overrides.{key}", f"no derived value {key}")
    return {key: reading.number(f"overrides.{key}", number, 0, -99, 999) for key, number in known.items()}


def _read_text(reading: Reading) -> None:
    """Checks what only people read: name, level, gold, words."""
    name = reading.document.get("name", "")
    if not isinstance(name, str) or len(name) > 60:
        reading.fault("name", "a name has at most 60 characters")
    reading.whole("level", 1, *BOUNDS["level"])
    reading.whole("gold", 0, *BOUNDS["gold"])
    reading.keys("conditions", KEPT)
    pools = reading.document.get("pools", {})
    if not isinstance(pools, Mapping):
        reading.fault("pools", "not an object")
    else:
        for pool, value in pools.items():
            reading.number(f"pools.{pool}", value, 0, 0, 9999)
    for field in ("class", "origin", "fate_breaker", "dragonpact", "notes"):
        if not isinstance(reading.document.get(field, ""), str):
            reading.fault(field, "not text")
    for field in ("traits", "languages"):
        if not isinstance(reading.document.get(field, []), list | tuple):
            reading.fault(field, "not rows")


def read_gear(document: Any, catalogue: Catalogue, owner: str = "") -> tuple[tuple[Gear, ...], list[Problem]]:
    """The gear of a document, each thing with the id that it has in a fight, and what is wrong with it."""
    reading = Reading(document)
    rows = reading.document.get("gear", [])
    if not isinstance(rows, list | tuple):
        return (), [Problem("gear", "not a list")]
    gear: list[Gear] = []
    for index, row in enumerate(rows):
        item, slot, quantity = _gear_row(row)
        path = f"gear.{index}"
        fault = _gear_fault(item, slot, quantity, catalogue)
        if fault:
            reading.fault(path, fault)
            continue
        gear.append(Gear(gear_id(owner, item, [thing.id for thing in gear]), item, slot, quantity))
    reading.problems += _slot_faults(gear)
    return tuple(gear), reading.problems


def gear_id(owner: str, item: str, taken: list[str]) -> str:
    """``kerra/longsword``, a second one of the kind ``kerra/longsword#2``."""
    first = f"{owner}/{item}"
    number = 1
    while (key := first if number == 1 else f"{first}#{number}") in taken:
        number += 1
    return key


def _gear_row(row: Any) -> tuple[str, str, Any]:
    """Item, slot and quantity of a row, or of ``item:slot:quantity``."""
    if isinstance(row, str):
        item, _, rest = row.partition(":")
        slot, _, quantity = rest.partition(":")
        return item, slot or "pack", int(quantity) if quantity.isdecimal() and len(quantity) < 8 else quantity or 1
    if isinstance(row, Mapping):
        return str(row.get("item", "")), str(row.get("slot") or "pack"), row.get("quantity", 1)
    return "", "", 1


def _gear_fault(item: str, slot: str, quantity: Any, catalogue: Catalogue) -> str:
    """What is wrong with one row of gear, or nothing."""
    entry = catalogue.gear(item)
    if entry is None:
        return f"unknown item: {item}"
    if not isinstance(quantity, int) or isinstance(quantity, bool) or not 1 <= quantity <= 9999:
        return f"quantity {quantity!r} is not from 1 to 9999"
    if slot not in slots_of(entry):
        return f"{entry.name} does not fit {slot or 'nowhere'}"
    if slot != "pack" and quantity > 1:
        return f"one {entry.name} at a time in {slot}"
    return ""


def slots_of(entry: Weapon | Shield | Armour | Item) -> tuple[str, ...]:
    """Where a thing can be: two-handed weapons only in both hands, armour only in its own slot, all in the pack."""
    if isinstance(entry, Armour):
        return (entry.slot, "pack")
    if isinstance(entry, Weapon) and "two_handed" in entry.qualities:
        return ("both", "pack")
    if isinstance(entry, Weapon | Shield):
        return ("main", "off", "pack")
    return ("pack",)


def _slot_faults(gear: list[Gear]) -> list[Problem]:
    """A slot filled twice, and both hands together with one."""
    used = [thing.slot for thing in gear if thing.slot != "pack"]
    faults = [Problem("gear", f"{slot} is filled twice") for slot in sorted(set(used)) if used.count(slot) > 1]
    if "both" in used and ("main" in used or "off" in used):
        faults.append(Problem("gear", "a weapon in both hands leaves no hand for another"))
    return faults


def load(document: Any, catalogue: Catalogue, owner: str = "") -> tuple[Sheet, tuple[Gear, ...]]:
    """Sheet and gear of a sound document; raises ``BadSheet`` with every error."""
    sheet, problems = read_sheet(document, catalogue)
    gear, faults = read_gear(document, catalogue, owner)
    errors = [problem for problem in (*problems, *faults) if problem.level == "error"]
    if errors:
        raise BadSheet(*errors)
    return sheet, gear
