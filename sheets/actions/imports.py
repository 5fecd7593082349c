"""Files become characters."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.files.base import ContentFile
from django.db import transaction

from rhean.campaigns.models import Campaign, User
from sheets.actions.characters import do_create_character
from sheets.exchange import Parcel
from sheets.models import Advance, Character


def do_import(parcel: Parcel, *, campaign: Campaign | None, owner: User, key: str = "") -> Character:
    """A character made of a file that was read and found fit. A ``key`` used before gives back the first one."""
    with transaction.atomic():
        before = Character.objects.filter(owner=owner, key=key).first() if key else None
        if before is not None:
            return before
        made = do_create_character(
            owner=owner,
            campaign=campaign,
            system=parcel.system,
            name=parcel.name,
            kind=parcel.kind,
            document=parcel.document,
            extra=parcel.extra,
            entries=parcel.entries,
            notes=parcel.notes,
            key=key,
        )
        Advance.objects.bulk_create(
            Advance(
                character=made,
                amount=one.amount,
                label=one.label[:300],
                purchase=one.purchase[:200],
                changes=one.changes,
                by=owner,
            )
            for one in parcel.experience
        )
        if parcel.portrait is not None:
            made.portrait.save(f"{made.code}.webp", ContentFile(parcel.portrait), save=False)
            made.save(update_fields=["portrait"])
    return made


def do_import_all(parcels: Sequence[Parcel], *, campaign: Campaign, owner: User, key: str = "") -> list[Character]:
    """All characters of a table, or none of them."""
    with transaction.atomic():
        return [
            do_import(parcel, campaign=campaign, owner=owner, key=f"{key[:56]}-{number}" if key else "")
            for number, parcel in enumerate(parcels)
        ]
