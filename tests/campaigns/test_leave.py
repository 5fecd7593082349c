"""Leaving a campaign."""

from __future__ import annotations

import pytest

from rhean.campaigns.access import role_in
from rhean.campaigns.models import Campaign, User
from tests.campaigns.standard import Clients, assert_leads_nowhere, assert_only_by


@pytest.fixture
def address(campaign: Campaign) -> str:
    return f"{campaign.get_absolute_url()}leave/"


@pytest.mark.parametrize("name", ["wren", "ode", "watcher"])
def test_a_member_goes_and_is_outside(clients: Clients, campaign: Campaign, address: str, name: str) -> None:
    assert clients[name].post(address).headers["Location"] == "/"
    assert clients[name].get(campaign.get_absolute_url()).status_code == 404
    assert clients[name].post(address).status_code == 404


def test_the_last_owner_cannot_go(clients: Clients, campaign: Campaign, owner: User, address: str) -> None:
    answer = clients["owner"].post(address)
    assert answer.status_code == 409
    assert "hand it over" in answer.text
    assert role_in(campaign, owner) is not None


def test_addresses_that_lead_nowhere(clients: Clients, campaign: Campaign, address: str) -> None:
    assert_leads_nowhere(clients["ode"], address, campaign.code, method="post")
    assert clients["stranger"].post(address).status_code == 404
    assert clients["nobody"].post(address).status_code == 302


def test_other_methods_are_refused(clients: Clients, address: str) -> None:
    assert_only_by("post", clients["ode"], address)
