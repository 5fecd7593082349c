"""Kinds of log entries: each app registers its own, with how an entry reads.

``register`` is called at start-up (``AppConfig.ready``); an entry of a kind that nobody registered is an error.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from rhean.campaigns.models import LogEntry
from rhean.rules.events import Line, Viewer

Payload = dict[str, Any]
Words = Callable[[Payload], Line]


class UnknownKind(Exception):
    """A kind of log entry that no app registered."""


class Kind(NamedTuple):
    """A kind of entry: the group under which it is found ("Members", "Dice" ...), and its words."""

    key: str
    group: str
    words: Words


_kinds: dict[str, Kind] = {}


def register(key: str, group: str, words: Words) -> None:
    """Declare a kind: ``words`` makes a line of a payload (or of its public form)."""
    _kinds[key] = Kind(key, group, words)


def kind_of(key: str) -> Kind:
    """The declared kind; raises ``UnknownKind``."""
    if key not in _kinds:
        raise UnknownKind(key)
    return _kinds[key]


def groups() -> dict[str, list[str]]:
    """Every group with the keys of its kinds, in the order of the alphabet."""
    found: dict[str, list[str]] = {}
    for kind in sorted(_kinds.values(), key=lambda kind: (kind.group, kind.key)):
        found.setdefault(kind.group, []).append(kind.key)
    return found


def line_for(entry: LogEntry, viewer: Viewer) -> Line | None:
    """The entry in words as this viewer may read it, or None."""
    seen = entry.seen_by(viewer)
    return None if seen is None else kind_of(entry.kind).words(seen)
