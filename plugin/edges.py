"""Drawn hexside terrain: which hexside a pixel belongs to, and where walls reach vertices."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hexlos.catalogue import catalogue
from hexlos.hexgrid import NEIGHBOUR_STEPS, HexGrid
from hexlos.mapgrid import MapGrid
from hexlos.pixels import Marks, pixels_showing

if TYPE_CHECKING:
    from hexlos.board import Board

#: How near to a vertex a wall's art must come for the vertex to be part of it, as a share of a
#: hexside: 6 pixels on boards of the usual size (B9.1).
VERTEX_REACH = 0.16


class Edges:
    """The hexsides of one board as the compiled core takes them."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._grid = board.grid

    @property
    def walls(self) -> NDArray[np.uint8]:
        """(n, 6) flags: 1 a wall or hedge, 8 another obstacle (bocage); 2 and 4: the art of either
        reaches the first, the second end."""
        facts, corner = self._board.facts, self._grid.vertices_px
        kinds = np.array([kind.is_wall + 8 * kind.is_tall_hexside for kind in catalogue()])
        flags = kinds[facts.hexside].astype(np.uint8)
        for hex_, side in np.argwhere(flags):
            code = int(facts.hexside[hex_, side])
            for bit, vertex in ((2, side), (4, (side + 1) % 6)):
                if self._art_near(code, *corner[hex_, vertex].tolist()):
                    flags[hex_, side] |= bit
        return flags

    def _art_near(self, code: int, x: float, y: float) -> bool:
        reach = VERTEX_REACH * 2 * self._grid.third / self._grid.units_x
        left, top = max(0, int(x - reach)), max(0, int(y - reach))
        right, bottom = int(x + reach) + 1, int(y + reach) + 1
        px, py = np.nonzero(self._board.terrain[left:right, top:bottom] == code)
        away = np.hypot(px + left + 0.5 - x, py + top + 0.5 - y)
        return bool((away <= reach).any())

    def plane(self, cell_of: NDArray[np.int32], owner_of: NDArray[np.int32]) -> NDArray[np.int32]:
        """(width, height) cell * 6 + side of the hexside that drawn hexside terrain belongs to.

        owner_of is (width, height), the hex that each pixel is judged in. -1 elsewhere; (1, 1)
        where none is drawn. One cell speaks for the two of a hexside.
        """
        x, y, side = (
            self._sides
            if owner_of is self._grid.pixel_owner
            else hexsides_of_pixels(self._board, owner_of)
        )
        if not len(x):
            return np.full((1, 1), -1, dtype=np.int32)
        plane = np.full(owner_of.shape, -1, dtype=np.int32)
        plane[x, y] = cell_of[owner_of[x, y]] * 6 + side
        beside = owner_of[x, y] < 0
        if beside.any():
            x, y = x[beside], y[beside]
            plane[x, y] = self._hexsides_beside(cell_of, x, y, side[beside])
        return plane

    def _hexsides_beside(
        self,
        cell_of: NDArray[np.int32],
        x: NDArray[np.int64],
        y: NDArray[np.int64],
        side: NDArray[np.int64],
    ) -> NDArray[np.int32]:
        """(k,) hexsides of pixels of hexes that were cropped away: as of the hex beyond, where that
        is on the map, else of a cell without a hex."""
        grid = self._grid
        assert isinstance(grid, MapGrid)
        col, row = grid.places_beside(x, y)
        across, down = np.array(NEIGHBOUR_STEPS)[side].T
        size = grid.lookup.shape
        beyond = grid.lookup[
            np.clip(col + across, 0, size[0] - 1), np.clip(row + down, 0, size[1] - 1)
        ]
        # cells are the places of hexes in one row
        away = np.where((col > 0) | (row > 0), 6 * (col * size[1] + row) + side, -1)
        return np.where(beyond >= 0, 6 * cell_of[beyond] + (side + 3) % 6, away).astype(np.int32)

    @cached_property
    def _sides(self) -> Marks:
        return hexsides_of_pixels(self._board, self._grid.pixel_owner)

    @property
    def hillsides(self) -> tuple[NDArray[np.int8], Marks]:
        """(width, height) ground level, and levels by which hillside walls stand higher (B9.62).

        The art of a hillside wall is no part of the hill: its ground is the lowest that it is
        drawn on (B9.61).
        """
        board, grid = self._board, self._grid
        level, rise = self._lowered()
        if isinstance(grid, MapGrid) and grid.is_cropped:
            theirs = [Edges(one).hillsides for one in board.boards]
            level = level.copy()
            grid.take_own(level, (one for one, _ in theirs))
            rise = rise.where(grid.undecided(rise.x, rise.y))
            rise = grid.with_own(rise, (one for _, one in theirs))
        return level, rise

    def _lowered(self) -> tuple[NDArray[np.int8], Marks]:
        """The same of what the map's own hexes show."""
        board, facts = self._board, self._board.facts
        walls = np.array([kind.is_wall for kind in catalogue()])
        drawn = self._sides.where(walls[board.terrain[self._sides.x, self._sides.y]])
        hex_ = self._grid.pixel_owner[drawn.x, drawn.y]
        kept = facts.hillside[hex_, drawn.value] & (hex_ >= 0)
        (x, y, side), hex_ = drawn.where(kept), hex_[kept]
        if not len(x):
            return board.level, Marks(x, y, side)
        level = board.level.copy()
        beyond = self._grid.neighbours[hex_, side]
        # one number for the two hexes of a hexside
        first = (hex_ < beyond) | (beyond < 0)
        number = np.where(first, hex_ * 6 + side, beyond * 6 + (side + 3) % 6)
        lowest = np.full(6 * len(self._grid), 127, dtype=np.int8)
        np.minimum.at(lowest, number, level[x, y])
        stands = facts.hexside_level[hex_, side]
        level[x, y] = np.minimum(lowest[number], stands)
        return level, Marks(x, y, stands.astype(np.int64) - level[x, y])


def hexsides_of_pixels(board: Board, owner_of: NDArray[np.int32]) -> Marks:
    """The hexside 0..5 of its hex that each pixel of drawn hexside terrain belongs to.

    The nearest hexside of its hex that carries hexside terrain, or, when none is within half a
    hexside, the nearest one. On a map each board decides for its own hexes.
    """
    grid, facts = board.grid, board.facts
    lined = np.array([kind.is_hexside or kind.is_bar for kind in catalogue()])
    joined = isinstance(grid, MapGrid) and grid.is_joined and owner_of is grid.pixel_owner
    whole = grid if isinstance(grid, MapGrid) and joined else None
    x, y = pixels_showing(board.terrain, lined)
    owner = owner_of[x, y]
    kept = owner >= 0
    if whole is not None:
        kept &= whole.undecided(x, y)
    x, y, owner = x[kept], y[kept], owner[kept]
    far = hexsides_in_order(grid, x, y, owner)
    carrying = np.where(facts.hexside[owner] > 0, far, np.inf)
    near = carrying.min(axis=1) <= grid.third / grid.units_x
    found = Marks(x, y, np.where(near, carrying.argmin(axis=1), far.argmin(axis=1)))
    if whole is not None:
        alone = board.boards
        return whole.with_own(
            found, (hexsides_of_pixels(one, one.grid.pixel_owner) for one in alone)
        )
    return found


def hexsides_in_order(
    grid: HexGrid, x: NDArray[Any], y: NDArray[Any], owner: NDArray[np.int32]
) -> NDArray[np.float64]:
    """(k, 6) distance of each pixel to the hexsides of its hex, no two the same.

    Of two as near, the one between the hexes named first is the nearer, however the map lies.
    """
    far = grid.hexside_distances(x + 0.5, y + 0.5, owner)
    result: NDArray[np.float64] = np.round(far, 6) + 1e-9 * (grid.neighbours[owner] + 1) / len(grid)
    return result
