"""Golden playthroughs: a fight played with fixed dice, and what every viewer sees after each step.

``python -m tests.playthroughs.record`` (or ``RECORD_PLAYTHROUGHS=1 pytest tests/playthroughs``) writes the files
anew; look at the difference before you commit it.
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
from encounters.records import read_records
from rhean.campaigns.models import User
from rhean.rules.events import GM, PUBLIC, Viewer

HERE = Path(__file__).parent
RECORD = os.environ.get("RECORD_PLAYTHROUGHS") == "1"
MOST_STEPS = 3000


class Recorder:
    """Writes down what everybody sees; of the table only what has changed for that viewer."""

    def __init__(self, encounter: Encounter, gm: User, viewers: dict[str, Viewer]) -> None:
        self.encounter = encounter
        self.gm = gm
        self.viewers = viewers
        self.shown = 0
        self.tables: dict[str, set[str]] = {name: set() for name in viewers}

    def play(self, rounds: int) -> Iterator[str]:
        """Play on by the app's own choice until the fight is over or so many rounds are done."""
        for _ in range(MOST_STEPS):
            self.encounter.refresh_from_db()
            if not self.encounter.is_running or engine.scene_of(self.encounter).round > rounds:
                break
            who = engine.system_for(self.encounter).open_decisions(engine.state_of(self.encounter))[0][1]
            do_choose(self.encounter, self.gm, who=who)
            self.encounter.refresh_from_db()
            yield from self.step()

    def step(self) -> Iterator[str]:
        """The step as everybody reads it: who did what, the log, and the table."""
        entries = list(self.encounter.log.filter(seq__gt=self.shown))
        self.shown = self.encounter.log_length
        records = read_records(self.encounter)
        names = {one.cid: one.name for one in records.roster}
        yield from (command_line(entry, names) for entry in entries if entry.command)
        for name, viewer in self.viewers.items():
            yield from self.seen(name, view_for(self.encounter, viewer, records), viewer, entries)

    def seen(self, name: str, table: Table, viewer: Viewer, entries: list[LogEntry]) -> Iterator[str]:
        """What one viewer reads."""
        waits = ", ".join(one.name for one in table.waiting if one.status != "confirmed")
        yield f"-- {name}: {table.clock}; waits for {waits or 'nobody'}"
        for step in logbook.log_for(self.encounter, Reader(viewer, table.names), entries):
            yield from (f"   {line.text}" for line in step.lines)
        cards = list(card_lines(table))
        yield from (f"   | {words}" for words in cards if words not in self.tables[name])
        yield from (f"   | gone: {words}" for words in sorted(gone(self.tables[name], cards)))
        self.tables[name] = set(cards)


def gone(before: set[str], now: list[str]) -> set[str]:
    """The names that stood on the table and stand there no longer."""
    return {words.split(" · ")[0] for words in before} - {words.split(" · ")[0] for words in now}


def command_line(entry: LogEntry, names: dict[str, str]) -> str:
    """Who did what, with whom."""
    command = engine.read_command(entry)
    given = ", ".join(f"{key}={names.get(str(value), value)}" for key, value in sorted(command.params.items()))
    return f"== {names.get(command.actor, command.actor)}: {command.name} {given}".rstrip()


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
    environment = {**os.environ, "RECORD_PLAYTHROUGHS": "1"}
    sys.exit(subprocess.call([sys.executable, "-m", "pytest", "-q", str(HERE)], env=environment))
