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
    ends = np.concatenate([first, np.roll(first, -1, axis=1)], axis=2).reshape(-1, 4)
    share = np.empty(len(ends))
    share_within(terrain, wanted, ends, reach, share)
    # the two hexes of a hexside measure it from its two ends
    return np.round(share, 9).reshape(-1, 6)
