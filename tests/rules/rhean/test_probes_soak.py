"""Two blows soaked in one phase: the second finds what the first has left."""

from __future__ import annotations

from rhean.rules.commands import Command
from rhean.rules.dice import ScriptedDice
from rhean.rules.rulings import Rulings
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems import get_system

RHEAN = get_system("rhean")
TENS = [(10, 10), (10, 10)]
SWORD = {"weapons": [{"weapon": "great_sword"}], "skills": {"sword_great": {"rank": 3, "level": 9}}}
TOUGH = {"body": 12, "constitution": 14, "skills": {"combat_reflexes": {"rank": 3, "level": 9}}}


def struck_twice():
    """Two hits stand on one in a Defensive Stance, who has 5 Stamina and 4 Stability left."""
    start, low = {"reacted": True}, {"reacted": True, "stamina": 11, "stability": 4}
    entrants = (
        *(Entrant(who, {**RHEAN.new_sheet(), **SWORD}, "a", start=start) for who in ("a", "c")),
        Entrant("b", {**RHEAN.new_sheet(), **TOUGH}, "b", start=low),
    )
    pairs = [{"a": who, "b": "b", "zone": "engaged", "distance": 2} for who in ("a", "c")]
    state = RHEAN.begin(Setup(entrants, {"pairs": pairs}), RHEAN.library, Rulings.of(RHEAN.rulings))
    state, _ = RHEAN.advance(state, Command("gm", "open_round"), ScriptedDice([(10, 1), (10, 2), (10, 3)]))
    for who in ("a", "c"):
        strike = Command(who, "declare", {"action": "melee_attack", "target": "b"})
        state, _ = RHEAN.advance(state, strike, ScriptedDice([]))
    stance = Command("b", "declare", {"action": "defensive_stance"})
    return RHEAN.advance(state, stance, ScriptedDice(TENS + TENS))[0]


def test_two_soaks_move_no_more_than_stamina_has_and_are_paid_in_full():
    state, _ = RHEAN.advance(struck_twice(), Command("b", "defend", {"attack": 1}), ScriptedDice(TENS))
    soaked = Command("b", "defend", {"attack": 2})
    state, events = RHEAN.advance(state, soaked, ScriptedDice(TENS + [(6, 6)] * 4))
    damage = [event.fact for event in events if event.fact.kind == "damage"]
    assert [(fact.hits, fact.stamina) for fact in damage] == [(7, 5), (12, 0)]
    paid = [event.fact.amount for event in events if event.fact.kind == "cost" and event.fact.pool == "stability"]
    assert paid == [1, 2]
    assert next(fighter.stability for fighter in state.fighters if fighter.id == "b") == 0
