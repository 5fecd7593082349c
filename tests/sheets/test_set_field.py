"""One value of a sheet, saved as soon as it changes."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import reverse

from sheets.actions import do_set_field
from sheets.models import Character
from tests.campaigns.standard import Clients
from tests.factories.sheets import ReadyFactory


def send(
    clients: Clients, who: str, character: Character, path: str, value: Any, base: int | None = None
) -> HttpResponse:
    """What the browser sends when a value was changed."""
    name = path.replace(".", "-")
    data = {"path": path, name: value, f"{name}:base": character.version if base is None else base}
    return clients[who].post(reverse("sheets:set_field", args=[character.code]), data, headers={"HX-Request": "true"})


def stored(character: Character) -> dict[str, Any]:
    character.refresh_from_db()
    return dict(character.document)


def test_a_value_is_saved_and_what_follows_comes_back_at_once(clients: Clients, brannoc: Character) -> None:
    answer = send(clients, "ode", brannoc, "agility", "9")
    assert answer.status_code == 200
    assert stored(brannoc)["agility"] == 9
    html = answer.content.decode()
    assert 'id="state-agility"' in html
    assert "saved" in html
    assert 'id="vitals"' in html
    assert "hx-swap-oob" in html
    assert f'name="agility:base" value="{brannoc.version}"' in html


def test_the_game_master_changes_it_too(clients: Clients, brannoc: Character) -> None:
    assert send(clients, "wren", brannoc, "skills.sword_long.level", "3").status_code == 200
    assert stored(brannoc)["skills"]["sword_long"] == {"rank": 3, "level": 3}


def test_two_people_at_different_values_never_overwrite_each_other(clients: Clients, brannoc: Character) -> None:
    seen = brannoc.version
    assert send(clients, "ode", brannoc, "strength", "8", seen).status_code == 200
    assert send(clients, "wren", brannoc, "will", "6", seen).status_code == 200
    document = stored(brannoc)
    assert (document["strength"], document["will"]) == (8, 6)


def test_of_two_people_at_the_same_value_the_later_is_told_both(clients: Clients, brannoc: Character) -> None:
    seen = brannoc.version
    assert send(clients, "wren", brannoc, "strength", "9", seen).status_code == 200
    answer = send(clients, "ode", brannoc, "strength", "8", seen)
    assert answer.status_code == 409
    assert "Somebody changed Strength meanwhile" in answer.text
    assert '<b dir="auto">9</b>' in answer.text
    assert '<b dir="auto">8</b>' in answer.text
    assert stored(brannoc)["strength"] == 9


def test_told_of_it_the_later_may_keep_his_own(clients: Clients, brannoc: Character) -> None:
    seen = brannoc.version
    send(clients, "wren", brannoc, "strength", "9", seen)
    brannoc.refresh_from_db()
    assert send(clients, "ode", brannoc, "strength", "8", brannoc.version).status_code == 200
    assert stored(brannoc)["strength"] == 8


def test_the_same_value_from_two_people_is_no_conflict(clients: Clients, brannoc: Character) -> None:
    seen = brannoc.version
    send(clients, "wren", brannoc, "strength", "9", seen)
    assert send(clients, "ode", brannoc, "strength", "9", seen).status_code == 200


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("0", "At least 1"), ("-1", "At least 1"), ("1000000000", "At most 30"), ("1" * 400, "Too large"),
        ("1e3", "is not a whole number"), ("3.5", "is not a whole number"), ("x", "is not a whole number"),
        ("<b>", "is not a whole number"),
    ],
)  # fmt: skip
def test_a_number_that_cannot_be_says_why_and_changes_nothing(
    clients: Clients, brannoc: Character, typed: str, said: str
) -> None:
    before = stored(brannoc)
    answer = send(clients, "ode", brannoc, "strength", typed)
    assert answer.status_code == 422
    assert said in answer.text
    assert stored(brannoc) == before


@pytest.mark.parametrize(("typed", "meant"), [("１２", 12), (" 7 ", 7), ("+8", 8), ("", 5), ("٩", 9)])
def test_numbers_are_read_in_any_digits_and_empty_is_the_default(
    clients: Clients, brannoc: Character, typed: str, meant: int
) -> None:
    assert send(clients, "ode", brannoc, "strength", typed).status_code == 200
    assert stored(brannoc)["strength"] == meant


def test_what_would_break_the_sheet_is_refused_in_words(clients: Clients, brannoc: Character) -> None:
    answer = send(clients, "ode", brannoc, "skills.sword_long.rank", "1")
    assert answer.status_code == 422
    assert "at most 3 for Novice" in answer.text
    assert stored(brannoc)["skills"]["sword_long"]["rank"] == 3


def test_a_sheet_that_has_errors_already_can_still_be_mended(clients: Clients, brannoc: Character) -> None:
    broken = brannoc.document | {"body": 30}
    one = ReadyFactory.create(campaign=brannoc.campaign, owner=brannoc.owner, document=broken)
    assert send(clients, "ode", one, "strength", "8").status_code == 200
    assert send(clients, "ode", one, "body", "7").status_code == 200
    assert stored(one)["body"] == 7


@pytest.mark.parametrize(
    "path", ["", "nothing", "strength.more", "skills", "skills.sword_long", "skills.sword_long.age"]
)
def test_a_value_that_no_sheet_has_is_not_found(clients: Clients, brannoc: Character, path: str) -> None:
    assert send(clients, "ode", brannoc, path, "1").status_code == 404


def test_a_choice_takes_only_what_it_offers(clients: Clients, brannoc: Character) -> None:
    assert send(clients, "ode", brannoc, "race", "dragon").status_code == 422
    assert send(clients, "ode", brannoc, "race", "dwarf").status_code == 200
    assert stored(brannoc)["race"] == "dwarf"


def test_a_set_takes_boxes_and_words(clients: Clients, brannoc: Character) -> None:
    data = {
        "path": "advantages",
        "advantages": ["hardy"],
        "advantages:keen_sense": "hearing, smell",
        "advantages:base": "9",
    }
    address = reverse("sheets:set_field", args=[brannoc.code])
    assert clients["ode"].post(address, data, headers={"HX-Request": "true"}).status_code == 200
    assert stored(brannoc)["advantages"] == ["hardy", "keen_sense(hearing)", "keen_sense(smell)"]


def test_a_list_that_changed_in_between_is_refused_since_its_rows_have_moved(
    clients: Clients, brannoc: Character
) -> None:
    seen = brannoc.version
    clients["wren"].post(reverse("sheets:remove_row", args=[brannoc.code]), {"table_key": "weapons", "remove": "0"})
    answer = send(clients, "ode", brannoc, "weapons.0.hand", "off", seen)
    assert answer.status_code == 409
    assert "This list was changed meanwhile" in answer.text


def test_the_summary_of_lists_follows_the_sheet(brannoc: Character) -> None:
    do_set_field(brannoc, "race", "dwarf", base=None, actor=brannoc.owner)
    assert brannoc.summary.startswith("Dwarf")
