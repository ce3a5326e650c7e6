"""What tables of LOS need beside a field to be traced quickly (exact thread)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexlos.ext import Field, Reach, block_shape, fill_distance, fill_same, plane_shape
from hexlos.hexgrid import HexGrid

#: Bytes of planes kept for a board; pairs of levels beyond that take the general path.
PLANES_LIMIT = 96 << 20

#: Lines of one pair of levels from which a plane of its own pays.
LINES_A_PLANE = 2000

#: Bits of a hex's special byte: ext/_reach.pxd.
_SLOW, _DEPRESSION, _BARS = 1, 2, 4


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
        shape = plane_shape(grid.width, grid.height)
        rows = len(arrays["verdict"])
        room = min(rows, max(1, PLANES_LIMIT // (shape[0] * shape[1])))
        # pages of planes that nothing asks for are never touched
        self._planes = np.empty((room, *shape), dtype=np.uint8)
        self._blocks = np.empty((room, *block_shape(grid.width, grid.height)), dtype=np.uint8)
        self._same = np.empty((grid.width, grid.height), dtype=np.uint8)
        fill_same(field, self._same)
        self._plane_of = np.full(rows, -1, dtype=np.int32)
        self._made = 0
        self._fixed = self._facts_of_cells()

    def reach(self, sources: NDArray[np.int32], targets: NDArray[np.int32]) -> Reach:
        """Reach for a table of (n, 6) and (m, 6) places, its commonest pairs of levels first."""
        levels, lowest = int(self._arrays["levels"]), int(self._arrays["lowest"])
        near = np.bincount(sources[:, 1] - lowest, minlength=levels)
        far = np.bincount(targets[:, 1] - lowest, minlength=levels)
        lines = np.triu(np.outer(near, far) + np.tril(np.outer(near, far), -1).T).ravel()
        for row in np.argsort(-lines, kind="stable").tolist():
            if lines[row] < LINES_A_PLANE or self._made == len(self._planes):
                break
            if self._plane_of[row] < 0:
                fill_distance(
                    self._field,
                    row,
                    self._owner,
                    self._planes[self._made],
                    self._blocks[self._made],
                )
                self._plane_of[row] = self._made
                self._made += 1
        return Reach(
            self._field,
            planes=self._planes,
            blocks=self._blocks,
            same=self._same,
            plane_of=self._plane_of.copy(),
            **self._fixed,
        )

    def _facts_of_cells(self) -> dict[str, Any]:
        arrays = self._arrays
        special = np.where((arrays["slope"] > 0) | (arrays["hillock"] > 0), _SLOW, 0)
        special |= np.where(arrays["depression"] > 0, _DEPRESSION, 0)
        special |= np.where(arrays["bars"] > 0, _BARS, 0)
        noted = (arrays["inherent"] > 0) | (arrays["wall"] & 1 > 0).any(axis=1)
        return {
            "spots": self._spots(),
            "special": special.astype(np.uint8),
            "noted": noted.astype(np.uint8),
            "hexes": np.sort(self._cell_of),
            "last_column": int(self._grid.col.max()),
            "last_row": int(self._grid.row.max()),
        }

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


def offsets(grid: HexGrid, max_range: int | None) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """(n, 2) offsets (columns, rows) between hexes of a map, none to the left, nor up a column.

    Beside them about how many pairs of hexes lie so far apart. Neighbours in the list go the same
    way, so that their lines meet the same pixels.
    """
    columns, rows = int(grid.col.max()) + 1, int(grid.row.max()) + 1
    across, down = np.meshgrid(np.arange(columns), np.arange(1 - rows, rows), indexing="ij")
    kept = ((across + down) % 2 == 0) & ((across > 0) | (down >= 0))
    across, down = across[kept], down[kept]
    spans = across + np.maximum(0, np.abs(down) - across) // 2
    if max_range is not None:
        kept = spans <= max_range
        across, down = across[kept], down[kept]
    order = np.argsort(np.arctan2(down, across), kind="stable")
    across, down = across[order], down[order]
    pairs = (columns - across) * (rows - np.abs(down)) // 2 + 1
    return np.stack([across, down], axis=1).astype(np.int32), pairs


def by_cell(places: NDArray[np.int32], cells: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Where the places of each cell begin in a list of them, and that list."""
    starts = np.zeros(cells + 1, dtype=np.int32)
    np.cumsum(np.bincount(places[:, 0], minlength=cells), out=starts[1:])
    return starts, np.argsort(places[:, 0], kind="stable").astype(np.int32)
