"""The group's own content: made, used by sheets, changed, deleted without harm."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse

from rhean.campaigns.models import Campaign
from sheets.entryforms import NAME, VERSION
from sheets.library import library_for, library_of
from sheets.models import Character, LibraryEntry
from sheets.page import SheetPage
from tests.campaigns.standard import Clients
from tests.factories.sheets import LibraryEntryFactory

SPEAR = {
    NAME: "Boar spear", "skill": "spear", "hands": "2", "reach": "3", "damage": "1d8+2", "stamina": "2",
    "durability": "9", "size": "M",
}  # fmt: skip


def send(clients: Clients, campaign: Campaign, path: str, who: str = "wren", **data: Any) -> HttpResponse:
    return clients[who].post(f"/campaigns/{campaign.code}/library/{path}", data)


def read(clients: Clients, campaign: Campaign, path: str = "", who: str = "pike") -> str:
    answer = clients[who].get(f"/campaigns/{campaign.code}/library/{path}")
    assert answer.status_code == 200
    return answer.text


def test_every_kind_has_a_page_and_a_form(clients: Clients, campaign: Campaign, brannoc: Character) -> None:
    overview = read(clients, campaign)
    for kind in SheetPage.for_user(brannoc, brannoc.owner).system.entry_fields:
        assert f"library/{kind}/" in overview
        assert "Save" in read(clients, campaign, f"{kind}/create/", "wren")
        shipped = library_for(campaign).all(kind)
        key = next(iter(shipped), None)
        if key:
            assert "Save" in read(clients, campaign, f"{kind}/{key}/edit/", "wren")
        assert "New" not in read(clients, campaign, f"{kind}/")


def test_a_weapon_of_the_groups_own_is_used_by_sheets(clients: Clients, campaign: Campaign, brannoc: Character) -> None:
    assert send(clients, campaign, "weapons/create/", **SPEAR).status_code == 302
    assert library_for(campaign).get("weapons", "boar_spear").damage == "1d8+2"
    clients["ode"].post(f"{brannoc.get_absolute_url()}row/add/", {"table_key": "weapons", "entry": "boar_spear"})
    html = clients["ode"].get(brannoc.get_absolute_url()).text
    assert "Boar spear" in html
    assert "1d8+3" in html
    assert "your group" in read(clients, campaign, "weapons/")


@pytest.mark.parametrize(
    "wrong",
    [{NAME: ""}, {"damage": "lots"}, {"hands": "9"}, {"reach": "1e3"}, {"skill": "juggling"}, {"throw": "50/40"},
     {NAME: "\u2800"}],
)  # fmt: skip
def test_what_the_rules_cannot_take_is_told_and_nothing_is_made(
    clients: Clients, campaign: Campaign, wrong: dict[str, str]
) -> None:
    answer = send(clients, campaign, "weapons/create/", **(SPEAR | wrong))
    assert answer.status_code == 422
    assert "invalid-feedback" in answer.text or "alert" in answer.text
    assert not LibraryEntry.objects.exists()


def test_names_without_plain_letters_get_a_key_of_their_own(clients: Clients, campaign: Campaign) -> None:
    for name in ("🐉🔥", "🐉🔥", "Mace"):
        assert send(clients, campaign, "weapons/create/", **(SPEAR | {NAME: name})).status_code == 302
    keys = set(LibraryEntry.objects.values_list("key", flat=True))
    assert len(keys) == 3
    assert "mace_2" in keys


def test_a_skill_and_its_parry_skill_are_tied_to_each_other(clients: Clients, campaign: Campaign) -> None:
    skill = {"group": "Defense", "attribute": "strength", "cost": "2"}
    send(clients, campaign, "skills/create/", **skill, **{NAME: "Scythe Parry"})
    send(clients, campaign, "skills/create/", pair="scythe_parry", **(skill | {NAME: "Scythe", "group": "Melee"}))
    library = library_for(campaign)
    assert library.get("skills", "scythe_parry").pair == "scythe"
    assert library.get("skills", "scythe").pair == "scythe_parry"


def test_a_race_takes_numbers_for_each_attribute(clients: Clients, campaign: Campaign) -> None:
    data = {NAME: "Seal folk", "movement": "3", "size": "M", "modifiers-agility": "2", "modifiers-will": "-1"}
    assert send(clients, campaign, "races/create/", **data, advantages=["hardy"]).status_code == 302
    race = library_for(campaign).get("races", "seal_folk")
    assert race.modifiers == {"agility": 2, "will": -1}
    assert race.advantages == ("hardy",)


def test_a_shipped_entry_is_replaced_and_comes_back(clients: Clients, campaign: Campaign) -> None:
    send(clients, campaign, "shields/kite/edit/", dv="5", durability="9", **{NAME: "Kite of ours"})
    assert library_for(campaign).get("shields", "kite").dv == 5
    assert "changed by your group" in read(clients, campaign, "shields/")
    assert "takes its place again" in read(clients, campaign, "shields/kite/ask-delete/", "wren")
    send(clients, campaign, "shields/kite/delete/")
    assert library_for(campaign).get("shields", "kite").dv == 3


def test_of_two_who_change_an_entry_the_later_is_told(clients: Clients, campaign: Campaign) -> None:
    LibraryEntryFactory.create(campaign=campaign, key="door", version=3)
    door = {NAME: "Door", "dv": "2", "durability": "6"}
    answer = send(clients, campaign, "shields/door/edit/", **door, **{VERSION: "2"})
    assert answer.status_code == 409
    assert "Somebody changed Barn door meanwhile" in answer.text
    assert send(clients, campaign, "shields/door/edit/", **door, **{VERSION: "3"}).status_code == 302


def test_deleting_what_is_in_use_warns_where_and_harms_nothing(
    clients: Clients, campaign: Campaign, brannoc: Character
) -> None:
    LibraryEntryFactory.create(campaign=campaign, key="door")
    clients["ode"].post(
        f"{brannoc.get_absolute_url()}field/set/", {"path": "shield", "shield": "door", "shield:base": "9"}
    )
    before = defence(brannoc)
    asked = read(clients, campaign, "shields/door/ask-delete/", "wren")
    assert "1 sheet uses it" in asked
    assert "Brannoc" in asked
    assert (
        "keeps a copy"
        in clients["wren"].post(f"/campaigns/{campaign.code}/library/shields/door/delete/", follow=True).text
    )
    assert library_for(campaign).get("shields", "door") is None
    assert defence(brannoc) == before
    assert library_of(brannoc).get("shields", "door").dv == 3


def defence(character: Character) -> int:
    """The character's passive defence as it is stored now."""
    character.refresh_from_db()
    page = SheetPage.for_user(character, character.owner)
    return next(figure.value.total for figure in page.figures if figure.key == "defence")


def test_an_entry_that_the_rules_no_longer_take_is_shown_and_left_out(clients: Clients, campaign: Campaign) -> None:
    LibraryEntryFactory.create(campaign=campaign, key="door", data={"dv": "many"})
    html = read(clients, campaign, "shields/")
    assert "is left out of play" in html
    assert library_for(campaign).get("shields", "door") is None


def test_kinds_and_keys_that_there_are_not(clients: Clients, campaign: Campaign) -> None:
    paths = ("spells/", "spells/create/", "creatures/create/", "shields/nothing/edit/", "shields/kite/ask-delete/")
    found = {clients["wren"].get(f"/campaigns/{campaign.code}/library/{path}").status_code for path in paths}
    assert found == {404}
    assert send(clients, campaign, "shields/kite/delete/").status_code == 404
