"""A prepared encounter as a JSON document, for its GM to keep; also a part of the campaign's export."""

from __future__ import annotations

from typing import Any

from encounters.models import Encounter
from rhean.campaigns.models import Campaign

FORMAT, VERSION = "rhean-encounter", 1


def document_of(encounter: Encounter) -> dict[str, Any]:
    """The preparation: no log, no link, nobody's account."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "system": encounter.campaign.system,
        "name": encounter.name,
        "notes": encounter.notes,
        "status": encounter.status,
        "scene": encounter.scene,
        "members": [
            {
                "id": one.cid,
                "name": one.name,
                "mask": one.mask,
                "masked": one.masked,
                "side": one.side,
                "round": one.round,
                "start": one.start,
                "sheet": one.sheet,
            }
            for one in encounter.roster.all()
        ],
    }


def documents_of(campaign: Campaign) -> list[dict[str, Any]]:
    """Every encounter of a campaign."""
    return [document_of(one) for one in campaign.encounters.prefetch_related("roster").defer("state", "begun")]
