"""What experience buys, and what rest gives back.

Prices: an attribute its new value x the number of times it was raised; a trait 3, 6, 9 ...; a new skill 5; a level its
number x the skill's cost; a rank the ruling ``rank_xp`` x its number x the skill's cost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy

from rhean.rules.errors import BadDocument
from rhean.rules.explain import Explained, Term
from rhean.rules.rulings import Rulings
from rhean.rules.sheet import Document, Library, Purchase
from rhean.rules.systems.rhean import derived
from rhean.rules.systems.rhean.entries import ATTRIBUTES, POOLS, RANKS, TRAITS, Skill
from rhean.rules.systems.rhean.library import find_skill
from rhean.rules.systems.rhean.sheet import Sheet

NEW_SKILL = 5
TRAIT_STEP = 3
HIGHEST = 30
MINUTES_A_DAY = 1440


def purchases(sheet: Sheet, history: Sequence[str], library: Library, rulings: Rulings) -> tuple[Purchase, ...]:
    """Everything that experience can buy for a sheet, with its price or why not."""
    return (
        *_attributes(sheet, history),
        *_traits(sheet, history),
        *_known_skills(sheet, library, rulings),
        *_new_skills(sheet, library),
    )


def _price(value: int, note: str) -> Explained:
    """A price is a product; its note tells of what."""
    return Explained.of(Term("price", value, note, "rule"))


def _attributes(sheet: Sheet, history: Sequence[str]) -> Iterator[Purchase]:
    """New value x the number of times that this attribute was raised, this one included."""
    for key in ATTRIBUTES:
        score = sheet.attributes[key]
        times = history.count(f"attribute.{key}") + 1
        price = _price((score + 1) * times, f"new value {score + 1} x raise {times}")
        refusals = (f"is at {HIGHEST} already",) if score >= HIGHEST else ()
        yield Purchase(f"attribute.{key}", key.capitalize(), "Attributes", price, str(score), str(score + 1), refusals)


def _traits(sheet: Sheet, history: Sequence[str]) -> Iterator[Purchase]:
    """3 for the first raise of a trait, 6 for the second, and so on; the traits must stay in balance."""
    for key in TRAITS:
        score = sheet.traits[key]
        times = history.count(f"trait.{key}") + 1
        price = _price(TRAIT_STEP * times, f"{TRAIT_STEP} x raise {times}")
        refusals = tuple(_trait_refusals(sheet, key))
        yield Purchase(f"trait.{key}", key.capitalize(), "Traits", price, str(score), str(score + 1), refusals)


def _trait_refusals(sheet: Sheet, key: str) -> Iterator[str]:
    """Twice the lowest reaches the middle, twice the middle the highest."""
    if sheet.traits[key] >= HIGHEST:
        yield f"is at {HIGHEST} already"
    low, middle, high = sorted({**sheet.traits, key: sheet.traits[key] + 1}.values())
    if 2 * low < middle or 2 * middle < high:
        yield "the other traits are too far below"


def cost_of(sheet: Sheet, skill: Skill) -> int:
    """A skill's cost; of a weapon skill and its parry skill the lower one costs one less, at least 1."""
    if not skill.pair:
        return skill.cost
    mine, other = ((sheet.rank(key), sheet.level(key)) for key in (skill.key, skill.pair))
    return max(1, skill.cost - 1) if mine < other else skill.cost


def _known_skills(sheet: Sheet, library: Library, rulings: Rulings) -> Iterator[Purchase]:
    """The next level and the next rank of every skill on the sheet."""
    for key, known in sheet.skills.items():
        skill = find_skill(library, key)
        if skill is not None and known.rank:
            yield _level(sheet, skill, rulings)
            if known.rank < len(RANKS) - 1:
                yield _rank(sheet, skill, rulings)


def _level(sheet: Sheet, skill: Skill, rulings: Rulings) -> Purchase:
    """Its number x the skill's cost, up to the cap of the rank."""
    level, cost = sheet.level(skill.key) + 1, cost_of(sheet, skill)
    cap = rulings["level_cap_by_rank"][sheet.rank(skill.key) - 1]
    refusals = (f"{sheet.rank_name(skill.key)} ends at level {cap}",) if level > cap else ()
    price = _price(level * cost, f"level {level} x cost {cost}")
    return Purchase(f"level.{skill.key}", skill.name, "Levels", price, str(level - 1), str(level), refusals)


def _rank(sheet: Sheet, skill: Skill, rulings: Rulings) -> Purchase:
    """``rank_xp`` x its number x the skill's cost, once the level has reached the cap of the rank before."""
    rank, cost, each = sheet.rank(skill.key) + 1, cost_of(sheet, skill), rulings["rank_xp"]
    price = _price(each * rank * cost, f"{each} x rank {rank} x cost {cost}")
    refusals = tuple(_rank_refusals(sheet, skill, rank, rulings))
    return Purchase(f"rank.{skill.key}", skill.name, "Ranks", price, RANKS[rank - 1], RANKS[rank], refusals)


def _rank_refusals(sheet: Sheet, skill: Skill, rank: int, rulings: Rulings) -> Iterator[str]:
    """The level before it (ruling ``rank_needs_cap``), and Dexterity for Archery."""
    cap, level = rulings["level_cap_by_rank"][rank - 2], sheet.level(skill.key)
    if rulings["rank_needs_cap"] and level < cap:
        yield f"needs level {cap} first; you have {level}"
    yield from _dexterity(sheet, skill, rank)


def _dexterity(sheet: Sheet, skill: Skill, rank: int) -> Iterator[str]:
    """A rank of Archery needs a Dexterity of its number and one more."""
    score = sheet.attributes["dexterity"]
    if skill.key == "archery" and score < rank + 1:
        yield f"needs Dexterity {rank + 1}; you have {score}"


def _new_skills(sheet: Sheet, library: Library) -> Iterator[Purchase]:
    """Novice in a skill that one does not have; families (lore, languages) by the subjects on the sheet or shipped."""
    keys = dict.fromkeys((*(key for key, known in sheet.skills.items() if not known.rank), *library.all("skills")))
    for key in keys:
        skill = find_skill(library, key)
        if skill is None or skill.named or sheet.rank(key):
            continue
        refusals = tuple(_new_refusals(sheet, skill, library))
        price = _price(NEW_SKILL, "new skill")
        yield Purchase(f"skill.{key}", skill.name, "New skills", price, RANKS[0], RANKS[1], refusals)


def _new_refusals(sheet: Sheet, skill: Skill, library: Library) -> Iterator[str]:
    """Armour skills build on one another; Archery asks for Dexterity."""
    needed = find_skill(library, skill.needs) if skill.needs else None
    if needed is not None and not sheet.rank(needed.key):
        yield f"needs training in {needed.name}"
    yield from _dexterity(sheet, skill, 1)


def purchase(document: Document, sheet: Sheet, key: str, library: Library) -> Document:
    """The document after a purchase; raises ``BadDocument`` for a key that buys nothing."""
    what, _, name = key.partition(".")
    after = deepcopy(document)
    if (what == "attribute" and name in ATTRIBUTES) or (what == "trait" and name in TRAITS):
        after[name] = {**sheet.attributes, **sheet.traits}[name] + 1
        return after
    if what not in ("level", "rank", "skill") or find_skill(library, name) is None:
        raise BadDocument(f"{key} buys nothing", "purchase")
    row = {**after.get("skills", {}).get(name, {}), "rank": sheet.rank(name), "level": sheet.level(name)}
    row["level" if what == "level" else "rank"] += 1
    after["skills"] = {**after.get("skills", {}), name: row}
    return after


def specialties_allowed(rank: int) -> int:
    """How many specialties a broad Knowledge skill has: on reaching a rank as many new ones as its number."""
    return rank * (rank + 1) // 2


def rest(document: Document, sheet: Sheet, minutes: int, tended: bool, rulings: Rulings) -> Document:
    """The pools after a rest (ruling ``recovery``): the field that changes, every pool in it."""
    full, now = derived.maxima(sheet, rulings), derived.present(sheet, rulings)
    back = recovered(sheet, minutes, tended, rulings)
    pools = {pool: min(full[pool], now[pool] + back[pool]) for pool in POOLS}
    return {"pools": {**document.get("pools", {}), **pools}}


def recovered(sheet: Sheet, minutes: int, tended: bool, rulings: Rulings) -> dict[str, int]:
    """Pool -> how much a rest of so many minutes gives back."""
    stamina, calm, day, day_tended, hardy, untiring = rulings["recovery"]
    minutes = max(0, minutes)
    pace = untiring if sheet.has("untiring") else 1
    hits = (day_tended if tended else day) + (hardy if sheet.has("hardy") else 0)
    calmed = minutes // calm if calm else 0
    return {
        "hits": minutes // MINUTES_A_DAY * hits,
        "stamina": minutes // stamina * pace if stamina else 0,
        "stability": calmed,
        "ka": calmed,
    }
