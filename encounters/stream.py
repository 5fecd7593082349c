"""Who hears of an encounter's changes: addresses of its stream, and those who may no longer listen.

The stream carries version numbers only; what a person may see is decided when a page part is read again. Whoever
leaves a campaign, is removed, changes role, or holds a revoked link loses the stream at once.
"""

from __future__ import annotations

from functools import partial

from django.db import transaction

from encounters.models import Encounter
from rhean.campaigns.models import Campaign, User
from rhean.live import hub, live_url


def address_for(encounter: Encounter, user: User) -> str:
    """The stream of a member."""
    return live_url(encounter.topic, user.pk)


def address_for_table(encounter: Encounter) -> str:
    """The stream of a table screen, bound to the link by which it was opened."""
    return live_url(encounter.topic, listener_with(encounter.watch_token or ""))


def listener_with(token: str) -> str:
    """How the hub knows those who opened a link."""
    return f"table:{token}"


def drop_link(encounter: Encounter, token: str | None) -> None:
    """End the streams that a revoked link had opened, once the revocation is committed."""
    if token:
        transaction.on_commit(partial(hub.drop, encounter.topic, listener_with(token)))


def topics_of(campaign: Campaign) -> list[str]:
    """The topics of a campaign's encounters, for whoever ends somebody's streams of all of them."""
    return [f"encounter:{code}" for code in Encounter.objects.filter(campaign=campaign).values_list("code", flat=True)]
