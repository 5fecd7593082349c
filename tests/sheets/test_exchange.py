"""A character as a file, and back; moved, copied, given away."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.urls import reverse

from rhean.campaigns.models import Campaign, User
from sheets.models import Character
from tests.campaigns.standard import Clients
from tests.factories.campaigns import CampaignFactory, MembershipFactory
from tests.factories.sheets import AdvanceFactory, LibraryEntryFactory


def exported(clients: Clients, character: Character, who: str = "ode") -> dict[str, Any]:
    answer = clients[who].get(f"{character.get_absolute_url()}export/")
    assert "attachment" in answer["Content-Disposition"]
    found: dict[str, Any] = json.loads(answer.content)
    return found


def send(clients: Clients, data: Any, who: str = "stranger", **more: Any) -> HttpResponse:
    text = data if isinstance(data, bytes) else json.dumps(data, indent=1).encode()
    file = SimpleUploadedFile("character.json", text, content_type="application/json")
    return clients[who].post("/characters/import/", {"file": file, "campaign": ""} | more)


def newest() -> Character:
    return Character.objects.order_by("-pk")[0]


def test_out_and_in_again_it_is_the_same_and_the_importers(
    clients: Clients, brannoc: Character, stranger: User
) -> None:
    AdvanceFactory.create(character=brannoc, amount=7)
    file = exported(clients, brannoc)
    answer = send(clients, file)
    assert answer.status_code == 200
    assert "1 imported" in answer.text
    made = newest()
    assert (made.owner, made.campaign, made.name) == (stranger, None, "Brannoc")
    assert made.document == brannoc.document
    assert [line.amount for line in made.advances.all()] == [7]
    again = exported(clients, made, "stranger")
    assert again == file


def test_the_report_says_item_by_item_what_happened(clients: Clients, brannoc: Character) -> None:
    file = exported(clients, brannoc) | {"mood": "grim", "owner": "somebody", "token": "abc", "campaign": "x"}
    file["sheet"] = file["sheet"] | {"shoe_size": 44}
    answer = send(clients, file)
    assert "Skills" in answer.text
    assert "6 read" in answer.text
    assert "mood" in answer.text
    assert "kept, and given back on export" in answer.text
    assert "rights and codes do not travel" in answer.text


def test_what_is_not_known_is_kept_and_given_back_and_rights_are_not(clients: Clients, brannoc: Character) -> None:
    file = exported(clients, brannoc) | {"mood": {"now": ["grim", 3]}, "owner": "wren", "token": "abc", "gm_notes": "x"}
    file["sheet"] = file["sheet"] | {"shoe_size": 44}
    send(clients, file)
    again = exported(clients, newest(), "stranger")
    assert again["mood"] == {"now": ["grim", 3]}
    assert again["sheet"]["shoe_size"] == 44
    assert not {"owner", "token", "gm_notes"} & set(again)


@pytest.mark.parametrize(
    ("data", "said", "where"),
    [
        (b"[1, 2]", "0 characters read", "Line 1"), (b'"x"', "0 characters read", "Line 1"),
        (b"{}", "0 characters read", "Line 1"), (b'{\n "format": oops}', "not JSON", "Line 2"), (b"", "empty", ""),
        (b"\xff\xfe", "not text in UTF-8", "Line 1"),
        (b'{"format": "other", "sheet": {}}', "The format is not", "Line 1"), (b"[" * 100_000, "nested too deep", ""),
        (b'{"format": "rhean-character", "sheet": {},\n "version": 99}', "version 1", "Line 2"),
        (b'{"format": "rhean-character", "sheet": {"x": NaN}}', "cannot be read", ""),
        (b'{"format": "rhean-character", "sheet": {"x": 1e999}}', "cannot be read", ""),
        (b'{"format": "rhean-character", "sheet": {"x": "\\ud800"}}', "half a character", ""),
        (b'{"format": "rhean-character", "sheet": {"x\\u0000": 1}}', "null character", ""),
    ],
)  # fmt: skip
def test_wrong_files_are_refused_with_the_place_of_the_fault(
    clients: Clients, data: bytes, said: str, where: str
) -> None:
    answer = send(clients, data)
    assert answer.status_code == 422
    assert said in answer.text
    assert where in answer.text
    assert not Character.objects.exists()


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"name": 7}, "name"), ({"name": "\u2800"}, "name"), ({"sheet": []}, "sheet"), ({"kind": "god"}, "kind"),
        ({"system": "chess"}, "system"), ({"entries": {"shields": {"x": {"name": "X"}}}}, "entries.shields.x"),
        ({"portrait": "???"}, "portrait"), ({"portrait": "aGVsbG8="}, "portrait"), ({"experience": [{}]}, "experience"),
        ({"portrait": "é"}, "portrait"), ({"portrait": "aGVsbG8"}, "portrait"),
        ({"experience": [{"amount": 1, "changes": {"x": [1, 2]}}]}, "experience[0].changes.x"),
        ({"experience": [{"amount": 1, "changes": {"x": [1]}}]}, "experience[0].changes.x"),
        ({"experience": [{"amount": 1}, {"amount": 1, "changes": {"will": [1]}}]}, "experience[1].changes.will"),
        ({"experience": [{"amount": 1, "changes": {"strength": [1, 2, 3]}}]}, "experience[0].changes.strength"),
        ({"experience": [{"amount": 1, "changes": {"strength": "ab"}}]}, "experience[0].changes"),
        ({"experience": [{"amount": 10**30}]}, "experience"), ({"entries": {"shields": {"a b": {}}}}, "entries"),
    ],
)  # fmt: skip
def test_a_wrong_part_is_named(clients: Clients, brannoc: Character, change: dict[str, Any], place: str) -> None:
    answer = send(clients, exported(clients, brannoc) | change)
    assert answer.status_code == 422
    assert f"<code>{place}" in answer.text
    assert Character.objects.count() == 1


@pytest.mark.parametrize("portrait", ["é", "???", "aGVsbG8", "\u2028", "=", "AA=A"])
def test_a_portrait_that_is_not_base64_is_told_to_be_none(clients: Clients, brannoc: Character, portrait: str) -> None:
    answer = send(clients, exported(clients, brannoc) | {"portrait": portrait})
    assert answer.status_code == 422
    assert "The portrait is not Base64." in answer.text


@pytest.mark.parametrize("pair", [[1, 2], [None, 99], ["much", 13], [{"a": 1}, [2]], [[], {}]])
def test_a_line_of_experience_that_came_in_is_taken_back_or_refused(
    clients: Clients, brannoc: Character, pair: list[Any]
) -> None:
    line = {"amount": -1, "label": "Luck", "purchase": "luck", "changes": {"strength": pair}}
    assert send(clients, exported(clients, brannoc) | {"experience": [line]}).status_code == 200
    made = newest()
    assert clients["stranger"].get(reverse("sheets:advancement", args=[made.code])).status_code == 200
    back = reverse("sheets:take_back", args=[made.code, made.advances.get().code])
    assert clients["stranger"].post(back, follow=True).status_code in {200, 422}
    assert clients["stranger"].get(made.get_absolute_url()).status_code == 200


def test_a_sheet_with_errors_is_refused_with_the_line(clients: Clients, brannoc: Character) -> None:
    file = exported(clients, brannoc)
    file["sheet"]["skills"]["sword_long"]["level"] = 99
    answer = send(clients, file)
    assert answer.status_code == 422
    assert "at most 9 for Journeyman" in answer.text
    assert "sheet.skills.sword_long.level" in answer.text
    line = next(n for n, text in enumerate(json.dumps(file, indent=1).split("\n"), 1) if '"level": 99' in text)
    assert f"Line {line}" in answer.text


def test_too_large_a_file_is_refused(clients: Clients) -> None:
    answer = send(clients, b" " * (4 * 1024 * 1024 + 1))
    assert answer.status_code == 422
    assert "too large" in answer.text


def test_the_groups_own_content_travels_with_the_sheet(clients: Clients, brannoc: Character) -> None:
    LibraryEntryFactory.create(campaign=brannoc.campaign, key="door")
    brannoc.document["shield"] = "door"
    brannoc.save(update_fields=["document"])
    file = exported(clients, brannoc)
    assert file["entries"] == {"shields": {"door": {"dv": 3, "durability": 6, "key": "door", "name": "Barn door"}}}
    answer = send(clients, file)
    assert "keeps its own copy" in answer.text
    assert "Barn door" in clients["stranger"].get(newest().get_absolute_url()).text


def test_a_file_sent_twice_makes_one(clients: Clients, brannoc: Character) -> None:
    file = exported(clients, brannoc)
    for _ in range(2):
        assert send(clients, file, key="once").status_code == 200
    assert Character.objects.count() == 2


def test_a_creature_comes_into_a_campaign_by_its_game_master_only(
    clients: Clients, campaign: Campaign, gnarl: Character
) -> None:
    file = exported(clients, gnarl, "wren")
    assert send(clients, file, "ode", campaign=str(campaign.code)).status_code == 422
    assert send(clients, file, "wren", campaign=str(campaign.code)).status_code == 200
    assert send(clients, file, "stranger", campaign=str(campaign.code)).status_code == 422
    assert Character.objects.filter(campaign=campaign).count() == 2


def test_the_format_is_published(clients: Clients, brannoc: Character) -> None:
    schema = json.loads(clients["stranger"].get("/characters/schema/rhean/").content)
    assert set(schema["required"]) <= set(exported(clients, brannoc))
    assert schema["properties"]["sheet"]["properties"]["strength"]["maximum"] == 30
    assert clients["stranger"].get("/characters/schema/chess/").status_code == 404


def test_moving_says_what_the_other_campaign_lacks_and_takes_copies(
    clients: Clients, brannoc: Character, ode: User
) -> None:
    LibraryEntryFactory.create(campaign=brannoc.campaign, key="door")
    brannoc.document["shield"] = "door"
    brannoc.gm_notes = "Will betray them."
    brannoc.save(update_fields=["document", "gm_notes"])
    other = MembershipFactory.create(user=ode, campaign__name="The Marsh").campaign
    answer = clients["ode"].post(f"{brannoc.get_absolute_url()}move/", {"campaign": str(other.code)}, follow=True)
    brannoc.refresh_from_db()
    assert "lacks Barn door" in answer.text
    assert (brannoc.campaign, brannoc.gm_notes) == (other, "")
    assert "no longer in the library" not in answer.text


@pytest.mark.parametrize(("system", "joined"), [("rhean", False), ("dragonpact", True)])
def test_it_moves_only_to_where_one_belongs_and_plays_by_the_same_rules(
    clients: Clients, brannoc: Character, ode: User, system: str, joined: bool
) -> None:
    other = CampaignFactory.create(system=system)
    if joined:
        MembershipFactory.create(user=ode, campaign=other)
    answer = clients["ode"].post(f"{brannoc.get_absolute_url()}move/", {"campaign": str(other.code)})
    assert answer.status_code == 422
    brannoc.refresh_from_db()
    assert brannoc.campaign != other


def test_a_copy_is_a_character_of_its_own(clients: Clients, brannoc: Character, ode: User) -> None:
    clients["ode"].post(f"{brannoc.get_absolute_url()}duplicate/", {"name": "Brannoc the Second", "key": "k"})
    clients["ode"].post(f"{brannoc.get_absolute_url()}duplicate/", {"name": "Brannoc the Second", "key": "k"})
    copy = Character.objects.exclude(pk=brannoc.pk).get()
    assert (copy.name, copy.owner, copy.document) == ("Brannoc the Second", ode, brannoc.document)


def test_it_is_given_to_another_member(clients: Clients, brannoc: Character, pike: User) -> None:
    clients["ode"].post(f"{brannoc.get_absolute_url()}hand-over/", {"to": pike.key})
    brannoc.refresh_from_db()
    assert brannoc.owner == pike
    assert clients["ode"].post(f"{brannoc.get_absolute_url()}hand-over/", {"to": pike.key}).status_code == 403


def test_a_game_master_makes_a_creature_a_players_character(clients: Clients, gnarl: Character) -> None:
    clients["wren"].post(f"{gnarl.get_absolute_url()}kind/set/", {"kind": "pc"})
    gnarl.refresh_from_db()
    assert not gnarl.is_npc
    assert clients["wren"].post(f"{gnarl.get_absolute_url()}kind/set/", {"kind": "god"}).status_code == 422


@pytest.mark.parametrize("depth", [41, 500, 900, 5000])
@pytest.mark.parametrize("place", ["top", "sheet"])
def test_what_is_nested_too_deep_to_be_copied_is_refused_wherever_it_stands(
    clients: Clients, brannoc: Character, depth: int, place: str
) -> None:
    text = json.dumps(exported(clients, brannoc) | {"mark": 1} if place == "top" else exported(clients, brannoc))
    deep = f'"mark": {"[" * depth}{"]" * depth}'
    text = text.replace('"mark": 1', deep) if place == "top" else text.replace('"sheet": {', f'"sheet": {{{deep}, ', 1)
    before = Character.objects.count()
    answer = send(clients, text.encode())
    assert answer.status_code == 422
    assert "nested too deep" in answer.text
    assert Character.objects.count() == before
