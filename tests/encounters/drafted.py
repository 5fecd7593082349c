"""The small fights of ``duels`` as encounters in preparation."""

from __future__ import annotations

from encounters.models import Encounter
from tests.encounters.duels import duel
from tests.factories.encounters import CombatantFactory, EncounterFactory


def drafted(key: str, late: int = 0) -> Encounter:
    """Two against two of a system; the last ``late`` of them join with round 2."""
    entrants, scene = duel(key)
    made = EncounterFactory.create(campaign__system=key, scene=scene)
    for number, one in enumerate(entrants):
        given = {"cid": one.id, "name": one.id.title(), "sheet": one.sheet, "side": one.side, "start": one.start}
        CombatantFactory.create(encounter=made, round=2 if number >= len(entrants) - late else None, **given)
    return made
