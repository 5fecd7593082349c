"""Dragonpact through the same pages as every system: the toll at Low Fen from its preparation to a played round."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from encounters import engine
from encounters.models import Encounter
from rhean.campaigns.models import Campaign
from tests.factories.campaigns import CampaignFactory

Clients = dict[str, Client]


@pytest.fixture
def campaign(db: None) -> Campaign:
    """The cast's campaign, in Dragonpact."""
    return CampaignFactory.create(name="The Low Fen", system="dragonpact")


@pytest.fixture
def fight(campaign: Campaign, clients: Clients) -> Encounter:
    """The toll at Low Fen, laid out and begun."""
    assert clients["wren"].post(reverse("encounters:create_ready", args=[campaign.code, "low_fen"])).status_code == 302
    found = Encounter.objects.get(campaign=campaign)
    assert clients["wren"].get(reverse("encounters:prepare", args=[found.code])).status_code == 200
    assert clients["wren"].post(reverse("encounters:start", args=[found.code])).status_code == 302
    found.refresh_from_db()
    return found


def answer(client: Client, fight: Encounter, option: str, **params: Any) -> Any:
    """The open decision answered with an option, by the GM."""
    fight.refresh_from_db()
    ((prompt, who, kind),) = engine.system_for(fight).open_decisions(engine.state_of(fight))
    data = {"who": who, "prompt": prompt, "option": option, "key": f"{prompt}-{option}", "version": fight.version}
    data |= {f"with-{key}": value for key, value in params.items()}
    return client.post(reverse("encounters:answer", args=[fight.code, kind]), data)


@pytest.mark.parametrize("seat", ["run", "watch"])
def test_the_pages_show_the_fight(fight: Encounter, clients: Clients, seat: str) -> None:
    text = clients["wren"].get(reverse(f"encounters:{seat}", args=[fight.code])).content.decode()
    assert "Gutter goblin" in text
    assert "Kerra Holt" in text


def test_a_round_is_played_through_the_pages(fight: Encounter, clients: Clients) -> None:
    wren = clients["wren"]
    assert answer(wren, fight, "begin_fight").status_code == 302
    for _ in range(12):
        fight.refresh_from_db()
        assert wren.get(reverse("encounters:run", args=[fight.code])).status_code == 200
        ((*_, kind),) = engine.system_for(fight).open_decisions(engine.state_of(fight))
        option = {"act": "end_turn", "react": "pass"}[kind]
        assert answer(wren, fight, option).status_code == 302
    assert engine.scene_of(fight).clock == "Round 2"


def test_the_app_chooses_for_those_whom_the_gm_runs(fight: Encounter, clients: Clients) -> None:
    wren = clients["wren"]
    answer(wren, fight, "begin_fight")
    fight.refresh_from_db()
    before = fight.version
    assert wren.post(reverse("encounters:choose", args=[fight.code]), {"key": "one"}).status_code == 302
    fight.refresh_from_db()
    assert fight.version > before
