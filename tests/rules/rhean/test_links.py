"""Every link from a sheet into the rules reference leads to a page."""

from __future__ import annotations

import pytest

from rhean.rules.systems import get_system
from tests.rules.rhean.tools import DEFAULTS, LIBRARY, skills

SYSTEM = get_system("rhean")
PAGES = {page.key for page in SYSTEM.reference(LIBRARY, DEFAULTS)}
SHEETS = [
    {"skills": {"lore(old kings)": {"rank": 1}, "language_elvish": {"rank": 3}, "craft_boats": {"rank": 1}}},
    {"race": "dwarf", "weapons": [{"weapon": "long_bow"}], "skills": skills(evade=(1, 1))},
    *(entry.sheet for entry in LIBRARY.all("characters").values()),
]


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_roll_and_every_action_of_a_sheet_has_a_page_of_rules(sheet):
    rolls = {check.rule for check in SYSTEM.checks(sheet, LIBRARY, DEFAULTS)}
    actions = {option.rule for option in SYSTEM.abilities(sheet, LIBRARY, DEFAULTS)}
    assert (rolls | actions) - PAGES == set()


def test_the_keys_of_a_sheets_rolls_are_its_own():
    for sheet in SHEETS:
        keys = [check.key for check in SYSTEM.checks(sheet, LIBRARY, DEFAULTS)]
        assert len(set(keys)) == len(keys)
