"""Guided creation: what may be spent and has been (section 2, Creation)."""

from __future__ import annotations

from rhean.rules.explain import Explained, Term
from rhean.rules.rulings import Rulings
from rhean.rules.sheet import Budget, Document, Library
from rhean.rules.systems.dragonpact.library import STATS, Catalogue
from rhean.rules.systems.dragonpact.sheet import read_gear, read_sheet
from rhean.rules.systems.dragonpact.soundness import START_GOLD, filled, row_price
from rhean.rules.systems.dragonpact.state import Rules
from rhean.rules.systems.dragonpact.values import gear_name, label

STAT_POINTS = 3
SKILL_POINTS = 1


def budgets(document: Document, library: Library, rulings: Rulings) -> tuple[Budget, ...]:
    """Core Stats, skill points, traits, languages and gold of a player character."""
    rules = Rules(rulings, Catalogue.of(library))
    sheet, _ = read_sheet(document, rules.catalogue)
    if not sheet.is_pc:
        return ()
    gear, _ = read_gear(document, rules.catalogue)
    stats = [Term(stat, getattr(sheet, stat), label(stat), "attribute") for stat in STATS]
    skills = [Term(key, rank, label(key), "skill") for key, rank in sheet.skills.items()]
    bought = [Term(thing.id, row_price(rules, thing), gear_name(rules, thing.item), "gear") for thing in gear]
    kept = document.get("gold")
    bought.append(Term("gold", kept if isinstance(kept, int) else 0, "kept"))
    return (
        Budget("stats", "Core Stat points", STAT_POINTS, Explained.summed(stats), "Vigor 1 and two others at 1."),
        Budget("skill_points", "Skill points", SKILL_POINTS, Explained.summed(skills)),
        Budget("traits", "Traits", 3, _count(document, "traits")),
        Budget("languages", "Languages", 2, _count(document, "languages"), "One of them Myrran."),
        Budget("gold", "Gold", START_GOLD, Explained.summed(bought), "What is kept counts as well."),
    )


def _count(document: Document, field: str) -> Explained:
    words = filled(document, field)
    return Explained.of(*(Term(f"{field}_{number}", 1, word) for number, word in enumerate(words)))
