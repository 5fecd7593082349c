"""The world that every address is tried in."""

from __future__ import annotations

import pytest

from rhean.campaigns.models import Campaign, User
from tests.access.every import MODULES
from tests.access.world import World
from tests.factories.campaigns import UserFactory


@pytest.fixture
def world(campaign: Campaign, owner: User, wren: User, ode: User, pike: User, watcher: User, stranger: User) -> World:
    host = UserFactory.create(username="Host", is_staff=True, is_superuser=True)
    people = {"owner": owner, "wren": wren, "ode": ode, "pike": pike, "watcher": watcher, "stranger": stranger}
    made = World(campaign, {**people, "host": host})
    for module in MODULES:
        if hasattr(module, "build"):
            module.build(made)
    return made
