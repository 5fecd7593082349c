"""Collects a request's body before Django sees it.

Django runs in a handful of threads. Without this, a few slow uploads would hold them all, and a body that nobody
reads would end in a connection reset instead of an answer.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from tempfile import SpooledTemporaryFile
from typing import IO

from rhean.stream import Application, Message, Receive, Scope, Send

IN_MEMORY = 1024 * 1024  # bytes; a larger body waits in a temporary file
CHUNK = 64 * 1024
PATIENCE = 8  # how many times the limit is read and thrown away, so that the refusal reaches the browser


class TooLarge(Exception):
    """The body is longer than the server takes."""


class HungUp(Exception):
    """The browser left before its request was whole."""


class BodyBuffer:
    """Wraps an application so that it starts only once the whole body is here."""

    def __init__(self, app: Application, limit: int, refusal: bytes) -> None:
        self.app = app
        self.limit = limit
        self.refusal = refusal

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with SpooledTemporaryFile(IN_MEMORY) as body:
            try:
                length = await self.collect(scope, receive, body)
            except HungUp:
                return
            except TooLarge:
                await self.refuse(send)
                return
            await self.app(with_length(scope, length), replay(body, length, receive), send)

    async def collect(self, scope: Scope, receive: Receive, body: IO[bytes]) -> int:
        """Read the body into the file and return its length."""
        length = 0
        async for chunk in chunks(receive):
            length += len(chunk)
            if length <= self.limit:
                body.write(chunk)
            elif length > self.limit * PATIENCE:
                break
        if length > self.limit:
            raise TooLarge
        body.seek(0)
        return length

    async def refuse(self, send: Send) -> None:
        headers = [(b"content-type", b"text/html; charset=utf-8"), (b"connection", b"close")]
        await send({"type": "http.response.start", "status": 413, "headers": headers})
        await send({"type": "http.response.body", "body": self.refusal})


async def chunks(receive: Receive) -> AsyncIterator[bytes]:
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise HungUp
        yield message.get("body", b"")
        more = message.get("more_body", False)


def with_length(scope: Scope, length: int) -> Scope:
    """State the length: Django reads no body without it, and a chunked request has none."""
    headers = [
        (name, value) for name, value in scope["headers"] if name not in {b"content-length", b"transfer-encoding"}
    ]
    return {**scope, "headers": [*headers, (b"content-length", b"%d" % length)]}


def replay(body: IO[bytes], length: int, receive: Receive) -> Receive:
    """A receive function that gives the collected body, then what comes after it."""
    left = length
    started = False

    async def receive_again() -> Message:
        nonlocal left, started
        if started and left == 0:
            return await receive()
        started = True
        chunk = body.read(CHUNK)
        left -= len(chunk)
        return {"type": "http.request", "body": chunk, "more_body": left > 0}

    return receive_again
