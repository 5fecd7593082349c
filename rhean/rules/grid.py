"""A map of squares for every system: what its spaces are, what a step costs, how far, who sees what.

A system chooses its way of counting diagonals and how much rough ground and water cost; everything else is the
same for all. Spaces are ``(x, y)`` pairs from ``(0, 0)`` at the top left. All answers are exact and need no
floating point.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from heapq import heappop, heappush
from math import isqrt
from typing import Any, Literal

import msgspec

from rhean.rules.errors import BadSetup

Space = tuple[int, int]
Diagonals = Literal["alternating", "one", "two", "euclid"]
"""Each second diagonal costs 2, each costs 1, each costs 2, or the straight line is measured and rounded."""

LIGHTS = ("bright", "dim", "dark")
KINDS = ("wall", "rough", "water", "cover", *LIGHTS)
"""What a space may be; walls stop steps and sight, the rest changes cost, cover or light."""

DIRECTIONS: tuple[Space, ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The eight ways of a step, clockwise from the top."""

LARGEST = 200
"""Spaces along a side that a map may have."""

DIAGONAL_LENGTH = 1414
"""Thousandths of a space in a diagonal step of the ``euclid`` count."""

DIAGONAL_LENGTHS = {
    "alternating": (1000, 2000),
    "one": (1000, 1000),
    "two": (2000, 2000),
    "euclid": (DIAGONAL_LENGTH, DIAGONAL_LENGTH),
}
"""A diagonal step in thousandths of a space, after an even and after an odd number of them."""


class Pace(msgspec.Struct, frozen=True):
    """How somebody moves: the extra cost of rough ground and of water, and whether he flies over both."""

    rough: int = 1
    water: int = 1
    flies: bool = False


WALKING = Pace()


class Grid(msgspec.Struct, frozen=True, omit_defaults=True, dict=True):
    """A map. ``diagonals`` is the system's way of counting; ``light`` holds where no list says otherwise."""

    width: int
    height: int
    diagonals: Diagonals = "alternating"
    light: Literal["bright", "dim", "dark"] = "bright"
    wall: tuple[Space, ...] = ()
    rough: tuple[Space, ...] = ()
    water: tuple[Space, ...] = ()
    cover: tuple[Space, ...] = ()
    bright: tuple[Space, ...] = ()
    dim: tuple[Space, ...] = ()
    dark: tuple[Space, ...] = ()

    @cached_property
    def walls(self) -> frozenset[Space]:
        """The walls, for quick asking."""
        return frozenset(self.wall)

    @cached_property
    def _slow(self) -> Mapping[Space, str]:
        """Rough ground and water by space."""
        return {**dict.fromkeys(self.rough, "rough"), **dict.fromkeys(self.water, "water")}

    @cached_property
    def _lights(self) -> Mapping[Space, str]:
        return {space: light for light in LIGHTS for space in getattr(self, light)}

    @cached_property
    def _covers(self) -> frozenset[Space]:
        return frozenset(self.cover)

    # -- spaces ---------------------------------------------------------------------------------------------

    def inside(self, space: Space) -> bool:
        """Whether the space is on the map."""
        return 0 <= space[0] < self.width and 0 <= space[1] < self.height

    def open(self, space: Space) -> bool:
        """Whether somebody could stand there: on the map and no wall."""
        return self.inside(space) and space not in self.walls

    def spaces(self) -> Iterator[Space]:
        """Every space, column by column."""
        return ((x, y) for x in range(self.width) for y in range(self.height))

    def neighbours(self, space: Space) -> Iterator[Space]:
        """The spaces on the map that touch this one."""
        for dx, dy in DIRECTIONS:
            near = (space[0] + dx, space[1] + dy)
            if self.inside(near):
                yield near

    def light_at(self, space: Space) -> str:
        """``bright``, ``dim`` or ``dark``."""
        return self._lights.get(space, self.light)

    def kinds_of(self, space: Space) -> tuple[str, ...]:
        """Every kind that the space is marked with."""
        return tuple(kind for kind in KINDS if space in getattr(self, kind))

    # -- steps ----------------------------------------------------------------------------------------------

    def squeezes(self, start: Space, end: Space) -> bool:
        """Whether a diagonal step passes between two walls that touch at a corner."""
        if start[0] == end[0] or start[1] == end[1]:
            return False
        return (start[0], end[1]) in self.walls and (end[0], start[1]) in self.walls

    def can_step(self, start: Space, end: Space) -> bool:
        """Whether one step leads from one space to the other, whoever stands there."""
        return self.open(end) and not self.squeezes(start, end)

    @cached_property
    def _steps(self) -> dict[Space, tuple[tuple[Space, int, int], ...]]:
        return {}

    def steps_from(self, space: Space) -> tuple[tuple[Space, int, int], ...]:
        """Every step from a space: where to, whether it is diagonal, and the ground there (0, 1 rough, 2 water).

        Worked out once for each space of a map."""
        known = self._steps.get(space)
        if known is None:
            kinds = {"rough": 1, "water": 2}
            known = self._steps[space] = tuple(
                (near, int(near[0] != space[0] and near[1] != space[1]), kinds.get(self._slow.get(near, ""), 0))
                for near in self.neighbours(space)
                if self.can_step(space, near)
            )
        return known

    def slowed(self, space: Space, pace: Pace = WALKING) -> int:
        """What the ground of a space adds to a step onto it."""
        if pace.flies:
            return 0
        return {"rough": pace.rough, "water": pace.water}.get(self._slow.get(space, ""), 0)

    def step_cost(self, start: Space, end: Space, diagonals: int = 0, pace: Pace = WALKING) -> int:
        """The cost of a step after so many diagonal ones (in ``euclid`` as if each step were counted alone).

        >>> [Grid(9, 9).step_cost((0, 0), (1, 1), before) for before in (0, 1, 2)]
        [1, 2, 1]
        """
        diagonal = start[0] != end[0] and start[1] != end[1]
        base = {
            "alternating": 1 + diagonals % 2,
            "two": 2,
        }.get(self.diagonals, 1)
        return (base if diagonal else 1) + self.slowed(end, pace)

    def path_cost(self, start: Space, path: Iterable[Space], diagonals: int = 0, pace: Pace = WALKING) -> int:
        """The cost of a path from ``start`` on, after so many diagonal steps.

        >>> Grid(9, 9).path_cost((1, 1), [(2, 2), (3, 3), (4, 4)])
        4
        >>> Grid(9, 9, "euclid").path_cost((0, 0), [(1, 1), (2, 2), (3, 3)])
        4
        """
        return self._rounded(self.path_length(start, path, diagonals, pace))

    def path_length(self, start: Space, path: Iterable[Space], diagonals: int = 0, pace: Pace = WALKING) -> int:
        """The same in thousandths of a space, not rounded.

        >>> Grid(9, 9, "euclid").path_length((0, 0), [(1, 1), (2, 1)])
        2414
        """
        length, here = 0, start
        for space in path:
            step, diagonals = self._length(here, space, diagonals)
            length += step + 1000 * self.slowed(space, pace)
            here = space
        return length

    def _length(self, start: Space, end: Space, diagonals: int) -> tuple[int, int]:
        """A step's length in thousandths, and how many diagonal steps there are after it."""
        if start[0] == end[0] or start[1] == end[1]:
            return 1000, diagonals
        return DIAGONAL_LENGTHS[self.diagonals][diagonals % 2], diagonals + 1

    @staticmethod
    def _rounded(length: int) -> int:
        return (length + 500) // 1000

    def path_fault(self, start: Space, path: Iterable[Space]) -> str:
        """What is wrong with a path, units apart: ``gap``, ``edge``, ``wall``, ``squeeze``, or nothing."""
        here = start
        for space in path:
            if max(abs(space[0] - here[0]), abs(space[1] - here[1])) != 1:
                return "gap"
            if not self.inside(space):
                return "edge"
            if space in self.walls:
                return "wall"
            if self.squeezes(here, space):
                return "squeeze"
            here = space
        return ""

    # -- distance and sight ---------------------------------------------------------------------------------

    def distance(self, a: Space, b: Space) -> int:
        """How far two spaces are apart, walls and ground left out, in the system's count.

        >>> [Grid(9, 9, count).distance((0, 0), (5, 3)) for count in ("alternating", "one", "two", "euclid")]
        [6, 5, 8, 6]
        """
        dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
        if self.diagonals == "alternating":
            return max(dx, dy) + min(dx, dy) // 2
        if self.diagonals == "two":
            return dx + dy
        if self.diagonals == "euclid":
            return (isqrt(4 * (dx * dx + dy * dy)) + 1) // 2
        return max(dx, dy)

    def within(self, centre: Space, reach: int) -> tuple[Space, ...]:
        """Every space at most so far away, column by column."""
        x, y = centre
        near = ((a, b) for a in range(x - reach, x + reach + 1) for b in range(y - reach, y + reach + 1))
        return tuple(space for space in near if self.inside(space) and self.distance(centre, space) <= reach)

    def line(self, a: Space, b: Space) -> Iterator[tuple[Space, tuple[Space, Space] | None]]:
        """The spaces whose inside the straight line between two centres crosses, after the first.

        Where it leaves a space exactly through a corner, the two spaces beside that corner come with the next one.
        """
        (x, y), nx, ny = a, abs(b[0] - a[0]), abs(b[1] - a[1])
        sx, sy = (1 if b[0] > a[0] else -1), (1 if b[1] > a[1] else -1)
        ix = iy = 0
        while ix < nx or iy < ny:
            turn = (1 + 2 * ix) * ny - (1 + 2 * iy) * nx
            corner = ((x + sx, y), (x, y + sy)) if turn == 0 else None
            if turn <= 0:
                x, ix = x + sx, ix + 1
            if turn >= 0:
                y, iy = y + sy, iy + 1
            yield (x, y), corner

    def sees(self, a: Space, b: Space) -> bool:
        """Line of sight: no wall crossed, and no passing exactly between two walls that touch at a corner.

        >>> Grid(5, 5, wall=((2, 2),)).sees((0, 2), (4, 2))
        False
        """
        walls = self.walls
        if not walls:
            return True
        for space, corner in self.line(a, b):
            if space in walls or (corner and corner[0] in walls and corner[1] in walls):
                return False
        return True

    def covered(self, a: Space, b: Space) -> bool:
        """Whether the line between two spaces crosses cover between them."""
        return any(space in self._covers for space, _ in self.line(a, b) if space != b)

    # -- ways -----------------------------------------------------------------------------------------------

    def ways(
        self,
        start: Space,
        limit: int | None = None,
        *,
        pace: Pace = WALKING,
        diagonals: int = 0,
        passable: Callable[[Space], bool] | None = None,
        longest: int | None = None,
    ) -> Ways:
        """The cheapest way to every space that costs at most ``limit``; ``passable`` says where one may pass.

        ``longest`` is a limit in thousandths of a space, for those who measure more finely than in spaces."""
        most = longest if longest is not None else limit * 1000 + 499 if limit is not None else 1 << 60
        return Ways(self, start, most, pace, diagonals, passable)

    def to_json(self) -> dict[str, Any]:
        """The map as plain JSON, as a scene's ``map`` is written."""
        shape = msgspec.to_builtins(self)
        return {"size": [shape.pop("width"), shape.pop("height")], **shape}


class Ways:
    """Cheapest ways from one space: ``cost`` of each space reached (``length``: in thousandths of a space), and
    :meth:`path` to it. ``most`` is the limit in thousandths."""

    def __init__(
        self,
        grid: Grid,
        start: Space,
        most: int,
        pace: Pace,
        diagonals: int,
        passable: Callable[[Space], bool] | None,
    ) -> None:
        self.start = start
        self.cost: dict[Space, int] = {}
        self.length: dict[Space, int] = {}
        self._from: dict[tuple[Space, int], tuple[Space, int]] = {}
        self._best: dict[Space, tuple[Space, int]] = {}
        self._grow(grid, (start, diagonals % 2), most, pace, passable)

    def _grow(
        self,
        grid: Grid,
        first: tuple[Space, int],
        most: int,
        pace: Pace,
        passable: Callable[[Space], bool] | None,
    ) -> None:
        """Dijkstra over spaces and whether the next diagonal is a dear one."""
        parity = grid.diagonals == "alternating"
        ground = (0, 0, 0) if pace.flies else (0, 1000 * pace.rough, 1000 * pace.water)
        lengths = DIAGONAL_LENGTHS[grid.diagonals]
        may_pass: dict[Space, bool] = {}
        costs = {first: 0}
        queue = [(0, first)]
        while queue:
            spent, node = heappop(queue)
            if spent > costs[node]:
                continue
            here, odd = node
            if here not in self._best:
                self._best[here], self.cost[here], self.length[here] = node, (spent + 500) // 1000, spent
            for near, diagonal, kind in grid.steps_from(here):
                if passable:
                    if near not in may_pass:
                        may_pass[near] = passable(near)
                    if not may_pass[near]:
                        continue
                total = spent + (lengths[odd] if diagonal else 1000) + ground[kind]
                following = (near, odd ^ diagonal if parity else 0)
                if total <= most and total < costs.get(following, total + 1):
                    costs[following] = total
                    self._from[following] = node
                    heappush(queue, (total, following))

    def path(self, end: Space) -> tuple[Space, ...]:
        """The spaces of the cheapest way, the first left out; empty if there is none."""
        node = self._best.get(end)
        steps: list[Space] = []
        while node is not None and node in self._from:
            steps.append(node[0])
            node = self._from[node]
        return tuple(reversed(steps))


def heading(a: Space, b: Space) -> Space | None:
    """The way of the eight that leads most nearly from one space to another; None from a space to itself.

    >>> heading((0, 0), (5, 1)), heading((0, 0), (5, -3)), heading((2, 2), (2, 2))
    ((1, 0), (1, -1), None)
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    longer, shorter = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
    if longer == 0:
        return None
    if (longer - shorter) ** 2 < 2 * shorter**2:  # within 22.5 degrees of the diagonal, without a square root
        return (1 if dx > 0 else -1, 1 if dy > 0 else -1)
    return (1 if dx > 0 else -1, 0) if abs(dx) > abs(dy) else (0, 1 if dy > 0 else -1)


def quadrant(facing: Space, a: Space, b: Space) -> Literal["front", "right", "rear", "left"]:
    """On which side of somebody at ``a``, who faces one of the eight ways, a space lies; a border belongs to front
    and rear, one's own space to the front.

    >>> [quadrant((0, -1), (5, 5), space) for space in ((5, 1), (8, 5), (5, 9), (2, 5), (7, 3))]
    ['front', 'right', 'rear', 'left', 'front']
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    ahead = facing[0] * dx + facing[1] * dy
    aside = facing[0] * dy - facing[1] * dx
    if abs(aside) <= abs(ahead):
        return "rear" if ahead < 0 else "front"
    return "right" if aside > 0 else "left"


def read_space(value: Any) -> Space | None:
    """A space from ``[x, y]`` or ``"x,y"``, or None.

    >>> read_space("3, 4"), read_space([3, 4]), read_space([True, 2]), read_space("3")
    ((3, 4), (3, 4), None, None)
    """
    if isinstance(value, str):
        found = re.fullmatch(r"\s*(-?\d{1,6})\s*,\s*(-?\d{1,6})\s*", value, re.ASCII)
        value = [int(found[1]), int(found[2])] if found else None
    if not isinstance(value, list | tuple) or len(value) != 2:
        return None
    if not all(isinstance(part, int) and not isinstance(part, bool) for part in value):
        return None
    return (value[0], value[1])


def read_path(value: Any) -> tuple[Space, ...] | None:
    """Spaces from a list of them or from ``"x,y x,y"``, or None if one of them is none."""
    rows = value.split() if isinstance(value, str) else value
    if not isinstance(rows, list | tuple):
        return None
    spaces = [read_space(row) for row in rows]
    found = [space for space in spaces if space is not None]
    return tuple(found) if len(found) == len(spaces) else None


def read_grid(value: Any, diagonals: Diagonals) -> Grid:
    """A scene's ``map``: ``size [w, h]``, ``light`` and lists of spaces by kind; raises ``BadSetup``."""
    if not isinstance(value, Mapping):
        raise BadSetup("the map is not an object")
    size = read_space(value.get("size"))
    if size is None or not (1 <= size[0] <= LARGEST and 1 <= size[1] <= LARGEST):
        raise BadSetup(f"a map is from 1 to {LARGEST} spaces wide and high")
    unknown = sorted(set(value) - {"size", "light", "scale", "background", *KINDS})
    if unknown:
        raise BadSetup(f"unknown on a map: {', '.join(unknown)}")
    light: Any = value.get("light") or "bright"
    if light not in LIGHTS:
        raise BadSetup(f"light {light!r} is none of {', '.join(LIGHTS)}")
    kinds = {kind: _read_kind(kind, value.get(kind) or (), size) for kind in KINDS}
    return Grid(size[0], size[1], diagonals, light, **kinds)


def _read_kind(kind: str, value: Any, size: Space) -> tuple[Space, ...]:
    """The spaces of one kind, each once, in order; raises ``BadSetup`` for one off the map."""
    spaces = read_path(value)
    if spaces is None:
        raise BadSetup(f"{kind} is not a list of spaces")
    for x, y in spaces:
        if not (0 <= x < size[0] and 0 <= y < size[1]):
            raise BadSetup(f"{kind} [{x}, {y}] is off the map")
    return tuple(sorted(set(spaces)))
