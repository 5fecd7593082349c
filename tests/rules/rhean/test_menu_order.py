"""What is offered first, and what last."""

from __future__ import annotations

from itertools import groupby

from rhean.rules.commands import Command
from rhean.rules.dice import ScriptedDice
from rhean.rules.rulings import Rulings
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems import get_system

RHEAN = get_system("rhean")


def declaring(weapons):
    """The decision of a man with these weapons, a foe near."""
    rows = [{"weapon": key, "hand": "main" if number == 0 else "sheathed"} for number, key in enumerate(weapons)]
    sheets = ({"weapons": rows, "skills": {"dagger": {"rank": 3, "level": 5}}}, {})
    entrants = tuple(
        Entrant(who, sheet, side, start={"reacted": True}) for who, side, sheet in zip("ab", "xy", sheets, strict=True)
    )
    state = RHEAN.begin(Setup(entrants), RHEAN.library, Rulings.of(RHEAN.rulings))
    state, _ = RHEAN.advance(state, Command("gm", "open_round"), ScriptedDice([(10, 1), (10, 5)]))
    return RHEAN.prompts(state, "a")[0]


def test_everyday_actions_stand_first_in_their_table_and_seldom_ones_last():
    options = declaring(["long_sword"]).options
    tables = {label: [one.key for one in group] for label, group in groupby(options, key=lambda one: one.group)}
    assert tables["Attack"][:3] == ["melee_attack", "missile_attack", "off_hand_attack"]
    assert tables["Attack"][-1] == "sing"
    assert tables["Defence"][:4] == ["dodge", "parry", "block", "shield_work"]
    assert tables["Move"][:3] == ["combat_move", "run", "withdraw"]
