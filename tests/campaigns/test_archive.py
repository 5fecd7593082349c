"""Putting a campaign away, and taking it out again."""

from __future__ import annotations

import pytest

from rhean.campaigns.models import Campaign
from tests.campaigns.standard import Clients, assert_leads_nowhere, assert_only_by, assert_statuses


@pytest.mark.parametrize(("verb", "archived"), [("archive", True), ("restore", False)])
def test_the_owner_does_it_and_doing_it_twice_is_harmless(
    clients: Clients, campaign: Campaign, verb: str, archived: bool
) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(archived=not archived)
    for _ in range(2):
        assert clients["owner"].post(f"{campaign.get_absolute_url()}{verb}/").status_code == 302
    campaign.refresh_from_db()
    assert campaign.archived == archived
    assert campaign.log.count() == 1


@pytest.mark.parametrize("verb", ["archive", "restore"])
def test_nobody_else_may(clients: Clients, campaign: Campaign, verb: str) -> None:
    address = f"{campaign.get_absolute_url()}{verb}/"
    expected = {403: ["wren", "ode", "watcher"], 404: ["stranger"], 302: ["nobody"]}
    assert_statuses(clients, address, expected, method="post")
    assert_only_by("post", clients["owner"], address)
    assert_leads_nowhere(clients["owner"], address, campaign.code, method="post")


def test_an_archived_campaign_can_be_read(clients: Clients, campaign: Campaign) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(archived=True)
    answer = clients["ode"].get(campaign.get_absolute_url())
    assert answer.status_code == 200
    assert "lies in the archive" in answer.text
