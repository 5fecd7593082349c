"""What is entered and not confirmed, and forcing a stage on."""

from __future__ import annotations

import pytest

from encounters import engine
from encounters.actions.play import MOST_KEPT
from encounters.models import Draft
from encounters.projection import view_for
from encounters.records import read_records
from rhean.rules.events import PUBLIC, Viewer
from tests.encounters.table import Table


def save(table: Table, person: str, name: str, option: str, **params: str) -> int:
    """Somebody taps an option and does not confirm."""
    return table.post(person, "save_draft", table.form(name, option, **params), "pick").status_code


def statuses(table: Table, viewer: Viewer = PUBLIC) -> dict[str, str]:
    """What the page says of each whom the stage waits for."""
    fight = table.fight
    return {one.name: one.status for one in view_for(fight, viewer, read_records(fight)).waiting}


def test_a_tap_is_kept_on_the_server_and_decides_nothing(asked: Table) -> None:
    assert save(asked, "ode", "Ode's knight", "strike", target=asked.who("Gnarl").cid) == 200
    assert asked.fight.log.count() == 2
    page = asked.get("ode", "play").content.decode()
    assert "sent, not confirmed" in page
    assert "checked" in page


def test_an_unfinished_draft_is_kept_as_far_as_it_goes(asked: Table) -> None:
    assert save(asked, "ode", "Ode's knight", "strike") == 200
    assert Draft.objects.get().params == {}


def test_d55_nothing_sent_sent_and_confirmed_are_told_apart(asked: Table) -> None:
    save(asked, "ode", "Ode's knight", "guard")
    asked.answer("pike", "Pike's thief", "guard")
    assert statuses(asked) == {
        "Ode's knight": "sent, not confirmed",
        "Pike's thief": "confirmed",
        "a figure": "nothing sent",
    }


def test_d55_force_counts_what_was_saved_and_a_default_otherwise(asked: Table) -> None:
    save(asked, "ode", "Ode's knight", "strike", target=asked.who("Gnarl").cid)
    asked.answer("pike", "Pike's thief", "guard")
    forced = asked.post("wren", "force", {"stage": asked.fight.stage, "key": "f1"})
    assert forced.status_code == 200
    done = {step.command["actor"]: step for step in asked.fight.log.filter(kind="command") if step.seq > 2}
    assert done[asked.who("Ode's knight").cid].command["name"] == "strike"
    assert done[asked.who("Pike's thief").cid].note == {}
    assert done[asked.who("Gnarl").cid].note["forced"] == "default"
    assert engine.scene_of(asked.fight).segment == "opening"


def test_d55_the_log_says_plainly_what_counted(asked: Table) -> None:
    save(asked, "ode", "Ode's knight", "strike", target=asked.who("Gnarl").cid)
    page = asked.post("wren", "force", {"stage": asked.fight.stage}).content.decode()
    assert "had not confirmed: what was sent counts (Strike)." in page
    assert "had sent nothing: the default of the stage was taken (Guard)." in page
    seen = asked.get("pike", "play").content.decode()
    assert "had not confirmed: what was sent counts." in seen


@pytest.mark.parametrize("option", ["fly", "gone"])
def test_what_was_saved_and_cannot_be_done_is_told_apart_from_nothing(asked: Table, option: str) -> None:
    save(asked, "ode", "Ode's knight", "strike", target=asked.who("Gnarl").cid)
    asked.fight.drafts.update(option=option, params={})
    page = asked.post("wren", "force", {"stage": asked.fight.stage}).text
    knight = "Ode&#x27;s knight had sent"
    assert f"{knight} nothing that can be done: the default of the stage was taken (Guard)." in page
    assert "Gnarl had sent nothing: the default of the stage was taken (Guard)." in page


def test_forcing_names_the_default_of_one_only_where_it_is_the_only_one(asked: Table) -> None:
    several = asked.get("wren", "run").text
    assert "the default of this stage is taken. It can be undone." in several
    asked.everybody_guards("Ode's knight")
    alone = asked.get("wren", "run").text
    assert "the default of this stage is taken (for <bdi>Ode&#x27;s knight</bdi>: Guard). It can be undone." in alone


def test_forcing_twice_moves_one_stage(asked: Table) -> None:
    stage = asked.fight.stage
    asked.post("wren", "force", {"stage": stage, "key": "one"})
    length = asked.fight.log_length
    assert asked.post("wren", "force", {"stage": stage, "key": "one"}).status_code == 200
    assert asked.post("wren", "force", {"stage": stage, "key": "two"}).status_code == 409
    assert asked.fight.log_length == length


def test_a_draft_is_dropped_on_request(asked: Table) -> None:
    save(asked, "ode", "Ode's knight", "guard")
    who = asked.who("Ode's knight").cid
    assert asked.post("ode", "drop_draft", {"who": who}, "pick").status_code == 200
    assert not Draft.objects.exists()


@pytest.mark.parametrize("name", ["save_draft", "drop_draft"])
def test_nobody_touches_somebody_elses_draft(asked: Table, name: str) -> None:
    save(asked, "ode", "Ode's knight", "guard")
    sent = asked.form("Ode's knight", "guard")
    assert asked.post("pike", name, sent, "pick").status_code == 403
    assert Draft.objects.count() == 1


def test_confirming_takes_the_draft_away(asked: Table) -> None:
    save(asked, "ode", "Ode's knight", "guard")
    asked.answer("ode", "Ode's knight", "guard")
    assert not Draft.objects.exists()


def test_d17_a_push_renders_the_form_with_what_the_server_has(asked: Table) -> None:
    save(asked, "ode", "Ode's knight", "strike", target=asked.who("Gnarl").cid)
    asked.answer("wren", "Gnarl", "guard")
    assert "Confirm: Strike" in asked.get("ode", "refresh_play").content.decode()


def test_d59_starting_again_keeps_every_declaration(asked: Table) -> None:
    save(asked, "ode", "Ode's knight", "guard")
    asked.answer("pike", "Pike's thief", "guard")
    before = asked.fight.log_length
    assert asked.post("wren", "start", {}).status_code == 200
    assert asked.fight.log_length == before
    assert Draft.objects.count() == 1


def test_an_answer_to_a_stage_that_there_cannot_be_is_not_kept(asked: Table) -> None:
    late = {**asked.form("Ode's knight", "guard"), "prompt": "gone"}
    assert asked.post("ode", "answer", late, "x" * 200).status_code == 409
    assert not asked.fight.drafts.exists()
    for number in range(30):
        assert asked.post("ode", "answer", late, f"stage-{number}").status_code == 409
    assert asked.fight.drafts.count() == MOST_KEPT
