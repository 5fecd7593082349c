"""What the sheets put elsewhere: home, campaign page, log, export, demo."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rhean.campaigns.demo import People
from rhean.campaigns.models import Campaign, User
from rhean.campaigns.topics import topics_of
from sheets.library import library_of
from sheets.models import Character
from sheets.panels import advance_words, check_words, load_demo
from tests.campaigns.standard import Clients
from tests.factories.sheets import LibraryEntryFactory


@pytest.mark.parametrize(
    ("state", "amount", "gain", "said"),
    [
        ("done", 5, True, "Ash gained 5 XP: the ford."), ("done", -8, False, "Ash bought the ford (-8 XP)."),
        ("asked", -8, False, "Ash asks for: the ford (-8 XP)."), ("refused", -8, False, "Refused for Ash: the ford."),
        ("taken_back", -8, False, "Ash took back: the ford (-8 XP)."),
    ],
)  # fmt: skip
def test_experience_reads_well_in_the_log(state: str, amount: int, gain: bool, said: str) -> None:
    payload = {"who": "Ash", "label": "the ford", "amount": amount, "state": state, "gain": gain}
    assert advance_words(payload).text == said


def test_a_blind_roll_reads_as_one_whose_result_is_not_known() -> None:
    assert check_words({"who": "Ash", "check": "Climbing"}).text == (
        "Ash rolled Climbing blind: only the game master sees it."
    )


def test_the_campaigns_export_holds_characters_and_the_groups_own_content(
    clients: Clients, campaign: Campaign, brannoc: Character
) -> None:
    LibraryEntryFactory.create(campaign=campaign, key="door")
    brannoc.gm_notes = "A spy."
    brannoc.save(update_fields=["gm_notes"])
    answer = clients["wren"].get(f"{campaign.get_absolute_url()}export/")
    file: dict[str, Any] = json.loads(answer.content)
    assert [(one["name"], one["player"], one["gm_notes"]) for one in file["characters"]] == [
        ("Brannoc", "Ode", "A spy.")
    ]
    assert file["library"] == {"shields": {"door": {"dv": 3, "durability": 6, "key": "door", "name": "Barn door"}}}


def test_the_streams_of_a_campaign_are_those_of_its_sheets_too(campaign: Campaign, brannoc: Character) -> None:
    assert f"sheet:{brannoc.code}" in topics_of(campaign)


def test_the_demo_has_a_party(campaign: Campaign, wren: User, ode: User) -> None:
    load_demo(campaign, People(gm=wren, player=ode))
    names = list(Character.objects.filter(campaign=campaign).values_list("name", flat=True))
    assert len(names) == 6
    assert Character.objects.filter(owner=ode).count() == 2


def test_when_a_campaign_goes_its_characters_stay_whole(campaign: Campaign, brannoc: Character) -> None:
    LibraryEntryFactory.create(campaign=campaign, key="door")
    brannoc.document["shield"] = "door"
    brannoc.save(update_fields=["document"])
    campaign.delete()
    brannoc.refresh_from_db()
    assert brannoc.campaign is None
    assert library_of(brannoc).get("shields", "door").name == "Barn door"
