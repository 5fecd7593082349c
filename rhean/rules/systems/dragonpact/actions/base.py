"""What every ability has in common: its row, reading its parameters, and refusing what is malformed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from rhean.rules.errors import IllegalCommand, Refusal
from rhean.rules.grid import DIRECTIONS, Space, read_path, read_space
from rhean.rules.systems.dragonpact.aim import Bar
from rhean.rules.systems.dragonpact.arms import MODES, Arm, find_arm
from rhean.rules.systems.dragonpact.state import DragonpactState, Unit
from rhean.rules.systems.dragonpact.values import gear_name
from rhean.rules.systems.dragonpact.work import Work


def unknown(text: str) -> IllegalCommand:
    """A parameter that is malformed or names nothing."""
    return IllegalCommand(Refusal("unknown", text))


class Params:
    """The parameters of a command, read by kind; anything else than what is allowed is refused."""

    def __init__(self, state: DragonpactState, params: Mapping[str, Any], allowed: tuple[str, ...]) -> None:
        self.state = state
        self.params = params
        for key in params:
            if key not in allowed:
                raise unknown(f"no such parameter: {key}")

    def text(self, key: str) -> str:
        """A word, empty if it was left out."""
        value = self.params.get(key, "")
        if value is None:
            return ""
        if not isinstance(value, str):
            raise unknown(f"{key} is not a word: {value!r}")
        return value

    def wanted(self, key: str) -> str:
        """A word that has to be there."""
        word = self.text(key)
        if not word:
            raise unknown(f"{key} is missing")
        return word

    def one_of(self, key: str, allowed: tuple[str, ...], default: str = "") -> str:
        """One of several words."""
        word = self.text(key) or default
        if word not in allowed and word != default:
            raise unknown(f"no such {key}: {word}")
        return word

    def other(self, key: str = "target") -> Unit:
        """A unit of the encounter."""
        word = self.wanted(key)
        unit = self.state.index.get(word)
        if unit is None:
            raise unknown(f"no such unit: {word}")
        return unit

    def space(self, key: str) -> Space | None:
        """A space, or None if it was left out."""
        if self.params.get(key) in (None, ""):
            return None
        space = read_space(self.params[key])
        if space is None:
            raise unknown(f"{key} is no space: {self.params[key]!r}")
        return space

    def path(self, key: str) -> tuple[Space, ...]:
        """A list of spaces."""
        path = read_path(self.params.get(key, ()))
        if path is None or len(path) > 400:
            raise unknown(f"{key} is no path")
        return path

    def direction(self, key: str) -> Space:
        """One of the eight ways."""
        space = self.space(key)
        if space not in DIRECTIONS:
            raise unknown(f"{key} is none of the eight ways: {self.params.get(key)!r}")
        return space

    def whole(self, key: str, low: int = 0, high: int = 999) -> int:
        """A whole number within bounds."""
        value = self.params.get(key)
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 6:
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise unknown(f"{key} is no whole number from {low} to {high}: {value!r}")
        return value

    def flag(self, key: str, default: bool | None = None) -> bool:
        """Yes or no."""
        value = self.params.get(key, default)
        if value in ("true", "false"):
            return bool(value == "true")
        if not isinstance(value, bool):
            raise unknown(f"{key} is neither yes nor no: {value!r}")
        return value

    def words(self, key: str) -> tuple[str, ...]:
        """A list of words."""
        value = self.params.get(key)
        if not isinstance(value, list | tuple) or not all(isinstance(word, str) for word in value):
            raise unknown(f"{key} is not a list")
        return tuple(value)


class Given(Params):
    """The parameters of a unit's own command."""

    def __init__(self, state: DragonpactState, unit: Unit, params: Mapping[str, Any], allowed: tuple[str, ...]) -> None:
        super().__init__(state, params, allowed)
        self.unit = unit

    def mode(self) -> str:
        """The mode of an attack, empty if it was left out."""
        return self.one_of("mode", MODES)

    def stat(self, ability: str) -> str:
        """Strength or Agility."""
        word = self.text("stat")
        if word not in ("strength", "agility"):
            raise unknown(f"{ability} takes strength or agility")
        return word

    def arm(self) -> Arm | Refusal:
        """The weapon named, or why it cannot be used: not in hand, no weapon."""
        word = self.wanted("weapon")
        arm = find_arm(self.state.rules, self.unit, word)
        if arm is not None:
            if self.mode() and self.mode() not in arm.reach:
                raise unknown(f"no such mode of {arm.name}: {self.mode()}")
            return arm
        thing = self.unit.thing(word)
        if thing is None:
            raise unknown(f"no such weapon: {word}")
        catalogue = self.state.rules.catalogue
        name = gear_name(self.state.rules, thing.item)
        if thing.item in catalogue.weapons or thing.item in catalogue.shields:
            return Refusal("gear", f"{name} is not in hand")
        return Refusal("gear", f"{name} is no weapon")


class Ability(msgspec.Struct, frozen=True):
    """One row of section 6: what it is called, when it can be taken, its parameters, its bar and its deed."""

    key: str
    label: str
    kind: str
    stage: str
    cost: str
    params: tuple[str, ...]
    bar: Callable[[Given], Bar]
    do: Callable[[Work, Given], None]


def able_bar(given: Given) -> Bar:
    """A unit that is down cannot act."""
    return None if given.unit.able else Refusal("state", "you cannot act")
