"""Railway embankments that a board's metadata names by hexside, drawn into its terrain (B32.1)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from hexlos.catalogue import terrain_code
from hexlos.hexgrid import HexGrid

#: How far from its hexside an embankment is drawn, in pixels.
REACH = 2.0


def with_embankments(
    grid: HexGrid, terrain: NDArray[np.uint8], hexsides: Mapping[str, tuple[int, ...]]
) -> NDArray[np.uint8]:
    """A terrain plane that shows embankments on these hexsides 0..5 of hexes.

    Names that are no hex of the board are passed over.
    """
    if not hexsides:
        return terrain
    made = terrain.copy()
    code = terrain_code("Railroad Embankment Hexside")
    index = {name: k for k, name in enumerate(grid.names)}
    for name, sides in hexsides.items():
        if name not in index:
            continue
        corner = grid.vertices_px[index[name]]
        for side in sides:
            _draw(made, code, corner[side], corner[(side + 1) % 6])
    return made


def _draw(
    plane: NDArray[np.uint8], code: int, first: NDArray[np.float64], last: NDArray[np.float64]
) -> None:
    low = np.maximum(0, np.floor(np.minimum(first, last) - REACH)).astype(int)
    high = np.ceil(np.maximum(first, last) + REACH).astype(int)
    window = plane[low[0] : high[0], low[1] : high[1]]
    x = np.arange(window.shape[0])[:, None] + low[0] + 0.5 - first[0]
    y = np.arange(window.shape[1])[None, :] + low[1] + 0.5 - first[1]
    along = last - first
    share = np.clip((x * along[0] + y * along[1]) / (along @ along), 0, 1)
    window[np.hypot(x - share * along[0], y - share * along[1]) <= REACH] = code
