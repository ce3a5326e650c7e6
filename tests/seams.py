"""Which lines of sight keep off some hexes of a map: exact, in the integers of the lattice."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hexlos.hexgrid import VERTEX_STEPS, HexGrid


def meets(grid: HexGrid, hexes: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(n, n) whether the line between two hexes' centres meets one of some hexes, or touches it.

    A segment and a hexagon are apart exactly where a direction shows them apart: one of the
    hexagon's three, or the one across the segment.
    """
    u, v = 3 * grid.col.astype(np.int64), grid.row.astype(np.int64)
    found = np.zeros((len(grid), len(grid)), dtype=bool)
    du, dv = u[None] - u[:, None], v[None] - v[:, None]
    for hex_ in np.flatnonzero(hexes):
        apart = np.zeros_like(found)
        for values, reach in ((v, 1), (u - v, 2), (u + v, 2)):
            low = np.minimum(values[:, None], values[None])
            high = np.maximum(values[:, None], values[None])
            apart |= (low > values[hex_] + reach) | (high < values[hex_] - reach)
        signs = [
            du * (v[hex_] + dy - v[:, None]) - dv * (u[hex_] + dx - u[:, None])
            for dx, dy in VERTEX_STEPS
        ]
        apart |= np.all([sign > 0 for sign in signs], axis=0)
        apart |= np.all([sign < 0 for sign in signs], axis=0)
        found |= ~apart
    return found
