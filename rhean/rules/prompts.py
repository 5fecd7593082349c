"""What may be decided now: prompts, their options, and the parameters of an option."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal

import msgspec

from rhean.rules.errors import Refusal
from rhean.rules.explain import Explained


class Chance(msgspec.Struct, frozen=True, omit_defaults=True):
    """An exact chance, or an expected value, with what it stands for.

    ``kind`` ``chance`` is a probability ``numerator / denominator``; ``mean`` is the harm expected, ``gain`` what the
    actor himself gets on average, both as a fraction. A label may name combatants by their ids.
    """

    label: str
    numerator: int
    denominator: int
    kind: Literal["chance", "mean", "gain"] = "chance"
    explanation: Explained | None = None

    @classmethod
    def of(cls, label: str, value: Fraction, explanation: Explained | None = None) -> Chance:
        """A probability."""
        return cls(label, value.numerator, value.denominator, "chance", explanation)

    @classmethod
    def mean(cls, label: str, value: Fraction, explanation: Explained | None = None) -> Chance:
        """Harm that is expected."""
        return cls(label, value.numerator, value.denominator, "mean", explanation)

    @classmethod
    def gain(cls, label: str, value: Fraction, explanation: Explained | None = None) -> Chance:
        """What the actor himself gets on average."""
        return cls(label, value.numerator, value.denominator, "gain", explanation)

    @property
    def value(self) -> Fraction:
        """The exact number."""
        return Fraction(self.numerator, self.denominator)


class Cost(msgspec.Struct, frozen=True):
    """What an option takes from a pool."""

    pool: str
    amount: int


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One legal or refused value of a parameter; ``who`` is set where the value is a combatant's id.

    ``friend`` marks somebody of one's own side where harm is meant: legal, but no app would choose it by itself.
    ``down`` marks, there too, one who is known to be down: an app chooses somebody who stands as long as it can.
    """

    value: str
    label: str = ""
    who: str = ""
    refusals: tuple[Refusal, ...] = ()
    note: str = ""
    odds: tuple[Chance, ...] = ()
    friend: bool = False
    down: bool = False

    @property
    def available(self) -> bool:
        """Whether it may be chosen."""
        return not self.refusals


class Parameter(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that an option asks for besides itself.

    Kinds: ``choice`` (one of ``choices``), ``many`` (several of them), ``integer`` (``minimum`` to ``maximum``),
    ``text`` (free words, at most ``maximum`` characters), ``flag`` (yes or no), ``path`` (spaces of the map as
    ``x,y`` pairs), ``space`` (one such pair), ``sheet`` (the id of another sheet that takes part in a roll outside a
    fight: whoever shows the parameter offers those that there are).
    """

    key: str
    label: str
    kind: Literal["choice", "many", "integer", "text", "flag", "path", "space", "sheet"]
    choices: tuple[Choice, ...] = ()
    required: bool = False
    default: Any = None
    minimum: int | None = None
    maximum: int | None = None
    help: str = ""
    advanced: bool = False


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that a prompt allows or refuses.

    ``command`` is the name of the command that takes it and ``fixed`` the parameters that come with it
    (for instance ``{"action": "dodge", "as": "defence"}``); ``parameters`` are still to be chosen.
    A system may work them out only when they are looked at (:class:`~rhean.rules.deferred.Deferred`).
    ``stretch`` tells that it is tried above one's rank (Rhean: at half level). ``rule`` is the key of its page in
    the rules reference. An unavailable option is listed with every reason. ``merit`` is what the rules make of it
    where no odds tell: an app that chooses for somebody takes the larger, and nothing below nought for its chance
    alone.
    """

    key: str
    label: str
    command: str
    fixed: dict[str, Any] = {}
    group: str = ""
    refusals: tuple[Refusal, ...] = ()
    costs: tuple[Cost, ...] = ()
    parameters: Sequence[Parameter] = ()
    odds: tuple[Chance, ...] = ()
    stretch: bool = False
    rule: str = ""
    summary: str = ""
    merit: int = 0

    @property
    def available(self) -> bool:
        """Whether it may be taken now."""
        return not self.refusals


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True):
    """One decision that is open now.

    ``id`` stays the same as long as this very decision is open and never comes again. ``who`` is the combatant
    that decides (``gm`` for the GM's own), ``owner`` the person's key, ``kind`` the stage (its partial and view).
    ``about`` holds facts that the one who decides may know (for instance the attacks to answer). ``default`` is the
    key of the option that counts when the stage is forced and nothing was sent (empty: the first available one
    that costs and asks nothing).
    """

    id: str
    who: str
    owner: str
    kind: str
    question: str
    options: tuple[Option, ...] = ()
    about: tuple[str, ...] = ()
    default: str = ""
