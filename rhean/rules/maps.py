"""What every system with a map has in common: the fields of a setup, facing, painting, and what a screen receives.

A system offers a map by the scene field ``MAP`` and the entrant field ``AT`` (with ``FACING`` where it has facing). In
a fight with a map its overrides hold ``place`` (its ``choice`` of combatants says who, its ``space`` where, a further
``choice`` the facing) and ``paint`` (its ``path`` says which spaces, its ``choice`` what they become).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from math import isqrt
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from rhean.rules.errors import BadSetup
from rhean.rules.grid import DIRECTIONS, KINDS, LIGHTS, Diagonals, Grid, Space
from rhean.rules.prompts import Choice, Parameter
from rhean.rules.sheet import Field
from rhean.rules.view import MapView

FACINGS: tuple[str, ...] = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
"""The names of ``grid.DIRECTIONS``, in the same order."""

FACING_LABELS = ("up", "up right", "right", "down right", "down", "down left", "left", "up left")
PLACE, PAINT = "place", "paint"
"""The overrides that a screen looks for."""

PLAIN = "plain"
"""Painted over whatever a space was."""

PAINTS: tuple[tuple[str, str], ...] = (
    ("wall", "Wall"),
    ("rough", "Difficult ground"),
    ("water", "Water"),
    ("cover", "Cover"),
    ("bright", "Bright light"),
    ("dim", "Dim light"),
    ("dark", "Darkness"),
    (PLAIN, "Plain ground"),
)
"""What a space may be painted with."""

APART = (("wall", "rough", "water"), LIGHTS)
"""Of each of these a space is one at most."""

MAP = Field("map", "Map", "map")
AT = Field("at", "Space on the map", "space", help="Column and row from the top left: 3,4.")
FACING = Field("facing", "Faces", "choice", default="", choices=tuple(zip(FACINGS, FACING_LABELS, strict=True)))

LARGEST_STEP = 1000


class Measure(msgspec.Struct, frozen=True):
    """How a system measures a map: its way of counting diagonals, how wide a space is (``free``: a map may have its
    own scale), and the size of the map that somebody gets who asks for one."""

    diagonals: Diagonals = "alternating"
    step: int = 1
    unit: str = ""
    free: bool = False
    size: Space = (20, 15)


def has_map(fields: Iterable[Field]) -> bool:
    """Whether a setup with these scene fields may hold a map."""
    return any(field.kind == "map" for field in fields)


def read_step(value: Mapping[str, Any], default: int) -> int:
    """How wide a space is, by the map's ``scale``; raises ``BadSetup``."""
    step = value.get("scale", default)
    if not isinstance(step, int) or isinstance(step, bool) or not 1 <= step <= LARGEST_STEP:
        raise BadSetup(f"the scale of a map is a whole number from 1 to {LARGEST_STEP}")
    return step


def painted(grid: Grid, kind: str, spaces: Collection[Space]) -> Grid:
    """The map with some spaces painted. Ground (wall, rough, water) and light are one of a kind; cover lies on top.

    >>> painted(Grid(3, 3, wall=((0, 0), (1, 1))), "rough", [(1, 1)]).wall
    ((0, 0),)
    """
    chosen = frozenset(space for space in spaces if grid.inside(space))
    gone = KINDS if kind == PLAIN else next((group for group in APART if kind in group), (kind,))
    kept = {key: tuple(space for space in getattr(grid, key) if space not in chosen) for key in gone}
    if kind not in (PLAIN, grid.light):
        kept[kind] = tuple(sorted({*kept.get(kind, getattr(grid, kind)), *chosen}))
    return replace(grid, **kept)


def paint_parameters() -> tuple[Parameter, ...]:
    """What the override ``paint`` asks for."""
    kinds = tuple(Choice(key, label) for key, label in PAINTS)
    return (
        Parameter("kind", "Paint", "choice", kinds, required=True),
        Parameter("spaces", "Spaces", "path", required=True, help="Column,row pairs: 3,4 4,4."),
    )


def facing_choices() -> tuple[Choice, ...]:
    """The eight ways to face."""
    return tuple(Choice(key, label) for key, label in zip(FACINGS, FACING_LABELS, strict=True))


# -- facing and measure -----------------------------------------------------------------------------------------


def facing_to(start: Space, end: Space, default: str = "n") -> str:
    """The facing that looks most nearly from one space to another; ``default`` where they are one.

    >>> facing_to((0, 0), (5, 1)), facing_to((3, 3), (0, 0))
    ('e', 'nw')
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    if dx == dy == 0:
        return default
    wide, high = abs(dx), abs(dy)
    # tan 22.5 degrees is 0.4142: nearer to an axis than that, and the facing is straight
    x = 0 if 10_000 * wide < 4_142 * high else (dx > 0) - (dx < 0)
    y = 0 if 10_000 * high < 4_142 * wide else (dy > 0) - (dy < 0)
    return FACINGS[DIRECTIONS.index((x, y))]


def quadrant(facing: str, at: Space, other: Space) -> Literal["front", "left", "right", "rear"]:
    """On which side of somebody who faces so another stands; exactly between two sides it is the one more in front.

    >>> [quadrant("n", (5, 5), there) for there in ((5, 1), (9, 5), (1, 5), (5, 9), (7, 3), (7, 7))]
    ['front', 'right', 'left', 'rear', 'front', 'right']
    """
    ahead, aside = _bearing(facing, at, other)
    if ahead >= abs(aside):
        return "front"
    if -ahead > abs(aside):
        return "rear"
    return "right" if aside > 0 else "left"


def flank(facing: str, at: Space, other: Space) -> Literal["left", "right"]:
    """The flank of somebody who faces so that another is nearer to; the left of one exactly before or behind."""
    return "right" if _bearing(facing, at, other)[1] > 0 else "left"


def _bearing(facing: str, at: Space, other: Space) -> tuple[int, int]:
    """How far another is ahead, and how far to the right."""
    dx, dy = other[0] - at[0], other[1] - at[1]
    fx, fy = DIRECTIONS[FACINGS.index(facing)]
    return dx * fx + dy * fy, dy * fx - dx * fy


def straight(a: Space, b: Space, step: int) -> int:
    """How far two spaces are apart in a straight line, each ``step`` wide, rounded up.

    >>> straight((0, 0), (3, 4), 5), straight((0, 0), (1, 1), 5)
    (25, 8)
    """
    square = step * step * ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)
    root = isqrt(square)
    return root if root * root == square else root + 1


def open_place(grid: Grid, taken: Collection[Space], side: int) -> Space | None:
    """A free space for somebody who was not placed: the first side (0) from the left, the second from the right,
    the rest from the top; None on a full map."""
    middle = ((grid.width - 1) / 2, (grid.height - 1) / 2)

    def rank(space: Space) -> tuple[float, float]:
        x, y = space
        if side > 1:
            return y, abs(x - middle[0])
        return (x if side == 0 else -x), abs(y - middle[1])

    return min((space for space in grid.spaces() if grid.open(space) and space not in taken), key=rank, default=None)


def distance(view: MapView, a: Space, b: Space) -> int:
    """How far two spaces are apart in the map's unit as it is counted; ``euclid``: a straight line, rounded up."""
    if view.diagonals == "euclid":
        return straight(a, b, view.step)
    diagonals: Any = view.diagonals
    return Grid(view.width, view.height, diagonals).distance(a, b) * view.step


# -- what a screen receives -------------------------------------------------------------------------------------


def map_view(grid: Grid, step: int, unit: str) -> MapView:
    """The map as all may see it; the light that holds elsewhere is written out."""
    kinds: dict[str, tuple[Space, ...]] = {kind: getattr(grid, kind) for kind in KINDS}
    found = {kind: spaces for kind, spaces in kinds.items() if spaces}
    if grid.light != "bright":
        marked = {space for light in LIGHTS for space in kinds[light]}
        rest = tuple(space for space in grid.spaces() if space not in marked)
        found[grid.light] = tuple(sorted((*kinds[grid.light], *rest)))
    return MapView(grid.width, grid.height, f"{step} {unit}", found, grid.diagonals, step, unit)
