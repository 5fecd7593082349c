"""What the GM sets by hand: every override is offered, and taken or refused with a reason."""

from __future__ import annotations

import pytest
from msgspec import json as plain_json

from rhean.rules.commands import Command
from rhean.rules.dice import ScriptedDice, SeededDice
from rhean.rules.errors import BadSetup, IllegalCommand
from rhean.rules.events import GM_ONLY
from rhean.rules.state import Entrant
from rhean.rules.systems.rhean import facts
from rhean.rules.systems.rhean.overrides import OVERRIDES
from rhean.rules.systems.rhean.system import SYSTEM
from tests.rules.player import fill
from tests.rules.rhean.staging import SWORDS, prompt_of, staged, take

WORDS = {"weapon": "long_sword", "faces": "3,4", "owner": "pike", "value": "2"}
MOMENTS = {
    "before the first round": "",
    "in a reaction": "> gm open_round\n",
    "while declaring": "> gm open_round\n> a react\nd 10:9 10:9 10:5\n",
    "after the end": "> gm override do=remove target=b\n",
}
REACTING = SWORDS.replace("owner=ode", "owner=ode reacted=no")


def tried(state, option, choice):
    """An override with its parameters filled by number; whether it was taken."""
    params = {
        one.key: WORDS.get(one.key) if one.kind == "text" else fill(one, lambda count, n=n: (choice >> n) % count)
        for n, one in enumerate(option.parameters)
    }
    params = {key: value for key, value in params.items() if value is not None}
    try:
        after, events = SYSTEM.advance(state, Command("gm", "override", {**option.fixed, **params}), SeededDice("o"))
    except IllegalCommand as refused:
        return bool(str(refused.reason)) and None
    assert SYSTEM.decode_state(SYSTEM.encode_state(after)) == after
    assert all(SYSTEM.describe(event.fact, {}).text for event in events)
    return True


ON_A_MAP = {"place", "paint"}
"""Tried in ``test_map``."""


@pytest.mark.parametrize("moment", MOMENTS)
def test_every_override_at_every_moment_gives_a_state_or_a_reason(moment):
    state = staged(REACTING + MOMENTS[moment])
    options = SYSTEM.overrides(state)
    assert [option.fixed["do"] for option in options] == [do for do in OVERRIDES if do not in ON_A_MAP]
    results = {option.key: [tried(state, option, choice) for choice in range(8)] for option in options}
    assert False not in {result for found in results.values() for result in found}


def test_every_override_can_be_taken_at_some_moment():
    taken = set()
    for moment in MOMENTS.values():
        state = staged(REACTING + moment)
        taken |= {option.key for option in SYSTEM.overrides(state) for n in range(12) if tried(state, option, n)}
    dying = staged(SWORDS + "> gm override do=set_pool target=a pool=hits value=0\n")
    hidden = staged(SWORDS + "> gm override do=hide target=a\n")
    for state in (dying, hidden):
        taken |= {option.key for option in SYSTEM.overrides(state) for n in range(12) if tried(state, option, n)}
    asleep = staged(SWORDS.replace("owner=ode", "owner=ode asleep=yes reacted=no"))
    taken |= {option.key for option in SYSTEM.overrides(asleep) if tried(asleep, option, 0)}
    assert taken == set(OVERRIDES) - ON_A_MAP


def test_what_is_fixed_for_the_dice_is_the_gms_alone():
    state, events = take(staged(SWORDS + "round a=1 b=2\n"), "gm", "override", do="force", faces=[3, 99])
    assert events[0].audience == GM_ONLY
    _, told = take(state, "gm", "override", do="set_pool", target="a", pool="ka", value=1)
    assert told
    state, _ = take(state, "a", "declare", action="melee_attack", target="b")
    state, struck = take(state, "b", "declare", (8, 4), action="nothing")
    (attack,) = [event.fact for event in struck if isinstance(event.fact, facts.Attack)]
    assert attack.faces == ((10, 3), (10, 10))


def orc(ident="c3", side="foes"):
    """An orc who comes late."""
    return Entrant(ident, SYSTEM.library.get("creatures", "orc").sheet, side, "gm")


def test_reinforcements_bring_all_that_they_need_and_react_from_the_next_round_on():
    state = staged(SWORDS + "round a=1 b=2\n")
    command = SYSTEM.reinforce(state, [orc()], SYSTEM.library)
    again = Command(command.actor, command.name, plain_json.decode(plain_json.encode(command.params)))
    state, events = SYSTEM.advance(state, again, ScriptedDice(()))
    assert [event.fact for event in events] == [facts.Entered("c3", "foes")]
    assert "battle_axe" in state.fixed.stock.weapons
    assert prompt_of(state, "a")
    for who in "ababab":
        state, _ = take(state, who, "declare", action="nothing")
    state, _ = take(state, "gm", "open_round")
    assert [prompt.who for prompt in SYSTEM.prompts(state)] == ["c3"]


def test_nobody_enters_twice():
    state = staged(SWORDS)
    with pytest.raises(BadSetup, match="a is in the fight already"):
        SYSTEM.reinforce(state, [orc("a")], SYSTEM.library)
    command = SYSTEM.reinforce(state, [orc()], SYSTEM.library)
    state, _ = SYSTEM.advance(state, command, ScriptedDice(()))
    with pytest.raises(IllegalCommand, match="in the fight already"):
        SYSTEM.advance(state, command, ScriptedDice(()))


def test_a_fight_that_is_over_goes_on_when_somebody_comes():
    state = staged(SWORDS + "round a=1 b=2\n> gm override do=remove target=b\n")
    for _ in range(3):
        state, _ = take(state, "a", "declare", action="nothing")
    assert state.segment == "over"
    state, _ = SYSTEM.advance(state, SYSTEM.reinforce(state, [orc()], SYSTEM.library), ScriptedDice(()))
    assert (state.segment, state.winner) == ("opening", "")


def test_statistics_count_blows_wounds_and_what_was_spent():
    state = staged(SWORDS + "round a=1 b=2\n> a declare action=melee_attack target=b\n")
    _, events = take(state, "b", "declare", (10, 6), (10, 6), (8, 4), action="nothing")
    found = {(one.who, one.key): (one.amount, one.expected) for one in SYSTEM.statistics([e.fact for e in events])}
    assert found["a", "attacks"] == (1, None)
    hits, expected = found["a", "hits"]
    assert (hits, str(expected)) == (1, "79/100")
    assert found["a", "dealt"] == found["b", "suffered"] == (4, None)
    assert found["a", "stamina"] == (1, None)
