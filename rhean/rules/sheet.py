"""What the rules read of a character: fields, problems, budgets, and the library that sheets refer to.

A sheet travels as a *document*: a JSON object whose keys are the fields of the system's schema. The system reads
it into its own frozen struct. Keys that the schema does not know are kept by whoever stores the document.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from rhean.rules.explain import Explained

Document = dict[str, Any]

COMBATANTS = "combatants"
"""The library kind of a setup's field that names somebody of the encounter's own roster."""

FieldKind = Literal[
    "text", "long_text", "integer", "flag", "choice", "set", "item", "ranks", "rows", "pools", "map", "space"
]


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """One field of a sheet or of a library entry.

    Kinds: ``text``, ``long_text``, ``integer`` (``minimum`` to ``maximum``), ``flag``, ``choice`` (one key of
    ``choices`` or of the library kind ``library``), ``set`` (a list of such keys; with ``open_set`` also
    ``key(words)``), ``item`` (a library key or empty), ``ranks`` (an object: library key -> row of ``columns``),
    ``rows`` (a list of rows of ``columns``), ``pools`` (an object: pool key -> whole number). Of a setup only:
    ``map`` (see ``maps``) and ``space`` (a place on it, ``[x, y]``).
    ``group`` is the part of the sheet in which it stands; ``secret`` fields are the owner's and the GM's.
    ``library`` may name several kinds, joined by ``+``: their keys are then apart from one another.
    """

    key: str
    label: str
    kind: FieldKind
    group: str = ""
    help: str = ""
    default: Any = None
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[tuple[str, str], ...] = ()
    library: str = ""
    columns: tuple[Field, ...] = ()
    open_set: bool = False
    secret: bool = False

    @property
    def library_kinds(self) -> tuple[str, ...]:
        """The library kinds whose keys it takes."""
        return tuple(self.library.split("+")) if self.library else ()


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something wrong with a sheet. ``field`` is a path (``skills.sword_long.level``, ``weapons.0.hand``).

    ``level`` ``error`` means that it cannot be saved so, ``warning`` that it is saved and marked.
    """

    field: str
    text: str
    level: Literal["error", "warning"] = "error"


class Budget(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to spend while a character is made: what is allowed and what was spent, with its terms."""

    key: str
    label: str
    allowed: int
    spent: Explained
    help: str = ""

    @property
    def left(self) -> int:
        """What is left; negative when over budget."""
        return self.allowed - self.spent.total


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step of guided creation: which fields it shows and which budgets it touches."""

    key: str
    label: str
    fields: tuple[str, ...]
    budgets: tuple[str, ...] = ()
    help: str = ""


class Purchase(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that experience can buy now, with its price, or why it cannot be bought.

    ``key`` is stable (``attribute.strength``, ``level.sword_long`` ...); ``before`` and ``after`` are what changes.
    """

    key: str
    label: str
    group: str
    price: Explained
    before: str = ""
    after: str = ""
    refusals: tuple[str, ...] = ()


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """Base of every library entry: shipped data or a group's own. ``key`` is lower case with underscores.

    ``pair`` names the entry of the same kind that belongs beside it (a weapon skill's parry skill, and back).
    """

    key: str
    name: str
    text: str = ""
    pair: str = ""

    @property
    def takes_words(self) -> bool:
        """Whether it stands for many, each named by words: ``lore(plants)``."""
        return False

    def takes(self, column: str) -> bool:
        """Whether this column means something in a sheet's row of this entry: no page offers one that does not."""
        return True


class SheetEntry(Entry, frozen=True, kw_only=True):
    """A library entry that is a whole sheet: a ready-made character, a creature."""

    sheet: Document


class Library(msgspec.Struct, frozen=True):
    """All entries of a system by kind and key: what ships, with a campaign's own laid over it."""

    kinds: dict[str, dict[str, Any]]

    def get(self, kind: str, key: str) -> Any | None:
        """The entry, or None. ``kind`` may be several joined by ``+``."""
        return next((found for one in kind.split("+") if (found := self.kinds.get(one, {}).get(key))), None)

    def all(self, kind: str) -> dict[str, Any]:
        """Every entry of a kind (or of several joined by ``+``) by key, in the order of the data."""
        if "+" not in kind:
            return self.kinds.get(kind, {})
        return {key: entry for one in kind.split("+") for key, entry in self.kinds.get(one, {}).items()}

    def with_entries(self, more: Mapping[str, Mapping[str, Any]]) -> Library:
        """The same library with a campaign's own entries added or put in place of shipped ones."""
        kinds = {kind: dict(entries) for kind, entries in self.kinds.items()}
        for kind, entries in more.items():
            kinds.setdefault(kind, {}).update(entries)
        return Library(kinds)
