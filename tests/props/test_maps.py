"""A line has one answer wherever its board lies: alone, reversed, cropped, beside another board.

Lines that touch half hexes on a seam, or hexes that a crop takes away, are left out: there the
other board's pixels continue the hex, or it is gone.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from random_boards import layouts, random_board
from reference_compare import differences

import hexlos
from hexlos import Board, BoardFormatError, LosMatrix, MapError
from hexlos.mapgrid import MapGrid, Part

from seams import meets, shown_whole
from synthetic import make_board

SEEDS = st.integers(0, 2**32 - 1)
LAYOUTS = range(len(layouts()))
checks = settings(deadline=None, derandomize=True, database=None, max_examples=4)

_MET: dict[tuple[object, ...], NDArray[np.bool_]] = {}


def free_lines(board: Board, barred: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(n, n) lines of a board that keep off some of its hexes."""
    grid = board.grid
    key = (grid.col.tobytes(), grid.row.tobytes(), barred.tobytes())
    if key not in _MET:
        if len(_MET) > 40:
            _MET.clear()
        _MET[key] = ~meets(grid, barred)
    return _MET[key]


@lru_cache(maxsize=8)
def answers(board: Board) -> LosMatrix:
    """All lines of a board by itself."""
    return board.los_matrix(thread="exact")


def changed(alone: Board, laid: Board, part: Part) -> tuple[int, list[tuple[str, str]]]:
    """Lines of a board that keep on it on a map, and those of them whose answer is another."""
    grid = laid.grid
    assert isinstance(grid, MapGrid)
    own = {name: n for n, name in enumerate(alone.hexes)}
    kept = np.array([n for n, there in enumerate(part.hexes) if there >= 0])
    here = np.array([own[part.grid.names[n]] for n in kept])
    there = part.hexes[kept]
    barred = np.ones(len(alone.hexes), dtype=np.bool_)
    barred[here] = grid.shared[there]
    free = free_lines(alone, barred)[np.ix_(here, here)]
    one, two = answers(alone), laid.los_matrix(thread="exact")
    differ = np.zeros_like(free)
    for values in ("blocked", "hindrance", "range", "reason"):
        differ |= (
            getattr(one, values)[np.ix_(here, here)] != getattr(two, values)[np.ix_(there, there)]
        )
    pairs = np.argwhere(np.triu(differ & free))
    return int(np.triu(free, 1).sum()), [
        (alone.hexes[here[i]], alone.hexes[here[j]]) for i, j in pairs
    ]


def exceptions(boards: list[Board], laid: Board) -> tuple[int, list[str]]:
    """Lines compared on a map of boards, and what differs on it from the boards alone."""
    assert isinstance(laid.grid, MapGrid)
    count, found = 0, []
    for board, part in zip(boards, laid.grid.parts, strict=True):
        lines, pairs = changed(board, laid, part)
        count += lines
        found += [f"{laid.name}, board {board.name}: {a} {b}" for a, b in pairs]
    return count, found


def arrangements(one: Board, two: Board) -> Iterator[tuple[list[Board], Board]]:
    """Two boards beside and above each other, each way up."""
    for a in (one, one.rotated()):
        for b in (two, two.rotated()):
            for rows in ([[a, b]], [[a], [b]]):
                try:
                    yield [one, two], hexlos.open_map(rows)
                except MapError:
                    continue  # an odd column at the edge


def crops(board: Board) -> Iterator[Board]:
    """Crops of a board: of columns, of rows, of both, whole and half, and reversed."""
    first, last = board.hexes[0], board.hexes[-1]
    middle = board.hexes[len(board.hexes) // 2]
    for corners in ((first, middle), (middle, last), (board.hexes[len(board.hexes) // 4], last)):
        for half in (False, True):
            crop = board.cropped(*corners, half=half)
            yield crop
            yield crop.rotated()


def exceptions_of_crop(board: Board, crop: Board) -> tuple[int, list[str]]:
    """The same for a crop, where the half hexes on its edges are no answer to go by."""
    here = np.array([board.grid.index(name) for name in crop.hexes])
    free = free_lines(board, ~shown_whole(board, crop))[np.ix_(here, here)]
    one, two = answers(board), crop.los_matrix(thread="exact")
    differ = np.zeros_like(free)
    for values in ("blocked", "hindrance", "range", "reason"):
        differ |= getattr(one, values)[np.ix_(here, here)] != getattr(two, values)
    pairs = np.argwhere(np.triu(differ & free))
    found = [f"{board.name} cropped: {crop.hexes[i]} {crop.hexes[j]}" for i, j in pairs]
    return int(np.triu(free, 1).sum()), found


@checks
@given(seed=SEEDS, other=SEEDS)
def test_random_boards_answer_the_same_beside_each_other(seed: int, other: int) -> None:
    one = random_board(seed - seed % len(LAYOUTS) + 2)
    two = random_board(other - other % len(LAYOUTS) + 2)
    for boards, laid in arrangements(one, two):
        count, found = exceptions(boards, laid)
        assert count > 0
        assert found == []


@pytest.mark.parametrize("layout", LAYOUTS)
def test_boards_of_every_layout_answer_the_same_beside_their_like(layout: int) -> None:
    one, two = random_board(layout + 10 * len(LAYOUTS)), random_board(layout + 20 * len(LAYOUTS))
    for boards, laid in islice(arrangements(one, two), 2 if layout == 8 else 4):
        assert exceptions(boards, laid)[1] == []


@checks
@given(seed=SEEDS)
def test_crops_of_random_boards_answer_the_same(seed: int) -> None:
    board = random_board(seed)
    for crop in crops(board):
        assert exceptions_of_crop(board, crop)[1] == []


@pytest.mark.slow
@pytest.mark.parametrize(("name", "beside"), [("hills", "village"), ("village", "woodland")])
def test_our_boards_answer_the_same_on_maps(name: str, beside: str) -> None:
    board, other = hexlos.open_board(name), hexlos.open_board(beside)
    for boards_laid, laid in (
        ([board, other], hexlos.open_map([[board, other.rotated()]])),
        ([board, other], hexlos.open_map([[board.rotated()], [other]])),
    ):
        count, found = exceptions(boards_laid, laid)
        assert count > 100_000
        assert found == []
    for crop in (board.cropped("C-P"), board.cropped("I3", "Y8"), board.cropped("A-K", half=True)):
        count, found = exceptions_of_crop(board, crop)
        assert count > 1000
        assert found == []


def test_seams_do_change_answers() -> None:
    """The lines left out are left out for a reason: E1-E3 runs along the edge of the board."""
    one, two = make_board(terrain={"E2": "Woods"}), make_board()
    laid = hexlos.open_map([[one, two]])
    assert isinstance(laid.grid, MapGrid)
    assert exceptions([one, two], laid)[1] == []
    first, second = (laid.hexes[laid.grid.parts[0].hexes[one.grid.index(n)]] for n in ("E1", "E3"))
    assert one.los("E1", "E3").blocked
    assert laid.los(first, second).clear  # woods show on one side only (A6.1)


@checks
@given(seed=SEEDS, other=SEEDS, turned=st.booleans())
def test_a_reversed_map_gives_the_same_answers(seed: int, other: int, turned: bool) -> None:
    one = random_board(seed - seed % len(LAYOUTS) + 2)
    two = random_board(other - other % len(LAYOUTS) + 2)
    laid = hexlos.open_map([[one, two.rotated() if turned else two], [two, None]])
    a, b = (board.los_matrix("levels", thread="exact") for board in (laid, laid.rotated()))
    assert a.sources == b.sources
    np.testing.assert_array_equal(a.blocked, b.blocked)
    np.testing.assert_array_equal(a.hindrance, b.hindrance)
    np.testing.assert_array_equal(a.blocked, a.blocked.T)


@pytest.mark.parametrize("thread", ["exact", "vasl"])
def test_core_and_reference_agree_on_maps(thread: str) -> None:
    for seed in range(2, 2 + 2 * len(LAYOUTS), len(LAYOUTS)):
        one, two = random_board(seed), random_board(seed + 7 * len(LAYOUTS))
        for rows in ([[one, two.rotated()], [two, one]], [[one, None], [two, one.rotated()]]):
            assert list(differences(hexlos.open_map(rows), thread, 20, seed)) == []


# ---- real boards


def real_boards(peer: Path) -> dict[str, list[Board]]:
    """The real boards that have terrain, by kind: those of one kind can be joined."""
    kinds: dict[str, list[Board]] = {}
    for path in sorted((peer / "boards").iterdir()):
        try:
            board = hexlos.open_board(path)
        except BoardFormatError:
            continue
        kinds.setdefault(str(board.terrain.shape), []).append(board)
    return kinds


@pytest.mark.slow
def test_every_real_board_answers_the_same_on_every_side_of_another(peer: Path) -> None:
    count, found = 0, []
    for boards in real_boards(peer).values():
        for n, one in enumerate(boards):
            two = boards[(n + 1) % len(boards)]
            for board_pair, laid in islice(arrangements(one, two), 8 if n % 4 == 0 else 2):
                lines, differing = exceptions(board_pair, laid)
                count += lines
                found += differing
    print(f"{count:,} lines compared on maps of real boards")
    assert count > 10_000_000
    assert found == []
