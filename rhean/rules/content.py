"""What ships with a system: its TOML files read into entries, each checked against its shape, then against the others.

A system names the type of each kind of entry, one file a kind, and what its references to one another have to hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Literal

import msgspec

from rhean.rules.errors import BadDocument
from rhean.rules.sheet import Document, Entry, Library

Kinds = Mapping[str, Mapping[str, Any]]


class Member(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One combatant of a prepared encounter: ``sheet`` names an entry of the library kind ``kind``."""

    id: str
    kind: Literal["creatures", "characters"]
    sheet: str
    side: str
    name: str = ""
    start: dict[str, Any] = {}


class PreparedEncounter(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An encounter that ships: who takes part, how they begin, and the scene."""

    members: tuple[Member, ...]
    scene: dict[str, Any] = {}


def as_it_is(kind: str, data: Document) -> Document:
    """The plain data of a system whose entries are written as they are read."""
    return data


@dataclass(frozen=True)
class Reader:
    """Reads a system's entries. ``prepared`` turns what a person typed into the shape of the kind."""

    types: Mapping[str, type[Entry]]
    prepared: Callable[[str, Document], Document] = as_it_is

    def entry(self, kind: str, key: str, data: Document) -> Entry:
        """One entry from plain data; raises ``BadDocument`` with the field at fault as its place."""
        if kind not in self.types:
            raise BadDocument(f"no library kind {kind}", kind)
        try:
            return msgspec.convert({**self.prepared(kind, data), "key": key}, self.types[kind])
        except msgspec.ValidationError as error:
            text, _, place = str(error).partition(" - at ")
            raise BadDocument(text, place.strip("`").removeprefix("$.")) from error

    def file(self, kind: str, text: str) -> dict[str, Entry]:
        """All entries of a TOML file by key, in its order; raises ``BadDocument``."""
        try:
            tables = msgspec.toml.decode(text, type=dict[str, dict[str, Any]])
        except msgspec.MsgspecError as error:
            raise BadDocument(f"{kind}.toml: {error}", kind) from error
        return {key: self._shipped(kind, key, table) for key, table in tables.items()}

    def _shipped(self, kind: str, key: str, table: Document) -> Entry:
        """An entry of a file; the error names file, key and field."""
        try:
            return self.entry(kind, key, table)
        except BadDocument as error:
            place = error.place or "the entry"
            raise BadDocument(f"{kind}.toml, {key}: {error} at {place}", f"{kind}.{key}") from error

    def library(self, package: str, faults: Callable[[Kinds], Iterable[str]]) -> Library:
        """Everything in the ``data`` of a package; raises ``BadDocument`` naming file and key of every fault."""
        folder = files(package).joinpath("data")
        kinds: dict[str, dict[str, Any]] = {
            kind: dict(self.file(kind, folder.joinpath(f"{kind}.toml").read_text("utf-8"))) for kind in self.types
        }
        found = list(faults(kinds))
        if found:
            raise BadDocument("; ".join(found), "library")
        return Library(kinds)


def encounter_faults(kinds: Kinds) -> Iterator[str]:
    """Members of a prepared encounter have sheets that exist and ids of their own."""
    for key, encounter in kinds["encounters"].items():
        ids = [member.id for member in encounter.members]
        if len(set(ids)) != len(ids):
            yield f"encounters.toml, {key}: an id stands twice"
        for member in encounter.members:
            if member.sheet not in kinds[member.kind]:
                yield f"encounters.toml, {key}: nothing called {member.sheet} in {member.kind}.toml"
