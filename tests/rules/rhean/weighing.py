"""What tests of odds share: odds by their labels, and dice that fall as told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from rhean.rules.commands import Command
from rhean.rules.dice import Face
from rhean.rules.systems.rhean.state import RheanState
from rhean.rules.systems.rhean.system import SYSTEM


def chances(state: RheanState, actor: str, name: str, by: str = "gm", **params: Any) -> Mapping[str, Fraction]:
    """Label -> value of the odds of a command."""
    return {chance.label: chance.value for chance in SYSTEM.odds(state, Command(actor, name, params, by=by))}


class Endless:
    """Dice that fall as given, and after them always on the same face."""

    def __init__(self, faces: Iterable[int], then: int) -> None:
        self.faces, self.then = list(faces), then

    def roll(self, sides: int) -> int:
        """The next face."""
        return self.faces.pop(0) if self.faces else min(self.then, sides)

    @property
    def left(self) -> tuple[Face, ...]:
        """It never runs out."""
        return ()
