"""Where the terms of a number come from, in a word, the same on every page."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string

from rhean.campaigns.templatetags.rules import source_word
from rhean.rules.explain import Explained, Term


@pytest.mark.parametrize(
    ("term", "word"),
    [
        (Term("spear", 3, "Spear", "skill"), "skill"),
        (Term("skill", 3, "Sword skill", "skill"), ""),
        (Term("gm", 1, "GM", "gm"), ""),
        (Term("favour", 1, "Good judgment", "gm"), "GM"),
        (Term("cold", -1, "Cold", "gm"), "GM"),
        (Term("override", 1, "set by hand", "override"), ""),
        (Term("by_hand", 1, "Bonus", "override"), "set by hand"),
        (Term("base", 11, "base", "base"), ""),
        (Term("dice", 9, "Dice", "dice"), ""),
    ],
)
def test_a_term_says_once_where_it_comes_from(term: Term, word: str) -> None:
    assert source_word(term) == word


@pytest.mark.parametrize("template", ["sheets/explain.html", "encounters/explain.html"])
def test_sheets_and_fights_say_it_in_the_same_word(template: str) -> None:
    value = Explained.of(Term("agility", 2, "Agility", "attribute"), Term("cold", -1, "Cold", "gm"))
    text = render_to_string(template, {"value": value, "place": "rhean"})
    assert "attribute</small>" in text
    assert ">GM</small>" in text
