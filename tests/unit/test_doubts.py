"""Boards that contradict themselves: never a crash, but a warning that says where."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import hexlos
from hexlos import Board, BoardFormatError, built_in_boards
from hexlos.catalogue import terrain_code

from synthetic import HEX_HEIGHT, PITCH, make_board, make_grid


def drawn(board: Board, kind: str, x: slice, y: slice) -> Board:
    """The board with a rectangle of terrain."""
    terrain = board.terrain.copy()
    terrain[x, y] = terrain_code(kind)
    return replace(board, terrain=terrain)


#: Along the hexside between C1 and C2.
ALONG = slice(2 * PITCH - 18, 2 * PITCH + 18), slice(HEX_HEIGHT - 1, HEX_HEIGHT + 1)


@pytest.mark.parametrize("name", built_in_boards())
def test_our_boards_do_not_contradict_themselves(name: str) -> None:
    assert hexlos.open_board(name).warnings == ()


def test_a_cliff_with_no_drop() -> None:
    """B11.1: it stays a cliff."""
    flat = drawn(make_board(), "Cliff", *ALONG)
    assert flat.warnings == ("cliffs without a drop, read as cliffs all the same: C1/S",)
    assert flat.hex("C1").hexsides[3].terrain == "Cliff"
    assert drawn(make_board(levels={"C1": 1}), "Cliff", *ALONG).warnings == ()


def test_a_building_with_no_hex() -> None:
    """B23.1: what is drawn is an obstacle, but no hex has its levels."""
    stray = slice(2 * PITCH + 16, 2 * PITCH + 20), slice(HEX_HEIGHT - 2, HEX_HEIGHT + 2)
    board = drawn(make_board(), "Stone Building, 2 Level", *stray)
    assert not board.facts.building.any()
    (warning,) = board.warnings
    assert warning.startswith("buildings that no hex is a building hex of, read as obstacles only")
    assert warning.endswith(("C1", "C2", "D1"))
    whole = make_board(terrain={"C2": "Stone Building, 2 Level"})
    assert whole.warnings == ()


def test_a_stairway_without_a_building() -> None:
    board = replace(make_board(), stairways=frozenset({"C2"}))
    assert board.warnings == ("stairways without a building, left out: C2",)
    assert not [place for place in board.hex("C2").locations if ":" in place]


def test_a_depression_no_lower_than_the_ground() -> None:
    """A6.3: it is a Depression at the level that it has."""
    bed = slice(2 * PITCH - 10, 2 * PITCH + 10), slice(HEX_HEIGHT + 10, 2 * HEX_HEIGHT - 10)
    board = drawn(make_board(), "Gully", *bed)
    assert board.warnings == (
        "Depressions no lower than the ground beside them, read as Depressions: C2",
    )
    assert board.hex("C2").is_depression
    deep = board.level.copy()
    deep[bed] = -1
    assert replace(board, level=deep).warnings == ()


def test_a_bridge_over_nothing() -> None:
    """B6: it is a bridge."""
    span = slice(2 * PITCH - 12, 2 * PITCH + 12), slice(HEX_HEIGHT + 20, 2 * HEX_HEIGHT - 20)
    board = drawn(make_board(), "Stone Bridge", *span)
    assert board.warnings == ("bridges over neither a Depression nor water, read as bridges: C2",)


def test_facts_of_hexes_that_are_nowhere() -> None:
    board = replace(
        make_board(),
        slopes={"C2": (0,), "Z9": (1,), "B1": (7,)},
        stairways=frozenset({"Q1"}),
        whole_hexes={"Z9": 60, "C2": 999},
    )
    assert board.notes == (
        "slopes that are nowhere on the board are left out: B1, Z9",
        "whole hexes that are nowhere on the board are left out: C2, Z9",
        "stairways that are nowhere on the board are left out: Q1",
    )
    assert board.slopes == {"C2": (0,)}
    assert board.los("A1", "E4").clear


def test_many_hexes_are_not_all_listed() -> None:
    board = replace(make_board(), stairways=frozenset(make_board().hexes))
    (warning,) = board.warnings
    assert warning.endswith("and 14 more")


def test_unknown_terrain_reads_as_open_ground() -> None:
    board = make_board(terrain={"C2": 250})
    assert board.warnings == ("terrain codes [250] are unknown and read as open ground",)
    assert board.los("C1", "C3").clear


@pytest.mark.parametrize(
    ("terrain", "level", "told"),
    [
        (np.zeros((216, 256), np.int64), np.zeros((216, 256), np.int8), "int64"),
        (np.zeros((216, 256), np.uint8), np.zeros((216, 256), np.uint8), "uint8 and uint8"),
        (np.zeros((216, 255), np.uint8), np.zeros((216, 256), np.int8), "do not fit"),
        (np.zeros(5, np.uint8), np.zeros((216, 256), np.int8), "do not fit"),
    ],
)
def test_planes_that_are_none(
    terrain: NDArray[np.uint8], level: NDArray[np.int8], told: str
) -> None:
    with pytest.raises(BoardFormatError, match=told):
        Board("x", make_grid(), terrain, level)


def noise(seed: int, lowest: int, highest: int) -> Board:
    """Blocks of any terrain at any level, and slopes and stairways anywhere."""
    rng = np.random.default_rng(seed)
    grid = make_grid()
    shape = grid.width, grid.height
    codes = rng.choice(256, 12).astype(np.uint8)
    blocks = rng.integers(0, 12, (shape[0] // 8 + 1, shape[1] // 8 + 1))
    terrain = codes[np.kron(blocks, np.ones((8, 8), int))[: shape[0], : shape[1]]]
    return Board(
        "noise",
        grid,
        np.ascontiguousarray(terrain),
        rng.integers(lowest, highest + 1, shape).astype(np.int8),
        slopes={str(h): (int(rng.integers(-2, 9)),) for h in rng.choice(grid.names, 3)},
        stairways=frozenset(rng.choice(grid.names, 3).tolist()),
    )


@settings(max_examples=8, deadline=None, derandomize=True, database=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_noise_never_crashes(seed: int) -> None:
    board = noise(seed, -2, 2)
    assert all("\n" not in warning for warning in board.warnings)
    for one in (board, hexlos.open_map([[board, board.rotated()]])):
        for thread in ("exact", "vasl"):
            matrix = one.los_matrix(thread=thread)
            np.testing.assert_array_equal(matrix.blocked, matrix.blocked.T)


def test_noise_of_all_levels_is_told() -> None:
    with pytest.raises(BoardFormatError, match="too many to trace"):
        noise(1, -128, 127).los_matrix()
