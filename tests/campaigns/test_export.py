"""A campaign as one file."""

from __future__ import annotations

import json

import pytest

from rhean.campaigns import exchange
from rhean.campaigns.actions import do_log
from rhean.campaigns.models import Campaign, User
from rhean.rules.events import GM_ONLY
from tests.campaigns.standard import Clients, assert_leads_nowhere, assert_only_by, assert_statuses
from tests.factories.campaigns import InvitationFactory


@pytest.fixture
def address(campaign: Campaign) -> str:
    return f"{campaign.get_absolute_url()}export/"


def test_the_file_holds_settings_members_and_log(
    clients: Clients, campaign: Campaign, wren: User, address: str
) -> None:
    do_log(campaign, "campaign.joined", {"who": "Ode 🐉", "role": "Player"}, audience=GM_ONLY, actor=wren)
    answer = clients["owner"].get(address)
    assert "attachment" in answer.headers["Content-Disposition"]
    found = json.loads(answer.text)
    assert (found["format"], found["version"]) == (exchange.FORMAT, exchange.VERSION)
    assert found["campaign"]["name"] == "The Salt Road"
    assert {"name": "Wren", "role": "Game master"} in found["members"]
    assert found["log"][0]["payload"]["who"] == "Ode 🐉"
    assert found["log"][0]["secret"] is True


def test_the_file_holds_no_password_key_or_link(clients: Clients, campaign: Campaign, wren: User, address: str) -> None:
    token = InvitationFactory.create(campaign=campaign).token
    text = clients["owner"].get(address).text
    assert token not in text
    assert wren.key not in text
    assert wren.password not in text


def test_apps_add_their_parts(clients: Clients, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "_parts", {})
    exchange.register("figures", lambda campaign: [campaign.name])
    assert json.loads(clients["wren"].get(address).text)["figures"] == ["The Salt Road"]


def test_only_game_masters_get_it(clients: Clients, address: str) -> None:
    expected = {200: ["owner", "wren"], 403: ["ode", "watcher"], 404: ["stranger"], 302: ["nobody"]}
    assert_statuses(clients, address, expected)


def test_addresses_that_lead_nowhere(clients: Clients, campaign: Campaign, address: str) -> None:
    assert_leads_nowhere(clients["wren"], address, campaign.code)


def test_other_methods_are_refused(clients: Clients, address: str) -> None:
    assert_only_by("get", clients["wren"], address)
