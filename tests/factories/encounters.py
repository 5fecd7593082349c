"""Encounters and their rosters."""

from __future__ import annotations

import factory

from encounters.models import Combatant, Draft, Encounter, LogEntry
from tests.factories.campaigns import CampaignFactory


class EncounterFactory(factory.django.DjangoModelFactory[Encounter]):
    """A fight in preparation, with dice that fall the same each time."""

    class Meta:
        model = Encounter

    campaign = factory.SubFactory(CampaignFactory)
    name = factory.Sequence(lambda n: f"Fight {n}")
    seed = "seed of the tests"


class CombatantFactory(factory.django.DjangoModelFactory[Combatant]):
    """Somebody in the roster of a fight in preparation."""

    class Meta:
        model = Combatant

    encounter = factory.SubFactory(EncounterFactory)
    name = factory.Sequence(lambda n: f"Fighter {n}")
    position = factory.Sequence(lambda n: n)


class LogEntryFactory(factory.django.DjangoModelFactory[LogEntry]):
    """A step of a fight."""

    class Meta:
        model = LogEntry

    encounter = factory.SubFactory(EncounterFactory)
    seq = factory.Sequence(lambda n: n + 1)


class DraftFactory(factory.django.DjangoModelFactory[Draft]):
    """Something entered and not confirmed."""

    class Meta:
        model = Draft

    encounter = factory.SubFactory(EncounterFactory)
    cid = "c0000000000"
    prompt = "1"
    kind = "pick"
    option = "guard"
