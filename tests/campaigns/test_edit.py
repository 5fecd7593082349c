"""A campaign's settings."""

from __future__ import annotations

import pytest

from rhean.campaigns.models import Campaign
from tests.campaigns.standard import Clients, assert_leads_nowhere, assert_statuses

FORM = {"name": "The Salt Road", "dice_mode": "app", "health_allies": "number", "health_foes": "word"}


@pytest.fixture
def address(campaign: Campaign) -> str:
    return f"{campaign.get_absolute_url()}edit/"


def test_a_game_master_changes_settings_and_all_are_told(clients: Clients, campaign: Campaign, address: str) -> None:
    answer = clients["wren"].post(address, {**FORM, "dice_mode": "typed", "xp_approval": "on"}, follow=True)
    campaign.refresh_from_db()
    assert (campaign.dice_mode, campaign.xp_approval) == ("typed", True)
    assert "Wren changed the campaign: dice: We roll at the table and type it in" in answer.text


def test_saving_without_a_change_logs_nothing(clients: Clients, campaign: Campaign, address: str) -> None:
    assert clients["wren"].post(address, FORM).status_code == 302
    assert not campaign.log.exists()


@pytest.mark.parametrize("change", [{"name": "\u2800"}, {"dice_mode": "loaded"}, {"health_foes": ""}])
def test_what_cannot_be_is_refused_and_the_page_keeps_its_name(
    clients: Clients, campaign: Campaign, address: str, change: dict[str, str]
) -> None:
    answer = clients["wren"].post(address, {**FORM, **change})
    assert answer.status_code == 422
    assert "The Salt Road" in answer.text
    campaign.refresh_from_db()
    assert campaign.name == "The Salt Road"


def test_only_game_masters_change_settings(clients: Clients, address: str) -> None:
    expected = {200: ["owner", "wren"], 403: ["ode", "watcher"], 404: ["stranger"], 302: ["nobody"]}
    assert_statuses(clients, address, expected)
    assert_statuses(clients, address, {403: ["ode", "watcher"], 404: ["stranger"]}, method="post", data=FORM)


def test_addresses_that_lead_nowhere(clients: Clients, campaign: Campaign, address: str) -> None:
    assert_leads_nowhere(clients["wren"], address, campaign.code)


def test_other_methods_are_refused(clients: Clients, address: str) -> None:
    assert clients["wren"].put(address).status_code == 405
