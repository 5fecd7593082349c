"""The group's own content: made, changed, deleted without harm."""

from __future__ import annotations

import re
import secrets
import unicodedata

from django.db import transaction
from django.shortcuts import get_object_or_404

from rhean.campaigns.actions import lock, tell
from rhean.campaigns.models import Campaign, User
from rhean.rules.sheet import Document
from rhean.rules.systems import get_system
from sheets.actions.locking import changing
from sheets.errors import Stale
from sheets.library import library_for, own_copies, refers
from sheets.models import Character, LibraryEntry


def key_for(campaign: Campaign, kind: str, name: str) -> str:
    """A key of its own for a new entry, made of its name where that has plain letters."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    base = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:60]
    if not base or not base[0].isalpha():
        base = f"own_{base or secrets.token_hex(4)}"
    library, key, number = library_for(campaign), base, 1
    while (
        library.get(kind, key) is not None
        or LibraryEntry.objects.filter(campaign=campaign, kind=kind, key=key).exists()
    ):
        number += 1
        key = f"{base}_{number}"
    return key


def do_save_entry(
    campaign: Campaign,
    kind: str,
    name: str,
    data: Document,
    *,
    actor: User,
    entry: LibraryEntry | None = None,
    base: int | None = None,
    key: str = "",
    sent: str = "",
) -> LibraryEntry:
    """Make a new entry, or change one, of which ``base`` is the version that was read (0: there was none). The system
    must take it: raises ``BadDocument`` with the place. A form's key (``sent``) makes one only."""
    system = get_system(campaign.system)
    with transaction.atomic():
        locked = lock(campaign)
        done = LibraryEntry.objects.filter(campaign=locked, sent=sent).first() if sent and entry is None else None
        if done is not None:
            return done
        if entry is None and key:
            entry = LibraryEntry.objects.filter(campaign=locked, kind=kind, key=key).first()
        if entry is None:
            entry = LibraryEntry(
                campaign=locked, kind=kind, key=key or key_for(locked, kind, name), version=0, sent=sent
            )
        else:
            entry = get_object_or_404(LibraryEntry.objects.select_for_update(), pk=entry.pk)
        if base is not None and entry.version > base:
            raise Stale(f"Somebody changed {entry.name} meanwhile.", entry.data, entry.version)
        entry.name, entry.data = name, data
        system.read_entry(kind, entry.whole())
        entry.version += 1
        entry.save()
        tie_pair(entry)
        tell(locked)
    return entry


def tie_pair(entry: LibraryEntry) -> None:
    """Let the other half of a pair name this one, if the group made it and it names nobody yet."""
    pair = entry.data.get("pair")
    other = LibraryEntry.objects.filter(campaign=entry.campaign, kind=entry.kind, key=pair).first() if pair else None
    if other is not None and not other.data.get("pair"):
        other.data = {**other.data, "pair": entry.key}
        other.version += 1
        other.save(update_fields=["data", "version", "changed"])


def users_of(entry: LibraryEntry) -> list[Character]:
    """The sheets of the campaign that refer to an entry."""
    system = get_system(entry.campaign.system)
    everyone = Character.objects.filter(campaign=entry.campaign)
    return [one for one in everyone if refers(system, one.document, entry.kind, entry.key)]


def do_delete_entry(entry: LibraryEntry, *, actor: User) -> list[Character]:
    """Delete an entry. Sheets that use it keep a copy, so that none of them breaks; they are handed back."""
    with transaction.atomic():
        locked = lock(entry.campaign)
        entry = get_object_or_404(LibraryEntry.objects.select_for_update(), pk=entry.pk)
        users = users_of(entry)
        for user in users:
            with changing(user) as fresh:
                kinds = {kind: dict(entries) for kind, entries in fresh.entries.items()}
                kinds.setdefault(entry.kind, {})[entry.key] = entry.whole()
                fresh.entries = kinds
                fresh.save(update_fields=["entries"])
        entry.delete()
        tell(locked)
    return users


def do_keep_copies(campaign: Campaign) -> None:
    """Let every sheet of a campaign keep copies of the group's own content that it uses: the campaign is to go."""
    if not LibraryEntry.objects.filter(campaign=campaign).exists():
        return
    for character in Character.objects.filter(campaign=campaign):
        with changing(character) as fresh:
            fresh.entries = own_copies(fresh)
            fresh.save(update_fields=["entries"])
