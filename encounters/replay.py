"""Step through a fight as a viewer may see it, its figures, and its log to take along."""

from __future__ import annotations

import copy
import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from encounters import engine, logbook
from encounters.logbook import Reader, Step
from encounters.models import Encounter, LogEntry
from encounters.projection import Table, view_for
from encounters.records import Records, records_of
from rhean.rules.events import Viewer
from rhean.rules.system import Statistic


@dataclass(frozen=True)
class Frame:
    """One moment of a replay: the table after a step, the steps up to it, and where it stands among all."""

    table: Table
    steps: tuple[Step, ...]
    at: int
    last: int

    @property
    def before(self) -> int | None:
        """The moment before, if there is one."""
        return self.at - 1 if self.at > 0 else None

    @property
    def after(self) -> int | None:
        """The moment after, if there is one."""
        return self.at + 1 if self.at < self.last else None


@dataclass(frozen=True)
class Row:
    """A figure of all combatants that a viewer knows."""

    label: str
    figures: tuple[tuple[str, int, str, int], ...]
    """Name, amount, what the odds had promised, share of the largest in per cent."""


def frame_at(encounter: Encounter, viewer: Viewer, at: int | None) -> Frame:
    """The moment after the step with this place among those that the viewer may read (None: the newest, which is the
    present: what was done since by those whom he does not see counts)."""
    records = records_of(encounter)
    now = view_for(encounter, viewer, records)
    entries = [entry for entry in logbook.everything(encounter) if entry.undone_by is None]
    shown = logbook.log_for(encounter, Reader(viewer, now.names), entries)
    refs = {logbook.ref_of(encounter, entry.seq): entry.seq for entry in entries}
    last = max(len(shown) - 1, 0)
    place = last if at is None else min(max(at, 0), last)
    seq = refs[shown[place].ref] if place < last else max(refs.values(), default=0)
    table = table_after(encounter, viewer, records, entries, seq)
    return Frame(table, tuple(shown[: place + 1]), place, last)


def table_after(encounter: Encounter, viewer: Viewer, records: Records, entries: Sequence[LogEntry], seq: int) -> Table:
    """The table as it stood after the step with this number."""
    then = copy.copy(encounter)
    stood = list(then.log.filter(pk__in=[one.pk for one in entries if one.stands and one.seq <= seq]).order_by("seq"))
    state = engine.state_after(encounter, stood)
    then.state = engine.system_for(encounter).encode_state(state)
    return view_for(then, viewer, records, past=True)


def statistics_for(encounter: Encounter, viewer: Viewer) -> list[Row]:
    """The figures of the fight, from what the viewer may know."""
    table = view_for(encounter, viewer, records_of(encounter))
    known = {card.id for card in table.cards}
    facts = logbook.facts_for(encounter, viewer, logbook.everything(encounter))
    grouped: dict[str, list[Statistic]] = {}
    for figure in engine.system_for(encounter).statistics(facts):
        if figure.who in known:
            grouped.setdefault(figure.label, []).append(figure)
    return [Row(label, _figures(figures, table)) for label, figures in grouped.items()]


def _figures(figures: Sequence[Statistic], table: Table) -> tuple[tuple[str, int, str, int], ...]:
    most = max((abs(one.amount) for one in figures), default=0) or 1
    return tuple(
        (table.names[one.who], one.amount, _expected(one.expected), 100 * abs(one.amount) // most) for one in figures
    )


def _expected(value: Fraction | None) -> str:
    return "" if value is None else f"{float(value):.1f}"


def steps_for(encounter: Encounter, viewer: Viewer) -> list[Step]:
    """The whole log as a viewer may read it, what was taken back included."""
    table = view_for(encounter, viewer, records_of(encounter))
    return logbook.log_for(encounter, Reader(viewer, table.names), logbook.everything(encounter))


def as_markdown(encounter: Encounter, steps: Sequence[Step]) -> str:
    """The log as a document; what was taken back is struck out."""
    parts = [f"# {encounter.name}", ""]
    for step in steps:
        for line in step.lines:
            text = f"~~{line.text}~~" if step.undone else line.text
            if line.weight == "heading":
                parts += ["", f"## {text}", ""]
            else:
                parts.append(f"- {text}")
                parts += [f"    - {one.label}: {one.value.text()}" for one in line.sums]
    return "\n".join(parts) + "\n"


def as_rows(steps: Sequence[Step]) -> list[dict[str, Any]]:
    """The log as plain rows, one a sentence."""
    return [
        {
            "time": step.when.isoformat(timespec="seconds"),
            "by": step.by,
            "text": line.text,
            "weight": line.weight,
            "taken_back": step.undone,
            "sums": [{"label": one.label, "sum": one.value.text(), "total": one.value.total} for one in line.sums],
        }
        for step in steps
        for line in step.lines
    ]


def as_json(encounter: Encounter, steps: Sequence[Step]) -> str:
    """The log as JSON."""
    return json.dumps({"encounter": encounter.name, "log": as_rows(steps)}, ensure_ascii=False, indent=1)


def as_csv(steps: Sequence[Step]) -> str:
    """The log as a table; a cell that a spreadsheet would take for a formula is quoted."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["time", "by", "text", "weight", "taken_back", "sums"])
    for row in as_rows(steps):
        sums = "; ".join(f"{one['label']}: {one['sum']}" for one in row["sums"])
        cells = [row["time"], row["by"], row["text"], row["weight"], "yes" if row["taken_back"] else "", sums]
        writer.writerow([_harmless(str(cell)) for cell in cells])
    return out.getvalue()


def _harmless(cell: str) -> str:
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell
