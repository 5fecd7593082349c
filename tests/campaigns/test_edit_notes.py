"""A campaign's notes."""

from __future__ import annotations

import pytest

from rhean.campaigns.actions import do_edit_notes
from rhean.campaigns.models import Campaign, User
from tests.campaigns.standard import Clients, assert_leads_nowhere, assert_statuses


@pytest.fixture
def address(campaign: Campaign) -> str:
    return f"{campaign.get_absolute_url()}notes/notes/edit/"


def test_a_game_master_writes_notes(clients: Clients, campaign: Campaign, address: str) -> None:
    text = "One\r\n\r\n# Two"
    assert clients["wren"].post(address, {"text": text, "before": ""}).status_code == 302
    campaign.refresh_from_db()
    assert campaign.notes == "One\n\n# Two"
    form = clients["wren"].get(address).context["form"]
    assert form.initial == {"text": "One\n\n# Two", "before": "One\n\n# Two"}


def test_the_game_masters_notes_stay_theirs_in_the_log_too(clients: Clients, campaign: Campaign, address: str) -> None:
    gm_address = address.replace("notes/notes", "notes/gm-notes")
    assert clients["wren"].post(gm_address, {"text": "Secret", "before": ""}).status_code == 302
    assert "game masters&#x27; notes" in clients["wren"].get(campaign.get_absolute_url()).text
    assert "masters&#x27; notes" not in clients["ode"].get(campaign.get_absolute_url()).text


def test_two_writers_lose_nothing(clients: Clients, campaign: Campaign, owner: User, address: str) -> None:
    do_edit_notes(campaign, "notes", "Theirs", "", owner)
    answer = clients["wren"].post(address, {"text": "Mine", "before": ""})
    assert answer.status_code == 409
    assert "Mine" in answer.text
    assert "Theirs" in answer.text
    again = {"text": "Theirs and mine", "before": answer.context["form"].initial["before"]}
    assert clients["wren"].post(address, again).status_code == 302
    campaign.refresh_from_db()
    assert campaign.notes == "Theirs and mine"


@pytest.mark.parametrize("text", ["x" * 50_001, "a\0b"])
def test_what_cannot_be_stored_is_refused(clients: Clients, address: str, text: str) -> None:
    assert clients["wren"].post(address, {"text": text, "before": ""}).status_code == 422


def test_only_game_masters_write(clients: Clients, address: str) -> None:
    for kind in ("notes", "gm-notes"):
        there = address.replace("notes/notes", f"notes/{kind}")
        assert_statuses(clients, there, {200: ["owner", "wren"], 403: ["ode", "watcher"], 404: ["stranger"]})


def test_addresses_that_lead_nowhere(clients: Clients, campaign: Campaign, address: str) -> None:
    assert_leads_nowhere(clients["wren"], address, campaign.code)
    assert clients["wren"].get(address.replace("notes/notes", "notes/members")).status_code == 404


def test_other_methods_are_refused(clients: Clients, address: str) -> None:
    assert clients["wren"].delete(address).status_code == 405
