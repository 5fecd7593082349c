"""A viewer of a live stream, as the server sees one: tests drive the endpoint itself, without a socket."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Any

from rhean import live, stream

PATIENCE = 5.0


class Viewer:
    """Opens a stream and reads its events: ``async with Viewer(token) as viewer: await viewer.next()``."""

    def __init__(self, token: str, *, have: str = "", last_event_id: str = "", method: str = "GET") -> None:
        self.scope = {
            "type": "http",
            "method": method,
            "path": f"/live/{token}",
            "query_string": f"have={have}".encode(),
            "headers": [(b"last-event-id", last_event_id.encode())] if last_event_id else [],
        }
        self.sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.left = asyncio.Event()
        self.status = 0

    async def __aenter__(self) -> Viewer:
        self.task = asyncio.create_task(stream.endpoint(self.scope, self.receive, self.send))
        self.status = (await self.message())["status"]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.left.set()
        await asyncio.wait_for(self.task, PATIENCE)

    async def receive(self) -> dict[str, Any]:
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        await self.sent.put(message)

    async def message(self) -> dict[str, Any]:
        return await asyncio.wait_for(self.sent.get(), PATIENCE)

    async def next(self) -> str:
        """The next event, as ``kind data``; ``end`` when the stream is over."""
        while True:
            message = await self.message()
            if not message.get("more_body") and not message["body"]:
                return "end"
            fields = dict(line.split(": ", 1) for line in message["body"].decode().splitlines() if line)
            if "event" in fields:
                return f"{fields['event']} {fields['data']}"

    async def silence(self, seconds: float = 0.05) -> bool:
        """Whether nothing comes for a moment."""
        await asyncio.sleep(seconds)
        return self.sent.empty()


def token(topic: str = "fight", user: str = "ode") -> str:
    return live.live_token(topic, user)


def run(scenario: Coroutine[Any, Any, None]) -> None:
    """Run a scenario in a loop and a thread of its own: the browser's driver leaves a running loop in the main one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, scenario).result()
