"""The fights of the demo campaign: everything that ships ready-made with its system, laid out and prepared."""

from __future__ import annotations

from encounters.actions.prepare import do_create_ready
from encounters.models import Combatant
from encounters.ready import ready_made
from rhean.campaigns.demo import People
from rhean.campaigns.models import Campaign


def load(campaign: Campaign, people: People) -> None:
    """Prepare every ready-made encounter; the demo player runs whom the demo player owns."""
    for ready in ready_made(campaign):
        do_create_ready(campaign, ready)
    Combatant.objects.filter(encounter__campaign=campaign, character__owner=people.player).update(
        owner=people.player.key
    )
