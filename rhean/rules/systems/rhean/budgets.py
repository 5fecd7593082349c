"""What guided creation may spend and has spent: the ruling ``creation_budget`` and the homeland's gifts."""

from __future__ import annotations

from collections.abc import Iterator

from rhean.rules.dice import Dice
from rhean.rules.errors import BadDocument
from rhean.rules.explain import Explained, Term
from rhean.rules.rulings import Rulings
from rhean.rules.sheet import Budget, Document, Library, Problem
from rhean.rules.systems.rhean.entries import ATTRIBUTES, RANKS, TRAITS, Advantage
from rhean.rules.systems.rhean.sheet import Sheet, gifts, modifier

MOST_RANK = 3
MOST_LEVEL = 5
"""No skill but languages starts above Journeyman or above level 5."""

ARRAY = (8, 7, 6, 5, 5, 4, 3, 2)
"""The standard array: as many points as the budget has by default, dealt in random order."""


def racial(sheet: Sheet, rulings: Rulings) -> dict[str, int]:
    """The changes of attributes by race that the ruling ``racial_modifiers`` lets count."""
    kind = rulings["racial_modifiers"]
    counts = kind == "table" or (kind == "game" and sheet.race.published)
    return {str(key): value for key, value in sheet.race.modifiers.items()} if counts else {}


def moved_by_race(old: Sheet, new: Sheet, rulings: Rulings) -> Document:
    """The scores that a change of race moves, with their new values."""
    gone, come = racial(old, rulings), racial(new, rulings)
    moves = {key: come.get(key, 0) - gone.get(key, 0) for key in ATTRIBUTES}
    return {key: min(30, max(1, new.attributes[key] + by)) for key, by in moves.items() if by}


def is_language(key: str) -> bool:
    """Whether a skill is a language: ``language``, ``language_elvish``, ``language(thieves)``."""
    return key.split("(")[0].split("_")[0] == "language"


def rank_units(rank: int) -> int:
    """Novice Units for a rank: 1, then 2, then 3; 6 in all for Journeyman."""
    return rank * (rank + 1) // 2


def level_points(level: int) -> int:
    """Skill Points for a level: each costs its own number, 0 to 5 costs 15."""
    return level * (level + 1) // 2


def budgets(sheet: Sheet, library: Library, rulings: Rulings) -> tuple[Budget, ...]:
    """Every budget with what was spent on it."""
    points, low, high, traits, units, skill_points, advantages = rulings["creation_budget"]
    mod = modifier(sheet.attributes["intelligence"])
    score = f"Each from {low} to {high} before the race changes it."
    return (
        Budget("attributes", "Attribute points", points, _attribute_spending(sheet, rulings), score),
        Budget("traits", "Trait points", traits, _trait_spending(sheet)),
        Budget("advantages", "Advantage points", advantages, _advantage_spending(sheet, library)),
        Budget("novice_units", "Novice Units", units, _spending(sheet, library, "rank", languages=False)),
        Budget("skill_points", "Skill Points", skill_points, _spending(sheet, library, "level", languages=False)),
        Budget(
            "language_units", "Novice Units for languages", 6 + mod, _spending(sheet, library, "rank", languages=True)
        ),
        Budget(
            "language_points",
            "Skill Points for languages",
            10 + mod,
            _spending(sheet, library, "level", languages=True),
        ),
    )


def _attribute_spending(sheet: Sheet, rulings: Rulings) -> Explained:
    """The eight scores without what the race gives."""
    gift = racial(sheet, rulings)
    return Explained.of(
        *(
            Term(key, bought, source="attribute", note=_note(gift.get(key, 0)))
            for key, bought in bought_attributes(sheet, gift).items()
        )
    )


def _note(racial_change: int) -> str:
    return f"race {racial_change:+d}" if racial_change else ""


def bought_attributes(sheet: Sheet, gift: dict[str, int]) -> dict[str, int]:
    """The scores as they were bought, before the race changed them."""
    return {key: sheet.attributes[key] - gift.get(key, 0) for key in ATTRIBUTES}


def _trait_spending(sheet: Sheet) -> Explained:
    return Explained.of(*(Term(key, sheet.traits[key], source="attribute") for key in TRAITS))


def _advantage_spending(sheet: Sheet, library: Library) -> Explained:
    """Each advantage at its cost; those that the race is born with are free."""
    return Explained.of(*(_advantage(key, library) for key in sheet.advantages if key not in sheet.race.advantages))


def _advantage(key: str, library: Library) -> Term:
    entry: Advantage | None = library.get("advantages", key.partition("(")[0])
    return Term(key, entry.cost if entry else 0, entry.name if entry else "", "rule")


def _spending(sheet: Sheet, library: Library, what: str, *, languages: bool) -> Explained:
    """Units (``rank``) or points (``level``) spent on languages, or on all other skills."""
    free = gifts(sheet.homeland, library)
    terms = []
    for key, known in sheet.skills.items():
        if is_language(key) == languages:
            rank, level = free.get(key, (0, 0))
            units = rank_units(known.rank) - rank_units(rank)
            points = level_points(known.level) - level_points(level)
            terms.append(Term(key, max(0, units if what == "rank" else points), known.name, "skill"))
    return Explained.summed(terms)


def over_budget(sheet: Sheet, library: Library, rulings: Rulings) -> Iterator[Problem]:
    """Warnings for all that goes beyond creation; none for sheets that do not count points."""
    if not sheet.counted:
        return
    yield from _score_limits(sheet, rulings)
    for key, known in sheet.skills.items():
        if not is_language(key) and known.rank > MOST_RANK:
            yield Problem(f"skills.{key}.rank", f"over budget: at most {RANKS[MOST_RANK]} at creation", "warning")
        if not is_language(key) and known.level > MOST_LEVEL:
            yield Problem(f"skills.{key}.level", f"over budget: at most level {MOST_LEVEL} at creation", "warning")
    for budget in budgets(sheet, library, rulings):
        if budget.left < 0:
            yield Problem(_field(budget.key), f"over budget: {-budget.left} too many {budget.label}", "warning")


def _score_limits(sheet: Sheet, rulings: Rulings) -> Iterator[Problem]:
    """Each attribute lies between the lowest and the highest of the budget before race."""
    _, low, high, *_ = rulings["creation_budget"]
    gift = racial(sheet, rulings)
    for key, bought in bought_attributes(sheet, gift).items():
        if not low <= bought <= high:
            text = f"over budget: from {low + gift.get(key, 0)} to {high + gift.get(key, 0)} at creation"
            yield Problem(key, text, "warning")


def _field(budget: str) -> str:
    """The field at which a budget's warning stands."""
    return {"attributes": "strength", "traits": "body", "advantages": "advantages"}.get(budget, "skills")


def roll_attributes(method: str, dice: Dice, gift: dict[str, int]) -> Document:
    """The eight scores by a method of chance, changed by race; raises ``BadDocument`` for an unknown method."""
    rolled = _rolled(method, dice)
    return {key: max(1, score + gift.get(key, 0)) for key, score in rolled.items()}


def _rolled(method: str, dice: Dice) -> dict[str, int]:
    if method == "array":
        return dict(zip(ATTRIBUTES, _dealt(ARRAY, dice), strict=True))
    if method == "random":
        return {key: dice.roll(4) + dice.roll(4) for key in ATTRIBUTES}
    if method == "heroic":
        return {key: sum(sorted(dice.roll(4) for _ in range(3))[1:]) + 1 for key in ATTRIBUTES}
    raise BadDocument(f"no such method {method}", "method")


def _dealt(numbers: tuple[int, ...], dice: Dice) -> list[int]:
    """Numbers in random order: each place draws one of those that are left."""
    left = list(numbers)
    return [left.pop(dice.roll(len(left)) - 1 if len(left) > 1 else 0) for _ in numbers]
