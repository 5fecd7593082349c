"""Creatures from a table: one a line, the columns named by the system's fields.

Plain fields hold their value, sets their members parted by ``;``. A table of ranks is ``sword_long 2 3; evade 1 1``
(key, then its numbers in order); a list is ``long_sword main; dagger sheathed`` (what, then its choices in order).
"""

from __future__ import annotations

import csv
import io
from typing import Any

from django.core.exceptions import ValidationError

from rhean.campaigns.fields import read_whole
from rhean.campaigns.names import clean_name
from rhean.rules.rulings import Rulings
from rhean.rules.sheet import Document, Field, Library
from rhean.rules.system import System
from sheets.exchange import BadFile, Item, Parcel, decoded
from sheets.models import Character

LARGEST_FILE = 1024 * 1024
MOST_LINES = 500
YES = {"1", "yes", "true", "x", "on"}
NO = {"", "0", "no", "false", "off"}
SKIPPED = ("long_text",)


def columns_of(system: System[Any]) -> list[Field]:
    """The fields that a table can hold."""
    return [one for one in system.schema if one.kind not in SKIPPED and one.key != system.overrides_field]


def template(system: System[Any]) -> str:
    """A table to start from: the heads, and two of the creatures that ship."""
    written = io.StringIO()
    table = csv.writer(written)
    columns = columns_of(system)
    table.writerow(["name", *(one.key for one in columns)])
    for entry in list(system.library.all(system.character_kinds[1]).values())[:2]:
        sheet = system.new_sheet(entry.name) | entry.sheet
        table.writerow([entry.name, *(write_value(one, sheet.get(one.key)) for one in columns)])
    return written.getvalue()


def write_value(one: Field, value: Any) -> str:
    """A value as it stands in a table."""
    if value is None:
        return ""
    if one.kind == "flag":
        return "yes" if value else "no"
    if one.kind == "set":
        return "; ".join(value)
    if one.kind == "pools":
        return "; ".join(f"{key} {number}" for key, number in value.items())
    if one.kind == "ranks":
        return "; ".join(
            " ".join([key, *(str(row.get(c.key, c.default)) for c in numbers(one))]) for key, row in value.items()
        )
    if one.kind == "rows":
        return "; ".join(" ".join(str(row.get(c.key) or "") for c in words(one)).strip() for row in value)
    return str(value)


def numbers(one: Field) -> list[Field]:
    """The columns of ranks that a table holds."""
    return [column for column in one.columns if column.kind == "integer"]


def words(one: Field) -> list[Field]:
    """The columns of a list that a table holds."""
    return [column for column in one.columns if column.kind in {"item", "choice"}]


def read_table(data: bytes, system: System[Any], library: Library, rulings: Rulings) -> list[Parcel]:
    """The creatures of a table; raises ``BadFile`` with the line and column of the first fault. Nothing is stored."""
    if len(data) > LARGEST_FILE:
        raise BadFile("The file is too large: at most 1 MB.")
    rows = lines_of(decoded(data))
    if not rows:
        raise BadFile("0 creatures read: the table is empty.", line=1)
    fields = {one.key: one for one in columns_of(system)}
    heads = heads_of(*rows[0], fields)
    if len(rows) == 1:
        raise BadFile("There is no creature in it.", line=rows[0][0])
    found = [creature(line, cells_of(line, row, heads), fields, system) for line, row in rows[1:]]
    for (line, _), parcel in zip(rows[1:], found, strict=True):
        judge(parcel, line, system, library, rulings)
    return found


def heads_of(line: int, row: list[str], fields: dict[str, Field]) -> list[str]:
    """The headings; raises ``BadFile`` for one that is not known, stands twice or is empty before another."""
    heads = filled([head.strip() for head in row])
    unknown = [head for head in heads if head and head not in fields and head != "name"]
    twice = sorted({head for head in heads if head and heads.count(head) > 1})
    told = ""
    if unknown:
        told = f"there is no column {', '.join(unknown)[:100]}"
    elif "" in heads:
        told = f"column {heads.index('') + 1} has no heading"
    elif twice:
        told = f"there is more than one column {', '.join(twice)[:100]}"
    elif "name" not in heads:
        told = "there is no column “name”"
    if told:
        raise BadFile(f"0 creatures read: {told}.", "the first line", line)
    return heads


def filled(cells: list[str]) -> list[str]:
    """The cells without the empty ones at the end, which spreadsheets like to add."""
    last = max((number for number, cell in enumerate(cells, 1) if cell.strip()), default=0)
    return cells[:last]


def cells_of(line: int, row: list[str], heads: list[str]) -> dict[str, str]:
    """The cells of a line by their headings; raises ``BadFile`` for one that has none."""
    surplus = filled(row)[len(heads) :]
    if surplus:
        told = f"This line has {len(heads) + len(surplus)} cells, and there are {len(heads)} columns"
        raise BadFile(f"{told}: put quotes around a cell that holds the sign between cells.", line=line)
    return dict(zip(heads, row, strict=False))


def lines_of(text: str) -> list[tuple[int, list[str]]]:
    """The lines that are not empty, with the numbers of the lines at which they begin."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    sample = text.lstrip("\n").split("\n", 1)[0]
    delimiter = ";" if sample.count(";") > sample.count(",") else "\t" if "\t" in sample else ","
    reader = csv.reader(io.StringIO(text), delimiter=delimiter, strict=True)
    found, line = [], 1
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                found.append((line, row))
            if len(found) > MOST_LINES + 1:
                raise BadFile(f"At most {MOST_LINES} creatures at once.", line=line)
            line = reader.line_num + 1
    except csv.Error as fault:
        told = "The quotes do not match, or a cell is too long: a cell in quotes begins and ends with one"
        raise BadFile(f"{told}, and a quote within it is written twice.", line=line) from fault
    return found


def creature(line: int, row: dict[str, str], fields: dict[str, Field], system: System[Any]) -> Parcel:
    """One line of the table."""
    try:
        name = clean_name(row.get("name", ""))
    except ValidationError as fault:
        raise BadFile(str(fault.message), "name", line) from fault
    document = system.new_sheet(name)
    for key, text in row.items():
        if key in fields and text.strip():
            try:
                document[key] = read_value(fields[key], text.strip())
            except (ValueError, ValidationError) as fault:
                told = str(fault.message) if isinstance(fault, ValidationError) else str(fault)
                raise BadFile(told, key, line) from fault
    return Parcel(system.key, Character.Kind.NPC, name, document, report=[Item(name, f"line {line} read")])


def read_value(one: Field, text: str) -> Any:
    """A value out of a table; raises ``ValueError`` or ``ValidationError``."""
    if one.kind == "integer":
        return read_whole(text)
    if one.kind == "flag":
        if text.casefold() not in YES | NO:
            raise ValueError(f"“{text[:40]}” is neither yes nor no.")
        return text.casefold() in YES
    parts = [part.split() for part in text.split(";") if part.strip()]
    if one.kind == "set":
        return [" ".join(part) for part in parts]
    if one.kind == "pools":
        return {part[0]: read_whole(" ".join(part[1:])) for part in parts}
    if one.kind == "ranks":
        return {part[0]: rank_row(one, part) for part in parts}
    if one.kind == "rows":
        return [list_row(one, part) for part in parts]
    return text


def rank_row(one: Field, part: list[str]) -> Document:
    """``sword_long 2 3``."""
    columns = numbers(one)
    if len(part) != len(columns) + 1:
        raise ValueError(f"“{' '.join(part)[:60]}”: write the key and {', '.join(c.label.lower() for c in columns)}.")
    return {column.key: read_whole(word) for column, word in zip(columns, part[1:], strict=True)}


def list_row(one: Field, part: list[str]) -> Document:
    """``long_sword main``."""
    columns = words(one)
    if len(part) > len(columns):
        raise ValueError(f"“{' '.join(part)[:60]}” has too many words.")
    return {column.key: word for column, word in zip(columns, part, strict=False)}


def judge(parcel: Parcel, line: int, system: System[Any], library: Library, rulings: Rulings) -> None:
    """Refuse a creature whose sheet has errors; add its warnings to the report."""
    for problem in system.validate(parcel.document, library, rulings):
        if problem.level == "error":
            raise BadFile(f"{parcel.name}: {problem.field} {problem.text}.", problem.field.partition(".")[0], line)
        parcel.say(parcel.name, f"{problem.field} {problem.text}", "warn")
