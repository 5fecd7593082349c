"""Answering a decision of a stage."""

from __future__ import annotations

from tests.encounters.table import Table


def test_answer_is_logged_and_shown(asked: Table) -> None:
    answered = asked.answer("ode", "Ode's knight", "guard")
    assert answered.status_code == 200
    assert "Ode&#x27;s knight ready." in answered.content.decode()
    assert asked.fight.log.last().command["name"] == "guard"
