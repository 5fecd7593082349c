"""Handing a campaign over, and leaving it."""

from __future__ import annotations

from django.urls import reverse

from rhean.campaigns.access import Role, role_in
from rhean.campaigns.models import Campaign, User
from tests.campaigns.standard import Clients, assert_leads_nowhere, assert_only_by, assert_statuses


def address_of(campaign: Campaign, user: User) -> str:
    return reverse("campaigns:hand_over", args=[campaign.code, user.key])


def test_another_owns_the_campaign_and_the_old_owner_may_go(
    clients: Clients, campaign: Campaign, owner: User, ode: User
) -> None:
    assert clients["owner"].post(address_of(campaign, ode)).status_code == 302
    assert (role_in(campaign, ode), role_in(campaign, owner)) == (Role.OWNER, Role.GM)
    assert clients["owner"].post(f"{campaign.get_absolute_url()}leave/").status_code == 302
    assert role_in(campaign, owner) is None


def test_handing_over_to_oneself_changes_nothing(clients: Clients, campaign: Campaign, owner: User) -> None:
    assert clients["owner"].post(address_of(campaign, owner)).status_code == 409
    assert role_in(campaign, owner) == Role.OWNER


def test_only_the_owner_may(clients: Clients, campaign: Campaign, pike: User) -> None:
    expected = {403: ["wren", "ode", "watcher"], 404: ["stranger"], 302: ["nobody"]}
    assert_statuses(clients, address_of(campaign, pike), expected, method="post")


def test_addresses_that_lead_nowhere(clients: Clients, campaign: Campaign, ode: User, stranger: User) -> None:
    assert_leads_nowhere(clients["owner"], address_of(campaign, ode), campaign.code, method="post")
    assert clients["owner"].post(address_of(campaign, stranger)).status_code == 404


def test_other_methods_are_refused(clients: Clients, campaign: Campaign, ode: User) -> None:
    assert_only_by("post", clients["owner"], address_of(campaign, ode))
