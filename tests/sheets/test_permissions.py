"""Every address of a character and of a campaign's library, for everybody: who gets in, who is told no, who finds
nothing. Addresses come from the table of urls, so that a new one has to be entered here."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, reverse

from rhean.campaigns.models import Campaign
from sheets import urls
from sheets.models import Character
from tests.campaigns.standard import Clients
from tests.factories.sheets import AdvanceFactory, LibraryEntryFactory

READERS = {"owner", "wren", "ode", "pike", "watcher"}
EDITORS = {"owner", "wren", "ode"}
GMS = {"owner", "wren"}
PLAYERS = {"owner", "wren", "ode", "pike"}
REST = ("stranger", "nobody")

GET: dict[str, set[str]] = {
    "sheet": READERS, "changes": READERS, "cell": READERS, "abilities": READERS, "number": READERS,
    "advancement": READERS, "manage": READERS, "print": READERS, "entries": EDITORS, "check": EDITORS,
    "build": EDITORS, "export": EDITORS, "portrait": READERS,
}  # fmt: skip
POST: dict[str, set[str]] = {
    "set_field": EDITORS, "save_section": EDITORS, "set_name": EDITORS, "save_notes": EDITORS, "set_pool": EDITORS,
    "rest": EDITORS, "add_row": EDITORS, "remove_row": EDITORS, "set_number": EDITORS, "roll": EDITORS,
    "set_portrait": EDITORS, "remove_portrait": EDITORS, "roll_attributes": EDITORS, "finish": EDITORS,
    "gain": EDITORS, "buy": EDITORS, "take_back": EDITORS, "approve": GMS, "refuse": GMS, "archive": EDITORS,
    "restore": EDITORS, "duplicate": EDITORS, "move": EDITORS, "change_kind": GMS, "hand_over": EDITORS,
}  # fmt: skip
BOTH: dict[str, set[str]] = {"build_step": EDITORS}
CAMPAIGN: dict[str, set[str]] = {
    "campaign_characters": READERS, "library": READERS, "library_kind": READERS, "table_template": GMS,
    "import_creatures": GMS, "entry_create": GMS, "entry_edit": GMS, "entry_ask_delete": GMS,
}  # fmt: skip
CAMPAIGN_POST: dict[str, set[str]] = {"entry_delete": GMS}
QUERIES = {"cell": {"path": "strength"}, "check": {"check": "skill.sword_long"}, "changes": {"since": "0"}}
MORE = {
    "save_section": {"section": "gear"}, "save_notes": {"column": "notes"}, "entries": {"table": "skills"},
    "number": {"figure": "defence"}, "build_step": {"step": "attributes"}, "library_kind": {"kind": "shields"},
    "entry_create": {"kind": "shields"}, "entry_edit": {"kind": "shields", "key": "door"},
    "entry_ask_delete": {"kind": "shields", "key": "door"}, "entry_delete": {"kind": "shields", "key": "door"},
}  # fmt: skip


def address(name: str, code: Any, line: Any = None) -> str:
    more = {"line": line} if name in {"take_back", "approve", "refuse"} else MORE.get(name, {})
    return reverse(f"sheets:{name}", kwargs={"code": code, **more})


def answers(clients: Clients, name: str, where: str, method: str) -> dict[str, int]:
    """The status that each gets."""
    data = QUERIES.get(name, {}) if method == "get" else {"campaign": "nowhere known"}
    return {who: getattr(client, method)(where, data).status_code for who, client in clients.items()}


def assert_sorted(got: dict[str, int], allowed: set[str], method: str) -> None:
    """Those allowed are let in, other members told no, a stranger finds nothing, nobody is asked to sign in."""
    for who, status in got.items():
        if who in allowed:
            assert status not in {403, 405, 500}, (who, status)
        elif who == "nobody":
            assert status in ({302} if method == "get" else {401, 302}), (who, status)
        else:
            assert status == (404 if who == "stranger" else 403), (who, status)


def test_every_address_is_in_the_tables() -> None:
    named = {one.name for one in (*urls.character_urls, *urls.campaign_urls) if isinstance(one, URLPattern)}
    assert named == {*GET, *POST, *BOTH, *CAMPAIGN, *CAMPAIGN_POST}


@pytest.mark.parametrize("name", [*GET, *BOTH])
def test_who_reads_what_of_a_players_character(clients: Clients, brannoc: Character, name: str) -> None:
    got = answers(clients, name, address(name, brannoc.code), "get")
    assert_sorted(got, (GET | BOTH)[name], "get")
    assert got["stranger"] == 404


@pytest.mark.parametrize("name", [*POST, *BOTH])
def test_who_changes_what_of_a_players_character(clients: Clients, brannoc: Character, name: str) -> None:
    line = AdvanceFactory.create(character=brannoc).code
    got = answers(clients, name, address(name, brannoc.code, line), "post")
    assert_sorted(got, (POST | BOTH)[name], "post")
    assert got["watcher"] == 403


@pytest.mark.parametrize("name", [*GET, *BOTH, *POST])
def test_a_creature_is_the_game_masters(clients: Clients, gnarl: Character, name: str) -> None:
    line = AdvanceFactory.create(character=gnarl).code
    method = "post" if name in POST else "get"
    got = answers(clients, name, address(name, gnarl.code, line), method)
    assert_sorted(got, GMS, method)
    assert {got["ode"], got["pike"], got["watcher"]} == {403}


@pytest.mark.parametrize("name", [*CAMPAIGN, *CAMPAIGN_POST])
def test_who_does_what_in_the_library(clients: Clients, campaign: Campaign, name: str) -> None:
    LibraryEntryFactory.create(campaign=campaign, key="door")
    method = "post" if name in CAMPAIGN_POST else "get"
    got = answers(clients, name, address(name, campaign.code), method)
    assert_sorted(got, (CAMPAIGN | CAMPAIGN_POST)[name], method)
    assert got["stranger"] == 404


def test_an_unknown_code_finds_nothing(clients: Clients) -> None:
    wren: Client = clients["wren"]
    read = {wren.get(address(name, uuid4())).status_code for name in (*GET, *BOTH, *CAMPAIGN)}
    sent = {wren.post(address(name, uuid4(), uuid4())).status_code for name in (*POST, *BOTH, *CAMPAIGN_POST)}
    assert read == sent == {404}


def test_what_is_read_is_not_posted_and_what_is_posted_not_read(clients: Clients, brannoc: Character) -> None:
    wren, campaign = clients["wren"], brannoc.campaign
    reads = {*CAMPAIGN} - {"import_creatures", "entry_create", "entry_edit"}
    posted = {wren.post(address(name, brannoc.code)).status_code for name in GET}
    posted |= {wren.post(address(name, campaign.code)).status_code for name in reads}
    read = {wren.get(address(name, brannoc.code, uuid4())).status_code for name in POST}
    read |= {wren.get(address(name, campaign.code)).status_code for name in CAMPAIGN_POST}
    assert posted == read == {405}


@pytest.mark.parametrize("tail", ["", "field/set/", "print/"])
@pytest.mark.parametrize("code", ["no-code", "12", "00000000-0000-0000-0000-00000000000"])
def test_a_malformed_code_finds_nothing(clients: Clients, code: str, tail: str) -> None:
    assert clients["wren"].get(f"/characters/{code}/{tail}").status_code == 404
