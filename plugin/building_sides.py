"""Where buildings go on beyond a hexside, how high their bars are; what is beneath bridges."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hexlos.catalogue import CODES, catalogue
from hexlos.edges import hexside_distances
from hexlos.hexgrid import HexGrid, pixels_of

#: Share of a hexside within a building from which on the building is of several hexes; what
#: merely strays over a hexside stays below it.
JOINED_SHARE = 0.1

_SAMPLES = 24
#: Pixels to each side of a hexside, odd so that no sample falls on the edge of a pixel (A6.1).
_BESIDE = 1.51371


def building_share(grid: HexGrid, inside: NDArray[np.bool_]) -> NDArray[np.float64]:
    """(n, 6) share of each hexside that lies inside the buildings of a (width, height) mask.

    A building must show on both sides of it (B23.22); beyond the picture there is none.
    """
    first = grid.vertices_px
    along = np.roll(first, -1, axis=1) - first
    normal = np.stack([along[..., 1], -along[..., 0]], axis=-1)
    normal *= _BESIDE / np.hypot(normal[..., 0], normal[..., 1])[..., None]
    share = np.zeros(along.shape[:2])
    for k in range(_SAMPLES):
        point = first + along * ((2 * k + 1) / (2 * _SAMPLES))
        share += _shows(inside, point + normal) & _shows(inside, point - normal)
    return share / _SAMPLES


def _shows(mask: NDArray[np.bool_], point: NDArray[np.float64]) -> NDArray[np.bool_]:
    x, y = np.floor(point[..., 0]).astype(int), np.floor(point[..., 1]).astype(int)
    width, height = mask.shape
    on = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    shown: NDArray[np.bool_] = on & mask[np.clip(x, 0, width - 1), np.clip(y, 0, height - 1)]
    return shown


def beneath_bridges(
    grid: HexGrid,
    level: NDArray[np.int8],
    base: NDArray[np.int8],
    bridge: NDArray[np.bool_],
    depressions: NDArray[np.bool_],
) -> NDArray[np.int8]:
    """(n,) level of the bottom of each hex: in bridge hexes that of the Depression beneath (B6.2).

    bridge tells the hexes that show one; depressions is the (width, height) mask of all
    Depressions. Beneath a bridge is the level that most of the hex's Depression lies at, of those
    below the hex's base level; where none is drawn, one level below. Elsewhere it is the base.
    """
    made = base.copy()
    for index in np.flatnonzero(bridge):
        drawn = level[depressions & (grid.pixel_owner == index)].astype(np.int64)
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
    x, y = pixels_of(np.isin(np.arange(CODES), list(height))[terrain])
    owner = grid.pixel_owner[x, y]
    x, y, owner = x[owner >= 0], y[owner >= 0], owner[owner >= 0]
    if not len(x):
        return terrain
    side = hexside_distances(grid, x + 0.5, y + 0.5, owner).argmin(axis=1)
    beyond = grid.neighbours[owner, side]
    other = np.where((beyond >= 0) & (top[beyond] > -128), top[beyond], top[owner])
    rise = np.minimum(top[owner], other) - 2 * level[x, y].astype(np.int16)
    made = terrain.copy()
    for px, py, high in zip(x.tolist(), y.tolist(), rise.tolist(), strict=True):
        if high > height[int(terrain[px, py])] and high in by_height:
            made[px, py] = by_height[high]
    return made
