"""A prepared fight played by the rules alone: repeatable, counted, and sure to end."""

from __future__ import annotations

import pickle
from collections.abc import Sequence

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
from rhean.rules.state import Entrant, Setup
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
    assert len({play(fight, str(seed)) for seed in range(3)}) > 1


def test_whoever_joins_late_takes_part() -> None:
    fight = prepared("dragonpact", late=1)
    newcomer = fight.late[0].entrant.id
    outcomes = [play(fight, str(seed)) for seed in range(4)]
    assert any(newcomer in one.fell for one in outcomes)


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


def possible(prompt: Prompt) -> tuple[object, ...]:
    """What a decision offers that can be done."""
    return (prompt.id, prompt.default, *(option for option in prompt.options if option.available))


@pytest.mark.parametrize("key", FIGHTS)
def test_score_and_offer_say_what_view_and_prompts_say(key: str) -> None:
    system, dice, fight = get_system(key), SeededDice("a"), prepared(key)
    state = system.decode_state(fight.begun)
    scores = []
    while not system.score(state).over:
        prompt_id, who, _ = system.open_decisions(state)[0]
        prompt, whole = (
            next(one for one in asked(state, who) if one.id == prompt_id) for asked in (system.offered, system.prompts)
        )
        assert possible(prompt) == possible(whole)
        state, _ = system.advance(state, ranked(system, state, prompt)[0], dice)
        scene, score = system.view(state, GM), system.score(state)
        down = tuple(one.id for one in scene.combatants if one.down)
        assert (score.round, score.over, score.winner, score.down) == (scene.round, scene.over, scene.winner, down)
        assert set(score.dead) <= set(down)
        scores.append(score)
    assert scores[-1].down


def test_outcomes_are_counted() -> None:
    tally = Tally()
    tally.add(Outcome(True, "party", 4, ("b", "c"), ("b",)))
    tally.add(Outcome(True, "", 6, ("a", "b"), ()))
    tally.add(Outcome(False, "", 50, (), ()))
    assert (tally.runs, tally.wins, tally.nobody, tally.undecided) == (3, {"party": 1}, 1, 1)
    assert (tally.rounds, tally.fell, tally.died) == ({4: 1, 6: 1, 50: 1}, {"b": 2, "c": 1, "a": 1}, {"b": 1})
    assert Tally().runs == 0


def lacking(prompt: Prompt, commands: Sequence[Command]) -> list[tuple[Command, str]]:
    """Commands without a parameter that their option needs."""
    return [
        (command, parameter.key)
        for option in prompt.options
        for command in commands
        if option.fixed and command.name == option.command and option.fixed.items() <= command.params.items()
        for parameter in option.parameters
        if option.available and parameter.required and parameter.key not in command.params
    ]


@pytest.mark.parametrize("key", FIGHTS)
def test_what_the_app_may_choose_carries_all_that_it_needs(key: str) -> None:
    system, dice, fight = get_system(key), SeededDice("b"), prepared(key)
    state = system.decode_state(fight.begun)
    while not system.score(state).over:
        prompt_id, who, _ = system.open_decisions(state)[0]
        prompt = next(one for one in system.offered(state, who) if one.id == prompt_id)
        commands = ranked(system, state, prompt)
        assert lacking(prompt, commands) == []
        state, _ = system.advance(state, commands[0], dice)
