"""D56b: the rules raise an error of their own in the middle of a stage."""

from __future__ import annotations

import logging

import pytest

from encounters.models import Draft, LogEntry
from tests.encounters.table import Table
from tests.encounters.tiny import Tiny


@pytest.fixture
def broken(asked: Table, tiny_system: Tiny, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A stage in which the rules stumble over whatever comes."""
    monkeypatch.setattr(tiny_system, "broken", True)
    return asked


def test_d56b_the_whole_step_rolls_back_and_the_state_stays(broken: Table) -> None:
    before = bytes(broken.fight.state)
    assert broken.answer("ode", "Ode's knight", "guard").status_code == 422
    assert bytes(broken.fight.state) == before
    assert not broken.fight.log.filter(kind=LogEntry.Kind.COMMAND, command__name="guard").exists()


def test_d56b_the_gm_is_told_with_a_reference(broken: Table, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        broken.answer("ode", "Ode's knight", "guard")
    reference = broken.fight.log.get(kind=LogEntry.Kind.FAULT).note["reference"]
    assert reference in broken.get("wren", "run").content.decode()
    assert reference in caplog.text
    assert "ZeroDivisionError" in caplog.text


def test_d56b_players_are_not_told_whose_decision_it_was(broken: Table) -> None:
    broken.answer("wren", "Shade", "guard")
    assert "stumbled" not in broken.get("ode", "play").content.decode()


def test_d56b_declarations_are_kept(broken: Table) -> None:
    broken.post("ode", "save_draft", broken.form("Ode's knight", "guard"), "pick")
    broken.answer("pike", "Pike's thief", "guard")
    assert Draft.objects.count() == 1


def test_d56b_forcing_rolls_back_whole(broken: Table) -> None:
    before = bytes(broken.fight.state)
    assert broken.post("wren", "force", {"stage": broken.fight.stage}).status_code == 422
    assert bytes(broken.fight.state) == before


def test_d56b_the_fight_goes_on_when_the_rules_are_mended(broken: Table, tiny_system: Tiny) -> None:
    broken.answer("ode", "Ode's knight", "guard")
    tiny_system.broken = False
    assert broken.answer("ode", "Ode's knight", "guard").status_code == 200
    assert broken.fight.is_running
