"""What the app chooses for a combatant when the GM leaves it to the app: simple and sensible, by the odds.

It works through what the rules offer and what they say of the chances; it knows no rule itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from rhean.rules.commands import GM_KEY, Command
from rhean.rules.errors import RulesError
from rhean.rules.prompts import Chance, Choice, Option, Parameter, Prompt
from rhean.rules.state import State
from rhean.rules.system import System

MOST_TRIED = 24
"""Commands whose odds are worked out for one decision."""

COST_WEIGHT = Fraction(1, 25)
"""What a point of cost counts against the chances."""


class Plan(msgspec.Struct, frozen=True):
    """A command that could be given, and what it is worth."""

    command: Command
    worth: Fraction


def choose(system: System[Any], state: State, prompt: Prompt) -> Command | None:
    """The best answer to a decision, or None when nothing can be answered without a person."""
    plans = [plan for option in prompt.options if option.available for plan in _plans(system, state, prompt, option)]
    with_odds = [plan for plan in plans[:MOST_TRIED] if plan.worth > 0]
    if with_odds:
        return max(with_odds, key=lambda plan: plan.worth).command
    return _fallback(prompt, plans)


def _fallback(prompt: Prompt, plans: Sequence[Plan]) -> Command | None:
    """Nothing with a chance of success: what counts by default, else the first thing possible."""
    default = prompt.default
    for option in prompt.options:
        if option.key == default and option.available:
            return _command(prompt, option, {})
    return plans[0].command if plans else None


def _plans(system: System[Any], state: State, prompt: Prompt, option: Option) -> Iterable[Plan]:
    """The option with each sensible set of parameters."""
    for params in _fillings(option.parameters):
        command = _command(prompt, option, params)
        try:
            odds = system.odds(state, command)
        except RulesError:
            continue
        yield Plan(command, _worth(odds) - _price(option))


def _command(prompt: Prompt, option: Option, params: dict[str, Any]) -> Command:
    return Command(prompt.who, option.command, {**option.fixed, **params}, GM_KEY, prompt.id)


def _fillings(parameters: Sequence[Parameter]) -> list[dict[str, Any]]:
    """Every target that can be named; all other parameters at their default, or the first that is possible."""
    fixed: dict[str, Any] = {}
    targets: Parameter | None = None
    for one in parameters:
        open_choices = [choice for choice in one.choices if choice.available]
        if one.kind == "choice" and any(choice.who for choice in open_choices) and targets is None:
            targets = one
        elif one.required and one.default is None:
            value = _first(one, open_choices)
            if value is None:
                return []
            fixed[one.key] = value
    if targets is None:
        return [fixed]
    named = [choice for choice in targets.choices if choice.available and choice.who]
    return [{**fixed, targets.key: choice.value} for choice in sorted(named, key=_promise, reverse=True)]


def _first(parameter: Parameter, open_choices: Sequence[Choice]) -> Any:
    if parameter.kind == "integer":
        return parameter.minimum or 0
    if not open_choices:
        return None
    return [open_choices[0].value] if parameter.kind == "many" else open_choices[0].value


def _promise(choice: Choice) -> Fraction:
    return _worth(choice.odds)


def _worth(odds: Sequence[Chance]) -> Fraction:
    """An expected value where there is one, else the best chance."""
    means = [chance.value for chance in odds if chance.kind == "mean"]
    if means:
        return max(means)
    return max((chance.value for chance in odds), default=Fraction(0))


def _price(option: Option) -> Fraction:
    return COST_WEIGHT * sum(cost.amount for cost in option.costs)
