"""The rules core's errors: one small family, each with a code and the offending input in its words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from rhean.rules.sheet import Problem


class Refusal(msgspec.Struct, frozen=True):
    """Why something is not possible, in words that a player understands.

    ``code`` names the kind of bar (``"cost"``, ``"rank"``, ``"target"`` ...). ``text`` may name combatants as
    ``{0}``, ``{1}`` ...: the ids stand in ``who``, so that each viewer reads the names that he may know.

    >>> Refusal("target", "{0} is dead", ("gob",)).words({"gob": "Gnarl"})
    'Gnarl is dead'
    """

    code: str
    text: str
    who: tuple[str, ...] = ()

    def words(self, names: Mapping[str, str] | None = None) -> str:
        """The sentence, with the names that the reader may know (default: the ids)."""
        shown = [names.get(who, who) if names else who for who in self.who]
        return self.text.format(*shown) if shown else self.text

    def __str__(self) -> str:
        return self.words()


class RulesError(Exception):
    """Base of everything that the rules core raises on purpose."""

    code = "rules"

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors travel from a worker process as they are, whatever their own ``__init__`` asks for."""
        return _same, (type(self), self.args, self.__dict__)


def _same(kind: type[RulesError], args: tuple[Any, ...], fields: dict[str, Any]) -> RulesError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(fields)
    return error


class IllegalCommand(RulesError):
    """A command that the rules refuse. Nothing has changed.

    ``reasons`` holds every reason found, the first of which decides.
    """

    code = "illegal"

    def __init__(self, *reasons: Refusal) -> None:
        self.reasons = reasons
        super().__init__("; ".join(str(reason) for reason in reasons))

    @property
    def reason(self) -> Refusal:
        """The reason that decides."""
        return self.reasons[0]


class BadDice(RulesError):
    """A dice expression that cannot be read or is over a limit; ``column`` counts from 1."""

    code = "dice"

    def __init__(self, message: str, text: str, column: int) -> None:
        self.text = text
        self.column = column
        super().__init__(message)


class BadFormula(RulesError):
    """A formula typed by a person that cannot be used; ``column`` counts from 1."""

    code = "formula"

    def __init__(self, message: str, text: str, column: int) -> None:
        self.text = text
        self.column = column
        super().__init__(message)


class DiceNeeded(RulesError):
    """A person types in what the table rolled, and one more die is wanted.

    ``sides`` is that die's number of sides, ``given`` how many faces were used before it.
    """

    code = "dice_needed"

    def __init__(self, sides: int, given: int) -> None:
        self.sides = sides
        self.given = given
        super().__init__(f"die {given + 1} is a d{sides}: type in its face")


class BadFace(RulesError):
    """A face that the die asked for does not have, or a face too many."""

    code = "face"


class BadSheet(RulesError):
    """A sheet that cannot be used; ``problems`` names the fields."""

    code = "sheet"

    def __init__(self, *problems: Problem) -> None:
        self.problems = problems
        super().__init__("; ".join(f"{problem.field}: {problem.text}" for problem in problems))


class BadSetup(RulesError):
    """An encounter that cannot begin as it was prepared."""

    code = "setup"


class BadRuling(RulesError):
    """A ruling that does not exist, or a value that it cannot take."""

    code = "ruling"


class BadDocument(RulesError):
    """Stored or imported data that does not have the shape asked for; ``place`` says where."""

    code = "document"

    def __init__(self, message: str, place: str = "") -> None:
        self.place = place
        super().__init__(message)
