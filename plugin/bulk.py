"""What tables of LOS need beside a field to be traced quickly (exact thread)."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexlos.ext import (
    Field,
    Rays,
    Reach,
    Sides,
    fill_above,
    fill_blind,
    fill_plane,
    fill_same,
    find_shown,
    has_soft,
    mark_acting,
    plane_size,
)
from hexlos.hexgrid import HexGrid

#: Bytes of planes kept for a board; pairs of levels beyond that take the general path.
PLANES_LIMIT = 96 << 20

#: Directions with several offsets that are traced together: SLOTS of ext/_rays.pxd.
SLOTS = 64

#: Lines of one pair of levels, of all tables together, from which a plane of its own pays: so many
#: at least, and one for so many pixels of the picture.
LINES_A_PLANE = 2000
PIXELS_A_LINE = 120

#: So many times as many lines from which a hard plane pays as well: see fill_plane.
LINES_A_HARD = 4

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
        room = min(2 * rows + int(arrays["levels"]), max(1, PLANES_LIMIT // size))
        # pages of planes that nothing asks for are never touched
        self._planes = np.empty((room, size), dtype=np.uint8)
        self._same = np.empty(size, dtype=np.uint8)
        fill_same(field, self._same)
        self._plane_of = np.full(rows, -1, dtype=np.int32)
        self._hard_of = np.full(rows, -1, dtype=np.int32)
        self._above_of = np.full(int(arrays["levels"]), -1, dtype=np.int32)
        self._made = 0
        self._making = Lock()
        self._asked = np.zeros(rows, dtype=np.int64)
        self._sunken = arrays["depression"] > 0
        self._kept: tuple[int, Reach] | None = None
        self._sunk = np.zeros(len(self._above_of), dtype=np.int64)
        self._least = max(LINES_A_PLANE, grid.width * grid.height // PIXELS_A_LINE)
        self._sides = Sides(field, np.sort(cell_of))
        self._acting = np.empty((room, 6 * len(arrays["on_board"])), dtype=np.uint8)
        self._shown = np.empty(
            (len(arrays["on_board"]), arrays["verdict"].shape[1]), dtype=np.uint8
        )
        find_shown(field, owner, self._shown)
        self._blind = np.empty((room, len(self._shown)), dtype=np.uint8)
        self._fixed = self._facts_of_cells()

    def reach(
        self, sources: NDArray[np.int32], targets: NDArray[np.int32], threads: int = 1
    ) -> Reach:
        """Reach for a table of (n, 6) and (m, 6) places, its commonest pairs of levels first.

        Tables of one board may be asked for at the same time: one after the other makes planes.
        """
        with self._making:
            self._make_wanted(sources, targets, threads)
            if self._kept is None or self._kept[0] != self._made:
                self._kept = self._made, self._reach_of(max(1, self._made))
            return self._kept[1]

    def _make_wanted(
        self, sources: NDArray[np.int32], targets: NDArray[np.int32], threads: int
    ) -> None:
        """Make the planes that pay, now that a table is asked for as well."""
        levels, lowest = int(self._arrays["levels"]), int(self._arrays["lowest"])
        near = np.bincount(sources[:, 1] - lowest, minlength=levels)
        far = np.bincount(targets[:, 1] - lowest, minlength=levels)
        both = near[:, None] * far
        lines = (np.triu(both) + np.triu(both.T, 1)).ravel()
        self._asked[: len(lines)] += lines
        order = np.argsort(-lines, kind="stable")
        asked = order[lines[order] > 0]
        self._make(asked[self._asked[asked] >= self._least].tolist(), False, threads)
        self._make(asked[self._asked[asked] >= LINES_A_HARD * self._least].tolist(), True, threads)
        if self._sunken.any():
            self._make_above(sources, targets)

    def _reach_of(self, planes: int) -> Reach:
        return Reach(
            self._field,
            planes=self._planes[:planes],
            same=self._same,
            plane_of=self._plane_of.copy(),
            hard_of=self._hard_of.copy(),
            above_of=self._above_of.copy(),
            blind=self._blind[:planes],
            acting=self._acting[:planes],
            **self._fixed,
        )

    def _make(self, rows: list[int], hard: bool, threads: int) -> None:
        """Make planes of those pairs of levels that have none yet and are the better for one."""
        plane_of = self._hard_of if hard else self._plane_of
        wanted = [
            row for row in rows
            if plane_of[row] < 0
            and (not hard or (self._plane_of[row] >= 0 and has_soft(self._field, row)))
        ]  # fmt: skip
        wanted = wanted[: len(self._planes) - self._made]

        def fill(row: int, plane: int) -> None:
            fill_plane(self._field, row, self._owner, self._planes[plane], hard=hard)
            if not hard:
                fill_blind(self._field, row, self._shown, self._blind[plane])
                mark_acting(self._field, self._sides, row, self._acting[plane])

        places = range(self._made, self._made + len(wanted))
        if threads == 1 or len(wanted) < 2:
            for row, plane in zip(wanted, places, strict=True):
                fill(row, plane)
        else:
            with ThreadPoolExecutor(min(threads, len(wanted))) as pool:
                list(pool.map(fill, wanted, places))
        plane_of[wanted] = places
        self._made += len(wanted)

    def _make_above(self, sources: NDArray[np.int32], targets: NDArray[np.int32]) -> None:
        """Make planes of the ground above levels at which ends are IN a Depression."""
        lowest = int(self._arrays["lowest"])
        for places, others in ((sources, targets), (targets, sources)):
            levels = places[self._sunken[places[:, 0]], 1] - lowest
            self._sunk += np.bincount(levels, minlength=len(self._sunk)) * len(others)
        for level in np.flatnonzero((self._sunk >= self._least) & (self._above_of < 0)):
            if self._made < len(self._planes):
                fill_above(self._field, int(level) + lowest, self._planes[self._made])
                self._above_of[level] = self._made
                self._made += 1

    @cached_property
    def rays(self) -> dict[int, Rays]:
        """Rays along which lines go from the end that comes first on the map, by 1 and -1.

        1 for those that go to the right, or down their own column; -1 for their contraries.
        """
        order = np.diff(self._cell_of)
        lines, made = offsets(self._grid), {}
        for turn in (1, -1):
            if (turn * order > 0).any() or len(order) == 0:
                made[turn] = Rays(self._field, lines * np.array([turn, turn, 1, 1], dtype=np.int32))
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
            "sides": self._sides,
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
        """(cells, 18) rows of Spot: where a line from each hex's centre begins."""
        arrays, grid = self._arrays, self._grid
        made = np.zeros((len(arrays["on_board"]), 18), dtype=np.int32)
        at_x, at_y = arrays["centre"][self._cell_of].T
        units_x, units_y = grid.units_x, grid.units_y
        # pixel and part of it, for a line that goes on from there and for one that goes back
        x = (at_x // units_x, at_x % units_x), (-(-at_x // units_x) - 1, -at_x % units_x)
        y = (at_y // units_y, at_y % units_y), (-(-at_y // units_y) - 1, -at_y % units_y)
        ways = [(left, up) for left in range(2) for up in range(2)]
        columns = [part for left, up in ways for part in zip(x[left], y[up], strict=True)]
        flat = [
            value
            for pixel, part in zip(columns[::2], columns[1::2], strict=True)
            for value in (*pixel, *part)
        ]
        made[self._cell_of] = np.stack([*flat, grid.col, grid.row], axis=1)
        return made


def offsets(grid: HexGrid) -> NDArray[np.int32]:
    """(n, 4) offsets between hexes of a map: columns, rows, and direction and slot of Rays.

    None goes to the left, nor up its own column. Neighbouring directions follow each other, so
    that lines meet the same pixels, first the longest offset of each, then the second of each.
    """
    columns, rows = int(grid.col.max()) + 1, int(grid.row.max()) + 1
    across, down = np.meshgrid(np.arange(columns), np.arange(1 - rows, rows), indexing="ij")
    kept = ((across + down) % 2 == 0) & ((across > 0) | (down >= 0))
    across, down = across[kept], down[kept]
    common = np.maximum(1, np.gcd(across, down))
    angle = np.arctan2(down // common, across // common)
    _, way, offsets_a_way = np.unique(angle, return_inverse=True, return_counts=True)
    order = np.lexsort((-common, way))
    across, down, way = across[order], down[order], way[order]
    rank = np.arange(len(way)) - (np.cumsum(offsets_a_way) - offsets_a_way)[way]
    several = offsets_a_way > 1
    number = np.cumsum(several)
    slot = np.where(several, number % SLOTS, -1)[way]
    crowd = (number // SLOTS)[way]
    order = np.lexsort((way, rank, crowd))
    return np.stack([across, down, way, slot], axis=1)[order].astype(np.int32)


def by_cell(places: NDArray[np.int32], cells: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Where the places of each cell begin in a list of them, and that list."""
    starts = np.zeros(cells + 1, dtype=np.int32)
    np.cumsum(np.bincount(places[:, 0], minlength=cells), out=starts[1:])
    return starts, np.argsort(places[:, 0], kind="stable").astype(np.int32)
