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
    """A kind of entry: its label for filters, and its words."""

    key: str
    label: str
    words: Words


_kinds: dict[str, Kind] = {}


def register(key: str, label: str, words: Words) -> None:
    """Declare a kind: ``words`` makes a line of a payload (or of its public form)."""
    _kinds[key] = Kind(key, label, words)


def kind_of(key: str) -> Kind:
    """The declared kind; raises ``UnknownKind``."""
    if key not in _kinds:
        raise UnknownKind(key)
    return _kinds[key]


def all_kinds() -> tuple[Kind, ...]:
    """Every declared kind, by label."""
    return tuple(sorted(_kinds.values(), key=lambda kind: kind.label))


def line_for(entry: LogEntry, viewer: Viewer) -> Line | None:
    """The entry in words as this viewer may read it, or None."""
    seen = entry.seen_by(viewer)
    return None if seen is None else kind_of(entry.kind).words(seen)
