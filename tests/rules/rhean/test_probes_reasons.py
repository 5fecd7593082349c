"""Where no foe can be attacked, the action itself tells why."""

from __future__ import annotations

from rhean.rules.commands import Command
from rhean.rules.dice import ScriptedDice
from rhean.rules.rulings import Rulings
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems import get_system

RHEAN = get_system("rhean")
START = {"reacted": True}


def melee_attack(*foes):
    """What is told of a Melee Attack with a dagger; each foe stands at a distance in Reach points."""
    dagger = {**RHEAN.new_sheet(), "weapons": [{"weapon": "dagger"}]}
    entrants = [Entrant("a", dagger, "a", start=START)]
    entrants += [Entrant(f"b{number}", RHEAN.new_sheet(), "b", start=START) for number, _ in enumerate(foes)]
    pairs = [{"a": "a", "b": f"b{number}", "distance": distance} for number, distance in enumerate(foes)]
    state = RHEAN.begin(Setup(tuple(entrants), {"pairs": pairs}), RHEAN.library, Rulings.of(RHEAN.rulings))
    faces = ScriptedDice([(10, number + 1) for number in range(len(entrants))])
    state, _ = RHEAN.advance(state, Command("gm", "open_round"), faces)
    option = next(option for option in RHEAN.prompts(state, "a")[0].options if option.key == "melee_attack")
    return [str(refusal) for refusal in option.refusals]


def test_the_reason_against_the_only_foe_stands_at_the_action():
    assert melee_attack(2) == ["no target", "cannot reach: Reach 0 at distance 2"]


def test_one_foe_in_reach_is_enough():
    assert melee_attack(2, 0) == []


def test_many_different_reasons_stay_with_the_foes():
    assert melee_attack(1, 2, 3, 4) == ["no target"]
