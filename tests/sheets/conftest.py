"""The cast's characters: Ode's soldier Brannoc, Pike's archer, Wren's goblin Gnarl."""

from __future__ import annotations

import pytest

from rhean.campaigns.models import Campaign, User
from sheets.models import Character
from tests.factories.sheets import CreatureFactory, ReadyFactory


@pytest.fixture
def brannoc(campaign: Campaign, ode: User) -> Character:
    """Ode's soldier."""
    return ReadyFactory.create(campaign=campaign, owner=ode, name="Brannoc")


@pytest.fixture
def sallow(campaign: Campaign, pike: User) -> Character:
    """Pike's archer."""
    return ReadyFactory.create(campaign=campaign, owner=pike, name="Sallow", ready="elf_archer")


@pytest.fixture
def gnarl(campaign: Campaign, wren: User) -> Character:
    """A goblin of the GM's."""
    return CreatureFactory.create(campaign=campaign, owner=wren, name="Gnarl")
