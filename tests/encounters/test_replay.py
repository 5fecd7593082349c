"""Stepping through a fight, and taking its log along."""

from __future__ import annotations

import csv
import io
import json

import pytest

from tests.encounters.table import Table
from tests.encounters.test_undo import undo


@pytest.fixture
def fought(asked: Table) -> Table:
    """A round with a blow, one more begun and taken back."""
    asked.answer("wren", "Shade", "guard")
    asked.answer("ode", "Ode's knight", "strike", target=asked.who("Gnarl").cid)
    asked.everybody_guards("Ode's knight")
    asked.open_round()
    undo(asked)
    return asked


def step(table: Table, person: str, number: str) -> str:
    """The page of one moment."""
    answered = table.client(person).get(table.url("replay"), {"step": number})
    assert answered.status_code == 200
    return answered.content.decode()


def test_the_first_moment_shows_the_fight_before_anything_happened(fought: Table) -> None:
    page = step(fought, "wren", "0")
    assert "Round 0" in page
    assert "0 of 5" in page


def test_the_last_moment_is_the_present(fought: Table) -> None:
    page = fought.get("wren", "replay").content.decode()
    assert "5 of 5" in page
    assert "Round 1" in page


def test_players_count_only_the_steps_that_they_may_know(fought: Table) -> None:
    assert "4 of 4" in fought.get("ode", "replay").content.decode()


@pytest.mark.parametrize("number", ["999999", "-1", "x", "", "9" * 30])
def test_a_moment_that_does_not_exist_shows_the_nearest(fought: Table, number: str) -> None:
    assert "of 5" in step(fought, "wren", number)


def test_the_markdown_log_strikes_out_what_was_taken_back(fought: Table) -> None:
    text = fought.get("ode", "download_log", "md").content.decode()
    assert text.startswith("# At the well")
    assert "## ~~A round begins.~~" in text
    assert "- Ode's knight ready." in text


def test_the_json_log_can_be_read(fought: Table) -> None:
    rows = json.loads(fought.get("ode", "download_log", "json").content)["log"]
    assert {"time", "by", "text", "weight", "taken_back", "sums"} == set(rows[0])
    assert any(row["taken_back"] for row in rows)


def test_the_csv_log_holds_no_formula(fought: Table) -> None:
    gnarl = fought.who("Gnarl")
    fought.post("wren", "name", {"name": "=1+1", "mask": ""}, gnarl.cid)
    rows = list(csv.reader(io.StringIO(fought.get("ode", "download_log", "csv").content.decode())))
    assert rows[0][:3] == ["time", "by", "text"]
    assert not any(cell.startswith("=") for row in rows for cell in row)


@pytest.mark.parametrize("form", ["pdf", "MD", "exe"])
def test_another_form_does_not_exist(fought: Table, form: str) -> None:
    assert fought.get("ode", "download_log", form).status_code == 404
