"""Who enters an encounter and how, the base of every system's state, and how it stands in short."""

from __future__ import annotations

from typing import Any

import msgspec

from rhean.rules.sheet import Document


class Entrant(msgspec.Struct, frozen=True, omit_defaults=True):
    """A combatant about to enter.

    ``id`` is opaque and unique in the encounter. ``owner`` is the key of the person who decides for it (``gm``
    for the GM). ``start`` holds what the system's setup allows (its ``entrant_fields``): present pools, aware,
    surprised, hidden, conditions, position ...
    """

    id: str
    sheet: Document
    side: str
    owner: str = "gm"
    start: dict[str, Any] = {}


class Setup(msgspec.Struct, frozen=True, omit_defaults=True):
    """A prepared encounter, in roster order. ``scene`` holds what the system's setup allows of the place and of
    the relations between combatants (pairs, quadrants, map, things on the ground ...)."""

    entrants: tuple[Entrant, ...]
    scene: dict[str, Any] = {}


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """Base of every system's state: the whole encounter at one moment.

    It holds its own copy of all that it needs (sheets, gear, rulings), so that nothing outside can change it.
    """


class Score(msgspec.Struct, frozen=True, omit_defaults=True):
    """How an encounter stands, in short: the round, whether it is over and which side has won (empty: none), who is
    down, and who of these is dead (nobody in a system that does not tell the dead apart)."""

    round: int
    over: bool = False
    winner: str = ""
    down: tuple[str, ...] = ()
    dead: tuple[str, ...] = ()
