"""Facts of a map of boards: those of each board by itself, and of the seams both boards' pixels.

A hex, or a hexside between two hexes, that lies on one board alone has the facts that it has on
that board, whatever lies beside it. Only half hexes on a seam, and hexsides on one, are read from
the joined pixels, in strips along the seams.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hexlos.geometry import BoardGeometry
from hexlos.hexfacts import HexFacts, read_facts

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.mapgrid import MapGrid, Part

_NAMES = tuple(field.name for field in fields(HexFacts))

Values = dict[str, NDArray[Any]]


def facts_of_map(board: Board, grid: MapGrid, whole: NDArray[np.int16]) -> HexFacts:
    """Facts of every hex of a map; whole as for ``read_facts``."""
    made: Values = {}
    known = np.zeros((len(grid), 6), dtype=np.bool_)
    for part, alone in zip(grid.parts, board.boards, strict=True):
        kept = np.flatnonzero(part.hexes >= 0)
        sides = _own_sides(grid, part)
        hexes, side = np.nonzero(sides)
        known[part.hexes[hexes], side] = True
        for name in _NAMES:
            theirs = getattr(alone.facts, name)
            values = made.setdefault(name, np.zeros((len(grid), *theirs.shape[1:]), theirs.dtype))
            if values.ndim == 2:
                values[part.hexes[hexes], side] = theirs[hexes, side]
            else:
                values[part.hexes[kept]] = theirs[kept]
    for strip in _strips(grid):
        _read_strip(board, grid, whole, strip, known, made)
    return HexFacts(**made)


def _own_sides(grid: MapGrid, part: Part) -> NDArray[np.bool_]:
    """(n, 6) hexsides of a board's hexes on the map that lie on that board alone."""
    shared = np.append(grid.shared, False)[part.hexes]
    beyond = part.grid.neighbours
    inside = (beyond >= 0) & ~(shared[:, None] & shared[beyond])
    outer = (beyond < 0) & ~shared[:, None]
    on_map = np.append(grid.neighbours, np.full((1, 6), -1), axis=0)[part.hexes]
    result: NDArray[np.bool_] = (inside | (outer & (on_map < 0))) & (part.hexes >= 0)[:, None]
    return result


def _strips(grid: MapGrid) -> Iterator[NDArray[np.bool_]]:
    """(n,) hexes of two boards that are one hex or have a neighbour of the other, for each two."""
    owned = [np.append(np.isin(np.arange(len(grid)), part.hexes), False) for part in grid.parts]
    for n, one in enumerate(owned):
        for two in owned[:n]:
            meet = one & two
            for a, b in ((one, two), (two, one)):
                meet[:-1] |= a[:-1] & ~b[:-1] & (b & ~a)[grid.neighbours].any(axis=1)
            if meet.any():
                yield meet[:-1]


def _read_strip(
    board: Board,
    grid: MapGrid,
    whole: NDArray[np.int16],
    strip: NDArray[np.bool_],
    known: NDArray[np.bool_],
    made: Values,
) -> None:
    """Read what lies on a seam from the pixels around it."""
    window = _around(grid, strip)
    there = np.flatnonzero(grid.shown_in(window))
    lattice = grid.within(window, grid.shown_in(window))
    if grid.shift is not None:
        across, down = grid.shift[np.flatnonzero(strip)[0]].tolist()
        lattice = replace(lattice, x0=lattice.x0 + across, y0=lattice.y0 + down)
    area = (slice(window[0], window[1]), slice(window[2], window[3]))
    terrain = np.ascontiguousarray(board.terrain[area])
    level = np.ascontiguousarray(board.level[area])
    read = read_facts(lattice, terrain, level, BoardGeometry(lattice, terrain), whole[there])
    hexes = np.flatnonzero(strip[there])
    shared = hexes[grid.shared[there[hexes]]]
    for name, values in made.items():
        found = getattr(read, name)
        if values.ndim == 2:
            one, side = np.nonzero(~known[there[hexes]])
            values[there[hexes[one]], side] = found[hexes[one], side]
        else:
            values[there[shared]] = found[shared]


def _around(grid: MapGrid, hexes: NDArray[np.bool_]) -> tuple[int, int, int, int]:
    """Window left, right, top, bottom that holds these hexes and those around them."""
    x, y = grid.centres_px[hexes].T
    wide, high = 5 * grid.third / grid.units_x + 2, 3 * grid.half / grid.units_y + 2
    return (
        max(0, int(x.min() - wide)),
        min(grid.width, int(x.max() + wide) + 1),
        max(0, int(y.min() - high)),
        min(grid.height, int(y.max() + high) + 1),
    )
