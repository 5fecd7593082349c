"""A section saved at once (without script), pools, rows, numbers set by hand, rest, what one can do."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import reverse

from sheets.models import Character
from sheets.page import SheetPage
from tests.campaigns.standard import Clients

HTMX = {"HX-Request": "true"}


def post(clients: Clients, name: str, character: Character, data: dict[str, Any], **more: Any) -> HttpResponse:
    return clients["ode"].post(reverse(f"sheets:{name}", args=[character.code, *more.pop("args", ())]), data, **more)


def pools(character: Character) -> dict[str, tuple[int, int]]:
    character.refresh_from_db()
    page = SheetPage.for_user(character, character.owner)
    return {pool.key: (pool.current, pool.maximum) for pool in page.pools}


def attributes(character: Character, **changed: str) -> dict[str, str]:
    """A form of the section Attributes as a page without script sends it."""
    keys = ("strength", "constitution", "agility", "dexterity", "intelligence", "will", "perception", "presence")
    values = {key: str(character.document[key]) for key in keys} | changed
    return values | {f"{key}:base": str(character.version) for key in keys}


def test_without_script_a_section_is_saved_at_once(clients: Clients, brannoc: Character) -> None:
    answer = post(clients, "save_section", brannoc, attributes(brannoc, strength="9", will="7"), args=["attributes"])
    assert answer.status_code == 302
    assert answer.url.endswith("#attributes")
    brannoc.refresh_from_db()
    assert (brannoc.document["strength"], brannoc.document["will"]) == (9, 7)


def test_without_script_a_fault_stands_at_its_field_and_nothing_is_saved(clients: Clients, brannoc: Character) -> None:
    answer = post(clients, "save_section", brannoc, attributes(brannoc, strength="9", will="3.5"), args=["attributes"])
    assert answer.status_code == 422
    assert "is not a whole number" in answer.text
    assert 'value="3.5"' in answer.text
    brannoc.refresh_from_db()
    assert brannoc.document["strength"] == 7


def test_without_script_a_value_changed_by_another_is_told(clients: Clients, brannoc: Character) -> None:
    sent = attributes(brannoc, strength="9")
    post(clients, "set_field", brannoc, {"path": "strength", "strength": "8", "strength:base": "99"}, headers=HTMX)
    answer = post(clients, "save_section", brannoc, sent, args=["attributes"])
    assert answer.status_code == 409
    assert "Somebody changed Strength meanwhile" in answer.text
    assert 'value="9"' in answer.text


@pytest.mark.parametrize(
    ("how", "amount", "left"),
    [("lose", "3", 10), ("lose", "99", 0), ("gain", "2", 13), ("set", "4", 4), ("full", "", 13), ("set", "１２", 12)],
)
def test_a_pool_loses_gains_and_is_set(clients: Clients, brannoc: Character, how: str, amount: str, left: int) -> None:
    answer = post(clients, "set_pool", brannoc, {"pool": "hits", "how": how, "amount": amount}, headers=HTMX)
    assert answer.status_code == 200
    assert 'id="vitals"' in answer.text
    assert pools(brannoc)["hits"] == (left, 13)


def test_quick_taps_add_up(clients: Clients, brannoc: Character) -> None:
    for _ in range(3):
        post(clients, "set_pool", brannoc, {"pool": "stamina", "how": "lose", "amount": "1"}, headers=HTMX)
    now, full = pools(brannoc)["stamina"]
    assert now == full - 3


@pytest.mark.parametrize(
    "data",
    [
        {"pool": "hits", "how": "lose", "amount": ""}, {"pool": "hits", "how": "lose", "amount": "-1"},
        {"pool": "hits", "how": "set", "amount": "99"}, {"pool": "luck", "how": "lose", "amount": "1"},
        {"pool": "hits", "how": "burn", "amount": "1"}, {"pool": "hits", "how": "set", "amount": "1e3"}, {},
    ],
)  # fmt: skip
def test_a_pool_refuses_what_makes_no_sense(clients: Clients, brannoc: Character, data: dict[str, str]) -> None:
    answer = post(clients, "set_pool", brannoc, data, headers=HTMX)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert pools(brannoc)["hits"] == (13, 13)


def test_a_maximum_that_falls_leaves_the_pool_usable(clients: Clients, brannoc: Character) -> None:
    post(clients, "set_pool", brannoc, {"pool": "hits", "how": "set", "amount": "13"})
    post(clients, "set_field", brannoc, {"path": "constitution", "constitution": "2", "constitution:base": "99"})
    assert pools(brannoc)["hits"] == (9, 9)
    assert post(clients, "set_pool", brannoc, {"pool": "hits", "how": "full"}).status_code == 302


def test_a_skill_is_found_added_with_its_pair_and_removed(clients: Clients, brannoc: Character) -> None:
    found = clients["ode"].get(reverse("sheets:entries", args=[brannoc.code, "skills"]), {"q": "axe"}, headers=HTMX)
    assert "Axe Battle" in found.text
    assert "Sword Long" not in found.text
    data = {"table_key": "skills", "entry": "axe_battle", "both": "1"}
    answer = post(clients, "add_row", brannoc, data, headers=HTMX)
    assert answer.status_code == 200
    assert 'id="table-skills"' in answer.text
    brannoc.refresh_from_db()
    assert {"axe_battle", "axe_battle_parry"} <= set(brannoc.document["skills"])
    post(clients, "remove_row", brannoc, {"table_key": "skills", "remove": "axe_battle"})
    brannoc.refresh_from_db()
    assert "axe_battle" not in brannoc.document["skills"]


def test_a_skill_with_a_subject_asks_for_it(clients: Clients, brannoc: Character) -> None:
    data = {"table_key": "skills", "entry": "lore"}
    assert "of what?" in post(clients, "add_row", brannoc, data, headers=HTMX).text
    assert post(clients, "add_row", brannoc, data | {"words": "old  kings'  graves"}).status_code == 302
    brannoc.refresh_from_db()
    assert "lore(old kings' graves)" in brannoc.document["skills"]
    assert "Lore: old kings&#x27; graves" in clients["ode"].get(brannoc.get_absolute_url()).text


@pytest.mark.parametrize(
    "data",
    [
        {"table_key": "skills", "entry": "juggling"}, {"table_key": "strength", "entry": "evade"},
        {"table_key": "skills", "entry": "sword_long"}, {"table_key": "", "entry": ""},
    ],
)  # fmt: skip
def test_what_cannot_be_added_is_said(clients: Clients, brannoc: Character, data: dict[str, str]) -> None:
    before = brannoc.document["skills"]
    assert post(clients, "add_row", brannoc, data, headers=HTMX).status_code == 422
    brannoc.refresh_from_db()
    assert brannoc.document["skills"] == before


def test_a_weapon_is_added_once_for_each_sending(clients: Clients, brannoc: Character) -> None:
    data = {"table_key": "weapons", "entry": "mace", "key": "k1"}
    post(clients, "add_row", brannoc, data)
    post(clients, "add_row", brannoc, data)
    brannoc.refresh_from_db()
    assert [row["weapon"] for row in brannoc.document["weapons"]] == ["long_sword", "dagger", "mace"]


def test_every_number_explains_itself_can_be_set_by_hand_and_put_back(clients: Clients, brannoc: Character) -> None:
    page = clients["ode"].get(reverse("sheets:number", args=[brannoc.code, "defence"]))
    assert "base" in page.text
    assert "Set" in page.text
    post(clients, "set_number", brannoc, {"figure": "defence", "value": "20"})
    html = clients["ode"].get(brannoc.get_absolute_url()).text
    assert "is-overridden" in html
    assert "set by hand" in html
    post(clients, "set_number", brannoc, {"figure": "defence", "value": "20", "back": "1"})
    assert "is-overridden" not in clients["ode"].get(brannoc.get_absolute_url()).text


def test_what_weakness_takes_is_shown_and_leaves_the_number_set_by_hand(clients: Clients, brannoc: Character) -> None:
    brannoc.document = {**brannoc.document, "pools": {"stamina": 1}, "overrides": {"skills.sword_long": 9}}
    brannoc.save(update_fields=["document"])
    html = clients["ode"].get(reverse("sheets:number", args=[brannoc.code, "skills.sword_long"])).text
    assert "Weakened" in html
    assert 'value="9"' in html
    assert 'placeholder="8"' in html


@pytest.mark.parametrize("data", [{"figure": "luck", "value": "3"}, {"figure": "defence", "value": "3.5"}, {}])
def test_a_number_that_is_not_there_cannot_be_set(clients: Clients, brannoc: Character, data: dict[str, str]) -> None:
    assert post(clients, "set_number", brannoc, data, headers=HTMX).status_code == 422


def test_a_number_set_by_hand_follows_its_weapon(clients: Clients, brannoc: Character) -> None:
    post(clients, "set_number", brannoc, {"figure": "attack.1", "value": "9"})
    post(clients, "remove_row", brannoc, {"table_key": "weapons", "remove": "0"})
    brannoc.refresh_from_db()
    assert brannoc.document["overrides"] == {"attack.0": 9}


def test_what_can_i_do_lists_every_action_with_its_reasons(clients: Clients, brannoc: Character) -> None:
    whole = clients["pike"].get(reverse("sheets:abilities", args=[brannoc.code]))
    part = clients["pike"].get(reverse("sheets:abilities", args=[brannoc.code]), headers=HTMX)
    assert "Melee" in part.text
    assert "not possible" not in part.text
    assert "ability-reason" in part.text
    assert "/rules/" in part.text
    assert "<html" in whole.text
    assert "<html" not in part.text
