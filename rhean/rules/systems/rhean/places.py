"""A fight on a map: who stands where, and what the spaces say of distance, sight, cover and side.

Whoever stands nowhere, and every fight without a map, is as if there were none: each function then gives None, and
what was said by hand counts (see ``reach``).
"""

from __future__ import annotations

from collections.abc import Mapping

from rhean.rules import maps
from rhean.rules.grid import Grid, Pace, Space, Ways
from rhean.rules.systems.rhean import secrets
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.state import Board, Fighter, Quadrant, Zone

UNIT = "ft"
STEP = 5
"""Feet of a space, unless the map has a scale of its own."""

ENGAGED_FEET = 5
"""Feet of a Reach point, and those that a move in need not cover."""

OUT_OF_THE_WAY = ("unconscious", "dying", "dead")


def stand(fight: Fight, a: str, b: str) -> tuple[Grid, Space, Space] | None:
    """The map and the spaces of two who stand on it."""
    start, end = fight[a].at, fight[b].at
    if fight.board is None or start is None or end is None:
        return None
    return fight.board.grid, start, end


def feet(fight: Fight, a: str, b: str) -> int | None:
    """Feet between two tokens, rounded up."""
    found = stand(fight, a, b)
    if found is None or fight.board is None:
        return None
    return maps.straight(found[1], found[2], fight.board.step)


def zone(fight: Fight, mover: str, other: str) -> Zone | None:
    """Near is within the mover's Movement and 5 feet, far beyond."""
    known = feet(fight, mover, other)
    if known is None:
        return None
    return "near" if known <= fight.profile(mover).movement + ENGAGED_FEET else "far"


def hangs_on(known: int, distance: int) -> bool:
    """Whether two who are so many feet apart can still be engaged at a distance in Reach points."""
    return known <= ENGAGED_FEET * (2 + distance)


def sees(fight: Fight, a: str, b: str) -> bool:
    """Whether no wall stands between two; always without a map."""
    found = stand(fight, a, b)
    return found is None or found[0].sees(found[1], found[2])


def cover(fight: Fight, attacker: str, target: str) -> int:
    """What painted cover gives a target against missiles, in per cent."""
    found = stand(fight, attacker, target)
    if found is None or not found[0].covered(found[1], found[2]):
        return 0
    return int(fight.rulings["map_cover"])


def quadrant(fight: Fight, attacker: str, target: str, *, engaged: bool) -> Quadrant | None:
    """From which side an attack comes, by facing and bearing; nobody is behind one who is engaged with him."""
    found = stand(fight, attacker, target)
    facing = fight[target].facing
    if found is None or not facing:
        return None
    side = maps.quadrant(facing, found[2], found[1])
    if side == "rear" and engaged:
        return maps.flank(facing, found[2], found[1])
    return side


# -- standing and passing ---------------------------------------------------------------------------------------


def crowd(fight: Fight, who: str, *, veiled: bool) -> Mapping[Space, Fighter]:
    """The others by space, the dead left out; ``veiled`` leaves out those of whom one does not know."""
    return {
        other.at: other
        for other in fight
        if other.at is not None
        and other.id != who
        and not other.has("dead")
        and not (veiled and secrets.hidden_from(fight, other.id, who))
    }


def blocks(fight: Fight, who: str, other: Fighter | None) -> bool:
    """Whether somebody is in the way: a foe who can stop one."""
    return other is not None and fight.are_enemies(who, other.id) and not other.has(*OUT_OF_THE_WAY)


def pace(fight: Fight) -> Pace:
    """What ground costs besides."""
    extra = int(fight.rulings["map_rough"])
    return Pace(extra, extra)


def ways(fight: Fight, who: str, most: int) -> Ways | None:
    """The cheapest ways of somebody that take at most so many feet, as far as he knows who stands where."""
    start = fight[who].at
    if fight.board is None or start is None:
        return None
    there = crowd(fight, who, veiled=True)
    return fight.board.grid.ways(
        start,
        pace=pace(fight),
        passable=lambda space: not blocks(fight, who, there.get(space)),
        longest=most * 1000 // fight.board.step,
    )


def feet_of(board: Board, length: int) -> int:
    """Feet of so many thousandths of a space, rounded up."""
    return -(-length * board.step // 1000)


def path_feet(fight: Fight, who: str, path: tuple[Space, ...]) -> int:
    """Feet that a path takes from where somebody stands."""
    start = fight[who].at
    if fight.board is None or start is None:
        return 0
    return feet_of(fight.board, fight.board.grid.path_length(start, path, 0, pace(fight)))


# -- being put somewhere ----------------------------------------------------------------------------------------


def place_all(fight: Fight) -> None:
    """Gives everybody who was not placed a free space, and lets those face the nearest foe they know of who face
    nowhere."""
    if fight.board is None:
        return
    sides = list(dict.fromkeys(fighter.side for fighter in fight))
    for fighter in fight:
        if fighter.at is None:
            taken = {other.at for other in fight if other.at is not None}
            at = maps.open_place(fight.board.grid, taken, sides.index(fighter.side))
            fight.change(fighter.id, at=at)
    for fighter in fight:
        if fighter.at is not None and not fighter.facing:
            fight.change(fighter.id, facing=_first_facing(fight, fighter.id))


def _first_facing(fight: Fight, who: str) -> str:
    foes = [
        (feet(fight, who, foe.id) or 0, foe.at)
        for foe in fight.enemies(who)
        if foe.at is not None and not secrets.hidden_from(fight, foe.id, who)
    ]
    at = fight[who].at
    if not foes or at is None:
        return maps.FACINGS[0]
    return maps.facing_to(at, min(foes, key=lambda entry: entry[0])[1] or at)
