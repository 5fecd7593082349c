"""Live updates: who watches what, and how they are told that it changed.

A page carries an address made by :func:`live_url`. The browser opens it as a stream of server-sent events
(:mod:`rhean.stream`), subscribed here under a topic such as ``encounter:<uuid>``. After a commit the app calls
:func:`changed`; every subscriber of the topic gets the new version number and reads its page parts again. Only
version numbers travel, so nothing secret can: what a person may see is decided when the part is read.

A subscriber holds the newest version and an event, no queue: bursts melt into one, nothing can fill up.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from django.conf import settings
from django.core import signing
from django.db import transaction

if TYPE_CHECKING:
    from rhean.relay import Relay

SALT = "rhean.live"
MAX_AGE = 24 * 3600  # seconds that a page may stay open before its stream asks it to reload
REMEMBERED = 4096  # topics whose newest version is known; an older one only costs a needless re-read
UNKNOWN = 0  # "something may have changed": always read again


class NoSuchStream(Exception):
    """The address was not made by this server."""


class StreamEnded(Exception):
    """The address was good once: it is too old, or its holder was dropped from the topic since."""


@dataclass(frozen=True)
class Ticket:
    """What a live address says: who may be told about which topic, and when that was granted."""

    topic: str
    user_id: str
    granted: float


def live_token(topic: str, user_id: object) -> str:
    """A signed token that lets ``user_id`` be told when ``topic`` changes."""
    return signing.dumps([topic, str(user_id), time.time()], salt=SALT)


def live_url(topic: str, user_id: object) -> str:
    """The address of the stream, for the page's ``data-live``."""
    return f"/live/{live_token(topic, user_id)}"


def read_token(token: str) -> Ticket:
    try:
        topic, user_id, granted = signing.loads(token, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        raise NoSuchStream from None
    if time.time() - granted > MAX_AGE:
        raise StreamEnded
    return Ticket(topic, user_id, granted)


def changed(topic: str, version: int) -> None:
    """Tell the viewers of a topic once the present transaction is committed; roll back, and nobody hears of it."""
    transaction.on_commit(partial(hub.publish, topic, version))


@dataclass(eq=False)
class Subscription:
    """One open page: wakes when there is news, and knows the newest version only."""

    ticket: Ticket
    loop: asyncio.AbstractEventLoop
    version: int = UNKNOWN
    ended: bool = False
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, version: int) -> None:
        """Note a version; one that is known already is no news (it may arrive both directly and by Redis)."""
        if version == UNKNOWN or version > self.version:
            self.version = version
            self.news.set()

    def end(self) -> None:
        self.ended = True
        self.news.set()


class Hub:
    """All subscribers of this process. Publish from any thread; subscribe from any event loop."""

    def __init__(self, redis_url: str = "") -> None:
        self.lock = threading.Lock()
        self.topics: dict[str, set[Subscription]] = {}
        self.newest: OrderedDict[str, int] = OrderedDict()
        self.dropped: dict[tuple[str, str], float] = {}
        self.closing = False
        self.relay = relay_to(redis_url, self) if redis_url else None

    @asynccontextmanager
    async def subscribe(self, ticket: Ticket, have: int | None = None) -> AsyncIterator[Subscription]:
        """Be told about a topic until the block ends. ``have`` is the version that the viewer holds already."""
        subscription = Subscription(ticket, asyncio.get_running_loop())
        with self.lock:
            if self.closing or self.dropped.get((ticket.topic, ticket.user_id), 0) >= ticket.granted:
                raise StreamEnded
            self.topics.setdefault(ticket.topic, set()).add(subscription)
            newest = self.newest.get(ticket.topic, UNKNOWN)
        subscription.version = newest
        if newest == UNKNOWN or newest != have:
            subscription.news.set()
        if self.relay:
            self.relay.listen()
        try:
            yield subscription
        finally:
            self.leave(subscription)

    def leave(self, subscription: Subscription) -> None:
        topic = subscription.ticket.topic
        with self.lock:
            viewers = self.topics.get(topic, set())
            viewers.discard(subscription)
            if not viewers:
                self.topics.pop(topic, None)

    def publish(self, topic: str, version: int) -> None:
        """Tell every viewer, here and in the other processes. Never raises: the change itself is saved already."""
        self.deliver(topic, version)
        if self.relay:
            self.relay.send(topic, version)

    def drop(self, topic: str, user_id: object) -> None:
        """End a person's streams of a topic at once, and refuse the addresses that the person still holds."""
        self.deliver_drop(topic, str(user_id), time.time())
        if self.relay:
            self.relay.send_drop(topic, str(user_id))

    def deliver(self, topic: str, version: int) -> None:
        """Wake the topic's viewers in this process."""
        with self.lock:
            self.newest[topic] = max(version, self.newest.get(topic, UNKNOWN))
            self.newest.move_to_end(topic)
            while len(self.newest) > REMEMBERED:
                self.newest.popitem(last=False)
            viewers = list(self.topics.get(topic, ()))
        self.wake(viewers, version)

    def deliver_drop(self, topic: str, user_id: str, now: float) -> None:
        with self.lock:
            self.dropped = {key: at for key, at in self.dropped.items() if now - at < MAX_AGE}
            self.dropped[topic, user_id] = now
            gone = [viewer for viewer in self.topics.get(topic, ()) if viewer.ticket.user_id == user_id]
        self.finish(gone)

    def nudge(self) -> None:
        """News may have been missed: forget what is newest, and have every viewer read again."""
        with self.lock:
            self.newest.clear()
            viewers = [viewer for topic in self.topics.values() for viewer in topic]
        self.wake(viewers, UNKNOWN)

    def wake(self, viewers: Iterable[Subscription], version: int) -> None:
        for loop, theirs in by_loop(viewers).items():
            self.call(loop, theirs, partial(tell_all, theirs, version))

    def finish(self, viewers: Iterable[Subscription]) -> None:
        for loop, theirs in by_loop(viewers).items():
            self.call(loop, theirs, partial(end_all, theirs))

    def call(self, loop: asyncio.AbstractEventLoop, viewers: list[Subscription], step: partial[None]) -> None:
        """Run a step in the viewers' own loop; a loop that is closed has no viewers any more."""
        try:
            loop.call_soon_threadsafe(step)
        except RuntimeError:
            for viewer in viewers:
                self.leave(viewer)

    async def close(self) -> None:
        """End every stream, for a shutdown that need not wait for anybody."""
        with self.lock:
            self.closing = True
            viewers = [viewer for topic in self.topics.values() for viewer in topic]
        self.finish(viewers)
        if self.relay:
            await self.relay.close()

    def count(self) -> int:
        """How many pages are open in this process."""
        with self.lock:
            return sum(len(viewers) for viewers in self.topics.values())


def relay_to(redis_url: str, hub: Hub) -> Relay:
    """Redis is imported only where it is used: its driver is an optional package."""
    from rhean.relay import Relay

    return Relay(redis_url, hub)


def by_loop(viewers: Iterable[Subscription]) -> dict[asyncio.AbstractEventLoop, list[Subscription]]:
    loops: dict[asyncio.AbstractEventLoop, list[Subscription]] = {}
    for viewer in viewers:
        loops.setdefault(viewer.loop, []).append(viewer)
    return loops


def tell_all(viewers: list[Subscription], version: int) -> None:
    for viewer in viewers:
        viewer.tell(version)


def end_all(viewers: list[Subscription]) -> None:
    for viewer in viewers:
        viewer.end()


hub = Hub(settings.REDIS_URL)
