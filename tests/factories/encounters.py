"""Encounters and their rosters."""

from __future__ import annotations

import factory

from encounters.models import Combatant, Draft, Encounter, Forecast, LogEntry
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


class ForecastFactory(factory.django.DjangoModelFactory[Forecast]):
    """A forecast of a hundred fights that is done."""

    class Meta:
        model = Forecast

    encounter = factory.SubFactory(EncounterFactory)
    status = Forecast.Status.DONE
    wanted = 100
    tally = {"runs": 100, "wins": {"party": 62, "foes": 30}, "nobody": 5, "undecided": 3, "rounds": {"7": 60, "9": 40}}
    stamp = "of the tests"
