"""Formulas that a GM may type: sums of names, whole numbers and products of a number and a name.

``body + 2*constitution - 1``. Nothing is ever evaluated as code: the text is cut into words by hand.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import lru_cache

import msgspec

from rhean.rules.errors import BadFormula
from rhean.rules.explain import Source, Term

MAX_LENGTH = 200
MAX_PARTS = 20
MAX_NUMBER = 1000

_WORD = re.compile(r"\s*(?:(?P<number>[0-9]+)|(?P<name>[A-Za-z_][A-Za-z_0-9]*)|(?P<sign>[-+*]))")


class Part(msgspec.Struct, frozen=True):
    """One summand: ``factor`` times the value of ``name``; a bare number has no name."""

    factor: int
    name: str = ""


class _Word(msgspec.Struct, frozen=True):
    kind: str
    text: str
    column: int


@lru_cache(maxsize=256)
def parse(text: str, names: frozenset[str]) -> tuple[Part, ...]:
    """The summands of a formula; raises :class:`BadFormula` with the column of the fault, counted from 1."""
    if len(text) > MAX_LENGTH:
        raise BadFormula(f"a formula has at most {MAX_LENGTH} characters", text[:MAX_LENGTH], MAX_LENGTH + 1)
    words = _words(text)
    parts: list[Part] = []
    at = 0
    while at < len(words):
        part, at = _part(text, words, at, names, first=not parts)
        parts.append(part)
        if len(parts) > MAX_PARTS:
            raise BadFormula(f"a formula has at most {MAX_PARTS} summands", text, words[at - 1].column)
    if not parts:
        raise BadFormula("a formula needs at least one name or number", text, 1)
    return tuple(parts)


def _words(text: str) -> list[_Word]:
    """The formula cut into numbers, names and signs."""
    words: list[_Word] = []
    at = 0
    end = len(text.rstrip())
    while at < end:
        found = _WORD.match(text, at)
        if found is None or found.lastgroup is None:
            column = at + len(text[at:]) - len(text[at:].lstrip()) + 1
            raise BadFormula(f"{text[column - 1]!r} has no place in a formula", text, column)
        words.append(_Word(found.lastgroup, found[found.lastgroup], found.start(found.lastgroup) + 1))
        at = found.end()
    return words


def _part(text: str, words: list[_Word], at: int, names: Collection[str], *, first: bool) -> tuple[Part, int]:
    """One summand with its sign, and where the next begins."""
    sign = 1
    if words[at].kind == "sign" and words[at].text in "+-":
        sign = -1 if words[at].text == "-" else 1
        at += 1
    elif not first:
        raise BadFormula(f"+ or - is missing before {words[at].text!r}", text, words[at].column)
    factor, name, at = _operand(text, words, at, names)
    while at < len(words) and words[at].text == "*":
        more, other, after = _operand(text, words, at + 1, names)
        if name and other:
            raise BadFormula("a name can only be multiplied by a number", text, words[at + 1].column)
        factor, name, at = factor * more, name or other, after
        if factor > MAX_NUMBER:
            raise BadFormula(f"a number is at most {MAX_NUMBER}", text, words[after - 1].column)
    return Part(sign * factor, name), at


def _operand(text: str, words: list[_Word], at: int, names: Collection[str]) -> tuple[int, str, int]:
    """A number (factor, no name) or a name (1, name)."""
    if at >= len(words):
        raise BadFormula("a name or number is missing at the end", text, len(text.rstrip()) + 1)
    word = words[at]
    if word.kind == "number":
        if len(word.text) > 4 or int(word.text) > MAX_NUMBER:
            raise BadFormula(f"a number is at most {MAX_NUMBER}", text, word.column)
        return int(word.text), "", at + 1
    if word.kind == "sign":
        raise BadFormula(f"a name or number is missing before {word.text!r}", text, word.column)
    if word.text not in names:
        raise BadFormula(f"no value {word.text!r}; there are {', '.join(sorted(names))}", text, word.column)
    return 1, word.text, at + 1


def terms(text: str, values: Mapping[str, int], sources: Mapping[str, Source] | None = None) -> tuple[Term, ...]:
    """The formula's summands with their values, in its order; raises :class:`BadFormula`.

    >>> [(term.key, term.value) for term in terms("body + 2*constitution - 1", {"body": 6, "constitution": 5})]
    [('body', 6), ('constitution', 10), ('number', -1)]
    """
    return tuple(_term(part, values, sources or {}) for part in parse(text, frozenset(values)))


def _term(part: Part, values: Mapping[str, int], sources: Mapping[str, Source]) -> Term:
    """One summand as a term; a factor other than 1 is told in the note."""
    if not part.name:
        return Term("number", part.factor, source="ruling")
    note = "" if abs(part.factor) == 1 else f"{abs(part.factor)} x {values[part.name]}"
    return Term(part.name, part.factor * values[part.name], source=sources.get(part.name, "rule"), note=note)


def evaluate(text: str, values: Mapping[str, int]) -> int:
    """The formula's value; raises :class:`BadFormula`."""
    return sum(term.value for term in terms(text, values))
