"""Moving as it is offered: by path, with the price of every space near, and next to somebody."""

from __future__ import annotations

from collections.abc import Iterator

from rhean.rules.errors import Refusal
from rhean.rules.grid import Space, Ways
from rhean.rules.prompts import Choice, Option, Parameter
from rhean.rules.systems.dragonpact.actions.techniques import moving_modes, rooted
from rhean.rules.systems.dragonpact.aim import stamina_bar
from rhean.rules.systems.dragonpact.arms import ready_arms
from rhean.rules.systems.dragonpact.offers import able, refusals, seen_targets, stamina
from rhean.rules.systems.dragonpact.space import distance, in_sight, in_the_way, may_share, occupants, pace
from rhean.rules.systems.dragonpact.state import DragonpactState, Unit, hostile
from rhean.rules.systems.dragonpact.values import speed

USES_SHOWN = 2
"""Uses of Move that the suggested paths may cost; longer ones are walked all the same."""


def ways_for(state: DragonpactState, unit: Unit, mode: str, limit: int) -> Ways:
    """The cheapest ways of a unit, as far as it knows who stands where."""
    flying = mode == "fly"

    def passable(space: Space) -> bool:
        return in_the_way(unit, occupants(state, space, unit.side), flying) is None

    start = unit.at or (0, 0)
    return state.grid.ways(start, limit, pace=pace(state.rules, mode), diagonals=unit.turn.diagonals, passable=passable)


def path_text(path: tuple[Space, ...]) -> str:
    """A path as ``x,y x,y``."""
    return " ".join(f"{x},{y}" for x, y in path)


def moves(state: DragonpactState, unit: Unit) -> Iterator[Option]:
    """Moving in each mode; the choices of the path are the spaces within a use or two, with their price."""
    each = max(1, speed(state.rules, unit).total)
    bar = able(unit) or rooted(unit)
    if bar is None and unit.turn.points == 0:
        bar = stamina_bar(unit, 1)
    for mode in moving_modes(unit):
        choices = () if bar or unit.at is None else move_choices(state, unit, mode, each)
        shut = None if choices else stamina_bar(unit, 1) or Refusal("path", "nowhere to go")
        label = "Move" if mode == "walk" else f"Move: {mode}"
        path = Parameter("path", "Path", "path", choices, True, help="Space by space, from where you stand.")
        fixed = {} if mode == "walk" else {"mode": mode}
        cost = 0 if unit.turn.points else 1
        summary = f"Speed {each}; {unit.turn.points} left"
        yield Option(
            f"move:{mode}",
            label,
            "move",
            fixed,
            "Moving",
            refusals(bar, shut),
            stamina(cost),
            (path,),
            (),
            False,
            "action.move",
            summary,
        )


def move_choices(state: DragonpactState, unit: Unit, mode: str, each: int) -> tuple[Choice, ...]:
    """Spaces where the unit may end a Move now: the path as value, the price as note."""
    points = unit.turn.points
    ways = ways_for(state, unit, mode, points + each * min(unit.stamina, USES_SHOWN))
    choices = []
    for space, cost in ways.cost.items():
        if space == unit.at or not may_share(unit, occupants(state, space, unit.side)):
            continue
        uses = -(-max(0, cost - points) // each)
        price = f"{cost} point{'' if cost == 1 else 's'}" + (f", {uses} Stamina" if uses else "")
        choices.append(Choice(path_text(ways.path(space)), f"{space[0]},{space[1]}", note=price))
    return tuple(choices)


# -- next to somebody ---------------------------------------------------------------------------------------


def approach(state: DragonpactState, unit: Unit) -> Iterator[Option]:
    """One use of Move towards somebody of another side; of merit while nobody hostile is within reach."""
    bar = able(unit) or rooted(unit) or (None if unit.turn.points else stamina_bar(unit, 1))
    choices = () if bar or unit.at is None else approach_choices(state, unit)
    if bar is None and not choices:
        bar = Refusal("path", "no way closer to anybody")
    path = Parameter("path", "Towards", "choice", choices, True)
    cost = stamina(0 if unit.turn.points else 1)
    merit = 0 if in_reach(state, unit) else 2
    yield Option(
        "approach",
        "Move towards",
        "move",
        {},
        "Moving",
        refusals(bar),
        cost,
        (path,),
        rule="action.move",
        merit=merit,
    )


def approach_choices(state: DragonpactState, unit: Unit) -> tuple[Choice, ...]:
    """The path to the nearest space, for everybody of other sides in view who can be come closer to."""
    each = max(1, speed(state.rules, unit).total)
    ways = ways_for(state, unit, "walk", unit.turn.points + (each if unit.stamina else 0))
    free = [s for s in ways.cost if s == unit.at or may_share(unit, occupants(state, s, unit.side))]
    choices = []
    for target in seen_targets(state, unit):
        if target.side == unit.side or not target.able or target.at is None:
            continue
        space, far = _nearest(state, ways, free, target.at), distance(state, unit, target)
        if far > 1 and state.grid.distance(space, target.at) < far:
            choices.append(Choice(path_text(ways.path(space)), "", target.id, note=f"{far} spaces away"))
    return tuple(choices)


def _nearest(state: DragonpactState, ways: Ways, free: list[Space], goal: Space) -> Space:
    """The free space within the use that is nearest to the goal, the cheapest of those."""
    return min(free, key=lambda space: (state.grid.distance(space, goal), ways.cost[space], space))


def in_reach(state: DragonpactState, unit: Unit) -> bool:
    """Whether somebody hostile and known can be struck from here."""
    reach = max((arm.longest for arm in ready_arms(state.rules, unit)), default=1)
    return any(
        hostile(unit, other) and other.able and distance(state, unit, other) <= reach and in_sight(state, unit, other)
        for other in seen_targets(state, unit)
    )
