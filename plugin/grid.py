"""Board -> the arrays of the compiled core: the one file that knows their layout."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hexlos.catalogue import CODES, OPEN_GROUND, catalogue
from hexlos.errors import BoardFormatError
from hexlos.ext import Field, fill_paths, step_size
from hexlos.hexgrid import HexGrid
from hexlos.sampling import SampledHexes
from hexlos.verdicts import verdict

if TYPE_CHECKING:
    from hexlos.board import Board

#: How far to each side of a hexside that a LOS runs along terrain must show, in pixels (A6.1).
BOTH_SIDES = 1.5

#: How near to a vertex a wall's art must come for the vertex to be part of it, in pixels (B9.1).
VERTEX_REACH = 6.0

#: Levels above a hex that a location may have.
BUILDING_LEVELS = 5

ORCHARDS = (63, 64, 117, 118)
_SHIFT = 1 << 20
_MAX_SPAN = 2000


class CompiledBoard:
    """The arrays of one board, made once; ``exact`` and ``sampled`` are what kernels take."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._grid = board.grid
        if int(board.grid.col.max() + board.grid.row.max()) >= _MAX_SPAN:
            raise BoardFormatError(f"board {board.name} is more than {_MAX_SPAN} hexes across")
        grid = board.grid
        self.stride = int(grid.row.max()) + 5
        self.cells = (int(grid.col.max()) + 3) * self.stride
        #: cell of each hex, and hex of each cell (-1 off the map)
        self.cell_of = ((grid.col + 1) * self.stride + grid.row + 2).astype(np.int32)
        self.hex_of = np.full(self.cells, -1, dtype=np.int32)
        self.hex_of[self.cell_of] = np.arange(len(grid), dtype=np.int32)

    @cached_property
    def exact(self) -> Field:
        """Field for the exact thread."""
        return Field(**self._shared, owner=np.zeros((1, 1), dtype=np.int32), **self._no_aim)

    @cached_property
    def sampled(self) -> Field:
        """Field for the sampled ("vasl") thread."""
        hexes = SampledHexes(self._grid)
        return Field(
            **self._shared,
            owner=self._as_cells(hexes.owner),
            aim=self._by_cell(hexes.aim, 0),
            grown_left=self._by_cell(hexes.grown_left, 0),
            grown=self._by_cell(hexes.grown, -1),
        )

    def field(self, thread: str) -> Field:
        """The field that a thread traces over."""
        return self.exact if thread == "exact" else self.sampled

    @property
    def _no_aim(self) -> dict[str, object]:
        return {
            "aim": np.zeros((self.cells, 2), dtype=np.int32),
            "grown_left": np.zeros(self.cells, dtype=np.int32),
            "grown": np.zeros((self.cells, 1, 2), dtype=np.int16),
        }

    def _by_cell(self, values: NDArray[np.generic], rest: int) -> NDArray[np.generic]:
        made = np.full((self.cells, *values.shape[1:]), rest, dtype=values.dtype)
        made[self.cell_of] = values
        return made

    def _as_cells(self, hexes: NDArray[np.int32]) -> NDArray[np.int32]:
        table = np.append(self.cell_of, np.int32(-1))
        return np.ascontiguousarray(table[hexes])

    @cached_property
    def _kinds(self) -> tuple[NDArray[np.uint16], NDArray[np.int64]]:
        """Class plane and the (terrain code, level) of each class, in both of which it may occur."""
        board = self._board
        code = self._counted_terrain.astype(np.int64)
        key = code * 256 + (board.level.astype(np.int64) + 128)
        present = np.flatnonzero(np.bincount(key.ravel(), minlength=CODES * 256))
        inherent = np.unique(board.facts.inherent[board.facts.inherent >= 0]).astype(np.int64)
        levels = np.unique(present % 256)
        extra = (inherent[:, None] * 256 + levels).ravel()
        keys = np.union1d(present, extra)
        table = np.zeros(CODES * 256, dtype=np.uint16)
        table[keys] = np.arange(len(keys), dtype=np.uint16)
        return table[key], np.stack([keys // 256, keys % 256 - 128], axis=1)

    @property
    def _counted_terrain(self) -> NDArray[np.uint8]:
        """Terrain plane without the art of inherent terrain, which counts by whole hexes (B.6)."""
        board, grid = self._board, self._grid
        inherent = np.array([kind.inherent for kind in catalogue()])
        drawn = inherent[board.terrain]
        if not drawn.any():
            return board.terrain
        plain = board.terrain.copy()
        x, y = np.nonzero(drawn)
        owner = grid.pixel_owner[x, y]
        kept = (owner >= 0) & board.facts.partial[owner]
        plain[x[~kept], y[~kept]] = OPEN_GROUND
        return plain

    @cached_property
    def _shared(self) -> dict[str, object]:
        board, grid, facts = self._board, self._grid, self._board.facts
        classes, kinds = self._kinds
        whole = np.where(facts.partial, -1, facts.inherent)
        inherent = [int(code) for code in np.unique(whole) if code >= 0]
        row_of = np.zeros(CODES + 1, dtype=np.uint8)
        row_of[inherent] = np.arange(1, len(inherent) + 1)
        low = int(facts.base.min())
        levels = int(facts.base.max()) - low + BUILDING_LEVELS + 2
        low -= 1
        verdicts = self._verdicts(kinds, low, levels)
        shows = self._shows(classes, len(kinds))
        remap = np.zeros((len(inherent) + 1, len(kinds)), dtype=np.uint16)
        order = {(int(c), int(g)): i for i, (c, g) in enumerate(kinds)}
        for row, code in enumerate(inherent, start=1):
            remap[row] = [order[code, int(ground)] for _, ground in kinds]
            shows[self.cell_of[whole == code]] |= shows[self.cell_of[whole == code]] @ (
                remap[row][:, None] == np.arange(len(kinds))
            )
        live = ((verdicts != 0).astype(np.uint8) @ shows.T.astype(np.uint8)) > 0
        starts, steps, first_dc, last_dr = self._paths
        top = np.full(self.cells, -128, dtype=np.int8)
        for kind, (_, ground) in enumerate(kinds):
            top[shows[:, kind] > 0] = np.maximum(top[shows[:, kind] > 0], np.int8(ground))
        wall, wall_level = self._walls
        return {
            "classes": np.ascontiguousarray(classes),
            "edge": self._edge_plane,
            "ground": kinds[:, 1].astype(np.int8),
            "road": np.array([catalogue()[c].is_road for c in kinds[:, 0]], dtype=np.uint8),
            "verdict": verdicts,
            "live": np.ascontiguousarray(live.astype(np.uint8)),
            "on_board": (self.hex_of >= 0).astype(np.uint8),
            "base": self._by_cell(facts.base, 0),
            "top_ground": top,
            "inherent": self._by_cell(row_of[whole], 0),
            "depression": self._by_cell(facts.depression.astype(np.uint8), 0),
            "joined": self._by_cell(facts.depression_hexside.astype(np.uint8), 0),
            "wall": self._by_cell(wall, 0),
            "wall_level": self._by_cell(wall_level, 0),
            "cliff": self._by_cell((facts.hexside == 75).astype(np.uint8), 0),
            "centre": self._all_centres,
            "remap": remap,
            "orchard": np.array([False, *(c in ORCHARDS for c in inherent)], dtype=np.uint8),
            "starts": starts,
            "steps": steps,
            "first_dc": first_dc,
            "last_dr": last_dr,
            "units_x": grid.units_x,
            "units_y": grid.units_y,
            "stride": self.stride,
            "lowest": low,
            "levels": levels,
            "column_step": 3 * grid.third,
            "row_step": grid.half,
            "samples": max(8, round(2 * 2 * grid.third / grid.units_x)),
            "normal": self._normals,
        }

    @staticmethod
    def _verdicts(kinds: NDArray[np.int64], low: int, levels: int) -> NDArray[np.int32]:
        table = np.zeros((levels, levels, len(kinds)), dtype=np.int32)
        pairs = [(int(code), int(ground)) for code, ground in kinds]
        for a in range(levels):
            for b in range(a, levels):
                row = [verdict(code, ground, a + low, b + low) for code, ground in pairs]
                table[a, b] = table[b, a] = row
        return table.reshape(levels * levels, len(kinds))

    def _shows(self, classes: NDArray[np.uint16], count: int) -> NDArray[np.bool_]:
        """(cells, classes) whether a class shows in a hex or within two pixels of it."""
        owner = self._as_cells(self._grid.pixel_owner)
        made = np.zeros((self.cells, count), dtype=bool)
        reach = 2
        width, height = owner.shape
        for dx in (-reach, 0, reach):
            for dy in (-reach, 0, reach):
                at = owner[max(0, dx) : width + min(0, dx), max(0, dy) : height + min(0, dy)]
                of = classes[max(0, -dx) : width + min(0, -dx), max(0, -dy) : height + min(0, -dy)]
                key = at.astype(np.int64) * count + of
                found = np.bincount(key[at >= 0], minlength=self.cells * count)
                made |= found.reshape(self.cells, count) > 0
        return made

    @cached_property
    def _paths(self) -> tuple[NDArray[np.int32], NDArray[np.uint8], int, int]:
        columns, last_dr = int(self._grid.col.max()), int(self._grid.row.max())
        count = (2 * columns + 1) * (2 * last_dr + 1) + 1
        starts = np.zeros(count, dtype=np.int32)
        room = 1 << 16
        while True:
            steps = np.zeros(room * step_size(), dtype=np.uint8)
            used = fill_paths(-columns, columns, last_dr, self.stride, starts, steps)
            if used >= 0:
                return starts, steps[: max(1, used) * step_size()].copy(), -columns, last_dr
            room *= 2

    @cached_property
    def _all_centres(self) -> NDArray[np.int64]:
        """Centres of all cells, those off the map included, in grid units."""
        grid = self._grid
        cell = np.arange(self.cells)
        col, row = cell // self.stride - 1, cell % self.stride - 2
        return np.stack(
            [grid.x0 + 3 * grid.third * col, grid.y0 + grid.half * row], axis=1
        ).astype(np.int64)

    @property
    def _normals(self) -> list[tuple[int, int]]:
        """BOTH_SIDES pixels across each of the three hexside directions, odd so that no sample
        ever falls on the edge of a pixel."""
        across = self._grid.third / self._grid.units_x
        down = self._grid.half / self._grid.units_y
        length = float(np.hypot(across, down))
        scale = BOTH_SIDES * _SHIFT
        made = [(0.0, 1.0), (-down / length, across / length), (down / length, across / length)]
        return [(round(x * scale) | 1, round(y * scale) | 1) for x, y in made]

    @cached_property
    def _walls(self) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
        """(n, 6) wall flags (1 there, 2 and 4 art reaches the first, second end) and levels."""
        facts, grid = self._board.facts, self._grid
        is_wall = np.array([kind.is_wall for kind in catalogue()])
        flags = is_wall[facts.hexside].astype(np.uint8)
        near = VERTEX_REACH
        corner = grid.vertices_px
        for hex_, side in zip(*np.nonzero(flags), strict=True):
            for bit, vertex in ((2, side), (4, (side + 1) % 6)):
                x, y = corner[hex_, vertex]
                if self._art_near(int(facts.hexside[hex_, side]), x, y, near):
                    flags[hex_, side] |= bit
        return flags, facts.hexside_level

    def _art_near(self, code: int, x: float, y: float, reach: float) -> bool:
        left, top = max(0, int(x - reach)), max(0, int(y - reach))
        window = self._board.terrain[left : int(x + reach) + 1, top : int(y + reach) + 1]
        px, py = np.nonzero(window == code)
        return bool((np.hypot(px + left + 0.5 - x, py + top + 0.5 - y) <= reach).any())

    @cached_property
    def _edge_plane(self) -> NDArray[np.int32]:
        """(width, height) cell * 6 + side of the hexside that drawn hexside terrain belongs to.

        The nearest hexside of its hex that carries hexside terrain, or, when none is within half
        a hexside, the nearest one; -1 elsewhere. One cell speaks for the two of a hexside.
        """
        board, grid, facts = self._board, self._grid, self._board.facts
        lined = np.array([kind.is_hexside or kind.is_bar for kind in catalogue()])
        x, y = np.nonzero(lined[board.terrain])
        if not len(x):
            return np.full((1, 1), -1, dtype=np.int32)
        owner = grid.pixel_owner[x, y]
        x, y, owner = x[owner >= 0], y[owner >= 0], owner[owner >= 0]
        far = hexside_distances(grid, x + 0.5, y + 0.5, owner)
        carrying = np.where(facts.hexside[owner] > 0, far, np.inf)
        half = grid.third / grid.units_x
        side = np.where(
            carrying.min(axis=1) <= half, carrying.argmin(axis=1), far.argmin(axis=1)
        )
        plane = np.full((grid.width, grid.height), -1, dtype=np.int32)
        plane[x, y] = self.cell_of[owner] * 6 + side
        return plane


def hexside_distances(
    grid: HexGrid, x: NDArray[np.float64], y: NDArray[np.float64], owner: NDArray[np.int32]
) -> NDArray[np.float64]:
    """(k, 6) distance in pixels of each point to the hexsides of a hex, as segments."""
    first = grid.vertices_px[owner]
    along = np.roll(first, -1, axis=1) - first
    away = np.stack([x, y], axis=-1)[:, None, :] - first
    share = (away * along).sum(axis=-1) / (along * along).sum(axis=-1)
    foot = first + np.clip(share, 0, 1)[..., None] * along
    result: NDArray[np.float64] = np.hypot(
        x[:, None] - foot[..., 0], y[:, None] - foot[..., 1]
    )
    return result

