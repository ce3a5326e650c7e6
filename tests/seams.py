"""Which lines of sight keep off some hexes of a map: exact, in the integers of the lattice."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hexlos import Board
from hexlos.hexgrid import VERTEX_STEPS, HexGrid
from hexlos.mapgrid import MapGrid

#: Lines stop so small a part of their length short of their ends, where the ends do not matter.
FINE = 10_000


def meets(grid: HexGrid, hexes: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(n, n) whether the line between two hexes' centres meets one of some hexes, or touches it."""
    points = lattice_points(grid)[:, 0]
    return touched(grid, hexes, points[:, None], points[None])


def lattice_points(grid: HexGrid) -> NDArray[np.int64]:
    """(n, 7, 2) centre and vertices of each hex on the lattice: thirds of a pitch, half heights."""
    centre = np.stack([3 * grid.col.astype(np.int64), grid.row.astype(np.int64)], axis=1)
    return centre[:, None] + np.array([(0, 0), *VERTEX_STEPS], dtype=np.int64)


def touched(
    grid: HexGrid,
    hexes: NDArray[np.bool_],
    first: NDArray[np.int64],
    last: NDArray[np.int64],
    scale: int = 1,
) -> NDArray[np.bool_]:
    """Whether the line between two (..., 2) points meets one of some hexes, or touches it.

    scale is how much finer the points are than the lattice. A segment and a hexagon are apart
    exactly where a direction shows them apart: one of the hexagon's three, or the one across the
    segment.
    """
    (u0, v0), (u1, v1) = np.moveaxis(first, -1, 0), np.moveaxis(last, -1, 0)
    du, dv = u1 - u0, v1 - v0
    found = np.zeros(du.shape, dtype=bool)
    for hex_ in np.flatnonzero(hexes):
        u, v = scale * 3 * int(grid.col[hex_]), scale * int(grid.row[hex_])
        apart = np.zeros_like(found)
        for one, two, at, reach in (
            (v0, v1, v, 1),
            (u0 - v0, u1 - v1, u - v, 2),
            (u0 + v0, u1 + v1, u + v, 2),
        ):
            apart |= np.minimum(one, two) > at + reach * scale
            apart |= np.maximum(one, two) < at - reach * scale
        signs = [du * (v + scale * dy - v0) - dv * (u + scale * dx - u0) for dx, dy in VERTEX_STEPS]
        apart |= np.all([sign > 0 for sign in signs], axis=0)
        apart |= np.all([sign < 0 for sign in signs], axis=0)
        found |= ~apart
    return found


def keeps_to(
    grid: HexGrid, whole: NDArray[np.bool_], first: NDArray[np.int64], last: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Whether lines between (n, 2) lattice points of some hexes meet no others.

    At their ends they may: a vertex is shared with other hexes.
    """
    # who leaves some hexes comes into one beside them
    around = np.append(whole, False)[grid.neighbours].any(axis=1) & ~whole
    along = last - first
    return ~touched(grid, around, first * FINE + along, last * FINE - along, FINE)


def shown_whole(board: Board, crop: Board) -> NDArray[np.bool_]:
    """(n,) hexes of a board that a crop of it has, and that are not cut through there."""
    here = np.array([board.grid.index(name) for name in crop.hexes])
    kept = np.zeros(len(board.hexes), dtype=np.bool_)
    kept[here] = pixels_of_hexes(crop) == pixels_of_hexes(board)[here]
    return kept


def beside_a_cut(board: Board, crop: Board) -> NDArray[np.bool_]:
    """(n,) hexes of a board beyond a hexside of which a crop's picture ends, as at a board's edge.

    What goes on beyond it, as a building of several hexes, goes on no longer.
    """
    gone = np.append(~np.isin(board.hexes, crop.hexes), False)
    kept_around = isinstance(crop.grid, MapGrid) and crop.grid.is_cropped
    return gone[board.grid.neighbours].any(axis=1) & (not kept_around)


def pixels_of_hexes(board: Board) -> NDArray[np.int64]:
    """(n,) pixels of each hex that the picture shows."""
    owner = board.grid.pixel_owner
    return np.asarray(np.bincount(owner[owner >= 0], minlength=len(board.hexes)), dtype=np.int64)
