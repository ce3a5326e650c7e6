"""How close a call is: the least sideways shift of the line that gives the other answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from hexlos.ext import find_margin, trace_pairs
from hexlos.grid import FINE
from hexlos.matrix import aiming_points
from hexlos.places import place

if TYPE_CHECKING:
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
    ends = np.array([place(board, result.source), place(board, result.target)], dtype=np.int32)
    if result.thread != "exact":
        answer = np.empty((1, 8), dtype=np.int32)
        trace_pairs(board.compiled.exact, False, ends[:1], ends[1:], answer)
        if bool(answer[0, 0]) != result.blocked:
            return 0.0
    grid = board.grid
    a, b = aiming_points(board, "exact", ends)
    along = b - a
    if not along.any():
        return None
    across = np.array([-along[1], along[0]]) / np.hypot(*along)
    count = np.arange(1, round(REACH * STEPS) + 1) / STEPS
    units = np.array([grid.units_x, grid.units_y]) * FINE
    shifts = np.rint(count[:, None] * across * units).astype(np.int64)
    found = find_margin(board.compiled.fine, ends, result.blocked, shifts)
    return None if found < 0 else float(count[found])
