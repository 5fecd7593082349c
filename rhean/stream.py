"""The stream that a page opens to be told of changes: ``GET /live/<token>``, answered ahead of Django.

A Django view would hold a thread and a database connection for every open page; this holds neither.

Events: ``changed`` (read your parts again; its id and data are the version), ``current`` (nothing was missed),
``beat`` (the line is alive), ``reload`` (the address is too old, or its holder was dropped: load the whole page again).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, MutableMapping
from contextlib import aclosing, suppress
from typing import Any
from urllib.parse import parse_qs

from rhean import live

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

PREFIX = "/live/"
HEARTBEAT = 15.0  # seconds; finds dead peers, and keeps proxies from cutting the line
RELOAD = b"event: reload\ndata: 0\n\n"
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-cache, no-transform"),
    (b"x-accel-buffering", b"no"),
]


async def endpoint(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one request for a stream."""
    if scope["method"] != "GET":
        await answer(send, 405, [(b"allow", b"GET")])
        return
    try:
        ticket = live.read_token(scope["path"].removeprefix(PREFIX))
    except live.NoSuchStream:
        await answer(send, 204, [])  # 204 tells a browser not to try again
        return
    except live.StreamEnded:
        await answer(send, 200, HEADERS, RELOAD)
        return
    await run_until_either(pump(ticket, version_held(scope), send), gone(receive))


async def answer(send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes = b"") -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def version_held(scope: Scope) -> int | None:
    """The version that the page shows: from a reconnect's Last-Event-ID, or from ``?have=`` of a new stream."""
    held = dict(scope["headers"]).get(b"last-event-id", b"").decode("latin-1")
    held = held or parse_qs(scope["query_string"].decode("latin-1")).get("have", [""])[0]
    return int(held) if held.isascii() and held.isdigit() and len(held) < 16 else None


async def pump(ticket: live.Ticket, have: int | None, send: Send) -> None:
    """Send events until the hub ends the stream."""
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    async with aclosing(events(ticket, have)) as chunks:
        async for chunk in chunks:
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


async def events(ticket: live.Ticket, have: int | None) -> AsyncGenerator[bytes, None]:
    """The text of the stream. The first event comes at once and says whether anything was missed."""
    with suppress(live.StreamEnded):
        async with live.hub.subscribe(ticket, have) as subscription, aclosing(news_of(subscription)) as news:
            yield b"retry: 1000\n\n"
            if not subscription.news.is_set():
                yield b"event: current\ndata: %d\n\n" % subscription.version
            async for chunk in news:
                yield chunk
    if not live.hub.closing:  # a server that stops wants its viewers back at the same address
        yield RELOAD


async def news_of(subscription: live.Subscription) -> AsyncGenerator[bytes, None]:
    while True:
        try:
            async with asyncio.timeout(HEARTBEAT):
                await subscription.news.wait()
        except TimeoutError:
            yield b"event: beat\ndata: %d\n\n" % subscription.version
            continue
        if subscription.ended:
            return
        subscription.news.clear()
        yield b"event: changed\nid: %d\ndata: %d\n\n" % (subscription.version, subscription.version)


async def gone(receive: Receive) -> None:
    """Return when the browser has hung up."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def run_until_either(*parts: Awaitable[None]) -> None:
    """Run parts side by side; when the first ends, stop the others."""
    tasks = [asyncio.ensure_future(part) for part in parts]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()
