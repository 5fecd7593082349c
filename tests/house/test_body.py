"""The body buffer: Django starts when the whole body is here, and nothing that is too large gets to it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from rhean.body import PATIENCE, BodyBuffer
from tests.house.viewers import run

LIMIT = 3_000_000


class Echo:
    """An application that notes what it was given."""

    def __init__(self) -> None:
        self.body = b""
        self.headers: dict[bytes, bytes] = {}
        self.calls = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.calls += 1
        self.headers = dict(scope["headers"])
        more = True
        while more:
            message = await receive()
            self.body += message["body"]
            more = message["more_body"]
        await send({"type": "http.response.start", "status": 200, "headers": []})


@pytest.fixture
def echo() -> Echo:
    return Echo()


def send_body(echo: Echo, chunks: Iterable[bytes | None], headers: Iterable[tuple[bytes, bytes]] = ()) -> list[Any]:
    """Send chunks through a buffer (None: the browser hangs up) and return what was answered."""
    answers: list[Any] = []
    messages: Iterator[bytes | None] = iter(chunks)

    async def receive() -> dict[str, Any]:
        chunk = next(messages, b"")
        if chunk is None:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": chunk, "more_body": chunk != b""}

    async def send(message: Any) -> None:
        answers.append(message)

    buffer = BodyBuffer(echo, LIMIT, b"too large")
    run(buffer({"type": "http", "headers": list(headers)}, receive, send))
    return answers


@pytest.mark.parametrize("size", [0, 1, 65_536, 1_048_577, LIMIT])
def test_a_body_arrives_whole(echo: Echo, size: int) -> None:
    body = bytes(index % 251 for index in range(size))
    send_body(echo, [body[start : start + 50_000] for start in range(0, size, 50_000)])
    assert echo.body == body
    assert echo.headers[b"content-length"] == b"%d" % size


def test_a_body_of_unstated_length_gets_its_length_stated(echo: Echo) -> None:
    send_body(echo, [b"abc", b"de"], [(b"transfer-encoding", b"chunked"), (b"accept", b"*/*")])
    assert echo.headers == {b"accept": b"*/*", b"content-length": b"5"}


def test_one_byte_too_many_is_refused_before_django_sees_it(echo: Echo) -> None:
    answers = send_body(echo, [b"x" * LIMIT, b"x"])
    assert echo.calls == 0
    assert answers[0]["status"] == 413
    assert answers[1]["body"] == b"too large"


def test_an_endless_body_is_cut_off(echo: Echo) -> None:
    taken = 0

    def endless() -> Iterator[bytes]:
        nonlocal taken
        while True:
            taken += LIMIT
            yield b"x" * LIMIT

    assert send_body(echo, endless())[0]["status"] == 413
    assert taken <= LIMIT * (PATIENCE + 2)


def test_a_browser_that_hangs_up_amid_its_request_starts_nothing(echo: Echo) -> None:
    assert send_body(echo, [b"abc", None]) == []
    assert echo.calls == 0


def test_after_the_body_the_application_hears_that_the_browser_is_gone() -> None:
    heard: list[str] = []

    async def listen(scope: Any, receive: Any, send: Any) -> None:
        heard.extend([(await receive())["type"], (await receive())["type"]])

    async def scenario() -> None:
        messages = asyncio.Queue[dict[str, Any]]()
        await messages.put({"type": "http.request", "body": b"", "more_body": False})
        await messages.put({"type": "http.disconnect"})
        await BodyBuffer(listen, LIMIT, b"")({"type": "http", "headers": []}, messages.get, messages.put)

    run(scenario())
    assert heard == ["http.request", "http.disconnect"]
