"""What a fight is made of, before it begins."""

from __future__ import annotations

import copy
import random
import secrets
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Max

from encounters.actions.base import fresh, lock, lock_draft, tell
from encounters.actions.map import copy_picture, forget_picture
from encounters.errors import MovedOn, NotNow
from encounters.marks import marked
from encounters.models import Combatant, Encounter, new_combatant_id
from encounters.ready import Ready, ReadyMember
from rhean.campaigns.access import is_gm
from rhean.campaigns.models import Campaign, User
from rhean.rules.commands import GM_KEY
from sheets.library import Stock
from sheets.models import Character

MOST = 200
"""Combatants in one encounter."""

PARTY, FOES = "party", "foes"


def do_create(campaign: Campaign, name: str) -> Encounter:
    """An empty encounter."""
    return Encounter.objects.create(campaign=campaign, name=name)


@transaction.atomic
def do_describe(encounter: Encounter, *, name: str, notes: str, dice_mode: str, clock_seconds: int) -> Encounter:
    """Its name, the GM's notes, who rolls, and how long a stage should take."""
    row = lock(encounter)
    row.name, row.notes, row.dice_mode, row.clock_seconds = name, notes, dice_mode, clock_seconds
    tell(row, "name", "notes", "dice_mode", "clock_seconds")
    return row


@transaction.atomic
def do_set_scene_values(encounter: Encounter, values: dict[str, Any]) -> Encounter:
    """The single values of the scene, as the system's setup allows them; empty ones go back to their default."""
    row = lock_draft(encounter)
    kept = {key: value for key, value in values.items() if value not in (None, "", [])}
    row.scene = {key: value for key, value in row.scene.items() if key not in values} | kept
    tell(row, "scene")
    return row


@transaction.atomic
def do_add_scene_row(encounter: Encounter, field: str, values: dict[str, Any]) -> Encounter:
    """One more row in a list of the scene."""
    row = lock_draft(encounter)
    row.scene = {**row.scene, field: [*row.scene.get(field, []), values]}
    tell(row, "scene")
    return row


@transaction.atomic
def do_remove_scene_row(encounter: Encounter, field: str, at: int) -> Encounter:
    """One row less."""
    row = lock_draft(encounter)
    rows = list(row.scene.get(field, []))
    if at >= len(rows):
        raise MovedOn("That row is gone already.")
    row.scene = {**row.scene, field: rows[:at] + rows[at + 1 :]}
    tell(row, "scene")
    return row


@transaction.atomic
def do_create_ready(campaign: Campaign, ready: Ready) -> Encounter:
    """A ready-made encounter of the system's, with the campaign's own characters where it has them."""
    new = Encounter.objects.create(campaign=campaign, name=ready.name, notes=ready.text)
    own = {one.name: one for one in Character.objects.filter(campaign=campaign, archived=False).select_related("owner")}
    ids: dict[str, str] = {}
    for position, member in enumerate(ready.members):
        character = own.get(member.name) if member.character else None
        one = _row_of(new, character, member.side) if character else _stranger(new, member)
        one.position, one.start = position, dict(member.start)
        one.save(force_insert=True)
        ids[member.id] = one.cid
    new.scene = renamed(ready.scene, ids)
    new.save(update_fields=["scene"])
    return new


def _stranger(row: Encounter, member: ReadyMember) -> Combatant:
    return Combatant(encounter=row, name=member.name, sheet=copy.deepcopy(member.sheet), side=member.side, owner=GM_KEY)


@transaction.atomic
def do_add_characters(encounter: Encounter, characters: Iterable[Character], side: str = PARTY) -> list[Combatant]:
    """Add characters with copies of their sheets; those who are in already stay as they are."""
    row = _lock_roster(encounter)
    there = set(row.roster.filter(character__isnull=False).values_list("character_id", flat=True))
    new = [_row_of(row, one, side) for one in characters if one.pk not in there]
    return _add(row, new)


@transaction.atomic
def do_add_creatures(
    encounter: Encounter, stock: Stock, number: int, *, side: str = FOES, masked: bool = False, mask: str = ""
) -> list[Combatant]:
    """Add so many of a creature. Each gets a name that tells neither how many there are nor which are missing."""
    row = _lock_roster(encounter)
    taken = set(row.roster.values_list("name", flat=True))
    names = [stock.name] if number == 1 and stock.name not in taken else marked(stock.name, number, taken, _chance())
    new = [
        Combatant(
            encounter=row,
            name=name,
            mask=f"{mask or 'a figure'} {name.removeprefix(stock.name).strip()}".strip(),
            masked=masked,
            sheet=copy.deepcopy(stock.sheet),
            side=side,
            owner=GM_KEY,
        )
        for name in names
    ]
    return _add(row, new)


@transaction.atomic
def do_change_combatant(combatant: Combatant, **values: Any) -> Combatant:
    """Change a row of the roster: name, mask, side, owner, how it starts, when it joins."""
    row = lock(combatant.encounter)
    one = fresh(row, combatant)
    if one.entered and not row.is_draft:
        lock_draft(row)
    for field, value in values.items():
        setattr(one, field, value)
    one.save(update_fields=list(values))
    tell(row)
    return one


@transaction.atomic
def do_set_start(encounter: Encounter, cids: Sequence[str], start: dict[str, Any]) -> int:
    """Set the same beginning for several combatants at once; keys not given stay."""
    row = lock_draft(encounter)
    chosen = list(row.roster.filter(cid__in=cids))
    for one in chosen:
        one.start = {**one.start, **start}
        one.save(update_fields=["start"])
    tell(row)
    return len(chosen)


@transaction.atomic
def do_remove_combatant(combatant: Combatant) -> None:
    """Take somebody out of the roster."""
    row = lock(combatant.encounter)
    one = fresh(row, combatant)
    if one.entered and not row.is_draft:
        lock_draft(row)
    one.delete()
    tell(row)


@transaction.atomic
def do_move_combatant(combatant: Combatant, by: int) -> None:
    """Move somebody up or down the roster; positions are whole numbers and stay distinct."""
    row = lock_draft(combatant.encounter)
    rows = list(row.roster.order_by("position", "pk"))
    at = next((index for index, one in enumerate(rows) if one.pk == combatant.pk), None)
    if at is None:
        return
    to = min(max(at + by, 0), len(rows) - 1)
    rows.insert(to, rows.pop(at))
    for position, one in enumerate(rows):
        one.position = position
    Combatant.objects.bulk_update(rows, ["position"])
    tell(row)


@transaction.atomic
def do_clone(encounter: Encounter, name: str) -> Encounter:
    """The same preparation anew: new ids, new dice, no log, no link."""
    old = lock(encounter)
    new = Encounter.objects.create(
        campaign=old.campaign,
        name=name,
        notes=old.notes,
        dice_mode=old.dice_mode,
        clock_seconds=old.clock_seconds,
    )
    ids = {one.cid: new_combatant_id() for one in old.roster.all()}
    for one in old.roster.all():
        one.pk, one.encounter, one.cid, one.lent_to, one.entered = None, new, ids[one.cid], "", True
        one.save(force_insert=True)
    new.scene = renamed(old.scene, ids)
    copy_picture(old, new)
    new.save(update_fields=["scene", "background"])
    return new


@transaction.atomic
def do_delete(encounter: Encounter) -> None:
    """Delete an encounter with its log."""
    row = lock(encounter)
    forget_picture(row)
    row.delete()


def renamed(value: Any, ids: dict[str, str]) -> Any:
    """A document with combatants' ids replaced, wherever they stand."""
    if isinstance(value, dict):
        return {ids.get(key, key): renamed(inner, ids) for key, inner in value.items()}
    if isinstance(value, list):
        return [renamed(inner, ids) for inner in value]
    return ids.get(value, value) if isinstance(value, str) else value


def _lock_roster(encounter: Encounter) -> Encounter:
    """The locked row; while a fight runs, whoever is added waits outside."""
    return lock(encounter)


def _row_of(row: Encounter, character: Character, side: str) -> Combatant:
    owner: User | None = character.owner
    mine = owner is not None and not character.is_npc and not is_gm(row.campaign, owner)
    return Combatant(
        encounter=row,
        name=character.name,
        character=character,
        sheet=copy.deepcopy(character.document),
        side=side,
        owner=owner.key if owner is not None and mine else GM_KEY,
    )


def _add(row: Encounter, new: list[Combatant]) -> list[Combatant]:
    if row.roster.count() + len(new) > MOST:
        raise NotNow(f"At most {MOST} combatants in one encounter.")
    last = row.roster.aggregate(last=Max("position"))["last"]
    for offset, one in enumerate(new):
        one.position = (-1 if last is None else last) + 1 + offset
        if not row.is_draft:
            one.round, one.entered = Combatant.BY_HAND, False
    Combatant.objects.bulk_create(new)
    tell(row)
    return new


def _chance() -> random.Random:
    return secrets.SystemRandom()
