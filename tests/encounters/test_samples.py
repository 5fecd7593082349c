"""What so many runs support: bounds against published values, and no figure finer than its margin."""

from __future__ import annotations

import re

import pytest

from encounters.samples import GLUE, difference, quantile, shown, wilson


@pytest.mark.parametrize(
    ("count", "runs", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 0.8830, 1.0),
    ],
)
def test_the_bounds_are_those_published_for_the_method(count: int, runs: int, low: float, high: float) -> None:
    assert wilson(count, runs) == pytest.approx((low, high), abs=0.00006)


@pytest.mark.parametrize(
    ("count", "runs", "words"),
    [
        (124, 200, "62 % ± 7"),
        (0, 200, "under 2 %"),
        (200, 200, "over 98 %"),
        (0, 1000, "under 1 %"),
        (500, 1000, "50 % ± 3"),
        (1, 100, "up to 6 %"),
        (99, 100, "at least 94 %"),
        (50, 100, "50 % ± 10"),
        (30, 64, "45 % ± 15"),
        (0, 10, "0 of 10"),
        (0, 49, "0 of 49"),
        (0, 50, "under 8 %"),
        (4, 9, "4 of 9"),
    ],
)
def test_a_chance_is_told_as_finely_as_its_runs_allow(count: int, runs: int, words: str) -> None:
    assert shown(count, runs).replace(GLUE, " ") == words


@pytest.mark.parametrize("runs", [50, 87, 100, 400, 1000])
def test_no_chance_is_told_with_a_decimal_or_as_certain(runs: int) -> None:
    told = [shown(count, runs).replace(GLUE, " ") for count in range(runs + 1)]
    assert [words for words in told if "." in words or words in ("0 %", "100 %")] == []
    margins = [(int(share), int(margin)) for share, margin in re.findall(r"(\d+) % ± (\d+)", " ".join(told))]
    assert [pair for pair in margins if pair[1] > 10 and (pair[0] % 5 or pair[1] % 5)] == []
    assert margins


def test_a_difference_is_told_from_chance_or_it_is_not() -> None:
    assert difference(120, 200, 160, 200) == (20, 9, True)
    assert difference(160, 200, 120, 200) == (-20, 9, True)
    assert not difference(120, 200, 124, 200).told
    assert not difference(0, 200, 1, 200).told


def test_the_bounds_of_a_difference_are_those_published_for_the_method() -> None:
    """56 of 70 against 48 of 80: 0.20, between 0.0524 and 0.3339."""
    found = difference(48, 80, 56, 70)
    assert (found.points, found.told) == (20, True)
    assert found.margin == round(50 * (0.3339 - 0.0524))


def test_the_median_and_the_middle_half_are_whole_rounds() -> None:
    table = {3: 1, 5: 2, 9: 1}
    assert [quantile(table, share) for share in (0.25, 0.5, 0.75)] == [3, 5, 5]
    assert quantile({}, 0.5) == 0
