"""One who was found hiding defends himself; what cannot help him is refused in the words of the prompt."""

from __future__ import annotations

import pytest

from rhean.rules.commands import Command
from rhean.rules.dice import ScriptedDice
from rhean.rules.errors import IllegalCommand
from rhean.rules.rulings import Rulings
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems import get_system

RHEAN = get_system("rhean")
START = {"reacted": True}
BOW = {"weapons": [{"weapon": "short_bow"}], "skills": {"archery": {"rank": 3, "level": 4}}}


@pytest.fixture
def shot_at():
    """A shot has hit one who is about to hide."""
    entrants = (
        Entrant("a", RHEAN.new_sheet(), "a", start=START),
        Entrant("b", {**RHEAN.new_sheet(), **BOW}, "b", start=START),
    )
    state = RHEAN.begin(Setup(entrants), RHEAN.library, Rulings.of(RHEAN.rulings))
    state, _ = RHEAN.advance(state, Command("gm", "open_round"), ScriptedDice([(10, 1), (10, 2)]))
    state, _ = RHEAN.advance(state, Command("a", "declare", {"action": "stealthy_move"}), ScriptedDice([]))
    shot = Command("b", "declare", {"action": "missile_attack", "target": "a"})
    return RHEAN.advance(state, shot, ScriptedDice([(10, 5), (10, 5)]))[0]


@pytest.mark.parametrize(("do", "words"), [("parry", "none of these attacks"), ("soak", "no such soak")])
def test_what_does_not_help_against_a_shot_is_refused_with_its_reason(shot_at, do, words):
    with pytest.raises(IllegalCommand, match=words):
        RHEAN.advance(shot_at, Command("a", "defend", {"do": do}), ScriptedDice([]))
