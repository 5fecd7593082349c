"""What happened: facts in the past tense, each with its audience.

A system declares its facts as subclasses of :class:`Fact`; the tag in JSON is the class name in snake case.
The audience is decided where the fact is born: there is no default.
"""

from __future__ import annotations

import re
from typing import Generic, TypeVar

import msgspec

from rhean.rules.explain import Explained


def snake(name: str) -> str:
    """``ConditionGained`` -> ``condition_gained``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Fact(msgspec.Struct, frozen=True, tag_field="kind", tag=snake, omit_defaults=True):
    """Base of every system's facts."""

    @property
    def kind(self) -> str:
        """The fact's kind, as in JSON."""
        return str(self.__struct_config__.tag)


class Audience(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who may know a fact in full. The GM always may.

    ``owners`` is None for everybody (watchers without a log-in included), else the owner keys that may.
    """

    owners: tuple[str, ...] | None = None

    def includes(self, viewer: Viewer) -> bool:
        """Whether this viewer reads the full fact."""
        return viewer.gm or self.owners is None or (viewer.owner is not None and viewer.owner in self.owners)


EVERYONE = Audience()
GM_ONLY = Audience(())


class Viewer(msgspec.Struct, frozen=True):
    """Somebody who looks on: the GM, a player by his owner key, or the public (``owner`` None)."""

    owner: str | None = None
    gm: bool = False


GM = Viewer("gm", gm=True)
PUBLIC = Viewer()

F = TypeVar("F", bound=Fact)


class Event(msgspec.Struct, Generic[F], frozen=True, omit_defaults=True):
    """A fact, who may know it, and what others are told instead (None: nothing): all of them, or those of ``told``."""

    fact: F
    audience: Audience
    public: F | None = None
    told: Audience = EVERYONE

    def seen_by(self, viewer: Viewer) -> F | None:
        """The fact as this viewer may know it, or None."""
        if self.audience.includes(viewer):
            return self.fact
        return self.public if self.told.includes(viewer) else None


class Line(msgspec.Struct, frozen=True):
    """A fact in words, for a log: a sentence, the sums behind it, and how much it matters.

    ``sums`` pairs a label with an explanation. ``weight`` is ``major`` (a blow, a fall), ``minor`` (a cost, a
    move) or ``heading`` (a round or phase begins).
    """

    text: str
    sums: tuple[tuple[str, Explained], ...] = ()
    weight: str = "minor"
