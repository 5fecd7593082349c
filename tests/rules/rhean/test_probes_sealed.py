"""What is declared under seal shows in no figure until all have declared."""

from __future__ import annotations

import pytest

from rhean.rules.commands import Command
from rhean.rules.dice import ScriptedDice
from rhean.rules.events import Viewer
from rhean.rules.rulings import Rulings
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems import get_system

RHEAN = get_system("rhean")


def figures_after(declarations, action):
    """The figures that the owner of the foe sees of one who has declared something."""
    entrants = (
        Entrant("a", RHEAN.new_sheet(), "a", "pike", {"reacted": True}),
        Entrant("b", RHEAN.new_sheet(), "b", "quill", {"reacted": True}),
    )
    changed = {"declarations": declarations, "hide_foe_numbers": False}
    state = RHEAN.begin(Setup(entrants), RHEAN.library, Rulings.of(RHEAN.rulings, changed))
    state, _ = RHEAN.advance(state, Command("gm", "open_round"), ScriptedDice([(10, 1), (10, 2)]))
    state, _ = RHEAN.advance(state, Command("a", "declare", action), ScriptedDice([]))
    seen = next(one for one in RHEAN.view(state, Viewer("quill")).combatants if one.id == "a")
    return {figure.key: figure.value.total for figure in seen.figures}


@pytest.mark.parametrize(("declarations", "defence"), [("open", 9), ("sealed", 11), ("simultaneous", 11)])
@pytest.mark.parametrize("action", [{"action": "run", "to": "b"}, {"action": "sprint", "away": "b"}])
def test_a_sealed_run_does_not_lower_the_defence_that_the_foe_reads(declarations, defence, action):
    assert figures_after(declarations, action)["defence"] == defence
