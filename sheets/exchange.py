"""One character as one JSON file, and back.

The file, version 1: ``format`` "rhean-character", ``version`` 1, ``system``, ``kind`` ("pc" or "npc"), ``name``,
``sheet`` (the fields of the system's schema), ``notes``, ``entries`` (the group's own content that the sheet uses:
kind -> key -> entry), ``experience`` (what was gained and spent), ``portrait`` (a picture in Base64). Its JSON Schema
is published in the app. Keys that this version does not know are kept and given back. A file carries no accounts,
rights, links or codes: whoever imports it owns the character.
"""

from __future__ import annotations

import base64
import io
import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.core.exceptions import ValidationError
from django.template.defaultfilters import pluralize

from rhean.campaigns.models import Campaign
from rhean.campaigns.names import clean_name
from rhean.campaigns.rules import rulings_for
from rhean.rules.rulings import Rulings
from rhean.rules.sheet import Document, Field, Library
from rhean.rules.system import System
from rhean.rules.systems import KEYS, get_system
from sheets.access import Need, Rights
from sheets.library import fault_of, library_for, own_copies, read_entries
from sheets.models import Advance, Character
from sheets.page import SheetPage
from sheets.portraits import Portrait, read_portrait

FORMAT = "rhean-character"
VERSION = 1
LARGEST_FILE = 4 * 1024 * 1024
MOST_ADVANCES = 2000
LARGEST_AMOUNT = 100_000
NOTES_LIMIT = 40_000
DEEPEST = 40
"""Brackets within brackets that a file may have; a sheet's own fields need six."""
FORBIDDEN = {"owner", "code", "id", "token", "rights", "campaign", "gm_notes", "key", "members"}
"""Keys that an import never takes over, wherever they come from."""


class Advanced(msgspec.Struct):
    """A line of experience in a file."""

    amount: int
    label: str = ""
    purchase: str = ""
    changes: dict[str, list[Any]] = {}


class File(msgspec.Struct):
    """What a file holds, as far as this version knows it."""

    format: str
    version: int
    system: str
    name: str
    sheet: dict[str, Any]
    kind: str = "pc"
    notes: str = ""
    entries: dict[str, dict[str, dict[str, Any]]] = {}
    experience: list[Advanced] = []
    portrait: str = ""


KNOWN = {each.name for each in msgspec.structs.fields(File)}


class BadFile(Exception):
    """A file that cannot be imported: what is wrong, where, and at which line."""

    def __init__(self, text: str, place: str = "", line: int = 0) -> None:
        self.text = text
        self.place = place
        self.line = line
        where = ", ".join(part for part in (f"line {line}" if line else "", place) if part)
        super().__init__(f"{text} ({where})" if where else text)


@dataclass
class Item:
    """One thing that an import did: ``tone`` good, warn or bad."""

    what: str
    text: str
    tone: str = "good"


@dataclass
class Parcel:
    """A file that has been read and found fit: what a new character is to be made of, and the report."""

    system: str
    kind: str
    name: str
    document: Document
    notes: str = ""
    entries: dict[str, dict[str, Document]] = field(default_factory=dict)
    extra: Document = field(default_factory=dict)
    experience: list[Advanced] = field(default_factory=list)
    portrait: Portrait | None = None
    report: list[Item] = field(default_factory=list)

    def say(self, what: str, text: str, tone: str = "good") -> None:
        """Add to the report."""
        self.report.append(Item(what, text, tone))


# -- out --------------------------------------------------------------------------------------------------------------


def character_document(character: Character, *, picture: bool = True) -> Document:
    """The file of a character, as its owner may take it along."""
    lines = character.advances.filter(state=Advance.State.DONE).order_by("pk")
    made: Document = {
        **{key: value for key, value in character.extra.items() if key not in KNOWN},
        "format": FORMAT,
        "version": VERSION,
        "system": character.system,
        "kind": character.kind,
        "name": character.name,
        "sheet": character.document,
        "notes": character.notes,
        "entries": own_copies(character),
        "experience": [
            {"amount": one.amount, "label": one.label, "purchase": one.purchase, "changes": one.changes}
            for one in lines
        ],
    }
    if picture and character.portrait:
        with character.portrait.open("rb") as file:
            made["portrait"] = base64.b64encode(file.read()).decode()
    return made


def write(document: Document) -> str:
    """The text of a file."""
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


# -- in ---------------------------------------------------------------------------------------------------------------


def read(data: bytes, campaign: Campaign | None) -> Parcel:
    """A file, read and checked; raises ``BadFile`` with the place of the fault. Nothing is stored."""
    if len(data) > LARGEST_FILE:
        raise BadFile(f"The file is too large: at most {LARGEST_FILE // 1024 // 1024} MB.")
    text = decoded(data)
    raw = parsed(text)
    file = shaped(raw, text)
    system = get_system(file.system)
    if campaign is not None and campaign.system != system.key:
        played = get_system(campaign.system).name
        raise BadFile(f"This is a character of {system.name}; {campaign.name} plays {played}.", "system")
    parcel = Parcel(system.key, file.kind, named(file.name), file.sheet, file.notes[:NOTES_LIMIT])
    parcel.say("Name", parcel.name)
    parcel.say("Rules", system.name)
    take_entries(parcel, file, system, library_for(campaign, system.key))
    rulings = rulings_for(campaign) if campaign is not None else Rulings.of(system.rulings)
    take_sheet(parcel, system, library_with(parcel, system, library_for(campaign, system.key)), rulings, text)
    take_experience(parcel, file, {one.key for one in system.schema}, text)
    take_rest(parcel, file, raw)
    return parcel


def decoded(data: bytes) -> str:
    """The text of the file."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = data[: fault.start].count(b"\n") + 1
        raise BadFile("The file is not text in UTF-8.", line=line) from fault
    if "\0" in text:
        raise BadFile("The file holds a null character.", line=text.count("\n", 0, text.index("\0")) + 1)
    return text


def parsed(text: str) -> Document:
    """The JSON object in the text."""
    try:
        raw = json.loads(text, parse_constant=no_constant, parse_float=finite)
    except json.JSONDecodeError as fault:
        raise BadFile(f"This is not JSON: {fault.msg}.", f"column {fault.colno}", fault.lineno) from fault
    except (RecursionError, ValueError) as fault:
        raise BadFile("This JSON cannot be read: nested too deep, or a number too long.") from fault
    refuse_deep(raw)
    refuse_unstorable(raw)
    if not isinstance(raw, dict):
        raise BadFile("0 characters read: a character is an object in { }.", "the whole file", 1)
    if "format" not in raw or "sheet" not in raw:
        raise BadFile("0 characters read: “format” or “sheet” is missing at the top.", "the whole file", 1)
    return raw


def refuse_deep(raw: Any) -> None:
    """Raise for what is nested deeper than copying it along can follow; level by level, so no depth hurts here."""
    level, depth = [raw], 0
    while level:
        if depth > DEEPEST:
            raise BadFile(f"This JSON is nested too deep: at most {DEEPEST} brackets within each other.")
        inner = [each.values() if isinstance(each, dict) else each for each in level if isinstance(each, dict | list)]
        level, depth = [one for each in inner for one in each], depth + 1


def refuse_unstorable(raw: Any) -> None:
    """Raise for text that no database keeps: halves of characters, and the null character."""
    written = json.dumps(raw, ensure_ascii=False)
    try:
        written.encode()
    except UnicodeEncodeError as fault:
        raise BadFile("The file holds half a character, which cannot be kept.") from fault
    if "\\u0000" in written:
        raise BadFile("The file holds a null character, which cannot be kept.")


def finite(text: str) -> float:
    """A number with a point, unless it is too large to be one."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def no_constant(name: str) -> None:
    """NaN and Infinity are no JSON."""
    raise ValueError(name)


def shaped(raw: Document, text: str) -> File:
    """The parts of the file in their types."""
    if raw["format"] != FORMAT:
        raise BadFile(f"The format is not “{FORMAT}”.", "format", line_of(text, "format"))
    if raw.get("version") != VERSION:
        raise BadFile(f"This app reads version {VERSION} of the format.", "version", line_of(text, "version"))
    try:
        file = msgspec.convert(raw, File)
    except msgspec.ValidationError as fault:
        words, _, place = str(fault).partition(" - at ")
        place = place.strip("`").removeprefix("$.")
        raise BadFile(f"{words}.", place, line_of(text, place)) from fault
    if file.system not in KEYS:
        raise BadFile(f"There are no rules “{file.system[:40]}” here.", "system", line_of(text, "system"))
    if file.kind not in Character.Kind.values:
        raise BadFile("The kind is “pc” or “npc”.", "kind", line_of(text, "kind"))
    return file


def line_of(text: str, place: str) -> int:
    """The line at which a place such as ``sheet.skills.evade`` stands, followed key by key from the top; 0 if it is
    not there."""
    at = 0
    for key in re.findall(r"[^.\[\]]+", place):
        if key.isdecimal() or key == "...":
            continue
        found = text.find(json.dumps(key, ensure_ascii=False), at)
        if found < 0:
            break
        at = found
    return text.count("\n", 0, at) + 1 if at else 0


def named(name: str) -> str:
    """The name in its stored form."""
    try:
        return clean_name(name)
    except ValidationError as fault:
        raise BadFile(str(fault.message), "name") from fault


def take_entries(parcel: Parcel, file: File, system: System[Any], library: Library) -> None:
    """The group's own content in the file: kept with the sheet where the campaign does not have it."""
    for kind, entries in file.entries.items():
        for key, data in entries.items():
            whole = {**data, "key": key}
            fault = fault_of(system, kind, whole)
            name = str(data.get("name", key))
            if fault is not None:
                raise BadFile(f"“{name[:60]}” cannot be used: {fault}", f"entries.{kind}.{key}")
            if library.get(kind, key) is not None:
                parcel.say(name, "the library here has it: that one is used")
                continue
            parcel.entries.setdefault(kind, {})[key] = whole
            parcel.say(name, "is not in the library here: the sheet keeps its own copy", "warn")


def library_with(parcel: Parcel, system: System[Any], library: Library) -> Library:
    """The library with the file's own entries."""
    pairs = [(kind, data) for kind, entries in parcel.entries.items() for data in entries.values()]
    return library.with_entries(read_entries(system, pairs)) if pairs else library


def take_sheet(parcel: Parcel, system: System[Any], library: Library, rulings: Rulings, text: str) -> None:
    """The sheet itself: refused with every error, reported field by field."""
    parcel.document = {**system.new_sheet(parcel.name), **parcel.document}
    probe = Character(system=system.key, name=parcel.name, document=parcel.document, entries=parcel.entries)
    page = SheetPage(probe, Rights(member=True, level=Need.EDIT), library=library, rulings=rulings)
    errors = [problem for problem in page.problems if problem.level == "error"]
    if errors:
        told = "; ".join(f"{page.label_at(each.field)} {each.text}" for each in errors[:10])
        more = f" and {len(errors) - 10} more" if len(errors) > 10 else ""
        raise BadFile(
            f"The sheet has errors: {told}{more}.",
            f"sheet.{errors[0].field}",
            line_of(text, f"sheet.{errors[0].field}"),
        )
    known = {one.key for one in system.schema}
    read_now = [one for one in system.schema if parcel.document.get(one.key) not in (None, one.default)]
    for one in read_now:
        parcel.say(one.label, counted(one, parcel.document[one.key]))
    for key in sorted(set(parcel.document) - known):
        parcel.say(key, "is not known to these rules: kept, and given back on export", "warn")
    for problem in page.problems:
        parcel.say(page.label_at(problem.field), problem.text, "warn")


def counted(one: Field, value: Any) -> str:
    """What was read, or how much."""
    if isinstance(value, dict | list):
        return f"{len(value)} read"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return (dict(one.choices).get(str(value)) or str(value).replace("_", " "))[:80]


def take_experience(parcel: Parcel, file: File, known: set[str], text: str) -> None:
    """The lines of experience: each change is a field of the sheet with its values before and after."""
    for number, line in enumerate(file.experience):
        place = f"experience[{number}]"
        if abs(line.amount) > LARGEST_AMOUNT:
            raise BadFile(f"At most {LARGEST_AMOUNT} XP in one line.", f"{place}.amount")
        for key, pair in line.changes.items():
            at = f"{place}.changes.{key[:60]}"
            if key not in known:
                raise BadFile("These rules have no such field of a sheet.", at, line_of(text, at))
            if len(pair) != 2:
                raise BadFile("A change is a pair: the value before and the value after.", at, line_of(text, at))
    parcel.experience = file.experience[:MOST_ADVANCES]
    if file.experience:
        parcel.say("Experience", f"{len(parcel.experience)} line{pluralize(len(parcel.experience))} read")


def take_rest(parcel: Parcel, file: File, raw: Mapping[str, Any]) -> None:
    """Notes, portrait, and what this version does not know."""
    if file.notes:
        parcel.say("Notes", f"{len(parcel.notes)} characters read")
    if file.portrait:
        parcel.portrait = pictured(file.portrait)
        parcel.say("Portrait", "read")
    for key in sorted(set(raw) - KNOWN):
        if key in FORBIDDEN:
            parcel.say(key, "is left out: rights and codes do not travel", "warn")
            continue
        parcel.extra[key] = raw[key]
        parcel.say(key, "is not known to this version: kept, and given back on export", "warn")


def pictured(text: str) -> Portrait:
    """The portrait of a file, checked like one that is uploaded."""
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError as fault:
        raise BadFile("The portrait is not Base64.", "portrait") from fault
    try:
        return read_portrait(io.BytesIO(data))
    except ValidationError as fault:
        raise BadFile(str(fault.message), "portrait") from fault
