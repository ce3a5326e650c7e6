"""What tables know of a board beforehand: each array as a few lines of plain Python have it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from random_boards import random_board

from hexlos import Board
from hexlos.catalogue import terrain_code
from hexlos.ext import (
    Reach,
    Sides,
    Strips,
    fill_above,
    fill_blind,
    fill_plane,
    fill_same,
    find_shown,
    has_soft,
    plane_size,
)

from synthetic import make_board, painted

#: Of ext/_reach.pxd: pixels around the picture, and codes of those that act. Distances end before.
MARGIN, AS_DRAWN, ACTS, TILE = 2, 64, 128, 8
FARTHEST = AS_DRAWN - 1

#: Pixels beyond those of its own that a hex acts in as a whole.
WHOLE = 2


def owner(board: Board) -> NDArray[np.int32]:
    """(width, height) cell of each pixel, -1 for none."""
    table = np.append(board.compiled.cell_of, np.int32(-1))
    return np.ascontiguousarray(table[board.grid.pixel_owner])


def strips(board: Board) -> Strips:
    return Strips(owner(board))


def empty_plane(board: Board) -> NDArray[np.uint8]:
    return np.zeros(plane_size(board.grid.width, board.grid.height), dtype=np.uint8)


def untiled(board: Board, plane: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(width, height) codes of a plane's pixels, without its margin."""
    down = -(-(board.grid.height + 2 * MARGIN) // TILE)
    rows = plane.reshape(-1, down, TILE, TILE).transpose(0, 2, 1, 3).reshape(-1, down * TILE)
    return rows[MARGIN : MARGIN + board.grid.width, MARGIN : MARGIN + board.grid.height]


def row_of(board: Board, low: int, high: int) -> int:
    """The row of verdicts of two levels."""
    lowest, levels = board.compiled.exact.level_range
    return (2 * low - lowest) * levels + 2 * high - lowest


def far_from(marked: NDArray[np.bool_]) -> NDArray[np.int64]:
    """L1 distance of each pixel from the nearest that is marked."""
    far = np.where(marked, 0, 10**6)
    for axis in (0, 1):
        size = far.shape[axis]
        ramp = np.arange(size).reshape((-1, 1) if axis == 0 else (1, -1))
        ahead = np.minimum.accumulate(far - ramp, axis=axis) + ramp
        behind = np.flip(np.minimum.accumulate(np.flip(far + ramp, axis), axis=axis), axis) - ramp
        far = np.minimum(ahead, behind)
    return far


def kind_at(board: Board, x: int, y: int) -> int:
    return int(board.compiled.drawn.classes[x, y])


@pytest.fixture(scope="module")
def drawn() -> Board:
    """A patch of woods within D2, one of grain in B2, and woods at the picture's edge; a hill."""
    board = painted(make_board(5, 4, levels={"E3": 1}), "Woods", (150, 86, 157, 93))
    board = painted(board, "Grain", (50, 80, 60, 88))
    return painted(board, "Woods", (0, 120, 6, 124))


def test_how_far_what_is_drawn_is(drawn: Board) -> None:
    plane, row = empty_plane(drawn), row_of(drawn, 0, 0)
    fill_plane(drawn.compiled.exact, row, strips(drawn), plane)
    codes = untiled(drawn, plane)
    woods, grain = (drawn.terrain == terrain_code(name) for name in ("Woods", "Grain"))
    acts = woods | grain | (drawn.level > 0)
    assert (codes[~acts] == np.minimum(far_from(acts), FARTHEST - WHOLE)[~acts]).all()
    inner = np.zeros_like(acts)
    inner[150:157, 86:93] = inner[50:60, 80:88] = True
    kinds = drawn.compiled.drawn.classes
    assert (codes[inner] == AS_DRAWN + kinds[inner]).all()
    # beside the picture's edge not everything that a line may meet is known
    assert (codes[0:2, 120:124] == ACTS + kind_at(drawn, 0, 120)).all()


def test_a_hard_plane_leaves_out_what_hinders_by_one(drawn: Board) -> None:
    plane, row = empty_plane(drawn), row_of(drawn, 0, 0)
    assert has_soft(drawn.compiled.exact, row)
    fill_plane(drawn.compiled.exact, row, strips(drawn), plane, shown_in(drawn))
    codes = untiled(drawn, plane)
    acts = (drawn.terrain == terrain_code("Woods")) | (drawn.level > 0)
    assert (codes[~acts] == np.minimum(far_from(acts), FARTHEST - WHOLE)[~acts]).all()
    assert (codes[acts] >= AS_DRAWN).all()
    # from the hill grain is looked over, and nothing is left that merely hinders by one
    assert not has_soft(drawn.compiled.exact, row_of(drawn, 1, 1))


def test_a_hex_of_inherent_terrain_acts_as_a_whole() -> None:
    board = make_board(5, 4, {"B3": "Orchard", "D2": "Orchard"}, {"E3": 1})
    field, cells = board.compiled.exact, strips(board)
    in_b3, in_d2 = (board.grid.pixel_owner == board.grid.index(name) for name in ("B3", "D2"))
    hill = board.level > 0
    near = far_from(in_b3 | in_d2 | hill)
    plane = empty_plane(board)
    fill_plane(field, row_of(board, 0, 0), cells, plane)
    codes = untiled(board, plane)
    within = (far_from(in_b3 | in_d2) <= WHOLE) | hill
    assert ((codes >= AS_DRAWN) == within).all()
    assert (codes[in_b3] == ACTS + kind_at(board, *np.argwhere(in_b3)[0])).all()
    beyond = far_from(within)
    assert (codes[~within] == np.minimum(beyond, FARTHEST - WHOLE)[~within]).all()
    assert near.max() > FARTHEST
    # only an orchard beside the hill makes more of anything than one hindrance: of its slope
    fill_plane(field, row_of(board, 0, 0), cells, plane, shown_in(board))
    codes = untiled(board, plane)
    assert (codes[far_from(in_d2) <= WHOLE] >= AS_DRAWN).all()
    assert (codes[in_b3] < AS_DRAWN).all()
    # of one that woods reach into the woods act, and nothing else
    board = painted(make_board(5, 4, {"B3": "Orchard"}), "Woods", (50, 180, 60, 190))
    woods = board.terrain == terrain_code("Woods")
    assert (woods & in_b3).any()
    fill_plane(board.compiled.exact, row_of(board, 0, 0), strips(board), plane, shown_in(board))
    assert ((untiled(board, plane) >= AS_DRAWN) == woods).all()


def test_how_far_ground_above_a_level_is() -> None:
    board = make_board(5, 4, levels={"B2": 1, "D3": 2, "E1": -1})
    plane = empty_plane(board)
    for level in range(-2, 5):
        fill_above(board.compiled.exact, level, plane)
        codes = untiled(board, plane)
        above = 2 * board.level > level
        assert (codes[above] == AS_DRAWN).all()
        if above.any():
            expected = np.minimum(far_from(above), FARTHEST)
            assert (codes[~above] == expected[~above]).all()
        else:
            assert (codes == FARTHEST).all()


def test_how_far_another_class_is(drawn: Board) -> None:
    plane = empty_plane(drawn)
    fill_same(drawn.compiled.exact, plane)
    kinds = drawn.compiled.drawn.classes.astype(np.int64)
    edge = np.zeros(kinds.shape, dtype=bool)
    for axis in (0, 1):
        change = np.diff(kinds, axis=axis) != 0
        pad = [(0, 0), (0, 0)]
        pad[axis] = (0, 1)
        edge |= np.pad(change, pad)
        pad[axis] = (1, 0)
        edge |= np.pad(change, pad)
    assert (untiled(drawn, plane) == np.minimum(far_from(edge) + 1, FARTHEST)).all()


def cells_around(cells: NDArray[np.int32], x: int, y: int) -> list[int]:
    """The cells of the pixels around one, none at the rim or where one of them is of no hex.

    Hexes are convex: where its own and the corners around it are one cell, no other is near.
    """
    around = cells[max(0, x - WHOLE) : x + WHOLE + 1, max(0, y - WHOLE) : y + WHOLE + 1]
    if around.size < (2 * WHOLE + 1) ** 2:
        return []
    if len({*around[::4, ::4].ravel().tolist(), cells[x, y]}) == 1:
        around = around[:1, :1]
    return [] if (around < 0).any() else sorted(set(around.ravel().tolist()))


def check_strips(cells: NDArray[np.int32], pixels: NDArray[np.int64]) -> None:
    made = Strips(cells)
    for x, y in pixels.tolist():
        assert made.listed_at(x, y) == (cells[x, y], cells_around(cells, x, y)), (x, y)


@pytest.mark.parametrize("seed", range(20, 24))
def test_the_hexes_that_pixels_may_be_met_in(seed: int) -> None:
    cells = owner(random_board(seed))
    pixels = np.random.default_rng(seed).integers(0, cells.shape, (1500, 2))
    check_strips(cells, pixels)


def test_strips_of_whatever_lies_beside_whatever() -> None:
    chance = np.random.default_rng(3)
    for width, height in ((1, 1), (3, 9), (9, 3), (4, 4), (5, 5), (24, 30)):
        rough = np.kron(chance.integers(-1, 6, (width, height)), np.ones((5, 4)))
        for cells in (rough, rough[:width, :height], chance.integers(-1, 3, (width, height))):
            cells = np.ascontiguousarray(cells, dtype=np.int32)
            check_strips(cells, np.argwhere(cells >= -1))


@pytest.mark.parametrize("seed", range(20, 25))
def test_what_acts_as_drawn_in_every_hex_around(seed: int) -> None:
    board = random_board(seed)
    field, cells, plane = board.compiled.exact, owner(board), empty_plane(board)
    arrays, kinds = board.compiled._shared, board.compiled.drawn.classes
    whole = (arrays["inherent"] > 0) & (arrays["drawn_only"] == 0)
    found = 0
    for row in np.flatnonzero(arrays["verdict"].any(axis=1))[::3]:
        fill_plane(field, int(row), strips(board), plane)
        codes = untiled(board, plane)
        acts = np.argwhere(codes >= AS_DRAWN)
        alone = (arrays["live"][row] > 0) & ~whole
        for x, y in np.random.default_rng(seed).permutation(acts)[:300].tolist():
            around = cells_around(cells, x, y)
            if around and alone[around].all():
                assert codes[x, y] in (AS_DRAWN + kinds[x, y], ACTS + kinds[x, y])
                found += codes[x, y] < ACTS
            else:
                assert codes[x, y] == min(ACTS + kinds[x, y], 255)
    assert found


def shown_in(board: Board) -> NDArray[np.uint8]:
    kinds = board.compiled.drawn.kinds
    shown = np.full((board.compiled.cells, len(kinds)), 9, dtype=np.uint8)
    find_shown(board.compiled.exact, owner(board), strips(board), shown)
    return shown


@pytest.mark.parametrize("seed", range(20, 26))
def test_what_shows_in_a_hex_or_two_pixels_beyond(seed: int) -> None:
    board = random_board(seed)
    shown, classes = shown_in(board), board.compiled.drawn.classes
    assert set(np.unique(shown)) == {0, 1}
    off = np.delete(np.arange(board.compiled.cells), board.compiled.cell_of)
    assert not shown[off].any()
    for index, cell in enumerate(board.compiled.cell_of):
        mine = np.pad(board.grid.pixel_owner == index, 2)
        wide, high = classes.shape
        beside = np.zeros(classes.shape, dtype=bool)
        for x in range(5):
            for y in range(5):
                beside |= mine[x : x + wide, y : y + high]
        listed = set(np.flatnonzero(shown[cell]).tolist())
        assert set(classes[mine[2:-2, 2:-2]].tolist()) <= listed <= set(classes[beside].tolist())
        straight = far_from(mine[2:-2, 2:-2]) <= 2
        assert set(classes[straight].tolist()) <= listed


def test_blind_hexes_behind_what_is_lower_than_one_end() -> None:
    """As many as its height above the lower end, less what the higher end is above it but for one
    level, and never none (A6.4-.43); 255 where something acts on others as well.
    """
    board = make_board(
        11, 4,
        {"A2": "Grain", "C2": "Woods", "G2": "Woods"},
        {"E2": 1, "G2": 1, "I2": 2, "K2": 4},
    )  # fmt: skip
    field, shown = board.compiled.exact, shown_in(board)
    blind = np.zeros(board.compiled.cells, dtype=np.uint8)
    height = {"A2": 0, "C2": 1, "E2": 1, "G2": 2, "I2": 2, "K2": 4, "A4": 0, "F0": 0}
    for low, high in ((0, 1), (0, 2), (0, 4), (1, 2), (1, 4), (2, 4), (4, 4)):
        fill_blind(field, row_of(board, low, high), shown, blind)
        for name, top in height.items():
            made = int(blind[board.compiled.cell_of[board.grid.index(name)]])
            if top <= low and not (name == "A2" and low == 0):
                assert made == 0, (name, low, high)
            elif low < top < high:
                expected = max(1, top - low - max(0, high - top - 1))
                assert made == expected, (name, low, high)
            elif top > high:
                assert made == 255, (name, low, high)
    fill_blind(field, row_of(board, 0, 0), shown, blind)
    assert blind[board.compiled.cell_of[board.grid.index("A2")]] == 255


def calls(board: Board, other: Board) -> list[tuple[str, Callable[[], object]]]:
    """Calls of what does not fit, and what is said of each."""
    field, cells = board.compiled.exact, owner(board)
    plane, shown = empty_plane(board), shown_in(board)
    blind = np.zeros(board.compiled.cells, dtype=np.uint8)
    mine, theirs = strips(board), strips(other)
    far = Strips(np.where(cells == cells.max(), np.int32(board.compiled.cells), cells))
    return [
        ("no such row", lambda: fill_plane(field, -1, mine, plane)),
        ("no such row", lambda: fill_plane(field, 10**6, mine, plane, shown)),
        ("(cells, classes)", lambda: fill_plane(field, 0, mine, plane, shown[1:])),
        ("(cells, classes)", lambda: fill_plane(field, 0, mine, plane, shown_in(other))),
        ("picture's shape", lambda: fill_plane(field, 0, Strips(cells[1:]), plane)),
        ("picture's shape", lambda: fill_plane(field, 0, theirs, plane)),
        ("field's cells", lambda: fill_plane(field, 0, far, plane)),
        ("and a margin", lambda: fill_plane(field, 0, mine, plane[1:])),
        ("and a margin", lambda: fill_above(field, 0, plane[:-1])),
        ("size of a plane", lambda: fill_same(field, plane[:-1])),
        ("no such row", lambda: has_soft(field, -1)),
        ("no such row", lambda: has_soft(field, 10**6)),
        ("picture's shape", lambda: find_shown(field, cells[:, 1:].copy(), mine, shown)),
        ("picture's shape", lambda: find_shown(field, cells, theirs, shown)),
        ("field's cells", lambda: find_shown(field, cells, far, shown)),
        ("(cells, classes)", lambda: find_shown(field, cells, mine, shown[1:])),
        ("(cells, classes)", lambda: find_shown(field, cells, mine, shown[:, 1:].copy())),
        ("no such row", lambda: fill_blind(field, 10**6, shown, blind)),
        ("(cells, classes)", lambda: fill_blind(field, 0, shown[1:], blind)),
        ("(cells, classes)", lambda: fill_blind(field, 0, shown_in(other), blind)),
        ("an entry a cell", lambda: fill_blind(field, 0, shown, blind[1:])),
        ("no such pixel", lambda: mine.listed_at(0, -1)),
        ("no such pixel", lambda: mine.listed_at(len(cells), 0)),
    ]


@pytest.mark.parametrize("number", range(23))
def test_what_does_not_fit_is_refused(number: int) -> None:
    listed = calls(make_board(5, 4, {"B2": "Woods"}), make_board(7, 4, {"B2": "Grain"}, {"C2": 1}))
    assert len(listed) == 23
    said, call = listed[number]
    with pytest.raises(ValueError, match=said.replace("(", r"\(").replace(")", r"\)")):
        call()


def reach_arguments(board: Board) -> dict[str, Any]:
    """What a Reach of one plane is made of."""
    compiled, field = board.compiled, board.compiled.exact
    levels, cells, rows = field.level_range[1], compiled.cells, field.level_range[1] ** 2
    return {
        "planes": empty_plane(board)[None],
        "same": empty_plane(board),
        "plane_of": np.full(rows, -1, dtype=np.int32),
        "hard_of": np.full(rows, -1, dtype=np.int32),
        "above_of": np.full(levels, -1, dtype=np.int32),
        "spots": np.zeros((cells, 18), dtype=np.int32),
        "special": np.zeros(cells, dtype=np.uint8),
        "noted": np.zeros(cells, dtype=np.uint8),
        "hexes": np.sort(compiled.cell_of),
        "sides": Sides(field, np.sort(compiled.cell_of)),
        "blind": np.zeros((1, cells), dtype=np.uint8),
        "acting": np.zeros((1, 6 * cells), dtype=np.uint8),
        "last_column": int(board.grid.col.max()),
        "last_row": int(board.grid.row.max()),
        "regular": True,
    }


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("planes", lambda it: it[:, 1:].copy(), "and a margin"),
        ("same", lambda it: it[1:], "size of a plane"),
        ("plane_of", lambda it: it[1:], "plane_of has an entry"),
        ("hard_of", lambda it: it[1:], "hard_of has an entry"),
        ("above_of", lambda it: it[1:], "above_of has an entry"),
        ("plane_of", lambda it: it + 2, "no such plane"),
        ("hard_of", lambda it: it + 2, "no such plane"),
        ("above_of", lambda it: it + 2, "no such plane"),
        ("spots", lambda it: it[:, 1:].copy(), "one row a cell"),
        ("special", lambda it: it[1:], "one row a cell"),
        ("noted", lambda it: it[1:], "one row a cell"),
        ("blind", lambda it: it[:, 1:].copy(), "blind has an entry"),
        ("blind", lambda it: it[:0], "blind has an entry"),
        ("acting", lambda it: it[:, 1:].copy(), "acting has six entries"),
        ("acting", lambda it: it[:0], "acting has six entries"),
    ],
)
def test_a_reach_of_what_does_not_fit(
    name: str, change: Callable[[NDArray[Any]], NDArray[Any]], said: str
) -> None:
    board = make_board(5, 4, {"B2": "Woods"}, {"C2": 1})
    given = reach_arguments(board)
    Reach(board.compiled.exact, **given)
    with pytest.raises(ValueError, match=said):
        Reach(board.compiled.exact, **{**given, name: change(given[name])})
    sides = Sides(make_board().compiled.exact, np.sort(make_board().compiled.cell_of))
    with pytest.raises(ValueError, match="of another field"):
        Reach(board.compiled.exact, **{**given, "sides": sides})
