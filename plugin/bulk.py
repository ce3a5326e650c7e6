"""What tables of LOS need beside a field to be traced quickly (exact thread)."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexlos.ext import Field, Rays, Reach, fill_plane, fill_same, plane_size
from hexlos.hexgrid import HexGrid

#: Bytes of planes kept for a board; pairs of levels beyond that take the general path.
PLANES_LIMIT = 96 << 20

#: Lines of one pair of levels, of all tables together, from which a plane of its own pays: so many
#: at least, and one for so many pixels of the picture.
LINES_A_PLANE = 2000
PIXELS_A_LINE = 120

#: Bits of a hex's special byte: ext/_reach.pxd.
_SLOW, _DEPRESSION, _BARS, _RAILS = 1, 2, 4, 8


class BulkTables:
    """Planes of distances by pair of levels, made when a table first needs them."""

    def __init__(
        self,
        field: Field,
        arrays: Mapping[str, Any],
        grid: HexGrid,
        cell_of: NDArray[np.int32],
        owner: NDArray[np.int32],
    ) -> None:
        self._field, self._arrays, self._grid = field, arrays, grid
        self._cell_of, self._owner = cell_of, owner
        size = plane_size(grid.width, grid.height)
        rows = len(arrays["verdict"])
        room = min(rows, max(1, PLANES_LIMIT // size))
        # pages of planes that nothing asks for are never touched
        self._planes = np.empty((room, size), dtype=np.uint8)
        self._same = np.empty(size, dtype=np.uint8)
        fill_same(field, self._same)
        self._plane_of = np.full(rows, -1, dtype=np.int32)
        self._made = 0
        self._asked = np.zeros(rows, dtype=np.int64)
        self._least = max(LINES_A_PLANE, grid.width * grid.height // PIXELS_A_LINE)
        self._fixed = self._facts_of_cells()

    def reach(
        self, sources: NDArray[np.int32], targets: NDArray[np.int32], threads: int = 1
    ) -> Reach:
        """Reach for a table of (n, 6) and (m, 6) places, its commonest pairs of levels first."""
        levels, lowest = int(self._arrays["levels"]), int(self._arrays["lowest"])
        near = np.bincount(sources[:, 1] - lowest, minlength=levels)
        far = np.bincount(targets[:, 1] - lowest, minlength=levels)
        lines = np.triu(np.outer(near, far) + np.tril(np.outer(near, far), -1).T).ravel()
        self._asked[: len(lines)] += lines
        order = np.argsort(-lines, kind="stable")
        pays = (
            (lines > 0)
            & (self._asked[: len(lines)] >= self._least)
            & (self._plane_of < 0)[: len(lines)]
        )
        wanted = order[pays[order]]
        self._make(wanted[: len(self._planes) - self._made].tolist(), threads)
        used = max(1, self._made)
        return Reach(
            self._field,
            planes=self._planes[:used],
            same=self._same,
            plane_of=self._plane_of.copy(),
            **self._fixed,
        )

    def _make(self, rows: list[int], threads: int) -> None:
        """Make planes of pairs of levels, several at a time."""

        def fill(row: int, plane: int) -> None:
            fill_plane(self._field, row, self._owner, self._planes[plane])

        places = range(self._made, self._made + len(rows))
        if threads == 1 or len(rows) < 2:
            for row, plane in zip(rows, places, strict=True):
                fill(row, plane)
        else:
            with ThreadPoolExecutor(min(threads, len(rows))) as pool:
                list(pool.map(fill, rows, places))
        self._plane_of[rows] = places
        self._made += len(rows)

    @cached_property
    def rays(self) -> dict[int, Rays]:
        """Rays along which lines go from the end that comes first on the map, by 1 and -1.

        1 for those that go to the right, or down their own column; -1 for their contraries.
        """
        order = np.diff(self._cell_of)
        lines, made = offsets(self._grid), {}
        for turn in (1, -1):
            if (turn * order > 0).any() or len(order) == 0:
                made[turn] = Rays(self._field, lines * np.array([turn, turn, 1], dtype=np.int32))
        return made

    def hexes_beyond(self, turn: int, max_range: int | None) -> NDArray[np.int64]:
        """About how many hexes lie in the direction of a turn from each hex, by ascending cell."""
        grid = self._grid
        far = len(grid) if max_range is None else max_range
        columns = int(grid.col.max()) - grid.col if turn > 0 else grid.col
        rows = np.minimum(int(grid.row.max()) - grid.row, 2 * far) + np.minimum(grid.row, 2 * far)
        made: NDArray[np.int64] = (np.minimum(columns, far) * (rows + 1) + rows // 2) // 2 + 1
        return made[np.argsort(self._cell_of)]

    def _facts_of_cells(self) -> dict[str, Any]:
        arrays = self._arrays
        special = np.where((arrays["slope"] > 0) | (arrays["hillock"] > 0), _SLOW, 0)
        special |= np.where(arrays["depression"] > 0, _DEPRESSION, 0)
        special |= np.where(arrays["bars"] > 0, _BARS, 0)
        special |= np.where(arrays["rail"] > 0, _RAILS, 0)
        noted = (arrays["inherent"] > 0) | (arrays["wall"] & 1 > 0).any(axis=1)
        return {
            "spots": self._spots(),
            "special": special.astype(np.uint8),
            "noted": noted.astype(np.uint8),
            "hexes": np.sort(self._cell_of),
            "last_column": int(self._grid.col.max()),
            "last_row": int(self._grid.row.max()),
            "regular": self._is_regular(),
        }

    def _is_regular(self) -> bool:
        """Whether hexes one offset apart are as far apart everywhere: at a seam they may not be."""
        steps = self._arrays["column_step"], self._arrays["row_step"]
        places = np.stack([self._grid.col, self._grid.row], axis=1) * np.array(steps)
        away = self._arrays["centre"][self._cell_of] - places
        return bool((away == away[0]).all())

    def _spots(self) -> NDArray[np.int32]:
        """(cells, 10) rows of Spot: where a line from each hex's centre begins."""
        arrays, grid = self._arrays, self._grid
        made = np.zeros((len(arrays["on_board"]), 10), dtype=np.int64)
        at_x, at_y = arrays["centre"][self._cell_of].T
        x, part_x = np.divmod(at_x, grid.units_x)
        y, part_y = np.divmod(at_y, grid.units_y)
        part_left, part_up = (-at_x) % grid.units_x, (-at_y) % grid.units_y
        x_left = (at_x + part_left) // grid.units_x - 1
        y_up = (at_y + part_up) // grid.units_y - 1
        made[self._cell_of] = np.stack(
            [x, x_left, y, y_up, part_x, part_left, part_y, part_up, grid.col, grid.row], axis=1
        )
        return made.astype(np.int32)


def offsets(grid: HexGrid) -> NDArray[np.int32]:
    """(n, 3) offsets between hexes of a map: columns, rows, and the number of their direction.

    None goes to the left, nor up its own column. Those of one direction follow each other, the
    longest first, and neighbouring directions as well, so that lines meet the same pixels.
    """
    columns, rows = int(grid.col.max()) + 1, int(grid.row.max()) + 1
    across, down = np.meshgrid(np.arange(columns), np.arange(1 - rows, rows), indexing="ij")
    kept = ((across + down) % 2 == 0) & ((across > 0) | (down >= 0))
    across, down = across[kept], down[kept]
    common = np.maximum(1, np.gcd(across, down))
    angle = np.arctan2(down // common, across // common)
    order = np.lexsort((-common, angle))
    _, way = np.unique(angle[order], return_inverse=True)
    return np.stack([across[order], down[order], way], axis=1).astype(np.int32)


def by_cell(places: NDArray[np.int32], cells: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Where the places of each cell begin in a list of them, and that list."""
    starts = np.zeros(cells + 1, dtype=np.int32)
    np.cumsum(np.bincount(places[:, 0], minlength=cells), out=starts[1:])
    return starts, np.argsort(places[:, 0], kind="stable").astype(np.int32)
