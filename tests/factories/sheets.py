"""Characters, experience, a group's own content."""

from __future__ import annotations

import factory

from rhean.rules.sheet import Document
from rhean.rules.systems import get_system
from sheets.models import Advance, Character, LibraryEntry
from tests.factories.campaigns import CampaignFactory, UserFactory


def ready_sheet(system: str, kind: str, key: str) -> Document:
    """The sheet of a ready-made one, complete; of the first that the system ships, where it has none of that key."""
    rules = get_system(system)
    known = rules.library.all(kind)
    return rules.new_sheet() | (known.get(key) or next(iter(known.values()))).sheet


class CharacterFactory(factory.django.DjangoModelFactory[Character]):
    """An empty sheet of a player's character, in a campaign."""

    class Meta:
        model = Character

    campaign = factory.SubFactory(CampaignFactory)
    owner = factory.SubFactory(UserFactory)
    system = factory.LazyAttribute(lambda one: one.campaign.system if one.campaign else "rhean")
    name = factory.Sequence(lambda n: f"Character {n}")
    document = factory.LazyAttribute(lambda one: get_system(one.system).new_sheet(one.name))


class ReadyFactory(CharacterFactory):
    """One of the ready-made characters of the system: ``ready`` is its key in the library."""

    class Params:
        ready = "soldier"

    name = "Brannoc"
    document = factory.LazyAttribute(lambda one: ready_sheet(one.system, "characters", one.ready))


class CreatureFactory(CharacterFactory):
    """A figure of the GM's, made of a creature of the library."""

    class Params:
        ready = "goblin"

    kind = Character.Kind.NPC
    name = "Gnarl"
    document = factory.LazyAttribute(lambda one: ready_sheet(one.system, "creatures", one.ready))


class AdvanceFactory(factory.django.DjangoModelFactory[Advance]):
    class Meta:
        model = Advance

    character = factory.SubFactory(CharacterFactory)
    amount = 10
    label = "Held the ford"
    by = factory.SelfAttribute("character.owner")


SHIELDS = {"rhean": {"dv": 3, "durability": 6}, "dragonpact": {"block": 2, "base": "1d4", "crit": "1d4"}}


class LibraryEntryFactory(factory.django.DjangoModelFactory[LibraryEntry]):
    """A shield of the group's own."""

    class Meta:
        model = LibraryEntry

    campaign = factory.SubFactory(CampaignFactory)
    kind = "shields"
    key = factory.Sequence(lambda n: f"door_{n}")
    name = "Barn door"
    data = factory.LazyAttribute(lambda one: SHIELDS[one.campaign.system])
