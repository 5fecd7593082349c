"""What the off hand may not do."""

from __future__ import annotations

import pytest

from rhean.rules.commands import Command
from rhean.rules.dice import SeededDice
from rhean.rules.errors import IllegalCommand
from rhean.rules.rulings import Rulings
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems import get_system

RHEAN = get_system("rhean")
DAGGERS = [{"weapon": "dagger", "hand": "main"}, {"weapon": "short_sword", "hand": "off"}]


def test_the_weapon_in_the_off_hand_covers_nobody():
    armed = {**RHEAN.new_sheet(), "weapons": DAGGERS}
    start = {"reacted": True}
    entrants = (Entrant("a", armed, "a", start=start), Entrant("b", RHEAN.new_sheet(), "b", start=start))
    state = RHEAN.begin(Setup(entrants), RHEAN.library, Rulings.of(RHEAN.rulings))
    state, _ = RHEAN.advance(state, Command("gm", "open_round"), SeededDice("probe"))
    cover = Command("a", "declare", {"action": "cover", "guard": "a", "weapon": "short_sword"})
    if RHEAN.open_decisions(state)[0][1] == "b":
        state, _ = RHEAN.advance(state, Command("b", "declare", {"action": "nothing"}), SeededDice("probe"))
    with pytest.raises(IllegalCommand, match="is in the off hand"):
        RHEAN.advance(state, cover, SeededDice("probe"))
