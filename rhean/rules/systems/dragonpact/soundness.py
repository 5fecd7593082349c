"""Everything that is wrong with a sheet: errors of its fields, gear and slots, and warnings (section 2)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from rhean.rules.rulings import Rulings
from rhean.rules.sheet import Document, Library, Problem
from rhean.rules.systems.dragonpact.arms import meets
from rhean.rules.systems.dragonpact.library import STATS, Armour, Catalogue, Item, Shield, Weapon
from rhean.rules.systems.dragonpact.sheet import Gear, Sheet, read_gear, read_sheet
from rhean.rules.systems.dragonpact.state import Rules, Unit
from rhean.rules.systems.dragonpact.values import capacity, weight

START_GOLD = 50
LANGUAGE = "Myrran"


def problems(sheet: Document, library: Library, rulings: Rulings) -> tuple[Problem, ...]:
    """All problems, each naming its field; never raises, whatever the document holds."""
    rules = Rules(rulings, Catalogue.of(library))
    read, faults = read_sheet(sheet, rules.catalogue)
    gear, gear_faults = read_gear(sheet, rules.catalogue)
    errors = (*faults, *gear_faults)
    if errors:
        return errors
    unit = Unit("", "", "", read, None, 1, 0, gear=gear)
    return tuple(_warnings(rules, sheet, unit))


def _warnings(rules: Rules, document: Document, unit: Unit) -> Iterator[Problem]:
    """What can be saved all the same."""
    if weight(rules, unit).total > capacity(rules, unit).total:
        yield Problem("gear", "too much weight: Speed 1, Evasion lower", "warning")
    for index, thing in enumerate(unit.gear):
        yield from (Problem(f"gear.{index}", text, "warning") for text in _gear_warnings(rules, unit, thing))
    if not unit.sheet.is_pc:
        for stat in STATS:
            if getattr(unit.sheet, stat) > 10:
                yield Problem(stat, "more than 10 is beyond anything known", "warning")
    elif document.get("level", 1) == 1:
        strict = rules.rulings["strict_creation"]
        for field, text in creation_faults(rules, document, unit.sheet, unit.gear):
            yield Problem(field, text, "error" if strict else "warning")


def _gear_warnings(rules: Rules, unit: Unit, thing: Gear) -> Iterator[str]:
    """Gear in use without its requirement or training."""
    entry = rules.catalogue.gear(thing.item)
    if thing.slot == "pack" or entry is None or isinstance(entry, Item):
        return
    if not meets(unit, entry.requires):
        needs = " and ".join(f"{stat.capitalize()} {least}" for stat, least in entry.requires.items())
        yield f"{entry.name} needs {needs}"
    if training_for(entry) not in unit.sheet.trained:
        yield f"not trained for {entry.name}"


def training_for(entry: Weapon | Shield | Armour) -> str:
    """What one has to be trained in."""
    if isinstance(entry, Weapon):
        return entry.group
    if isinstance(entry, Shield):
        return "shields"
    return "heavy_armor" if entry.heavy else "light_armor"


# -- creation -----------------------------------------------------------------------------------------------


def creation_faults(
    rules: Rules, document: Document, sheet: Sheet, gear: tuple[Gear, ...]
) -> Iterator[tuple[str, str]]:
    """Where a character of level 1 departs from the creation rule."""
    for field in ("origin", "class", "fate_breaker", "dragonpact"):
        if not str(document.get(field) or "").strip():
            yield field, "still to be chosen"
    ones = [getattr(sheet, stat) for stat in STATS]
    if sheet.vigor != 1 or sorted(ones) != [0, 0, 1, 1, 1]:
        yield "vigor", "Vigor 1 and two other Core Stats at 1"
    if len(filled(document, "traits")) != 3:
        yield "traits", "three traits"
    languages = filled(document, "languages")
    if len(languages) != 2 or LANGUAGE not in languages:
        yield "languages", f"two languages, one of them {LANGUAGE}"
    if sum(sheet.skills.values()) != 1:
        yield "skills", "one skill point"
    spent = gold_spent(rules, gear) + int(document.get("gold") or 0)
    if spent > START_GOLD:
        yield "gold", f"{spent} gold of {START_GOLD}"


def filled(document: Document, field: str) -> list[str]:
    """The words of a list of texts that are not blank."""
    rows: Any = document.get(field)
    if not isinstance(rows, list | tuple):
        return []
    words = [row.get("text") or "" if isinstance(row, dict) else row for row in rows]
    return [str(word).strip() for word in words if str(word).strip()]


def price(rules: Rules, entry: Weapon | Shield | Armour | Item) -> float:
    """What one of a thing costs; weapons by their hands (ruling ``weapon_price``)."""
    if not isinstance(entry, Weapon):
        return entry.gold
    light, one_handed, two_handed = rules.rulings["weapon_price"]
    if "two_handed" in entry.qualities:
        return float(two_handed)
    return float(light if "light" in entry.qualities else one_handed)


def row_price(rules: Rules, thing: Gear) -> int:
    """What a row of gear costs, rounded up to whole gold."""
    entry = rules.catalogue.gear(thing.item)
    return math.ceil(round(price(rules, entry) * thing.quantity, 3)) if entry else 0


def gold_spent(rules: Rules, gear: tuple[Gear, ...]) -> int:
    """What all gear costs."""
    return sum(row_price(rules, thing) for thing in gear)
