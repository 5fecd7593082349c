"""What a fight leaves on the sheets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from encounters import engine
from encounters.actions.base import Kind, lock, tell, write
from encounters.errors import NotNow
from encounters.models import Combatant, Encounter
from rhean.campaigns.models import User
from rhean.rules.sheet import Field
from rhean.rules.state import State
from rhean.rules.view import Gauge
from sheets.actions import do_set_fields, do_set_pools
from sheets.actions.fields import place_in, pool_of
from sheets.models import Character
from sheets.paths import read
from sheets.sections import fact_words


@dataclass
class Carried:
    """Whose sheets were written, and in the same order what changed on each; who has left the campaign (or is
    archived); whose sheet was changed since the last time and was left as it is."""

    written: list[str] = field(default_factory=list)
    changes: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)

    @property
    def words(self) -> str:
        """What was done, for the GM."""
        said = ["Written to the sheets."] if self.written else []
        said += [f"{name}: {what}." for name, what in zip(self.written, self.changes, strict=True)]
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
            done.changes.append(_write_sheet(row, state, one, character, user))
            versions[one.cid] = character.version
            done.written.append(one.name)
    write(row, Kind.NOTE, user, note={"written": done.written, "versions": versions})
    tell(row, "log_length")
    return done


def _write_sheet(row: Encounter, state: State, one: Combatant, character: Character, user: User) -> str:
    """Write one sheet; gives what changed on it, in words."""
    gauges = next(shown.gauges for shown in engine.scene_of(row).combatants if shown.id == one.cid)
    lasting = engine.system_for(row).lasting(state, one.cid, character.document)
    before = _in_words(character, gauges, lasting)
    do_set_pools(character, {gauge.key: gauge.current for gauge in gauges}, user)
    do_set_fields(character, {path: (value, None) for path, value in lasting.items()}, actor=user)
    after = _in_words(character, gauges, lasting)
    changed = [f"{label} {was} → {now}" for (label, was), (_, now) in zip(before, after, strict=True) if was != now]
    return ", ".join(changed) or "nothing changed"


def _in_words(character: Character, gauges: Iterable[Gauge], paths: Iterable[str]) -> list[tuple[str, str]]:
    """Present pools and fields of a sheet: label and value."""
    character.refresh_from_db()
    places = [place_in(character, path) for path in paths]
    shown = [(gauge.label, str(pool_of(character, gauge.key)[0])) for gauge in gauges]
    return shown + [(place.label, _value_words(place.leaf, read(character.document, place))) for place in places]


def _value_words(one: Field, value: Any) -> str:
    if isinstance(value, list):
        return " and ".join(fact_words(one, each) for each in value) or "none"
    return "none" if value in (None, "") else fact_words(one, value)
