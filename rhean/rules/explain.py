"""A number together with the ordered terms that it is made of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

Source = Literal[
    "base", "dice", "attribute", "skill", "gear", "condition", "action", "rule", "ruling", "gm", "override"
]


class Term(msgspec.Struct, frozen=True, omit_defaults=True):
    """One summand: its key, its value, what to call it, and where it comes from.

    ``note`` tells how the value came about when the label alone does not ("half of 5", "x2").
    """

    key: str
    value: int
    label: str = ""
    source: Source = "rule"
    note: str = ""

    @property
    def name(self) -> str:
        """The label, or one made of the key."""
        return self.label or self.key.replace("_", " ").capitalize()


class Explained(msgspec.Struct, frozen=True):
    """A total and its terms; the total is their sum, unless an ``override`` term replaces the others.

    >>> Explained.of(Term("base", 11), Term("agility", 2), Term("running", -2)).text()
    '11 base, +2 Agility, -2 Running = 11'
    """

    total: int
    terms: tuple[Term, ...] = ()

    @classmethod
    def of(cls, *terms: Term) -> Explained:
        """The sum of the terms."""
        return cls(sum(term.value for term in terms), terms)

    @classmethod
    def summed(cls, terms: Iterable[Term], keep: Iterable[str] = ()) -> Explained:
        """The sum of the terms without those that are zero; keys in ``keep`` always stay."""
        always = set(keep)
        return cls.of(*(term for term in terms if term.value or term.key in always))

    def overridden(self, value: int) -> Explained:
        """The same number set by hand: the terms stay readable, the total is ``value``."""
        return Explained(value, (*self.terms, Term("override", value - self.total, "set by hand", "override")))

    @property
    def is_overridden(self) -> bool:
        """Whether somebody set this number by hand."""
        return any(term.source == "override" for term in self.terms)

    def text(self) -> str:
        """The sum in one line, the first term without a sign."""
        if not self.terms:
            return str(self.total)
        first, *rest = self.terms
        words = [f"{first.value} {first.name.lower() if first.key == 'base' else first.name}"]
        words += [f"{term.value:+d} {term.name}" for term in rest]
        return f"{', '.join(words)} = {self.total}"

    def notation(self) -> str:
        """The terms as ``key:value`` pairs, as golden cases and logs write them.

        >>> Explained.of(Term("dice", 12), Term("strength", 2)).notation()
        'dice:12,strength:2'
        """
        return ",".join(f"{term.key}:{term.value}" for term in self.terms)
