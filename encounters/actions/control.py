"""Take back, bring in, hand over, tell names, end: the GM's hand on a running fight."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from encounters import engine
from encounters.actions.base import Kind, fresh, lock, repeated, require_running, standing, tell, write
from encounters.actions.play import STATE_FIELDS, enter, settle, step
from encounters.errors import MovedOn, NotNow
from encounters.models import Combatant, Encounter, LogEntry, new_token
from encounters.stream import drop_link
from rhean.campaigns.models import User


@transaction.atomic
def do_undo(encounter: Encounter, user: User, *, seq: int, key: str = "", gm: bool = True) -> LogEntry:
    """Take back the step with this number and all after it: the state is worked out anew from those before.

    A new log entry tells of it; what was rolled stays in the log, struck out. Who is not the ``gm`` may take back
    little (``check_undo``)."""
    row = lock(encounter)
    before = repeated(row, user, key)
    if before is not None:
        return before
    if row.is_draft:
        raise MovedOn
    entries = standing(row)
    first = next((index for index, entry in enumerate(entries) if entry.seq == seq), None)
    if first is None:
        raise MovedOn("That step has been taken back already.")
    if not gm:
        check_undo(entries, user, seq)
    while entries[first].chained:
        first -= 1
    kept, gone = entries[:first], entries[first:]
    row.state = engine.system_for(row).encode_state(engine.state_after(row, kept))
    row.status, row.ended = Encounter.Status.RUNNING, None
    entry = write(row, Kind.UNDO, user, key=key, stage=row.stage, note={"steps": [one.seq for one in gone]})
    row.log.filter(pk__in=[one.pk for one in gone]).update(undone_by=entry.seq)
    _restore_rows(row, gone)
    settle(row, user)
    tell(row, *STATE_FIELDS)
    return entry


def _restore_rows(row: Encounter, gone: Sequence[LogEntry]) -> None:
    """What the steps taken back had done to the roster: who came in waits outside again, who was lent goes back."""
    came_in = [cid for entry in gone for cid in entry.note.get("entered", ())]
    if came_in:
        row.roster.filter(cid__in=came_in).update(entered=False)
    for entry in reversed(gone):
        if "handed" in entry.note:
            row.roster.filter(cid=entry.note["handed"]).update(lent_to=entry.note["was"])


def check_undo(entries: Sequence[LogEntry], user: User, seq: int) -> None:
    """A player takes back only his own newest decision, and only while it rolled nothing. ``entries`` are those that
    stand, read under the lock: what others did meanwhile is not taken back with it."""
    last = entries[-1]
    if last.seq != seq:
        raise NotNow("Only the newest decision can be taken back; ask the GM.")
    if last.user_id != user.pk:
        raise NotNow("That was not your decision; ask the GM to take it back.")
    if last.faces:
        raise NotNow("Dice have fallen since; ask the GM to take it back.")


@transaction.atomic
def do_enter(encounter: Encounter, who: Sequence[Combatant], user: User, *, key: str = "") -> LogEntry:
    """Bring waiting combatants into the running fight."""
    row = lock(encounter)
    before = repeated(row, user, key)
    if before is not None:
        return before
    require_running(row)
    waiting = list(row.roster.filter(pk__in=[one.pk for one in who], entered=False))
    if not waiting:
        raise MovedOn("They are in the fight already.")
    entry = enter(row, waiting, user, key=key)
    settle(row, user)
    tell(row, *STATE_FIELDS)
    return entry


@transaction.atomic
def do_hand_over(encounter: Encounter, combatant: Combatant, to: str, user: User, *, key: str = "") -> LogEntry | None:
    """Let somebody else decide for a combatant for a while; its own owner's key (or nothing) gives it back."""
    row = lock(encounter)
    before = repeated(row, user, key)
    if before is not None:
        return before
    one = fresh(row, combatant)
    was, one.lent_to = one.lent_to, "" if to == one.owner else to
    one.save(update_fields=["lent_to"])
    entry = None
    if row.is_running and one.entered:
        command = engine.system_for(row).hand_over(engine.state_of(row), one.cid, one.decides)
        entry = step(row, command, user, key=key, note={"handed": one.cid, "was": was})
        settle(row, user)
    tell(row, *STATE_FIELDS)
    return entry


@transaction.atomic
def do_name(encounter: Encounter, combatant: Combatant, *, name: str, mask: str, masked: bool, user: User) -> Combatant:
    """Give a combatant a name, and say who may know it: every screen and every old log line follows at once."""
    row = lock(encounter)
    one = fresh(row, combatant)
    one.name, one.mask, one.masked = name, mask, masked
    one.save(update_fields=["name", "mask", "masked"])
    if not row.is_draft:
        write(row, Kind.NOTE, user, note={"named": one.cid})
    tell(row, "log_length")
    return one


@transaction.atomic
def do_end(encounter: Encounter, user: User) -> Encounter:
    """End a fight by hand. Ending twice is the same as once."""
    row = lock(encounter)
    if row.is_running:
        row.status, row.ended, row.deadline = Encounter.Status.OVER, timezone.now(), None
        write(row, Kind.END, user)
        tell(row, "status", "ended", "deadline", "log_length")
    return row


@transaction.atomic
def do_resume(encounter: Encounter, user: User) -> Encounter:
    """Go on with a fight that was ended by hand."""
    row = lock(encounter)
    if row.status == Encounter.Status.OVER:
        if engine.scene_of(row).over:
            raise NotNow("The rules say that it is over: take back the last step to go on.")
        row.status, row.ended = Encounter.Status.RUNNING, None
        write(row, Kind.NOTE, user, note={"resumed": True})
        tell(row, "status", "ended", "log_length")
    return row


@transaction.atomic
def do_share(encounter: Encounter, shared: bool) -> Encounter:
    """Make a new public link for a table screen, or revoke it: the old one is dead at once, open streams included."""
    row = lock(encounter)
    drop_link(row, row.watch_token)
    row.watch_token = new_token() if shared else None
    tell(row, "watch_token")
    return row


@transaction.atomic
def do_set_clock(encounter: Encounter, seconds: int) -> Encounter:
    """How long a stage should take; 0: no clock."""
    row = lock(encounter)
    row.clock_seconds, row.deadline = seconds, None
    tell(row, "clock_seconds", "deadline")
    return row
