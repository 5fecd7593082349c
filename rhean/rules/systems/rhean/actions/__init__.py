"""Every action of Rhean: the rows of four tables, and the actions that they make (one may stand in several tables)."""

from __future__ import annotations

from msgspec.structs import replace

from rhean.rules.systems.rhean.actions import attack, defence, full_round, move
from rhean.rules.systems.rhean.actions.base import Action

TABLES: dict[str, tuple[Action, ...]] = {
    "attack": attack.ROWS,
    "defence": defence.ROWS,
    "move": move.ROWS,
    "full": full_round.ROWS,
}
"""Type -> its rows, in the order of the specification."""

NOTHING = Action(key="nothing", types=(), step="nothing")
"""Declaring nothing: it takes no type."""


def _merged() -> dict[str, Action]:
    """Every action once, with all its types."""
    actions: dict[str, Action] = {"nothing": NOTHING}
    for rows in TABLES.values():
        for row in rows:
            known = actions.get(row.key)
            actions[row.key] = replace(row, types=(*known.types, *row.types)) if known else row
    return actions


ACTIONS = _merged()
"""Key -> action."""
