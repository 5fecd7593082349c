"""Exact distributions of whole numbers, never sampled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache, reduce
from itertools import product
from typing import TypeVar

T = TypeVar("T")
Weights = Mapping[int, int]
"""How many of all equally likely results give each number."""


def enumerate_faces(*sides: int) -> Iterable[tuple[int, ...]]:
    """Every way in which dice of these sides can fall."""
    return product(*(range(1, side + 1) for side in sides))


def weigh(outcome: Callable[[tuple[int, ...]], T], *sides: int) -> dict[T, Fraction]:
    """The exact chance of each outcome of a function of the faces: the very function that resolves the roll.

    >>> weigh(lambda faces: sum(faces) >= 11, 10, 10)[True]
    Fraction(11, 20)
    """
    counts: dict[T, int] = {}
    total = 0
    for faces in enumerate_faces(*sides):
        result = outcome(faces)
        counts[result] = counts.get(result, 0) + 1
        total += 1
    return {result: Fraction(count, total) for result, count in counts.items()}


def add(left: Weights, right: Weights) -> dict[int, int]:
    """The distribution of the sum of two independent numbers."""
    result: dict[int, int] = {}
    for a, m in left.items():
        for b, n in right.items():
            result[a + b] = result.get(a + b, 0) + m * n
    return result


@cache
def dice_sum(count: int, sides: int) -> Mapping[int, int]:
    """The distribution of the sum of equal dice.

    >>> dict(dice_sum(2, 4))
    {2: 1, 3: 2, 4: 3, 5: 4, 6: 3, 7: 2, 8: 1}
    """
    die = dict.fromkeys(range(1, sides + 1), 1)
    return reduce(add, [die] * count, {0: 1})


def shift(weights: Weights, by: Callable[[int], int]) -> dict[int, int]:
    """The distribution of a function of the number."""
    result: dict[int, int] = {}
    for value, count in weights.items():
        changed = by(value)
        result[changed] = result.get(changed, 0) + count
    return result


def mean(weights: Weights) -> Fraction:
    """The expected value."""
    return Fraction(sum(value * count for value, count in weights.items()), sum(weights.values()))


def chance(weights: Weights, holds: Callable[[int], bool]) -> Fraction:
    """The chance that the number fulfils a condition."""
    return Fraction(sum(count for value, count in weights.items() if holds(value)), sum(weights.values()))
