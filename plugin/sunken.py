"""Woods and brush that are also IN the gully between them (B19.21)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hexlos.catalogue import CODES, WOODS, terrain_code
from hexlos.ext import grow
from hexlos.mapgrid import MapGrid
from hexlos.pixels import Marks, pixels_showing

if TYPE_CHECKING:
    from hexlos.board import Board

#: Depressions in which terrain on both banks is also IN them; in a stream it is not (B33).
GULLIES = ("Gully", "Wadi")

#: What may be IN them, the more weighty last.
BANKS = (("Brush",), ("Vineyard",), *((name,) for name in WOODS))

#: Half of the widest gully that terrain on both banks closes over, in hex heights.
HALF_WIDTH = 0.2


def sunken_terrain(board: Board) -> Marks:
    """The code of the terrain on both banks of pixels of a gully.

    That is where the depiction would be whole if the gully were not drawn: what it covers once it
    is grown, and shrunk again, by half a gully's width. Nothing grows beneath a bridge. On a map
    each board decides for its own hexes.
    """
    grid = board.grid
    x, y = pixels_showing(board.terrain, np.isin(np.arange(CODES), _codes(GULLIES)))
    if not len(x):
        return Marks(x, y, x)
    owner = grid.pixel_owner[x, y]
    kept = ~np.append(board.facts.bridge, False)[owner]
    if not (isinstance(grid, MapGrid) and grid.is_joined):
        return _closed_over(board, x[kept], y[kept])
    kept &= grid.undecided(x, y)
    own = _closed_over(board, x[kept], y[kept])
    return grid.with_own(own, map(sunken_terrain, board.boards))


def _closed_over(board: Board, x: NDArray[np.int64], y: NDArray[np.int64]) -> Marks:
    """The terrain on both banks of some pixels of gullies."""
    if not len(x):
        return Marks(x, y, x)
    reach = round(HALF_WIDTH * 2 * board.grid.half / board.grid.units_y)
    left, top = (max(0, int(at.min()) - 2 * reach) for at in (x, y))
    right, bottom = (int(at.max()) + 2 * reach + 1 for at in (x, y))
    shown = board.terrain[left:right, top:bottom]
    found = np.full(len(x), -1)
    for names in BANKS:
        codes = _codes(names)
        bank = np.isin(np.arange(CODES), codes)[shown]
        if bank.any():
            opened = _grown(~_grown(bank, reach), reach)
            found[~opened[x - left, y - top]] = codes[0]
    return Marks(x, y, found).where(found >= 0)


def _codes(names: Iterable[str]) -> list[int]:
    return [terrain_code(name) for name in names]


def _grown(mask: NDArray[np.bool_], reach: int) -> NDArray[np.bool_]:
    """The pixels no more than reach pixels from one of a mask, centre to centre."""
    found = np.zeros(mask.shape, dtype=np.uint8)
    grow(np.ascontiguousarray(mask).view(np.uint8), reach, found)
    return found.view(np.bool_)
