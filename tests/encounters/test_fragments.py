"""Parts are rendered once for each audience and version, and tell nobody's token to others."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.test import Client

from encounters.actions.control import do_share
from encounters.fragments import CSRF_MARK, Shelf, shelf
from rhean.campaigns.actions import do_edit_campaign
from rhean.campaigns.models import User
from tests.encounters.table import Table
from tests.factories.campaigns import MembershipFactory


def test_fifty_viewers_cost_one_rendering(asked: Table) -> None:
    token = do_share(asked.encounter, shared=True).watch_token
    before = shelf.rendered
    for _ in range(50):
        assert Client().get(f"/table/{token}/refresh/").status_code == 200
    assert shelf.rendered - before == 1


def test_a_change_renders_anew_for_each_audience(asked: Table) -> None:
    asked.get("ode", "refresh_play")
    before = shelf.rendered
    asked.answer("pike", "Pike's thief", "guard")
    for person in ("ode", "ode", "pike"):
        asked.get(person, "refresh_play")
    assert shelf.rendered - before == 2


def test_two_gms_share_a_part_and_not_a_token(asked: Table, owner: User) -> None:
    asked.people = {**asked.people, "owner": owner}
    asked.get("wren", "refresh_run")
    before = shelf.rendered
    page = asked.get("owner", "refresh_run").content.decode()
    assert shelf.rendered == before
    assert CSRF_MARK not in page
    assert 'name="csrfmiddlewaretoken"' in page


def test_a_part_is_the_same_region_as_in_the_whole_page(asked: Table) -> None:
    part = asked.get("ode", "refresh_play").content.decode()
    page = asked.get("ode", "play").content.decode()
    head = part.split('name="csrfmiddlewaretoken"')[0]
    assert head in page


def test_of_several_who_want_the_same_part_one_renders_it() -> None:
    own, started = Shelf(), threading.Barrier(8)
    made: list[int] = []

    def make() -> str:
        made.append(1)
        return "part"

    def fetch() -> None:
        started.wait(5)
        own.get(("key",), make)

    threads = [threading.Thread(target=fetch) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(5)
    assert len(made) == 1


def test_a_shelf_keeps_no_more_than_it_holds() -> None:
    own = Shelf(size=3)
    for number in range(9):
        own.get((number,), lambda: "part")
    own.get((0,), lambda: "again")
    assert own.rendered == 10


def test_a_removed_members_part_is_gone_at_once(asked: Table, pike: User) -> None:
    assert asked.get("pike", "refresh_play").status_code == 200
    pike.memberships.all().delete()
    assert asked.get("pike", "refresh_play").status_code == 404
    watcher = MembershipFactory.create(campaign=asked.fight.campaign, role=1).user
    asked.people = {**asked.people, "late": watcher}
    assert asked.get("late", "refresh_play").status_code == 403


def test_what_a_campaign_hides_is_hidden_at_once_in_parts_that_were_kept(
    asked: Table, wren: User, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr("rhean.live.hub.publish", lambda topic, version: told.append(topic))
    do_edit_campaign(asked.fight.campaign, {"health_foes": "number"}, wren)
    before = shown_bars(asked)
    with django_capture_on_commit_callbacks(execute=True):
        do_edit_campaign(asked.fight.campaign, {"health_foes": "nothing", "health_allies": "nothing"}, wren)
    assert shown_bars(asked) < before
    assert asked.fight.topic in told


def shown_bars(table: Table) -> int:
    """How many pools Ode's page shows."""
    return table.get("ode", "refresh_play").content.decode().count('class="pool pool-hits')
