"""Golden playthroughs: a fight played with fixed dice, and what every viewer sees after each step.

``python -m tests.playthroughs.record`` (or ``RHEAN_RECORD=1 pytest tests/playthroughs``) writes the files anew; look
at the difference before you commit it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from encounters import engine, logbook
from encounters.actions.choose import do_choose
from encounters.logbook import Reader
from encounters.models import Encounter, LogEntry
from encounters.projection import Table, view_for
from rhean.campaigns.models import User
from rhean.rules.events import GM, PUBLIC, Viewer

HERE = Path(__file__).parent
RECORD = os.environ.get("RHEAN_RECORD") == "1"
MOST_STEPS = 3000


def play(encounter: Encounter, gm: User, viewers: dict[str, Viewer], rounds: int) -> Iterator[str]:
    """Play on by the app's own choice until the fight is over or so many rounds are done; every line of the record."""
    shown = 0
    for _ in range(MOST_STEPS):
        encounter.refresh_from_db()
        scene = engine.scene_of(encounter)
        if not encounter.is_running or scene.round > rounds:
            break
        who = engine.system_for(encounter).open_decisions(engine.state_of(encounter))[0][1]
        do_choose(encounter, gm, who=who)
        encounter.refresh_from_db()
        entries = list(encounter.log.filter(seq__gt=shown))
        shown = encounter.log_length
        yield from step_lines(encounter, entries, viewers)


def step_lines(encounter: Encounter, entries: list[LogEntry], viewers: dict[str, Viewer]) -> Iterator[str]:
    """The step as everybody reads it: who did what, the log, and the table."""
    names = {one.cid: one.name for one in encounter.roster.all()}
    for entry in entries:
        if entry.command:
            command = engine.read_command(entry)
            given = ", ".join(f"{key}={names.get(str(value), value)}" for key, value in sorted(command.params.items()))
            yield f"== {names.get(command.actor, command.actor)}: {command.name} {given}".rstrip()
    roster = list(encounter.roster.all())
    for name, viewer in viewers.items():
        table = view_for(encounter, viewer, roster)
        yield f"-- {name}: {table.clock}; waits for {', '.join(one.name for one in table.waiting) or 'nobody'}"
        for step in logbook.log_for(encounter, Reader(viewer, table.names), entries):
            yield from (f"   {line.text}" for line in step.lines)
        yield from (f"   | {words}" for words in card_lines(table))


def card_lines(table: Table) -> Iterator[str]:
    """Who stands on the table, with what the viewer may know."""
    for card in table.cards:
        bars = ", ".join(f"{bar.label} {bar.word or f'{bar.current}/{bar.maximum}'}" for bar in card.bars)
        tags = " ".join(tag.label for tag in card.tags)
        marks = " ".join(word for word, so in (("down", card.down), ("hidden", card.concealed)) if so)
        yield " · ".join(part for part in (card.name, bars, tags, marks) if part)


def watchers(**players: User) -> dict[str, Viewer]:
    """The GM, each player, the public."""
    return {"GM": GM, **{name: Viewer(user.key) for name, user in players.items()}, "public": PUBLIC}


def check(name: str, lines: list[str]) -> None:
    """Compare with the kept record, line by line; write it when asked to."""
    file = HERE / f"{name}.txt"
    if RECORD:
        file.write_text("\n".join(lines) + "\n")
    kept = file.read_text().splitlines()
    differing = [(at + 1, was, now) for at, (was, now) in enumerate(zip(kept, lines, strict=False)) if was != now]
    assert differing[:3] == []
    assert len(kept) == len(lines)


if __name__ == "__main__":
    environment = {**os.environ, "RHEAN_RECORD": "1"}
    sys.exit(subprocess.call([sys.executable, "-m", "pytest", "-q", str(HERE)], env=environment))
