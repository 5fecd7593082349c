"""What every write shares: the locked row, the numbered log, telling the viewers after commit."""

from __future__ import annotations

from typing import Any

import msgspec
from django.db import transaction
from django.db.transaction import TransactionManagementError
from django.http import Http404

from encounters.engine import SNAPSHOT_EVERY, Events, system_for
from encounters.errors import MovedOn, NotNow
from encounters.models import Combatant, Encounter, LogEntry
from rhean.campaigns.actions import own_key
from rhean.campaigns.models import User
from rhean.live import changed
from rhean.rules.commands import Command
from rhean.rules.dice import Face
from rhean.rules.state import State

Kind = LogEntry.Kind


def lock(encounter: Encounter) -> Encounter:
    """The encounter, its row locked until the transaction ends, its values the newest. One that was deleted meanwhile
    is not found (404). After a transaction that was rolled back it has to be read again before it is shown."""
    if not transaction.get_connection().in_atomic_block:
        raise TransactionManagementError("an encounter is locked only inside a transaction")
    rows = Encounter.objects.select_for_update(of=("self",)).select_related("campaign")
    try:
        encounter.refresh_from_db(from_queryset=rows)
    except Encounter.DoesNotExist:
        raise Http404 from None
    return encounter


def fresh(row: Encounter, combatant: Combatant) -> Combatant:
    """A row of the roster as it is now. Expects the locked row; whoever was taken out meanwhile is not there."""
    one = row.roster.filter(pk=combatant.pk).first()
    if one is None:
        raise MovedOn(f"{combatant.name} is not in this encounter any more.")
    return one


def lock_running(encounter: Encounter) -> Encounter:
    """The locked row of a fight that takes commands."""
    row = lock(encounter)
    require_running(row)
    return row


def require_running(row: Encounter) -> None:
    """Refuse what only a running fight takes."""
    if not row.is_running:
        raise MovedOn("The fight is over." if row.status == row.Status.OVER else "The fight has not begun.")


def lock_draft(encounter: Encounter) -> Encounter:
    """The locked row of a fight in preparation."""
    row = lock(encounter)
    if not row.is_draft:
        raise NotNow("The fight has begun: change what is on the table from the run page.")
    return row


def tell(row: Encounter, *fields: str) -> None:
    """Save, count a change and tell the viewers after commit. Expects the locked row."""
    row.version += 1
    row.save(update_fields=["version", *fields])
    changed(row.topic, row.version)


def repeated(row: Encounter, user: User | None, key: str) -> LogEntry | None:
    """The entry that the same request of the same person made before, if it was sent twice."""
    return row.log.filter(key=own_key(user, key=key)).first() if key else None


def standing(row: Encounter) -> list[LogEntry]:
    """The decisions that stand, oldest first, without their events."""
    return list(row.log.filter(kind=Kind.COMMAND, undone_by=None).order_by("seq").defer("events"))


def count_standing(row: Encounter) -> int:
    """How many decisions stand."""
    return row.log.filter(kind=Kind.COMMAND, undone_by=None).count()


def write(row: Encounter, kind: str, user: User | None, *, key: str = "", **fields: Any) -> LogEntry:
    """The next log entry. Expects the locked row; :func:`tell` saves its new length."""
    row.log_length += 1
    return LogEntry.objects.create(
        encounter=row,
        seq=row.log_length,
        kind=kind,
        user=user,
        user_name=user.username if user else "",
        key=own_key(user, key=key) or None,
        **fields,
    )


def write_step(
    row: Encounter,
    command: Command,
    faces: list[Face],
    events: Events,
    after: State,
    user: User | None,
    place: int,
    **fields: Any,
) -> LogEntry:
    """The log entry of a decision, the ``place``-th of those that stand; the row's state becomes the one after it."""
    system = system_for(row)
    row.state = system.encode_state(after)
    return write(
        row,
        Kind.COMMAND,
        user,
        place=place,
        command=msgspec.to_builtins(command),
        faces=faces,
        events=system.encode_events(events).decode(),
        snapshot=row.state if place % SNAPSHOT_EVERY == 0 else None,
        **fields,
    )
