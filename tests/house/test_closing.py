"""Work beside the pages ends before the server does, whoever started it."""

from __future__ import annotations

import pytest

from rhean import asgi, closing
from rhean.server import Server, configure
from rhean.stream import Message
from tests.house.viewers import run


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was ended so far."""
    told: list[str] = []
    monkeypatch.setattr(closing, "_ends", [])
    closing.register(lambda: told.append("work"))
    return told


def test_it_ends_with_the_lifespan_that_any_server_tells_of(ended: list[str]) -> None:
    messages = ["lifespan.startup", "lifespan.shutdown"]
    answers: list[str] = []

    async def receive() -> Message:
        return {"type": messages.pop(0)}

    async def send(message: Message) -> None:
        answers.append(message["type"])

    run(asgi.lifespan(receive, send))
    assert answers == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
    assert ended == ["work"]


def test_our_own_server_ends_it_first(ended: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    async def shut(self: object, sockets: object = None) -> None:
        ended.append("server")

    monkeypatch.setattr("uvicorn.Server.shutdown", shut)
    monkeypatch.setattr("rhean.server.hub.closing", False)
    run(Server(configure(lifespan="off")).shutdown())
    assert ended == ["work", "server"]
