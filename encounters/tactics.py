"""What the app chooses for a combatant when the GM leaves it to the app: simple and sensible, by the odds.

It works through what the rules offer and what they say of the chances; it knows no rule itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any
from zlib import crc32

import msgspec

from rhean.rules.commands import GM_KEY, Command
from rhean.rules.errors import RulesError
from rhean.rules.prompts import Chance, Choice, Option, Parameter, Prompt
from rhean.rules.state import State
from rhean.rules.system import System

PROMISING, UNWEIGHED = 3, 12
"""Targets of one option whose odds are worked out: of those that promise something, and where none does."""

COST_WEIGHT = Fraction(1, 10)
"""What a point of cost counts against an expected value or a chance."""


class Plan(msgspec.Struct, frozen=True):
    """A command that could be given: the value that it promises, its merit by the rules, its chance of success."""

    command: Command
    value: Fraction
    merit: int
    chance: Fraction

    @property
    def is_good(self) -> bool:
        """Whether it does harm or has merit; without either its chance counts, unless the rules make nothing of it."""
        return self.value > 0 or self.merit > 0 or (self.merit == 0 and self.chance > 0)

    @property
    def rank(self) -> tuple[bool, Fraction, int, Fraction]:
        """The larger the better: what harm can be done first, then merit, then what is likely to succeed; and before
        all that, whether the rules make something of it."""
        return (self.merit >= 0, max(self.value, Fraction(0)), self.merit, self.chance)


def ranked(system: System[Any], state: State, prompt: Prompt) -> list[Command]:
    """The answers to a decision, best first; what the rules refuse at the last moment is for the caller to skip."""
    plans = list(_all_plans(system, state, prompt))
    good = [plan for plan in plans if plan.is_good]
    commands = [plan.command for plan in sorted(good, key=lambda plan: plan.rank, reverse=True)]
    default = next((one for one in prompt.options if one.key == prompt.default and one.available), None)
    if default is not None:
        commands.append(_command(prompt, default, {}))
    return [*commands, *(plan.command for plan in plans if plan.command not in commands)]


def _all_plans(system: System[Any], state: State, prompt: Prompt) -> Iterator[Plan]:
    for option in prompt.options:
        if option.available:
            yield from _plans(system, state, prompt, option)


def _plans(system: System[Any], state: State, prompt: Prompt, option: Option) -> Iterator[Plan]:
    """The option with each sensible set of parameters."""
    for params in _fillings(prompt, option.parameters):
        command = _command(prompt, option, params)
        try:
            odds = system.odds(state, command)
        except RulesError:
            continue
        yield Plan(command, _best(odds, "mean") - _price(option), option.merit, _best(odds, "chance") - _price(option))


def _command(prompt: Prompt, option: Option, params: dict[str, Any]) -> Command:
    return Command(prompt.who, option.command, {**option.fixed, **params}, GM_KEY, prompt.id)


def _fillings(prompt: Prompt, parameters: Sequence[Parameter]) -> list[dict[str, Any]]:
    """The most promising of all targets that can be named; all other parameters at their default, or the first
    that is possible."""
    fixed: dict[str, Any] = {}
    targets: Parameter | None = None
    for one in parameters:
        open_choices = [choice for choice in one.choices if choice.available]
        if one.kind == "choice" and targets is None and any(choice.who for choice in one.choices):
            targets = one
            if not any(choice.available and choice.who and not choice.friend for choice in one.choices):
                return []
        elif one.required:
            value = _first(one, open_choices) if one.default is None else one.default
            if value is None:
                return []
            fixed[one.key] = value
    if targets is None:
        return [fixed]
    named = [choice for choice in targets.choices if choice.available and choice.who and not choice.friend]
    start = crc32(prompt.who.encode()) % len(named)
    spread = sorted(named[start:] + named[:start], key=_promise, reverse=True)
    most = PROMISING if _promise(spread[0]) else UNWEIGHED
    return [{**fixed, targets.key: choice.value} for choice in spread[:most]]


def _first(parameter: Parameter, open_choices: Sequence[Choice]) -> Any:
    if parameter.kind == "integer":
        return parameter.minimum or 0
    if not open_choices:
        return None
    return [open_choices[0].value] if parameter.kind == "many" else open_choices[0].value


def _promise(choice: Choice) -> Fraction:
    return _best(choice.odds, "mean") or _best(choice.odds, "chance")


def _best(odds: Sequence[Chance], kind: str) -> Fraction:
    return max((chance.value for chance in odds if chance.kind == kind), default=Fraction(0))


def _price(option: Option) -> Fraction:
    return COST_WEIGHT * sum(cost.amount for cost in option.costs)
