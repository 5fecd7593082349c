"""The rows of a moment: read from those of the moment before, they are the same as read anew."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from encounters.fragments import clear_shelves
from encounters.models import Encounter
from encounters.records import read_records, records_of
from tests.encounters.table import Table
from tests.encounters.test_undo import last_step, set_hits, undo


def told(fight: Encounter, *, anew: bool = False) -> dict[str, Any]:
    """The log of a moment and who has answered, as its records have them."""
    if anew:
        clear_shelves()
    found = read_records(fight) if anew else records_of(fight)
    entries = [(one.seq, one.kind, one.undone_by, one.events) for one in found.steps]
    return {"steps": entries, "log": [one.seq for one in found.log], "answered": found.answered}


@pytest.mark.parametrize("shown", [3, 40])
def test_step_by_step_the_log_is_what_it_is_read_anew(
    asked: Table, monkeypatch: pytest.MonkeyPatch, shown: int
) -> None:
    monkeypatch.setattr("encounters.logbook.SHOWN", shown)
    monkeypatch.setattr("encounters.records.SHOWN", shown)
    first = last_step(asked)
    deeds = [
        lambda: set_hits(asked, "Gnarl", 5),
        lambda: asked.answer("ode", "Ode's knight", "guard"),
        lambda: undo(asked),
        lambda: asked.everybody_guards(),
        lambda: undo(asked, step=first),
        lambda: set_hits(asked, "Gnarl", 4),
    ]
    for deed in deeds:
        records_of(asked.fight)
        deed()
        step_by_step = told(asked.fight)
        assert step_by_step == told(asked.fight, anew=True)
        assert step_by_step["log"] == list(range(1, asked.fight.log_length + 1))[-shown:]


def test_of_the_log_only_what_is_new_is_read(asked: Table) -> None:
    records_of(asked.fight)
    set_hits(asked, "Gnarl", 5)
    fight = asked.fight
    clear_shelves()
    fight.version -= 1
    records_of(fight)
    fight.version += 1
    with CaptureQueriesContext(connection) as captured:
        records_of(fight)
    [log] = [query["sql"] for query in captured if "logentry" in query["sql"]]
    assert "undone_by" in log.split("WHERE")[1]
