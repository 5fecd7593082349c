"""A row of a table asks only for what its entry can have: tricks in missile skills, specialties in broad ones."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from rhean.rules.rulings import Rulings
from rhean.rules.systems import get_system
from sheets.access import Need, Rights
from sheets.models import Character
from sheets.page import SheetPage
from tests.campaigns.standard import Clients

SYSTEM = get_system("rhean")
SYSTEM_RULINGS = Rulings.of(SYSTEM.rulings)
ROW = {"rank": 3, "level": 4}


def columns(character: Character, key: str, row: dict[str, object] | None = None) -> list[str]:
    """The columns that the row of a skill shows."""
    character.document = {**character.document, "skills": {key: {**ROW, **(row or {})}}}
    page = SheetPage(character, Rights(True, Need.EDIT))
    return [cell.leaf.key for cell in page.cells if cell.path.startswith("skills.")]


def asked(clients: Clients, character: Character, who: str, column: str) -> set[str]:
    """The skills whose rows ask for a column on the page of a sheet."""
    html = clients[who].get(character.get_absolute_url()).text
    return set(re.findall(rf'id="cell-skills-([a-z_]+)-{column}"', html))


@pytest.mark.parametrize(
    ("key", "more"),
    [
        ("sword_long", []),
        ("sword_long_parry", []),
        ("evade", []),
        ("archery", ["tricks"]),
        ("throwing", ["tricks"]),
        ("lore(kings)", ["specialties"]),
        ("lore_kings", ["specialties"]),
        ("language_elvish", []),
    ],
)
def test_a_skill_asks_for_what_it_can_have(brannoc: Character, key: str, more: list[str]) -> None:
    assert columns(brannoc, key) == ["rank", "level", *more]


def test_what_stands_there_all_the_same_can_be_taken_away(brannoc: Character) -> None:
    assert columns(brannoc, "sword_long", {"tricks": ["rapid_shot"]}) == ["rank", "level", "tricks"]


def test_a_skill_that_is_gone_shows_all_of_its_row(brannoc: Character) -> None:
    assert columns(brannoc, "juggling") == ["rank", "level", "specialties", "tricks"]


@pytest.mark.parametrize("key", SYSTEM.library.all("skills"))
def test_the_rules_refuse_exactly_the_tricks_that_are_not_offered(key: str) -> None:
    sheet = {**SYSTEM.new_sheet(), "skills": {key: {**ROW, "tricks": ["rapid_shot"]}}}
    problems = SYSTEM.validate(sheet, SYSTEM.library, SYSTEM_RULINGS)
    refused = any(one.field == f"skills.{key}.tricks" for one in problems)
    assert refused is not SYSTEM.library.get("skills", key).takes("tricks")


def test_the_page_offers_tricks_to_the_archer_alone(clients: Clients, brannoc: Character, sallow: Character) -> None:
    assert asked(clients, brannoc, "ode", "tricks") == set()
    assert asked(clients, sallow, "pike", "tricks") == {"archery"}
    assert "sword_long" in asked(clients, brannoc, "ode", "level")


def test_the_archer_learns_a_trick_still(clients: Clients, sallow: Character) -> None:
    answer = clients["pike"].post(
        reverse("sheets:set_field", args=[sallow.code]),
        {"path": "skills.archery.tricks", "skills-archery-tricks": "stand_and_fire", "skills-archery-tricks:base": "1"},
        headers={"HX-Request": "true"},
    )
    sallow.refresh_from_db()
    assert (answer.status_code, sallow.document["skills"]["archery"]["tricks"]) == (200, ["stand_and_fire"])
