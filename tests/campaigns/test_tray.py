"""The dice tray."""

from __future__ import annotations

from typing import Any

import pytest

from rhean.campaigns.models import Campaign
from rhean.live import hub
from tests.campaigns.standard import Clients, assert_leads_nowhere, assert_only_by, assert_statuses

HTMX = {"HX-Request": "true"}


@pytest.fixture
def tray(campaign: Campaign) -> str:
    return f"{campaign.get_absolute_url()}dice/"


@pytest.fixture
def roll(tray: str) -> str:
    return f"{tray}roll/"


def lines_of(clients: Clients, name: str, campaign: Campaign) -> list[str]:
    return [one.line.text for one in clients[name].get(campaign.get_absolute_url()).context["lines"]]


def test_a_roll_goes_into_the_log_of_all(clients: Clients, campaign: Campaign, roll: str, tray: str) -> None:
    answer = clients["ode"].post(roll, {"expression": "2d10+-5", "label": "luck"})
    assert answer.headers["Location"] == tray
    (line,) = lines_of(clients, "watcher", campaign)
    assert line.startswith("Ode rolled 2d10+-5 for luck: ")
    entry = campaign.log.get()
    assert entry.payload["value"]["total"] == sum(entry.payload["dice"][0]["faces"]) - 5


def test_htmx_gets_the_result_with_its_dice(clients: Clients, roll: str) -> None:
    text = clients["ode"].post(roll, {"expression": "4d6kh3"}, headers=HTMX).text
    assert text.count('class="die') == 4
    assert text.count("is-dropped") == 1
    assert 'value="4d6kh3"' in text


def test_a_private_roll_is_for_the_roller_and_the_game_masters(clients: Clients, campaign: Campaign, roll: str) -> None:
    clients["ode"].post(roll, {"expression": "d20", "visibility": "gm"})
    seen = {name: len(lines_of(clients, name, campaign)) for name in ("wren", "ode", "pike", "watcher")}
    assert seen == {"wren": 1, "ode": 1, "pike": 0, "watcher": 0}


def test_a_blind_roll_is_told_to_all_and_shown_to_the_game_masters(
    clients: Clients, campaign: Campaign, roll: str
) -> None:
    shown = clients["ode"].post(roll, {"expression": "1000*d%+7", "visibility": "blind"}, headers=HTMX)
    total = str(campaign.log.get().payload["value"]["total"])
    assert total in lines_of(clients, "wren", campaign)[0]
    for name in ("ode", "pike", "watcher"):
        assert lines_of(clients, name, campaign) == ["Ode rolled 1000*1d100+7 blind: only the game master sees it."]
        assert total not in clients[name].get(campaign.get_absolute_url()).text
    assert total not in shown.text


def test_a_quick_button_rolls_its_dice_whatever_stands_in_the_field(
    clients: Clients, campaign: Campaign, roll: str
) -> None:
    assert clients["ode"].post(roll, {"expression": "2d", "quick": "d20", "label": "luck"}).status_code == 302
    assert campaign.log.get().payload["text"] == "1d20"


def test_a_double_click_rolls_once(clients: Clients, campaign: Campaign, roll: str) -> None:
    first, second = (clients["ode"].post(roll, {"expression": "9d9", "key": "k1"}, headers=HTMX) for _ in range(2))
    assert campaign.log.count() == 1
    assert first.context["result"].line == second.context["result"].line


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("2d", "Column 3"),
        ("999999999d9999999999", "Column 1"),
        ("(" * 5000 + "2d10" + ")" * 5000, "Column 201"),
        ("", "required"),
        ("<script>", "cannot read"),
        ("d\0", "Null characters"),
    ],
)
def test_a_bad_expression_is_told_with_its_place(
    clients: Clients, campaign: Campaign, roll: str, typed: str, words: str
) -> None:
    for headers in ({}, HTMX):
        answer = clients["ode"].post(roll, {"expression": typed}, headers=headers)
        assert answer.status_code == 422
        assert words in answer.text
    assert not campaign.log.exists()


@pytest.mark.parametrize(
    ("mode", "faces", "words"),
    [
        ("typed", "", "required"),
        ("typed", "3", "die 2 is a d6"),
        ("either", "3 4 5", "only 2 dice are rolled"),
        ("either", "3 7", "has no face 7"),
        ("either", "3 x", "whole numbers"),
    ],
)
def test_dice_from_the_table_have_to_fit(
    clients: Clients, campaign: Campaign, roll: str, mode: str, faces: str, words: str
) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(dice_mode=mode)
    answer = clients["ode"].post(roll, {"expression": "2d6", "faces": faces})
    assert answer.status_code == 422
    assert words in answer.text.lower()


def test_dice_from_the_table_count(clients: Clients, campaign: Campaign, roll: str) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(dice_mode="either")
    clients["ode"].post(roll, {"expression": "2d6+1", "faces": "3, ６"})
    assert lines_of(clients, "ode", campaign) == ["Ode rolled 2d6+1 with dice at the table: 10"]


def test_where_the_app_rolls_nobody_types_faces(clients: Clients, campaign: Campaign, roll: str, tray: str) -> None:
    assert "faces" not in clients["ode"].get(tray).context["form"].fields
    clients["ode"].post(roll, {"expression": "2d6", "faces": "6 6"})
    assert campaign.log.get().payload["typed"] is False


def test_viewers_are_told_after_the_commit(
    clients: Clients,
    campaign: Campaign,
    roll: str,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    told: list[tuple[str, int]] = []
    monkeypatch.setattr(hub, "publish", lambda topic, version: told.append((topic, version)))
    with django_capture_on_commit_callbacks(execute=True):
        clients["ode"].post(roll, {"expression": "d6"})
        assert told == []
    campaign.refresh_from_db()
    assert told == [(campaign.topic, campaign.version)]


def test_a_watcher_looks_on(clients: Clients, tray: str) -> None:
    assert "Watchers do not roll" in clients["watcher"].get(tray).text


def test_members_see_the_tray_and_players_roll(clients: Clients, tray: str, roll: str) -> None:
    assert_statuses(clients, tray, {200: ["owner", "wren", "ode", "watcher"], 404: ["stranger"], 302: ["nobody"]})
    expected = {403: ["watcher"], 404: ["stranger"], 401: ["nobody"]}
    assert_statuses(clients, roll, expected, method="post", data={"expression": "d6"})


def test_addresses_that_lead_nowhere(clients: Clients, campaign: Campaign, tray: str, roll: str) -> None:
    assert_leads_nowhere(clients["ode"], tray, campaign.code)
    assert_leads_nowhere(clients["ode"], roll, campaign.code, method="post")


def test_other_methods_are_refused(clients: Clients, tray: str, roll: str) -> None:
    assert_only_by("get", clients["ode"], tray)
    assert_only_by("post", clients["ode"], roll)
