"""Two processes that tell each other through Redis; here two hubs, each with its own connections."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from rhean import live, relay
from tests.house.services import RedisServer
from tests.house.viewers import Viewer, run, token


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path)
    yield server
    server.stop()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "LONGEST_WAIT", 0.2)


class ListeningHub(live.Hub):
    """Notes that its listener has found Redis."""

    found = False

    def nudge(self) -> None:
        super().nudge()
        self.found = True


@pytest.fixture
def here(server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> ListeningHub:
    """The hub whose streams the viewers open."""
    hub = ListeningHub(server.url)
    monkeypatch.setattr(live, "hub", hub)
    return hub


@pytest.fixture
def there(server: RedisServer) -> live.Hub:
    """The hub of another process."""
    return live.Hub(server.url)


async def listening(hub: ListeningHub, viewer: Viewer) -> None:
    """Wait until the hub listens; a new viewer reads, and once more when the listener has found Redis."""
    while not hub.found:
        await asyncio.sleep(0.01)
    while not await viewer.silence(0.05):
        assert await viewer.next() == "changed 0"


async def close(*hubs: live.Hub) -> None:
    for hub in hubs:
        await hub.close()


def test_what_another_process_changes_reaches_the_viewers_here(here: ListeningHub, there: live.Hub) -> None:
    async def scenario() -> None:
        async with Viewer(token()) as viewer:
            await listening(here, viewer)
            there.publish("fight", 5)
            assert await viewer.next() == "changed 5"
            await close(here, there)

    run(scenario())


def test_an_own_change_is_told_once_though_redis_brings_it_back(here: ListeningHub) -> None:
    async def scenario() -> None:
        async with Viewer(token()) as viewer:
            await listening(here, viewer)
            here.publish("fight", 5)
            assert await viewer.next() == "changed 5"
            assert await viewer.silence(0.2)
            await close(here)

    run(scenario())


def test_who_is_dropped_in_another_process_is_dropped_here(here: ListeningHub, there: live.Hub) -> None:
    async def scenario() -> None:
        async with Viewer(token(user="pike")) as viewer:
            await listening(here, viewer)
            there.drop("fight", "pike")
            assert await viewer.next() == "reload 0"
            await close(here, there)

    run(scenario())


def test_without_redis_viewers_here_are_told_and_those_elsewhere_once_it_is_back(
    here: ListeningHub, there: live.Hub, server: RedisServer
) -> None:
    async def scenario() -> None:
        async with Viewer(token()) as viewer:
            await listening(here, viewer)
            server.stop()
            here.publish("fight", 2)
            assert await viewer.next() == "changed 2"
            there.publish("fight", 3)  # does not raise; the viewers here cannot know yet
            assert await viewer.silence(0.1)
            server.start()
            assert await viewer.next() == "changed 0"  # whoever finds Redis again has missed something, so: read
            there.publish("fight", 4)
            told = await viewer.next()
            if told == "changed 2":  # what was owed from here may come back to its sender first
                told = await viewer.next()
            assert told in {"changed 3", "changed 4"}
            await close(here, there)

    run(scenario())


def test_what_could_not_be_sent_is_sent_with_the_next_change(there: live.Hub, server: RedisServer) -> None:
    server.stop()
    there.publish("fight", 3)
    there.drop("fight", "pike")
    assert there.relay is not None
    assert list(there.relay.owed) == ["fight", "fight pike"]
    server.start()
    there.publish("other", 1)
    assert there.relay.owed == {}
    there.relay.client.close()


def test_closing_leaves_no_task_behind(here: ListeningHub) -> None:
    async def scenario() -> None:
        async with Viewer(token()) as viewer:
            await listening(here, viewer)
            await close(here)
        assert [task.get_name() for task in asyncio.all_tasks() if "relay" in task.get_name()] == []

    run(scenario())
