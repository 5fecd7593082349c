"""Public parts of pages, asked for by many at the same moment: one answer for all who wait.

When a fight moves on, every table screen that holds its link reads the same part again at once. Requests that wait
for the same address share the next run of the page: it begins after each of them arrived, so nobody gets an older
part than he would have got alone. Nothing is kept. Cookies are taken off first, so an answer can depend on nobody.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field

from rhean.stream import Application, Message, Receive, Scope, Send

PUBLIC = re.compile(r"/table/[^/]+/refresh/")
"""Addresses whose answer depends on nothing but the address."""

Key = tuple[asyncio.AbstractEventLoop, str, bytes, bytes]


@dataclass
class Answer:
    """What a page sent."""

    start: Message = field(default_factory=dict)
    body: bytes = b""

    async def keep(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.start = message
        else:
            self.body += message.get("body", b"")

    async def give(self, send: Send) -> None:
        await send(self.start)
        await send({"type": "http.response.body", "body": self.body})


class Shared:
    """Stands before the pages; all but public parts go straight through."""

    def __init__(self, pages: Application) -> None:
        self.pages = pages
        self.waiting: dict[Key, asyncio.Task[Answer]] = {}
        self.running: dict[Key, asyncio.Task[Answer]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "GET" or not PUBLIC.fullmatch(scope["path"]):
            await self.pages(scope, receive, send)
            return
        answer = await asyncio.shield(self.next_run(scope))
        await answer.give(send)

    def next_run(self, scope: Scope) -> asyncio.Task[Answer]:
        """The run of this page that has not begun yet."""
        headers = dict(scope["headers"])
        loop = asyncio.get_running_loop()
        key = (loop, str(scope["path"]), bytes(scope["query_string"]), headers.get(b"accept-encoding", b""))
        if key not in self.waiting:
            self.waiting[key] = loop.create_task(self.run(key, scope))
        return self.waiting[key]

    async def run(self, key: Key, scope: Scope) -> Answer:
        """Wait for the run before, then ask the page once."""
        if before := self.running.get(key):
            await asyncio.wait([before])
        self.running[key] = self.waiting.pop(key)
        try:
            answer = Answer()
            headers = [(name, value) for name, value in scope["headers"] if name != b"cookie"]
            await self.pages({**scope, "headers": headers}, nothing_more, answer.keep)
            return answer
        finally:
            del self.running[key]


async def nothing_more() -> Message:
    """A GET has no body."""
    return {"type": "http.request", "body": b"", "more_body": False}
