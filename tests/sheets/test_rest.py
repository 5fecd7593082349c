"""A rest says what came back, on the page and in the log, and is written once."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import reverse
from django.utils.html import strip_tags

from rhean.campaigns.models import Campaign, User
from rhean.rules.events import PUBLIC, Viewer
from sheets.models import Character
from tests.campaigns.standard import Clients
from tests.factories.campaigns import MembershipFactory
from tests.factories.sheets import ReadyFactory

HTMX = {"HX-Request": "true"}


def rest(clients: Clients, character: Character, who: str = "ode", **data: Any) -> HttpResponse:
    sent = {"hours": "0", "minutes": "0"} | data
    return clients[who].post(reverse("sheets:rest", args=[character.code]), sent, headers=HTMX)


def hurt(character: Character, **values: Any) -> Character:
    character.document = {**character.document, **values}
    character.save(update_fields=["document"])
    return character


def read(campaign: Campaign, viewer: Viewer) -> list[Any]:
    return [entry.seen_by(viewer) for entry in campaign.log.filter(kind="sheet.rest")]


def test_after_a_rest_stands_what_came_back(clients: Clients, brannoc: Character) -> None:
    hurt(brannoc, pools={"stamina": 1, "stability": 3})
    answer = rest(clients, brannoc, hours="1")
    assert answer.status_code == 200
    assert "After 1 hour: Stamina +6, Stability +1." in answer.text
    assert 'id="vitals"' in answer.text
    log = strip_tags(clients["watcher"].get(f"{brannoc.campaign.get_absolute_url()}log/").text)
    assert "Brannoc rested. After 1 hour: Stamina +6, Stability +1." in log


def test_in_the_other_system_pools_come_back_and_conditions_end(clients: Clients, ode: User) -> None:
    campaign = MembershipFactory.create(user=ode, campaign__system="dragonpact").campaign
    one = ReadyFactory.create(campaign=campaign, owner=ode, ready="kerra_holt")
    hurt(one, pools={"health": 1, "stamina": 0}, conditions=["bleeding", "broken"])
    answer = rest(clients, one, hours="8")
    assert "Health +1" in answer.text
    assert "no longer Bleeding." in answer.text
    assert 'id="cell-conditions"' in answer.text
    one.refresh_from_db()
    assert one.document["conditions"] == ["broken"]


@pytest.mark.parametrize(("system", "ready"), [("rhean", "grog"), ("dragonpact", "kerra_holt")])
def test_a_rest_too_short_says_that_nothing_came_back(clients: Clients, ode: User, system: str, ready: str) -> None:
    campaign = MembershipFactory.create(user=ode, campaign__system=system).campaign
    one = ReadyFactory.create(campaign=campaign, owner=ode, ready=ready)
    assert "Nothing came back." in rest(clients, one, minutes="5").text
    assert read(campaign, PUBLIC)[0]["gains"] == []


def test_without_script_it_is_told_too(clients: Clients, brannoc: Character) -> None:
    hurt(brannoc, pools={"stamina": 1})
    address = reverse("sheets:rest", args=[brannoc.code])
    answer = clients["ode"].post(address, {"hours": "0", "minutes": "10"}, follow=True)
    assert "After 10 minutes: Stamina +1." in answer.text


def test_what_makes_no_sense_is_refused(clients: Clients, brannoc: Character) -> None:
    assert rest(clients, brannoc, hours="1e3").status_code == 422
    assert not read(brannoc.campaign, PUBLIC)


def test_sent_twice_it_is_one_rest(clients: Clients, brannoc: Character) -> None:
    hurt(brannoc, pools={"stamina": 1})
    for _ in range(2):
        assert rest(clients, brannoc, minutes="10", key="once").status_code == 200
    brannoc.refresh_from_db()
    assert brannoc.document["pools"]["stamina"] == 2
    assert len(read(brannoc.campaign, PUBLIC)) == 1


def test_a_creatures_rest_is_not_told_to_the_others(clients: Clients, gnarl: Character, ode: User) -> None:
    assert rest(clients, gnarl, "wren", hours="1").status_code == 200
    assert read(gnarl.campaign, Viewer(ode.key)) == [None]


def test_without_a_campaign_it_is_told_and_not_written(clients: Clients, ode: User) -> None:
    alone = hurt(ReadyFactory.create(campaign=None, owner=ode), pools={"stamina": 1})
    assert "Stamina +1" in rest(clients, alone, minutes="10").text
