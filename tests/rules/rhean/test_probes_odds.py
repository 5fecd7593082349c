"""Odds against every face that can fall, where the foe has declared something that helps him."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rhean.rules.commands import Command
from rhean.rules.dice import ScriptedDice
from rhean.rules.rulings import Rulings
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems import get_system

RHEAN = get_system("rhean")
ATTACK = Command("a", "declare", {"action": "melee_attack", "target": "b"})
FOE = {"shield": "round", "skills": {"shield": {"rank": 3, "level": 3}}, "weapons": [{"weapon": "long_sword"}]}
ARMED = {"weapons": [{"weapon": "long_sword"}], "skills": {"sword_long": {"rank": 3, "level": 4}}}


def about_to_strike(answer, **changed):
    """The foe has declared, the attacker has the word."""
    start = {"reacted": True, "prone": False}
    lying = {**start, "prone": answer == "stand"}
    entrants = (
        Entrant("a", {**RHEAN.new_sheet(), **ARMED}, "a", start=start),
        Entrant("b", {**RHEAN.new_sheet(), **FOE}, "b", start=lying),
    )
    scene = {"pairs": [{"a": "a", "b": "b", "zone": "engaged", "distance": 1}]}
    state = RHEAN.begin(Setup(entrants, scene), RHEAN.library, Rulings.of(RHEAN.rulings, changed))
    state, _ = RHEAN.advance(state, Command("gm", "open_round"), ScriptedDice([(10, 2), (10, 1)]))
    return RHEAN.advance(state, Command("b", "declare", {"action": answer}), ScriptedDice([]))[0]


def hits(state, first, second):
    """Whether the attack hits with these faces."""
    _, events = RHEAN.advance(state, ATTACK, ScriptedDice([(10, first), (10, second), (8, 1)]))
    return next(event.fact.hit for event in events if event.fact.kind == "attack")


@pytest.mark.parametrize("answer", ["nothing", "shield_work", "stand", "defensive_stance"])
def test_the_chance_to_hit_counts_what_the_foe_has_openly_declared(answer):
    state = about_to_strike(answer)
    pairs = [(first, second) for first in range(1, 11) for second in range(1, 11)]
    fallen = Fraction(sum(hits(state, *pair) for pair in pairs), 100)
    told = {chance.label: chance.value for chance in RHEAN.odds(state, ATTACK)}
    assert told["to hit"] == fallen


@pytest.mark.parametrize("answer", ["dodge", "defensive_stance", "breather"])
def test_what_is_declared_under_seal_does_not_show_in_the_odds(answer):
    asked = Command("a", "declare", ATTACK.params, by="pike")
    sealed = {"declarations": "sealed", "hide_foe_numbers": False}
    nothing = RHEAN.odds(about_to_strike("nothing", **sealed), asked)
    assert RHEAN.odds(about_to_strike(answer, **sealed), asked) == nothing
