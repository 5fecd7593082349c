"""Pools below half weigh on the sheet's own figures as they do on its checks and in a fight: one number everywhere."""

from __future__ import annotations

import pytest

from rhean.rules.commands import Command
from rhean.rules.dice import ScriptedDice
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems.rhean import derived
from rhean.rules.systems.rhean.system import SYSTEM
from tests.rules.rhean.tools import DEFAULTS, LIBRARY, SIDE, man, roll, ruled, skills

WORN = {
    "weapons": [{"weapon": "long_sword"}],
    "skills": skills(sword_long=(2, 3), sword_long_parry=(2, 2), evade=(1, 4)),
    "pools": {"hits": 2, "stamina": 3},
}
ROLLS = ("skills.sword_long", "skills.evade", "attack.0", "parry.0", "reaction")
STRIKE = {"action": "melee_attack", "target": "b"}


def figures(rulings=DEFAULTS, **changed):
    """Key -> figure of the worn man with other fields."""
    return {one.key: one.value for one in derived.figures_of(man(**{**WORN, **changed}), LIBRARY, rulings)}


def struck(sheet):
    """The roll of an attack with the sheet's sword, toe to toe, without its dice."""
    entrants = tuple(Entrant(who, one, who, start={"reacted": True}) for who, one in (("a", sheet), ("b", {})))
    scene = {"pairs": [{"a": "a", "b": "b", "zone": "engaged", "distance": 1}]}
    state = SYSTEM.begin(Setup(entrants, scene), LIBRARY, DEFAULTS)
    state, _ = SYSTEM.advance(state, Command("gm", "open_round"), ScriptedDice([(10, 1), (10, 9)]))
    state, _ = SYSTEM.advance(state, Command("a", "declare", STRIKE), ScriptedDice(()))
    last = Command("b", "declare", {"action": "nothing"})
    _, events = SYSTEM.advance(state, last, ScriptedDice([(10, 1), (10, 2)]))
    (attack,) = [event.fact for event in events if event.fact.kind == "attack"]
    return attack.total - 3


@pytest.mark.parametrize("key", ROLLS)
def test_every_figure_that_is_added_to_2d10_shows_what_weakness_takes(key):
    fresh = figures(pools={})[key]
    worn = figures()[key]
    assert worn.total == fresh.total - 2
    assert (worn.terms[-1].key, worn.terms[-1].value, worn.terms[-1].note) == ("weakened", -2, "Hits, Stamina")
    assert all(term.key != "weakened" for term in fresh.terms)


@pytest.mark.parametrize("key", ["defence", "initiative", "movement", "reduction", "damage.0", "hits", "stamina"])
def test_what_is_not_rolled_with_2d10_stays(key):
    assert figures()[key] == figures(pools={})[key]


def test_the_ruling_counts_on_the_sheet_too():
    assert figures(ruled(weakened_penalty=-3))["skills.evade"].total == 4 - 6


@pytest.mark.parametrize("by_hand", [{}, {"skills.sword_long": 9}])
def test_sheet_check_odds_and_fight_add_the_same_number(by_hand):
    sheet = {**WORN, "overrides": by_hand}
    shown = figures(overrides=by_hand)["skills.sword_long"].total
    (chance,) = SIDE.check_odds({"a": sheet}, Command("a", "skill.sword_long", {"tn": 11}), LIBRARY, DEFAULTS)
    rolled = roll("skill.sword_long", (1, 2), sheets={"a": sheet}, tn=11)
    assert chance.explanation.total == rolled.total - 3 == struck(sheet) == shown


@pytest.mark.parametrize("by_hand", [{}, {"attack.0": 7}])
def test_a_weapons_attack_is_the_fights(by_hand):
    assert figures(overrides=by_hand)["attack.0"].total == struck({**WORN, "overrides": by_hand})


@pytest.mark.parametrize("by_hand", [{}, {"reaction": 4}])
def test_a_reaction_is_the_checks(by_hand):
    sheet = {**WORN, "overrides": by_hand}
    rolled = roll("reaction", (1, 2), sheets={"a": sheet})
    assert figures(overrides=by_hand)["reaction"].total == rolled.total - 3
