"""The lattice: names, centres, neighbours, ranges and owners, on every layout boards come in."""

from __future__ import annotations

from collections import deque
from fractions import Fraction

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from hexlos.errors import BoardFormatError, UnknownHexError
from hexlos.hexgrid import NEIGHBOUR_STEPS, HexGrid, column_name

HALF_PITCH = Fraction(901, 16)
DELUXE = {"pitch": Fraction(2363, 14), "hex_height": Fraction(971, 5)}

LAYOUTS = {
    "standard": HexGrid.from_layout(33, 10, 1800, 645),
    "a-half": HexGrid.from_layout(17, 20, 901, 1290, HALF_PITCH),
    "b-half": HexGrid.from_layout(17, 20, 901, 1290, HALF_PITCH, a1_x=Fraction(-901)),
    "deluxe": HexGrid.from_layout(15, 5, 2363, 971, **DELUXE),
    "double-wide b": HexGrid.from_layout(33, 10, 1800, 645, a1_y=Fraction(-61275, 100)),
    "own pitch": HexGrid.from_layout(
        9, 7, 500, 450, Fraction("55.7"), Fraction("64.25"), Fraction("27.85"), Fraction("40.5")
    ),
}
every_layout = pytest.mark.parametrize("grid", LAYOUTS.values(), ids=LAYOUTS.keys())
every_lie = pytest.mark.parametrize(
    "grid",
    [*LAYOUTS.values(), *(grid.rotated() for grid in LAYOUTS.values())],
    ids=[*LAYOUTS, *(f"{name} rotated" for name in LAYOUTS)],
)


@pytest.mark.parametrize(
    ("index", "name"), [(0, "A"), (25, "Z"), (26, "AA"), (32, "GG"), (51, "ZZ"), (52, "AAA")]
)
def test_column_names_repeat_the_letter(index: int, name: str) -> None:
    assert column_name(index) == name


@pytest.mark.parametrize(
    ("layout", "count", "first", "last"),
    [
        ("standard", 346, "A1", "GG10"),
        ("a-half", 348, "A1", "Q20"),
        ("b-half", 348, "Q1", "GG20"),
        ("deluxe", 82, "A1", "O5"),
        ("double-wide b", 346, "A11", "GG20"),
    ],
)
def test_names_of_a_layout(layout: str, count: int, first: str, last: str) -> None:
    names = LAYOUTS[layout].names
    assert (len(names), names[0], names[-1]) == (count, first, last)


def test_names_run_column_by_column() -> None:
    names = LAYOUTS["standard"].names
    assert names[:11] == (*(f"A{n}" for n in range(1, 11)), "B0")
    assert names[10:21] == tuple(f"B{n}" for n in range(11))
    assert names[21] == "C1"


def test_the_second_row_of_a_double_wide_board_goes_on_counting() -> None:
    names = LAYOUTS["double-wide b"].names
    assert names[10:21] == tuple(f"B{n}" for n in range(10, 21))


@every_layout
def test_names_are_unique_and_indexed(grid: HexGrid) -> None:
    assert len(set(grid.names)) == len(grid)
    assert [grid.index(name) for name in grid.names] == list(range(len(grid)))


@pytest.mark.parametrize("name", ["A0", "A11", "HH1", "a1", "", "B-1"])
def test_a_hex_off_the_map_is_an_error(name: str) -> None:
    with pytest.raises(UnknownHexError, match="A1 to GG10"):
        LAYOUTS["standard"].index(name)


@pytest.mark.parametrize(
    ("layout", "name", "x", "y"),
    [
        ("standard", "A1", 0, 32.25),
        ("standard", "B0", 56.25, 0),
        ("standard", "F4", 281.25, 258),
        ("standard", "GG10", 1800, 612.75),
        ("a-half", "Q20", 901, 1257.75),
        ("b-half", "Q1", 0, 32.25),
        ("b-half", "R0", 56.3125, 0),
        ("deluxe", "A1", 0, 97.1),
        ("deluxe", "O5", 2363, 873.9),
        ("double-wide b", "A11", 0, 32.25),
        ("double-wide b", "B10", 56.25, 0),
        ("own pitch", "A1", 27.85, 40.5),
    ],
)
def test_centres(layout: str, name: str, x: float, y: float) -> None:
    grid = LAYOUTS[layout]
    assert grid.centres_px[grid.index(name)] == pytest.approx((x, y), abs=1e-9)


def test_grid_units_are_whole_however_odd_the_spacing() -> None:
    grid = LAYOUTS["deluxe"]
    assert Fraction(3 * grid.third, grid.units_x) == DELUXE["pitch"]
    assert Fraction(2 * grid.half, grid.units_y) == DELUXE["hex_height"]


def test_neighbours_go_clockwise_from_the_top() -> None:
    grid = LAYOUTS["standard"]
    around = [grid.names[i] for i in grid.neighbours[grid.index("F4")]]
    assert around == ["F3", "G4", "G5", "F5", "E5", "E4"]
    corner = [grid.names[i] if i >= 0 else None for i in grid.neighbours[grid.index("A1")]]
    assert corner == [None, "B0", "B1", "A2", None, None]


@every_lie
def test_neighbours_are_mutual_and_one_hex_away(grid: HexGrid) -> None:
    for side in range(6):
        here = np.flatnonzero(grid.neighbours[:, side] >= 0)
        there = grid.neighbours[here, side]
        assert (grid.neighbours[there, (side + 3) % 6] == here).all()
        assert (grid.distances(here, there) == 1).all()


@every_lie
def test_a_neighbour_lies_across_the_middle_of_its_hexside(grid: HexGrid) -> None:
    corner = grid.vertices_px
    for side in range(6):
        here = np.flatnonzero(grid.neighbours[:, side] >= 0)
        there = grid.neighbours[here, side]
        middle = (corner[here, side] + corner[here, (side + 1) % 6]) / 2
        between = (grid.centres_px[here] + grid.centres_px[there]) / 2
        assert middle == pytest.approx(between)


def _steps_from(grid: HexGrid, start: int) -> list[int]:
    """Fewest steps from one lattice place to every hex, over hexes off the map too."""
    goal = {(int(c), int(r)): i for i, (c, r) in enumerate(zip(grid.col, grid.row, strict=True))}
    steps = {(int(grid.col[start]), int(grid.row[start])): 0}
    queue, found = deque(steps), {}
    while len(found) < len(grid):
        col, row = queue.popleft()
        if (col, row) in goal:
            found[goal[col, row]] = steps[col, row]
        for across, down in NEIGHBOUR_STEPS:
            place = (col + across, row + down)
            if place not in steps:
                steps[place] = steps[col, row] + 1
                queue.append(place)
    return [found[i] for i in range(len(grid))]


@pytest.mark.parametrize("layout", ["standard", "b-half", "deluxe", "double-wide b"])
def test_ranges_equal_counted_steps(layout: str) -> None:
    grid = LAYOUTS[layout]
    every = np.arange(len(grid))
    for start in (0, len(grid) // 3, len(grid) - 1):
        counted = _steps_from(grid, start)
        assert grid.distances(np.intp(start), every).tolist() == counted
        assert [grid.distance(start, i) for i in range(0, len(grid), 17)] == counted[::17]


@every_lie
def test_owner_agrees_with_the_hexes_as_polygons(grid: HexGrid) -> None:
    rng = np.random.default_rng(7)
    x, y = rng.uniform(0, grid.width, 400), rng.uniform(0, grid.height, 400)
    tree = shapely.STRtree(shapely.polygons(grid.vertices_px))
    points = shapely.points(x, y)
    expected = np.full(len(x), -1)
    point, polygon = tree.query(points, predicate="within")
    expected[point] = polygon
    assert grid.owner(x, y).tolist() == expected.tolist()


@every_lie
def test_a_point_on_a_hexside_belongs_to_the_hex_named_first(grid: HexGrid) -> None:
    corner = grid.vertices_px
    for side in range(6):
        middle = (corner[:, side] + corner[:, (side + 1) % 6]) / 2
        beyond = grid.neighbours[:, side]
        index = np.arange(len(grid))
        first = np.where(beyond < 0, index, np.minimum(index, beyond))
        assert grid.owner(middle[:, 0], middle[:, 1]).tolist() == first.tolist()


@every_layout
def test_centres_and_pixels_belong_to_their_hex(grid: HexGrid) -> None:
    centre = grid.centres_px
    assert grid.owner(centre[:, 0], centre[:, 1]).tolist() == list(range(len(grid)))
    assert grid.pixel_owner.shape == (grid.width, grid.height)
    assert set(np.unique(grid.pixel_owner)) - {-1} == set(range(len(grid)))


@pytest.mark.parametrize("layout", ["standard", "a-half", "b-half", "deluxe", "double-wide b"])
def test_boards_leave_no_pixel_without_a_hex(layout: str) -> None:
    assert (LAYOUTS[layout].pixel_owner >= 0).all()


@every_layout
def test_rotated_twice_is_the_same(grid: HexGrid) -> None:
    again = grid.rotated().rotated()
    assert again.names == grid.names
    assert not again.flipped
    assert (again.centres == grid.centres).all()
    assert (again.neighbours == grid.neighbours).all()


@every_layout
def test_rotation_mirrors_centres_and_keeps_ranges(grid: HexGrid) -> None:
    turned = grid.rotated()
    size = np.array([grid.width, grid.height])
    assert turned.flipped
    assert turned.centres_px == pytest.approx(size - grid.centres_px)
    a, b = np.arange(len(grid)), np.arange(len(grid))[::-1]
    assert (turned.distances(a, b) == grid.distances(a, b)).all()
    opposite = (np.arange(6) + 3) % 6
    assert (turned.neighbours[:, opposite] == grid.neighbours).all()


@given(
    columns=st.integers(1, 12),
    rows=st.integers(1, 12),
    pitch=st.fractions(20, 200, max_denominator=16),
    hex_height=st.fractions(20, 200, max_denominator=10),
)
def test_any_spacing_makes_a_lattice(
    columns: int, rows: int, pitch: Fraction, hex_height: Fraction
) -> None:
    width, height = round(pitch * max(1, columns - 1)), round(hex_height * rows)
    grid = HexGrid.from_layout(columns, rows, width, height, pitch, hex_height)
    assert len(grid) == columns * rows + columns // 2
    last = grid.centres_px[-1, 0]
    assert last == pytest.approx(float(pitch) * (columns - 1))


@pytest.mark.parametrize(
    "layout",
    [
        {"columns": 0, "rows": 10},
        {"columns": 33, "rows": 0},
        {"columns": 9999, "rows": 9999},
        {"columns": 33, "rows": 10, "pitch": Fraction(0)},
        {"columns": 33, "rows": 10, "hex_height": Fraction(-3)},
        {"columns": 33, "rows": 10, "pitch": Fraction(10**9)},
        {"columns": 33, "rows": 10, "pitch": Fraction(9999, 7919)},
    ],
)
def test_absurd_layouts_are_refused(layout: dict[str, int | Fraction]) -> None:
    with pytest.raises(BoardFormatError):
        HexGrid.from_layout(width=1800, height=645, **layout)
