"""The first page."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from rhean.campaigns import panels
from rhean.campaigns.models import Campaign, User
from tests.campaigns.standard import Clients, assert_only_by
from tests.factories.campaigns import CampaignFactory, MembershipFactory

pytestmark = pytest.mark.django_db


def test_somebody_new_is_shown_the_way_in(client: Client) -> None:
    page = client.get("/").text
    assert "/sign-up/" in page
    assert "/log-in/" in page


def test_my_campaigns_are_there_with_my_role_and_no_others(clients: Clients, campaign: Campaign) -> None:
    CampaignFactory.create(name="Somebody else's")
    page = clients["wren"].get("/").text
    assert campaign.get_absolute_url() in page
    assert "Game master" in page
    assert "Somebody else" not in page


def test_an_archived_campaign_stands_apart(clients: Clients, campaign: Campaign, ode: User) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(archived=True)
    page = clients["ode"].get("/").text
    assert "Archive (1)" in page


def test_what_other_apps_add_stands_there_in_order(clients: Clients, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panels, "_home", {})
    panels.on_home("late", 2, "messages.html", lambda user: {"of": user.username})
    panels.on_home("early", 1, "messages.html", lambda user: {"of": user.username})
    panels.on_home("empty", 3, "messages.html", lambda user: None)
    shown = clients["ode"].get("/").context["panels"]
    assert [(panel.key, panel.content) for panel in shown] == [("early", {"of": "Ode"}), ("late", {"of": "Ode"})]


def test_many_campaigns_cost_no_more_queries(
    clients: Clients, ode: User, django_assert_max_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(panels, "_home", {})
    MembershipFactory.create_batch(20, user=ode)
    clients["ode"].get("/")
    with django_assert_max_num_queries(5):
        assert clients["ode"].get("/").status_code == 200


def test_other_methods_are_refused(clients: Clients) -> None:
    assert_only_by("get", clients["ode"], "/")
