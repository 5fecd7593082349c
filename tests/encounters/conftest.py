"""A fight in the tiny system: Ode's and Pike's fighters against Gnarl, and Shade whom nobody sees."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from encounters.actions.control import do_share
from encounters.actions.play import do_start
from encounters.actions.prepare import do_create_ready, do_set_start
from encounters.fragments import clear_shelves
from encounters.models import Combatant, Encounter
from encounters.ready import ready_made
from rhean.campaigns.models import Campaign, User
from rhean.campaigns.roles import Role
from rhean.rules import systems
from tests.encounters import tiny
from tests.encounters.table import Table
from tests.factories.campaigns import CampaignFactory, MembershipFactory
from tests.factories.encounters import CombatantFactory, EncounterFactory

SHIPPED = systems.KEYS


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


@pytest.fixture(params=SHIPPED)
def begun(request: pytest.FixtureRequest, wren: User, ode: User, pike: User, watcher: User) -> Table:
    """The first ready-made encounter of a system, begun; the party is Ode's but for one who is Pike's.

    Somebody is hidden in it: the last foe, in the dark, where the system's own makers hid nobody."""
    people = {"wren": wren, "ode": ode, "pike": pike, "watcher": watcher}
    campaign = CampaignFactory.create(system=request.param, health_foes=Campaign.Health.NUMBER)
    for user, role in zip(people.values(), (Role.GM, Role.PLAYER, Role.PLAYER, Role.WATCHER), strict=True):
        MembershipFactory.create(campaign=campaign, user=user, role=role)
    made = do_create_ready(campaign, ready_made(campaign)[0])
    party = made.roster.filter(side=made.roster.first().side)
    party.update(owner=ode.key)
    made.roster.filter(pk=party.last().pk).update(owner=pike.key)
    if not made.roster.filter(start__hidden=True).exists():
        do_set_start(made, [made.roster.last().cid], {"hidden": True})
        made.scene["map"]["light"] = "dark"
    made.seed = "ready"
    made.save(update_fields=["seed", "scene"])
    return Table(do_share(do_start(made, wren), shared=True), people)
