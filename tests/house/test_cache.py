"""What browsers and proxies may keep of an answer."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from rhean.campaigns.models import Campaign
from tests.campaigns.standard import Clients
from tests.factories.encounters import EncounterFactory
from tests.factories.sheets import ReadyFactory

pytestmark = [pytest.mark.database, pytest.mark.django_db]
PRIVATE = "private, no-cache"


@pytest.mark.parametrize("address", ["/", "/campaigns/create/", "/account/", "/no/such/page/"])
def test_a_page_of_somebody_logged_in_is_his_and_asked_for_anew(clients: Clients, address: str) -> None:
    assert clients["ode"].get(address).headers["Cache-Control"] == PRIVATE


def test_so_are_parts_answers_to_forms_and_pages_of_a_campaign(clients: Clients, campaign: Campaign) -> None:
    for address in (campaign.get_absolute_url(), reverse("campaigns:recent", args=[campaign.code])):
        assert clients["ode"].get(address).headers["Cache-Control"] == PRIVATE
    roll = reverse("campaigns:roll", args=[campaign.code])
    assert clients["ode"].post(roll, {"expression": "d6"}).headers["Cache-Control"] == PRIVATE
    assert clients["stranger"].get(campaign.get_absolute_url()).headers["Cache-Control"] == PRIVATE


@pytest.mark.parametrize("address", ["/log-in/", "/sign-up/", "/"])
def test_a_page_with_a_form_token_is_nobody_elses(client: Client, address: str) -> None:
    answer = client.get(address)
    assert "no-cache" in answer.headers["Cache-Control"]
    assert "private" in answer.headers["Cache-Control"]


def test_what_is_taken_along_is_not_kept(clients: Clients, campaign: Campaign) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(system="rhean")
    campaign.refresh_from_db()
    fight, hero = EncounterFactory.create(campaign=campaign), ReadyFactory.create(campaign=campaign)
    for address in (
        reverse("campaigns:export", args=[campaign.code]),
        reverse("campaigns:log_download", args=[campaign.code, "csv"]),
        reverse("encounters:export", args=[fight.code]),
        reverse("sheets:export", args=[hero.code]),
    ):
        answer = clients["wren"].get(address)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")


def test_what_a_view_says_itself_stays(clients: Clients, campaign: Campaign) -> None:
    link = campaign.invitations.create(role=2)
    address = reverse("campaigns:invitation_code", args=[campaign.code, link.token])
    assert clients["wren"].get(address).headers["Cache-Control"] == "no-store"
