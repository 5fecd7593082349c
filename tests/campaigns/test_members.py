"""The page of members and links."""

from __future__ import annotations

import pytest

from rhean.campaigns.models import Campaign
from rhean.campaigns.roles import Role
from tests.campaigns.standard import Clients, assert_leads_nowhere, assert_only_by, assert_statuses
from tests.factories.campaigns import InvitationFactory


@pytest.fixture
def address(campaign: Campaign) -> str:
    return f"{campaign.get_absolute_url()}members/"


def test_every_member_sees_it_and_nobody_else(clients: Clients, address: str) -> None:
    assert_statuses(clients, address, {200: ["owner", "wren", "ode", "watcher"], 404: ["stranger"], 302: ["nobody"]})


def test_links_are_for_those_who_may_give_the_role(clients: Clients, campaign: Campaign, address: str) -> None:
    for_players = InvitationFactory.create(campaign=campaign).token
    for_gms = InvitationFactory.create(campaign=campaign, role=Role.GM).token
    closed = InvitationFactory.create(campaign=campaign, revoked=True).token
    pages = {name: clients[name].get(address).text for name in ("owner", "wren", "ode")}
    assert for_players in pages["wren"]
    assert for_gms not in pages["wren"]
    assert for_gms in pages["owner"]
    assert closed not in pages["owner"]
    assert for_players not in pages["ode"]


def test_what_one_may_not_do_is_not_offered(clients: Clients, address: str) -> None:
    assert "/remove/" not in clients["ode"].get(address).text
    assert "/hand-over/" not in clients["wren"].get(address).text
    assert "/hand-over/" in clients["owner"].get(address).text


def test_addresses_that_lead_nowhere(clients: Clients, campaign: Campaign, address: str) -> None:
    assert_leads_nowhere(clients["wren"], address, campaign.code)


def test_other_methods_are_refused(clients: Clients, address: str) -> None:
    assert_only_by("get", clients["wren"], address)
