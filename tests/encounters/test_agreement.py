"""The old view and what the log says agree with the fresh view, for every viewer."""

from __future__ import annotations

import pytest

from encounters import engine, logbook, replay
from encounters.logbook import Reader
from encounters.projection import Table as View
from encounters.projection import view_for
from encounters.records import read_records
from rhean.rules.events import GM, PUBLIC, Viewer
from tests.encounters.table import Table


def viewers(table: Table) -> dict[str, Viewer]:
    """Everybody who looks on."""
    return {"gm": GM, "public": PUBLIC, **{key: Viewer(table.people[key].key) for key in ("ode", "pike")}}


def view(table: Table, viewer: Viewer) -> View:
    """The table as a viewer sees it now."""
    fight = table.fight
    return view_for(fight, viewer, read_records(fight))


def hits(seen: View) -> dict[str, int]:
    """What a viewer reads of everybody's hits, where he reads a number."""
    return {card.id: bar.current for card in seen.cards for bar in card.bars if bar.kind == "number"}


@pytest.mark.parametrize("who", ["gm", "public", "ode", "pike"])
def test_the_hits_fall_by_what_the_log_tells(asked: Table, who: str) -> None:
    viewer = viewers(asked)[who]
    before, length = hits(view(asked, viewer)), asked.fight.log_length
    asked.answer("ode", "Ode's knight", "strike", target=asked.who("Gnarl").cid)
    asked.answer("wren", "Gnarl", "strike", target=asked.who("Pike's thief").cid)
    asked.everybody_guards("Ode's knight", "Gnarl")
    told = logbook.facts_for(asked.fight, viewer, asked.fight.log.filter(seq__gt=length))
    for fact in told:
        if fact.what == "hit" and fact.target in before:
            before[fact.target] -= fact.face
    assert hits(view(asked, viewer)) == before


@pytest.mark.parametrize("who", ["gm", "public", "ode", "pike"])
def test_the_last_moment_of_the_replay_is_the_fresh_view(asked: Table, who: str) -> None:
    viewer = viewers(asked)[who]
    asked.everybody_guards()
    frame = replay.frame_at(asked.fight, viewer, None)
    now = view(asked, viewer)
    assert (frame.table.cards, frame.table.order, frame.table.clock) == (now.cards, now.order, now.clock)


def test_no_line_of_a_viewer_names_somebody_whom_he_does_not_see(asked: Table) -> None:
    asked.answer("wren", "Shade", "strike", target=asked.who("Ode's knight").cid)
    asked.everybody_guards("Shade")
    seen = view(asked, PUBLIC)
    lines = logbook.log_for(asked.fight, Reader(PUBLIC, seen.names), logbook.everything(asked.fight))
    text = " ".join(line.text for step in lines for line in step.lines)
    assert not any(one.cid in text or (one.name == "Shade" and one.name in text) for one in asked.fight.roster.all())
    assert engine.scene_of(asked.fight, PUBLIC).combatants
