"""Public parts that many ask for at once."""

from __future__ import annotations

import asyncio
from typing import Any

from django.urls import reverse

from rhean.shared import PUBLIC, Shared
from tests.house.viewers import run


class Page:
    """A page that counts its runs, and can be held up in the middle of one."""

    def __init__(self) -> None:
        self.scopes: list[Any] = []
        self.open = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.scopes.append(scope)
        number = len(self.scopes)
        await self.open.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"%d" % number})


async def ask(shared: Shared, method: str = "GET", path: str = "/table/secret/refresh/") -> bytes:
    """The body of an answer."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b""}

    headers = [(b"cookie", b"sessionid=somebody"), (b"accept-encoding", b"gzip")]
    await shared({"method": method, "path": path, "query_string": b"", "headers": headers}, receive, send)
    return bytes(sent[-1]["body"])


async def many(page: Page, count: int, **request: str) -> list[bytes]:
    """One whose run is held up in the middle, then many more, then all go on."""
    shared = Shared(page)
    first = asyncio.create_task(ask(shared, **request))
    while not page.scopes:
        await asyncio.sleep(0)
    others = [asyncio.create_task(ask(shared, **request)) for _ in range(count)]
    await asyncio.sleep(0)
    page.open.set()
    answers = [await first, *await asyncio.gather(*others)]
    assert not shared.waiting
    assert not shared.running
    return answers


def test_all_who_wait_share_a_run_that_began_after_they_came() -> None:
    async def play() -> None:
        page = Page()
        assert await many(page, 200) == [b"1", *[b"2"] * 200]
        assert len(page.scopes) == 2

    run(play())


def test_an_answer_for_all_knows_nobodys_cookie() -> None:
    async def play() -> None:
        page = Page()
        await many(page, 1)
        assert [dict(scope["headers"]) for scope in page.scopes] == [{b"accept-encoding": b"gzip"}] * 2

    run(play())


def test_whatever_is_not_public_or_writes_goes_straight_through() -> None:
    async def play() -> None:
        for request in ({"path": "/encounters/one/play/refresh/"}, {"method": "POST"}):
            page = Page()
            await many(page, 5, **request)
            assert len(page.scopes) == 6
            assert all(dict(scope["headers"])[b"cookie"] for scope in page.scopes)

    run(play())


def test_a_page_that_fails_fails_for_all_who_wait_and_works_again() -> None:
    async def broken(scope: Any, receive: Any, send: Any) -> None:
        raise OSError("down")

    async def play() -> None:
        shared = Shared(broken)
        answers = await asyncio.gather(ask(shared), ask(shared), return_exceptions=True)
        assert [str(answer) for answer in answers] == ["down", "down"]
        page = Page()
        page.open.set()
        shared.pages = page
        assert await ask(shared) == b"1"

    run(play())


def test_the_part_of_the_table_screen_is_public() -> None:
    assert PUBLIC.fullmatch(reverse("encounters:refresh_table", args=["t0ken-_x"]))
