"""Beginning a campaign."""

from __future__ import annotations

import pytest

from rhean.campaigns.access import Role, role_in
from rhean.campaigns.models import Campaign, User
from tests.campaigns.standard import Clients

ADDRESS = "/campaigns/create/"


def test_whoever_begins_a_campaign_owns_it(clients: Clients, stranger: User) -> None:
    answer = clients["stranger"].post(ADDRESS, {"name": "Кампания 🐉", "system": "rhean"}, follow=True)
    made = Campaign.objects.get(name="Кампания 🐉")
    assert role_in(made, stranger) == Role.OWNER
    assert "Кампания 🐉" in answer.text
    assert "began the campaign" in answer.text


@pytest.mark.parametrize(("name", "system"), [("\u200b", "rhean"), ("Fine", "chess"), ("", ""), ("x" * 121, "rhean")])
def test_what_cannot_be_is_refused_at_the_form(clients: Clients, name: str, system: str) -> None:
    before = Campaign.objects.count()
    answer = clients["stranger"].post(ADDRESS, {"name": name, "system": system})
    assert answer.status_code == 422
    assert Campaign.objects.count() == before


def test_nobody_is_sent_to_the_log_in(clients: Clients) -> None:
    assert clients["nobody"].get(ADDRESS).status_code == 302


def test_other_methods_are_refused(clients: Clients) -> None:
    assert clients["ode"].put(ADDRESS).status_code == 405
