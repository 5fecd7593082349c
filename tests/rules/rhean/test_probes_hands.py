"""What a weapon in the off hand, and one that is bound, may not do."""

from __future__ import annotations

import pytest

from rhean.rules.commands import Command
from rhean.rules.dice import ScriptedDice
from rhean.rules.errors import IllegalCommand
from rhean.rules.rulings import Rulings
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems import get_system

RHEAN = get_system("rhean")
ARMED = [{"weapon": "dagger", "hand": "main"}, {"weapon": "short_sword", "hand": "off"}]
START = {"reacted": True}
NO_DICE = ScriptedDice([])


@pytest.fixture
def armed():
    """One with a weapon in each hand has the word in the first phase, a foe beside him."""
    entrants = (
        Entrant("a", {**RHEAN.new_sheet(), "weapons": ARMED}, "a", start=START),
        Entrant("b", RHEAN.new_sheet(), "b", start=START),
    )
    scene = {"pairs": [{"a": "a", "b": "b", "zone": "engaged", "distance": 0}]}
    state = RHEAN.begin(Setup(entrants, scene), RHEAN.library, Rulings.of(RHEAN.rulings))
    return RHEAN.advance(state, Command("gm", "open_round"), ScriptedDice([(10, 1), (10, 2)]))[0]


def test_the_weapon_in_the_off_hand_covers_nobody(armed):
    cover = Command("a", "declare", {"action": "cover", "guard": "a", "weapon": "short_sword"})
    with pytest.raises(IllegalCommand, match="is in the off hand"):
        RHEAN.advance(armed, cover, NO_DICE)


@pytest.mark.parametrize(("state", "refused"), [("bound", True), ("reset", False)])
def test_a_bound_weapon_takes_no_aim_and_one_due_for_a_reset_does(armed, state, refused):
    bound = Command("gm", "override", {"do": "weapon", "target": "a", "weapon": "dagger", "state": state})
    held, _ = RHEAN.advance(armed, bound, NO_DICE)
    aim = Command("a", "declare", {"action": "aim", "target": "b", "weapon": "dagger"})
    if refused:
        with pytest.raises(IllegalCommand, match="is bound"):
            RHEAN.advance(held, aim, NO_DICE)
    else:
        assert RHEAN.advance(held, aim, NO_DICE)[1][0].fact.action == "aim"
