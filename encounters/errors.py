"""What can go wrong in an encounter besides what the rules refuse."""

from __future__ import annotations


class EncounterError(Exception):
    """Base of this app's errors; its words are for the person who asked."""


class MovedOn(EncounterError):
    """An answer to something that is no longer open."""

    def __init__(self, words: str = "The fight has moved on. What you had entered is kept.") -> None:
        super().__init__(words)


class NotNow(EncounterError):
    """Something that this encounter does not allow at present."""


class RulesStumbled(EncounterError):
    """The rules raised an error of their own: nothing has changed, and the reference finds it in the server's log."""

    def __init__(self, reference: str) -> None:
        self.reference = reference
        super().__init__(
            f"The rules stumbled over this; nothing has changed and every declaration is kept. Reference {reference}."
        )
