"""Every address of encounters."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

from PIL import Image

from encounters.actions.control import do_share
from encounters.actions.map import do_set_background
from encounters.actions.play import do_start
from encounters.models import Combatant
from tests.access.world import ANYBODY, GMS, MEMBERS, PLAYERS, Case, World, of_campaign
from tests.factories.encounters import CombatantFactory, EncounterFactory
from tests.factories.sheets import ready_sheet


def build(world: World) -> None:
    """A fight in preparation, on a picture, and one that runs; Ode has somebody in both, and one waits outside."""
    sheet = ready_sheet(world.campaign.system, "characters", "soldier")
    for name in ("draft", "fight"):
        made = EncounterFactory.create(campaign=world.campaign, name=name)
        CombatantFactory.create(encounter=made, side="party", owner=world.people["ode"].key, sheet=sheet)
        CombatantFactory.create(encounter=made, sheet=sheet)
        world.things[name] = made
        world.things[f"{name}_late"] = CombatantFactory.create(encounter=made, sheet=sheet, round=Combatant.BY_HAND)
    picture = io.BytesIO()
    Image.new("RGB", (8, 8)).save(picture, "PNG")
    do_set_background(world.things["draft"], picture.getvalue())
    world.things["draft"].refresh_from_db()
    world.things["fight"] = do_start(world.things["fight"], world.people["wren"])
    world.things["fight"] = do_share(world.things["fight"], shared=True)


def of_draft(world: World) -> Mapping[str, Any]:
    return {"code": world.things["draft"].code}


def of_fight(world: World) -> Mapping[str, Any]:
    return {"code": world.things["fight"].code}


def of_picture(world: World) -> Mapping[str, Any]:
    return {**of_draft(world), "name": world.things["draft"].background.name[5:-5]}


def of_stage(world: World) -> Mapping[str, Any]:
    return {**of_fight(world), "kind": "declare"}


def of_late(world: World) -> Mapping[str, Any]:
    return {**of_fight(world), "cid": world.things["fight_late"].cid}


def of_row(world: World) -> Mapping[str, Any]:
    return {**of_draft(world), "cid": world.things["draft_late"].cid}


def of_link(world: World) -> Mapping[str, Any]:
    return {"token": world.things["fight"].watch_token}


def of_ready(world: World) -> Mapping[str, Any]:
    return {"code": world.campaign.code, "key": "ambush_at_the_ford"}


def of_list(world: World) -> Mapping[str, Any]:
    return {**of_draft(world), "field": "pairs"}


CASES = [
    Case("encounters:encounters", MEMBERS),
    Case("encounters:create", GMS, of_campaign, "post"),
    Case("encounters:create_ready", GMS, of_ready, "post"),
    Case("encounters:prepare", GMS, of_draft),
    Case("encounters:describe", GMS, of_draft, "post"),
    Case("encounters:add_party", GMS, of_draft, "post"),
    Case("encounters:add_characters", GMS, of_draft, "post"),
    Case("encounters:add_creatures", GMS, of_draft, "post"),
    Case("encounters:set_starts", GMS, of_draft, "post"),
    Case("encounters:set_scene", GMS, of_draft, "post"),
    Case("encounters:add_row", GMS, of_list, "post"),
    Case("encounters:remove_row", GMS, lambda world: {**of_list(world), "at": 0}, "post"),
    Case("encounters:change", GMS, of_row),
    Case("encounters:remove", GMS, of_row, "post"),
    Case("encounters:move", GMS, of_row, "post"),
    Case("encounters:start", GMS, of_draft, "post"),
    Case("encounters:clone", GMS, of_draft, "post"),
    Case("encounters:delete", GMS, of_draft, "post"),
    Case("encounters:print", GMS, of_draft),
    Case("encounters:export", GMS, of_draft),
    Case("encounters:forecast", GMS, of_draft),
    Case("encounters:refresh_forecast", GMS, of_draft),
    Case("encounters:start_forecast", GMS, of_draft, "post", data=lambda _: {"runs": "100"}),
    Case("encounters:change_forecast", GMS, of_draft, "post"),
    Case("encounters:cancel_forecast", GMS, of_draft, "post"),
    *(Case(f"encounters:{name}", GMS, of_draft, "post") for name in ("set_map", "drop_map", "paint", "place")),
    *(Case(f"encounters:{name}", GMS, of_draft, "post") for name in ("set_background", "drop_background")),
    Case("encounters:background", GMS, of_picture, signed_out=404),
    Case("encounters:show", MEMBERS, of_fight),
    Case("encounters:run", GMS, of_fight),
    Case("encounters:refresh_run", GMS, of_fight),
    Case("encounters:play", PLAYERS, of_fight),
    Case("encounters:refresh_play", PLAYERS, of_fight),
    Case("encounters:watch", MEMBERS, of_fight),
    Case("encounters:refresh_watch", MEMBERS, of_fight),
    Case("encounters:table", ANYBODY, of_link),
    Case("encounters:refresh_table", ANYBODY, of_link),
    Case("encounters:replay", MEMBERS, of_fight),
    Case("encounters:download_log", MEMBERS, lambda world: {**of_fight(world), "form": "md"}),
    Case("encounters:answer", PLAYERS, of_stage, "post"),
    Case("encounters:save_draft", PLAYERS, of_stage, "post"),
    Case("encounters:drop_draft", PLAYERS, of_stage, "post"),
    Case("encounters:undo", PLAYERS, of_fight, "post"),
    Case("encounters:force", GMS, of_fight, "post"),
    Case("encounters:choose", GMS, of_fight, "post"),
    Case("encounters:override", GMS, of_fight, "post"),
    Case("encounters:hand_over", GMS, of_late, "post"),
    Case("encounters:name", GMS, of_late, "post"),
    Case("encounters:enter", GMS, of_late, "post"),
    Case("encounters:end", GMS, of_fight, "post"),
    Case("encounters:resume", GMS, of_fight, "post"),
    Case("encounters:share", GMS, of_fight, "post"),
    Case("encounters:set_clock", GMS, of_fight, "post"),
    Case("encounters:write_back", GMS, of_fight, "post"),
]
