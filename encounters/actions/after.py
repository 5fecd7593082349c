"""What a fight leaves on the sheets."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.db import transaction

from encounters import engine
from encounters.actions.base import Kind, lock, tell, write
from encounters.errors import NotNow
from encounters.models import Combatant, Encounter
from rhean.campaigns.models import User
from rhean.rules.state import State
from sheets.actions import do_set_fields, do_set_pools
from sheets.models import Character


@dataclass
class Carried:
    """Whose sheets were written; who has left the campaign (or is archived); whose sheet was changed since the last
    time and was left as it is."""

    written: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)

    @property
    def words(self) -> str:
        """What was done, for the GM."""
        said = [f"Written to the sheets of {', '.join(self.written)}."] if self.written else []
        if self.gone:
            said.append(f"Left out: {', '.join(self.gone)} (archived, or no longer in this campaign).")
        said += [f"{name}: the sheet was changed since; it was left as it is." for name in self.changed]
        return " ".join(said) or "Nobody here has a sheet of the campaign."


@transaction.atomic
def do_write_back(encounter: Encounter, user: User) -> Carried:
    """Write the pools as they stand, and what else lasts, to the sheets of the campaign's characters.

    When nothing was fought since the last time, a sheet that was changed since is left alone."""
    row = lock(encounter)
    if row.is_draft:
        raise NotNow("The fight has not begun.")
    state, before = engine.state_of(row), row.carried_over
    versions: dict[str, int] = dict(before.note.get("versions", {})) if before else {}
    there = {one.id for one in engine.scene_of(row).combatants}
    done = Carried()
    for one in row.roster.filter(character__isnull=False, cid__in=there):
        character = Character.objects.select_for_update(of=("self",)).filter(fights=one).first()
        if character is None or character.campaign_id != row.campaign_id or character.archived:
            done.gone.append(one.name)
        elif versions.get(one.cid, character.version) != character.version:
            done.changed.append(one.name)
        else:
            _write_sheet(row, state, one, character, user)
            versions[one.cid] = character.version
            done.written.append(one.name)
    write(row, Kind.NOTE, user, note={"written": done.written, "versions": versions})
    tell(row, "log_length")
    return done


def _write_sheet(row: Encounter, state: State, one: Combatant, character: Character, user: User) -> None:
    gauges = next(shown.gauges for shown in engine.scene_of(row).combatants if shown.id == one.cid)
    do_set_pools(character, {gauge.key: gauge.current for gauge in gauges}, user)
    lasting = engine.system_for(row).lasting(state, one.cid, character.document)
    do_set_fields(character, {path: (value, None) for path, value in lasting.items()}, actor=user)
