"""The hub and the stream: who is told what, and when."""

from __future__ import annotations

import asyncio
import threading
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone

from rhean import live, stream
from tests.house.viewers import Viewer, run, token


@pytest.fixture(autouse=True)
def hub(monkeypatch: pytest.MonkeyPatch) -> live.Hub:
    """A hub that knows nothing yet."""
    fresh = live.Hub()
    monkeypatch.setattr(live, "hub", fresh)
    return fresh


def test_a_new_viewer_is_told_to_read(hub: live.Hub) -> None:
    async def scenario() -> None:
        async with Viewer(token()) as viewer:
            assert viewer.status == 200
            assert await viewer.next() == "changed 0"
            assert await viewer.silence()

    run(scenario())


def test_a_change_reaches_every_viewer_of_its_topic_and_no_other(hub: live.Hub) -> None:
    async def scenario() -> None:
        async with Viewer(token()) as ode, Viewer(token(user="pike")) as pike, Viewer(token("other")) as other:
            for viewer in (ode, pike, other):
                await viewer.next()
            hub.publish("fight", 3)
            assert [await ode.next(), await pike.next()] == ["changed 3", "changed 3"]
            assert await other.silence()

    run(scenario())


def test_a_change_may_come_from_any_thread(hub: live.Hub) -> None:
    async def scenario() -> None:
        async with Viewer(token()) as viewer:
            await viewer.next()
            await asyncio.to_thread(hub.publish, "fight", 9)
            assert await viewer.next() == "changed 9"

    run(scenario())


def test_a_burst_melts_into_its_newest_version(hub: live.Hub) -> None:
    async def scenario() -> None:
        async with Viewer(token()) as viewer:
            await viewer.next()
            for version in range(1, 200):
                hub.publish("fight", version)
            assert await viewer.next() == "changed 199"
            assert await viewer.silence()

    run(scenario())


def test_versions_that_arrive_out_of_order_never_lead_back(hub: live.Hub) -> None:
    async def scenario() -> None:
        async with Viewer(token()) as viewer:
            await viewer.next()
            hub.publish("fight", 6)
            assert await viewer.next() == "changed 6"
            hub.publish("fight", 5)
            assert await viewer.silence()

    run(scenario())


@pytest.mark.parametrize(
    ("held", "told"),
    [({"have": "7"}, "current 7"), ({"last_event_id": "7"}, "current 7"), ({"have": "5"}, "changed 7")]
    + [({"last_event_id": "5", "have": "7"}, "changed 7")]
    + [({"have": held}, "changed 7") for held in ("", "x", "-1", "８", "9" * 40)],
)
def test_who_comes_back_is_told_whether_anything_was_missed(hub: live.Hub, held: dict[str, str], told: str) -> None:
    hub.publish("fight", 7)

    async def scenario() -> None:
        async with Viewer(token(), **held) as viewer:
            assert await viewer.next() == told

    run(scenario())


def test_after_a_restart_nobody_knows_what_is_newest_so_everybody_reads(hub: live.Hub) -> None:
    async def scenario() -> None:
        async with Viewer(token(), have="7") as viewer:
            assert await viewer.next() == "changed 0"

    run(scenario())


def test_an_address_that_is_too_old_leads_to_a_fresh_page(hub: live.Hub) -> None:
    old = token()

    async def scenario() -> None:
        async with Viewer(old) as viewer:
            assert await viewer.next() == "reload 0"

    with time_machine.travel(timezone.now() + timedelta(seconds=live.MAX_AGE + 1), tick=True):
        run(scenario())


@pytest.mark.parametrize("forged", ["", "x", "a:b:c", "../../etc/passwd", "{}!", "{}:x", "x{}"])
def test_a_forged_address_is_told_not_to_come_back(hub: live.Hub, forged: str) -> None:
    forged = forged.format(token())

    async def scenario() -> None:
        async with Viewer(forged) as viewer:
            assert viewer.status == 204
            assert await viewer.next() == "end"

    run(scenario())


def test_a_stream_cannot_be_posted_to(hub: live.Hub) -> None:
    async def scenario() -> None:
        async with Viewer(token(), method="POST") as viewer:
            assert viewer.status == 405

    run(scenario())


def test_who_is_dropped_is_told_at_once_and_the_old_address_is_dead(hub: live.Hub) -> None:
    held = token(user="pike")

    async def scenario() -> None:
        async with Viewer(held) as pike, Viewer(token()) as ode:
            assert await pike.next() == await ode.next() == "changed 0"
            hub.drop("fight", "pike")
            assert [await pike.next(), await pike.next()] == ["reload 0", "end"]
            hub.publish("fight", 2)
            assert await ode.next() == "changed 2"
        async with Viewer(held) as pike:
            assert await pike.next() == "reload 0"

    run(scenario())


def test_who_was_dropped_and_is_back_gets_a_new_address_that_works(hub: live.Hub) -> None:
    hub.drop("fight", "pike")

    async def scenario() -> None:
        async with Viewer(token(user="pike")) as pike:
            assert await pike.next() == "changed 0"

    run(scenario())


def test_closing_ends_every_stream_without_sending_anybody_away(hub: live.Hub) -> None:
    async def scenario() -> None:
        async with Viewer(token()) as viewer:
            await viewer.next()
            await hub.close()
            assert await viewer.next() == "end"
        async with Viewer(token()) as late:
            assert await late.next() == "end"

    run(scenario())


def test_a_quiet_stream_shows_that_it_is_alive(hub: live.Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT", 0.01)

    async def scenario() -> None:
        async with Viewer(token()) as viewer:
            await viewer.next()
            assert await viewer.next() == "beat 0"

    run(scenario())


def test_a_thousand_viewers_leave_nothing_behind(hub: live.Hub) -> None:
    async def scenario() -> None:
        before = len(asyncio.all_tasks())
        for number in range(10):
            viewers = [Viewer(token(f"fight {number}", str(user))) for user in range(100)]
            for viewer in viewers:
                await viewer.__aenter__()
            assert hub.count() == 100
            for viewer in viewers:
                await viewer.__aexit__(None, None, None)
        assert hub.count() == 0
        assert hub.topics == {}
        assert len(asyncio.all_tasks()) == before

    run(scenario())


def test_a_viewer_whose_loop_is_gone_is_forgotten(hub: live.Hub) -> None:
    async def vanish() -> None:
        ticket = live.read_token(token())
        await live.Hub.subscribe(hub, ticket).__aenter__()

    thread = threading.Thread(target=lambda: run(vanish()))
    thread.start()
    thread.join()
    hub.publish("fight", 1)
    assert hub.count() == 0


def test_only_so_many_newest_versions_are_remembered(hub: live.Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "REMEMBERED", 3)
    for number in range(10):
        hub.publish(f"fight {number}", 1)
    assert list(hub.newest) == ["fight 7", "fight 8", "fight 9"]


@pytest.mark.django_db
def test_a_change_is_told_after_the_commit(hub: live.Hub, django_capture_on_commit_callbacks: Any) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        live.changed("fight", 4)
        assert hub.newest == {}
    assert hub.newest == {"fight": 4}


@pytest.mark.django_db(transaction=True)
def test_a_change_that_is_rolled_back_is_told_to_nobody(hub: live.Hub) -> None:
    with transaction.atomic():
        live.changed("fight", 4)
        transaction.set_rollback(True)
    assert hub.newest == {}
