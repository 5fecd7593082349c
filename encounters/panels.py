"""What encounters put on the home page and on a campaign's page."""

from __future__ import annotations

from typing import Any, NamedTuple

from encounters import engine
from encounters.models import Combatant, Encounter
from rhean.campaigns.access import Role
from rhean.campaigns.models import Campaign, User

SHOWN = 12


class Fight(NamedTuple):
    """A fight going on, and whether it waits for somebody."""

    encounter: Encounter
    waits: bool


def for_home(user: User) -> dict[str, Any] | None:
    """The fights going on in all campaigns of somebody, and whether they wait for him."""
    running = Encounter.objects.filter(status=Encounter.Status.RUNNING, campaign__memberships__user=user)
    found = list(running.select_related("campaign").defer("begun", "notes", "scene")[:SHOWN])
    if not found:
        return None
    mine = Combatant.objects.filter(encounter__in=found, owner=user.key).values_list("encounter_id", "cid")
    own: dict[int, set[str]] = {}
    for pk, cid in mine:
        own.setdefault(pk, set()).add(cid)
    return {"rows": [Fight(one, waits_for(one, own.get(one.pk, set()))) for one in found]}


def waits_for(encounter: Encounter, who: set[str]) -> bool:
    """Whether a decision of one of these combatants is open."""
    if not who:
        return False
    opened = engine.system_for(encounter).open_decisions(engine.state_of(encounter))
    return any(one in who for _, one, _ in opened)


def for_campaign(campaign: Campaign, user: User, role: Role) -> dict[str, Any]:
    """A campaign's encounters as a member may see them."""
    rows = campaign.encounters.defer("state", "begun", "notes", "scene")
    gm = role >= Role.GM
    if not gm:
        rows = rows.exclude(status=Encounter.Status.DRAFT)
    return {"rows": list(rows[:SHOWN]), "campaign": campaign, "gm": gm}
