"""Characters come, go, move and change hands."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from django.core.files.base import ContentFile
from django.db import transaction

from rhean.campaigns.models import Campaign, User
from rhean.rules.sheet import Document
from rhean.rules.systems import get_system
from sheets.actions.locking import changing, keep, summary_of
from sheets.errors import Stale
from sheets.library import own_copies
from sheets.models import Character


def do_create_character(
    *,
    owner: User,
    campaign: Campaign | None,
    system: str,
    name: str,
    kind: str = Character.Kind.PC,
    document: Document | None = None,
    extra: Document | None = None,
    entries: dict[str, dict[str, Document]] | None = None,
    notes: str = "",
    building: bool = False,
    key: str = "",
) -> Character:
    """A new character; without a ``document`` an empty sheet. A ``key`` used before gives back the first one."""
    with transaction.atomic():
        done = Character.objects.filter(owner=owner, key=key).first() if key else None
        if done is not None:
            return done
        character = Character(
            owner=owner,
            campaign=campaign,
            system=system,
            kind=kind,
            name=name,
            document=deepcopy(document) if document is not None else get_system(system).new_sheet(name),
            extra=extra or {},
            entries=entries or {},
            notes=notes,
            building=building,
            key=key,
        )
        character.summary = summary_of(character)
        character.save(force_insert=True)
        return character


def do_duplicate(character: Character, name: str, *, owner: User, stays: bool = True, key: str = "") -> Character:
    """A second one just like it, owned by the person who asked, in the same campaign if it ``stays``. The portrait
    and the GM's notes stay behind."""
    own = owner.pk == character.owner_id
    return do_create_character(
        owner=owner,
        campaign=character.campaign if stays else None,
        system=character.system,
        name=name,
        kind=character.kind,
        document=character.document,
        extra=character.extra,
        entries=own_copies(character),
        notes=character.notes if own else "",
        building=character.building,
        key=key,
    )


def do_move(character: Character, campaign: Campaign | None, *, actor: User) -> None:
    """Take it into another campaign of the same system, with copies of the group's own content that it uses.

    The GM's notes belong to the campaign that it leaves and do not travel."""
    with changing(character) as fresh:
        fresh.entries = own_copies(fresh)
        fresh.campaign = campaign
        fresh.gm_notes = ""
        keep(fresh, (), "entries", "campaign", "gm_notes")


def do_archive(character: Character, *, actor: User) -> None:
    """Put it away; nothing is lost."""
    _set(character, archived=True)


def do_restore(character: Character, *, actor: User) -> None:
    """Take it out of the archive."""
    _set(character, archived=False)


def do_finish_building(character: Character, *, actor: User) -> None:
    """Guided creation is over."""
    _set(character, building=False)


def do_change_kind(character: Character, kind: str, *, actor: User) -> None:
    """Make it a player's character or a figure of the GM's."""
    _set(character, kind=kind)


def do_hand_over(character: Character, owner: User, *, actor: User) -> None:
    """Give it to somebody else."""
    _set(character, owner=owner)


def _set(character: Character, **columns: Any) -> None:
    with changing(character) as fresh:
        for name, value in columns.items():
            setattr(fresh, name, value)
        keep(fresh, (), *columns)


def do_set_notes(character: Character, column: str, text: str, *, base: int | None, actor: User) -> None:
    """Write the notes (``notes``) or those of the GM (``gm_notes``)."""
    with changing(character) as fresh:
        version = fresh.version_of(column)
        theirs = getattr(fresh, column)
        if base is not None and version > base and theirs != text:
            raise Stale("Somebody changed these notes meanwhile.", theirs, version)
        setattr(fresh, column, text)
        keep(fresh, [column], column)


def do_set_portrait(character: Character, picture: bytes | None, *, actor: User) -> None:
    """Set the portrait to a picture that has been checked and made ready, or take it away (None)."""
    with changing(character) as fresh:
        old = fresh.portrait.name
        if picture is None:
            fresh.portrait = ""
        else:
            fresh.portrait.save(f"{fresh.code}.webp", ContentFile(picture), save=False)
        keep(fresh, ["portrait"], "portrait")
        if old:
            storage = fresh.portrait.storage
            transaction.on_commit(lambda: storage.delete(old))
