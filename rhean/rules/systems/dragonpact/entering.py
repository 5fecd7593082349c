"""The state before anything happened: map, ground, units with their sheets, places, pools and conditions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rhean.rules import maps
from rhean.rules.errors import BadSetup
from rhean.rules.grid import Grid, Space, read_grid, read_space
from rhean.rules.rulings import Rulings
from rhean.rules.sheet import Library
from rhean.rules.state import Entrant, Setup
from rhean.rules.systems.dragonpact.checks import GUARD_STATS
from rhean.rules.systems.dragonpact.conditions import CONDITIONS, NUMBERED
from rhean.rules.systems.dragonpact.library import Catalogue
from rhean.rules.systems.dragonpact.sheet import load
from rhean.rules.systems.dragonpact.state import GM, Condition, DragonpactState, Guard, Lying, Rules, Unit
from rhean.rules.systems.dragonpact.values import health_max, mana_max, stamina_max

START_KEYS = ("at", "health", "stamina", "mana", "cond", "conditions", "surprised", "hidden", "concealed", "guard")
SCENE_KEYS = ("map", "ground", "surprised")
EMPTY_MAP = {"size": [12, 8]}
DOWN = ("dead", "dying", "stable")


def begin(setup: Setup, library: Library, rulings: Rulings) -> DragonpactState:
    """The state before anything happened; raises ``BadSetup`` or ``BadSheet``."""
    rules = Rules(rulings, Catalogue.of(library))
    unknown = sorted(set(setup.scene) - set(SCENE_KEYS))
    if unknown:
        raise BadSetup(f"unknown in the scene: {', '.join(unknown)}")
    grid = read_grid(setup.scene.get("map") or EMPTY_MAP, "alternating")
    state = DragonpactState(rules, grid, ground=_read_ground(setup.scene.get("ground") or (), rules, grid))
    surprised = _read_surprised(setup)
    for entrant in setup.entrants:
        unit = make_unit(state, entrant, entrant.id in surprised)
        state = msgspec.structs.replace(state, units=(*state.units, unit))
    if not state.units:
        raise BadSetup("nobody takes part")
    return msgspec.structs.replace(
        state, order=tuple(unit.id for unit in state.units), surprised=tuple(sorted(surprised))
    )


def _read_surprised(setup: Setup) -> set[str]:
    """Who is surprised: listed in the scene, or marked at the start."""
    listed = setup.scene.get("surprised") or []
    ids = {entrant.id for entrant in setup.entrants}
    if not isinstance(listed, list | tuple) or not all(isinstance(key, str) and key in ids for key in listed):
        raise BadSetup("surprised is not a list of combatants")
    return set(listed) | {entrant.id for entrant in setup.entrants if entrant.start.get("surprised")}


def _read_ground(rows: Any, rules: Rules, grid: Grid) -> tuple[Lying, ...]:
    """Things on the ground."""
    if not isinstance(rows, list | tuple):
        raise BadSetup("ground is not a list")
    things = []
    for index, row in enumerate(rows):
        at = read_space(row.get("at")) if isinstance(row, Mapping) else None
        item = str(row.get("item", "")) if isinstance(row, Mapping) else ""
        if at is None or not grid.open(at):
            raise BadSetup(f"thing {index + 1} on the ground lies nowhere")
        if rules.catalogue.gear(item) is None:
            raise BadSetup(f"thing {index + 1} on the ground: unknown item: {item}")
        things.append(
            Lying(str(row.get("id") or f"ground/{item}#{index + 1}"), item, at, _whole(row, "qty", 1), _coat(row))
        )
    if len({thing.id for thing in things}) != len(things):
        raise BadSetup("two things on the ground have one id")
    return tuple(things)


def _coat(row: Mapping[str, Any]) -> int | None:
    """The poison on a thing, if there is any."""
    return None if row.get("coat") is None else _whole(row, "coat", 0)


def _whole(row: Mapping[str, Any], key: str, default: int) -> int:
    """A whole number that is not negative; raises ``BadSetup``."""
    value = row.get(key, default)
    if value is None:
        return default
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 9999:
        raise BadSetup(f"{key} {value!r} is no whole number from 0 up")
    return value


def make_unit(state: DragonpactState, entrant: Entrant, surprised: bool) -> Unit:
    """A combatant that enters: its sheet, gear, place, pools and conditions; raises ``BadSetup`` or ``BadSheet``."""
    if not entrant.id or entrant.id == GM or "/" in entrant.id or entrant.id in state.index:
        raise BadSetup(f"{entrant.id!r} cannot be a combatant's id here")
    unknown = sorted(set(entrant.start) - set(START_KEYS))
    if unknown:
        raise BadSetup(f"{entrant.id}: unknown at the start: {', '.join(unknown)}")
    sheet, gear = load(entrant.sheet, state.rules.catalogue, entrant.id)
    unit = Unit(entrant.id, entrant.side, entrant.owner, sheet, _read_place(state, entrant), 1, 0, gear=gear)
    unit = _with(unit, conditions=_read_conditions(entrant, unit))
    start = {**_sheet_pools(entrant), **entrant.start}
    health = min(_whole(start, "health", health_max(state.rules, unit).total), 999)
    stamina = _whole(start, "stamina", stamina_max(state.rules, unit).total)
    none = surprised and state.rules.rulings["surprise_no_stamina"]
    unit = _with(
        unit,
        health=health,
        stamina=0 if none or any(unit.has(key) for key in DOWN) else stamina,
        mana=_whole(start, "mana", mana_max(state.rules, unit).total),
        guard=_read_guard(entrant),
    )
    return _down_at_zero(unit)


def _read_guard(entrant: Entrant) -> Guard | None:
    """A Guard taken before: ``{"stat": "strength", "bonus": 5}``."""
    row = entrant.start.get("guard")
    if row is None:
        return None
    if not isinstance(row, Mapping) or row.get("stat") not in GUARD_STATS:
        raise BadSetup(f"{entrant.id}: a Guard has a stat and a bonus")
    return Guard(str(row["stat"]), _whole(row, "bonus", 0))


def _with(unit: Unit, **fields: Any) -> Unit:
    return msgspec.structs.replace(unit, **fields)


def _down_at_zero(unit: Unit) -> Unit:
    """Who enters without Health is stable, or dead if it dies at zero."""
    if unit.health > 0 or any(unit.has(key) for key in DOWN):
        return unit
    if unit.sheet.dies_at_zero:
        return _with(unit, conditions=(Condition("dead"),), stamina=0)
    return _with(unit, conditions=(*unit.conditions, Condition("stable")), stamina=0)


def _sheet_pools(entrant: Entrant) -> dict[str, Any]:
    """Present pools that the sheet carries over."""
    pools = entrant.sheet.get("pools") or {}
    if not isinstance(pools, Mapping):
        return {}
    return {key: pools[key] for key in ("health", "stamina", "mana") if key in pools}


def _read_place(state: DragonpactState, entrant: Entrant) -> Space | None:
    """The space named; the best free one if none is; nowhere if it says so (``None``)."""
    value = entrant.start.get("at", "")
    if value is None:
        return None
    if value == "":
        return open_place(state, entrant.side)
    at = read_space(value)
    if at is None or not state.grid.open(at):
        raise BadSetup(f"{entrant.id} cannot stand at {value}")
    there = [unit for unit in state.units if unit.at == at and not unit.dead]
    tiny = entrant.sheet.get("size") == "tiny" or (there and there[0].sheet.size == "tiny")
    if len(there) > 1 or (there and not tiny):
        raise BadSetup(f"{entrant.id} cannot stand at {value}: that space is taken")
    return at


def open_place(state: DragonpactState, side: str) -> Space | None:
    """A free space for somebody who was not placed; None on a full map."""
    sides = list(dict.fromkeys([*(unit.side for unit in state.units), side]))
    taken = {unit.at for unit in state.units if unit.at is not None}
    return maps.open_place(state.grid, taken, sides.index(side))


def _read_conditions(entrant: Entrant, unit: Unit) -> tuple[Condition, ...]:
    """Conditions carried over: ``{"dying": {"marks": 1}, "prone": {}}``."""
    rows = entrant.start.get("cond") or entrant.start.get("conditions") or entrant.sheet.get("conditions") or {}
    if isinstance(rows, list | tuple):
        rows = {str(key): {} for key in rows}
    if not isinstance(rows, Mapping):
        raise BadSetup(f"{entrant.id}: conditions are not an object")
    found = {key: read_condition(str(key), data) for key, data in rows.items()}
    if entrant.start.get("hidden") or entrant.start.get("concealed"):
        found["hidden"] = Condition("hidden")
    return tuple(found.values())


def read_condition(key: str, data: Any) -> Condition:
    """A condition with its data; raises ``BadSetup`` for an unknown one."""
    if key not in CONDITIONS:
        raise BadSetup(f"no such condition: {key}")
    row = data if isinstance(data, Mapping) else {}
    amount = next((row[name] for name in ("potency", "marks", "n", "amount") if name in row), NUMBERED.get(key, 0))
    return Condition(key, str(row.get("by", "")), _whole({"amount": amount}, "amount", 0))
