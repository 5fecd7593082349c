"""The map through the pages: prepared, moved on, kept from those who may not see; for a system that needs one and
for one that may do without."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from encounters import engine
from encounters.actions.map import do_set_background, do_set_map
from encounters.actions.play import do_command, do_start
from encounters.actions.prepare import do_clone, do_create_ready
from encounters.map import mark_of, outline
from encounters.models import Combatant, Encounter
from encounters.ready import ready_made
from rhean.campaigns.models import Campaign, User
from rhean.rules.commands import Command
from tests.factories.campaigns import CampaignFactory

Clients = dict[str, Client]


@pytest.fixture
def campaign(db: None) -> Campaign:
    """The cast's campaign, in a system that needs a map."""
    return CampaignFactory.create(name="The Low Fen", system="dragonpact")


@pytest.fixture
def draft(campaign: Campaign, ode: User, pike: User) -> Encounter:
    """The toll at Low Fen; Kerra is Ode's, Nettle Pike's, the archer is hidden."""
    made = do_create_ready(campaign, next(one for one in ready_made(campaign) if one.key == "low_fen"))
    made.roster.filter(name="Kerra Holt").update(owner=ode.key)
    made.roster.filter(name="Nettle").update(owner=pike.key)
    archer = made.roster.get(name="Bone archer")
    archer.start = {**archer.start, "hidden": True}
    archer.save(update_fields=["start"])
    return made


@pytest.fixture
def fight(draft: Encounter, wren: User) -> Encounter:
    """Begun, with Kerra first."""
    begun = do_start(draft, wren)
    kerra = begun.roster.get(name="Kerra Holt")
    order = [kerra.cid, *begun.roster.exclude(pk=kerra.pk).values_list("cid", flat=True)]
    do_command(begun, Command("gm", "begin_fight", {"order": order}), wren)
    begun.refresh_from_db()
    return begun


def url(name: str, encounter: Encounter, *args: Any) -> str:
    return reverse(f"encounters:{name}", args=[encounter.code, *args])


def text_of(client: Client, name: str, encounter: Encounter) -> str:
    answer = client.get(url(name, encounter))
    assert answer.status_code == 200
    return answer.content.decode()


def at(encounter: Encounter, name: str) -> Any:
    encounter.refresh_from_db()
    who = encounter.roster.get(name=name).cid
    return next(one.at for one in engine.scene_of(encounter).combatants if one.id == who)


def move(client: Client, encounter: Encounter, name: str, path: str, option: str = "move:walk") -> Any:
    """A move on the map, as its form sends it."""
    encounter.refresh_from_db()
    ((prompt, _, kind),) = engine.system_for(encounter).open_decisions(engine.state_of(encounter))
    who = encounter.roster.get(name=name).cid
    data = {"prompt": prompt, "who": who, "option": option, "key": f"{prompt}{path}", "with-path": path}
    return client.post(url("answer", encounter, kind), data, headers={"HX-Request": "true"})


# -- who sees what ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["run", "play", "watch", "replay"])
def test_every_page_shows_the_map(fight: Encounter, clients: Clients, page: str) -> None:
    text = text_of(clients["ode" if page == "play" else "wren"], page, fight)
    assert 'id="map-drawing"' in text
    assert "at 2,3" in text


@pytest.mark.parametrize(("who", "page"), [("ode", "play"), ("watcher", "watch"), ("ode", "replay"), ("pike", "play")])
def test_hidden_tokens_reach_nobody_who_may_not_see_them(
    fight: Encounter, clients: Clients, who: str, page: str
) -> None:
    archer = fight.roster.get(name="Bone archer")
    text = text_of(clients[who], page, fight)
    assert archer.cid not in text
    assert "Bone archer" not in text
    assert archer.cid in text_of(clients["wren"], "run", fight)


def test_the_gms_hand_is_on_the_gms_page_alone(fight: Encounter, clients: Clients) -> None:
    assert "data-map-hand" in text_of(clients["wren"], "run", fight)
    for page in ("play", "watch"):
        assert not re.search("data-map-hand|data-map-paint", text_of(clients["ode"], page, fight))


def test_a_player_may_move_his_own_token_alone(fight: Encounter, clients: Clients) -> None:
    ways = re.findall(r'data-way="(\w+)"', text_of(clients["ode"], "play", fight))
    assert set(ways) == {fight.roster.get(name="Kerra Holt").cid}
    assert "data-way=" not in text_of(clients["pike"], "play", fight)


def test_the_list_tells_how_far_everybody_is(fight: Encounter, clients: Clients) -> None:
    text = " ".join(text_of(clients["ode"], "play", fight).split())
    assert "party, 1,3, 1 m from Kerra Holt" in text
    assert "foe, 10,4, 8 m from Kerra Holt" in text


# -- moving -----------------------------------------------------------------------------------------------------


def test_a_move_is_a_command_priced_logged_and_taken_back(fight: Encounter, clients: Clients) -> None:
    ends = re.search(r'data-option="move:walk" data-ends="([^"]+)"', text_of(clients["ode"], "play", fight))
    assert ends is not None
    path, price = json.loads(ends[1].replace("&quot;", '"'))["4,3"]
    assert (path, price) == ("3,3 4,3", "2 points, 1 Stamina")
    assert move(clients["ode"], fight, "Kerra Holt", path).status_code == 200
    assert at(fight, "Kerra Holt") == (4, 3)
    undo = re.search(r'name="ref" value="([^"]+)"', text_of(clients["wren"], "run", fight))
    assert undo is not None
    assert clients["wren"].post(url("undo", fight), {"ref": undo[1]}).status_code == 302
    assert at(fight, "Kerra Holt") == (2, 3)


def test_anothers_token_is_refused(fight: Encounter, clients: Clients) -> None:
    assert move(clients["pike"], fight, "Kerra Holt", "3,3").status_code == 403
    assert move(clients["watcher"], fight, "Kerra Holt", "3,3").status_code == 403
    assert at(fight, "Kerra Holt") == (2, 3)


@pytest.mark.parametrize("path", ["9,9", "3,3 9,9", "rubbish", "3,3,3", "-1,3", "1e9,1"])
def test_a_path_that_cannot_be_walked_says_why(fight: Encounter, clients: Clients, path: str) -> None:
    assert move(clients["ode"], fight, "Kerra Holt", path).status_code == 422
    assert at(fight, "Kerra Holt") == (2, 3)


def test_a_stale_move_is_told_that_the_fight_has_moved_on(fight: Encounter, clients: Clients) -> None:
    ((prompt, who, kind),) = engine.system_for(fight).open_decisions(engine.state_of(fight))
    stale = {"prompt": "r9/nobody", "who": who, "option": "move:walk", "key": "stale", "with-path": "3,3"}
    answer = clients["ode"].post(url("answer", fight, kind), stale, headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert at(fight, "Kerra Holt") == (2, 3)
    assert prompt


def test_the_gm_places_and_paints_while_it_runs(fight: Encounter, clients: Clients) -> None:
    knight = fight.roster.get(name="Hedge knight")
    by_hand = {"option": "place", "with-unit": knight.cid, "with-at": "9,6", "key": "one"}
    assert clients["wren"].post(url("override", fight), by_hand).status_code == 302
    assert at(fight, "Hedge knight") == (9, 6)
    paint = {"option": "paint", "with-kind": "wall", "with-spaces": "0,0 1,0", "key": "two"}
    assert clients["wren"].post(url("override", fight), paint).status_code == 302
    fight.refresh_from_db()
    assert {(0, 0), (1, 0)} <= set(engine.scene_of(fight).map.spaces["wall"])
    assert clients["ode"].post(url("override", fight), {**paint, "key": "three"}).status_code == 403


# -- preparing --------------------------------------------------------------------------------------------------

SENT: dict[str, dict[str, Any]] = {
    "set_map": {"width": 20, "height": 10, "light": "dim"},
    "drop_map": {},
    "paint": {"kind": "rough", "spaces": "0,0"},
    "place": {"cid": "", "at": "0,0"},
    "set_background": {},
    "drop_background": {},
}


@pytest.mark.parametrize("name", SENT)
def test_only_the_gm_prepares_a_map(draft: Encounter, clients: Clients, name: str) -> None:
    address = url(name, draft)
    assert clients["wren"].get(address).status_code == 405
    assert clients["ode"].post(address, SENT[name]).status_code == 403
    assert clients["stranger"].post(address, SENT[name]).status_code == 404
    assert Client().post(address, SENT[name]).status_code in (302, 401)


@pytest.mark.parametrize("name", [name for name in SENT if "background" not in name])
def test_a_map_is_not_prepared_any_more_once_the_fight_runs(fight: Encounter, clients: Clients, name: str) -> None:
    sent = {**SENT[name], "cid": fight.roster.get(name="Nettle").cid}
    scene = fight.scene
    assert clients["wren"].post(url(name, fight), sent).status_code == 302
    fight.refresh_from_db()
    assert fight.scene == scene


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("set_map", {"width": "0", "height": "7"}),
        ("set_map", {"width": "1e3", "height": "7"}),
        ("set_map", {"width": "9999", "height": "9999"}),
        ("paint", {"kind": "lava", "spaces": "1,1"}),
        ("paint", {"kind": "wall", "spaces": "1;1;1"}),
        ("place", {"cid": "nobody", "at": "1,1"}),
        ("place", {"cid": "Nettle", "at": "99,99"}),
        ("place", {"cid": "Nettle", "at": "6,2"}),
        ("place", {"cid": "Nettle", "at": "2,3"}),
        ("set_background", {}),
    ],
)
def test_what_cannot_be_says_why(draft: Encounter, clients: Clients, name: str, sent: dict[str, Any]) -> None:
    if sent.get("cid") == "Nettle":
        sent = {**sent, "cid": draft.roster.get(name="Nettle").cid}
    answer = clients["wren"].post(url(name, draft), sent, headers={"HX-Request": "true"})
    assert answer.status_code == 422
    assert b"messages" in answer.content


def test_a_smaller_map_loses_what_falls_off_it(draft: Encounter, clients: Clients) -> None:
    sent = {"width": 5, "height": 8, "light": "bright"}
    assert clients["wren"].post(url("set_map", draft), sent).status_code == 302
    draft.refresh_from_db()
    assert draft.scene["map"]["size"] == [5, 8]
    assert all(x < 5 for kind in ("wall", "rough", "dim") for x, _ in draft.scene["map"].get(kind, []))
    assert "at" not in draft.roster.get(name="Hedge knight").start
    assert draft.roster.get(name="Nettle").start["at"] == [1, 3]


def test_painted_spaces_and_places_are_those_of_the_fight(draft: Encounter, clients: Clients, wren: User) -> None:
    nettle = draft.roster.get(name="Nettle")
    assert clients["wren"].post(url("place", draft), {"cid": nettle.cid, "at": "4,4"}).status_code == 302
    assert clients["wren"].post(url("paint", draft), {"kind": "wall", "spaces": "0,0 0,1"}).status_code == 302
    draft.refresh_from_db()
    begun = do_start(draft, wren)
    assert at(begun, "Nettle") == (4, 4)
    assert {(0, 0), (0, 1), (6, 2)} <= set(engine.scene_of(begun).map.spaces["wall"])


# -- the picture ------------------------------------------------------------------------------------------------


def picture(side: int = 60) -> io.BytesIO:
    file = io.BytesIO()
    Image.new("RGB", (side, side), "green").save(file, "PNG")
    file.seek(0)
    file.name = "secret lair.png"
    return file


def test_a_picture_is_made_anew_under_a_name_that_tells_nothing(draft: Encounter, clients: Clients, wren: User) -> None:
    assert clients["wren"].post(url("set_background", draft), {"picture": picture()}).status_code == 302
    draft.refresh_from_db()
    name = draft.background.name
    assert re.fullmatch(r"maps/[\w-]{32}\.webp", name)
    address = url("background", draft, name[5:-5])
    assert address in text_of(clients["wren"], "prepare", draft)
    assert clients["wren"].get(address).headers["Content-Type"] == "image/webp"
    assert clients["ode"].get(address).status_code == 403
    assert clients["stranger"].get(address).status_code == 404
    begun = do_start(draft, wren)
    assert clients["ode"].get(address).status_code == 200
    assert Client().get(address).status_code == 404
    Encounter.objects.filter(pk=begun.pk).update(watch_token="open-to-all")
    assert Client().get(address).status_code == 200
    assert Client().get(url("background", draft, "another")).status_code == 404


def test_what_is_no_picture_is_refused(draft: Encounter, clients: Clients) -> None:
    rubbish = io.BytesIO(b"<svg onload=alert(1)>")
    rubbish.name = "x.png"
    assert clients["wren"].post(url("set_background", draft), {"picture": rubbish}).status_code == 422
    draft.refresh_from_db()
    assert not draft.background


@pytest.mark.django_db(transaction=True)
def test_a_clone_has_a_picture_of_its_own_and_old_files_go(draft: Encounter) -> None:
    do_set_background(draft, picture().read())
    draft.refresh_from_db()
    old, storage = draft.background.name, draft.background.storage
    clone = do_clone(draft, "Again")
    assert clone.background.name not in ("", old)
    do_set_background(draft, None)
    assert not storage.exists(old)
    assert storage.exists(clone.background.name)


# -- a system that may do without -------------------------------------------------------------------------------


def test_a_map_is_offered_where_it_is_optional(db: None, wren: User, ode: User, clients: Clients) -> None:
    campaign = CampaignFactory.create(name="Dry land")
    raid = do_create_ready(campaign, next(one for one in ready_made(campaign) if one.key == "ambush_at_the_ford"))
    begun = do_start(raid, wren)
    assert engine.scene_of(begun).map is None
    again = do_clone(raid, "With a map")
    do_set_map(again, width=20, height=12, light="bright", step=10)
    scene = engine.scene_of(do_start(again, wren))
    assert scene.map is not None
    assert (scene.map.scale, scene.map.diagonals) == ("10 ft", "euclid")
    assert len({one.at for one in scene.combatants}) == len(scene.combatants)


def test_marks_and_outlines_are_short() -> None:
    assert [mark_of(name) for name in ("Goblin Moss", "Grog", "🐉", "Ó")] == ["GM", "Gr", "🐉", "Ó"]
    assert outline([(x, 0) for x in range(60)]) == "M0 0h1200v20h-1200z"


def test_everybody_keeps_a_token_of_his_side(draft: Encounter, clients: Clients) -> None:
    text = text_of(clients["wren"], "prepare", draft)
    assert text.count('class="token token-0') == 4
    assert text.count('class="token token-1') == Combatant.objects.filter(encounter=draft, side="foe").count()
