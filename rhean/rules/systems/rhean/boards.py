"""The map of a fight as it is set up, changed by the GM, and seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from rhean.rules import maps
from rhean.rules.errors import BadSetup
from rhean.rules.grid import Space, read_grid, read_path, read_space
from rhean.rules.systems.rhean import facts, gear, missiles, places, walking
from rhean.rules.systems.rhean.fight import Fight, refuse
from rhean.rules.systems.rhean.intake import combatant, no_such, one_of
from rhean.rules.systems.rhean.state import Board, Fighter
from rhean.rules.view import Ring

Params = Mapping[str, Any]
Starts = Mapping[str, tuple[Any, str]]
"""Combatant -> the space and the facing that the setup gives him."""


# -- setup ------------------------------------------------------------------------------------------------------


def set_board(fight: Fight, written: Mapping[str, Any] | None, starts: Starts) -> None:
    """The map of a setup, with everybody on it; raises ``BadSetup``. Without one nobody stands anywhere."""
    if not written:
        return
    fight.board = Board(read_grid(written, "euclid"), maps.read_step(written, places.STEP))
    _put_all(fight, starts)


def enter(fight: Fight, starts: Starts) -> None:
    """Newcomers are put on the map of a running fight: whoever cannot stand where he was to, on a free space."""
    if fight.board is None:
        return
    for who, (value, facing) in starts.items():
        at = read_space(value)
        if at is not None and fight.board.grid.open(at) and at not in places.crowd(fight, who, veiled=False):
            fight.change(who, at=at)
        if facing in maps.FACINGS:
            fight.change(who, facing=facing)
    places.place_all(fight)


def _put_all(fight: Fight, starts: Starts) -> None:
    for who, (value, facing) in starts.items():
        if facing and facing not in maps.FACINGS:
            raise BadSetup(f"{who}: no facing {facing}")
        fight.change(who, facing=facing)
        if value in (None, ""):
            continue
        at = read_space(value)
        if at is None or fight.board is None or not fight.board.grid.open(at):
            raise BadSetup(f"{who} cannot stand at {value}")
        if at in places.crowd(fight, who, veiled=False):
            raise BadSetup(f"{who} cannot stand at {value}: that space is taken")
        fight.change(who, at=at)
    places.place_all(fight)


# -- by hand ----------------------------------------------------------------------------------------------------


def board_of(fight: Fight) -> Board:
    """The map; refuses where there is none."""
    if fight.board is None:
        raise refuse("closed", "there is no map here")
    return fight.board


def place(fight: Fight, params: Params) -> None:
    """The GM puts a token elsewhere, or turns it; engagements that are too far apart then end."""
    board = board_of(fight)
    if not params.get("target"):
        raise refuse("target", "no target")
    who = combatant(fight, params["target"])
    at = read_space(params.get("at") or "") or fight[who].at
    if at is None or not board.grid.inside(at):
        raise refuse("path", "that space is off the map")
    if not board.grid.open(at):
        raise refuse("path", "that space is a wall")
    if at in places.crowd(fight, who, veiled=False):
        raise refuse("path", "that space is taken")
    facing = one_of(params.get("facing") or fight[who].facing or maps.FACINGS[0], maps.FACINGS)
    fight.change(who, at=at, facing=facing)
    fight.tell(facts.Placed(who, at, facing))
    walking.loosen(fight, who)


def paint(fight: Fight, params: Params) -> str:
    """Spaces of the map become something else; gives what was done in words."""
    board = board_of(fight)
    kind = one_of(params.get("kind", ""), tuple(key for key, _ in maps.PAINTS))
    spaces = read_path(params.get("spaces", ""))
    if not spaces:
        raise no_such("spaces")
    if kind == "wall":
        _spare(fight, spaces)
    fight.board = replace(board, grid=maps.painted(board.grid, kind, spaces))
    return f"The map changes: {dict(maps.PAINTS)[kind].lower()}"


def _spare(fight: Fight, spaces: tuple[Space, ...]) -> None:
    buried = next((fighter for fighter in fight if fighter.at in spaces and not fighter.has("dead")), None)
    if buried is not None:
        raise refuse("path", "{0} stands there", buried.id)


# -- as it is seen ----------------------------------------------------------------------------------------------


def rings(fight: Fight, fighter: Fighter, *, exact: bool) -> Iterator[Ring]:
    """How far somebody strikes and shoots with what he has in hand; how far he shoots tells his rank (``exact``)."""
    if fight.board is None or fighter.at is None or fighter.has(*places.OUT_OF_THE_WAY):
        return
    step = fight.board.step
    own = gear.reach_of(fight, fighter)
    yield Ring("threat", f"Reach {own}", max(1, places.ENGAGED_FEET * (1 + own) // step))
    for wielded in fighter.weapons:
        if exact and wielded.in_hand and missiles.is_missile(fight, wielded):
            make = fight.make(wielded)
            far = missiles.limits(fight, fighter.id, make, make.skill, None)[-1]
            yield Ring("range", f"{make.name}: {far} feet", far // step)
