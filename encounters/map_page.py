"""The map on the page of a fight in preparation: as it is written, with everybody who has a place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.urls import reverse

from encounters.actions.map import grid_of, map_of
from encounters.backgrounds import BackgroundForm
from encounters.engine import system_for
from encounters.map import SHAPES, USUAL_RADIUS, Board, Token, background_of, board_of, hand_of, mark_of
from encounters.map_forms import MapForm
from encounters.models import Combatant, Encounter
from rhean.rules.errors import BadSetup
from rhean.rules.grid import read_space
from rhean.rules.maps import FACING, facing_choices, has_map, map_view, paint_parameters
from rhean.rules.prompts import Choice, Parameter

TARGET = "#prepare-map"


def map_context(encounter: Encounter, **forms: Any) -> dict[str, Any]:
    """What the map's part of the page shows; nothing where the system knows no map."""
    system = system_for(encounter)
    if not has_map(system.scene_fields):
        return {}
    written = map_of(encounter)
    return {
        "encounter": encounter,
        "board": prepared_board(encounter, written) if written else None,
        "map_form": MapForm(measure=system.map_measure, written=written),
        "background_form": BackgroundForm(),
        "offers_map": True,
        "needs_map": system.uses_map,
        **forms,
    }


def prepared_board(encounter: Encounter, written: dict[str, Any]) -> Board | None:
    """The map with its tokens; None for one that is not sound."""
    system, measure = system_for(encounter), system_for(encounter).map_measure
    try:
        grid = grid_of(encounter, written)
    except BadSetup:
        return None
    step = written.get("scale", measure.step) if measure.free else measure.step
    roster = list(encounter.roster.all())
    board = board_of(map_view(grid, step, measure.unit), tuple(prepared_tokens(roster)))
    who = Parameter("cid", "Who", "choice", tuple(Choice(one.cid, one.name) for one in roster))
    turns = any(field.key == FACING.key for field in system.entrant_fields)
    facing = (Parameter("facing", "Faces", "choice", facing_choices()),) if turns else ()
    at = Parameter("at", "Where", "space")
    return replace(
        board,
        place=hand_of((who, at, *facing), _url("place", encounter), (), "", TARGET),
        paint=hand_of(paint_parameters(), _url("paint", encounter), (), "", TARGET),
        background=background_of(encounter),
    )


def _url(name: str, encounter: Encounter) -> str:
    return reverse(f"encounters:{name}", args=[encounter.code])


def prepared_tokens(roster: list[Combatant]) -> list[Token]:
    """Everybody, with the place where he begins."""
    sides = list(dict.fromkeys(one.side for one in roster))
    return [
        Token(
            id=one.cid,
            name=one.name,
            mark=mark_of(one.name),
            side=one.side,
            number=sides.index(one.side) % len(SHAPES),
            shape=SHAPES[sides.index(one.side) % len(SHAPES)],
            at=read_space(one.start.get("at")),
            radius=USUAL_RADIUS,
            facing=one.start.get("facing", ""),
            concealed=bool(one.start.get("hidden")),
            movable=True,
        )
        for one in roster
    ]
