"""Giving a member another role."""

from __future__ import annotations

import pytest
from django.urls import reverse

from rhean.campaigns.access import Role, role_in
from rhean.campaigns.models import Campaign, User
from tests.campaigns.standard import Clients, assert_leads_nowhere, assert_only_by, assert_statuses


def address_of(campaign: Campaign, user: User) -> str:
    return reverse("campaigns:set_role", args=[campaign.code, user.key])


def test_a_game_master_moves_people_below_him(clients: Clients, campaign: Campaign, ode: User) -> None:
    answer = clients["wren"].post(address_of(campaign, ode), {"role": Role.WATCHER.value})
    assert answer.status_code == 302
    assert role_in(campaign, ode) == Role.WATCHER
    assert "Wren gave Ode the role Watcher." in clients["pike"].get(campaign.get_absolute_url()).text


@pytest.mark.parametrize("role", ["3", "4", "0", "king", ""])
def test_a_game_master_gives_no_role_above_players(clients: Clients, campaign: Campaign, ode: User, role: str) -> None:
    assert clients["wren"].post(address_of(campaign, ode), {"role": role}).status_code == 422
    assert role_in(campaign, ode) == Role.PLAYER


def test_a_game_master_does_not_touch_his_equals(clients: Clients, campaign: Campaign, owner: User, wren: User) -> None:
    for user in (owner, wren):
        assert clients["wren"].post(address_of(campaign, user), {"role": "1"}).status_code == 403


def test_the_owner_makes_game_masters_and_further_owners(clients: Clients, campaign: Campaign, ode: User) -> None:
    for role in (Role.GM, Role.OWNER):
        assert clients["owner"].post(address_of(campaign, ode), {"role": role.value}).status_code == 302
        assert role_in(campaign, ode) == role


def test_the_last_owner_stays_one(clients: Clients, campaign: Campaign, owner: User) -> None:
    answer = clients["owner"].post(address_of(campaign, owner), {"role": "3"})
    assert answer.status_code == 409
    assert "needs an owner" in answer.text
    assert role_in(campaign, owner) == Role.OWNER


def test_players_and_strangers_change_nothing(clients: Clients, campaign: Campaign, pike: User) -> None:
    expected = {403: ["ode", "watcher"], 404: ["stranger"], 401: ["nobody"]}
    assert_statuses(clients, address_of(campaign, pike), expected, method="post", data={"role": "3"})
    assert role_in(campaign, pike) == Role.PLAYER


def test_addresses_that_lead_nowhere(clients: Clients, campaign: Campaign, ode: User, stranger: User) -> None:
    assert_leads_nowhere(clients["wren"], address_of(campaign, ode), campaign.code, method="post")
    assert clients["wren"].post(address_of(campaign, stranger), {"role": "1"}).status_code == 404


def test_other_methods_are_refused(clients: Clients, campaign: Campaign, ode: User) -> None:
    assert_only_by("post", clients["wren"], address_of(campaign, ode))
