"""A prepared fight played by the rules alone: repeatable, counted, and sure to end."""

from __future__ import annotations

import pickle
from functools import cache
from typing import NamedTuple

import pytest

from encounters import forecast
from encounters.forecast import Outcome, Prepared, Tally, play
from encounters.tactics import ranked
from rhean.rules.commands import Command
from rhean.rules.dice import SeededDice
from rhean.rules.errors import IllegalCommand
from rhean.rules.events import GM
from rhean.rules.prompts import Prompt
from rhean.rules.rulings import Rulings
from rhean.rules.state import Entrant, Setup, State
from rhean.rules.systems import get_system
from tests.encounters.duels import FIGHTS, prepared
from tests.encounters.tiny import Tiny


@pytest.mark.parametrize("key", FIGHTS)
def test_the_same_seed_gives_the_same_fight_also_in_another_process(key: str) -> None:
    fight = pickle.loads(pickle.dumps(prepared(key, late=1)))
    outcome = play(fight, "a")
    assert outcome == play(prepared(key, late=1), "a")
    assert pickle.loads(pickle.dumps(outcome)) == outcome
    assert outcome.decided
    assert outcome.rounds >= 1


def test_other_seeds_give_other_fights() -> None:
    fight = prepared("dragonpact")
    first = play(fight, "0")
    assert any(play(fight, str(seed)) != first for seed in range(1, 8))


def test_whoever_joins_late_takes_part() -> None:
    fight = prepared("dragonpact", late=1)
    newcomer = fight.late[0].entrant.id
    assert any(newcomer in play(fight, str(seed)).fell for seed in range(8))


def test_a_fight_that_does_not_end_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecast, "MOST_ROUNDS", 0)
    outcome = play(prepared("rhean"), "a")
    assert (outcome.decided, outcome.winner, outcome.rounds) == (False, "", 0)
    monkeypatch.undo()
    monkeypatch.setattr(forecast, "MOST_STEPS", 3)
    assert not play(prepared("rhean"), "a").decided


def test_a_fight_in_which_nobody_can_decide_is_undecided(tiny_system: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise IllegalCommand

    setup = Setup((Entrant("a", {}, "party"), Entrant("b", {}, "foes")))
    state = tiny_system.begin(setup, tiny_system.library, Rulings({}))
    monkeypatch.setattr(tiny_system, "advance", refuse)
    assert not play(Prepared("tiny", tiny_system.encode_state(state)), "a").decided


class Taken(NamedTuple):
    """A decision that the app took: what was offered, the answers, best first, and the state before and after."""

    before: State
    prompt: Prompt
    commands: list[Command]
    after: State


@cache
def taken(key: str) -> list[Taken]:
    """All decisions of a fight, from its beginning to its end."""
    system, dice = get_system(key), SeededDice("a")
    state, steps = system.decode_state(prepared(key).begun), []
    while not system.score(state).over:
        prompt_id, who, _ = system.open_decisions(state)[0]
        prompt = next(one for one in system.offered(state, who) if one.id == prompt_id)
        commands = ranked(system, state, prompt)
        after, _ = system.advance(state, commands[0], dice)
        steps.append(Taken(state, prompt, commands, after))
        state = after
    return steps


def possible(prompt: Prompt) -> tuple[object, ...]:
    """What a decision offers that can be done."""
    return (prompt.id, prompt.default, *(option for option in prompt.options if option.available))


@pytest.mark.parametrize("key", FIGHTS)
def test_what_is_offered_is_all_that_the_prompts_allow(key: str) -> None:
    for step in taken(key):
        prompts = get_system(key).prompts(step.before, step.prompt.who)
        whole = next(one for one in prompts if one.id == step.prompt.id)
        assert possible(step.prompt) == possible(whole)


@pytest.mark.parametrize("key", FIGHTS)
def test_the_score_says_what_the_gm_sees(key: str) -> None:
    system = get_system(key)
    for step in taken(key):
        scene, score = system.view(step.after, GM), system.score(step.after)
        down = tuple(one.id for one in scene.combatants if one.down)
        assert (score.round, score.over, score.winner, score.down) == (scene.round, scene.over, scene.winner, down)
        assert set(score.dead) <= set(down)
    assert system.score(taken(key)[-1].after).down


def lacking(step: Taken) -> list[tuple[Command, str]]:
    """Commands without a parameter that their option needs."""
    return [
        (command, parameter.key)
        for option in step.prompt.options
        for command in step.commands
        if option.fixed and command.name == option.command and option.fixed.items() <= command.params.items()
        for parameter in option.parameters
        if option.available and parameter.required and parameter.key not in command.params
    ]


@pytest.mark.parametrize("key", FIGHTS)
def test_what_the_app_may_choose_carries_all_that_it_needs(key: str) -> None:
    assert [fault for step in taken(key) for fault in lacking(step)] == []


def test_outcomes_are_counted() -> None:
    tally = Tally()
    tally.add(Outcome(True, "party", 4, ("b", "c"), ("b",)))
    tally.add(Outcome(True, "", 6, ("a", "b"), ()))
    tally.add(Outcome(False, "", 50, (), ()))
    assert (tally.runs, tally.wins, tally.nobody, tally.undecided) == (3, {"party": 1}, 1, 1)
    assert (tally.rounds, tally.fell, tally.died) == ({4: 1, 6: 1, 50: 1}, {"b": 2, "c": 1, "a": 1}, {"b": 1})
    assert Tally().runs == 0
