"""Preparing a fight."""

from __future__ import annotations

import json
import re

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from encounters import engine
from encounters.models import Combatant, Encounter
from rhean.campaigns.models import Campaign, User
from sheets.models import Character
from tests.cast import ClientOf
from tests.encounters.table import Table
from tests.factories.encounters import EncounterFactory
from tests.factories.sheets import CharacterFactory


@pytest.fixture
def gm(wren: User, client_of: ClientOf) -> Client:
    """Wren's browser."""
    return client_of(wren)


@pytest.fixture
def goblin(campaign: Campaign, wren: User) -> Character:
    """A creature of the campaign's own."""
    return CharacterFactory.create(campaign=campaign, owner=wren, kind="npc", name="Goblin")


def post(gm: Client, encounter: Encounter, url: str, /, *args: object, **data: object) -> HttpResponse:
    """Send a form of the prepare page."""
    return gm.post(reverse(f"encounters:{url}", args=[encounter.code, *args]), data)


def test_an_encounter_is_made_and_opened(gm: Client, campaign: Campaign) -> None:
    answered = gm.post(reverse("encounters:create", args=[campaign.code]), {"name": "Bridge"})
    made = campaign.encounters.get(name="Bridge")
    assert answered["Location"] == reverse("encounters:prepare", args=[made.code])
    assert gm.get(answered["Location"]).status_code == 200


@pytest.mark.parametrize("name", ["", " ", "\u200b", "x" * 121])
def test_a_blank_name_is_refused_at_its_field(gm: Client, campaign: Campaign, name: str) -> None:
    answered = gm.post(reverse("encounters:create", args=[campaign.code]), {"name": name})
    assert answered.status_code == 422
    assert "invalid-feedback" in answered.content.decode()


def test_the_party_comes_in_one_tap_with_copies_of_its_sheets(gm: Client, draft: Encounter, ode: User) -> None:
    hero = CharacterFactory.create(campaign=draft.campaign, owner=ode, name="Hero")
    for _ in range(2):
        assert post(gm, draft, "add_party").status_code == 302
    row = draft.roster.get(name="Hero")
    assert (row.owner, row.side, row.sheet) == (ode.key, "party", hero.document)


def test_creatures_come_by_number_and_their_names_tell_no_number(
    gm: Client, draft: Encounter, goblin: Character
) -> None:
    sent = {"creature": f"character:{goblin.code}", "number": "4", "side": "foes"}
    assert post(gm, draft, "add_creatures", **sent).status_code == 302
    names = list(draft.roster.filter(name__startswith="Goblin").values_list("name", flat=True))
    assert len(set(names)) == 4
    assert not any(character.isdigit() for name in names for character in name)


@pytest.mark.parametrize("number", ["", "0", "-1", "51", "1e3", "3.5", "four", "9" * 40])
def test_a_number_that_makes_no_sense_is_refused(gm: Client, draft: Encounter, goblin: Character, number: str) -> None:
    sent = {"creature": f"character:{goblin.code}", "number": number, "side": "foes"}
    assert post(gm, draft, "add_creatures", **sent).status_code == 422
    assert draft.roster.count() == 4


def test_while_the_fight_runs_a_wrong_number_is_said_on_its_own_page(
    gm: Client, table: Table, goblin: Character
) -> None:
    sent = {"creature": f"character:{goblin.code}", "number": "four", "side": "foes"}
    answer = post(gm, table.fight, "add_creatures", **sent)
    assert answer.status_code == 422
    assert "How many: " in answer.text
    assert 'class="table-run"' in answer.text


def test_an_encounter_holds_no_more_than_two_hundred(gm: Client, draft: Encounter, goblin: Character) -> None:
    sent = {"creature": f"character:{goblin.code}", "number": "49", "side": "foes"}
    statuses = [post(gm, draft, "add_creatures", **sent).status_code for _ in range(5)]
    assert statuses == [302, 302, 302, 302, 409]
    assert draft.roster.count() == 200


def test_a_row_is_changed_with_how_it_begins(gm: Client, draft: Encounter) -> None:
    row = draft.roster.get(name="Gnarl")
    sent = {"name": "Gnarl", "mask": "", "side": "foes", "owner": "gm", "joins": "round", "round": "2"}
    assert post(gm, draft, "change", row.cid, **sent, **{"start-hits": "7"}).status_code == 302
    row.refresh_from_db()
    assert (row.round, row.start, row.masked) == (2, {"hits": 7}, False)


@pytest.mark.parametrize("wrong", [{"name": ""}, {"owner": "nobody"}, {"joins": "round", "round": ""}, {"side": ""}])
def test_a_row_with_something_wrong_is_not_saved(gm: Client, draft: Encounter, wrong: dict[str, str]) -> None:
    row = draft.roster.get(name="Gnarl")
    sent = {"name": "New", "mask": "", "side": "foes", "owner": "gm", "joins": "start"} | wrong
    assert post(gm, draft, "change", row.cid, **sent).status_code == 422
    row.refresh_from_db()
    assert row.name == "Gnarl"


def test_d8_rows_move_by_whole_steps_and_stay_as_last_placed(gm: Client, draft: Encounter) -> None:
    names = ["Ode's knight", "Pike's thief", "Gnarl", "Shade"]
    for _ in range(5):
        post(gm, draft, "move", draft.roster.get(name="Shade").cid, by="-3")
        post(gm, draft, "move", draft.roster.get(name="Shade").cid, by="1")
    names = ["Ode's knight", "Shade", "Pike's thief", "Gnarl"]
    assert list(draft.roster.values_list("name", flat=True)) == names
    assert list(draft.roster.values_list("position", flat=True)) == [0, 1, 2, 3]


def test_the_same_beginning_is_set_for_all_that_are_ticked(gm: Client, draft: Encounter) -> None:
    cids = list(draft.roster.filter(side="foes").values_list("cid", flat=True))
    assert post(gm, draft, "set_starts", **{"bulk-cids": cids, "bulk-hits": "3"}).status_code == 302
    assert {one.start.get("hits") for one in draft.roster.filter(side="foes")} == {3}


@pytest.mark.parametrize("sent", [{}, {"bulk-hits": "3"}, {"bulk-cids": ["x"], "bulk-hits": "3"}])
def test_a_beginning_without_anybody_is_refused(gm: Client, draft: Encounter, sent: dict[str, object]) -> None:
    assert post(gm, draft, "set_starts", **sent).status_code == 422


def test_a_row_is_removed(gm: Client, draft: Encounter) -> None:
    assert post(gm, draft, "remove", draft.roster.get(name="Shade").cid).status_code == 302
    assert not draft.roster.filter(name="Shade").exists()


def test_a_clone_has_new_ids_new_dice_and_no_log(gm: Client, draft: Encounter) -> None:
    post(gm, draft, "clone")
    new = Encounter.objects.get(name="At the well (copy)")
    old_ids = set(draft.roster.values_list("cid", flat=True))
    assert new.roster.count() == 4
    assert old_ids.isdisjoint(new.roster.values_list("cid", flat=True))
    assert new.seed != draft.seed
    assert new.watch_token is None


def test_the_export_is_the_preparation_and_nobodys_account(gm: Client, draft: Encounter, ode: User) -> None:
    answered = gm.get(reverse("encounters:export", args=[draft.code]))
    document = json.loads(answered.content)
    assert [one["name"] for one in document["members"]][:2] == ["Ode's knight", "Pike's thief"]
    assert ode.key not in answered.content.decode()


def test_the_paper_lists_everybody(gm: Client, draft: Encounter) -> None:
    page = gm.get(reverse("encounters:print", args=[draft.code])).content.decode()
    assert all(name in page for name in ("Ode&#x27;s knight", "Gnarl", "Shade"))
    assert page.count('paper-box"') >= 10


def test_a_fight_without_anybody_does_not_begin(gm: Client, campaign: Campaign) -> None:
    gm.post(reverse("encounters:create", args=[campaign.code]), {"name": "Empty"})
    empty = campaign.encounters.get(name="Empty")
    answered = post(gm, empty, "start")
    assert answered.status_code == 409
    assert "Nobody is in the fight yet" in answered.content.decode()


def test_those_who_join_later_wait_outside(gm: Client, draft: Encounter) -> None:
    draft.roster.filter(name="Gnarl").update(round=Combatant.BY_HAND)
    post(gm, draft, "start")
    draft.refresh_from_db()
    assert len(engine.scene_of(draft).combatants) == 3
    assert not draft.roster.get(name="Gnarl").entered


def test_once_it_runs_the_preparation_is_closed(gm: Client, draft: Encounter) -> None:
    post(gm, draft, "start")
    gnarl = draft.roster.get(name="Gnarl")
    assert post(gm, draft, "remove", gnarl.cid).status_code == 302
    assert draft.roster.filter(name="Gnarl").exists()
    page = gm.get(reverse("encounters:run", args=[draft.code])).content.decode()
    assert "The fight has begun" in page


def test_notes_dice_and_clock_are_described(gm: Client, draft: Encounter) -> None:
    sent = {"name": "At the old well", "notes": "*dry*", "dice_mode": "typed", "clock_seconds": "60"}
    assert post(gm, draft, "describe", **sent).status_code == 302
    draft.refresh_from_db()
    assert (draft.name, draft.dice, draft.clock_seconds) == ("At the old well", "typed", 60)


def test_players_do_not_see_what_is_prepared(draft: Encounter, ode: User, client_of: ClientOf) -> None:
    page = client_of(ode).get(reverse("encounters:encounters", args=[draft.campaign.code]))
    assert "At the well" not in page.content.decode()
    assert client_of(ode).get(reverse("encounters:show", args=[draft.code])).status_code == 403


def test_a_deleted_encounter_is_gone(gm: Client, draft: Encounter) -> None:
    assert post(gm, draft, "delete").status_code == 302
    assert not Encounter.objects.exists()


def test_of_the_place_only_the_lists_that_hold_something_stand_open(gm: Client, campaign: Campaign) -> None:
    campaign.system = "rhean"
    campaign.save()
    fight = EncounterFactory.create(campaign=campaign, scene={"pairs": [{"a": "c1", "b": "c2", "zone": "engaged"}]})
    page = gm.get(reverse("encounters:prepare", args=[fight.code])).text
    opened = dict(re.findall(r'<details class="scene-list" id="list-(\w+)"( open)?>', page))
    assert len(opened) > 1
    assert [key for key, word in opened.items() if word] == ["pairs"]
