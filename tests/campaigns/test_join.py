"""Joining by a link."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from rhean.campaigns.access import Role, role_in
from rhean.campaigns.models import Campaign, Invitation, User
from tests.campaigns.standard import Clients, assert_only_by
from tests.factories.campaigns import PASSWORD, InvitationFactory

pytestmark = pytest.mark.django_db
CLOSED = ({"revoked": True}, {"uses_left": 0}, {"expires": timezone.now() - timedelta(minutes=1)})


@pytest.fixture
def link(campaign: Campaign) -> Invitation:
    return InvitationFactory.create(campaign=campaign, uses_left=2)


def accept(client: Client, link: Invitation) -> Any:
    return client.post(f"{link.get_absolute_url()}accept/")


def sign_up(client: Client, link: Invitation, name: str = "Newcomer 🐉", again: str = PASSWORD) -> Any:
    form = {"name": name, "password": PASSWORD, "again": again}
    return client.post(f"{link.get_absolute_url()}sign-up/", form)


def test_a_newcomer_makes_an_account_and_is_in(client: Client, link: Invitation) -> None:
    assert "Make an account and join" in client.get(link.get_absolute_url()).text
    answer = sign_up(client, link)
    assert answer.headers["Location"] == link.campaign.get_absolute_url()
    page = client.get(answer.headers["Location"]).text
    assert "Newcomer 🐉 joined as Player." in page
    link.refresh_from_db()
    assert link.uses_left == 1
    assert not User.objects.get(username="Newcomer 🐉").is_staff


def test_a_mistake_in_the_form_keeps_the_name(client: Client, link: Invitation) -> None:
    answer = sign_up(client, link, again="x")
    assert answer.status_code == 422
    assert "Newcomer 🐉" in answer.text


def test_somebody_with_an_account_joins_with_one_click(clients: Clients, link: Invitation, stranger: User) -> None:
    assert "/accept/" in clients["stranger"].get(link.get_absolute_url()).text
    assert accept(clients["stranger"], link).status_code == 302
    assert role_in(link.campaign, stranger) == Role.PLAYER


def test_looking_at_the_link_joins_nobody(clients: Clients, link: Invitation, stranger: User) -> None:
    clients["stranger"].get(link.get_absolute_url())
    assert role_in(link.campaign, stranger) is None


def test_joining_twice_is_harmless(clients: Clients, link: Invitation, wren: User) -> None:
    for _ in range(2):
        assert accept(clients["stranger"], link).status_code == 302
    assert accept(clients["wren"], link).status_code == 302
    link.refresh_from_db()
    assert link.uses_left == 1
    assert role_in(link.campaign, wren) == Role.GM
    assert clients["stranger"].get(link.get_absolute_url()).status_code == 302


@pytest.mark.parametrize("state", CLOSED, ids=["revoked", "used up", "out of date"])
def test_a_closed_link_lets_nobody_in_and_tells_nothing(
    clients: Clients, campaign: Campaign, stranger: User, state: dict[str, Any]
) -> None:
    link = InvitationFactory.create(campaign=campaign, **state)
    for answer in (clients["nobody"].get(link.get_absolute_url()), sign_up(clients["nobody"], link)):
        assert answer.status_code in {410, 422}
        assert campaign.name not in answer.text
    assert accept(clients["stranger"], link).status_code == 410
    assert role_in(campaign, stranger) is None
    assert not User.objects.filter(username="Newcomer 🐉").exists()


def test_a_member_passes_a_closed_link(clients: Clients, campaign: Campaign) -> None:
    link = InvitationFactory.create(campaign=campaign, revoked=True)
    assert clients["ode"].get(link.get_absolute_url()).headers["Location"] == campaign.get_absolute_url()
    assert accept(clients["ode"], link).status_code == 302


def test_somebody_logged_in_is_not_asked_for_an_account(clients: Clients, link: Invitation) -> None:
    assert sign_up(clients["stranger"], link).headers["Location"] == link.get_absolute_url()


def test_addresses_that_lead_nowhere(clients: Clients) -> None:
    assert clients["nobody"].get("/join/nothing/").status_code == 404
    assert clients["nobody"].post("/join/nothing/sign-up/").status_code == 404
    assert clients["stranger"].post("/join/nothing/accept/").status_code == 404


def test_other_methods_are_refused(clients: Clients, link: Invitation) -> None:
    assert_only_by("get", clients["stranger"], link.get_absolute_url())
    assert_only_by("post", clients["stranger"], f"{link.get_absolute_url()}accept/")
    assert_only_by("post", clients["stranger"], f"{link.get_absolute_url()}sign-up/")
