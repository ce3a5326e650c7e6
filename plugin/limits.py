"""What the compiled core can hold: bounds that are told before anything overflows."""

from __future__ import annotations

from hexlos.errors import BoardFormatError
from hexlos.hexgrid import HexGrid

#: Hexes across and down together: ranges are tallied in arrays of this length.
MAX_SPAN = 2000

#: Pixels to a side: places of pixels are stored in 16 bits.
MAX_SIDE = 32_767

#: Steps of all paths of a lattice, of 28 bytes each.
MAX_STEPS = 40_000_000

#: Entries of the tables by pair of levels: for each kind of terrain at a level, and each cell.
MAX_VERDICTS, MAX_LIVE = 40_000_000, 400_000_000

#: Whole numbers of the core have 63 bits; shifted lines use units this much finer (grid.FINE), and
#: lines along hexsides are laid in 2**-20 pixel.
_BITS, _FINE, _SHIFT = 63, 16, 20


def check_limits(name: str, grid: HexGrid, samples: int) -> None:
    """BoardFormatError, naming the board, when its lattice is too large for the compiled core.

    samples is how many points are looked at along a hexside.
    """
    columns, rows = int(grid.col.max()), int(grid.row.max())
    if columns + rows >= MAX_SPAN:
        raise BoardFormatError(f"board {name} is more than {MAX_SPAN} hexes across")
    if max(grid.width, grid.height) > MAX_SIDE:
        raise BoardFormatError(
            f"board {name} is {grid.width} x {grid.height} pixels: {MAX_SIDE} to a side is the most"
        )
    if (2 * columns + 1) * (2 * rows + 1) // 2 * (columns + rows // 2 + 4) // 2 > MAX_STEPS:
        raise BoardFormatError(
            f"board {name} of {columns + 1} columns and {rows // 2 + 1} rows of hexes is too large "
            "to trace over: about 200 x 200 are the most"
        )
    across, down = grid.width * grid.units_x * _FINE, grid.height * grid.units_y * _FINE
    along = 2 * samples * (3 * columns + rows + 1)
    if max((max(across, down) * along) << _SHIFT, across * down).bit_length() > _BITS - 2:
        raise BoardFormatError(
            f"board {name} has hexes too finely placed for its size: 1/{grid.units_x} of a pixel "
            f"across, 1/{grid.units_y} down"
        )


def check_verdicts(name: str, pairs: int, kinds: int, cells: int) -> None:
    """BoardFormatError, naming the board, when its ground has more levels than can be told apart.

    pairs is how many pairs of levels there are, kinds how many sorts of terrain at a level.
    """
    if pairs * kinds > MAX_VERDICTS or pairs * cells > MAX_LIVE:
        raise BoardFormatError(
            f"board {name} has {pairs} pairs of levels and {kinds} kinds of terrain at their "
            "levels: these are too many to trace over"
        )
