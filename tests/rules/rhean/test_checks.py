"""Rolls and their odds: one function gives both, checked by counting every way in which the dice can fall."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rhean.rules.systems.rhean import checks
from rhean.rules.systems.rhean.checks import chance, chance_to_hit, contest, contest_chances, resolve

ALL_PAIRS = list(product(range(1, 11), repeat=2))
TABLE = {
    4: 97,
    5: 94,
    6: 90,
    7: 85,
    8: 79,
    9: 72,
    10: 64,
    11: 55,
    12: 45,
    13: 36,
    14: 28,
    15: 21,
    16: 15,
    17: 10,
    18: 6,
}
TABLE |= {19: 3, 20: 1, 21: 0, 30: 0, 3: 99, 2: 99, -20: 99}


@pytest.mark.parametrize(("need", "of_hundred"), TABLE.items())
def test_the_odds_are_those_of_the_specifications_table(need, of_hundred):
    assert chance(0, need) == Fraction(of_hundred, 100)
    assert chance(7, need + 7) == Fraction(of_hundred, 100)


@given(bonus=st.integers(-40, 40), tn=st.integers(-40, 60))
def test_the_odds_are_the_count_of_all_pairs_that_succeed(bonus, tn):
    count = sum(bool(resolve(faces, bonus, tn).success) for faces in ALL_PAIRS)
    assert chance(bonus, tn) == Fraction(count, 100)


@given(bonus=st.integers(-100, 100), tn=st.integers(-100, 100))
def test_two_ones_always_fail(bonus, tn):
    outcome = resolve((1, 1), bonus, tn)
    assert outcome.ones
    assert outcome.success is False


def test_a_roll_against_nothing_neither_succeeds_nor_fails():
    assert resolve((4, 5), 3).success is None
    assert resolve((4, 5), 3).total == 12


@pytest.mark.parametrize(("bonus", "tn", "defence"), [(4, 12, 3), (0, 11, 0), (9, 20, -2), (-3, 15, 8), (30, 5, 30)])
def test_the_odds_past_an_active_defence_are_counted_over_all_four_dice(bonus, tn, defence):
    count = sum(
        bool(resolve(attack, bonus, tn).success) and not checks.defends(answer, defence, sum(attack) + bonus)
        for attack in ALL_PAIRS
        for answer in ALL_PAIRS
    )
    assert chance_to_hit(bonus, tn, defence) == Fraction(count, 10_000)


@pytest.mark.parametrize(("first", "second", "tn"), [(3, 2, None), (0, 0, None), (3, 2, 15), (5, -5, 20), (-9, 4, 11)])
@pytest.mark.parametrize("tie", ["nobody", "first", "higher_level"])
def test_the_odds_of_a_contest_are_counted_over_all_four_dice(first, second, tn, tie):
    found = {"first": 0, "second": 0, "nobody": 0}
    for mine, theirs in product(ALL_PAIRS, repeat=2):
        found[contest(resolve(mine, first, tn), resolve(theirs, second, tn), tie, 1, tn)] += 1
    assert contest_chances(first, second, tie, 1, tn) == {key: Fraction(n, 10_000) for key, n in found.items()}


def test_the_higher_total_wins_a_contest_and_a_tie_is_nobodys():
    assert contest(resolve((5, 5), 3), resolve((5, 7), 2)) == "second"
    assert contest(resolve((5, 5), 3), resolve((5, 6), 2)) == "nobody"


def test_two_ones_lose_to_anything_but_two_ones():
    assert contest(resolve((1, 1), 50), resolve((1, 2), 0)) == "second"
    assert contest(resolve((2, 1), 0), resolve((1, 1), 50)) == "first"
    assert contest(resolve((1, 1), 1), resolve((1, 1), 0)) == "first"


@pytest.mark.parametrize(
    ("tie", "difference", "winner"),
    [
        ("nobody", 5, "nobody"),
        ("first", -5, "first"),
        ("higher_level", 1, "first"),
        ("higher_level", -1, "second"),
        ("higher_level", 0, "nobody"),
    ],
)
def test_a_tie_is_settled_by_the_ruling(tie, difference, winner):
    assert contest(resolve((5, 5), 0), resolve((5, 5), 0), tie, difference) == winner


@pytest.mark.parametrize(
    ("mine", "theirs", "tn", "winner"),
    [
        ((6, 6), (6, 6), 12, "nobody"),
        ((6, 7), (6, 6), 12, "first"),
        ((6, 6), (2, 2), 12, "first"),
        ((2, 2), (6, 6), 12, "second"),
        ((5, 5), (6, 5), 12, "nobody"),
    ],
)
def test_against_a_number_only_those_who_reach_it_count(mine, theirs, tn, winner):
    assert contest(resolve(mine, 0, tn), resolve(theirs, 0, tn), tn=tn) == winner


def test_an_active_defence_wins_ties_and_fails_on_two_ones():
    assert checks.defends((9, 8), 1, 18)
    assert not checks.defends((9, 7), 1, 18)
    assert not checks.defends((1, 1), 50, 18)
