"""Moves on a map: how far, by which way, and what becomes of engagements.

A move in ends beside the foe: it has to cover the feet between the two less 5. One who cannot comes as near as he can.
An engagement ends when the two stand too far apart for its distance in Reach points.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rhean.rules.errors import Refusal
from rhean.rules.grid import Grid, Space, Ways
from rhean.rules.maps import facing_to, straight
from rhean.rules.systems.rhean import facts, places, reach
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.state import Declaration
from rhean.rules.systems.rhean.wording import action_label

PHASES = 3
ROUND_LONG = ("sprint", "charge", "stealthy_move")
"""Moves that go on through the phases of a round."""

HALVES = {
    "combat_move": 2,
    "run": 4,
    "withdraw": 1,
    "leap": 2,
    "close": 2,
    "sprint": 8,
    "charge": 4,
    "stealthy_move": 2,
}
"""Halves of the Movement that each covers in a phase."""

MOVES_IN = ("combat_move", "run", "leap", "sprint")
"""Moves that may end an approach in an engagement."""

FAULTS = {
    "gap": "the path must go from space to neighbouring space",
    "edge": "the path leaves the map",
    "wall": "the path runs into a wall",
    "squeeze": "no way between the two walls",
}


def on_map(fight: Fight, who: str) -> bool:
    """Whether somebody stands on a map."""
    return fight.board is not None and fight[who].at is not None


def in_a_phase(fight: Fight, who: str, action: str) -> int:
    """Feet that a move covers in this phase; a leap out of a run twice as many."""
    last = fight[who].last_move
    running = action == "leap" and last is not None and last.running and last.tick == fight.tick
    after_run = action == "leap" and last is not None and last.tick == fight.tick - 1
    ran = last is not None and (last.action == "run" or last.running)
    halves = HALVES[action] * (2 if running or (after_run and ran) else 1)
    return fight.profile(who).movement * halves // 2


def in_all(fight: Fight, who: str, action: str) -> int:
    """Feet that a move covers until it is done."""
    return in_a_phase(fight, who, action) * (PHASES if action in ROUND_LONG else 1)


# -- what stands against it -------------------------------------------------------------------------------------


def reasons(fight: Fight, who: str, declared: Declaration) -> Iterator[Refusal]:
    """Why a path cannot be walked, as far as the walker knows; why a charge does not reach."""
    if not on_map(fight, who):
        return
    if declared.path:
        yield from path_reasons(fight, who, declared)
    if declared.action == "charge":
        yield from (
            Refusal("target", "{0} is too far to be charged", (target,))
            for target in declared.targets
            if (places.feet(fight, who, target) or 0) - places.ENGAGED_FEET > in_all(fight, who, "charge")
        )


def path_reasons(fight: Fight, who: str, declared: Declaration) -> Iterator[Refusal]:
    """A gap, a wall, somebody in the way, too many feet."""
    board, start = fight.board, fight[who].at
    if board is None or start is None:
        return
    fault = board.grid.path_fault(start, declared.path)
    if fault:
        yield Refusal("path", FAULTS[fault])
        return
    there = places.crowd(fight, who, veiled=True)
    for space in declared.path[:-1]:
        if places.blocks(fight, who, there.get(space)):
            yield Refusal("path", "{0} stands in the way", (there[space].id,))
            return
    if declared.path[-1] in there:
        yield Refusal("path", "that space is taken")
    feet, most = places.path_feet(fight, who, declared.path), in_all(fight, who, declared.action)
    if feet > most:
        yield Refusal("path", f"is {feet} feet; {action_label(declared.action)} covers {most}")


# -- choosing a way ---------------------------------------------------------------------------------------------


def meets(fight: Fight, who: str, foe: str, at: Space | None = None) -> bool:
    """Whether somebody stands beside a foe, or would in that space, with no wall between."""
    start, end, board = at or fight[who].at, fight[foe].at, fight.board
    if start is None or end is None or board is None:
        return False
    beside = max(abs(start[0] - end[0]), abs(start[1] - end[1])) <= 1
    return beside and board.grid.sees(start, end)


def chosen_way(fight: Fight, who: str, declared: Declaration, most: int) -> tuple[Space, ...]:
    """The path that a move takes now: what is left of the one named, else one that the rules find."""
    toward = declared.targets[0] if declared.action == "charge" else declared.toward
    if declared.path:
        here = fight[who].at
        walked = declared.path.index(here) + 1 if here in declared.path else 0
        return declared.path[walked:]
    if toward:
        return way_to(fight, who, toward, declared.stop == "near")
    if declared.away:
        foes = reach.known_engaged(fight, who) if declared.away == "all" else (declared.away,)
        return way_from(fight, who, foes, most)
    return ()


def way_to(fight: Fight, who: str, foe: str, only_near: bool) -> tuple[Space, ...]:
    """The cheapest way to a free space beside a foe, else to the one nearest to him; cut where he is near."""
    goal = fight[foe].at
    ways = places.ways(fight, who, UNLIMITED)
    if ways is None or goal is None or meets(fight, who, foe):
        return ()
    taken = places.crowd(fight, who, veiled=True)
    free = [space for space in ways.length if space not in taken]
    beside = [space for space in free if meets(fight, who, foe, space)]
    end = min(beside or free, key=lambda space: (0 if beside else _far(fight, space, goal), ways.length[space], space))
    path = ways.path(end)
    return _until_near(fight, who, path, goal) if only_near else path


UNLIMITED = 1_000_000


def _far(fight: Fight, space: Space, goal: Space) -> int:
    grid: Grid | None = fight.board.grid if fight.board else None
    return grid.distance(space, goal) if grid else 0


def _until_near(fight: Fight, who: str, path: tuple[Space, ...], goal: Space) -> tuple[Space, ...]:
    """The path as far as the first space from which the goal is near."""
    step = fight.board.step if fight.board else places.STEP
    near = fight.profile(who).movement + places.ENGAGED_FEET
    start = fight[who].at
    spaces = [*((start,) if start else ()), *path]
    short = next((n for n, space in enumerate(spaces) if straight(space, goal, step) <= near), len(path))
    return path[:short]


def way_from(fight: Fight, who: str, foes: tuple[str, ...], most: int) -> tuple[Space, ...]:
    """The way to the free space that is farthest from the nearest of some foes, the cheapest of those."""
    ways = places.ways(fight, who, most)
    step = fight.board.step if fight.board else places.STEP
    goals = [at for foe in foes if (at := fight[foe].at) is not None]
    if ways is None or not goals:
        return ()
    taken = places.crowd(fight, who, veiled=True)
    free = [space for space in ways.length if space not in taken]

    def rank(space: Space) -> tuple[int, int, Space]:
        return -min(straight(space, goal, step) for goal in goals), ways.length[space], space

    return ways.path(min(free, key=rank))


def choices(fight: Fight, who: str, action: str) -> Iterator[tuple[tuple[Space, ...], int, bool]]:
    """Every space that a phase of a move could end in: the path, its feet, whether it moves in to somebody."""
    ways: Ways | None = places.ways(fight, who, in_a_phase(fight, who, action))
    if ways is None or fight.board is None:
        return
    taken = places.crowd(fight, who, veiled=True)
    for space, length in ways.length.items():
        if space != fight[who].at and space not in taken:
            comes = action in MOVES_IN and bool(foe_at_end(fight, who, space))
            yield ways.path(space), places.feet_of(fight.board, length), comes


def foe_at_end(fight: Fight, who: str, end: Space) -> str:
    """The foe whom a path that ends so moves in to: one whom he knows, stands beside, and is not engaged with."""
    foes = [
        foe
        for foe in places.crowd(fight, who, veiled=True).values()
        if places.blocks(fight, who, foe)
        and meets(fight, who, foe.id, end)
        and reach.bond(fight, who, foe.id).zone != "engaged"
    ]
    board = fight.board
    if not foes or board is None:
        return ""
    return min(foes, key=lambda foe: straight(end, foe.at or end, board.step)).id


# -- walking ----------------------------------------------------------------------------------------------------


def go(fight: Fight, who: str, declared: Declaration, *, engages: bool = True) -> None:
    """A move of place in step b: the token walks, then engagements follow from where it stands."""
    most = in_a_phase(fight, who, declared.action)
    if declared.away and declared.away != "all" and declared.distance is not None:
        wider = declared.distance - reach.bond(fight, who, declared.away).distance
        most = min(most, places.ENGAGED_FEET * max(1, wider))
    path = chosen_way(fight, who, declared, most)
    walked = walk(fight, who, path, most, turns=declared.action != "withdraw")
    _tell(fight, who, declared, walked, wanted=bool(path or declared.away))
    toward = declared.targets[0] if declared.action == "charge" else declared.toward
    if toward:
        _arrive(fight, who, toward, declared, engages=engages)
    elif declared.away and walked:
        _leave(fight, who, declared)
    loosen(fight, who)


def _tell(
    fight: Fight, who: str, declared: Declaration, walked: tuple[tuple[Space, ...], int], *, wanted: bool
) -> None:
    path, feet = walked
    if wanted and not path:
        fight.tell(facts.Failed(who, declared.action, "finds no way"))
    else:
        fight.tell(facts.Moved(who, declared.action, declared.place, path, feet))


def walk(
    fight: Fight, who: str, path: tuple[Space, ...], most: int, *, turns: bool = True
) -> tuple[tuple[Space, ...], int]:
    """Walks a path as far as feet and others allow: the spaces walked, and their feet.

    Those whom one did not see stop one before them."""
    there = places.crowd(fight, who, veiled=False)
    walked = path
    while walked and (walked[-1] in there or not _can_walk(fight, who, walked, most, there)):
        walked = walked[:-1]
    if not walked:
        return (), 0
    feet = places.path_feet(fight, who, walked)
    before = walked[-2] if len(walked) > 1 else fight[who].at
    changes: dict[str, Any] = {"at": walked[-1]}
    if turns and before is not None:
        changes["facing"] = facing_to(before, walked[-1], fight[who].facing)
    fight.change(who, **changes)
    return walked, feet


def _can_walk(fight: Fight, who: str, path: tuple[Space, ...], most: int, there: Any) -> bool:
    board, start = fight.board, fight[who].at
    if board is None or start is None or board.grid.path_fault(start, path):
        return False
    barred = any(places.blocks(fight, who, there.get(space)) for space in path)
    return not barred and places.path_feet(fight, who, path) <= most


def _arrive(fight: Fight, who: str, foe: str, declared: Declaration, *, engages: bool) -> None:
    """Towards a foe: faced, and engaged if one stands beside him and meant to be."""
    at, goal = fight[who].at, fight[foe].at
    if at is not None and goal is not None:
        fight.change(who, facing=facing_to(at, goal, fight[who].facing))
    if engages and declared.stop != "near" and meets(fight, who, foe):
        reach.engage(fight, who, foe, reach.own_distance(fight, who, declared))


def _leave(fight: Fight, who: str, declared: Declaration) -> None:
    """Away from one foe or from all of whom one knows: out of the engagement, or wider in it."""
    foes = reach.known_engaged(fight, who) if declared.away == "all" else (declared.away,)
    for foe in foes:
        if reach.bond(fight, who, foe).zone != "engaged":
            continue
        if declared.distance is not None and declared.away != "all":
            reach.widen(fight, who, foe, declared.distance)
        else:
            reach.part(fight, who, foe, places.zone(fight, who, foe) or "near")


def loosen(fight: Fight, who: str) -> None:
    """Ends the engagements for which a token stands too far away now."""
    for foe in reach.engaged_with(fight, who):
        known = places.feet(fight, who, foe)
        if known is not None and not places.hangs_on(known, reach.bond(fight, who, foe).distance):
            reach.part(fight, who, foe, places.zone(fight, who, foe) or "near")
