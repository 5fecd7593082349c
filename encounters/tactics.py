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
    """A command that could be given: the value that it promises, its merit by the rules, its chance of success.

    ``down`` tells of the one whom it names whether he is down already; None if it names nobody.
    """

    command: Command
    value: Fraction
    merit: int
    chance: Fraction
    down: bool | None = None

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
    """The answers to a decision, best first; what the rules refuse at the last moment is for the caller to skip.

    As long as anything good names somebody who stands, those who are down come after all else that is good.
    """
    plans = list(_all_plans(system, state, prompt))
    good = [plan for plan in plans if plan.is_good]
    spared = any(plan.down is False for plan in good)
    best = sorted(good, key=lambda plan: (not (spared and plan.down), plan.rank), reverse=True)
    commands = [plan.command for plan in best]
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
    for params, down in _fillings(prompt, option.parameters):
        command = _command(prompt, option, params)
        try:
            odds = system.odds(state, command)
        except RulesError:
            continue
        price = _price(option)
        yield Plan(command, _best(odds, "mean") - price, option.merit, _best(odds, "chance") - price, down)


def _command(prompt: Prompt, option: Option, params: dict[str, Any]) -> Command:
    return Command(prompt.who, option.command, {**option.fixed, **params}, GM_KEY, prompt.id)


def _fillings(prompt: Prompt, parameters: Sequence[Parameter]) -> list[tuple[dict[str, Any], bool | None]]:
    """The most promising of all targets that can be named, each with whether he is down (None: nobody is named); all
    other parameters at their default, or the first that is possible."""
    fixed: dict[str, Any] = {}
    targets: Parameter | None = None
    for one in parameters:
        if targets is None and one.kind in ("choice", "many") and any(choice.who for choice in one.choices):
            targets = one
        elif one.required:
            value = _first(one) if one.default is None else one.default
            if value is None:
                return []
            fixed[one.key] = value
    if targets is None:
        return [(fixed, None)]
    many = targets.kind == "many"
    return [
        ({**fixed, targets.key: [choice.value] if many else choice.value}, choice.down)
        for choice in _likely(prompt, targets)
    ]


def _likely(prompt: Prompt, targets: Parameter) -> list[Choice]:
    """Those whose odds are worked out: the most promising who stand, and if none of them promises anything the most
    promising of those who are down as well."""
    named = [choice for choice in targets.choices if choice.available and choice.who and not choice.friend]
    standing = _foremost(prompt, [choice for choice in named if not choice.down])
    if standing and _promise(standing[0]):
        return standing
    return [*standing, *_foremost(prompt, [choice for choice in named if choice.down])]


def _foremost(prompt: Prompt, named: Sequence[Choice]) -> list[Choice]:
    """The first by promise; among equals each who decides begins elsewhere."""
    if not named:
        return []
    start = crc32(prompt.who.encode()) % len(named)
    spread = sorted([*named[start:], *named[:start]], key=_promise, reverse=True)
    return spread[: PROMISING if _promise(spread[0]) else UNWEIGHED]


def _first(parameter: Parameter) -> Any:
    if parameter.kind == "integer":
        return parameter.minimum or 0
    open_choices = [choice for choice in parameter.choices if choice.available]
    if not open_choices:
        return None
    return [open_choices[0].value] if parameter.kind == "many" else open_choices[0].value


def _promise(choice: Choice) -> Fraction:
    return _best(choice.odds, "mean") or _best(choice.odds, "chance")


def _best(odds: Sequence[Chance], kind: str) -> Fraction:
    return max((chance.value for chance in odds if chance.kind == kind), default=Fraction(0))


def _price(option: Option) -> Fraction:
    return COST_WEIGHT * sum(cost.amount for cost in option.costs)
