"""The cast: one campaign with an owner, a GM, two players and a watcher, and a stranger who is none of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from rhean.campaigns.models import Campaign, User
from rhean.campaigns.roles import Role
from tests.factories.campaigns import CampaignFactory, MembershipFactory, UserFactory

ClientOf = Callable[[User], Client]


@pytest.fixture
def campaign(db: None) -> Campaign:
    """The campaign of the cast, in the system rhean."""
    return CampaignFactory.create(name="The Salt Road")


@pytest.fixture
def owner(campaign: Campaign) -> User:
    """Owns the campaign and does not run it."""
    return MembershipFactory.create(campaign=campaign, user__username="Olwen", role=Role.OWNER).user


@pytest.fixture
def wren(campaign: Campaign, owner: User) -> User:
    """Game master."""
    return MembershipFactory.create(campaign=campaign, user__username="Wren", role=Role.GM).user


@pytest.fixture
def ode(campaign: Campaign, owner: User) -> User:
    """Player."""
    return MembershipFactory.create(campaign=campaign, user__username="Ode", role=Role.PLAYER).user


@pytest.fixture
def pike(campaign: Campaign, owner: User) -> User:
    """The other player."""
    return MembershipFactory.create(campaign=campaign, user__username="Pike", role=Role.PLAYER).user


@pytest.fixture
def watcher(campaign: Campaign, owner: User) -> User:
    """Looks on."""
    return MembershipFactory.create(campaign=campaign, user__username="Vesna", role=Role.WATCHER).user


@pytest.fixture
def stranger(db: None) -> User:
    """Has an account, and no part in the campaign."""
    return UserFactory.create(username="Strix")


@pytest.fixture
def client_of() -> ClientOf:
    """A browser in which somebody is logged in."""

    def log_in(user: User) -> Client:
        client = Client()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return log_in


@pytest.fixture
def clients(
    client_of: ClientOf, owner: User, wren: User, ode: User, pike: User, watcher: User, stranger: User
) -> dict[str, Client]:
    """A browser for each of the cast, and one in which nobody is logged in."""
    people = {"owner": owner, "wren": wren, "ode": ode, "pike": pike, "watcher": watcher, "stranger": stranger}
    return {"nobody": Client(), **{name: client_of(user) for name, user in people.items()}}
