"""How close a call is: the least sideways shift of the line that gives the other answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hexlos.ext import find_margin, trace_pairs
from hexlos.grid import FINE
from hexlos.matrix import aiming_points

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.los import LosResult

#: Shifts are tried in steps of 1 / STEPS pixel up to REACH pixels.
STEPS = 16
REACH = 12.0


def margin(result: LosResult) -> float | None:
    """Least distance in pixels from the line to where a parallel line is (not) blocked.

    The line keeps the hexes it passes. 0.0 when the exact thread already disagrees with a
    sampled answer; None when no shift of up to REACH pixels changes it (an end IN a Depression,
    open country, the middle of a wood).
    """
    board = result._board
    return least_shift(board, result._ends, result.blocked, result.thread, REACH)


def least_shift(
    board: Board, ends: NDArray[np.int32], blocked: bool, thread: str, reach: float
) -> float | None:
    """The margin of a line between two (2, 6) places, None where it exceeds reach pixels."""
    if thread != "exact":
        answer = np.empty((1, 8), dtype=np.int32)
        trace_pairs(board.compiled.exact, False, ends[:1], ends[1:], answer)
        if bool(answer[0, 0]) != blocked:
            return 0.0
    grid = board.grid
    a, b = aiming_points(board, "exact", ends)
    along = b - a
    if not along.any():
        return None
    across = np.array([-along[1], along[0]]) / np.hypot(*along)
    count = np.arange(1, int(reach * STEPS) + 1) / STEPS
    shifts = (count[:, None, None] * [across, -across]).reshape(-1, 2)
    # a line beside the map crosses nothing, which tells nothing of the one at its edge
    inside = np.all(
        (np.minimum(a, b) + shifts >= 0) & (np.maximum(a, b) + shifts <= [grid.width, grid.height]),
        axis=1,
    )
    units = np.array([grid.units_x, grid.units_y]) * FINE
    tried = np.flatnonzero(inside)
    steps = np.rint(shifts[tried] * units).astype(np.int64)
    found = find_margin(board.compiled.fine, ends, blocked, steps)
    return None if found < 0 else float(count[tried[found] // 2])
