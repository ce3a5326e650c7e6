"""What is read off the pixels of a board for the compiled core: the part that takes time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hexlos.building_sides import raised_bars
from hexlos.catalogue import OPEN_GROUND, catalogue
from hexlos.class_tables import FORMS, bare_beneath, numbered, whole_form
from hexlos.edges import Edges
from hexlos.ext import mark_shown
from hexlos.hexgrid import HexGrid
from hexlos.mapgrid import MapGrid
from hexlos.pixels import pixels_showing
from hexlos.sunken import sunken_terrain
from hexlos.verdicts import WHOLE_HEX

if TYPE_CHECKING:
    from hexlos.board import Board

#: How far beside a hex its lines may read pixels, in pixels.
_AROUND = 2


@dataclass(frozen=True, eq=False)
class Drawn:
    """The pixels of a board as the compiled core takes them.

    classes (width, height) is the class of each pixel and kinds (classes, 3) the terrain code,
    level and form of each; shows (cells, classes) tells which show in or near each cell; edge and
    walls are as of ``hexlos.edges.Edges``, edge for hexes as they truly lie.
    """

    classes: NDArray[np.uint16]
    kinds: NDArray[np.int64]
    shows: NDArray[np.bool_]
    edge: NDArray[np.int32]
    walls: NDArray[np.uint8]


def read_drawn(
    board: Board,
    edges: Edges,
    cell_of: NDArray[np.int32],
    cell_plane: NDArray[np.int32],
    cells: int,
) -> Drawn:
    """Read the pixels of a board, given the cells of its hexes and of its pixels."""
    classes, kinds = _classes(board, edges)
    shows = np.zeros((cells, len(kinds)), dtype=np.uint8)
    with ThreadPoolExecutor(1) as pool:
        marked = pool.submit(mark_shown, cell_plane, classes, _AROUND, shows)
        edge, walls = edges.plane(cell_of, board.grid.pixel_owner), edges.walls
        marked.result()
    return Drawn(classes, kinds, shows.view(np.bool_), edge, walls)


def inherent_codes(board: Board) -> list[int]:
    """Codes of the inherent terrain that hexes of a board have, ascending."""
    return sorted({code for code in board.facts.inherent.tolist() if code >= 0})


def _classes(board: Board, edges: Edges) -> tuple[NDArray[np.uint16], NDArray[np.int64]]:
    """Class plane, and (terrain code, level, form) of each class.

    Inherent terrain has classes of its own, at every level, beside those that are drawn.
    """
    level, rise = edges.hillsides
    present, classes = numbered(_counted_terrain(board), level, rise, sunken_terrain(board))
    place = present // FORMS
    drawn = np.stack([place // 256, place % 256 - 128, present % FORMS], axis=1)
    forms = sorted({WHOLE_HEX, *(whole_form(kind) for kind in drawn.tolist())})
    whole = [
        (inherent, level, form)
        for inherent in inherent_codes(board)
        for form in forms
        for level in sorted(set(drawn[:, 1].tolist()))
    ]
    more = [*bare_beneath(drawn), *whole]
    kinds = np.concatenate([drawn, np.array(more, dtype=np.int64).reshape(-1, 3)])
    void = void_of(board.grid)
    if void is not None:
        # what no board shows is a class of its own, the last one, which the kernels skip
        classes[void] = len(kinds)
        kinds = np.concatenate([kinds, kinds[:1]])
    return classes, kinds


def void_of(grid: HexGrid) -> NDArray[np.bool_] | None:
    """(width, height) pixels on which no board of a map lies, None where there are none."""
    return grid.void if isinstance(grid, MapGrid) else None


def _counted_terrain(board: Board) -> NDArray[np.uint8]:
    """Terrain plane as it counts: without the art of inherent terrain, which counts by whole
    hexes (B.6), and with bars as high as their buildings (B23.71)."""
    grid = board.grid
    terrain = raised_bars(grid, board.terrain, board.level, _building_tops_of_hexes(board))
    terrain = _without_inherent(board, terrain)
    if isinstance(grid, MapGrid) and grid.is_cropped:
        terrain = terrain.copy()
        grid.take_own(terrain, map(_counted_terrain, board.boards))
    return terrain


def _without_inherent(board: Board, terrain: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Terrain plane without inherent terrain, but what is drawn of partial orchards (Q2.2)."""
    grid = board.grid
    inherent = np.array([kind.inherent for kind in catalogue()])
    x, y = pixels_showing(terrain, inherent)
    if not len(x):
        return terrain
    plain = terrain.copy()
    owner = grid.pixel_owner[x, y]
    kept = (owner >= 0) & board.facts.partial[owner]
    plain[x[~kept], y[~kept]] = OPEN_GROUND
    return plain


def _building_tops_of_hexes(board: Board) -> NDArray[np.int16]:
    """(n,) twice the level of the top of each hex's building, -128 for none."""
    facts = board.facts
    high = np.array([2 * kind.height + kind.half for kind in catalogue()], dtype=np.int16)
    top = 2 * facts.base.astype(np.int16) + high[facts.terrain]
    return np.where(facts.building, top, np.int16(-128))
