"""Starting a character, and guided creation."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import reverse

from rhean.campaigns.models import Campaign, User
from sheets.actions import do_set_name
from sheets.models import Character
from sheets.page import SheetPage
from tests.campaigns.standard import Clients
from tests.factories.sheets import CharacterFactory

CREATE = "/characters/create/"


def create(clients: Clients, who: str, campaign: Campaign | None, **data: Any) -> HttpResponse:
    return clients[who].post(CREATE, {"campaign": campaign.code if campaign else "", "system": "rhean"} | data)


def test_a_ready_made_character_is_one_tap(clients: Clients, campaign: Campaign, ode: User) -> None:
    assert "Elf archer" in clients["ode"].get(CREATE).text
    answer = create(clients, "ode", campaign, start="characters:elf_archer")
    made = Character.objects.get()
    assert answer.url == made.get_absolute_url()
    assert (made.name, made.owner, made.campaign, made.kind) == ("Elf archer", ode, campaign, "pc")
    assert made.document["skills"]["archery"] == {"rank": 3, "level": 5, "tricks": ["rapid_shot"]}
    assert clients["ode"].get(answer.url).status_code == 200


def test_a_double_click_makes_one(clients: Clients, campaign: Campaign) -> None:
    first, second = (create(clients, "ode", campaign, start="blank", name="Ash", key="k").url for _ in range(2))
    assert first == second
    assert Character.objects.count() == 1


@pytest.mark.parametrize("name", ["🐉🔥", "محارب", "e\u0301" * 5, 'Jo "the <b>Axe</b>"', "x" * 120, "O'Brien & Söhne"])
def test_names_of_every_kind_are_kept_and_shown(clients: Clients, campaign: Campaign, name: str) -> None:
    answer = create(clients, "ode", campaign, start="blank", name=name)
    assert answer.status_code == 302
    assert "<b>Axe" not in clients["ode"].get(answer.url).text
    assert clients["ode"].get(f"/campaigns/{campaign.code}/characters/").status_code == 200


@pytest.mark.parametrize("name", ["\u200b\u200d", "\u2800", "x" * 121])
def test_a_name_that_cannot_be_seen_or_is_too_long_is_told_at_its_field(
    clients: Clients, campaign: Campaign, name: str
) -> None:
    answer = create(clients, "ode", campaign, start="blank", name=name)
    assert answer.status_code == 422
    assert "invalid-feedback" in answer.text
    assert not Character.objects.exists()


def test_another_place_is_chosen_and_what_was_entered_stays(clients: Clients, campaign: Campaign) -> None:
    entered = {"choose": "1", "name": "Ash <of> the Vale", "npc": "on"}
    answer = create(clients, "wren", campaign, **entered)
    assert answer.status_code == 200
    assert 'value="Ash &lt;of&gt; the Vale"' in answer.text
    assert "checked" in answer.text
    assert f'<option value="{campaign.code}" selected>' in answer.text
    elsewhere = create(clients, "wren", None, system="dragonpact", **entered)
    assert 'value="Ash &lt;of&gt; the Vale"' in elsewhere.text
    assert '<option value="dragonpact" selected>' in elsewhere.text
    assert not Character.objects.exists()


def test_creatures_are_for_game_masters(clients: Clients, campaign: Campaign) -> None:
    assert "Goblin" not in clients["ode"].get(CREATE).text
    assert create(clients, "ode", campaign, start="creatures:goblin").status_code == 422
    create(clients, "wren", campaign, start="creatures:goblin", name="Gnarl")
    assert Character.objects.get().is_npc


@pytest.mark.parametrize("start", ["", "characters:nobody", "weapons:mace", "x" * 500])
def test_there_is_nothing_else_to_start_from(clients: Clients, campaign: Campaign, start: str) -> None:
    assert create(clients, "ode", campaign, start=start).status_code == 422
    assert not Character.objects.exists()


def test_a_stranger_brings_nobody_into_the_campaign_and_a_watcher_neither(clients: Clients, campaign: Campaign) -> None:
    for who in ("stranger", "watcher"):
        assert create(clients, who, campaign, start="blank").status_code == 422
    assert create(clients, "stranger", None, start="blank").status_code == 302
    assert Character.objects.get().campaign is None


@pytest.fixture
def ash(campaign: Campaign, ode: User) -> Character:
    """Somebody being made."""
    return CharacterFactory.create(campaign=campaign, owner=ode, name="Ash", building=True)


def step(clients: Clients, character: Character, key: str) -> str:
    return clients["ode"].get(reverse("sheets:build_step", args=[character.code, key])).text


def test_guided_creation_begins_at_the_first_step(clients: Clients, campaign: Campaign) -> None:
    answer = create(clients, "ode", campaign, start="guided")
    assert answer.url.endswith("/build/")
    first = clients["ode"].get(answer.url, follow=True)
    assert "1. Origin" in first.text
    assert "Next: Attributes" in first.text


def test_every_step_shows_its_fields_and_the_budgets(clients: Clients, ash: Character) -> None:
    page = SheetPage.for_user(ash, ash.owner)
    for one in page.system.steps:
        html = step(clients, ash, one.key)
        assert 'id="budgets"' in html
        assert f"{one.label}" in html
    assert 'name="strength"' in step(clients, ash, "attributes")
    assert clients["ode"].get(reverse("sheets:build_step", args=[ash.code, "nowhere"])).status_code == 404


def test_a_budget_follows_what_is_spent_at_once(clients: Clients, ash: Character) -> None:
    where = f"http://testserver/characters/{ash.code}/build/attributes/"
    answer = clients["ode"].post(
        reverse("sheets:set_field", args=[ash.code]),
        {"path": "strength", "strength": "9", "strength:base": "1"},
        headers={"HX-Request": "true", "HX-Current-URL": where},
    )
    assert 'id="budgets"' in answer.text
    assert "4 over" in answer.text
    assert "allowed, but marked" in answer.text


def test_a_race_changes_the_attributes_and_says_how(clients: Clients, ash: Character) -> None:
    clients["ode"].post(
        reverse("sheets:set_field", args=[ash.code]), {"path": "race", "race": "dwarf", "race:base": "1"}
    )
    ash.refresh_from_db()
    assert (ash.document["constitution"], ash.document["agility"]) == (7, 4)
    assert "Constitution +2" in step(clients, ash, "origin") or "constitution +2" in step(clients, ash, "origin")


@pytest.mark.parametrize("method", ["array", "random", "heroic"])
def test_attributes_are_dealt_by_chance_once_for_each_sending(clients: Clients, ash: Character, method: str) -> None:
    rolled = []
    for _ in range(2):
        answer = clients["ode"].post(
            reverse("sheets:roll_attributes", args=[ash.code]), {"method": method, "key": "once"}
        )
        ash.refresh_from_db()
        rolled.append({key: ash.document[key] for key in ("strength", "agility", "presence")})
    assert answer.status_code == 302
    assert rolled[0] == rolled[1]


def test_a_method_that_there_is_not_is_refused(clients: Clients, ash: Character) -> None:
    answer = clients["ode"].post(
        reverse("sheets:roll_attributes", args=[ash.code]), {"method": "loaded"}, headers={"HX-Request": "true"}
    )
    assert answer.status_code == 422
    ash.refresh_from_db()
    assert ash.document["strength"] == 5


def test_without_script_a_step_is_saved_and_leads_to_the_next(clients: Clients, ash: Character) -> None:
    traits = {"body": "7", "mind": "6", "spirit": "5", "body:base": "9", "mind:base": "9", "spirit:base": "9"}
    answer = clients["ode"].post(reverse("sheets:build_step", args=[ash.code, "traits"]), traits)
    assert answer.url.endswith("/build/advantages/")
    ash.refresh_from_db()
    assert ash.document["body"] == 7
    wrong = clients["ode"].post(reverse("sheets:build_step", args=[ash.code, "traits"]), traits | {"body": "60"})
    assert wrong.status_code == 422
    assert "At most 30" in wrong.text


def test_the_last_step_lists_what_is_unspent_and_leads_there(clients: Clients, ash: Character) -> None:
    last = step(clients, ash, "finish")
    assert "Novice Units: 24 left" in last
    assert "Skill Points: 60 left" in last
    assert f'href="/characters/{ash.code}/build/skills/">To Skills' in last
    assert "Not spent yet" not in step(clients, ash, "skills")
    ash.document |= {"body": 6, "mind": 6, "spirit": 6}
    ash.save()
    spent = step(clients, ash, "finish")
    assert "Novice Units: 24 left" in spent
    assert "Trait points:" not in spent


def test_what_is_left_to_spend_stands_before_what_is_spent(ash: Character) -> None:
    page = SheetPage.for_user(ash, ash.owner)
    left = [bool(budget.left) for budget in page.budgets]
    assert left == sorted(left, reverse=True)
    assert set(left) == {True, False}


def test_a_new_name_changes_nothing_on_a_step_which_has_no_head(clients: Clients, ash: Character) -> None:
    do_set_name(ash, "Ash of the Vale", base=None, actor=ash.owner)
    where = f"http://testserver/characters/{ash.code}/"
    address = reverse("sheets:changes", args=[ash.code])
    texts = [
        clients["ode"].get(address, headers={"HX-Request": "true", "HX-Current-URL": page}).text
        for page in (where, f"{where}build/finish/")
    ]
    assert ["sheet-head" in text for text in texts] == [True, False]


def test_over_budget_can_be_finished_and_says_so(clients: Clients, ash: Character) -> None:
    answer = clients["ode"].post(reverse("sheets:finish", args=[ash.code]), {"name": "Ash of the Vale"}, follow=True)
    ash.refresh_from_db()
    assert (ash.name, ash.building) == ("Ash of the Vale", False)
    assert "Ash of the Vale" in answer.text
    assert "being made" not in answer.text
