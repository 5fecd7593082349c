"""What one can do: every row of the tables of actions, with the reasons of the fight itself."""

from __future__ import annotations

import pytest

from rhean.rules.systems.rhean.actions import TABLES
from tests.rules.rhean.tools import DEFAULTS, LIBRARY, SIDE, ruled, skills


def can(rulings=DEFAULTS, **fields):
    """Key -> option."""
    return {option.key: option for option in SIDE.abilities(fields, LIBRARY, rulings)}


def shipped(key):
    """The options of a ready-made sheet."""
    entry = LIBRARY.get("characters", key) or LIBRARY.get("creatures", key)
    return can(**entry.sheet)


def reasons(option):
    """Why not, in words."""
    return [str(refusal) for refusal in option.refusals]


@pytest.mark.parametrize("kind", ["creatures", "characters"])
def test_every_row_of_the_tables_is_told_for_every_sheet_that_ships(kind):
    rows = [f"{table}.{row.key}" for table, rows in TABLES.items() for row in rows]
    for entry in LIBRARY.all(kind).values():
        found = can(**entry.sheet)
        assert list(found) == rows
        assert all(option.refusals or option.available for option in found.values())


def test_grog_masters_his_axe_and_stretches_for_what_lies_one_rank_above():
    grog = shipped("grog")
    assert grog["attack.critical_strike"].available
    assert not grog["attack.critical_strike"].stretch
    assert grog["attack.great_strike"].stretch
    assert grog["attack.great_strike"].summary == "at half level with Battle Axe"
    assert [(cost.pool, cost.amount) for cost in grog["attack.great_strike"].costs] == [("stamina", 4)]


def test_what_is_two_ranks_above_tells_the_rank_and_not_the_bow_in_hand():
    archer = shipped("elf_archer")
    assert reasons(archer["attack.great_strike"]) == ["needs Master in Sword Short; you are Apprentice"]
    assert archer["attack.melee_attack"].summary == "with Short Sword and Fist"
    assert archer["attack.missile_attack"].summary == "with Long Bow"


def test_all_reasons_are_told_if_there_are_several():
    grog = shipped("grog")
    assert reasons(grog["attack.shield_bash"]) == ["needs training in Shield", "has no shield ready"]
    assert reasons(grog["attack.dual_attack"]) == ["needs two weapons", "needs training in Two Weapon Fighting"]
    assert reasons(grog["attack.missile_attack"]) == ["Battle Axe is no missile weapon"]


def test_two_weapons_in_hand_make_a_dual_attack_possible():
    captain = shipped("bandit_captain")
    assert captain["attack.dual_attack"].available
    assert captain["attack.off_hand_attack"].available
    assert captain["defence.double_parry"].stretch


def test_an_empty_pool_bars_what_it_would_pay_for():
    tired = can(weapons=[{"weapon": "great_axe"}], pools={"stamina": 2})
    assert reasons(tired["attack.melee_attack"]) == []
    assert tired["attack.melee_attack"].summary == "with Fist"
    assert "costs 6 Stamina; you have 2" in reasons(tired["full.sprint"])


def test_closed_actions_follow_the_rulings():
    axe = {"weapons": [{"weapon": "mace"}], "skills": skills(mace=(1, 1))}
    assert not can(**axe)["attack.critical_strike"].available
    assert can(ruled(unlocks="trained"), **axe)["attack.critical_strike"].available
    half = {**axe, "skills": skills(mace=(2, 1))}
    assert can(**half)["attack.critical_strike"].stretch
    assert not can(ruled(stretch_closed_actions=False), **half)["attack.critical_strike"].available


def test_tricks_and_armour_have_reasons_of_their_own():
    man = can(weapons=[{"weapon": "short_bow"}], skills=skills(archery=(3, 3)))
    assert reasons(man["full.stand_and_fire"]) == ["has not learnt the trick"]
    assert reasons(man["defence.armor_work"])[0] == "wears no armour"
