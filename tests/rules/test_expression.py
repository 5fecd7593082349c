"""Dice expressions: reading, limits, rolling."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rhean.rules.dice import ScriptedDice, SeededDice, TypedDice
from rhean.rules.errors import BadDice, DiceNeeded
from rhean.rules.expression import (
    MAX_DICE,
    Negative,
    Number,
    Product,
    Roll,
    Sum,
    Tree,
    bounds,
    count_dice,
    notation,
    parse,
    roll,
)

leaves = st.one_of(
    st.builds(Number, st.integers(0, 50)),
    st.builds(Roll, st.integers(1, 5), st.integers(1, 20)),
    st.builds(
        Roll, st.integers(1, 5), st.integers(1, 20), st.sampled_from(["kh", "kl", "dh", "dl"]), st.integers(0, 6)
    ),
)
trees: st.SearchStrategy[Tree] = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds(Negative, inner),
        st.builds(Sum, inner, st.sampled_from("+-"), inner),
        st.builds(Product, inner, inner),
    ),
    max_leaves=5,
)


@given(trees)
def test_an_expression_written_out_reads_as_the_same_tree(tree: Tree) -> None:
    assert parse(notation(tree)) == tree


@given(trees, st.text(max_size=8))
def test_a_roll_stays_within_its_bounds_and_keeps_every_face(tree: Tree, seed: str) -> None:
    low, high = bounds(tree)
    rolled = roll(tree, SeededDice(seed))
    assert low <= rolled.total <= high
    assert sum(len(group.faces) for group in rolled.dice) == count_dice(tree)
    assert sum(term.value for term in rolled.value.terms) == rolled.total


def read(text: str) -> Tree | BadDice:
    try:
        return parse(text)
    except BadDice as fault:
        return fault


@given(st.text(max_size=300) | st.text("0123456789d%+-*()khl ", max_size=40))
def test_any_text_is_rolled_or_refused_with_a_column(text: str) -> None:
    found = read(text)
    if isinstance(found, BadDice):
        assert 1 <= found.column <= len(found.text) + 1
    else:
        assert parse(notation(found)) == found
        assert roll(found, SeededDice(text)).total >= bounds(found)[0]


@pytest.mark.parametrize(
    ("text", "faces", "total"),
    [
        ("2d10+-5", [(10, 1), (10, 2)], -2),
        ("1d6-6", [(6, 3)], -3),
        ("d%", [(100, 77)], 77),
        ("D20", [(20, 20)], 20),
        ("2d6kh", [(6, 2), (6, 5)], 5),
        ("2d6kl1", [(6, 2), (6, 5)], 2),
        ("4d6dl1", [(6, 1), (6, 4), (6, 4), (6, 1)], 9),
        ("3d6dh1", [(6, 6), (6, 4), (6, 6)], 10),
        ("2*(1d6-1)", [(6, 4)], 6),
        ("-(1d4)+10 − 1", [(4, 4)], 5),
        ("１２+3×2", [], 18),
        ("1-2-3", [], -4),
    ],
)
def test_an_expression_gives_its_total(text: str, faces: list[tuple[int, int]], total: int) -> None:
    assert roll(parse(text), ScriptedDice(faces)).total == total


def test_dice_that_do_not_count_stay_visible() -> None:
    rolled = roll(parse("3d6kh1+2"), ScriptedDice([(6, 5), (6, 1), (6, 5)]))
    assert rolled.dice[0].counted == (True, False, False)
    assert rolled.value.terms[0].note == "5, (1), (5)"
    assert rolled.value.text() == "5 3d6kh1 [5, (1), (5)], +2 modifier = 7"


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "missing"),
        ("2d", 3, "number of sides is missing"),
        ("2d6+", 5, "missing"),
        ("2d6)", 4, "never opened"),
        ("(2d6", 1, "not closed"),
        ("2d6 7", 5, "should come"),
        ("0d6", 1, "from 1 to"),
        ("1d0", 3, "at least 1 side"),
        ("2d6k3", 4, "kh or kl"),
        ("fire", 1, "cannot read"),
        ("999999999d9999999999", 1, "at most"),
        (f"{MAX_DICE}d6+1d6", 1, "dice in one roll"),
        ("1000000*1000000", 1, "total"),
        ("(" * 5000 + "2d10" + ")" * 5000, 201, "characters"),
        ("(" * 90 + "2d10" + ")" * 90, 22, "inside each other"),
        ("-" * 90 + "2", 22, "inside each other"),
        ("1d99999999999999999999999", 3, "number of sides is at most"),
    ],
)
def test_a_bad_expression_is_refused_with_the_place_of_the_fault(text: str, column: int, message: str) -> None:
    with pytest.raises(BadDice, match=message) as caught:
        parse(text)
    assert caught.value.column == column


def test_typed_dice_are_asked_for_one_by_one() -> None:
    with pytest.raises(DiceNeeded) as caught:
        roll(parse("2d6+1d8"), TypedDice([3, 4]))
    assert (caught.value.sides, caught.value.given) == (8, 2)
