"""What holds in every state of a Dragonpact fight, whatever was decided."""

from __future__ import annotations

from collections.abc import Iterator

from rhean.rules.systems.dragonpact.space import may_share
from rhean.rules.systems.dragonpact.state import INITIATIVE, OVER, DragonpactState, Unit


def broken_rules(state: DragonpactState) -> Iterator[str]:
    """Every rule of the house that this state breaks; nothing for a sound one."""
    for unit in state.units:
        yield from _unit(state, unit)
    yield from _spaces(state)
    yield from _holds(state)
    yield from _order(state)


def _unit(state: DragonpactState, unit: Unit) -> Iterator[str]:
    """Pools, quantities and points are never negative; the down have no Stamina; the dead nothing but that."""
    if min(unit.health, unit.stamina, unit.mana, unit.turn.points) < 0:
        yield f"{unit.id}: a pool is negative"
    if any(thing.quantity < 0 for thing in unit.gear):
        yield f"{unit.id}: has less than none of a thing"
    if unit.dead and [condition.key for condition in unit.conditions] != ["dead"]:
        yield f"{unit.id}: dead with other conditions"
    if len({condition.key for condition in unit.conditions}) != len(unit.conditions):
        yield f"{unit.id}: a condition twice"
    if len({thing.slot for thing in unit.held}) != len(unit.held) or (unit.held[1:] and unit.held[0].slot == "both"):
        yield f"{unit.id}: a hand is filled twice"


def _spaces(state: DragonpactState) -> Iterator[str]:
    """One unit a space but for the tiny, on the map, in no wall."""
    for space, there in state.standing.items():
        if not state.grid.open(space):
            yield f"{there[0].id}: stands at {space}"
        if len(there) > 1 and not may_share(there[0], there):
            yield f"{' and '.join(unit.id for unit in there)}: share {space}"


def _holds(state: DragonpactState) -> Iterator[str]:
    """One held unit a holder, who is able and next to it."""
    holders = [unit.condition("grappled") for unit in state.units]
    keys = [grip.by for grip in holders if grip]
    if len(set(keys)) != len(keys):
        yield "somebody holds two"
    for key in keys:
        if key not in state.index or not state.index[key].able:
            yield f"{key}: holds somebody and cannot"


def _order(state: DragonpactState) -> Iterator[str]:
    """The order names every unit once; things are in one place."""
    if sorted(state.order) != sorted(unit.id for unit in state.units):
        yield "the order does not name every unit once"
    things = [thing.id for unit in state.units for thing in unit.gear] + [thing.id for thing in state.ground]
    if len(set(things)) != len(things):
        yield "a thing is in two places"
    if state.stage not in (INITIATIVE, OVER) and state.active is None:
        yield "nobody's turn"
