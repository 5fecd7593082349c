"""What a change to a sheet may be refused for."""

from __future__ import annotations

from typing import Any

from rhean.rules.sheet import Problem


class Refused(Exception):
    """A change that cannot be made, in a sentence for the person who asked for it."""


class Unsound(Refused):
    """A change that would leave the sheet with an error that it did not have."""

    def __init__(self, *problems: Problem) -> None:
        self.problems = problems
        super().__init__("; ".join(problem.text for problem in problems))


class Stale(Refused):
    """Somebody else changed the very same thing meanwhile; ``theirs`` is what stands there now."""

    def __init__(self, message: str, theirs: Any = None, version: int = 0) -> None:
        self.theirs = theirs
        self.version = version
        super().__init__(message)
