"""What so many runs support: chances with their margin, and no figure finer than it.

All bounds are Wilson's score intervals at 95 %, and Newcombe's for a difference of two of them: they hold for few runs
and near 0 and 1 as well.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

Z = 1.959964
"""Of 20 true values 19 lie within so many standard errors."""

COARSE = 10
"""A margin of more points than this: figures in steps of 5."""

FEW = 50
"""Fewer runs than this give no per cent at all, in no row: a count out of so few says as much, and does not jump."""

GLUE = "\u00a0"
"""Between a figure and its sign: no line ends there."""


class Bounds(NamedTuple):
    """Between what a true chance lies, as shares of 1."""

    low: float
    high: float


class Difference(NamedTuple):
    """How a chance differs from another, in points of per cent, with its margin; ``told`` where the runs tell it from
    chance."""

    points: int
    margin: int
    told: bool


def wilson(count: int, runs: int) -> Bounds:
    """The bounds of a chance that came true so often in so many runs (at least one).

    >>> low, high = wilson(81, 263)
    >>> round(low, 4), round(high, 4)
    (0.2553, 0.3662)
    """
    share, square = count / runs, Z * Z
    middle = (count + square / 2) / (runs + square)
    half = Z / (runs + square) * math.sqrt(share * (1 - share) * runs + square / 4)
    return Bounds(max(middle - half, 0.0), min(middle + half, 1.0))


def shown(count: int, runs: int) -> str:
    """A chance in words, with its margin: whole per cents, or only the bound where it is near 0 or 100.

    >>> told = shown(124, 200), shown(0, 200), shown(200, 200), shown(1, 100), shown(30, 60), shown(9, 20)
    >>> ", ".join(told).replace(GLUE, " ")
    '62 % ± 7, under 2 %, over 98 %, up to 6 %, 50 % ± 15, 9 of 20'
    """
    return _told(count, runs).replace(" %", f"{GLUE}%").replace("± ", f"±{GLUE}")


def _told(count: int, runs: int) -> str:
    if runs < FEW:
        return f"{count} of {runs}"
    low, high = wilson(count, runs)
    share, half = 100 * count / runs, 50 * (high - low)
    step = 5 if half > COARSE else 1
    if count == 0:
        return f"under {_up(100 * high, step)} %"
    if count == runs:
        return f"over {_down(100 * low, step)} %"
    if share < half:
        return f"up to {_up(100 * high, step)} %"
    if share + half > 100:
        return f"at least {_down(100 * low, step)} %"
    return f"{_near(share, step)} % ± {_up(half, step) if step > 1 else max(_near(half, 1), 1)}"


def widest(runs: int) -> int:
    """The margin of a chance of one half: no other is wider.

    >>> widest(100), widest(400), widest(1000)
    (10, 5, 3)
    """
    low, high = wilson(runs // 2, runs)
    return _near(50 * (high - low), 1)


def difference(count: int, runs: int, other: int, others: int) -> Difference:
    """By how much the second chance, ``other`` of ``others``, is larger than the first, ``count`` of ``runs`` (at least
    one each)."""
    first, second = count / runs, other / others
    one, two = wilson(count, runs), wilson(other, others)
    below = math.hypot(second - two.low, one.high - first)
    above = math.hypot(two.high - second, first - one.low)
    apart = second - first
    margin = max(_near(50 * (below + above), 1), 1)
    return Difference(_near(100 * apart, 1), margin, apart > below or -apart > above)


def quantile(table: Mapping[int, int], share: float) -> int:
    """The whole number that so large a share of the values does not exceed: 0.5 gives the median; 0 where there are
    none. ``table`` tells how often each value occurs."""
    wanted, passed = share * sum(table.values()), 0
    for value in sorted(table):
        passed += table[value]
        if passed >= wanted:
            return value
    return 0


def _near(value: float, step: int) -> int:
    return step * math.floor(value / step + 0.5)


def _up(value: float, step: int) -> int:
    return step * math.ceil(round(value, 6) / step)


def _down(value: float, step: int) -> int:
    return step * math.floor(round(value, 6) / step)
