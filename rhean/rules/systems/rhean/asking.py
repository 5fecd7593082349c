"""Reading what somebody typed into a roll: every value checked, every fault a refusal that names it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from rhean.rules.errors import IllegalCommand, Refusal
from rhean.rules.prompts import Choice, Parameter


def refuse(code: str, text: str, *who: str) -> IllegalCommand:
    """A refusal to raise."""
    return IllegalCommand(Refusal(code, text, who))


class Asked:
    """The parameters of a request. What nobody reads is refused at the end by :meth:`done`."""

    def __init__(self, params: Mapping[str, Any]) -> None:
        self._params = dict(params)
        self._read: set[str] = set()

    def _take(self, key: str) -> Any:
        self._read.add(key)
        return self._params.get(key)

    def maybe(self, key: str, low: int, high: int) -> int | None:
        """A whole number within bounds, or None if none was given."""
        value = self._take(key)
        if value is None or value == "":
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise refuse("value", f"{key}: no such value {_shown(value)}; a whole number from {low} to {high}")
        return value

    def number(self, key: str, low: int, high: int, default: int = 0) -> int:
        """A whole number within bounds, or the default if none was given."""
        value = self.maybe(key, low, high)
        return default if value is None else value

    def flag(self, key: str, default: bool = False) -> bool:
        """Yes or no."""
        value = self._take(key)
        if value is None or value == "":
            return default
        if not isinstance(value, bool):
            raise refuse("value", f"{key}: no such value {_shown(value)}; yes or no")
        return value

    def choice(self, key: str, allowed: Collection[str], default: str = "") -> str:
        """One of the allowed values."""
        value = self._take(key)
        if value is None or value == "":
            return default
        if not isinstance(value, str) or value not in allowed:
            raise refuse("value", f"{key}: no such value {_shown(value)}")
        return value

    def word(self, key: str, default: str = "") -> str:
        """Free words, at most 60 characters."""
        value = self._take(key)
        if value is None or value == "":
            return default
        if not isinstance(value, str) or len(value) > 60:
            raise refuse("value", f"{key}: no such value {_shown(value)}")
        return value.strip()

    def done(self) -> None:
        """Raises if something was given that nobody asked for."""
        for key in self._params:
            if key not in self._read:
                raise refuse("value", f"no such value {_shown(key)}")


def _shown(value: Any) -> str:
    """A value as a refusal quotes it; braces would be read as names."""
    return str(value)[:40].replace("{", "(").replace("}", ")")


def number_parameter(
    key: str, label: str, low: int, high: int, default: int | None = None, *, text: str = "", advanced: bool = False
) -> Parameter:
    """A parameter that is a whole number."""
    return Parameter(key, label, "integer", default=default, minimum=low, maximum=high, help=text, advanced=advanced)


def choice_parameter(
    key: str, label: str, choices: Mapping[str, str], default: str = "", *, text: str = "", advanced: bool = False
) -> Parameter:
    """A parameter that is one of several values."""
    offered = tuple(Choice(value, name) for value, name in choices.items())
    return Parameter(key, label, "choice", offered, default=default, help=text, advanced=advanced)


def flag_parameter(key: str, label: str, default: bool = False, *, text: str = "", advanced: bool = False) -> Parameter:
    """A parameter that is yes or no."""
    return Parameter(key, label, "flag", default=default, help=text, advanced=advanced)
