"""Begin a fight, decide, force the stage on, and keep what is entered but not confirmed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone

from encounters import engine
from encounters.actions.base import (
    Kind,
    count_standing,
    lock,
    lock_running,
    repeated,
    require_running,
    tell,
    write,
    write_step,
)
from encounters.engine import APP_ROLLS, Rolls
from encounters.errors import MovedOn, NotNow, RulesStumbled
from encounters.models import Combatant, Draft, Encounter, LogEntry
from rhean.campaigns.models import User
from rhean.campaigns.rules import rulings_for
from rhean.rules.commands import GM_KEY, Command
from rhean.rules.dice import Face
from rhean.rules.errors import IllegalCommand
from rhean.rules.prompts import Option, Prompt
from rhean.rules.state import Entrant, Setup
from sheets.library import library_for

LONGEST_KIND = Draft._meta.get_field("kind").max_length or 0
MOST_KEPT = 12
"""Drafts of one combatant: no system has more kinds of decisions at once."""
STATE_FIELDS = ("state", "status", "stage", "log_length", "deadline", "ended")


def entrant_of(combatant: Combatant) -> Entrant:
    """A roster row as the rules take it."""
    start = {key: value for key, value in combatant.start.items() if value not in (None, "")}
    return Entrant(combatant.cid, combatant.sheet, combatant.side, combatant.decides, start)


@transaction.atomic
def do_start(encounter: Encounter, user: User) -> Encounter:
    """Begin the fight as it was prepared. Beginning twice is the same as once.

    Raises ``BadSetup`` or ``BadSheet`` when it cannot begin so."""
    row = lock(encounter)
    if not row.is_draft:
        return row
    here = [one for one in row.roster.all() if one.round is None]
    if not here:
        raise NotNow("Nobody is in the fight yet: add combatants first.")
    setup = Setup(tuple(entrant_of(one) for one in here), row.scene)
    state = engine.system_for(row).begin(setup, library_for(row.campaign), rulings_for(row.campaign))
    row.begun = row.state = engine.system_for(row).encode_state(state)
    row.status, row.started = Encounter.Status.RUNNING, timezone.now()
    row.roster.filter(round__isnull=False).update(entered=False)
    row.forecasts.all().delete()
    write(row, Kind.BEGIN, user)
    settle(row, user)
    tell(row, *STATE_FIELDS, "begun", "started")
    return row


def do_command(
    encounter: Encounter, command: Command, user: User | None, *, key: str = "", rolls: Rolls = APP_ROLLS
) -> LogEntry:
    """Give a command to the rules, and log what came of it, whole or not at all.

    A ``key`` that was used before gives back the first entry. Raises ``MovedOn`` for an answer to something that is
    no longer open, ``IllegalCommand`` with the rules' reasons, ``DiceNeeded`` for the next die to type in, and
    ``RulesStumbled`` when the rules themselves fail; then nothing has changed but a note to the GM."""
    try:
        with transaction.atomic():
            row = lock(encounter)
            before = repeated(row, user, key)
            if before is not None:
                return before
            require_running(row)
            entry = step(row, command, user, key=key, rolls=rolls)
            settle(row, user)
            tell(row, *STATE_FIELDS)
            return entry
    except RulesStumbled as fault:
        note_fault(encounter, fault, command, user)
        raise


def do_force(encounter: Encounter, user: User, *, stage: str, key: str = "") -> list[LogEntry]:
    """Move the stage on: for every decision that is open now, what was sent counts, the default otherwise."""
    command = Command(GM_KEY, "force")
    try:
        with transaction.atomic():
            row = lock(encounter)
            before = repeated(row, user, key)
            if before is not None:
                return [before]
            require_running(row)
            if stage != row.stage:
                raise MovedOn
            entries = _force_open(row, user, key)
            settle(row, user)
            tell(row, *STATE_FIELDS)
            return entries
    except RulesStumbled as fault:
        note_fault(encounter, fault, command, user)
        raise


@transaction.atomic
def do_save_draft(
    encounter: Encounter,
    prompt: Prompt,
    option: Option,
    params: dict[str, Any],
    user: User,
    faces: Sequence[int] = (),
    sides: int = 0,
) -> Draft:
    """Keep what somebody has entered for a decision, on the server, without deciding. With ``sides`` it waits for
    a die to be typed in after ``faces``."""
    row = lock_running(encounter)
    draft, _ = Draft.objects.update_or_create(
        encounter=row,
        cid=prompt.who,
        kind=prompt.kind,
        defaults={
            "prompt": prompt.id,
            "option": option.key,
            "label": option.label,
            "params": params,
            "faces": list(faces),
            "sides": sides,
            "user": user,
            "updated": timezone.now(),
        },
    )
    tell(row)
    return draft


@transaction.atomic
def do_keep_answer(
    encounter: Encounter, who: str, kind: str, option: str, params: dict[str, Any], user: User
) -> Draft | None:
    """Keep an answer that came too late, to be offered again. Something newer that is entered is left alone. The kind
    comes out of an address: one that no stage can have, or too many of them, are not kept."""
    row = lock(encounter)
    if len(kind) > LONGEST_KIND or row.drafts.filter(cid=who).exclude(kind=kind).count() >= MOST_KEPT:
        return None
    there = row.drafts.filter(cid=who, kind=kind)
    if there.exclude(prompt="").exists() or not row.is_running:
        return None
    there.delete()
    draft = Draft.objects.create(
        encounter=row, cid=who, kind=kind, prompt="", option=option, label=option, params=params, user=user
    )
    tell(row)
    return draft


@transaction.atomic
def do_drop_draft(encounter: Encounter, who: str, kind: str) -> None:
    """Forget what was entered for a decision."""
    row = lock_running(encounter)
    row.drafts.filter(cid=who, kind=kind).delete()
    tell(row)


def step(row: Encounter, command: Command, user: User | None, *, rolls: Rolls = APP_ROLLS, **fields: Any) -> LogEntry:
    """One command on the locked row."""
    state = engine.state_of(row)
    if command.prompt:
        opened = engine.system_for(row).open_decisions(state)
        if all(found != command.prompt for found, _, _ in opened):
            raise MovedOn
    place = count_standing(row) + 1
    dice = engine.dice_for(row, rolls, _kept_faces(row, command, place))
    after, events, faces = engine.advance(row, state, command, dice)
    if command.prompt:
        row.drafts.filter(cid=command.actor, prompt=command.prompt).delete()
    return write_step(row, command, faces, events, after, user, place, stage=row.stage, **fields)


def _kept_faces(row: Encounter, command: Command, place: int) -> list[Face]:
    """The faces of the very same step, if it was taken back at this place: nobody rolls until he likes it."""
    gone = row.log.filter(kind=Kind.COMMAND, place=place, undone_by__isnull=False).order_by("-seq")
    wanted = (command.actor, command.name, command.params)
    for entry in gone.only("command", "faces"):
        old = engine.read_command(entry)
        if (old.actor, old.name, old.params) == wanted:
            return engine.read_faces(entry)
    return []


def settle(row: Encounter, user: User | None) -> None:
    """After a step: bring in who is due, note the stage, start its clock, see whether the fight is over."""
    scene = engine.scene_of(row)
    due = [one for one in row.roster.filter(entered=False, round__gt=0) if (one.round or 0) <= scene.round]
    if due and not scene.over:
        enter(row, due, user, chained=True)
        scene = engine.scene_of(row)
    stage = engine.stage_of(scene)
    if stage != row.stage:
        row.stage = stage
        row.deadline = timezone.now() + timedelta(seconds=row.clock_seconds) if row.clock_seconds else None
    if scene.over:
        row.status, row.ended, row.deadline = Encounter.Status.OVER, timezone.now(), None


def enter(row: Encounter, who: list[Combatant], user: User | None, **fields: Any) -> LogEntry:
    """Bring prepared combatants into the running fight. Expects the locked row."""
    state = engine.state_of(row)
    entrants = [entrant_of(one) for one in who]
    command = engine.system_for(row).reinforce(state, entrants, library_for(row.campaign))
    entry = step(row, command, user, note={"entered": [one.cid for one in who]}, **fields)
    row.roster.filter(pk__in=[one.pk for one in who]).update(entered=True)
    return entry


def _force_open(row: Encounter, user: User, key: str) -> list[LogEntry]:
    """Answer every decision that is open at this moment."""
    system = engine.system_for(row)
    opened = system.open_decisions(engine.state_of(row))
    entries: list[LogEntry] = []
    for prompt_id, who, _ in opened:
        prompt = engine.prompt_with(row, who, prompt_id)
        if prompt is None:  # another answer of this stage has closed it
            continue
        entries.append(_force_one(row, prompt, user, "" if entries else key))
    if not entries:
        raise NotNow("Nothing is open that could be forced.")
    return entries


def _force_one(row: Encounter, prompt: Prompt, user: User, key: str) -> LogEntry:
    """What counts for somebody who has not confirmed: the saved draft if it can still be done, else the default."""
    draft = row.drafts.filter(cid=prompt.who, prompt=prompt.id).first()
    chosen = engine.option_with(prompt, draft.option) if draft else None
    if draft and chosen is not None:
        saved = engine.command_for(prompt, chosen, draft.params, GM_KEY)
        try:
            return step(row, saved, user, note={"forced": "saved", "was": draft.label}, key=key)
        except IllegalCommand:
            return _force_default(row, prompt, user, key, was=draft.label)
    return _force_default(row, prompt, user, key, was=draft.label if draft else "")


def _force_default(row: Encounter, prompt: Prompt, user: User, key: str, was: str = "") -> LogEntry:
    fallback = engine.default_option(prompt)
    if fallback is None:
        raise NotNow("Something is open for which there is no default: answer it by hand.")
    note = {"forced": "default", "option": fallback.label, "was": was}
    return step(row, engine.command_for(prompt, fallback, {}, GM_KEY), user, note=note, key=key)


@transaction.atomic
def note_fault(encounter: Encounter, fault: RulesStumbled, command: Command, user: User | None) -> None:
    """Tell the GM, in a transaction of its own: the one of the command is gone."""
    row = lock(encounter)
    write(row, Kind.FAULT, user, note={"reference": fault.reference}, command=msgspec.to_builtins(command))
    tell(row, "log_length")
