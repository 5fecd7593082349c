"""A whole campaign as one JSON file: for a backup, or to take it along.

The file: ``format`` "rhean-campaign", ``version`` 1, ``campaign`` (its settings), ``members`` (names and roles),
``log``, and one key for each app that registered a part (``characters``, ``encounters`` ...), in that app's own
documented form. It holds secrets of the game (GM notes, hidden things), never accounts, passwords, links or tokens.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils import timezone

from rhean.campaigns.models import Campaign, LogEntry

FORMAT = "rhean-campaign"
VERSION = 1
SETTINGS = ("dice_mode", "health_allies", "health_foes", "xp_approval", "notes", "gm_notes")

Part = Callable[[Campaign], Any]
_parts: dict[str, Part] = {}


def register(key: str, part: Part) -> None:
    """Add an app's part of the file: ``part`` makes JSON of a campaign."""
    _parts[key] = part


def campaign_document(campaign: Campaign) -> dict[str, Any]:
    """The whole campaign."""
    members = campaign.memberships.select_related("user")
    return {
        "format": FORMAT,
        "version": VERSION,
        "exported": timezone.now().isoformat(timespec="seconds"),
        "campaign": {
            "name": campaign.name,
            "system": campaign.system,
            "rulings": campaign.rulings,
            **{key: getattr(campaign, key) for key in SETTINGS},
        },
        "members": [{"name": one.user.username, "role": one.get_role_display()} for one in members],
        "log": [entry_document(entry) for entry in campaign.log.order_by("seq")],
        **{key: part(campaign) for key, part in _parts.items()},
    }


def entry_document(entry: LogEntry) -> dict[str, Any]:
    """One log entry; ``secret`` tells that not everybody may read it."""
    return {
        "seq": entry.seq,
        "time": entry.created.isoformat(timespec="seconds"),
        "kind": entry.kind,
        "actor": entry.actor_name,
        "secret": entry.audience is not None,
        "payload": entry.payload,
    }
