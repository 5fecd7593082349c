"""Turning: whoever declares may turn to face a foe, unless the GM keeps that to himself."""

from __future__ import annotations

import pytest

from rhean.rules.commands import Command
from rhean.rules.dice import ScriptedDice
from rhean.rules.errors import IllegalCommand
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems import get_system
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.reach import bearing
from tests.rules.rhean.tools import DEFAULTS, LIBRARY, ruled

SYSTEM = get_system("rhean")
SIDES = {"b": "rear", "c": "left", "d": "right"}


def opened(rulings=DEFAULTS):
    """A fight of one against three around him; it is his turn to declare."""
    entrants = tuple(Entrant(who, {}, "mine" if who == "a" else "theirs", start={"reacted": True}) for who in "abcd")
    bearings = [{"of": "a", "from": who, "quadrant": side} for who, side in SIDES.items()]
    state = SYSTEM.begin(Setup(entrants, {"bearings": bearings}), LIBRARY, rulings)
    dice = ScriptedDice([(10, 1), (10, 5), (10, 6), (10, 7)])
    return SYSTEM.advance(state, Command("gm", "open_round"), dice)[0]


def turn(state, to, **more):
    """The state after a turn, and what was told."""
    return SYSTEM.advance(state, Command("a", "turn", {"to": to, **more}), ScriptedDice(()))


def sides(state):
    """From where the attacks of each come."""
    return {who: bearing(Fight(state), who, "a").quadrant for who in SIDES}


@pytest.mark.parametrize(
    ("to", "after"),
    [
        ("b", {"b": "front", "c": "right", "d": "left"}),
        ("c", {"b": "left", "c": "front", "d": "rear"}),
        ("d", {"b": "right", "c": "rear", "d": "front"}),
    ],
)
def test_a_turn_brings_one_foe_to_the_front_and_the_others_round(to, after):
    state, events = turn(opened(), to)
    assert sides(state) == after
    assert [(event.fact.kind, event.fact.foe) for event in events] == [("turned", to)]


def test_a_turn_takes_nothing_and_is_offered_while_a_foe_stands_aside():
    state = opened()
    (prompt,) = SYSTEM.prompts(state, "a")
    option = next(option for option in prompt.options if option.key == "turn")
    assert [choice.value for choice in option.parameters[0].choices] == ["b", "c", "d"]
    after, _ = turn(state, "b")
    (prompt,) = SYSTEM.prompts(after, "a")
    assert prompt.kind == "declare"
    assert "turn" not in {option.key for option in prompt.options}


@pytest.mark.parametrize(
    ("to", "words"), [("a", "is a friend"), ("z", "no combatant z"), ("", "no combatant"), (3, "no such 3")]
)
def test_nobody_turns_to_what_is_no_foe(to, words):
    with pytest.raises(IllegalCommand, match=words):
        turn(opened(), to)


def test_one_turns_once_a_phase_and_only_to_a_foe_aside():
    state, _ = turn(opened(), "b")
    with pytest.raises(IllegalCommand, match="has turned already"):
        turn(state, "c")
    with pytest.raises(IllegalCommand, match="no such parameter fast"):
        turn(opened(), "b", fast=True)


def test_a_ruling_leaves_turning_to_the_gm():
    with pytest.raises(IllegalCommand, match="only the GM turns anybody"):
        turn(opened(ruled(turning="gm")), "b")
