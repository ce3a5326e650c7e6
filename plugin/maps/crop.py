"""Cropping boards: to a range of hexes, or through the middle of half hexes."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from math import ceil, floor
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hexlos.address import HEX
from hexlos.errors import MapError, UnknownHexError
from hexlos.hexgrid import HexGrid
from hexlos.mapgrid import MapGrid, Part

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL.Image import Image

    from hexlos.board import Board

_COLUMN = r"(?P<letter>[A-Z])(?P=letter)*"

#: How far a cut may lie off the middle of a row of hexes and still mean it, in pixels.
CUT_REACH = 2.0


@dataclass(frozen=True, slots=True)
class Sides:
    """Something about each edge of an upright rectangle."""

    left: bool = False
    right: bool = False
    top: bool = False
    bottom: bool = False


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle on a lattice: columns left..right, (doubled) rows top..bottom, all included.

    A whole hex is two rows high: the hex at row r reaches from r - 1 to r + 1.
    """

    left: int
    right: int
    top: int
    bottom: int


def cropped(board: Board, first: str, last: str | None = None, half: bool = False) -> Board:
    """The part of a board between two hexes or columns; see Board.cropped."""
    area = find_area(board, first, last)
    return cut(board, area, Sides(half, half, half, half))


def find_area(board: Board, first: str, last: str | None = None) -> Area:
    """The rectangle between two corners, ``A1`` and ``P10`` or columns; or of ``A-P``, ``A1-P10``.

    HexlosError for text that is neither, UnknownHexError for a hex that is not on the board.
    """
    for text in (first,) if last is None else (first, last):
        if not isinstance(text, str):
            raise MapError(f"{text!r:.60} is no corner of a crop: give hexes or columns")
    if last is None:
        match = re.fullmatch(r"(.*?[A-Z]\d*)-(.+)", first)
        if match is None:
            raise MapError(f"{first[:60]!r} is no range to crop to: write A-P or A1-P10")
        first, last = match[1], match[2]
    corners = [_corner(board, text) for text in (first, last)]
    cols = [corner[0] for corner in corners]
    tops, bottoms = ([corner[k] for corner in corners] for k in (1, 2))
    return Area(min(cols), max(cols), min(tops), max(bottoms))


def _corner(board: Board, text: str) -> tuple[int, int, int]:
    """Column, first and last row of a corner."""
    grid = board.grid
    if re.fullmatch(_COLUMN, text):
        found = {
            col
            for col, name in zip(grid.col.tolist(), grid.names, strict=True)
            if _column_of(name) == text
        }
        if not found:
            raise UnknownHexError(f"board {board.name} has no column {text[:20]!r} to crop to")
        if len(found) > 1:
            raise UnknownHexError(f"column {text[:20]!r} is on several boards of map {board.name}")
        return found.pop(), int(grid.row.min()), int(grid.row.max())
    index = grid.index(board.plain_name(text))
    row = int(grid.row[index])
    return int(grid.col[index]), row - 1, row + 1


def _column_of(name: str) -> str:
    """Letters of a hex's column, without what names its board."""
    match = re.search(f"{HEX}\\Z", name)
    return match[0].rstrip("0123456789") if match else ""


def crop_pixels(board: Board, x: int, y: int, width: int, height: int) -> Board:
    """A board cropped to a rectangle of its picture's pixels, as VASL crops it.

    An edge within two pixels of the middle of a column, or of a row, cuts its hexes in half there;
    any other edge leaves the hexes whole whose centres are inside. A width or height below 1 means
    as far as the picture goes. MapError when no hex is left.
    """
    grid = board.grid
    right = x + width if width > 0 else grid.width
    bottom = y + height if height > 0 else grid.height
    across, down = 3 * grid.third / grid.units_x, grid.half / grid.units_y
    x0, y0 = grid.x0 / grid.units_x, grid.y0 / grid.units_y
    edges = [
        _edge((x - x0) / across, across, ceil),
        _edge((right - x0) / across, across, floor),
        _edge((y - y0) / down, down, ceil),
        _edge((bottom - y0) / down, down, floor),
    ]
    area = Area(*(place for place, _ in edges))
    return cut(board, area, Sides(*(half for _, half in edges)))


def _edge(place: float, step: float, inwards: Callable[[float], int]) -> tuple[int, bool]:
    """The last column or row inside an edge, and whether the edge cuts through it."""
    near = round(place)
    half = abs(place - near) * step <= CUT_REACH
    return (near if half else inwards(place)), half


def cut(board: Board, area: Area, half: Sides) -> Board:
    """The board without what lies beyond an area; half tells which edges cut hexes in half.

    Elsewhere hexes stay whole, and the picture shows what lies around them. MapError when
    no hex is left, or no pixel.
    """
    grid = board.grid
    kept = (
        (grid.col >= area.left) & (grid.col <= area.right)
        & (grid.row >= area.top) & (grid.row <= area.bottom)
    )  # fmt: skip
    if not kept.any():
        raise MapError(f"board {board.name}: no hex is left of it when it is cropped so")
    if kept.all() and not _cuts(grid, area, half):
        return board
    window = _window(grid, area, half)
    if window[0] >= window[1] or window[2] >= window[3]:
        raise MapError(f"board {board.name}: no pixel is left of it when it is cropped so")
    return _in_window(board, window, kept)


def _cuts(grid: HexGrid, area: Area, half: Sides) -> bool:
    left, right, top, bottom = _window(grid, area, half)
    return bool(left > 0 or top > 0 or right < grid.width or bottom < grid.height)


def _window(grid: HexGrid, area: Area, half: Sides) -> tuple[int, int, int, int]:
    """Pixels left, right, top, bottom: to the cut, or beyond the hexes around those that stay."""
    columns = (
        area.left if half.left else area.left - 2,
        area.right if half.right else area.right + 2,
    )
    rows = (
        area.top if half.top else area.top - 4,
        area.bottom if half.bottom else area.bottom + 4,
    )
    x = [(grid.x0 + 3 * grid.third * c, grid.units_x) for c in columns]
    y = [(grid.y0 + grid.half * r, grid.units_y) for r in rows]
    return (
        max(0, x[0][0] // x[0][1]),
        min(grid.width, -(-x[1][0] // x[1][1])),
        max(0, y[0][0] // y[0][1]),
        min(grid.height, -(-y[1][0] // y[1][1])),
    )


def _in_window(board: Board, window: tuple[int, int, int, int], kept: NDArray[np.bool_]) -> Board:
    left, right, top, bottom = window
    grid = board.grid
    renumbered = np.full(len(grid) + 1, -1, dtype=np.int32)
    renumbered[np.flatnonzero(kept)] = np.arange(kept.sum(), dtype=np.int32)
    parts = []
    for part in parts_of(board):
        inner = (
            max(left, part.left) - part.left,
            min(right, part.left + part.grid.width) - part.left,
            max(top, part.top) - part.top,
            min(bottom, part.top + part.grid.height) - part.top,
        )
        if inner[0] >= inner[1] or inner[2] >= inner[3]:
            continue
        seen = part.grid.shown_in(inner)
        hexes = renumbered[part.hexes[seen]]
        if (hexes >= 0).any():
            made = part.grid.within(inner, seen)
            at = (part.left + inner[0] - left, part.top + inner[2] - top)
            parts.append(replace(part, grid=made, left=at[0], top=at[1], hexes=hexes))
    made = grid.within(window, kept)
    whole = len(parts) == 1 and not parts[0].label and bool((parts[0].hexes >= 0).all())
    names = set(made.names)
    area = (slice(left, right), slice(top, bottom))
    return replace(
        board,
        grid=made if whole else _map_grid(made, grid, kept, tuple(parts)),
        terrain=np.ascontiguousarray(board.terrain[area]),
        level=np.ascontiguousarray(board.level[area]),
        slopes={h: sides for h, sides in board.slopes.items() if h in names},
        stairways=board.stairways & names,
        whole_hexes={h: code for h, code in board.whole_hexes.items() if h in names},
        picture=_cropped_picture(board, (left, top, right, bottom)),
        plain=None if board.plain is None else _in_window(board.plain, window, kept),
    )


def parts_of(board: Board) -> tuple[Part, ...]:
    """The parts of a map; of a single board, the board."""
    grid = board.grid
    if isinstance(grid, MapGrid):
        return grid.parts
    return (Part(board.name, "", grid, 0, 0, np.arange(len(grid), dtype=np.int32)),)


def _map_grid(
    made: HexGrid, grid: HexGrid, kept: NDArray[np.bool_], parts: tuple[Part, ...]
) -> MapGrid:
    shift = grid.shift if isinstance(grid, MapGrid) else None
    return as_map_grid(made, parts, None if shift is None else shift[kept])


def as_map_grid(
    grid: HexGrid, parts: tuple[Part, ...], shift: NDArray[np.int64] | None = None
) -> MapGrid:
    """A lattice as that of a map of these parts."""
    return MapGrid(
        width=grid.width,
        height=grid.height,
        units_x=grid.units_x,
        units_y=grid.units_y,
        third=grid.third,
        half=grid.half,
        x0=grid.x0,
        y0=grid.y0,
        names=grid.names,
        col=grid.col,
        row=grid.row,
        flipped=grid.flipped,
        parts=parts,
        shift=shift,
    )


def _cropped_picture(board: Board, box: tuple[int, int, int, int]) -> Callable[[], Image] | None:
    if board.picture is None:
        return None

    def load() -> Image:
        from hexlos.render import picture

        return picture(board).crop(box)

    return load
