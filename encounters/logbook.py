"""The log of a fight as one viewer may read it, worked out anew at each read."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from encounters import engine
from encounters.models import Encounter, LogEntry
from rhean.rules.events import Fact, Line, Viewer
from rhean.rules.explain import Explained

Kind = LogEntry.Kind
SHOWN = 40
"""Steps that a page shows; the whole log is on the replay page."""
OUTCOME = 3
"""Sentences that tell how a step came out, at most."""


@dataclass(frozen=True)
class Sum:
    """A calculation behind a line."""

    label: str
    value: Explained


@dataclass(frozen=True)
class LogLine:
    """One sentence of a step."""

    text: str
    weight: str = "minor"
    sums: tuple[Sum, ...] = ()


@dataclass(frozen=True)
class Step:
    """One entry with its lines. ``ref`` names it without telling its number; ``undo`` tells that the viewer may
    take it back."""

    ref: str
    when: datetime
    by: str
    lines: tuple[LogLine, ...]
    undone: bool = False
    undo: bool = False
    newest: bool = False
    mine: bool = False

    @property
    def heading(self) -> bool:
        """Whether it only says that a round or phase begins."""
        return all(line.weight == "heading" for line in self.lines)

    @property
    def outcome(self) -> tuple[LogLine, ...]:
        """How it came out, in short: its last few weighty sentences; of a step without such its first few."""
        major = tuple(line for line in self.lines if line.weight == "major")
        return major[-OUTCOME:] or tuple(line for line in self.lines if line.weight != "heading")[:OUTCOME]


@dataclass(frozen=True)
class Reader:
    """Whoever reads: the viewer, the names that this viewer may know, and his own name in the log."""

    viewer: Viewer
    names: Mapping[str, str]
    person: int | None = None


def ref_of(encounter: Encounter, seq: int) -> str:
    """A name for a step that tells neither its number nor how many came before."""
    return hashlib.blake2b(f"{encounter.seed}:{seq}".encode(), digest_size=8).hexdigest()


def seq_with(encounter: Encounter, ref: str) -> int | None:
    """The number of the step with that name."""
    seqs = encounter.log.values_list("seq", flat=True).order_by("-seq")
    return next((seq for seq in seqs if ref_of(encounter, seq) == ref), None)


def recent(encounter: Encounter, known: Sequence[LogEntry] = ()) -> list[LogEntry]:
    """The entries that a page shows and those of the present stage, oldest first; numbers have no gaps.

    ``known`` are those of a moment before in the same stage. An entry is never edited but for the mark that it was
    taken back, which names a later entry: only what came or was marked since is read."""
    first = encounter.log_length - SHOWN
    if known:
        since = Q(seq__gt=known[-1].seq) | Q(undone_by__gt=known[-1].seq)
    else:
        since = Q(seq__gt=first) | Q(stage=encounter.stage)
    fresh = encounter.log.filter(since).order_by("seq").defer("snapshot")
    entries = {entry.seq: entry for entry in (*known, *fresh)}
    return [entry for seq, entry in sorted(entries.items()) if seq > first or entry.stage == encounter.stage]


def everything(encounter: Encounter) -> list[LogEntry]:
    """The whole log, oldest first."""
    return list(encounter.log.order_by("seq").defer("snapshot"))


def log_for(encounter: Encounter, reader: Reader, entries: Sequence[LogEntry]) -> list[Step]:
    """The entries that a viewer may read, in words; those of which he may know nothing are absent."""
    last = next((entry.seq for entry in reversed(entries) if entry.stands), None)
    visible: set[int] = set()
    steps = []
    for entry in entries:
        lines = tuple(_lines(encounter, entry, reader, visible))
        if not lines:
            continue
        visible.add(entry.seq)
        steps.append(
            Step(
                ref=ref_of(encounter, entry.seq),
                when=entry.created,
                by=entry.user_name,
                lines=lines,
                undone=entry.undone_by is not None,
                undo=_may_undo(entry, reader, last),
                newest=entry.seq == last,
                mine=entry.user_id is not None and entry.user_id == reader.person,
            )
        )
    return steps


def latest(steps: Sequence[Step]) -> Step | None:
    """The newest step that stands and says more than that a round or phase begins; ``steps`` are oldest first."""
    return next((step for step in reversed(steps) if not (step.undone or step.heading)), None)


def facts_for(encounter: Encounter, viewer: Viewer, entries: Iterable[LogEntry]) -> list[Fact]:
    """Everything that stands, as a viewer may know it."""
    seen = (
        event.seen_by(viewer) for entry in entries if entry.stands for event in engine.read_events(encounter, entry)
    )
    return [fact for fact in seen if fact is not None]


def _may_undo(entry: LogEntry, reader: Reader, last: int | None) -> bool:
    if not entry.stands or entry.chained:
        return False
    own = entry.user_id is not None and entry.user_id == reader.person
    return reader.viewer.gm or (own and entry.seq == last and not entry.faces)


def _lines(encounter: Encounter, entry: LogEntry, reader: Reader, visible: set[int]) -> Iterable[LogLine]:
    if entry.kind == Kind.COMMAND:
        yield from _forced(entry, reader)
        for event in engine.read_events(encounter, entry):
            fact = event.seen_by(reader.viewer)
            if fact is not None:
                yield _worded(engine.system_for(encounter).describe(fact, reader.names))
    elif entry.kind == Kind.BEGIN:
        yield LogLine("The fight begins.", "heading")
    elif entry.kind == Kind.END:
        yield LogLine("The fight was ended.", "heading")
    elif entry.kind == Kind.UNDO and not visible.isdisjoint(entry.note.get("steps", ())):
        yield LogLine(f"{entry.user_name or 'The GM'} took back what is struck out.", "major")
    elif reader.viewer.gm:
        yield from _gm_lines(entry, reader)


def _worded(line: Line) -> LogLine:
    return LogLine(line.text, line.weight, tuple(Sum(label, value) for label, value in line.sums))


def _forced(entry: LogEntry, reader: Reader) -> Iterable[LogLine]:
    """What counted for somebody for whom the stage was forced. What it was may be secret as yet: his and the GM's."""
    how = entry.note.get("forced")
    who = (entry.command or {}).get("actor", "")
    if how is None or who not in reader.names:
        return
    own = reader.viewer.gm or (entry.command or {}).get("by") == reader.viewer.owner
    what = entry.note.get("was") if how == "saved" else entry.note.get("option")
    nothing = "nothing that can be done" if entry.note.get("was") else "nothing"
    words = {
        "saved": "had not confirmed: what was sent counts",
        "default": f"had sent {nothing}: the default of the stage was taken",
    }[how]
    yield LogLine(f"{reader.names[who]} {words}{f' ({what})' if own and what else ''}.")


def _gm_lines(entry: LogEntry, reader: Reader) -> Iterable[LogLine]:
    if entry.kind == Kind.FAULT:
        name = reader.names[(entry.command or {}).get("actor", "")]
        yield LogLine(
            f"The rules stumbled over a decision for {name}. Nothing has changed. Try again, decide otherwise, or "
            f"set things by hand. Reference {entry.note['reference']}.",
            "major",
        )
    elif "named" in entry.note:
        yield LogLine(f"Who may know the name of {reader.names[entry.note['named']]} was changed.")
    elif entry.note.get("resumed"):
        yield LogLine("The fight goes on.", "heading")
