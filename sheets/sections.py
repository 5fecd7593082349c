"""The parts of a sheet's page: pools, cells, rows, tables, sections, and their words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from crispy_forms.templatetags.crispy_forms_filters import as_crispy_field
from django.forms import BoundField
from django.utils.text import slugify

from rhean.rules.sheet import Field, Library, Problem
from rhean.rules.system import Check, System
from rhean.rules.view import Figure
from sheets.formfields import safe_name
from sheets.paths import Place

Pair = tuple[str, str]
MOST_BOXES = 80


@dataclass
class Pool:
    """A pool: what is left of it, and the figure that explains its maximum."""

    key: str
    label: str
    current: int
    maximum: int
    figure: Figure | None = None

    @property
    def boxes(self) -> range:
        """A box for the pencil for each point, within reason."""
        return range(min(self.maximum, MOST_BOXES))

    @property
    def low(self) -> bool:
        """Whether less than half is left."""
        return 2 * self.current < self.maximum


@dataclass
class Cell:
    """One value on the page."""

    place: Place
    value: Any
    base: int
    figures: list[Figure] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    facts: list[Pair] = field(default_factory=list)
    bound: BoundField | None = None
    sole: bool = False
    derived: Figure | None = None
    listed: list[str] = field(default_factory=list)
    named: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """Its name in forms and ids."""
        return safe_name(self.place.path)

    @property
    def path(self) -> str:
        """Its path."""
        return self.place.path

    @property
    def leaf(self) -> Field:
        """What it holds."""
        return self.place.leaf

    @property
    def words(self) -> str:
        """The value for paper; what is worked out where nought was entered."""
        if self.value == 0 and self.derived is not None:
            return str(self.derived.value.total)
        if self.value is None or isinstance(self.value, list):
            return ", ".join(self.listed)
        if self.bound is None:
            return str(self.value)
        choices = dict(getattr(self.bound.field, "choices", ()))
        if isinstance(self.value, bool):
            return "yes" if self.value else "no"
        return str(choices.get(str(self.value), self.value))

    @property
    def html(self) -> str:
        """Label and control."""
        return str(as_crispy_field(self.bound, "bootstrap5", "visually-hidden" if self.sole else ""))


@dataclass
class Row:
    """A row of a table: a skill, a weapon."""

    key: str
    title: str
    cells: list[Cell]
    summary: str = ""
    facts: list[Pair] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    pair: str = ""
    gone: bool = False
    paired: bool = False


@dataclass
class Table:
    """A table of ranks or a list."""

    field: Field
    rows: list[Row]
    base: int

    @property
    def library(self) -> str:
        """The library kind from which rows are added."""
        return self.field.library or next((one.library for one in self.field.columns if one.kind == "item"), "")

    @property
    def chosen(self) -> str:
        """The column that names the entry, in a list."""
        return next((one.key for one in self.field.columns if one.kind == "item"), "")


@dataclass
class Section:
    """A part of the sheet."""

    title: str
    cells: list[Cell] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)

    @property
    def key(self) -> str:
        """Its name in ids and addresses."""
        return slugify(self.title)

    @property
    def heading(self) -> str:
        """Its title; that of its value where it holds but one."""
        return self.cells[0].leaf.label if self.is_sole else self.title

    @property
    def is_sole(self) -> bool:
        """Whether it holds but one value."""
        return len(self.cells) == 1 and not self.tables

    @property
    def shared_help(self) -> str:
        """What several of its values say in the same words, to be said once."""
        said = [cell.leaf.help for cell in self.cells if cell.leaf.help]
        return said[0] if len(said) > 1 and len(set(said)) == 1 else ""

    @property
    def all_cells(self) -> list[Cell]:
        """Its cells and those of its tables."""
        return self.cells + [cell for table in self.tables for row in table.rows for cell in row.cells]

    @property
    def compact(self) -> bool:
        """Whether it holds nothing but numbers, which stand close together."""
        return bool(self.cells) and all(cell.place.leaf.kind == "integer" for cell in self.cells)


def shown(cell: Cell) -> str:
    """A value of a row in words; empty when it says nothing."""
    leaf, value = cell.place.leaf, cell.value
    if leaf.choices:
        word = dict(leaf.choices).get(str(value), str(value))
        return word if value != leaf.default or leaf.kind == "integer" else ""
    if leaf.kind == "flag":
        return "" if value == leaf.default else (leaf.label if value else f"not {leaf.label.lower()}")
    if isinstance(value, list):
        return ", ".join(str(each) for each in value)
    return str(value) if value and leaf.kind in {"integer", "text"} else ""


def entry_facts(system: System[Any], kind: str, entry: Any, library: Library) -> list[Pair]:
    """What the library says of an entry: label and value of each field that is set."""
    facts: list[Pair] = []
    if entry is None:
        return facts
    for one in system.entry_fields.get(kind, ()):
        value = getattr(entry, one.key, None)
        if value in (None, "", (), [], {}, False) or one.key in {"name", "text", "pair"}:
            continue
        named = library.get(one.library, value) if one.library and isinstance(value, str) else None
        facts.append((one.label, fact_words(one, value) if named is None else named.name))
    return facts


def fact_words(one: Field, value: Any) -> str:
    """A value of the library in words.

    >>> fact_words(Field("born", "Born with", "set"), ["low_light_vision", "resistance(fire)"])
    'low light vision, resistance (fire)'
    >>> fact_words(Field("range", "Range", "list"), (10, 20))
    '10/20'
    """
    if value is True:
        return "yes"
    if isinstance(value, dict):
        return ", ".join(
            f"{in_words(key)} {number:+d}" if isinstance(number, int) else in_words(key)
            for key, number in value.items()
        )
    if isinstance(value, list | tuple):
        return ("/" if all(isinstance(each, int) for each in value) else ", ").join(in_words(each) for each in value)
    return dict(one.choices).get(str(value), str(value).replace("_", " ") if one.library else str(value))


def in_words(key: object) -> str:
    """A key of the library as it is read."""
    return str(key).replace("_", " ").replace("(", " (")
