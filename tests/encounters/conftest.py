"""A fight in the tiny system: Ode's and Pike's fighters against Gnarl, and Shade whom nobody sees."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from encounters.actions.play import do_start
from encounters.fragments import clear_shelves
from encounters.models import Combatant, Encounter
from rhean.campaigns.models import Campaign, User
from rhean.rules import systems
from tests.encounters import tiny
from tests.encounters.table import Table
from tests.factories.campaigns import CampaignFactory
from tests.factories.encounters import CombatantFactory, EncounterFactory


@pytest.fixture(autouse=True)
def _empty_shelf() -> Iterator[None]:
    clear_shelves()
    yield
    clear_shelves()


@pytest.fixture(autouse=True)
def tiny_system(monkeypatch: pytest.MonkeyPatch) -> tiny.Tiny:
    """The tiny system, registered like any other."""
    monkeypatch.setitem(sys.modules, "rhean.rules.systems.tiny", tiny)
    monkeypatch.setattr(systems, "KEYS", (*systems.KEYS, "tiny"))
    monkeypatch.setattr(tiny.SYSTEM, "broken", False)
    return tiny.SYSTEM


@pytest.fixture
def campaign(db: None, tiny_system: tiny.Tiny) -> Campaign:
    """The cast's campaign, in the tiny system."""
    return CampaignFactory.create(name="The Salt Road", system="tiny")


@pytest.fixture
def draft(campaign: Campaign, wren: User, ode: User, pike: User) -> Encounter:
    """The fight in preparation."""
    fight = EncounterFactory.create(campaign=campaign, name="At the well", notes="The well is dry.")
    CombatantFactory.create(encounter=fight, name="Ode's knight", side="party", owner=ode.key)
    CombatantFactory.create(encounter=fight, name="Pike's thief", side="party", owner=pike.key)
    CombatantFactory.create(encounter=fight, name="Gnarl", mask="a figure", masked=True)
    CombatantFactory.create(encounter=fight, name="Shade", mask="a shadow", start={"hidden": True})
    return fight


@pytest.fixture
def fight(draft: Encounter, wren: User) -> Encounter:
    """The fight begun: the GM may open the first round."""
    return do_start(draft, wren)


@pytest.fixture
def table(fight: Encounter, wren: User, ode: User, pike: User) -> Table:
    """The fight with the hands of the cast on it."""
    return Table(fight, {"wren": wren, "ode": ode, "pike": pike})


@pytest.fixture
def asked(table: Table) -> Table:
    """The first round opened: everybody is asked at once."""
    table.open_round()
    return table


@pytest.fixture
def knight(fight: Encounter) -> Combatant:
    """Ode's fighter."""
    return fight.roster.get(name="Ode's knight")


@pytest.fixture
def gnarl(fight: Encounter) -> Combatant:
    """The foe whose name the players do not know."""
    return fight.roster.get(name="Gnarl")


@pytest.fixture
def shade(fight: Encounter) -> Combatant:
    """The foe of whom the players do not know."""
    return fight.roster.get(name="Shade")
