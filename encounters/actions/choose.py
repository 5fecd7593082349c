"""Let the app choose for those that the GM runs."""

from __future__ import annotations

from django.db import transaction

from encounters import engine
from encounters.actions.base import lock, repeated, require_running, tell
from encounters.actions.play import STATE_FIELDS, note_fault, settle, step
from encounters.errors import MovedOn, NotNow, RulesStumbled
from encounters.models import Encounter, LogEntry
from encounters.tactics import ranked
from rhean.campaigns.models import User
from rhean.rules.commands import GM_KEY, Command
from rhean.rules.errors import IllegalCommand
from rhean.rules.prompts import Prompt

MOST = 200


def do_choose(encounter: Encounter, user: User, *, who: str = "", key: str = "") -> list[LogEntry]:
    """Answer every decision of the present stage that is open for combatants that the GM runs, or for one of them."""
    try:
        with transaction.atomic():
            row = lock(encounter)
            before = repeated(row, user, key)
            if before is not None:
                return [before]
            require_running(row)
            entries = _choose_all(row, user, who, key)
            settle(row, user)
            tell(row, *STATE_FIELDS)
            return entries
    except RulesStumbled as fault:
        note_fault(encounter, fault, Command(who or GM_KEY, "choose"), user)
        raise


def _choose_all(row: Encounter, user: User, who: str, key: str) -> list[LogEntry]:
    """In an ordered stage the next decision opens only when the one before is taken: go on until none is left."""
    entries: list[LogEntry] = []
    tried: set[str] = set()
    runs = {one.cid: one.decides for one in row.roster.all()}
    stage = engine.stage_of(engine.scene_of(row))
    while len(entries) < MOST and engine.stage_of(engine.scene_of(row)) == stage:
        opened = engine.system_for(row).open_decisions(engine.state_of(row))
        mine = [
            (prompt, actor)
            for prompt, actor, _ in opened
            if prompt not in tried and (actor == who if who else runs.get(actor) == GM_KEY)
        ]
        if not mine:
            break
        prompt_id, actor = mine[0]
        tried.add(prompt_id)
        prompt = engine.prompt_with(row, actor, prompt_id)
        entry = _choose_one(row, prompt, user, "" if entries else key) if prompt else None
        if entry is not None:
            entries.append(entry)
        if who:
            break
    if not entries:
        raise MovedOn("Nothing is open for them now.") if not tried else NotNow("The app cannot decide this one.")
    return entries


def _choose_one(row: Encounter, prompt: Prompt, user: User, key: str) -> LogEntry | None:
    """The best answer that the rules take, if there is one."""
    for command in ranked(engine.system_for(row), engine.state_of(row), prompt):
        try:
            return step(row, command, user, note={"chosen": True}, key=key)
        except IllegalCommand:
            continue
    return None
