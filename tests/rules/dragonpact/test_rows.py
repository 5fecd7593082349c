"""Every ability tried by every ready-made unit against no, one, many, dead, hidden, prone and distant targets."""

from __future__ import annotations

from typing import Any

import pytest

from rhean.rules.commands import Command
from rhean.rules.dice import SeededDice
from rhean.rules.errors import IllegalCommand, Refusal
from rhean.rules.events import GM
from rhean.rules.systems.dragonpact import SYSTEM
from rhean.rules.systems.dragonpact.actions import ABILITIES
from rhean.rules.systems.dragonpact.state import DragonpactState
from tests.rules.dragonpact.brawl import KEYS
from tests.rules.dragonpact.kit import Table

FOES = {
    "none": "",
    "one": "; foe = road_bandit at [3, 3]",
    "many": "; foe = road_bandit at [3, 3]; foe2 = hedge_knight at [2, 4]; foe3 = swamp_rat at [1, 1]",
    "dead": '; foe = road_bandit at [3, 3] {cond {"dead": {}}}; foe2 = gutter_goblin at [3, 4]',
    "hidden": '; foe = road_bandit at [3, 3] {cond {"hidden": {}}}',
    "prone": '; foe = osric_vane at [3, 3] {side "foe", cond {"prone": {}, "bleeding": {}}}',
    "far": "; foe = bone_archer at [11, 7]",
}
CODES = {
    "stamina",
    "once",
    "size",
    "target",
    "range",
    "sight",
    "light",
    "hidden",
    "state",
    "gear",
    "condition",
    "attack",
    "path",
    "not_yours",
    "not_open",
    "unknown",
}


def commands(state: DragonpactState, key: str) -> list[Command]:
    """An ability with each weapon and each target, and with nothing at all."""
    unit = state.unit("me")
    weapons = [thing.id for thing in unit.gear] + ["me/unarmed", "me/bite"]
    others = [other.id for other in state.units]
    takes = ABILITIES[key].params
    rows: list[dict[str, Any]] = [{}]
    common = {"stat": "strength", "direction": [1, 0], "path": [[2, 2]], "at": [3, 3]}
    fixed = {name: value for name, value in common.items() if name in takes}
    for target in others if "target" in takes else [""]:
        for weapon in weapons if {"weapon", "item"} & set(takes) else [""]:
            row = {"target": target, "weapon": weapon, "item": weapon, **fixed}
            rows.append({name: value for name, value in row.items() if name in takes and value})
    return [Command("me", key, row) for row in rows]


def outcome(state: DragonpactState, command: Command) -> tuple[Refusal | None, DragonpactState, tuple[Any, ...]]:
    """The refusal, or the state and what happened."""
    try:
        return None, *SYSTEM.advance(state, command, SeededDice("row"))
    except IllegalCommand as error:
        return error.reason, state, ()


@pytest.mark.parametrize("foes", FOES)
@pytest.mark.parametrize("who", KEYS)
def test_every_row_is_accepted_or_refused_with_a_reason(who: str, foes: str) -> None:
    table = Table(f'me = {who} at [2, 3] {{side "party"}}{FOES[foes]}', auto_end=False)
    tried = 0
    for key in ABILITIES:
        for command in commands(table.state, key):
            tried += 1
            bar, after, events = outcome(table.state, command)
            if bar is not None:
                assert bar.code in CODES
                assert bar.words({})
                continue
            assert SYSTEM.decode_state(SYSTEM.encode_state(after)) == after
            assert all(SYSTEM.describe(event.fact, {}).text for event in events)
            assert SYSTEM.view(after, GM).combatants
    assert tried > len(ABILITIES)
