"""What the server's owner wants to know: how much there is, and where the space goes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import connection
from django.db.models import Count

from rhean.campaigns.models import Campaign, User
from rhean.live import hub


class Sizes(NamedTuple):
    """How much there is on this server; ``database`` is None where another machine keeps it."""

    accounts: int
    campaigns: int
    database: int | None
    media: int
    watching: int


class CampaignSize(NamedTuple):
    """A campaign in figures."""

    campaign: Campaign
    owner: str
    members: int
    entries: int


def sizes() -> Sizes:
    """The figures of the whole server."""
    return Sizes(
        accounts=User.objects.count(),
        campaigns=Campaign.objects.count(),
        database=database_size() if connection.vendor == "sqlite" else None,
        media=folder_size(Path(settings.MEDIA_ROOT)),
        watching=hub.count(),
    )


def database_size() -> int:
    """Bytes of the SQLite database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
        return int(cursor.fetchone()[0])


def folder_size(folder: Path) -> int:
    """Bytes of all files in a folder."""
    return sum((Path(place) / name).stat().st_size for place, _, names in os.walk(folder) for name in names)


def campaign_sizes() -> list[CampaignSize]:
    """Every campaign with its owner, the largest first."""
    found = Campaign.objects.annotate(people=Count("memberships")).order_by("-log_length", "name")
    owners = dict(
        Campaign.objects.filter(memberships__role=4).values_list("pk", "memberships__user__username").order_by("-pk")
    )
    return [CampaignSize(one, owners.get(one.pk, ""), one.people, one.log_length) for one in found]
