"""The map for every system: counting, cost, ways, sight, light, reading."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rhean.rules.errors import BadSetup
from rhean.rules.grid import DIRECTIONS, Grid, Pace, Space, heading, quadrant, read_grid, read_path, read_space

COUNTS = ("alternating", "one", "two", "euclid")
SPACES = st.tuples(st.integers(0, 8), st.integers(0, 8))


def grids(count: str) -> st.SearchStrategy[Grid]:
    """Nine by nine with some walls, rough ground and water."""
    some = st.lists(SPACES, max_size=14, unique=True).map(lambda spaces: tuple(sorted(spaces)))
    return st.builds(Grid, st.just(9), st.just(9), st.just(count), wall=some, rough=some, water=some)


@pytest.mark.parametrize(("count", "far"), [("alternating", 7), ("one", 5), ("two", 10), ("euclid", 7)])
def test_a_diagonal_of_five_is_as_far_as_the_system_counts(count: str, far: int) -> None:
    grid = Grid(9, 9, count)  # type: ignore[arg-type]
    assert grid.distance((0, 0), (5, 5)) == far
    assert grid.path_cost((0, 0), [(step, step) for step in range(1, 6)]) == far


@pytest.mark.parametrize("count", COUNTS[:3])
@given(a=SPACES, b=SPACES)
def test_on_an_empty_map_the_cheapest_way_is_the_distance(count: str, a: Space, b: Space) -> None:
    grid = Grid(9, 9, count)  # type: ignore[arg-type]
    assert grid.ways(a).cost[b] == grid.distance(a, b) == grid.distance(b, a)


@pytest.mark.parametrize("count", COUNTS)
@settings(max_examples=40, deadline=None)
@given(st.data())
def test_a_way_leads_there_step_by_step_at_its_cost(count: str, data: st.DataObject) -> None:
    grid = data.draw(grids(count))
    start = data.draw(SPACES)
    ways = grid.ways(start, 12)
    for end, cost in ways.cost.items():
        path = ways.path(end)
        assert grid.path_fault(start, path) == ""
        assert grid.path_cost(start, path) == cost <= 12
        assert (path[-1] if path else start) == end


@settings(max_examples=40, deadline=None)
@given(grids("alternating"), SPACES, st.integers(0, 3))
def test_no_cheaper_way_exists(grid: Grid, start: Space, diagonals: int) -> None:
    ways = grid.ways(start, 6, diagonals=diagonals)
    best: dict[Space, int] = {}
    front = {(start, diagonals % 2): 0}
    for _ in range(6):
        front |= _spread(grid, front)
    for (space, _), cost in front.items():
        best[space] = min(cost, best.get(space, cost))
    assert {space: cost for space, cost in best.items() if cost <= 6} == ways.cost


def _spread(grid: Grid, front: dict[tuple[Space, int], int]) -> dict[tuple[Space, int], int]:
    """Every cost after one more step from anywhere."""
    found = dict(front)
    for (here, odd), cost in front.items():
        for near in grid.neighbours(here):
            if grid.can_step(here, near):
                diagonal = near[0] != here[0] and near[1] != here[1]
                node = (near, (odd + diagonal) % 2)
                total = cost + grid.step_cost(here, near, odd)
                found[node] = min(total, found.get(node, total))
    return found


def test_passable_says_where_one_may_go() -> None:
    grid = Grid(5, 1)
    assert set(grid.ways((0, 0), passable=lambda space: space != (2, 0)).cost) == {(0, 0), (1, 0)}
    assert grid.ways((0, 0), passable=lambda space: space != (2, 0)).path((4, 0)) == ()


def test_swimmers_do_not_mind_water_and_fliers_neither() -> None:
    grid = Grid(5, 1, rough=((1, 0),), water=((2, 0),))
    path = [(1, 0), (2, 0), (3, 0)]
    paces = (Pace(), Pace(1, 0), Pace(1, 1, True), Pace(2, 3))
    assert [grid.path_cost((0, 0), path, pace=pace) for pace in paces] == [5, 4, 3, 8]


@pytest.mark.parametrize(
    ("path", "fault"),
    [
        ([(2, 1)], ""),
        ([(3, 1)], "gap"),
        ([(1, 1)], "gap"),
        ([(0, 1), (-1, 1)], "edge"),
        ([(1, 2)], "wall"),
        ([(2, 2)], "squeeze"),
    ],
)
def test_a_path_is_refused_for_what_is_wrong_with_it(path: list[Space], fault: str) -> None:
    grid = Grid(5, 5, wall=((1, 2), (2, 1))) if fault == "squeeze" else Grid(5, 5, wall=((1, 2),))
    assert grid.path_fault((1, 1), path) == fault


@given(grids("one"), SPACES, SPACES)
def test_sight_goes_both_ways(grid: Grid, a: Space, b: Space) -> None:
    if a not in grid.walls and b not in grid.walls:
        assert grid.sees(a, b) == grid.sees(b, a)


@given(SPACES, SPACES)
def test_the_line_touches_only_spaces_that_it_crosses(a: Space, b: Space) -> None:
    line = [a, *(space for space, _ in Grid(9, 9).line(a, b))]
    assert line[-1] == b
    assert all((y[0] - x[0], y[1] - x[1]) in DIRECTIONS for x, y in pairwise(line))
    dx, dy = b[0] - a[0], b[1] - a[1]
    for x, y in line:
        assert abs(dx * (y - a[1]) - dy * (x - a[0])) * 2 < abs(dx) + abs(dy) or (dx, dy) == (0, 0)


def test_two_walls_that_touch_at_a_corner_stop_sight_and_one_does_not() -> None:
    assert Grid(4, 4, wall=((1, 0),)).sees((0, 0), (1, 1))
    assert not Grid(4, 4, wall=((1, 0), (0, 1))).sees((0, 0), (1, 1))


@given(SPACES, SPACES, st.sampled_from(DIRECTIONS))
def test_who_is_in_front_of_one_has_him_ahead(a: Space, b: Space, facing: Space) -> None:
    way = heading(a, b)
    assert (way is None) == (a == b)
    if way:
        assert quadrant(way, a, b) == "front"
        assert quadrant((-way[0], -way[1]), a, b) == "rear"
    opposite = {"front": "rear", "rear": "front", "left": "right", "right": "left"}
    if a != b:
        assert quadrant((-facing[0], -facing[1]), a, b) == opposite[quadrant(facing, a, b)]


def test_light_is_what_the_map_says_unless_a_list_says_otherwise() -> None:
    grid = Grid(4, 4, light="dark", dim=((1, 1),), bright=((2, 2),), cover=((2, 0),))
    assert [grid.light_at(space) for space in ((0, 0), (1, 1), (2, 2))] == ["dark", "dim", "bright"]
    assert grid.kinds_of((2, 2)) == ("bright",)
    assert grid.covered((0, 0), (3, 0))
    assert not grid.covered((0, 1), (3, 1))


def test_spaces_within_reach_are_those_of_the_distance() -> None:
    assert Grid(9, 9).within((0, 0), 1) == ((0, 0), (0, 1), (1, 0), (1, 1))
    assert len(Grid(9, 9).within((4, 4), 2)) == 21


@given(grids("two"))
def test_a_map_survives_json(grid: Grid) -> None:
    assert msgspec.json.decode(msgspec.json.encode(grid), type=Grid) == grid
    document = grid.to_json()
    document.pop("diagonals", None)
    assert read_grid(document, "two") == grid


@pytest.mark.parametrize(
    "value",
    [
        None,
        {},
        {"size": [0, 4]},
        {"size": [4, 4000]},
        {"size": [4, 4], "wall": [[4, 0]]},
        {"size": [4, 4], "wall": "x"},
        {"size": [4, 4], "light": "blue"},
        {"size": [4, 4], "lava": []},
        {"size": [True, 4]},
    ],
)
def test_a_map_that_cannot_be_is_refused(value: object) -> None:
    with pytest.raises(BadSetup):
        read_grid(value, "one")


def test_spaces_and_paths_are_read_from_lists_and_words() -> None:
    assert read_space("3,4") == read_space([3, 4]) == (3, 4)
    assert read_path("1,2 3,4") == read_path([[1, 2], "3,4"]) == ((1, 2), (3, 4))
    assert read_path("") == ()
    for wrong in ("3,4,5", "a,b", [1, 2, 3], {"x": 1}, 7, [1.5, 2], "９,9999999999"):
        assert read_space(wrong) is None
    assert read_path(["1,2", "x"]) is None
