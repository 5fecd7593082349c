"""Creatures from a table."""

from __future__ import annotations

import csv
import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse

from rhean.campaigns.models import Campaign
from rhean.rules.systems import get_system
from sheets.library import creature_stock
from sheets.models import Character
from tests.campaigns.standard import Clients

HEADS = "name,race,strength,skills,weapons,conditions\n"


def send(clients: Clients, campaign: Campaign, text: str | bytes, **more: str) -> HttpResponse:
    data = text if isinstance(text, bytes) else text.encode()
    file = SimpleUploadedFile("creatures.csv", data, content_type="text/csv")
    return clients["wren"].post(f"/campaigns/{campaign.code}/creatures/import/", {"file": file} | more)


def test_the_template_itself_can_be_imported(clients: Clients, campaign: Campaign) -> None:
    text = clients["wren"].get(f"/campaigns/{campaign.code}/creatures/template/").text
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["name"] for row in rows] == ["Goblin", "Goblin archer"]
    assert send(clients, campaign, text).status_code == 200
    goblin = Character.objects.get(name="Goblin")
    system = get_system("rhean")
    assert goblin.document == system.new_sheet() | system.library.get("creatures", "goblin").sheet
    assert goblin.is_npc


def test_every_line_becomes_a_creature_with_its_skills_and_gear(clients: Clients, campaign: Campaign) -> None:
    rows = 'Gnarl,other,１２,"spear 2 3; evade 1 1","spear both; dagger sheathed",\nSnag,beast,9,,,\n'
    answer = send(clients, campaign, HEADS + rows)
    assert "2 imported" in answer.text
    gnarl = Character.objects.get(name="Gnarl")
    assert gnarl.document["strength"] == 12
    assert gnarl.document["skills"] == {"spear": {"rank": 2, "level": 3}, "evade": {"rank": 1, "level": 1}}
    assert gnarl.document["weapons"][1] == {"weapon": "dagger", "hand": "sheathed"}
    assert {stock.name for stock in creature_stock(campaign) if stock.own} == {"Gnarl", "Snag"}


@pytest.mark.parametrize(
    "text", [HEADS.replace(",", ";") + "Gnarl;other;9;;;\n", HEADS.replace(",", "\t") + "Gnarl\tother\t9\t\t\t\n"]
)
def test_semicolons_and_tabs_do_too(clients: Clients, campaign: Campaign, text: str) -> None:
    assert send(clients, campaign, text).status_code == 200
    assert Character.objects.get().document["strength"] == 9


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_in_every_way_and_in_empty_cells(clients: Clients, campaign: Campaign, end: str) -> None:
    text = end.join(["", "name,strength,,", "Gnarl,9,,", "Snag,8", "Grim,7,,,,", ""])
    assert send(clients, campaign, text).status_code == 200
    found = {one.name: one.document["strength"] for one in Character.objects.all()}
    assert found == {"Gnarl": 9, "Snag": 8, "Grim": 7}


@pytest.mark.parametrize(
    ("rows", "said", "line"),
    [
        ("Gnarl,other,9,,,\nSnag,other,1e3,,,\n", "not a whole number", 3), (",other,9,,,\n", "can be seen", 2),
        ("Gnarl,dragon,9,,,\n", "race", 2), ("Gnarl,other,99,,,\n", "whole number from 1 to 30", 2),
        ('Gnarl,other,9,"spear",,\n', "write the key", 2), ("Gnarl,other,9,,spear both now,\n", "too many words", 2),
        ("Gnarl,other,9,juggling 1 1,,\n", "juggling", 2), ("\nGnarl,other,9,,,,x\n", "7 cells, and there are 6", 3),
        ('Gnarl,other,9,,,\nSnag,beast,"9,,,\nGrim,beast,9,,,\n', "The quotes do not match", 3),
        ('Gnarl,other,9,,,\n"Snag"gle,beast,9,,,\n', "The quotes do not match", 3),
        (f'"{"x" * 200_000}",beast,9,,,\n', "a cell is too long", 2),
        ('"Gn\narl",other,9,,,\nSnag,other,no,,,\n', "not a whole number", 4),
    ],
)  # fmt: skip
def test_all_lines_come_in_or_none_with_the_line_at_fault(
    clients: Clients, campaign: Campaign, rows: str, said: str, line: int
) -> None:
    answer = send(clients, campaign, HEADS + rows)
    assert answer.status_code == 422
    assert said in answer.text
    assert f"Line {line}" in answer.text
    assert not Character.objects.exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"), ("\n\n", "0 creatures read"), ("strength\n9\n", "no column “name”"),
        ("name,luck\nx,1\n", "no column luck"), (b"name\n\xff\n", "not text in UTF-8"),
        ("name\n", "There is no creature in it."), ("name\n,\n \n", "There is no creature in it."),
        ("name,strength,strength\nx,9,9\n", "more than one column strength"),
        ("name,,race\nx,,\n", "column 2 has no heading"),
        ('"name\n', "The quotes do not match"), ("name\n" + "x\n" * 600, "At most 500"),
        ("name\n" + "x" * 1_100_000, "too large"),
    ],
)  # fmt: skip
def test_what_is_no_table_of_creatures_is_refused(
    clients: Clients, campaign: Campaign, text: str | bytes, said: str
) -> None:
    answer = send(clients, campaign, text)
    assert answer.status_code == 422
    assert said in answer.text
    assert not Character.objects.exists()


def test_a_table_sent_twice_comes_in_once(clients: Clients, campaign: Campaign) -> None:
    for _ in range(2):
        assert send(clients, campaign, HEADS + "Gnarl,other,9,,,\n", key="once").status_code == 200
    assert Character.objects.count() == 1
