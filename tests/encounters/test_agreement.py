"""The old view and what the log says agree with the fresh view, for every viewer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from encounters import engine, logbook, replay
from encounters.logbook import Reader
from encounters.projection import Table as View
from encounters.projection import view_for
from encounters.records import read_records
from rhean.rules.events import GM, PUBLIC, Viewer
from tests.encounters.table import Table

STEPS = {"rhean": 36, "dragonpact": 24}
"""So many decisions of the first ready-made encounter of each system are looked at one by one."""
POOLS = {"health", "hits", "stamina"}
Figures = dict[tuple[str, str], int]


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


def figures(seen: View) -> Figures:
    """The pools of everybody of which a viewer reads a number."""
    bars = [(card.id, bar) for card in seen.cards for bar in card.bars if bar.kind == "number"]
    return {(who, bar.key): bar.current for who, bar in bars}


def told(before: Figures, facts: list[Any]) -> Figures:
    """The pools as they are after what the log tells."""
    after = dict(before)
    for fact in facts:
        for change in CHANGES.get(fact.kind, ()):
            who, pool, amount, sets = change(fact)
            if (who, pool) in after:
                after[who, pool] = max(0, amount + (0 if sets else after[who, pool]))
    return after


CHANGES: dict[str, tuple[Callable[[Any], tuple[str, str, int, bool]], ...]] = {
    "damage": (lambda f: (f.who, "hits", -f.hits, False), lambda f: (f.who, "stamina", -f.stamina, False)),
    "cost": (lambda f: (f.who, f.pool, -f.amount, False),),
    "upkeep": (lambda f: (f.who, "stamina", -f.amount, False),),
    "breather": (lambda f: (f.who, "stamina", f.gained, False),),
    "wounded": (lambda f: (f.unit, "health", -f.wounds, False),),
    "healed": (lambda f: (f.unit, "health", f.wounds, False),),
    "cost_paid": (lambda f: (f.unit, "stamina", -f.stamina, False),),
    "stamina_gained": (lambda f: (f.unit, "stamina", f.amount, False),),
    "turn_started": (lambda f: (f.unit, "stamina", f.stamina, True),),
}
"""Fact -> whose pool changes by how much, or is set to how much."""


def test_in_every_system_the_figures_change_by_what_the_log_tells(begun: Table) -> None:
    people, changed = viewers(begun), dict.fromkeys(viewers(begun), 0)
    for number in range(STEPS[begun.fight.campaign.system]):
        before, length = {who: figures(view(begun, viewer)) for who, viewer in people.items()}, begun.fight.log_length
        begun.choose_next()
        for who, viewer in people.items():
            now = figures(view(begun, viewer))
            facts = logbook.facts_for(begun.fight, viewer, begun.fight.log.filter(seq__gt=length).order_by("seq"))
            known = {key: value for key, value in before[who].items() if key in now}
            assert told(known, facts) == {key: now[key] for key in known}, (number, who, facts)
            changed[who] += told(known, facts) != known
    assert min(changed.values()) > 0, changed


def test_in_every_system_the_last_moment_of_the_replay_is_the_fresh_view(begun: Table) -> None:
    for number in range(STEPS[begun.fight.campaign.system]):
        begun.choose_next()
        for who, viewer in viewers(begun).items():
            then, now = replay.frame_at(begun.fight, viewer, None).table, view(begun, viewer)
            assert (then.cards, then.order, then.clock) == (now.cards, now.order, now.clock), (number, who)


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
