"""Somebody who plays any system by its prompts alone: every choice is left to a function that picks a number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rhean.rules.commands import Command
from rhean.rules.prompts import Option, Parameter, Prompt

Pick = Callable[[int], int]
"""A number from 0 to below the one given."""


def pick_one(items: Sequence[Any], pick: Pick) -> Any:
    """One of some things."""
    return items[pick(len(items))]


def available(prompt: Prompt) -> list[Option]:
    """The options that a prompt offers, without those for which a needed choice has nothing to choose from."""
    return [option for option in prompt.options if option.available and not _blocked(option)]


def _blocked(option: Option) -> bool:
    return any(
        parameter.required
        and parameter.kind in ("choice", "many")
        and not any(choice.available for choice in parameter.choices)
        for parameter in option.parameters
    )


def answer(prompt: Prompt, option: Option, pick: Pick, *, extras: bool = True) -> Command:
    """The option taken: needed parameters always, others now and then (never without ``extras``)."""
    params = {**option.fixed, **filled(option, pick, extras=extras)}
    return Command(prompt.who, option.command, params, prompt=prompt.id)


def filled(option: Option, pick: Pick, *, extras: bool = True) -> dict[str, Any]:
    """Values for the parameters of an option."""
    wanted = [one for one in option.parameters if one.required or (extras and pick(3) == 0)]
    values = {one.key: fill(one, pick) for one in wanted}
    return {key: value for key, value in values.items() if value is not None}


def fill(parameter: Parameter, pick: Pick) -> Any:
    """A value that the parameter takes, or None if it has none to choose from."""
    choices = [choice.value for choice in parameter.choices if choice.available]
    if parameter.kind == "choice":
        return pick_one(choices, pick) if choices else None
    if parameter.kind == "many":
        return [value for value in choices if pick(2)] or choices[:1]
    if parameter.kind == "integer":
        low = parameter.minimum or 0
        high = low + 3 if parameter.maximum is None else parameter.maximum
        return low + pick(high - low + 1)
    if parameter.kind == "flag":
        return bool(pick(2))
    return "the door" if parameter.kind == "text" else None
