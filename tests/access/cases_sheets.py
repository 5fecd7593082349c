"""Every address of characters and of a group's own content."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sheets.models import Advance
from tests.access.world import GMS, MEMBERS, SIGNED_IN, Arguments, Case, World, nothing, of_campaign
from tests.factories.sheets import AdvanceFactory, CreatureFactory, LibraryEntryFactory, ReadyFactory

OWN = frozenset({"ode", "wren", "owner"})


def build(world: World) -> None:
    """Ode's character with a request for experience, a creature, and a weapon of the group's own."""
    mine = ReadyFactory.create(campaign=world.campaign, owner=world.people["ode"])
    world.things["sheet"] = mine
    world.things["advance"] = AdvanceFactory.create(character=mine, state=Advance.State.ASKED)
    world.things["creature"] = CreatureFactory.create(campaign=world.campaign, owner=world.people["wren"])
    world.things["entry"] = LibraryEntryFactory.create(campaign=world.campaign)


def of_sheet(**more: str) -> Arguments:
    return lambda world: {"code": world.things["sheet"].code, **more}


def of_creature(world: World) -> Mapping[str, Any]:
    return {"code": world.things["creature"].code}


def of_advance(world: World) -> Mapping[str, Any]:
    return {**of_sheet()(world), "line": world.things["advance"].code}


def of_kind(world: World) -> Mapping[str, Any]:
    return {**of_campaign(world), "kind": world.things["entry"].kind}


def of_entry(world: World) -> Mapping[str, Any]:
    return {**of_kind(world), "key": world.things["entry"].key}


READS = ("sheet", "changes", "abilities", "advancement", "manage", "print")
WRITES = (
    *("set_name", "set_pool", "rest", "add_row", "set_number"),
    *("set_portrait", "remove_portrait", "roll_attributes", "finish", "gain", "archive", "restore"),
    *("duplicate", "move", "hand_over"),
)
# These name a part of the sheet; sent empty they name none, which is not found. Their own tests name one.
NAMING = ("set_field", "remove_row", "roll", "buy")
CASES = [
    *(Case(f"sheets:{name}", MEMBERS, of_sheet()) for name in READS),
    *(Case(f"sheets:{name}", OWN, of_sheet(), "post") for name in WRITES),
    *(Case(f"sheets:{name}", GMS, of_creature) for name in READS),
    *(Case(f"sheets:{name}", GMS, of_creature, "post") for name in WRITES),
    *(Case(f"sheets:{name}", OWN, of_sheet(), "post", answers=(404,)) for name in NAMING),
    *(Case(f"sheets:{name}", GMS, of_creature, "post", answers=(404,)) for name in NAMING),
    Case("sheets:cell", MEMBERS, of_sheet(), query={"path": "strength"}),
    Case("sheets:number", MEMBERS, of_sheet(figure="modifier.strength")),
    Case("sheets:entries", OWN, of_sheet(table="skills")),
    Case("sheets:check", OWN, of_sheet(), query={"check": "skill.sword_long"}),
    Case("sheets:export", OWN, of_sheet()),
    Case("sheets:build", OWN, of_sheet()),
    Case("sheets:build_step", OWN, of_sheet(step="attributes")),
    Case("sheets:save_section", OWN, of_sheet(section="attributes"), "post"),
    Case("sheets:save_notes", OWN, of_sheet(column="notes"), "post"),
    Case("sheets:save_notes", GMS, of_sheet(column="gm_notes"), "post"),
    Case("sheets:change_kind", GMS, of_sheet(), "post"),
    Case("sheets:take_back", OWN, of_advance, "post"),
    Case("sheets:approve", GMS, of_advance, "post"),
    Case("sheets:refuse", GMS, of_advance, "post"),
    Case("sheets:portrait", MEMBERS, of_sheet(), answers=(200, 404)),
    Case("sheets:characters", SIGNED_IN, nothing),
    Case("sheets:create", SIGNED_IN, nothing),
    Case("sheets:import", SIGNED_IN, nothing),
    Case("sheets:schema", SIGNED_IN, lambda _: {"system": "rhean"}),
    Case("sheets:campaign_characters", MEMBERS),
    Case("sheets:import_creatures", GMS),
    Case("sheets:table_template", GMS),
    Case("sheets:library", MEMBERS),
    Case("sheets:library_kind", MEMBERS, of_kind),
    Case("sheets:entry_create", GMS, of_kind),
    Case("sheets:entry_edit", GMS, of_entry),
    Case("sheets:entry_ask_delete", GMS, of_entry),
    Case("sheets:entry_delete", GMS, of_entry, "post"),
]
