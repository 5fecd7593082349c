"""Places in a sheet's document, and the plain changes made there.

A path names one value: ``strength``, ``skills.sword_long.level`` (a column of a row of ranks),
``weapons.0.hand`` (a column of a row of a list), ``pools.hits``. The schema says which paths exist.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from rhean.rules.sheet import Document, Field


class NoSuchPlace(ValueError):
    """A path that the schema, or this sheet, does not have."""


@dataclass(frozen=True)
class Place:
    """One value of a sheet: its field, and for a table its row and column."""

    field: Field
    row: str = ""
    column: Field | None = None

    @property
    def path(self) -> str:
        """The path that leads here."""
        parts = [self.field.key, self.row, self.column.key if self.column else ""]
        return ".".join(part for part in parts if part)

    @property
    def leaf(self) -> Field:
        """The field that describes the value itself."""
        return self.column or self.field

    @property
    def label(self) -> str:
        """What to call it."""
        return self.leaf.label


def find(schema: Iterable[Field], path: str) -> Place:
    """The place that a path names."""
    key, _, rest = path.partition(".")
    field = next((field for field in schema if field.key == key), None)
    if field is None:
        raise NoSuchPlace(f"There is no field {key[:40]} on this sheet.")
    if field.kind == "pools":
        return _pool(field, rest, path)
    if field.kind in {"ranks", "rows"}:
        return _cell(field, rest, path)
    if rest:
        raise NoSuchPlace(f"{field.label} has no parts.")
    return Place(field)


def _pool(field: Field, row: str, path: str) -> Place:
    if not row:
        raise NoSuchPlace(f"{path[:40]} names no pool.")
    return Place(field, row)


def _cell(field: Field, rest: str, path: str) -> Place:
    row, _, name = rest.rpartition(".")
    column = next((column for column in field.columns if column.key == name), None)
    if not row or column is None:
        raise NoSuchPlace(f"{path[:80]} names no value of {field.label}.")
    return Place(field, row, column)


def read(document: Document, place: Place) -> Any:
    """The value there, or the default; raises ``NoSuchPlace`` for a row that the sheet does not have."""
    whole = document.get(place.field.key)
    if not place.row:
        return place.field.default if whole is None else whole
    if place.field.kind == "pools":
        return (whole or {}).get(place.row)
    return row_of(document, place).get(place.leaf.key, place.leaf.default)


def row_keys(document: Document, field: Field) -> list[str]:
    """The keys of a table's rows: those of ranks, the numbers of a list. What is no row is left out."""
    whole = document.get(field.key)
    if field.kind == "ranks":
        return [key for key, row in whole.items() if isinstance(row, dict)] if isinstance(whole, dict) else []
    rows = whole if isinstance(whole, list) else []
    return [str(number) for number, row in enumerate(rows) if isinstance(row, dict)]


def row_of(document: Document, place: Place) -> dict[str, Any]:
    """The row in which a place stands."""
    whole = document.get(place.field.key)
    if place.field.kind == "ranks" and isinstance(whole, dict) and isinstance(whole.get(place.row), dict):
        return dict(whole[place.row])
    if place.field.kind == "rows" and isinstance(whole, list) and place.row.isdecimal():
        index = int(place.row)
        if index < len(whole) and isinstance(whole[index], dict):
            return dict(whole[index])
    raise NoSuchPlace(f"{place.field.label} no longer has this row.")


def write(document: Document, place: Place, value: Any) -> Document:
    """The document with this value there; None takes a pool's entry away."""
    changed = deepcopy(document)
    if not place.row:
        changed[place.field.key] = value
        return changed
    if place.field.kind == "pools":
        pools = changed.setdefault(place.field.key, {})
        pools[place.row] = value
        if value is None:
            del pools[place.row]
        return changed
    row_of(document, place)
    index: Any = place.row if place.field.kind == "ranks" else int(place.row)
    changed[place.field.key][index][place.leaf.key] = value
    return changed


def blank_row(field: Field) -> dict[str, Any]:
    """A row of a table with every column at its default."""
    return {column.key: deepcopy(column.default) for column in field.columns if column.default is not None}


def add_row(document: Document, field: Field, key: str, values: dict[str, Any]) -> Document:
    """The document with one row more: under ``key`` in ranks, at the end of a list."""
    changed = deepcopy(document)
    row = {**blank_row(field), **values}
    if field.kind == "ranks":
        table = changed.setdefault(field.key, {})
        if key in table:
            raise NoSuchPlace(f"{field.label} has this already.")
        table[key] = row
    else:
        changed.setdefault(field.key, []).append(row)
    return changed


def remove_row(document: Document, field: Field, row: str) -> Document:
    """The document without this row."""
    row_of(document, Place(field, row))
    changed = deepcopy(document)
    if field.kind == "ranks":
        del changed[field.key][row]
    else:
        del changed[field.key][int(row)]
    return changed


def label_of(schema: Iterable[Field], path: str) -> str:
    """What to call the place of a problem; the path itself where the schema does not know it."""
    key, _, rest = path.partition(".")
    field = next((field for field in schema if field.key == key), None)
    if field is None:
        return path
    column = next((column for column in field.columns if column.key == rest.rpartition(".")[2]), None)
    return f"{field.label}: {column.label}" if column else field.label
