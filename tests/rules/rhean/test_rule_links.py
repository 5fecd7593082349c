"""Whatever names a page of the rules reference names one that exists."""

from __future__ import annotations

import pytest

from rhean.rules.commands import Command
from rhean.rules.dice import SeededDice
from rhean.rules.events import GM
from rhean.rules.rulings import Rulings
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems import get_system
from rhean.rules.systems.rhean import conditions
from rhean.rules.systems.rhean.rulings import RULINGS

SYSTEM = get_system("rhean")
LIBRARY = SYSTEM.library
DEFAULTS = Rulings.of(RULINGS)
PAGES = {page.key for page in SYSTEM.reference(LIBRARY, DEFAULTS)}
SHEETS = {key: entry.sheet for kind in ("characters", "creatures") for key, entry in LIBRARY.all(kind).items()}


@pytest.fixture
def fight():
    """Two at sword's length in the first phase, asked what they declare."""
    entrants = tuple(Entrant(who, SHEETS["soldier"], who, start={"reacted": True}) for who in ("a", "b"))
    scene = {"pairs": [{"a": "a", "b": "b", "zone": "engaged", "distance": 1}]}
    state = SYSTEM.begin(Setup(entrants, scene), LIBRARY, DEFAULTS)
    return SYSTEM.advance(state, Command("gm", "open_round"), SeededDice("1"))[0]


def lost(keys):
    """Named pages that do not exist."""
    return {key for key in keys if key and key not in PAGES}


@pytest.mark.parametrize("key", SHEETS)
def test_checks_and_actions_of_a_sheet_lead_to_their_pages(key):
    named = [check.rule for check in SYSTEM.checks(SHEETS[key], LIBRARY, DEFAULTS)]
    named += [option.rule for option in SYSTEM.abilities(SHEETS[key], LIBRARY, DEFAULTS)]
    assert any(named)
    assert lost(named) == set()


def test_every_option_of_a_declaration_leads_to_its_page(fight):
    (prompt,) = SYSTEM.prompts(fight)
    named = [option.rule for option in prompt.options]
    assert len([key for key in named if key.startswith("action.")]) > 50
    assert lost(named) == set()


@pytest.mark.parametrize("key", conditions.KEYS)
def test_every_condition_has_a_page_and_its_mark_leads_there(fight, key):
    assert f"condition.{key}" in PAGES
    command = Command("gm", "override", {"do": "add", "target": "a", "key": key})
    state = SYSTEM.advance(fight, command, SeededDice("1"))[0]
    marks = [tag.rule for shown in SYSTEM.view(state, GM).combatants for tag in shown.tags]
    assert lost(marks) == set()
    assert f"condition.{key}" in marks
