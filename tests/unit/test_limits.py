"""Boards that are too large for the compiled core are told so, and large ones are not."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from hexlos import Board, BoardFormatError
from hexlos.hexgrid import HexGrid


def bare(columns: int, rows: int, pitch: Fraction = Fraction(3), height: int = 2) -> Board:
    """Open ground of tiny hexes."""
    width = max(1, round(pitch * (columns - 1)))
    grid = HexGrid.from_layout(columns, rows, width, height * rows, pitch, Fraction(height))
    shape = (grid.width, grid.height)
    return Board("bare", grid, np.zeros(shape, np.uint8), np.zeros(shape, np.int8))


@pytest.mark.parametrize(
    ("board", "told"),
    [
        (bare(1999, 1), "more than 2000 hexes across"),
        (bare(2, 1000), "more than 2000 hexes across"),
        (bare(400, 400), "200 x 200 are the most"),
        (bare(4, 1, Fraction(9000)), None),
        (bare(5, 1, Fraction(9000)), "36000 x 2 pixels"),
        (bare(1200, 2, Fraction(27 * 997 + 1, 997)), "too finely placed"),
    ],
)
def test_limits(board: Board, told: str | None) -> None:
    pair = board.hexes[0], board.hexes[-1]
    if told is None:
        assert board.los(*pair).clear
        return
    with pytest.raises(BoardFormatError, match=told):
        board.los(*pair)


def test_the_longest_lines_are_told_hex_by_hex() -> None:
    board = bare(1500, 1)
    result = board.los("A1", board.hexes[-1])
    assert result.clear
    assert result.range == 1499
    assert len(result.steps) >= 1500
