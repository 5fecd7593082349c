"""What a fight leaves on the sheets."""

from __future__ import annotations

from django.db import transaction

from encounters import engine
from encounters.actions.base import Kind, lock, tell, write
from encounters.errors import NotNow
from encounters.models import Encounter
from rhean.campaigns.models import User
from sheets.actions import do_set_fields, do_set_pools


@transaction.atomic
def do_write_back(encounter: Encounter, user: User) -> list[str]:
    """Write the pools as they stand, and what else lasts, to the sheets of the campaign's characters; gives the names
    written."""
    row = lock(encounter)
    if row.is_draft:
        raise NotNow("The fight has not begun.")
    system, state = engine.system_for(row), engine.state_of(row)
    gauges = {one.id: one.gauges for one in engine.scene_of(row).combatants}
    names = []
    for one in row.roster.filter(character__isnull=False).select_related("character"):
        if one.character is None or one.cid not in gauges:
            continue
        do_set_pools(one.character, {gauge.key: gauge.current for gauge in gauges[one.cid]}, user)
        lasting = system.lasting(state, one.cid, one.character.document)
        do_set_fields(one.character, {path: (value, None) for path, value in lasting.items()}, actor=user)
        names.append(one.name)
    write(row, Kind.NOTE, user, note={"written": names})
    tell(row, "log_length")
    return names
