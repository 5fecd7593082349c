"""A campaign's page, and the part of it that keeps itself up to date."""

from __future__ import annotations

from typing import Any

import pytest

from rhean.campaigns import panels
from rhean.campaigns.actions import do_log
from rhean.campaigns.models import Campaign, User
from rhean.rules.events import GM_ONLY
from tests.campaigns.standard import Clients, assert_leads_nowhere, assert_only_by, assert_statuses
from tests.factories.campaigns import LogEntryFactory, MembershipFactory


@pytest.fixture
def address(campaign: Campaign) -> str:
    return campaign.get_absolute_url()


def test_every_member_sees_it_and_nobody_else(clients: Clients, address: str) -> None:
    members = ("owner", "wren", "ode", "pike", "watcher")
    assert_statuses(clients, address, {200: members, 404: ["stranger"], 302: ["nobody"]})


def test_it_names_the_members_and_their_roles(clients: Clients, address: str) -> None:
    page = clients["watcher"].get(address).text
    for words in ("Olwen", "Wren", "Ode", "Pike", "Vesna", "Game master", "Watcher"):
        assert words in page


def test_only_game_masters_read_their_notes_and_what_is_secret(
    clients: Clients, campaign: Campaign, wren: User, address: str
) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(notes="**Open** door", gm_notes="MARKER-NOTES")
    do_log(campaign, "campaign.invited", {"who": "MARKER-LOG", "role": "x"}, audience=GM_ONLY, actor=wren)
    for name in ("ode", "watcher"):
        page = clients[name].get(address).text
        assert "<strong>Open</strong>" in page
        assert "MARKER" not in page
    page = clients["wren"].get(address).text
    assert "MARKER-NOTES" in page
    assert "MARKER-LOG" in page


def test_notes_cannot_bring_markup_of_their_own(clients: Clients, campaign: Campaign, address: str) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(notes="<script>alert(1)</script> [x](javascript:alert(1))")
    page = clients["ode"].get(address).text
    assert "<script>alert" not in page
    assert 'href="javascript' not in page


def test_panels_of_other_apps_know_who_looks(
    clients: Clients, address: str, monkeypatch: pytest.MonkeyPatch, campaign: Campaign
) -> None:
    monkeypatch.setattr(panels, "_campaign", {})
    panels.on_campaign("x", 1, "messages.html", lambda of, user, role: {"role": role.label, "same": of == campaign})
    shown = clients["watcher"].get(address).context["panels"]
    assert [panel.content for panel in shown] == [{"role": "Watcher", "same": True}]


def test_more_members_and_lines_cost_no_more_queries(
    clients: Clients, campaign: Campaign, address: str, django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(panels, "_campaign", {})
    clients["ode"].get(address)
    with django_assert_num_queries(7):
        clients["ode"].get(address)
    MembershipFactory.create_batch(20, campaign=campaign)
    LogEntryFactory.create_batch(20, campaign=campaign)
    with django_assert_num_queries(7):
        assert clients["ode"].get(address).status_code == 200


def test_the_recent_lines_come_alone_too(clients: Clients, campaign: Campaign, address: str) -> None:
    LogEntryFactory.create(campaign=campaign, payload={"who": "Somebody"})
    part = clients["ode"].get(f"{address}recent/", headers={"HX-Request": "true"}).text
    assert "Somebody put the campaign into the archive." in part
    assert part.strip().startswith('<div id="recent-log"')


def test_addresses_that_lead_nowhere(clients: Clients, campaign: Campaign, address: str) -> None:
    assert_leads_nowhere(clients["ode"], address, campaign.code)
    assert_leads_nowhere(clients["ode"], f"{address}recent/", campaign.code)


def test_other_methods_are_refused(clients: Clients, address: str) -> None:
    assert_only_by("get", clients["ode"], address)
    assert_only_by("get", clients["ode"], f"{address}recent/")
