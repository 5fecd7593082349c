"""Everything that is wrong with a sheet, each problem at its field. Never raises, whatever the document holds."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from rhean.rules.rulings import Rulings
from rhean.rules.sheet import Document, Library, Problem
from rhean.rules.systems.rhean import derived
from rhean.rules.systems.rhean.budgets import over_budget
from rhean.rules.systems.rhean.entries import RANKS, TRAITS
from rhean.rules.systems.rhean.library import find_skill, missile_ranks
from rhean.rules.systems.rhean.progress import specialties_allowed
from rhean.rules.systems.rhean.reading import Reader
from rhean.rules.systems.rhean.schema import SCHEMA
from rhean.rules.systems.rhean.sheet import Carried, Known, Sheet, build

HAND_WORDS = {"main": "the main hand", "off": "the off hand", "both": "both hands"}


def problems(document: Any, library: Library, rulings: Rulings) -> tuple[Problem, ...]:
    """Every problem of a document: what the schema refuses, then what does not fit together."""
    reader = Reader(library)
    values = reader.read(document, SCHEMA)
    sheet = build(values, library, reader)
    found = list(reader.problems)
    places = [number for number, row in enumerate(values["weapons"]) if library.get("weapons", row["weapon"])]
    found += _trait_problems(sheet)
    found += _skill_problems(sheet, values, library, rulings)
    found += _weapon_problems(sheet, places)
    found += _unknown_skills(sheet, places, library)
    found += _pool_problems(sheet, rulings)
    found += _shield_problems(sheet)
    found += _override_problems(sheet, library, rulings)
    found += over_budget(sheet, library, rulings)
    return tuple(found)


def _trait_problems(sheet: Sheet) -> Iterator[Problem]:
    """Sorted, twice each trait is at least the next."""
    ordered = sorted(TRAITS, key=lambda key: sheet.traits[key])
    for low, high in itertools.pairwise(ordered):
        most = 2 * sheet.traits[low]
        if sheet.traits[high] > most:
            text = f"is at most {most}: twice {low.capitalize()} ({sheet.traits[low]})"
            yield Problem(high, text)


def _skill_problems(sheet: Sheet, values: Document, library: Library, rulings: Rulings) -> Iterator[Problem]:
    """Levels within the cap of their rank, tricks that the rank allows, and skills that need another."""
    for key in values["skills"]:
        known = sheet.skills[key]
        cap = level_cap(known.rank, rulings)
        if known.level > cap:
            yield Problem(f"skills.{key}.level", f"is at most {cap} for {RANKS[known.rank]}")
        yield from _trick_problems(key, known, library)
        yield from _specialty_problems(key, known, library)
        skill = find_skill(library, key)
        if skill and skill.needs and known.rank and not sheet.rank(skill.needs):
            needed = find_skill(library, skill.needs)
            name = needed.name if needed else skill.needs
            yield Problem(f"skills.{key}.rank", f"needs training in {name}", "warning")


def level_cap(rank: int, rulings: Rulings) -> int:
    """The highest level of a rank; none without one."""
    return int(rulings["level_cap_by_rank"][rank - 1]) if rank else 0


def _trick_problems(key: str, known: Known, library: Library) -> Iterator[Problem]:
    """Tricks belong to missile skills, as many as the rank teaches."""
    if not known.tricks:
        return
    skill = find_skill(library, key)
    if skill is None or not skill.takes("tricks"):
        yield Problem(f"skills.{key}.tricks", "are learnt in missile skills only")
        return
    most = missile_ranks(library)[known.rank].tricks if known.rank else 0
    if len(known.tricks) > most:
        yield Problem(f"skills.{key}.tricks", f"are at most {most} for {RANKS[known.rank]}")


def _specialty_problems(key: str, known: Known, library: Library) -> Iterator[Problem]:
    """Broad Knowledge skills have specialties, on reaching a rank as many new ones as its number."""
    skill, most = find_skill(library, key), specialties_allowed(known.rank)
    if known.specialties and skill is not None and not skill.takes("specialties"):
        yield Problem(f"skills.{key}.specialties", f"{skill.name} has none", "warning")
    elif len(known.specialties) > most:
        yield Problem(f"skills.{key}.specialties", f"are {most} for {RANKS[known.rank]}", "warning")


def _weapon_problems(sheet: Sheet, places: list[int]) -> Iterator[Problem]:
    """Each hand holds one thing, and each weapon is held as it can be."""
    taken: dict[str, str] = {}
    if sheet.shield:
        taken["off" if sheet.shield_arm == "left" else "main"] = sheet.shield.name
    for number, carried in zip(places, sheet.weapons, strict=True):
        path = f"weapons.{number}.hand"
        if not _can_hold(carried):
            yield Problem(path, f"{carried.weapon.name} cannot be held in {HAND_WORDS[carried.hand]}")
            continue
        for hand in _hands(carried):
            if hand in taken:
                yield _overlap(path, hand, taken[hand], sheet, carried)
            taken.setdefault(hand, carried.weapon.name)


def _unknown_skills(sheet: Sheet, places: list[int], library: Library) -> Iterator[Problem]:
    """A group's own gear may name a skill that is gone."""
    for number, carried in zip(places, sheet.weapons, strict=True):
        if find_skill(library, carried.weapon.skill) is None:
            yield Problem(f"weapons.{number}.weapon", f"there is no skill {carried.weapon.skill} any more")
    if sheet.armour and find_skill(library, sheet.armour.skill) is None:
        yield Problem("armour", f"there is no skill {sheet.armour.skill} any more")


def _can_hold(carried: Carried) -> bool:
    """Two-handed weapons take both hands; one-handed ones take one, unless they can be held either way."""
    if carried.hand in ("sheathed", "body"):
        return True
    if carried.hand == "both":
        return carried.weapon.hands == 2 or carried.weapon.either
    return carried.weapon.hands == 1


def _hands(carried: Carried) -> tuple[str, ...]:
    return {"main": ("main",), "off": ("off",), "both": ("main", "off")}.get(carried.hand, ())


def _overlap(path: str, hand: str, holder: str, sheet: Sheet, carried: Carried) -> Problem:
    """Two things in a hand; a two-handed grip beside a shield only makes the shield useless."""
    if sheet.shield and holder == sheet.shield.name and carried.hand == "both":
        return Problem(path, f"{holder} does not help while both hands hold a weapon", "warning")
    return Problem(path, f"{HAND_WORDS[hand]} already holds {holder}")


def _pool_problems(sheet: Sheet, rulings: Rulings) -> Iterator[Problem]:
    """What is left of a pool is not more than its full value."""
    for pool, full in derived.maxima(sheet, rulings).items():
        if sheet.pools.get(pool, 0) > full:
            yield Problem(f"pools.{pool}", f"is more than the full value of {full}; {full} counts", "warning")


def _shield_problems(sheet: Sheet) -> Iterator[Problem]:
    """A shield has at most the Durability that it had when it was new."""
    if sheet.shield and sheet.shield_left is not None and sheet.shield_left > sheet.shield.durability:
        yield Problem("shield_left", f"is more than the {sheet.shield.durability} of a new one", "warning")


def _override_problems(sheet: Sheet, library: Library, rulings: Rulings) -> Iterator[Problem]:
    """Only figures of this sheet can be set by hand."""
    if not sheet.overrides:
        return
    known = {figure.key for figure in derived.figures_of(sheet, library, rulings)}
    for key in sheet.overrides:
        if key not in known:
            yield Problem(f"overrides.{key}", "this sheet has no such figure now", "warning")
