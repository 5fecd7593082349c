"""Parts of pages, rendered once for each audience and version, however many people watch.

A part is made from a plain dict, without a request. What differs from person to person of one audience is only the
CSRF token: a mark stands in its place until the answer is sent.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Generic, TypeVar
from weakref import WeakSet

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template.loader import render_to_string

from encounters.models import Encounter
from rhean.rules.events import Viewer

CSRF_MARK = "csrf-token-of-the-reader"
SIZE = 512

Context = dict[str, Any]
Key = tuple[Any, ...]
T = TypeVar("T")


shelves: WeakSet[Shelf[Any]] = WeakSet()


def clear_shelves() -> None:
    """Forget all that was made."""
    for each in list(shelves):
        each.clear()


class Shelf(Generic[T]):
    """What was made last. Of several who want the same at once, one makes it."""

    def __init__(self, size: int = SIZE) -> None:
        self._size = size
        self._parts: OrderedDict[Key, T] = OrderedDict()
        self._lock = threading.Lock()
        self._making: dict[Key, threading.Lock] = {}
        self.rendered = 0
        shelves.add(self)

    def get(self, key: Key, make: Callable[[], T]) -> T:
        """The part with this key, made if it is not there."""
        with self._lock:
            if key in self._parts:
                self._parts.move_to_end(key)
                return self._parts[key]
            mine = self._making.setdefault(key, threading.Lock())
        with mine:
            with self._lock:
                if key in self._parts:
                    return self._parts[key]
            part = make()
            with self._lock:
                self.rendered += 1
                self._parts[key] = part
                self._making.pop(key, None)
                while len(self._parts) > self._size:
                    self._parts.popitem(last=False)
        return part

    def peek(self, key: Key) -> T | None:
        """The part with this key, if it is there."""
        with self._lock:
            return self._parts.get(key)

    def clear(self) -> None:
        """Forget every part."""
        with self._lock:
            self._parts.clear()
            self._making.clear()


shelf: Shelf[str] = Shelf()
pieces_shelf: Shelf[str] = Shelf(4096)
"""Steps of logs and cards of combatants: most outlive the versions of the pages around them."""


def audience_of(viewer: Viewer) -> str:
    """All who see the same: the GMs, one player, the public."""
    return "gm" if viewer.gm else viewer.owner or "public"


def version_of(encounter: Encounter) -> Key:
    """What tells a moment of an encounter from the next. The campaign's version counts too: its settings say how much
    of others' health is told."""
    return (encounter.code, encounter.version, encounter.campaign.version)


def fragment(
    encounter: Encounter, viewer: Viewer, template: str, look: tuple[str, ...], context: Callable[[], Context]
) -> str:
    """A part for an audience. ``look`` is what the reader has opened on the page."""
    key = (*version_of(encounter), audience_of(viewer), template, look)
    return shelf.get(key, lambda: render_to_string(template, {**context(), "csrf_token": CSRF_MARK}))


def for_reader(request: HttpRequest, part: str) -> str:
    """The part with the reader's own CSRF token in it."""
    return part.replace(CSRF_MARK, get_token(request)) if CSRF_MARK in part else part
