"""Lines that leap together: however many there are, of whatever map, and however they are cut."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray
from quick_tables import agree, plain, quick, same
from random_boards import random_board
from reference_compare import vertex_names

import hexlos
from hexlos import Board
from hexlos.bulk import SLOTS, offsets
from hexlos.ext import trace_vectors
from hexlos.matrix import Slab
from hexlos.places import places


@pytest.mark.parametrize("seed", [1676, 2196, 1094])
def test_a_hex_acts_as_a_whole_in_pixels_that_are_not_its_own(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of higher ground beside it a hex of inherent terrain may make what shows nowhere within."""
    board = random_board(seed)
    agree(board, monkeypatch, sources="levels")
    agree(board.rotated(), monkeypatch, sources="levels")


@pytest.mark.parametrize("turned", [False, True])
def test_half_a_hex_acts_where_no_board_has_the_other_half(
    turned: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line through that other half may leave it by a pixel of a board that lies beyond."""
    board = hexlos.open_map([[random_board(702200), random_board(702298)]])
    assert board.grid.void is not None
    board = board.rotated() if turned else board
    agree(board, monkeypatch, sources="levels")


def test_half_a_hex_acts_where_another_board_has_no_hex(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a cropped board shows beyond its hexes lies in hexes of the next one."""
    crop = random_board(739608).cropped("A12", "B10")
    above = [random_board(514128), random_board(514533).rotated(), crop]
    board = hexlos.open_map([above, [None, random_board(514218), None]]).rotated()
    agree(board, monkeypatch, sources="levels")


@pytest.mark.parametrize("seed", range(9, 15))
def test_units_and_bypass_and_crops(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    board, rng = random_board(seed), np.random.default_rng(seed)
    dug, held = ([name for name in board.hexes if rng.random() < part] for part in (1 / 3, 1 / 2))
    agree(board, monkeypatch, sources="levels", entrenched=dug, wall_advantage=held)
    vertices = rng.choice(vertex_names(board), 20).tolist()
    agree(board, monkeypatch, sources=[*vertices, *board.hexes], targets="levels")
    crop = board.cropped(board.hexes[0], board.hexes[-4])
    agree(crop.rotated(), monkeypatch, sources="levels")


def is_bent(board: Board) -> bool:
    """Whether hexes one offset apart are not as far apart everywhere."""
    grid = board.grid
    lattice = np.stack([grid.col * 3 * grid.third, grid.row * grid.half], axis=1)
    units = grid.centres_px * [grid.units_x, grid.units_y]
    return bool(np.ptp(units - lattice, axis=0).any())


@pytest.mark.parametrize(
    ("names", "turned"), [((0, 9), False), ((9, 0), True), ((5, 14), True), ((1, 10), False)]
)
@pytest.mark.parametrize("below", [False, True])
def test_maps_with_seams(
    names: tuple[int, int], turned: bool, below: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = map(random_board, names)
    board = hexlos.open_map([[one], [other.rotated()]] if below else [[one, other.rotated()]])
    board = board.rotated() if turned else board
    assert is_bent(board)
    agree(board, monkeypatch, sources="levels")
    agree(board, monkeypatch, sources="levels", max_range=4)


def test_a_map_of_four_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("hills", "village", "desert", "woodland")
    hills, village, desert, woodland = map(hexlos.open_board, names)
    board = hexlos.open_map([[hills, village.rotated()], [desert, woodland.rotated()]])
    rng = np.random.default_rng(1)
    several = places(board, "levels")[0]
    some = [str(name) for name in rng.choice(several, 60)]
    table = agree(board, monkeypatch, sources=some, targets=board.hexes)
    assert table.range.max() > 50
    few = [str(name) for name in rng.choice(several, 3)]
    agree(board, monkeypatch, sources=few, targets="levels")
    agree(board, monkeypatch, sources="levels", targets=few, max_range=30)


def test_directions_share_a_slot_one_after_the_other() -> None:
    grid = hexlos.open_board("hills").grid
    columns, rows, ways, slots = offsets(grid).T
    several = slots >= 0
    assert len(np.unique(ways[several])) > SLOTS
    length = np.gcd(columns, rows)
    for slot in range(SLOTS):
        here = ways[slots == slot]
        begun = np.flatnonzero(np.diff(here, prepend=-1))
        assert len(begun) == len(np.unique(here))
        # the longest offset of a direction leaves what the others may take
        assert all((np.diff(part) < 0).all() for part in np.split(length[slots == slot], begun)[1:])
    assert all(len(set(slots[ways == way].tolist())) == 1 for way in np.unique(ways[several]))
    counts = np.unique(ways, return_counts=True)[1]
    assert several.sum() == counts[counts > 1].sum()


def traced(board: Board, rows: NDArray[np.int32], cuts: list[int], *, eight: bool) -> Slab:
    """A table of some places by lines of all hexes between cuts, one job after the other."""
    bulk, n = board.compiled.bulk, len(rows)
    slab = Slab.empty(n, n, 99)
    listed = bulk.listing(rows)
    for rays in bulk.rays.values():
        for first, last in pairwise(cuts):
            trace_vectors(
                board.compiled.exact, bulk.reach(listed, listed), rays, first, last, 99, rows, rows,
                listed.starts, listed.starts, listed.numbers, listed.numbers, True, *slab,
                eight=eight,
            )  # fmt: skip
    return slab


@pytest.mark.parametrize("eight", [True, False])
@pytest.mark.parametrize("name", ["village", "hills"])
def test_however_many_lines_are_under_way(
    name: str, eight: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of all hexes at once, hundreds of lines wait for others; of one hex at a time few do."""
    board = hexlos.open_board(name).cropped("A1", "H9")
    names, rows = places(board, "levels")
    assert len(names) > len(board.hexes) > 70
    table = plain(board, monkeypatch, sources="levels")
    monkeypatch.setattr("hexlos.bulk.LINES_A_PLANE", 1)
    monkeypatch.setattr("hexlos.bulk.PIXELS_A_LINE", 10**9)
    beyond = np.triu_indices(len(names), 1)
    count = len(board.hexes)
    for cuts in ([0, count], list(range(count + 1)), [0, 1, 40, count]):
        slab = traced(board, rows, cuts, eight=eight)
        for mine, yours in (
            (slab.blocked, table.blocked),
            (slab.hindrance, table.hindrance),
            (slab.reason, table.reason),
            (slab.span, table.range),
            (slab.where, table.where),
        ):
            assert (mine[beyond] == yours[beyond]).all()


def test_two_cores_make_planes_and_fill_tables_as_one_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for seed in (3, 13):
        one = quick(random_board(seed), monkeypatch, sources="levels")
        for eight in (True, False):
            question = {"sources": "levels", "threads": 2, "eight": eight}
            same(quick(random_board(seed), monkeypatch, **question), one)  # type: ignore[arg-type]
