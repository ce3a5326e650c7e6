"""How much of each hexside lies in terrain, or near it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from hexlos.catalogue import CODES
from hexlos.ext import share_within
from hexlos.hexgrid import HexGrid


def hexside_shares(
    grid: HexGrid, terrain: NDArray[np.uint8], codes: Iterable[int], reach: float = 0.0
) -> NDArray[np.float64]:
    """(n, 6) share of each hexside within reach pixels of pixels of these codes.

    Pixels are squares with their edges. Only the part of a hexside that lies on the picture counts.
    """
    wanted = np.zeros(CODES, dtype=np.uint8)
    wanted[list(codes)] = 1
    first = grid.vertices_px
    ends = np.concatenate([first, np.roll(first, -1, axis=1)], axis=2)
    # a hexside between two hexes is measured once, whichever of its ends comes first
    beyond, side = grid.neighbours, np.arange(6)
    again = (beyond >= 0) & (side >= 3)
    once = np.empty(np.count_nonzero(~again))
    share_within(terrain, wanted, ends[~again], reach, once)
    share = np.empty(again.shape)
    share[~again] = np.round(once, 9)
    hexes, sides = np.nonzero(again)
    share[hexes, sides] = share[beyond[hexes, sides], sides - 3]
    return share
