"""Rolls from a sheet: odds before, dice after, into the log as everybody may read it."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import reverse

from rhean.campaigns.models import Campaign, User
from rhean.rules.events import PUBLIC, Viewer
from sheets.models import Character
from tests.campaigns.standard import Clients
from tests.factories.sheets import ReadyFactory

HTMX = {"HX-Request": "true"}
SWORD = {"check": "skill.sword_long"}


def roll(clients: Clients, character: Character, who: str = "ode", **data: Any) -> HttpResponse:
    return clients[who].post(reverse("sheets:roll", args=[character.code]), SWORD | data, headers=HTMX)


def read(campaign: Campaign, viewer: Viewer) -> list[Any]:
    return [entry.seen_by(viewer) for entry in campaign.log.filter(kind="sheet.check")]


def test_one_tap_on_a_skill_shows_the_odds_before(clients: Clients, brannoc: Character) -> None:
    answer = clients["ode"].get(reverse("sheets:check", args=[brannoc.code]), SWORD, headers=HTMX)
    assert "90 %" in answer.text
    assert 'name="p-tn"' in answer.text
    assert "<html" not in answer.text


def test_the_odds_follow_what_is_typed(clients: Clients, brannoc: Character) -> None:
    data = SWORD | {"odds": "1", "p-tn": "20", "p-rank": "3", "visibility": "public"}
    answer = clients["ode"].get(reverse("sheets:check", args=[brannoc.code]), data, headers=HTMX)
    assert "21 %" in answer.text
    assert 'id="check-odds"' in answer.text


def test_a_roll_stands_in_the_log_for_everybody(clients: Clients, brannoc: Character) -> None:
    answer = roll(clients, brannoc, **{"p-tn": "11", "visibility": "public"})
    assert answer.status_code == 200
    assert 'class="die"' in answer.text
    (seen,) = read(brannoc.campaign, PUBLIC)
    assert (seen["who"], seen["check"]) == ("Brannoc", "Sword Long")
    assert len(seen["faces"]) == 2
    log = clients["watcher"].get(f"{brannoc.campaign.get_absolute_url()}log/")
    assert "Brannoc" in log.text


def test_a_roll_for_the_game_master_is_not_shown_to_the_others(clients: Clients, brannoc: Character, ode: User) -> None:
    roll(clients, brannoc, visibility="gm")
    (mine,), (others,) = read(brannoc.campaign, Viewer(ode.key)), read(brannoc.campaign, Viewer("u0"))
    assert mine["faces"]
    assert others is None


def test_blind_the_roller_himself_does_not_see_what_came(clients: Clients, brannoc: Character, ode: User) -> None:
    answer = roll(clients, brannoc, visibility="blind")
    assert "only the game master sees" in answer.text
    assert 'class="die"' not in answer.text
    (mine,) = read(brannoc.campaign, Viewer(ode.key))
    assert "faces" not in mine
    (gms,) = read(brannoc.campaign, Viewer("gm", gm=True))
    assert gms["faces"]


def test_a_creature_rolled_blind_is_not_heard_of(clients: Clients, gnarl: Character, ode: User) -> None:
    data = {"check": "skill.spear", "visibility": "blind"}
    assert clients["wren"].post(reverse("sheets:roll", args=[gnarl.code]), data, headers=HTMX).status_code == 200
    assert read(gnarl.campaign, Viewer(ode.key)) == [None]


def test_sent_twice_it_is_rolled_once(clients: Clients, brannoc: Character) -> None:
    first, second = (roll(clients, brannoc, visibility="public", key="once").text for _ in range(2))
    assert first == second
    assert brannoc.campaign.log.filter(kind="sheet.check").count() == 1


def dice_at_the_table(campaign: Campaign, mode: str) -> None:
    campaign.dice_mode = mode
    campaign.save(update_fields=["dice_mode"])


def test_dice_at_the_table_are_typed_in(clients: Clients, brannoc: Character) -> None:
    dice_at_the_table(brannoc.campaign, "typed")
    answer = roll(clients, brannoc, faces="7 4", **{"p-tn": "16"})
    assert "Success" in answer.text
    (seen,) = read(brannoc.campaign, PUBLIC)
    assert (seen["faces"], seen["typed"]) == ([[10, 7], [10, 4]], True)


@pytest.mark.parametrize(
    ("faces", "said"),
    [("", "required"), ("7", "type in its face"), ("7 11", "no face 11"), ("7 4 2", "too many"), ("a b", "as numbers")],
)
def test_faces_that_do_not_fit_are_told_and_nothing_is_rolled(
    clients: Clients, brannoc: Character, faces: str, said: str
) -> None:
    dice_at_the_table(brannoc.campaign, "typed")
    answer = roll(clients, brannoc, faces=faces)
    assert answer.status_code == 422
    assert said in answer.text
    assert not brannoc.campaign.log.filter(kind="sheet.check").exists()


def test_what_the_rules_do_not_allow_is_said_before_and_refused(clients: Clients, brannoc: Character) -> None:
    data = {"p-rank": "5", "visibility": "public"}
    answer = roll(clients, brannoc, **data)
    assert answer.status_code == 422
    assert "problem-error" in answer.text
    odds = clients["ode"].get(reverse("sheets:check", args=[brannoc.code]), SWORD | {"odds": "1"} | data, headers=HTMX)
    assert "problem-error" in odds.text


def test_two_sheets_are_rolled_against_one_another(clients: Clients, brannoc: Character, sallow: Character) -> None:
    answer = roll(clients, brannoc, visibility="public", **{"p-against": f"c{sallow.code.hex}"})
    assert answer.status_code == 200
    (seen,) = read(brannoc.campaign, PUBLIC)
    assert len(seen["faces"]) == 4
    assert "Sallow" in str(seen["lines"])


def test_nobody_rolls_against_a_creature_that_he_may_not_know(
    clients: Clients, brannoc: Character, gnarl: Character
) -> None:
    assert "Gnarl" not in clients["ode"].get(reverse("sheets:check", args=[brannoc.code]), SWORD).text
    assert roll(clients, brannoc, **{"p-against": f"c{gnarl.code.hex}"}).status_code == 422


@pytest.mark.parametrize("key", ["", "skill.juggling", "x" * 300])
def test_a_roll_that_the_sheet_does_not_offer_is_not_found(clients: Clients, brannoc: Character, key: str) -> None:
    assert clients["ode"].get(reverse("sheets:check", args=[brannoc.code]), {"check": key}).status_code == 404
    assert roll(clients, brannoc, check=key).status_code == 404


def test_a_character_without_a_campaign_rolls_without_a_log(clients: Clients, ode: User) -> None:
    alone = ReadyFactory.create(campaign=None, owner=ode)
    assert roll(clients, alone, faces="9 9").status_code == 200
    assert "Success" in roll(clients, alone, faces="9 9", **{"p-tn": "11"}).text


def test_it_works_without_script(clients: Clients, brannoc: Character) -> None:
    page = clients["ode"].get(reverse("sheets:check", args=[brannoc.code]), SWORD)
    done = clients["ode"].post(reverse("sheets:roll", args=[brannoc.code]), SWORD)
    assert "<html" in page.text
    assert "<html" in done.text
    assert 'class="die"' in done.text
