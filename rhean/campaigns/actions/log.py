"""The campaign's row, its version and its log."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.shortcuts import get_object_or_404

from rhean.campaigns.actions.once import own_key
from rhean.campaigns.log import kind_of
from rhean.campaigns.models import Campaign, LogEntry, User
from rhean.live import changed
from rhean.rules.events import Audience


def lock(campaign: Campaign) -> Campaign:
    """The campaign's row, locked until the transaction ends; its values are the newest. One that was
    deleted meanwhile is not found (404)."""
    return get_object_or_404(Campaign.objects.select_for_update(), pk=campaign.pk)


def tell(campaign: Campaign) -> None:
    """Count a change and tell the viewers after commit. Expects the campaign's row to be locked."""
    campaign.version += 1
    campaign.save(update_fields=["version"])
    changed(campaign.topic, campaign.version)


def do_log(
    campaign: Campaign,
    kind: str,
    payload: dict[str, Any],
    *,
    audience: Audience,
    actor: User | None,
    public: dict[str, Any] | None = None,
    key: str = "",
) -> LogEntry:
    """Write an entry into the campaign's log and tell its viewers, in the transaction of the change it tells of.

    Those outside the audience read ``public``, or nothing. A ``key`` that this person used
    before for this kind gives back the first entry.
    """
    kind_of(kind)
    with transaction.atomic():
        row = lock(campaign)
        own = own_key(actor, kind, key=key)
        done = LogEntry.objects.filter(campaign=row, key=own).first() if own else None
        if done is not None:
            return done
        row.log_length += 1
        row.save(update_fields=["log_length"])
        entry = LogEntry.objects.create(
            campaign=row,
            seq=row.log_length,
            kind=kind,
            payload=payload,
            public=public,
            audience=None if audience.owners is None else list(audience.owners),
            actor=actor,
            actor_name=actor.username if actor else "",
            key=own or None,
        )
        tell(row)
    return entry
