"""The ruling under which a defence names the attacker: only one whom the defender sees can be named."""

from __future__ import annotations

import pytest

from rhean.rules.commands import Command
from rhean.rules.dice import ScriptedDice
from rhean.rules.errors import IllegalCommand
from rhean.rules.rulings import Rulings
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems import get_system

RHEAN = get_system("rhean")
NAMED = {"defence_choice": "named"}


def about_to_defend(hidden):
    """``a`` has the word; his only foe is hidden or not."""
    entrants = (
        Entrant("a", RHEAN.new_sheet(), "a", start={"reacted": True}),
        Entrant("b", RHEAN.new_sheet(), "b", start={"reacted": True, "hidden": hidden}),
    )
    state = RHEAN.begin(Setup(entrants), RHEAN.library, Rulings.of(RHEAN.rulings, NAMED))
    return RHEAN.advance(state, Command("gm", "open_round"), ScriptedDice([(10, 1), (10, 2)]))[0]


@pytest.mark.parametrize("hidden", [True, False])
def test_a_defence_against_somebody_unseen_is_refused_by_prompt_and_command(hidden):
    state = about_to_defend(hidden)
    dodge = next(option for option in RHEAN.prompts(state, "a")[0].options if option.key == "dodge")
    assert dodge.available is not hidden
    command = Command("a", "declare", {"action": "dodge", "attacker": "b"})
    if hidden:
        with pytest.raises(IllegalCommand, match="b is hidden"):
            RHEAN.advance(state, command, ScriptedDice([]))
    else:
        assert RHEAN.advance(state, command, ScriptedDice([]))[1][0].fact.action == "dodge"
