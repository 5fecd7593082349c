"""Lists of characters."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest

from rhean.campaigns.models import Campaign, User
from sheets.models import Character
from tests.campaigns.standard import Clients, assert_only_by
from tests.factories.sheets import CharacterFactory

MANY = 500


def names(html: str) -> list[str]:
    """The characters of a list, in order."""
    return [part.split("</span>")[0].rpartition(">")[2] for part in html.split('class="character-name"')[1:]]


def listed(clients: Clients, who: str, campaign: Campaign | None = None, **query: Any) -> list[str]:
    address = f"/campaigns/{campaign.code}/characters/" if campaign else "/characters/"
    answer = clients[who].get(address, query)
    assert answer.status_code == 200
    return names(answer.text)


def test_a_player_sees_the_party_and_a_game_master_the_creatures_too(
    clients: Clients, campaign: Campaign, brannoc: Character, sallow: Character, gnarl: Character
) -> None:
    assert listed(clients, "ode", campaign) == listed(clients, "watcher", campaign) == ["Brannoc", "Sallow"]
    assert listed(clients, "wren", campaign) == ["Brannoc", "Gnarl", "Sallow"]
    assert listed(clients, "ode") == ["Brannoc"]
    assert clients["stranger"].get(f"/campaigns/{campaign.code}/characters/").status_code == 404


def test_it_is_searched_filtered_and_sorted(
    clients: Clients, campaign: Campaign, brannoc: Character, sallow: Character, gnarl: Character
) -> None:
    assert listed(clients, "wren", campaign, q="ALL") == ["Sallow"]
    assert listed(clients, "wren", campaign, kind="npc") == ["Gnarl"]
    assert listed(clients, "wren", campaign, sort="-name") == ["Sallow", "Gnarl", "Brannoc"]
    assert listed(clients, "wren", campaign, sort="kind") == ["Brannoc", "Sallow", "Gnarl"]
    assert listed(clients, "ode", campaign=None, system="rhean") == ["Brannoc"]
    assert listed(clients, "ode", None, system="dragonpact") == []
    assert clients["ode"].get("/characters/", {"campaign": "none"}).status_code == 200


@pytest.mark.parametrize(
    "query",
    [{"sort": "owner__password"}, {"kind": "x"}, {"page_number": "-1"}, {"page_number": "9" * 30}, {"archived": "2"}],
)
def test_filters_that_make_no_sense_are_left_out(
    clients: Clients, campaign: Campaign, brannoc: Character, query: dict[str, str]
) -> None:
    assert listed(clients, "ode", campaign, **query) == ["Brannoc"]


def test_what_is_in_the_archive_is_out_of_the_way_and_not_lost(
    clients: Clients, campaign: Campaign, brannoc: Character
) -> None:
    clients["ode"].post(f"{brannoc.get_absolute_url()}archive/")
    assert listed(clients, "ode", campaign) == []
    assert listed(clients, "ode", campaign, archived="1") == ["Brannoc"]
    clients["ode"].post(f"{brannoc.get_absolute_url()}restore/")
    assert listed(clients, "ode", campaign) == ["Brannoc"]


def test_five_hundred_take_as_many_queries_as_five(
    clients: Clients,
    campaign: Campaign,
    ode: User,
    django_assert_max_num_queries: Callable[[int], AbstractContextManager[Any]],
) -> None:
    CharacterFactory.create_batch(5, campaign=campaign, owner=ode, document={})
    listed(clients, "ode", campaign)
    with django_assert_max_num_queries(12) as few:
        listed(clients, "ode", campaign)
    CharacterFactory.create_batch(MANY, campaign=campaign, owner=ode, document={})
    with django_assert_max_num_queries(12) as many:
        found = listed(clients, "ode", campaign, page_number="3")
    assert len(few) == len(many)
    assert len(found) == 50


def test_lists_are_read_only(clients: Clients, campaign: Campaign) -> None:
    assert_only_by("get", clients["ode"], "/characters/")
    assert_only_by("get", clients["ode"], f"/campaigns/{campaign.code}/characters/")
    part = clients["ode"].get("/characters/", headers={"HX-Request": "true"}).text
    assert "<html" not in part


def test_home_and_campaign_page_show_the_characters(
    clients: Clients, campaign: Campaign, brannoc: Character, gnarl: Character
) -> None:
    assert "Brannoc" in clients["ode"].get("/").text
    page = clients["pike"].get(campaign.get_absolute_url()).text
    assert "Brannoc" in page
    assert "Gnarl" not in page
