"""Several people at the same moment, each in a thread with a connection of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from django.db import connections

from encounters.models import LogEntry
from tests.encounters.table import Table

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*deeds: Callable[[], int]) -> list[int]:
    """Do all of it at the same moment; gives the statuses in order."""
    start = threading.Barrier(len(deeds))
    statuses = [0] * len(deeds)

    def run(index: int, deed: Callable[[], int]) -> None:
        start.wait(10)
        statuses[index] = deed()
        connections.close_all()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(deeds)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return statuses


def commands(table: Table) -> list[str]:
    """Who has answered, as the log has it."""
    steps = table.fight.log.filter(kind=LogEntry.Kind.COMMAND, undone_by=None)
    return sorted(step.command["actor"] for step in steps if step.command["name"] != "open")


def test_d18_the_same_request_twice_in_parallel_acts_once(asked: Table) -> None:
    sent = asked.form("Ode's knight", "guard", key="the same key")
    asked.client("ode")
    statuses = at_once(*[lambda: asked.post("ode", "answer", sent, "pick").status_code] * 4)
    assert set(statuses) <= {200}
    assert commands(asked) == [asked.who("Ode's knight").cid]


def test_d19_declarations_at_the_same_moment_are_both_kept(asked: Table) -> None:
    names = {"ode": "Ode's knight", "pike": "Pike's thief", "wren": "Gnarl"}
    forms = {person: asked.form(name, "guard") for person, name in names.items()}
    for person in names:
        asked.client(person)
    deeds = [
        lambda person=person: asked.post(person, "answer", forms[person], "pick").status_code  # type: ignore[misc]
        for person in names
    ]
    assert at_once(*deeds) == [200, 200, 200]
    assert commands(asked) == sorted(asked.who(name).cid for name in names.values())


def test_log_numbers_have_no_gap_and_no_double(asked: Table) -> None:
    sent = {"option": "hits", "with-target": asked.who("Gnarl").cid, "with-value": "7"}
    asked.client("wren")
    statuses = at_once(*[lambda: asked.post("wren", "override", sent).status_code] * 6)
    assert statuses == [200] * 6
    assert [entry.seq for entry in asked.fight.log.order_by("seq")] == list(range(1, asked.fight.log_length + 1))
    assert asked.fight.log_length == 8


def test_two_who_force_the_stage_move_it_once(asked: Table) -> None:
    stage = asked.fight.stage
    asked.client("wren")
    deeds = [
        lambda key=key: asked.post("wren", "force", {"stage": stage, "key": key}).status_code  # type: ignore[misc]
        for key in ("a", "b")
    ]
    assert sorted(at_once(*deeds)) == [200, 409]
    assert len(commands(asked)) == 4


def test_two_who_take_back_the_same_step_take_back_one(asked: Table) -> None:
    from encounters.logbook import ref_of

    asked.answer("ode", "Ode's knight", "guard")
    asked.answer("pike", "Pike's thief", "guard")
    ref = ref_of(asked.encounter, asked.fight.log_length)
    deeds = [
        lambda key=key: asked.post("wren", "undo", {"ref": ref, "key": key}).status_code  # type: ignore[misc]
        for key in ("a", "b")
    ]
    asked.client("wren")
    assert sorted(at_once(*deeds)) == [200, 409]
    assert commands(asked) == [asked.who("Ode's knight").cid]
