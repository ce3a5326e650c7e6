"""Woods and brush that are also IN the gully between them (B19.21)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hexlos.catalogue import CODES, WOODS, terrain_code
from hexlos.ext import grow
from hexlos.hexgrid import pixels_of
from hexlos.mapgrid import MapGrid

if TYPE_CHECKING:
    from hexlos.board import Board

#: Depressions in which terrain on both banks is also IN them; in a stream it is not (B33).
GULLIES = ("Gully", "Wadi")

#: What may be IN them, the more weighty last.
BANKS = (("Brush",), ("Vineyard",), *((name,) for name in WOODS))

#: Half of the widest gully that terrain on both banks closes over, in hex heights.
HALF_WIDTH = 0.2


def sunken_terrain(board: Board) -> NDArray[np.int16]:
    """(width, height) code of the terrain on both banks of each pixel of a gully, else -1.

    That is where the depiction would be whole if the gully were not drawn: what it covers once it
    is grown, and shrunk again, by half a gully's width. Nothing grows beneath a bridge. On a map
    each board decides for its own hexes.
    """
    found = np.full(board.terrain.shape, -1, dtype=np.int16)
    kinds = np.isin(np.arange(CODES), [terrain_code(name) for name in GULLIES])
    gully = kinds[board.terrain]
    if not gully.any():
        return found
    reach = round(HALF_WIDTH * 2 * board.grid.half / board.grid.units_y)
    x, y = pixels_of(gully)
    window = tuple(
        slice(max(0, int(at.min()) - 2 * reach), int(at.max()) + 2 * reach + 1) for at in (x, y)
    )
    shown = board.terrain[window]
    for names in BANKS:
        codes = [terrain_code(name) for name in names]
        bank = np.isin(shown, codes)
        if bank.any():
            closed = ~_grown(~_grown(bank, reach), reach)
            found[window][closed & gully[window]] = codes[0]
    found[np.append(board.facts.bridge, False)[board.grid.pixel_owner]] = -1
    if isinstance(board.grid, MapGrid) and board.grid.is_joined:
        board.grid.take_own(found, map(sunken_terrain, board.boards))
    return found


def _grown(mask: NDArray[np.bool_], reach: int) -> NDArray[np.bool_]:
    """The pixels no more than reach pixels from one of a mask, centre to centre."""
    found = np.zeros(mask.shape, dtype=np.uint8)
    grow(np.ascontiguousarray(mask).view(np.uint8), reach, found)
    return found.view(np.bool_)
