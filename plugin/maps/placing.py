"""Where each board of a map goes: its place on the common lattice, and of its first pixel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from hexlos.errors import MapError
from hexlos.hexgrid import HexGrid
from hexlos.mapgrid import MapGrid

if TYPE_CHECKING:
    from hexlos.board import Board

#: How far a board's edge may lie off the middle of a row of hexes and still join there, in pixels.
EDGE_REACH = Fraction(1)

#: Of (columns, rows) and (across, down): the index of each direction.
_ACROSS, _DOWN = 0, 1


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a board lies: lattice place of its hex (0, 0), and its picture's first pixel."""

    col: int
    row: int
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class _Extent:
    """A board in one direction: first and last row of hexes, whether its picture ends in the
    middle of them, its pixels, and pixels to a row."""

    first: int
    last: int
    cut_first: bool
    cut_last: bool
    pixels: int
    origin: Fraction
    step: Fraction

    @property
    def size(self) -> int:
        return self.last - self.first


def place_tiles(rows: Sequence[Sequence[Board | None]]) -> list[Spot]:
    """A spot for each board, in the order of reading.

    A board lies beside the one to its left and below the one above it; where there is none, a
    bare place is as large as the largest board in its column and row. MapError for boards
    that do not fit.
    """
    boards = {(i, j): b for i, row in enumerate(rows) for j, b in enumerate(row) if b is not None}
    if not boards:
        raise MapError("a map of no boards: give rows of boards, as in [['02'], ['04']]")
    _check_kind(list(boards.values()))
    across = _places(boards, _ACROSS)
    down = _places(boards, _DOWN)
    spots = {
        key: Spot(col=across[key][0], row=down[key][0], x=across[key][1], y=down[key][1])
        for key in boards
    }
    _check_parity(boards, spots)
    left, top = min(s.x for s in spots.values()), min(s.y for s in spots.values())
    placed = {key: Spot(s.col, s.row, s.x - left, s.y - top) for key, s in spots.items()}
    _check_apart(boards, placed)
    return list(placed.values())


def _check_kind(boards: Sequence[Board]) -> None:
    first = boards[0]
    for board in boards[1:]:
        if _sizes(board.grid) != _sizes(first.grid):
            (a, b), (c, d) = _sizes(board.grid), _sizes(first.grid)
            raise MapError(
                f"board {board.name} does not fit board {first.name}: its hexes are {float(a):g} x "
                f"{float(b):g} pixels apart, the other's {float(c):g} x {float(d):g}; only boards "
                "of one kind can be joined"
            )


def _sizes(grid: HexGrid) -> tuple[Fraction, Fraction]:
    return Fraction(3 * grid.third, grid.units_x), Fraction(2 * grid.half, grid.units_y)


def _extent(board: Board, way: int) -> _Extent:
    """A board across or down: where its picture ends, or its hexes where that is elsewhere."""
    grid = board.grid
    step = Fraction(3 * grid.third, grid.units_x) if way == _ACROSS else Fraction(
        grid.half, grid.units_y)  # fmt: skip
    origin = Fraction(grid.x0, grid.units_x) if way == _ACROSS else Fraction(
        grid.y0, grid.units_y)  # fmt: skip
    pixels = grid.width if way == _ACROSS else grid.height
    hexes = (grid.col if way == _ACROSS else grid.row).tolist()
    cropped = isinstance(grid, MapGrid) and grid.is_joined
    ends = []
    for edge, outmost in ((0, min(hexes)), (pixels, max(hexes))):
        exact = (edge - origin) / step
        near = round(exact)
        cut = abs(exact - near) * step <= EDGE_REACH and (not cropped or near == outmost)
        ends.append((near if cut and not cropped else outmost, cut))
    return _Extent(ends[0][0], ends[1][0], ends[0][1], ends[1][1], pixels, origin, step)


def _places(
    boards: dict[tuple[int, int], Board], way: int
) -> dict[tuple[int, int], tuple[int, int]]:
    """By (row, column) of the layout: lattice place of a board's first hexes, and its pixel."""
    extents = {key: _extent(board, way) for key, board in boards.items()}
    # sizes of the layout's columns (rows), for places beside bare ones
    sizes: dict[int, int] = {}
    for key, extent in extents.items():
        lane = key[1 - way]
        sizes[lane] = max(sizes.get(lane, 0), extent.size)
    found: dict[tuple[int, int], tuple[int, int]] = {}
    base = extents[min(extents)]
    for key in sorted(extents):
        extent = extents[key]
        before = (key[0], key[1] - 1) if way == _ACROSS else (key[0] - 1, key[1])
        if before in extents:
            last = extents[before]
            _check_meet(boards[before], boards[key], last, extent, way)
            place = found[before][0] + last.last - extent.first
            pixel = found[before][1] + last.pixels
        else:
            place = sum(sizes.get(n, 0) for n in range(key[1 - way])) - extent.first
            pixel = round(base.origin - extent.origin + extent.step * (place + base.first))
        found[key] = place, pixel
    return found


def _check_meet(one: Board, two: Board, a: _Extent, b: _Extent, way: int) -> None:
    side, middle = ("right", "a column") if way == _ACROSS else ("bottom", "hexes")
    for board, cut, edge in (
        (one, a.cut_last, side),
        (two, b.cut_first, "left" if way == _ACROSS else "top"),
    ):
        if not cut:
            raise MapError(
                f"board {board.name} cannot be joined at its {edge}, for its edge does not run "
                f"through the middle of {middle}; crop it there with half hexes"
            )


def _check_parity(boards: dict[tuple[int, int], Board], spots: dict[tuple[int, int], Spot]) -> None:
    """Whether the hexes of all boards lie on one lattice."""
    parity: int | None = None
    for key, board in boards.items():
        spot = spots[key]
        own = int(board.grid.col[0] + board.grid.row[0]) + spot.col + spot.row
        if parity is None:
            parity, first = own % 2, board
        elif own % 2 != parity:
            raise MapError(
                f"board {board.name} does not fit board {first.name}: its hexes would lie half a "
                "hex off; crop one of them a column or half a hex further"
            )


def _check_apart(boards: dict[tuple[int, int], Board], spots: dict[tuple[int, int], Spot]) -> None:
    """No pixel may be of two boards."""
    keys = list(boards)
    for n, key in enumerate(keys):
        for other in keys[:n]:
            a, b = spots[key], spots[other]
            one, two = boards[key].grid, boards[other].grid
            over = min(a.x + one.width, b.x + two.width) - max(a.x, b.x)
            below = min(a.y + one.height, b.y + two.height) - max(a.y, b.y)
            if over > 0 and below > 0:
                raise MapError(
                    f"boards {boards[other].name} and {boards[key].name} would overlap on this "
                    "map; where whole hexes beyond a crop are in the way, add 'half' to it"
                )
