"""What tables of LOS need beside a field to be traced quickly (exact thread)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexlos.cores import Job, run_jobs
from hexlos.ext import (
    Field,
    Rays,
    Reach,
    Sides,
    Strips,
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
from hexlos.listing import Listing

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
        self._cell_of = cell_of
        self._owner: NDArray[np.int32] | None = owner
        size = plane_size(grid.width, grid.height)
        rows = len(arrays["verdict"])
        room = min(2 * rows + int(arrays["levels"]), max(1, PLANES_LIMIT // size))
        # pages of planes that nothing asks for are never touched
        self._planes = np.empty((room, size), dtype=np.uint8)
        self._same = np.empty(size, dtype=np.uint8)
        self._plane_of = np.full(rows, -1, dtype=np.int32)
        self._hard_of = np.full(rows, -1, dtype=np.int32)
        self._above_of = np.full(int(arrays["levels"]), -1, dtype=np.int32)
        self._made = 0
        self._making = Lock()
        self._asked: dict[int, int] = {}
        self._sunken = arrays["depression"] > 0
        self._may_sink = bool(self._sunken.any())
        self._kept: tuple[int, Reach] | None = None
        self._sunk = np.zeros(len(self._above_of), dtype=np.int64)
        self._least = max(LINES_A_PLANE, grid.width * grid.height // PIXELS_A_LINE)
        self._acting = np.empty((room, 6 * len(arrays["on_board"])), dtype=np.uint8)
        self._shown = np.empty(
            (len(arrays["on_board"]), arrays["verdict"].shape[1]), dtype=np.uint8
        )
        self._blind = np.empty((room, len(self._shown)), dtype=np.uint8)
        self._fixed = self._facts_of_cells()
        self._sides: Sides | None = None
        self._listings: tuple[Listing, ...] = ()
        self._pairs: dict[tuple[int, int, int], list[int]] = {}

    def listing(self, places: NDArray[np.int32]) -> Listing:
        """(n, 6) places by cell; those of the last two tables are remembered."""
        for known in self._listings:
            if known.places is places:
                return known
        made = Listing.of(places, len(self._shown), int(self._arrays["lowest"]))
        self._listings = (made, *self._listings[:1])
        return made

    def reach(self, sources: Listing, targets: Listing, threads: int = 1) -> Reach:
        """Reach for a table of two sides, its commonest pairs of levels first.

        Tables of one board may be asked for at the same time: one after the other makes planes.
        """
        with self._making:
            if self._sides is None:
                self._sides = self._read_pixels(threads)
            if wanted := self._wanted(sources, targets):
                self._make(wanted, self._sides, threads)
            if self._kept is None or self._kept[0] != self._made:
                self._kept = self._made, self._reach_of(max(1, self._made), self._sides)
            return self._kept[1]

    def _read_pixels(self, threads: int) -> Sides:
        """Read what pixels show whatever the levels; the stretches of all hexsides."""
        assert self._owner is not None
        found: list[Sides] = []

        def within(owner: NDArray[np.int32]) -> None:
            self._strips = Strips(owner)
            find_shown(self._field, owner, self._strips, self._shown)

        run_jobs(
            [
                Job(lambda: found.append(Sides(self._field, self._fixed["hexes"]))),
                Job(partial(within, self._owner)),
                Job(lambda: fill_same(self._field, self._same)),
            ],
            threads,
        )
        self._owner = None
        return found[0]

    def _wanted(self, sources: Listing, targets: Listing) -> list[tuple[NDArray[np.int32], int]]:
        """The planes that pay, now that a table is asked for as well: which of what they are."""
        lines = self._lines(sources, targets)
        for row, count in lines.items():
            self._asked[row] = self._asked.get(row, 0) + count
        asked = sorted(lines, key=lambda row: (-lines[row], row))
        some = [row for row in asked if self._asked[row] >= self._least]
        many = [row for row in asked if self._asked[row] >= LINES_A_HARD * self._least]
        wanted = [(self._plane_of, row) for row in some]
        wanted += [(self._hard_of, row) for row in many if has_soft(self._field, row)]
        wanted += [(self._above_of, level) for level in self._sunken_ends(sources, targets)]
        made = [(numbers, which) for numbers, which in wanted if numbers[which] < 0]
        return made[: len(self._planes) - self._made]

    def _lines(self, sources: Listing, targets: Listing) -> dict[int, int]:
        """How many lines of a table have each pair of levels, by row of verdicts."""
        levels, made = int(self._arrays["levels"]), dict[int, int]()
        for one, here in sources.levels.items():
            for other, there in targets.levels.items():
                row = min(one, other) * levels + max(one, other)
                made[row] = made.get(row, 0) + here * there
        return made

    def _sunken_ends(self, sources: Listing, targets: Listing) -> list[int]:
        """Levels at which so many ends are IN a Depression that a plane of ground above pays."""
        if not self._may_sink:
            return []
        lowest = int(self._arrays["lowest"])
        for here, there in ((sources, targets), (targets, sources)):
            levels = here.places[self._sunken[here.places[:, 0]], 1] - lowest
            self._sunk += np.bincount(levels, minlength=len(self._sunk)) * len(there.places)
        found: list[int] = np.flatnonzero(self._sunk >= self._least).tolist()
        return found

    def _make(
        self, wanted: list[tuple[NDArray[np.int32], int]], sides: Sides, threads: int
    ) -> None:
        """Make planes, several at a time."""

        def fill(numbers: NDArray[np.int32], which: int, plane: int) -> None:
            if numbers is self._above_of:
                lowest = int(self._arrays["lowest"])
                fill_above(self._field, which + lowest, self._planes[plane])
                return
            hard = numbers is self._hard_of
            shown = self._shown if hard else None
            fill_plane(self._field, which, self._strips, self._planes[plane], shown)
            if not hard:
                fill_blind(self._field, which, self._shown, self._blind[plane])
                mark_acting(self._field, sides, which, self._acting[plane])

        numbered = enumerate(wanted, start=self._made)
        run_jobs([Job(partial(fill, *one, plane)) for plane, one in numbered], threads)
        for plane, (numbers, which) in enumerate(wanted, start=self._made):
            numbers[which] = plane
        self._made += len(wanted)

    def _reach_of(self, planes: int, sides: Sides) -> Reach:
        return Reach(
            self._field,
            planes=self._planes[:planes],
            same=self._same,
            plane_of=self._plane_of.copy(),
            hard_of=self._hard_of.copy(),
            above_of=self._above_of.copy(),
            blind=self._blind[:planes],
            acting=self._acting[:planes],
            sides=sides,
            **self._fixed,
        )

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

    def pairs(self, turn: int, step: int, far: int) -> list[int]:
        """About how many pairs of hexes have one of so many hexes, and then of the next ones, and
        another in the direction of a turn, not farther than so many hexes away."""
        asked = turn, step, min(far, len(self._grid))
        if asked not in self._pairs:
            beyond = self._hexes_beyond(turn, far)
            self._pairs[asked] = np.add.reduceat(beyond, range(0, len(beyond), step)).tolist()
        return self._pairs[asked]

    def _hexes_beyond(self, turn: int, far: int) -> NDArray[np.int64]:
        """About how many hexes lie in the direction of a turn from each hex, by ascending cell."""
        grid = self._grid
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
    # no np.unique: its first call in a process imports masked arrays
    order = np.argsort(angle, kind="stable")
    way = np.empty(len(angle), dtype=np.int64)
    way[order] = np.cumsum(np.diff(angle[order], prepend=angle[order[:1]]) > 0)
    offsets_a_way = np.bincount(way)
    order = np.lexsort((-common, way))
    across, down, way = across[order], down[order], way[order]
    rank = np.arange(len(way)) - (np.cumsum(offsets_a_way) - offsets_a_way)[way]
    several = offsets_a_way > 1
    number = np.cumsum(several)
    slot = np.where(several, number % SLOTS, -1)[way]
    crowd = (number // SLOTS)[way]
    order = np.lexsort((way, rank, crowd))
    return np.stack([across, down, way, slot], axis=1)[order].astype(np.int32)
