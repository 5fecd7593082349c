"""Making a link by which people join, its page, its QR code, closing it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from rhean.campaigns.models import Campaign, Invitation
from rhean.campaigns.roles import Role
from tests.campaigns.standard import Clients, assert_leads_nowhere, assert_only_by, assert_statuses
from tests.factories.campaigns import InvitationFactory

FORM = {"role": "2", "days": "7", "uses": "4"}


@pytest.fixture
def address(campaign: Campaign) -> str:
    return f"{campaign.get_absolute_url()}invitations/invite/"


@pytest.fixture
def made(campaign: Campaign) -> Invitation:
    return InvitationFactory.create(campaign=campaign)


def places(made: Invitation) -> dict[str, str]:
    names = ("invitation", "invitation_code", "revoke")
    return {name: reverse(f"campaigns:{name}", args=[made.campaign.code, made.token]) for name in names}


def test_a_game_master_makes_a_link(clients: Clients, campaign: Campaign, address: str) -> None:
    page = clients["wren"].post(address, FORM, follow=True)
    made = Invitation.objects.get()
    assert (made.role, made.uses_left) == (Role.PLAYER, 4)
    assert made.expires is not None
    assert timedelta(days=6) < made.expires - timezone.now() < timedelta(days=8)
    assert f"http://testserver/join/{made.token}/" in page.text


def test_a_link_may_be_for_ever_and_for_all(clients: Clients, address: str) -> None:
    clients["wren"].post(address, {"role": "1", "days": "", "uses": ""})
    made = Invitation.objects.get()
    assert (made.role, made.expires, made.uses_left) == (Role.WATCHER, None, None)


@pytest.mark.parametrize(
    "change", [{"role": "3"}, {"role": "9"}, {"days": "400"}, {"uses": "0"}, {"uses": "1e3"}, {"uses": "10000"}]
)
def test_what_cannot_be_is_refused_at_the_form(clients: Clients, address: str, change: dict[str, str]) -> None:
    assert clients["wren"].post(address, {**FORM, **change}).status_code == 422
    assert not Invitation.objects.exists()


def test_only_the_owner_invites_game_masters(clients: Clients, address: str, campaign: Campaign) -> None:
    assert clients["owner"].post(address, {**FORM, "role": "3"}).status_code == 302
    made = Invitation.objects.get(role=Role.GM)
    for place in places(made).values():
        assert getattr(clients["wren"], "post" if "revoke" in place else "get")(place).status_code == 403


def test_the_code_is_a_picture_of_the_link(clients: Clients, made: Invitation) -> None:
    answer = clients["wren"].get(places(made)["invitation_code"])
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert answer.content.startswith(b"<svg")


def test_a_closed_link_is_closed_for_good(clients: Clients, made: Invitation) -> None:
    for _ in range(2):
        assert clients["wren"].post(places(made)["revoke"]).status_code == 302
    assert clients["nobody"].get(made.get_absolute_url()).status_code == 410
    assert "This link is closed" in clients["wren"].get(places(made)["invitation"]).text
    assert made.campaign.log.filter(kind="campaign.revoked").count() == 1


def test_only_game_masters_have_to_do_with_links(clients: Clients, address: str, made: Invitation) -> None:
    expected = {403: ["ode", "watcher"], 404: ["stranger"], 302: ["nobody"]}
    assert_statuses(clients, address, {**expected, 302: [], 401: ["nobody"]}, method="post", data=FORM)
    assert_statuses(clients, places(made)["revoke"], expected, method="post")
    assert_statuses(clients, places(made)["invitation"], expected)
    assert_statuses(clients, places(made)["invitation_code"], expected)


def test_addresses_that_lead_nowhere(clients: Clients, address: str, made: Invitation) -> None:
    code = made.campaign.code
    assert_leads_nowhere(clients["wren"], address, code, method="post")
    for place in places(made).values():
        method = "post" if "revoke" in place else "get"
        assert_leads_nowhere(clients["wren"], place, code, method=method)
        assert getattr(clients["wren"], method)(place.replace(made.token, "nothing")).status_code == 404
    elsewhere = InvitationFactory.create()
    assert clients["wren"].get(places(made)["invitation"].replace(made.token, elsewhere.token)).status_code == 404


def test_other_methods_are_refused(clients: Clients, address: str, made: Invitation) -> None:
    assert_only_by("post", clients["wren"], address)
    assert_only_by("post", clients["wren"], places(made)["revoke"])
    assert_only_by("get", clients["wren"], places(made)["invitation"])
    assert_only_by("get", clients["wren"], places(made)["invitation_code"])
