"""Answering a decision of a stage."""

from __future__ import annotations

import re

import pytest
from django.http import HttpResponse

from encounters import engine
from encounters.models import Draft, LogEntry
from tests.encounters.table import Table


def standing(table: Table) -> list[str]:
    """The names of the commands that stand, oldest first."""
    steps = table.fight.log.filter(kind=LogEntry.Kind.COMMAND, undone_by=None).order_by("seq")
    return [step.command["name"] for step in steps]


def said_at_the_field(answered: HttpResponse, text: str) -> bool:
    """Whether the choices of a target are described by this text."""
    field = re.search(
        r'<fieldset class="parameter" aria-describedby="([\w-]+)">.*?</fieldset>', answered.text, re.DOTALL
    )
    return field is not None and re.search(f'id="{field[1]}" role="alert">{text}', field[0]) is not None


def test_an_answer_is_logged_and_shown(asked: Table) -> None:
    answered = asked.answer("ode", "Ode's knight", "guard")
    assert answered.status_code == 200
    assert "Ode&#x27;s knight ready." in answered.content.decode()
    assert standing(asked) == ["open", "guard"]


def test_a_target_is_named_and_kept_in_the_command(asked: Table) -> None:
    foe = asked.who("Gnarl")
    asked.answer("ode", "Ode's knight", "strike", target=foe.cid)
    assert asked.fight.log.last().command["params"] == {"target": foe.cid}


def test_without_script_the_browser_is_led_back_to_the_table(asked: Table) -> None:
    sent = asked.form("Ode's knight", "guard")
    answered = asked.post("ode", "answer", sent, "pick", htmx=False)
    assert (answered.status_code, answered["Location"]) == (302, asked.url("play"))


def test_without_script_a_refusal_is_the_whole_page_with_the_reason(asked: Table) -> None:
    sent = asked.form("Ode's knight", "strike")
    answered = asked.post("ode", "answer", sent, "pick", htmx=False)
    assert answered.status_code == 422
    assert said_at_the_field(answered, "This field is required.")
    assert "<html" in answered.content.decode()


def test_d18_a_double_click_acts_once_and_is_answered_alike(asked: Table) -> None:
    sent = asked.form("Ode's knight", "guard", key="the same key")
    first = asked.post("ode", "answer", sent, "pick")
    second = asked.post("ode", "answer", sent, "pick")
    assert (first.status_code, second.status_code) == (200, 200)
    assert standing(asked) == ["open", "guard"]


def test_d20_a_stale_answer_is_told_that_the_fight_moved_on_and_is_kept(asked: Table) -> None:
    foe = asked.who("Gnarl")
    sent = asked.form("Ode's knight", "strike", target=foe.cid)
    asked.everybody_guards()
    answered = asked.post("ode", "answer", sent, "pick")
    assert answered.status_code == 409
    assert "The fight has moved on" in answered.content.decode()
    assert "strike" not in standing(asked)
    kept = Draft.objects.get(encounter=asked.encounter)
    assert (kept.option, kept.params) == ("strike", {"target": [foe.cid]})


def test_what_was_sent_too_late_is_offered_again_at_the_next_decision(asked: Table) -> None:
    sent = asked.form("Ode's knight", "strike", target=asked.who("Gnarl").cid)
    asked.everybody_guards()
    asked.post("ode", "answer", sent, "pick")
    asked.open_round()
    page = asked.get("ode", "play").content.decode()
    assert "The fight had moved on when you sent <b>Strike</b>" in page
    assert "Use it now" in page


def test_d48_nobody_answers_for_somebody_elses_combatant(asked: Table) -> None:
    before = asked.fight.log_length
    sent = asked.form("Pike's thief", "guard")
    assert asked.post("ode", "answer", sent, "pick").status_code == 403
    assert asked.fight.log_length == before


def test_the_gm_answers_for_everybody(asked: Table) -> None:
    assert asked.answer("wren", "Ode's knight", "guard").status_code == 200
    assert engine.read_command(asked.fight.log.last()).by == "gm"


def test_a_combatant_that_does_not_exist_is_refused_like_a_foreign_one(asked: Table) -> None:
    sent = asked.form("Pike's thief", "guard") | {"who": "c0123456789"}
    assert asked.post("ode", "answer", sent, "pick").status_code == 403


@pytest.mark.parametrize("option", ["fly", "no such thing", "'; drop table", "🐉"])
def test_what_cannot_be_done_is_refused_with_its_reason(asked: Table, option: str) -> None:
    answered = asked.answer("ode", "Ode's knight", option)
    assert answered.status_code == 422
    assert standing(asked) == ["open"]


@pytest.mark.parametrize("missing", ["prompt", "who", "option"])
def test_a_form_with_something_missing_is_refused(asked: Table, missing: str) -> None:
    sent = asked.form("Ode's knight", "guard")
    del sent[missing]
    assert asked.post("ode", "answer", sent, "pick").status_code == 422


def test_a_target_that_is_none_is_refused_at_its_field(asked: Table) -> None:
    answered = asked.answer("ode", "Ode's knight", "strike", target="nobody")
    assert answered.status_code == 422
    assert said_at_the_field(answered, "Select a valid choice")


@pytest.mark.parametrize("person", ["ode", "wren"])
def test_an_answer_without_its_target_stays_open_with_the_reason_at_the_field(asked: Table, person: str) -> None:
    answered = asked.answer(person, "Ode's knight", "strike")
    assert answered.status_code == 422
    assert said_at_the_field(answered, "This field is required.")
    assert "alert-danger" not in answered.content.decode()
    assert Draft.objects.get(encounter=asked.encounter).option == "strike"
    assert "This field is required." not in asked.get(person, "run" if person == "wren" else "play").content.decode()


def test_the_right_decision_under_another_stage_is_refused(asked: Table) -> None:
    assert asked.post("ode", "answer", asked.form("Ode's knight", "guard"), "defend").status_code == 409


def test_d19_simultaneous_answers_of_one_stage_all_count(asked: Table) -> None:
    first = asked.form("Ode's knight", "guard")
    second = asked.form("Pike's thief", "guard")
    assert asked.post("ode", "answer", first, "pick").status_code == 200
    assert asked.post("pike", "answer", second, "pick").status_code == 200
    assert standing(asked) == ["open", "guard", "guard"]


def test_when_everybody_has_answered_the_blows_fall_together(asked: Table) -> None:
    asked.answer("ode", "Ode's knight", "strike", target=asked.who("Gnarl").cid)
    asked.everybody_guards("Ode's knight")
    assert engine.scene_of(asked.fight).segment == "opening"
    assert asked.fight.log.last().faces[0][0] == 6
