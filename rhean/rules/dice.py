"""Dice, from outside: seeded, recorded, scripted, typed in. Nothing else in the core draws a random number.

Every source answers :meth:`Dice.roll`. A :class:`Recorder` around one keeps the faces, so that a command can be
replayed with a :class:`RecordedDice`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Protocol

from rhean.rules.errors import BadFace, DiceNeeded

Face = tuple[int, int]
"""A die that fell: its number of sides and its face."""


class Dice(Protocol):
    """A source of dice."""

    def roll(self, sides: int) -> int:
        """One die: a whole number from 1 to ``sides``."""
        ...


class SeededDice:
    """The app rolls. Same seed and same number of dice drawn before: same faces, on every machine."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)  # noqa: S311  # seeded on purpose: a fight can be replayed

    def roll(self, sides: int) -> int:
        """The next face."""
        return self._random.randint(1, sides)


class QueuedDice:
    """Faces fixed beforehand, each for a die of a given number of sides; a wrong or missing die is an error."""

    def __init__(self, faces: Iterable[Face]) -> None:
        self._faces = list(faces)
        self._next = 0

    def roll(self, sides: int) -> int:
        """The next face; raises :class:`BadFace` if it belongs to another kind of die or none is left."""
        if self._next >= len(self._faces):
            raise BadFace(f"a d{sides} is wanted, but all {self._next} dice are used")
        have, face = self._faces[self._next]
        if have != sides:
            raise BadFace(f"die {self._next + 1} should be a d{sides}, but a d{have} is given")
        self._next += 1
        return face

    @property
    def left(self) -> tuple[Face, ...]:
        """The faces not used yet."""
        return tuple(self._faces[self._next :])


class ScriptedDice(QueuedDice):
    """Faces fixed by a test."""


class RecordedDice(QueuedDice):
    """Faces kept from the first time, for a replay."""


class TypedDice:
    """Faces typed in by people who rolled at the table, in the order asked for.

    Raises :class:`DiceNeeded` at the first die that nobody typed in: ask for it and try again with one face more.
    """

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces = tuple(faces)
        self._next = 0

    def roll(self, sides: int) -> int:
        """The next typed face, checked against the die."""
        if self._next >= len(self._faces):
            raise DiceNeeded(sides, self._next)
        face = self._faces[self._next]
        if not 1 <= face <= sides:
            raise BadFace(f"die {self._next + 1} is a d{sides}: it has no face {face}")
        self._next += 1
        return face

    @property
    def left(self) -> tuple[int, ...]:
        """Faces typed in but not asked for."""
        return self._faces[self._next :]


class Recorder:
    """Rolls with another source and keeps every face."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self.faces: list[Face] = []

    def roll(self, sides: int) -> int:
        """The next face of the other source."""
        face = self._dice.roll(sides)
        self.faces.append((sides, face))
        return face


class Replenished:
    """First the faces recorded for a command that was taken back, then another source.

    Used when the very same command is given again after an undo, so that nobody rolls until he likes the result.
    """

    def __init__(self, kept: Sequence[Face], dice: Dice) -> None:
        self._kept = list(kept)
        self._dice = dice

    def roll(self, sides: int) -> int:
        """The next kept face of that kind of die, else a new one."""
        if self._kept and self._kept[0][0] == sides:
            return self._kept.pop(0)[1]
        self._kept.clear()
        return self._dice.roll(sides)


def roll_all(dice: Dice, count: int, sides: int) -> tuple[int, ...]:
    """``count`` dice of ``sides`` sides."""
    return tuple(dice.roll(sides) for _ in range(count))
