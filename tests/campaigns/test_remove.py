"""Sending a member away."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from rhean.campaigns import topics
from rhean.campaigns.access import role_in
from rhean.campaigns.models import Campaign, User
from rhean.live import hub
from tests.campaigns.standard import Clients, assert_leads_nowhere, assert_only_by, assert_statuses


def address_of(campaign: Campaign, user: User) -> str:
    return reverse("campaigns:remove", args=[campaign.code, user.key])


def test_whoever_is_removed_is_outside_at_once(clients: Clients, campaign: Campaign, ode: User) -> None:
    assert clients["ode"].get(campaign.get_absolute_url()).status_code == 200
    assert clients["wren"].post(address_of(campaign, ode)).status_code == 302
    assert clients["ode"].get(campaign.get_absolute_url()).status_code == 404
    assert clients["ode"].post(f"{campaign.get_absolute_url()}dice/roll/").status_code == 404
    assert "Wren removed Ode from the campaign." in clients["pike"].get(campaign.get_absolute_url()).text


def test_every_stream_of_the_campaign_ends_after_the_commit(
    clients: Clients,
    campaign: Campaign,
    ode: User,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    dropped: list[tuple[str, object]] = []
    monkeypatch.setattr(hub, "drop", lambda topic, user: dropped.append((topic, user)))
    monkeypatch.setattr(topics, "_more", {"x": lambda of: [f"fight:{of.pk}"]})
    with django_capture_on_commit_callbacks(execute=True):
        clients["wren"].post(address_of(campaign, ode))
        assert dropped == []
    assert dropped == [(campaign.topic, ode.pk), (f"fight:{campaign.pk}", ode.pk)]


def test_a_game_master_does_not_remove_his_equals(clients: Clients, campaign: Campaign, owner: User) -> None:
    assert clients["wren"].post(address_of(campaign, owner)).status_code == 403


def test_the_last_owner_cannot_be_removed(clients: Clients, campaign: Campaign, owner: User) -> None:
    assert clients["owner"].post(address_of(campaign, owner)).status_code == 409
    assert role_in(campaign, owner) is not None


def test_players_and_strangers_remove_nobody(clients: Clients, campaign: Campaign, pike: User) -> None:
    expected = {403: ["ode", "watcher"], 404: ["stranger"], 302: ["nobody"]}
    assert_statuses(clients, address_of(campaign, pike), expected, method="post")
    assert role_in(campaign, pike) is not None


def test_addresses_that_lead_nowhere(clients: Clients, campaign: Campaign, ode: User, stranger: User) -> None:
    assert_leads_nowhere(clients["wren"], address_of(campaign, ode), campaign.code, method="post")
    assert clients["wren"].post(address_of(campaign, stranger)).status_code == 404


def test_other_methods_are_refused(clients: Clients, campaign: Campaign, ode: User) -> None:
    assert_only_by("post", clients["wren"], address_of(campaign, ode))
