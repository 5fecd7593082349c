"""Where units stand: sight, who shares a space, finding the hidden, moving and being pushed (section 6, Grid)."""

from __future__ import annotations

from collections.abc import Iterable

from rhean.rules.errors import Refusal
from rhean.rules.grid import Pace, Space
from rhean.rules.systems.dragonpact import facts
from rhean.rules.systems.dragonpact.conditions import check_holds, end, near
from rhean.rules.systems.dragonpact.state import DragonpactState, Rules, Unit, hostile
from rhean.rules.systems.dragonpact.work import Work

FAULTS = {
    "gap": "the path must go from space to neighbouring space",
    "edge": "the path leaves the map",
    "wall": "the path runs into a wall",
    "squeeze": "no way between the two walls",
}


def in_sight(state: DragonpactState, a: Unit, b: Unit) -> bool:
    """Whether a straight line joins two units; light does not matter."""
    return a.at is not None and b.at is not None and state.grid.sees(a.at, b.at)


def distance(state: DragonpactState, a: Unit, b: Unit) -> int:
    """Spaces between two units on the map."""
    return state.grid.distance(a.at, b.at) if a.at is not None and b.at is not None else 0


# -- who sees whom ------------------------------------------------------------------------------------------


def watchers(state: DragonpactState, unit: Unit) -> list[Unit]:
    """Able units of other sides in sight of a unit's space (ruling ``hide_watchers``)."""
    only_hostile = state.rules.rulings["hide_watchers"] == "hostile"
    return [
        other
        for other in state.units
        if other.side != unit.side
        and other.able
        and (hostile(unit, other) or not only_hostile)
        and in_sight(state, other, unit)
    ]


def in_bright_light(state: DragonpactState, unit: Unit) -> bool:
    """Whether a unit's space is bright."""
    return unit.at is not None and state.grid.light_at(unit.at) == "bright"


def check_hidden(work: Work, mover: str) -> bool:
    """After a step: who is in bright light in sight of another side is seen; whom the mover comes next to is found.

    Tells whether the mover found somebody.
    """
    found = False
    for hidden in [unit for unit in work.state.units if unit.hidden and unit.at is not None]:
        if in_bright_light(work.state, hidden) and watchers(work.state, hidden):
            end(work, hidden.id, "hidden", "seen in bright light")
        elif finds(work.state, work.unit(mover), hidden):
            found = end(work, hidden.id, "hidden", "found")
    return found


def finds(state: DragonpactState, seeker: Unit, hidden: Unit) -> bool:
    """Whether an able unit of another side within 1 space in sight finds a hidden one."""
    if state.rules.rulings["hidden_ends"] == "never" or seeker.side == hidden.side or not seeker.able:
        return False
    return distance(state, seeker, hidden) <= 1 and in_sight(state, seeker, hidden)


def found_at_turn_end(work: Work, key: str) -> None:
    """A hidden unit that ends its turn next to an able one of another side is found."""
    unit = work.unit(key)
    if unit.hidden and any(finds(work.state, other, unit) for other in work.state.units):
        end(work, key, "hidden", "found")


# -- sharing spaces -----------------------------------------------------------------------------------------


def may_share(unit: Unit, others: Iterable[Unit]) -> bool:
    """One unit a space, except one tiny unit with another."""
    there = [other for other in others if other.id != unit.id]
    return not there or (len(there) == 1 and "tiny" in (unit.sheet.size, there[0].sheet.size))


def occupants(state: DragonpactState, space: Space, known_to: str | None = None) -> list[Unit]:
    """Units that stand in a space, all of them or those that a side knows of."""
    return [unit for unit in state.standing.get(space, ()) if known_to is None or state.knows(known_to, unit)]


def in_the_way(unit: Unit, others: Iterable[Unit], flying: bool) -> Unit | None:
    """Who stops a unit from passing a space: one of another side with whom it cannot share it."""
    there = list(others)
    if flying or may_share(unit, there):
        return None
    return next((other for other in there if other.side != unit.side), None)


def is_free(state: DragonpactState, unit: Unit, space: Space) -> bool:
    """Whether a unit may stand in a space: on the map, no wall, not taken."""
    return state.grid.open(space) and may_share(unit, occupants(state, space))


# -- moving -------------------------------------------------------------------------------------------------


def pace(rules: Rules, mode: str) -> Pace:
    """What ground costs in a mode of moving."""
    extra = rules.rulings["rough_extra"]
    return Pace(extra, 0 if mode == "swim" else extra, mode == "fly")


def path_bar(state: DragonpactState, unit: Unit, path: tuple[Space, ...], mode: str) -> Refusal | None:
    """Why a path cannot be walked, as far as the walker knows."""
    if not path or unit.at is None:
        return Refusal("path", FAULTS["gap"])
    here = unit.at
    for index, space in enumerate(path):
        fault = state.grid.path_fault(here, (space,))
        if fault:
            return Refusal("path", FAULTS[fault])
        there = occupants(state, space, unit.side)
        last = index == len(path) - 1
        if last and not may_share(unit, there):
            return Refusal("path", "that space is taken")
        blocker = None if last else in_the_way(unit, there, mode == "fly")
        if blocker:
            return Refusal("path", "{0} stands in the way", (blocker.id,))
        here = space
    return None


def walk(work: Work, key: str, path: tuple[Space, ...], mode: str) -> None:
    """Step by step: points, light and finds; a find stops one where one may stand, the unseen stop one before them."""
    unit = work.unit(key)
    start, spent, stop = unit.at, 0, False
    walked: list[Space] = []
    for space in path:
        others = occupants(work.state, space)
        last = len(walked) == len(path) - 1
        if in_the_way(unit, others, mode == "fly") or (last and not may_share(unit, others)):
            break
        cost = _step(work, key, space, mode)
        spent += cost
        walked.append(space)
        stop = check_hidden(work, key) or stop
        if stop and may_share(unit, occupants(work.state, space)):
            break
    while walked and not may_share(unit, occupants(work.state, walked[-1])):
        walked.pop()
    unit = work.set(key, at=walked[-1] if walked else start)
    work.tell(facts.Moved(key, tuple(walked), mode, spent, unit.turn.points))


def _step(work: Work, key: str, space: Space, mode: str) -> int:
    """One step: its points are paid, diagonals counted."""
    unit = work.unit(key)
    if unit.at is None:
        return 0
    turn = unit.turn
    cost = work.state.grid.step_cost(unit.at, space, turn.diagonals, pace(work.rules, mode))
    diagonal = unit.at[0] != space[0] and unit.at[1] != space[1]
    work.set(key, at=space)
    work.set_turn(key, points=turn.points - cost, diagonals=turn.diagonals + diagonal, moved=True)
    return cost


# -- pushing ------------------------------------------------------------------------------------------------


def away(source: Space, target: Space) -> Space:
    """The direction from one space to another: the sign of each axis."""
    return (_sign(target[0] - source[0]), _sign(target[1] - source[1]))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def push(work: Work, key: str, direction: Space, spaces: int, by: str) -> bool:
    """A unit is pushed space by space and stops short of walls, edges and taken spaces; tells whether it moved."""
    start = work.unit(key).at
    if start is None or spaces < 1:
        return False
    here = start
    for _ in range(spaces):
        there = (here[0] + direction[0], here[1] + direction[1])
        unit = work.unit(key)
        if direction == (0, 0) or not work.state.grid.can_step(here, there) or not is_free(work.state, unit, there):
            break
        here = there
        work.set(key, at=here)
        check_hidden(work, key)
    far = max(abs(here[0] - start[0]), abs(here[1] - start[1]))
    work.tell(facts.Pushed(key, by, here, far < spaces))
    check_holds(work, key)
    return here != start


def next_to(work: Work, a: str, b: str) -> bool:
    """Whether two units are within 1 space."""
    return near(work, work.unit(a), work.unit(b))
