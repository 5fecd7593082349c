"""Rulings: figures and rules that a campaign may settle its own way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

from rhean.rules.errors import BadRuling

RulingKind = Literal["flag", "integer", "choice", "formula", "integers"]


class Ruling(msgspec.Struct, frozen=True):
    """One thing that can be ruled otherwise.

    ``default`` is what holds unless the campaign changes it; ``text`` is the sentence that says what it decides;
    ``provenance`` tells whether the game's own text says so (``source``) or we had to decide (``ruling``).
    ``choices`` pairs each allowed value of a ``choice`` with its meaning. ``integers`` is a list of fixed length.
    """

    key: str
    label: str
    kind: RulingKind
    default: Any
    text: str
    provenance: Literal["source", "ruling"] = "ruling"
    chapter: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    minimum: int = -1000
    maximum: int = 1000

    def check(self, value: Any) -> Any:
        """The value in its proper type; raises :class:`BadRuling` naming key and value if it does not fit."""
        fits = {
            "flag": lambda: isinstance(value, bool),
            "integer": lambda: self._whole(value),
            "choice": lambda: isinstance(value, str) and value in dict(self.choices),
            "formula": lambda: isinstance(value, str),
            "integers": lambda: self._row(value),
        }[self.kind]()
        if not fits:
            raise BadRuling(f"{self.key} cannot be {repr(value)[:60]}")
        return tuple(value) if self.kind == "integers" else value

    def _whole(self, value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and self.minimum <= value <= self.maximum

    def _row(self, value: Any) -> bool:
        return (
            isinstance(value, list | tuple) and len(value) == len(self.default) and all(self._whole(v) for v in value)
        )


class Rulings(msgspec.Struct, frozen=True):
    """The rulings in force: what was changed, over the defaults of a system."""

    values: dict[str, Any]

    def __post_init__(self) -> None:
        """Rows of numbers are tuples, also after a journey through JSON."""
        rows = {key: tuple(value) for key, value in self.values.items() if isinstance(value, list)}
        if rows:
            msgspec.structs.force_setattr(self, "values", {**self.values, **rows})

    @classmethod
    def of(cls, declared: Iterable[Ruling], changed: Mapping[str, Any] | None = None) -> Rulings:
        """Defaults with changes; raises :class:`BadRuling` for an unknown key or a value that does not fit."""
        table = {ruling.key: ruling for ruling in declared}
        values = {key: ruling.check(ruling.default) for key, ruling in table.items()}
        for key, value in (changed or {}).items():
            if key not in table:
                raise BadRuling(f"no ruling {key}")
            values[key] = table[key].check(value)
        return cls(values)

    def __getitem__(self, key: str) -> Any:
        return self.values[key]

    def with_change(self, declared: Iterable[Ruling], key: str, value: Any) -> Rulings:
        """The same with one ruling changed (checked as in :meth:`of`)."""
        return Rulings.of(declared, {**self.values, key: value})
