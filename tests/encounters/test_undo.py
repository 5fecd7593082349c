"""Taking back: exact, logged, and with the same dice for the same action."""

from __future__ import annotations

import pytest

from encounters import engine
from encounters.logbook import ref_of
from encounters.models import LogEntry
from tests.encounters.table import Table


def last_step(table: Table) -> LogEntry:
    """The newest step that stands."""
    return table.fight.log.filter(kind=LogEntry.Kind.COMMAND, undone_by=None).order_by("-seq")[0]


def undo(table: Table, person: str = "wren", step: LogEntry | None = None, key: str = "") -> int:
    """Somebody takes back a step (default: the newest)."""
    step = step or last_step(table)
    return table.post(person, "undo", {"ref": ref_of(table.encounter, step.seq), "key": key}).status_code


def set_hits(table: Table, name: str, value: int) -> None:
    """The GM sets hits by hand."""
    who = table.who(name).cid
    sent = {"option": "hits", "with-target": who, "with-value": value}
    assert table.post("wren", "override", sent).status_code == 200


def test_d11_undo_gives_back_the_very_same_state(asked: Table) -> None:
    set_hits(asked, "Gnarl", 5)
    before = bytes(asked.fight.state)
    set_hits(asked, "Gnarl", 0)
    assert undo(asked) == 200
    assert bytes(asked.fight.state) == before


def test_d13_what_was_rolled_stays_struck_out(asked: Table) -> None:
    asked.answer("ode", "Ode's knight", "strike", target=asked.who("Gnarl").cid)
    asked.everybody_guards("Ode's knight")
    rolled = last_step(asked)
    undo(asked)
    page = asked.get("ode", "play").content.decode()
    rolled.refresh_from_db()
    assert rolled.undone_by == asked.fight.log_length
    assert rolled.faces
    assert "is-undone" in page
    assert "Wren took back what is struck out." in page


def test_d13_the_same_action_falls_on_the_same_dice(asked: Table) -> None:
    asked.answer("ode", "Ode's knight", "strike", target=asked.who("Gnarl").cid)
    asked.everybody_guards("Ode's knight")
    first = last_step(asked)
    after = bytes(asked.fight.state)
    for _ in range(3):
        undo(asked)
        name = asked.fight.roster.get(cid=first.command["actor"]).name
        asked.answer("wren", name, "guard")
    assert last_step(asked).faces == first.faces
    assert bytes(asked.fight.state) == after


def test_d14_back_over_a_round_the_state_is_that_of_the_time(asked: Table) -> None:
    states = {}
    for _ in range(3):
        asked.everybody_guards()
        states[asked.fight.log_length] = bytes(asked.fight.state)
        asked.open_round()
    first = min(states)
    step = asked.fight.log.filter(seq__gt=first, kind="command").order_by("seq")[0]
    assert undo(asked, step=step) == 200
    assert bytes(asked.fight.state) == states[first]
    assert engine.scene_of(asked.fight).round == 1


def test_d14_before_the_first_step_nothing_can_be_taken_back(table: Table) -> None:
    begin = table.fight.log.get(kind=LogEntry.Kind.BEGIN)
    assert undo(table, step=begin) == 409
    assert "Undo" not in table.get("wren", "run").content.decode()


def test_a_snapshot_is_only_a_cache(asked: Table) -> None:
    for _ in range(4):
        asked.everybody_guards()
        asked.open_round()
    fight = asked.fight
    steps = list(fight.log.filter(kind=LogEntry.Kind.COMMAND, undone_by=None).order_by("seq"))
    kept = [step for step in steps if step.snapshot is not None]
    assert kept
    begun = engine.system_for(fight).decode_state(bytes(fight.begun))
    for step in kept:
        replayed = engine.replay(fight, begun, [one for one in steps if one.seq <= step.seq])
        assert engine.system_for(fight).encode_state(replayed) == bytes(step.snapshot)


def test_the_state_is_that_of_its_replay(asked: Table) -> None:
    asked.answer("ode", "Ode's knight", "strike", target=asked.who("Gnarl").cid)
    asked.everybody_guards("Ode's knight")
    fight = asked.fight
    steps = fight.log.filter(kind=LogEntry.Kind.COMMAND, undone_by=None).order_by("seq")
    begun = engine.system_for(fight).decode_state(bytes(fight.begun))
    assert engine.system_for(fight).encode_state(engine.replay(fight, begun, steps)) == bytes(fight.state)


def test_a_player_takes_back_his_own_newest_decision(asked: Table) -> None:
    asked.answer("ode", "Ode's knight", "guard")
    assert undo(asked, "ode") == 200
    assert last_step(asked).command["name"] == "open"


def test_a_player_does_not_take_back_anothers_decision(asked: Table) -> None:
    asked.answer("pike", "Pike's thief", "guard")
    assert undo(asked, "ode") == 422
    assert last_step(asked).command["name"] == "guard"


def test_a_player_does_not_take_back_what_was_rolled(asked: Table) -> None:
    asked.answer("wren", "Gnarl", "strike", target=asked.who("Ode's knight").cid)
    asked.everybody_guards("Gnarl", "Ode's knight")
    asked.answer("ode", "Ode's knight", "guard")
    assert last_step(asked).faces
    assert undo(asked, "ode") == 422


def test_a_double_click_takes_back_one_step(asked: Table) -> None:
    asked.answer("ode", "Ode's knight", "guard")
    asked.answer("pike", "Pike's thief", "guard")
    step = last_step(asked)
    assert undo(asked, step=step, key="once") == 200
    assert undo(asked, step=step, key="once") == 200
    assert last_step(asked).command["actor"] == asked.who("Ode's knight").cid


def test_a_step_taken_back_already_has_moved_on(asked: Table) -> None:
    asked.answer("ode", "Ode's knight", "guard")
    step = last_step(asked)
    undo(asked, step=step, key="one")
    assert undo(asked, step=step, key="two") == 409


@pytest.mark.parametrize("ref", ["", "ffffffffffffffff", "x" * 99])
def test_a_step_that_does_not_exist_is_refused(asked: Table, ref: str) -> None:
    assert asked.post("wren", "undo", {"ref": ref}).status_code in (409, 422)
