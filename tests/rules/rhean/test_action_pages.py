"""The pages on actions say what the rows of the engine do."""

from __future__ import annotations

import pytest

from rhean.rules.rulings import Rulings
from rhean.rules.systems.rhean import texts
from rhean.rules.systems.rhean.actions import ACTIONS, TABLES
from rhean.rules.systems.rhean.library import shipped
from rhean.rules.systems.rhean.reference import reference
from rhean.rules.systems.rhean.rulings import RULINGS
from rhean.rules.systems.rhean.wording import action_label

PAGES = {page.key: page for page in reference(shipped(), Rulings.of(RULINGS))}

COSTS = {
    "0": "nothing",
    "1": "1 Stamina",
    "6": "6 Stamina",
    "w": "the weapon's Stamina",
    "w+1": "the weapon's Stamina + 1",
    "w+2": "the weapon's Stamina + 2",
    "w+3": "the weapon's Stamina + 3",
    "3*w": "3 x the weapon's Stamina",
    "both": "the Stamina of both weapons",
    "both+1": "the Stamina of both weapons + 1",
    "dv": "the shield's DV in Stamina",
    "dv+1": "the shield's DV + 1 Stamina",
    "2*armour": "twice the armour's Stamina",
    "3*w + 3*cover + 3": "3 x (the weapon's Stamina + the shield's DV + 1)",
}
"""What the engine's formulas are called on the pages."""


def test_pages_and_engine_know_the_same_rows():
    engine = sorted((row.key, kind) for kind, rows in TABLES.items() for row in rows)
    pages = sorted((key, kind) for key, text in texts.actions().items() for kind in text.types)
    assert pages == engine


@pytest.mark.parametrize("key", ACTIONS)
def test_the_log_calls_an_action_by_the_name_of_its_page(key):
    assert PAGES[f"action.{key}"].title.casefold() == action_label(key).casefold()


@pytest.mark.parametrize("row", ACTIONS.values(), ids=lambda row: row.key)
def test_a_page_names_the_cost_that_the_engine_takes(row):
    told = dict(PAGES[f"action.{row.key}"].facts)["Cost"]
    if row.price is None:
        assert told.startswith(COSTS[row.cost])
    else:
        assert told != "nothing"


@pytest.mark.parametrize("row", ACTIONS.values(), ids=lambda row: row.key)
def test_a_page_names_the_bonuses_that_the_engine_gives(row):
    text = PAGES[f"action.{row.key}"].text
    assert not row.to_hit or f"{row.to_hit:+d}" in text
    assert not row.damage or f"{row.damage:+d}" in text
    assert row.knockdown is None or "Knockdown" in text
    assert row.shock in text
