"""Prompts agree with the rules: what is offered is accepted, what is refused is refused for the same reason."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rhean.rules.commands import Command
from rhean.rules.dice import SeededDice
from rhean.rules.errors import IllegalCommand, Refusal
from rhean.rules.prompts import Option, Parameter, Prompt
from rhean.rules.systems.dragonpact import SYSTEM
from rhean.rules.systems.dragonpact.state import DragonpactState
from tests.rules.dragonpact.brawl import Brawl
from tests.rules.dragonpact.kit import Table


def refusal(state: DragonpactState, command: Command) -> Refusal | None:
    """Why a command is refused, or nothing."""
    try:
        SYSTEM.advance(state, command, SeededDice("agree"))
    except IllegalCommand as error:
        return error.reason
    return None


def filled(option: Option, *, without: str = "") -> dict[str, str]:
    """Every needed parameter at its first available value."""
    params = dict(option.fixed)
    for parameter in option.parameters:
        good = [choice.value for choice in parameter.choices if choice.available]
        if parameter.required and parameter.key != without and good:
            params[parameter.key] = good[0]
    return params


def refused_choices(option: Option) -> Iterator[tuple[Parameter, str, Refusal]]:
    """Every value that a parameter lists as refused."""
    for parameter in option.parameters:
        for choice in parameter.choices:
            if choice.refusals:
                yield parameter, choice.value, choice.refusals[0]


def check_option(state: DragonpactState, prompt: Prompt, option: Option) -> None:
    """One option against the rules."""
    command = Command(prompt.who, option.command, filled(option), prompt.owner, prompt.id)
    found = refusal(state, command)
    if option.available:
        assert found is None, (option.key, command)
    else:
        assert found is not None, option.key
    if not option.available:
        return
    for parameter, value, bar in refused_choices(option):
        params = {**filled(option, without=parameter.key), parameter.key: value}
        got = refusal(state, Command(prompt.who, option.command, params, prompt.owner))
        assert got == bar, (option.key, value)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**9))
def test_whatever_is_offered_is_accepted_and_the_rest_refused(seed: int) -> None:
    brawl = Brawl(seed)
    for _ in range(25):
        for prompt in SYSTEM.prompts(brawl.state):
            for option in prompt.options:
                check_option(brawl.state, prompt, option)
        command = brawl.choose()
        if command is None:
            break
        brawl.step_with(command)
    assert SYSTEM.prompts(brawl.state) or brawl.state.stage == "over"


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**9))
def test_the_odds_on_a_target_are_those_of_the_command(seed: int) -> None:
    brawl = Brawl(seed)
    compared = 0
    for _ in range(20):
        for prompt in SYSTEM.prompts(brawl.state):
            for option in prompt.options:
                for parameter in option.parameters:
                    for choice in parameter.choices:
                        if option.available and choice.odds and parameter.key == "target":
                            params = {**filled(option), "stat": default(option), "target": choice.value}
                            params = {key: value for key, value in params.items() if value}
                            command = Command(prompt.who, option.command, params)
                            assert SYSTEM.odds(brawl.state, command) == choice.odds
                            compared += 1
        command = brawl.choose()
        if command is None:
            break
        brawl.step_with(command)
    assert compared >= 0


def default(option: Option) -> str:
    """The stat that an option proposes."""
    return next((p.default for p in option.parameters if p.key == "stat"), "")


def test_a_prompt_keeps_its_id_until_it_is_answered_and_never_gets_it_again() -> None:
    table = Table("kerra = kerra_holt at [2, 3]; bandit = road_bandit at [3, 3]")
    seen = [table.prompt().id]
    table.do("gm: set_pool unit=kerra pool=stamina value=3")
    assert table.prompt().id == seen[0]
    for words, dice in (("kerra: guard stat=will", "d10:2"), ("kerra: end_turn", ""), ("bandit: end_turn", "")):
        table.do(words, dice)
        seen.append(table.prompt().id)
    assert len(set(seen)) == 4


def test_an_old_prompt_is_not_open_any_more() -> None:
    table = Table("kerra = kerra_holt at [2, 3]; bandit = road_bandit at [3, 3]")
    old = table.prompt().id
    table.do("kerra: guard stat=will", "d10:2")
    bar = refusal(table.state, Command("kerra", "end_turn", {}, "gm", old))
    assert bar == Refusal("not_open", "the fight has moved on")


def test_only_its_owner_and_the_gm_decide_for_a_unit() -> None:
    table = Table('kerra = kerra_holt at [2, 3] {owner "ode"}; bandit = road_bandit at [3, 3]')
    assert refusal(table.state, Command("kerra", "end_turn", {}, "pike")) == Refusal(
        "not_yours", "{0} is not yours", ("kerra",)
    )
    assert refusal(table.state, Command("kerra", "end_turn", {}, "ode")) is None
    assert refusal(table.state, Command("gm", "skip_turn", {}, "ode")) is not None


def test_the_prompts_of_another_cost_nothing_and_are_empty() -> None:
    table = Table("kerra = kerra_holt at [2, 3]; bandit = road_bandit at [3, 3]")
    assert SYSTEM.prompts(table.state, "bandit") == ()
    assert [prompt.who for prompt in SYSTEM.prompts(table.state, "kerra")] == ["kerra"]
    assert SYSTEM.open_decisions(table.state) == ((table.prompt().id, "kerra", "act"),)


def test_an_attack_with_nobody_to_aim_at_says_so() -> None:
    table = Table("kerra = kerra_holt at [2, 3]; bandit = road_bandit at [9, 3]")
    option = table.option("basic_attack:kerra/longsword:one")
    assert [str(bar) for bar in option.refusals] == ["nobody in reach"]
    (choice,) = option.parameters[0].choices
    assert (choice.who, choice.note, choice.available) == ("bandit", "7 spaces away", False)


@pytest.mark.parametrize("stage", ["initiative", "act", "react", "riposte", "landing"])
def test_every_stage_has_a_question_and_a_default(stage: str) -> None:
    table = at_stage(stage)
    prompt = table.prompt()
    assert prompt.kind == stage
    assert prompt.question
    assert table.option(prompt.default).available


def at_stage(stage: str) -> Table:
    """A fight whose open decision is of this stage."""
    header = "kerra = kerra_holt at [2, 3]; bandit = road_bandit at [3, 3]"
    if stage == "initiative":
        return Table(header, begin=False)
    table = Table(header)
    if stage == "react":
        table.do("kerra: basic_attack weapon=kerra/longsword target=bandit")
    elif stage == "riposte":
        table.do("kerra: basic_attack weapon=kerra/longsword target=bandit")
        table.do("bandit: parry stat=strength", "d10:1")
    elif stage == "landing":
        table.do("kerra: disarming_attack weapon=kerra/longsword stat=strength target=bandit")
        table.do("bandit: pass", "d10:10")
    return table


def test_whoever_is_down_is_marked_where_harm_is_meant() -> None:
    fight = Table("knight = hedge_knight at [2, 3]; one = kerra_holt at [3, 3]; two = kerra_holt at [1, 3]")
    fight.do("gm: set_pool unit=one pool=health value=0")
    attacks = [option for option in fight.prompt().options if option.command == "basic_attack" and option.available]
    marks = {choice.who: choice.down for option in attacks for one in option.parameters for choice in one.choices}
    assert (marks["one"], marks["two"]) == (True, False)
