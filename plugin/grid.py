"""Board -> the arrays of the compiled core: the one file that knows their layout."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hexlos.bulk import BulkTables
from hexlos.catalogue import CLIFF, CODES, HILLOCKS, catalogue
from hexlos.class_tables import (
    building_tops,
    outdoors,
    plain_classes,
    traits,
    whole_form,
)
from hexlos.deir import deir_lips
from hexlos.drawn import Drawn, inherent_codes, read_drawn, void_of
from hexlos.edges import Edges
from hexlos.ext import Field, Stance, Verdict, look_up
from hexlos.limits import check_limits, check_verdicts
from hexlos.locations import hex_locations
from hexlos.mapgrid import MapGrid
from hexlos.offsets import Paths, paths_later
from hexlos.sampling import sampled_hexes
from hexlos.verdicts import (
    IN_GULLY,
    half_level_verdict,
)

if TYPE_CHECKING:
    from hexlos.board import Board

#: How far to each side of a hexside that a LOS runs along terrain must show, in pixels (A6.1).
BOTH_SIDES = 1.5

#: How much finer the grid units of shifted lines are.
FINE = 16

ORCHARDS = (63, 64, 117, 118)
_SHIFT = 1 << 20


class CompiledBoard:
    """The arrays of one board, made once; ``exact`` and ``sampled`` are what kernels take."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._grid = board.grid
        grid = board.grid
        self._samples = max(8, round(2 * 2 * grid.third / grid.units_x))
        check_limits(board.name, grid, self._samples)
        self.stride = int(grid.row.max()) + 5
        self.cells = (int(grid.col.max()) + 3) * self.stride
        #: cell of each hex, and hex of each cell (-1 off the map)
        self.cell_of = ((grid.col + 1) * self.stride + grid.row + 2).astype(np.int32)
        self.hex_of = np.full(self.cells, -1, dtype=np.int32)
        self.hex_of[self.cell_of] = np.arange(len(grid), dtype=np.int32)
        #: places of addresses that were asked for
        self.known_places: dict[str, tuple[int, int, int, int, int, int]] = {}
        #: names and rows of all hex centres (False) and of every level location (True)
        self.known_sets: dict[bool, tuple[tuple[str, ...], NDArray[np.int32]]] = {}

    @cached_property
    def exact(self) -> Field:
        """Field for the exact thread."""
        made = Field(**self._shared, **self._unsampled)
        self._board.compiling_is_done()
        return made

    @cached_property
    def sampled(self) -> Field:
        """Field for the sampled ("vasl") thread."""
        hexes = sampled_hexes(self._grid)
        return Field(
            **self._shared,
            edge=self._edges.plane(self.cell_of, hexes.owner),
            owner=self._as_cells(hexes.owner),
            aim=self._by_cell(hexes.aim, 0),
            grown_top=self._by_cell(hexes.grown_top, 0),
            grown=self._by_cell(hexes.grown, -1),
        )

    @cached_property
    def fine(self) -> Field:
        """Field of the exact thread in FINE times smaller grid units, for shifted lines."""
        shared = dict(self._shared)
        for name in ("centre", "units_x", "units_y", "column_step", "row_step"):
            shared[name] = shared[name] * FINE
        return Field(**shared, **self._unsampled)

    def field(self, thread: str) -> Field:
        """The field that a thread traces over."""
        return self.exact if thread == "exact" else self.sampled

    @cached_property
    def bulk(self) -> BulkTables:
        """What tables of the exact thread need to be traced quickly."""
        owner = self._cell_plane
        if isinstance(self._grid, MapGrid):
            owner = self._grid.with_halves(self._cells_and_none, owner)
        made = BulkTables(self.exact, self._shared, self._grid, self.cell_of, owner)
        # nothing else will need it; another thread may have made the same meanwhile
        vars(self).pop("_cell_plane", None)
        return made

    @cached_property
    def _cell_plane(self) -> NDArray[np.int32]:
        """(width, height) cell of each pixel, -1 off the map."""
        return self._grid.by_pixel(self._cells_and_none)

    @cached_property
    def _edges(self) -> Edges:
        return Edges(self._board)

    @cached_property
    def drawn(self) -> Drawn:
        """What the board's pixels show; set, where that is known already."""
        return read_drawn(self._board, self._edges, self.cell_of, self._cell_plane, self.cells)

    @cached_property
    def _unsampled(self) -> dict[str, Any]:
        """What the exact thread has of its own: it needs no aiming pixels."""
        return {
            "edge": self.drawn.edge,
            "owner": np.zeros((1, 1), dtype=np.int32),
            "aim": np.zeros((self.cells, 7, 2), dtype=np.int32),
            "grown_top": np.zeros(self.cells, dtype=np.int32),
            "grown": np.zeros((self.cells, 1, 2), dtype=np.int16),
        }

    def _by_cell(self, values: NDArray[Any], rest: int) -> NDArray[Any]:
        made = np.full((self.cells, *values.shape[1:]), rest, dtype=values.dtype)
        made[self.cell_of] = values
        return made

    def _as_cells(self, hexes: NDArray[np.int32]) -> NDArray[np.int32]:
        made = np.empty(hexes.shape, dtype=np.int32)
        look_up(hexes, self._cells_and_none, made)
        return made

    @property
    def _cells_and_none(self) -> NDArray[np.int32]:
        return np.append(self.cell_of, np.int32(-1))

    def classes_of(self, codes: Iterable[int]) -> NDArray[np.uint8]:
        """(classes,) 1 for the classes that show one of these terrain codes."""
        kinds = self.drawn.kinds
        drawn = kinds[:, 2] != IN_GULLY
        found: NDArray[np.uint8] = (np.isin(kinds[:, 0], list(codes)) & drawn).astype(np.uint8)
        return found

    @cached_property
    def paths(self) -> Callable[[], Paths]:
        """What waits for the paths between hexes; they are found meanwhile."""
        return paths_later(*self._farthest, self.stride)

    @property
    def _farthest(self) -> tuple[int, int]:
        """Columns and rows that two hexes are apart at most."""
        return int(self._grid.col.max()), int(self._grid.row.max())

    @cached_property
    def _shared(self) -> dict[str, Any]:
        wait_for_paths = self.paths
        grid, facts = self._grid, self._board.facts
        drawn = self.drawn
        classes, kinds, shows = drawn.classes, drawn.kinds, drawn.shows.copy()
        whole = facts.inherent
        inherent = inherent_codes(self._board)
        row_of = np.zeros(CODES + 1, dtype=np.uint8)
        row_of[inherent] = np.arange(1, len(inherent) + 1)
        ends = self._end_levels
        low, levels = ends[0], ends[-1] - ends[0] + 1
        verdicts = self._verdicts(kinds, low, levels)
        hillock = np.isin(facts.inherent, HILLOCKS)
        remap = np.zeros((len(inherent) + 1, len(kinds)), dtype=np.uint16)
        order = {tuple(kind): i for i, kind in enumerate(kinds.tolist())}
        for row, code in enumerate(inherent, start=1):
            remap[row] = [order[code, kind[1], whole_form(kind)] for kind in kinds.tolist()]
            shows[self.cell_of[whole == code]] |= shows[self.cell_of[whole == code]] @ (
                remap[row][:, None] == np.arange(len(kinds))
            )
        live, shown = _strongest(verdicts, shows), traits(kinds)
        starts, steps = wait_for_paths()
        columns, last_dr = self._farthest
        top = np.full(self.cells, -128, dtype=np.int8)
        for kind, ground in enumerate(kinds[:, 1]):
            top[shows[:, kind] > 0] = np.maximum(top[shows[:, kind] > 0], np.int8(ground))
        return {
            "classes": np.ascontiguousarray(classes),
            "ground": kinds[:, 1].astype(np.int8),
            "traits": shown,
            "outdoors": outdoors(kinds),
            "plain": plain_classes(kinds),
            "building_top": building_tops(kinds),
            "verdict": verdicts,
            "live": live,
            "bars": _any_of(shows, [catalogue()[c].is_bar for c in kinds[:, 0]]),
            "bridge": self._by_cell(facts.bridge.astype(np.uint8), 0),
            "slope": self._by_cell(self._slopes, 0),
            "hillock": self._by_cell(hillock.astype(np.uint8), 0),
            "stairs": self._by_cell(self._stairs, 0),
            "factory": self._by_cell(self._factories, 0),
            "on_board": (self.hex_of >= 0).astype(np.uint8),
            "rail": self._by_cell(np.array([k.is_rail for k in catalogue()])[facts.centre], 0),
            "rail_side": self._by_cell(facts.rail_hexside.astype(np.uint8), 0),
            "base": self._by_cell(facts.base, 0),
            "top_ground": top,
            "inherent": self._by_cell(row_of[whole], 0),
            "drawn_only": self._by_cell(facts.partial, 0),
            "depression": self._by_cell(facts.depression.astype(np.uint8), 0),
            "joined": self._by_cell(facts.depression_hexside.astype(np.uint8), 0),
            "wall": self._by_cell(drawn.walls, 0),
            "fenced": _nearby(_any_of(shows, [bits & 8 > 0 for bits in shown]), self.stride),
            "deir": self._by_cell(deir_lips(self._board), 0),
            "wall_level": self._by_cell(facts.hexside_level, 0),
            "cliff": self._by_cell((facts.hexside == CLIFF).astype(np.uint8), 0),
            "centre": self._all_centres,
            "remap": remap,
            "orchard": np.array([False, *(c in ORCHARDS for c in inherent)], dtype=np.uint8),
            "starts": starts,
            "steps": steps,
            "first_dc": -columns,
            "last_dr": last_dr,
            "units_x": grid.units_x,
            "units_y": grid.units_y,
            "stride": self.stride,
            "lowest": low,
            "levels": levels,
            "column_step": 3 * grid.third,
            "row_step": grid.half,
            "samples": self._samples,
            "normal": self._normals,
            "bare": -1 if void_of(grid) is None else len(kinds) - 1,
        }

    @property
    def _stairs(self) -> NDArray[np.uint8]:
        """(n,) whether a stairwell joins the levels of a hex (B23.22, B23.23)."""
        kinds, facts = catalogue(), self._board.facts
        found = np.array([kinds[c].height == 1 and kinds[c].half for c in facts.terrain])
        # no np.isin of names: its first call in a process imports masked arrays
        found |= np.array([name in self._board.stairways for name in self._board.hexes])
        return (found & facts.building).astype(np.uint8)

    @property
    def _factories(self) -> NDArray[np.uint8]:
        """(n,) whether a hex is a factory's (B23.74)."""
        factory = np.array([kind.category == "factory" for kind in catalogue()])
        facts = self._board.facts
        return (factory[facts.terrain] & facts.building).astype(np.uint8)

    @property
    def _slopes(self) -> NDArray[np.uint8]:
        """(n,) bits of the hexsides of each hex that are slopes (P2)."""
        found = np.zeros(len(self._grid), dtype=np.uint8)
        for name, sides in self._board.slopes.items():
            if name in self._board.hexes:
                found[self._grid.index(name)] = sum(1 << side for side in sides)
        return found

    @cached_property
    def _end_levels(self) -> list[int]:
        """Twice the level of every location that there is, lowest first."""
        board = self._board
        found = {
            place.level
            for index in range(len(board.hexes))
            for place in hex_locations(board, index)
        }
        surface = board.facts.base + board.facts.depression
        return sorted(found | {2 * level for level in surface.tolist()})

    def _verdicts(self, kinds: NDArray[np.int64], low: int, levels: int) -> NDArray[np.int32]:
        board = self._board
        hillocks = np.isin(board.facts.inherent, HILLOCKS).any()
        stances = list(Stance) if hillocks or self._slopes.any() else [Stance.PLAIN]
        pairs = len(stances) * levels * levels
        check_verdicts(board.name, pairs, len(kinds), self.cells)
        table = np.zeros((len(stances), levels, levels, len(kinds)), dtype=np.int32)
        each = kinds.tolist()
        for stance in stances:
            for a in self._end_levels:
                for b in self._end_levels:
                    if a <= b:
                        row = [
                            half_level_verdict(c, g, a, b, stance, form, board.alpine_hills)
                            for c, g, form in each
                        ]
                        table[stance, a - low, b - low] = table[stance, b - low, a - low] = row
        return table.reshape(-1, len(kinds))

    @cached_property
    def _all_centres(self) -> NDArray[np.int64]:
        """Centres of all cells, those off the map included, in grid units."""
        grid = self._grid
        cell = np.arange(self.cells)
        col, row = cell // self.stride - 1, cell % self.stride - 2
        made = np.stack([grid.x0 + 3 * grid.third * col, grid.y0 + grid.half * row], axis=1).astype(
            np.int64
        )
        made[self.cell_of] = grid.centres
        return made

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


def _any_of(shows: NDArray[np.bool_], classes: list[bool]) -> NDArray[np.uint8]:
    """(cells,) 1 where one of these classes shows."""
    found = (shows & np.array(classes)).sum(axis=1) > 0
    return np.asarray(found, dtype=np.uint8)


def _nearby(found: NDArray[np.uint8], stride: int) -> NDArray[np.uint8]:
    """(cells,) 1 for the cells found and the six around each."""
    around = (0, 2, -2, stride - 1, stride + 1, 1 - stride, -1 - stride)
    result: NDArray[np.uint8] = np.maximum.reduce([np.roll(found, shift) for shift in around])
    return result


def _strongest(verdicts: NDArray[np.int32], shows: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """(level pairs, cells) the most that a hex can do: nothing, its hindrance, or 255, a block."""
    kind, amount = verdicts & 0xFF, (verdicts >> 8) & 0xFF
    weight = np.where(kind == Verdict.HINDERS, amount, np.where(kind == Verdict.NOTHING, 0, 255))
    made = np.zeros((len(weight), len(shows)), dtype=np.uint8)
    for row in np.flatnonzero(weight.any(axis=1)):
        made[row] = (shows * weight[row].astype(np.uint8)).max(axis=1)
    return made
