"""Where buildings go on beyond a hexside, how high their bars are; what is beneath bridges."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hexlos.catalogue import CODES, catalogue
from hexlos.edges import hexsides_in_order
from hexlos.ext import share_inside
from hexlos.hexgrid import HexGrid
from hexlos.pixels import as_table, pixels_showing

#: Share of a hexside within a building from which on the building is of several hexes; what
#: merely strays over a hexside stays below it.
JOINED_SHARE = 0.1

_SAMPLES = 24
#: Pixels to each side of a hexside, odd so that no sample falls on the edge of a pixel (A6.1).
_BESIDE = 1.51371


def building_share(
    grid: HexGrid, terrain: NDArray[np.uint8], buildings: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """(n, 6) share of each hexside that lies inside buildings, (256,) codes of a plane.

    A building must show on both sides of it (B23.22); beyond the picture there is none.
    """
    first = grid.vertices_px
    along = np.roll(first, -1, axis=1) - first
    normal = np.stack([along[..., 1], -along[..., 0]], axis=-1)
    normal *= _BESIDE / np.hypot(normal[..., 0], normal[..., 1])[..., None]
    share = np.empty(6 * len(grid))
    segments = np.concatenate([first, along], axis=2).reshape(-1, 4)
    share_inside(terrain, as_table(buildings), segments, normal.reshape(-1, 2), _SAMPLES, share)
    return share.reshape(-1, 6)


def beneath_bridges(
    grid: HexGrid,
    level: NDArray[np.int8],
    base: NDArray[np.int8],
    bridge: NDArray[np.bool_],
    terrain: NDArray[np.uint8],
    depressions: NDArray[np.bool_],
) -> NDArray[np.int8]:
    """(n,) level of the bottom of each hex: in bridge hexes that of the Depression beneath (B6.2).

    bridge tells the hexes that show one, depressions (256,) which codes are Depressions. Beneath a
    bridge is the level that most of the hex's Depression lies at, of those below the hex's base
    level; where none is drawn, one level below. Elsewhere it is the base.
    """
    made = base.copy()
    for index in np.flatnonzero(bridge):
        x, y = np.nonzero(grid.pixel_owner == index)
        drawn = level[x, y][depressions[terrain[x, y]]].astype(np.int64)
        below = np.bincount(drawn[drawn < base[index]] + 128)
        made[index] = int(below.argmax()) - 128 if len(below) else int(base[index]) - 1
    return made


def raised_bars(
    grid: HexGrid,
    terrain: NDArray[np.uint8],
    level: NDArray[np.int8],
    top: NDArray[np.int16],
) -> NDArray[np.uint8]:
    """The terrain plane with rowhouse bars as high as the buildings that they part (B23.71).

    top is (n,) twice the level of the top of each hex's building, -128 for none. Of two buildings
    of unequal height the lower one counts; boards may code all bars as those of low buildings.
    """
    kinds = catalogue()
    by_height = {2 * k.height + k.half: k.code for k in kinds if k.is_rowhouse_bar}
    height = {code: high for high, code in by_height.items()}
    x, y = pixels_showing(terrain, np.isin(np.arange(CODES), list(height)))
    owner = grid.pixel_owner[x, y]
    x, y, owner = x[owner >= 0], y[owner >= 0], owner[owner >= 0]
    if not len(x):
        return terrain
    side = hexsides_in_order(grid, x, y, owner).argmin(axis=1)
    beyond = grid.neighbours[owner, side]
    other = np.where((beyond >= 0) & (top[beyond] > -128), top[beyond], top[owner])
    rise = np.minimum(top[owner], other) - 2 * level[x, y].astype(np.int16)
    made = terrain.copy()
    for px, py, high in zip(x.tolist(), y.tolist(), rise.tolist(), strict=True):
        if high > height[int(terrain[px, py])] and high in by_height:
            made[px, py] = by_height[high]
    return made
