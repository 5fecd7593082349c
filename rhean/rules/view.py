"""A state as one viewer may see it: the only shape of a state that a screen ever receives."""

from __future__ import annotations

from typing import Literal

import msgspec

from rhean.rules.explain import Explained


class Gauge(msgspec.Struct, frozen=True, omit_defaults=True):
    """A pool. ``exact`` is False where the viewer may know no figure (then both numbers are 0 and ``word`` speaks)."""

    key: str
    label: str
    current: int = 0
    maximum: int = 0
    exact: bool = True
    word: str = ""


class Tag(msgspec.Struct, frozen=True, omit_defaults=True):
    """A condition, stance or mark, with the key of its rules page and when it ends."""

    key: str
    label: str
    rule: str = ""
    until: str = ""
    tone: str = ""


class Figure(msgspec.Struct, frozen=True, omit_defaults=True):
    """A derived value with its explanation.

    ``field`` is the path of the sheet's field that it belongs to (``strength`` for its modifier,
    ``skills.sword_long`` for the skill's bonus, ``weapons.0`` for what that weapon does), empty for none.
    """

    key: str
    label: str
    value: Explained
    unit: str = ""
    group: str = ""
    help: str = ""
    field: str = ""


class Item(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece of gear in a fight: where it is (hand, worn, sheathed ...) and its state."""

    key: str
    label: str
    place: str = ""
    tags: tuple[Tag, ...] = ()


class Ring(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far something of a combatant's reaches, in spaces of the map: ``threat`` is where it can strike at once,
    ``range`` where it can shoot or throw."""

    kind: Literal["threat", "range"]
    label: str
    spaces: int


class CombatantView(msgspec.Struct, frozen=True, omit_defaults=True):
    """One combatant. Fields that the viewer may not know are empty, combatants that he may not know are absent."""

    id: str
    side: str
    owner: str = ""
    mine: bool = False
    concealed: bool = False
    down: bool = False
    gauges: tuple[Gauge, ...] = ()
    tags: tuple[Tag, ...] = ()
    figures: tuple[Figure, ...] = ()
    items: tuple[Item, ...] = ()
    spent: tuple[str, ...] = ()
    declared: str = ""
    at: tuple[int, int] | None = None
    facing: str = ""
    size: str = ""
    reach: int = 0
    rings: tuple[Ring, ...] = ()


class OrderEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place in the order; ``total`` is None where the viewer may not know it."""

    id: str
    total: int | None = None
    active: bool = False
    done: bool = False
    note: str = ""


class Link(msgspec.Struct, frozen=True, omit_defaults=True):
    """How two combatants stand to each other (engaged at a distance, near, far ...)."""

    a: str
    b: str
    key: str
    label: str
    distance: int | None = None


class MapView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The grid as the viewer may see it: its size, its scale, and the kinds of its spaces.

    A space is ``step`` of ``unit`` wide; ``diagonals`` is the system's way of counting (see ``grid``).
    """

    width: int
    height: int
    scale: str = ""
    spaces: dict[str, tuple[tuple[int, int], ...]] = {}
    diagonals: str = "alternating"
    step: int = 1
    unit: str = ""


class Scene(msgspec.Struct, frozen=True, omit_defaults=True):
    """The encounter at one moment for one viewer.

    ``waits_for`` lists the combatants whose decision is open, as far as the viewer may know that they exist;
    ``clock`` is the moment in words ("Round 2, phase 1").
    """

    round: int
    segment: str
    clock: str
    over: bool = False
    winner: str = ""
    order: tuple[OrderEntry, ...] = ()
    waits_for: tuple[str, ...] = ()
    combatants: tuple[CombatantView, ...] = ()
    links: tuple[Link, ...] = ()
    ground: tuple[Item, ...] = ()
    map: MapView | None = None
    notes: tuple[str, ...] = ()
