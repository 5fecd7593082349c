"""Formulas that a GM types: read safely, refused with the column of the fault."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rhean.rules.errors import BadFormula, BadRuling
from rhean.rules.systems.rhean import derived
from rhean.rules.systems.rhean.formula import evaluate, parse, terms
from tests.rules.rhean.tools import man, ruled

VALUES = {"body": 6, "constitution": 5, "will": 3}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("body + constitution", 11),
        ("body + 2*constitution", 16),
        ("2 * 3 * body", 36),
        ("body*2 - will", 9),
        ("-will + body", 3),
        ("7", 7),
        ("  body  ", 6),
        ("body - constitution - will - 1", -3),
    ],
)
def test_a_formula_is_a_sum_of_names_numbers_and_products(text, value):
    assert evaluate(text, VALUES) == value


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", 1),
        ("   ", 1),
        ("bdy + will", 1),
        ("body + strenght", 8),
        ("body +", 7),
        ("body will", 6),
        ("body ** 2", 7),
        ("body * will", 8),
        ("(body)", 1),
        ("body + é", 8),
        ("body + 99999", 8),
        ("999 * 999 * body", 7),
        ("__import__('os')", 11),
        ("body.real", 5),
        ("body + 1e3", 9),
    ],
)
def test_a_fault_is_refused_with_its_column(text, column):
    with pytest.raises(BadFormula) as refused:
        parse(text, frozenset(VALUES))
    assert refused.value.column == column


TOO_MUCH = {
    "long": "body + " * 100_000,
    "brackets": "(" * 5_000,
    "unfinished": "1+" * 40,
    "digits": "9" * 10_000,
    "signs": "-" * 150,
    "summands": "1" + "+1" * 90,
}


@pytest.mark.parametrize("text", TOO_MUCH.values(), ids=TOO_MUCH.keys())
def test_a_formula_over_a_limit_is_refused(text):
    with pytest.raises(BadFormula):
        parse(text, frozenset(VALUES))


def test_every_summand_becomes_a_term_with_its_factor_in_the_note():
    found = terms("body + 2*constitution - 1", VALUES)
    assert [(term.key, term.value, term.note) for term in found] == [
        ("body", 6, ""),
        ("constitution", 10, "2 x 5"),
        ("number", -1, ""),
    ]


def test_a_formula_typed_as_a_ruling_changes_the_derived_value():
    rulings = ruled(hits_formula="body + 2*constitution")
    assert derived.pool_maximum(man(), "hits", rulings).notation() == "body:6,constitution:10"


def test_a_ruling_refuses_a_formula_with_the_column_of_the_fault():
    with pytest.raises(BadRuling, match="column 8: no value 'mana'"):
        ruled(hits_formula="body + mana")


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused_and_nothing_else(text):
    names = frozenset(VALUES)
    with contextlib.suppress(BadFormula):
        assert all(part.name in {"", *names} for part in parse(text, names))
