"""How Rhean rolls: 2d10 and modifiers. One function resolves a roll from its faces, and the odds come from it too.

Two ones always fail. In a contest the higher total wins; an active defence wins ties.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Literal

import msgspec

from rhean.rules.dice import Dice, Face, roll_all
from rhean.rules.explain import Explained, Term
from rhean.rules.odds import enumerate_faces
from rhean.rules.rulings import Rulings
from rhean.rules.systems.rhean.entries import Skill
from rhean.rules.systems.rhean.sheet import Sheet

TN = 11
"""The number to reach where no other is named."""
SIDES = (10, 10)

Winner = Literal["first", "second", "nobody"]


class Outcome(msgspec.Struct, frozen=True):
    """What a basic roll gave. ``ones`` tells that it fell on two ones; ``success`` is None without a number."""

    total: int
    ones: bool
    success: bool | None


def resolve(faces: tuple[int, ...], bonus: int, tn: int | None = None) -> Outcome:
    """A basic roll: the sum and the bonus against a number. Two ones fail whatever the total.

    >>> resolve((10, 1), 0, 11).success, resolve((1, 1), 50, 11).success
    (True, False)
    """
    total = sum(faces) + bonus
    ones = all(face == 1 for face in faces)
    return Outcome(total, ones, None if tn is None else total >= tn and not ones)


def contest(
    first: Outcome, second: Outcome, tie: str = "nobody", level_difference: int = 0, tn: int | None = None
) -> Winner:
    """Who wins a contest. Two ones lose to anything but two ones; against a number only those who reach it count.

    ``tie`` is the ruling ``contest_tie``; ``level_difference`` is what the first has more in skill.
    """
    if tn is not None:
        if first.success and not second.success:
            return "first"
        if not first.success:
            return "second" if second.success else "nobody"
    elif first.ones != second.ones:
        return "second" if first.ones else "first"
    if first.total != second.total:
        return "first" if first.total > second.total else "second"
    return _tied(tie, level_difference)


def _tied(tie: str, level_difference: int) -> Winner:
    """What the ruling ``contest_tie`` makes of equal totals."""
    if tie == "first" or (tie == "higher_level" and level_difference > 0):
        return "first"
    return "second" if tie == "higher_level" and level_difference < 0 else "nobody"


def defends(faces: tuple[int, ...], bonus: int, against: int) -> bool:
    """Whether an active defence stops an attack with this total: it wins ties, two ones fail."""
    return bool(resolve(faces, bonus, against).success)


def _weights() -> tuple[tuple[tuple[int, int], int], ...]:
    """One pair of faces for each sum, with the number of pairs that have it: a roll depends on nothing else, since
    two ones are the only pair with a sum of 2."""
    found: dict[int, list[tuple[int, ...]]] = {}
    for faces in enumerate_faces(*SIDES):
        found.setdefault(sum(faces), []).append(faces)
    return tuple(((pairs[0][0], pairs[0][1]), len(pairs)) for pairs in found.values())


PAIRS = _weights()
"""Every sum of 2d10: a pair of faces that has it, and how many of the 100 pairs do."""


@lru_cache(maxsize=4096)
def chance(bonus: int, tn: int) -> Fraction:
    """The exact chance of a basic roll.

    >>> chance(0, 11), chance(20, 11)
    (Fraction(11, 20), Fraction(99, 100))
    """
    return Fraction(sum(weight for faces, weight in PAIRS if resolve(faces, bonus, tn).success), 100)


@lru_cache(maxsize=4096)
def chance_to_hit(bonus: int, tn: int, defence: int) -> Fraction:
    """The exact chance that an attack hits and an active defence with this bonus does not stop it."""
    return sum(
        (
            Fraction(weight, 100) * (1 - chance(defence, resolve(faces, bonus).total))
            for faces, weight in PAIRS
            if resolve(faces, bonus, tn).success
        ),
        Fraction(0),
    )


@lru_cache(maxsize=1024)
def contest_chances(
    first: int, second: int, tie: str = "nobody", level_difference: int = 0, tn: int | None = None
) -> Mapping[Winner, Fraction]:
    """The exact chances of each end of a contest between two bonuses."""
    found: dict[Winner, Fraction] = dict.fromkeys(("first", "second", "nobody"), Fraction(0))
    for mine, weight in PAIRS:
        for theirs, count in PAIRS:
            winner = contest(resolve(mine, first, tn), resolve(theirs, second, tn), tie, level_difference, tn)
            found[winner] += Fraction(weight * count, 10_000)
    return found


def roll_pair(dice: Dice) -> tuple[int, ...]:
    """Two draws of d10."""
    return roll_all(dice, 2, 10)


def kept(faces: tuple[int, ...]) -> tuple[Face, ...]:
    """Faces as an event keeps them."""
    return tuple((10, face) for face in faces)


def dice_term(faces: tuple[int, ...]) -> Term:
    """The first term of every roll."""
    return Term("dice", sum(faces), "Dice", "dice", "+".join(map(str, faces)))


def level_of(sheet: Sheet, skill: str, *, half: bool = False) -> int:
    """The level that counts: the skill's, half of it a rank above one's own, 0 unskilled."""
    level = sheet.level(skill)
    return level // 2 if half else level


def skill_term(sheet: Sheet, skill: Skill, *, half: bool = False) -> Term:
    """The term of a skill; half of the level says so."""
    level = sheet.level(skill.key)
    return Term(skill.key, level // 2 if half else level, skill.name, "skill", f"half of {level}" if half else "")


def attribute_term(sheet: Sheet, attribute: str) -> Term:
    """The term of an attribute's modifier."""
    note = f"score {sheet.attributes[attribute]}"
    return Term(attribute, sheet.mod(attribute), attribute.capitalize(), "attribute", note)


def weakened_term(pools: Mapping[str, int], maxima: Mapping[str, int], rulings: Rulings) -> Term:
    """The ruling ``weakened_penalty`` for each pool below half of its full value."""
    below = [pool for pool, full in maxima.items() if 2 * pools.get(pool, full) < full]
    note = ", ".join(pool.capitalize() for pool in below)
    return Term("weakened", rulings["weakened_penalty"] * len(below), "Weakened", "condition", note)


def shortfall_term(sheet: Sheet, attribute: str, rulings: Rulings) -> Term:
    """Too weak for the armour: 1 less for each point on rolls of agility and dexterity."""
    counts = rulings["strength_shortfall"] and attribute in ("agility", "dexterity")
    return Term("shortfall", -sheet.shortfall if counts else 0, "Armour too heavy", "gear")


def gm_term(value: int) -> Term:
    """What the GM adds."""
    return Term("gm", value, "GM", "gm")


def summed(faces: tuple[int, ...], terms: tuple[Term, ...], always: int = 2) -> Explained:
    """A roll explained: the dice and the first ``always`` terms stand, of the others only those that are not 0."""
    keep = {"dice", *(term.key for term in terms[:always])}
    return Explained.summed((dice_term(faces), *terms), keep)


def bonus_of(terms: tuple[Term, ...]) -> int:
    """What is added to the dice."""
    return sum(term.value for term in terms)
