"""Small random boards, the same for the same seed: each is full of some matter of the rules."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from hexlos import Board
from hexlos.catalogue import OPEN_GROUND, catalogue, terrain_code
from hexlos.hexgrid import HexGrid

STANDARD = Fraction(225, 4), Fraction(129, 2)
NARROW = Fraction(901, 16), Fraction(129, 2)
DELUXE = Fraction(2363, 14), Fraction(971, 5)

BOCAGE = 74
CLIFF = 75
ROADS = (65, 66)
ORCHARDS = (63, 64, 117, 118)
DEPRESSIONS = (30, 33, 68, 104)
WALLS = (72, 73, 73, 74, 75, 75, 76, 81, 109, 116)
BARS = (76, 77, 78, 79, 80, 172, 173)
BRIDGES = (82, 83, 84, 85)
HILLOCKS = (105, 106)
#: Half-level terrain, drawn and inherent, and what is something below and something above.
LOW = (14, 24, 25, 26, 27, 28, 90, 105, 106, 108, 114, 119, 132, 170, 190)
SPLIT = (47, 48, 49, 63, 64, 118, 129, 168, 175)
TALL = (41, 42, 43, 48, 49, 60, 61, 64, 130, 168)
HOUSES = (29, 40, 41, 42, 43, 51, 52, 41, 42, 47, 48, 49, 57, 160, 166, 168, 170, 180)
RAILS = (153, 153, 154, 154, 155, 156)

#: Levels of the ground that the blobs of a board take.
RELIEFS = ((0,), (0, 0, 0, 1), (0, 1, 2), (-1, 0, 1, 2, 3), (0, 1))


def _layout(
    columns: int, rows: int, spacing: tuple[Fraction, Fraction], width: int, height: int,
    a1_x: Fraction = Fraction(0), a1_y: Fraction | None = None,
) -> HexGrid:  # fmt: skip
    return HexGrid.from_layout(columns, rows, width, height, *spacing, a1_x=a1_x, a1_y=a1_y)


def layouts() -> list[HexGrid]:
    """Lattices of every sort of board, small."""
    return [
        _layout(7, 4, STANDARD, 338, 258),
        _layout(9, 3, STANDARD, 450, 194),
        _layout(5, 6, STANDARD, 225, 387),
        _layout(13, 2, STANDARD, 675, 129),
        _layout(6, 4, NARROW, 282, 258),
        _layout(5, 4, NARROW, 226, 258, a1_x=Fraction(-901)),
        _layout(6, 4, STANDARD, 282, 258, a1_y=Fraction(-2451, 4)),
        _layout(5, 3, STANDARD, 260, 220, a1_x=Fraction(17), a1_y=Fraction(85, 2)),
        _layout(4, 2, DELUXE, 507, 389),
    ]


@dataclass
class _Canvas:
    """Planes that are being drawn."""

    grid: HexGrid
    rng: np.random.Generator
    terrain: NDArray[np.uint8]
    level: NDArray[np.int8]
    x: NDArray[np.float64]
    y: NDArray[np.float64]
    sloped: bool = False

    @property
    def xy(self) -> NDArray[np.float64]:
        """The middles of all pixels."""
        return np.stack([self.x, self.y])

    def blob(self) -> NDArray[np.bool_]:
        """A random ellipse, stripe, whole hex or group of ragged patches."""
        rng, size = self.rng, self.grid.third / self.grid.units_x
        x0, y0 = rng.uniform(0, self.grid.width), rng.uniform(0, self.grid.height)
        shape = rng.integers(4)
        if shape == 0:
            return self.whole_hex()
        if shape == 1:
            turn = rng.uniform(0, np.pi)
            away = (self.x - x0) * np.sin(turn) - (self.y - y0) * np.cos(turn)
            return np.abs(away) < rng.uniform(0.1, 0.9) * size
        wide, high = rng.uniform(0.3, 3.5, 2) * size
        inside = ((self.x - x0) / wide) ** 2 + ((self.y - y0) / high) ** 2 < 1
        return inside if shape == 2 else inside & (rng.random(inside.shape) < 0.5)

    def segment(self, ends: NDArray[np.float64], reach: float) -> NDArray[np.bool_]:
        """The pixels within reach of a segment."""
        (ax, ay), (bx, by) = ends
        dx, dy = bx - ax, by - ay
        first = np.maximum(0, np.floor(ends.min(axis=0) - reach)).astype(int)
        last = np.maximum(first, np.ceil(ends.max(axis=0) + reach)).astype(int)
        window = (slice(first[0], last[0]), slice(first[1], last[1]))
        x, y = self.x[window], self.y[window]
        t = np.clip(((x - ax) * dx + (y - ay) * dy) / max(dx * dx + dy * dy, 1e-9), 0, 1)
        found = np.zeros_like(self.terrain, dtype=bool)
        found[window] = np.hypot(x - ax - t * dx, y - ay - t * dy) <= reach
        return found

    def whole_hex(self) -> NDArray[np.bool_]:
        """The pixels of a random hex."""
        return np.asarray(self.grid.pixel_owner == self.rng.integers(len(self.grid)))

    def set_levels(self, by_hex: NDArray[np.int32]) -> None:
        """Ground at one level in each hex."""
        owner = self.grid.pixel_owner
        self.level[:] = np.where(owner >= 0, by_hex[owner], 0)

    def hexside(self, codes: tuple[int, ...]) -> None:
        """Terrain along a random hexside, whole, with a gap, short of a vertex or ragged."""
        hex_, side = int(self.rng.integers(len(self.grid))), int(self.rng.integers(6))
        corners = self.grid.vertices_px[hex_]
        ends = np.stack([corners[side], corners[(side + 1) % 6]])
        self.line(codes, ends, self.rng.uniform(0.8, 3.0))

    def bar(self, codes: tuple[int, ...]) -> None:
        """A bar inside a building: along a hexside, or part of the way from centre to centre."""
        if self.rng.random() < 0.7:
            self.hexside(codes)
            return
        hex_, side = int(self.rng.integers(len(self.grid))), int(self.rng.integers(6))
        beyond = self.grid.neighbours[hex_, side]
        ends = self.grid.centres_px[[hex_, beyond if beyond >= 0 else hex_]]
        ends[1] += self.rng.uniform(-1, 1, 2) * self.grid.third / self.grid.units_x
        self.line(codes, ends, self.rng.uniform(0.5, 2.0))

    def line(self, codes: tuple[int, ...], ends: NDArray[np.float64], reach: float) -> None:
        """Terrain along a segment, whole, with a gap, short of its start or ragged."""
        whole = self.segment(ends, reach)
        style = self.rng.integers(4)
        if style:
            first, last = np.sort(self.rng.uniform(0, 1, 2)) if style == 1 else (0.0, 0.25)
            gap = ends[0] + np.array([[first], [last]]) * (ends[1] - ends[0])
            whole &= ~self.segment(gap, 4.0) if style < 3 else self.rng.random(whole.shape) < 0.8
        self.terrain[whole] = self.rng.choice(codes)

    def course(self, codes: tuple[int, ...], dig: bool, reach: float) -> None:
        """A road or depression from hex to hex."""
        hex_, code = int(self.rng.integers(len(self.grid))), self.rng.choice(codes)
        drawn = np.zeros_like(self.terrain, dtype=bool)
        for _ in range(self.rng.integers(1, 6)):
            beyond = self.grid.neighbours[hex_]
            following = int(self.rng.choice(beyond[beyond >= 0]))
            drawn |= self.segment(self.grid.centres_px[[hex_, following]], reach)
            hex_ = following
        self.terrain[drawn] = code
        if dig:
            self.level[drawn] = self.rng.choice((-1, -1, 0))

    def bridge(self, road: int, crossed: int) -> None:
        """A bridge in a hex, over a course to a neighbour, with or without a road on it."""
        rng, grid = self.rng, self.grid
        hex_ = int(rng.integers(len(grid)))
        near = grid.neighbours[hex_]
        beyond = rng.choice(near[near >= 0], 2)
        size = grid.third / grid.units_x
        water = self.segment(grid.centres_px[[hex_, beyond[0]]], rng.uniform(0.2, 0.9) * size)
        self.terrain[water], self.level[water] = crossed, rng.choice((-1, -1, 0))
        inside = self.segment(grid.centres_px[[hex_, beyond[1]]], rng.uniform(0.2, 0.6) * size)
        inside &= np.hypot(*(self.xy - grid.centres_px[hex_][:, None, None])) < 1.2 * size
        self.terrain[inside], self.level[inside] = rng.choice(BRIDGES), rng.choice((0, 0, 0, 1))
        if rng.random() < 0.7:
            way = self.segment(grid.centres_px[[hex_, beyond[1]]], 0.15 * size)
            self.terrain[way] = road
            self.level[way & inside] = rng.choice((0, 0, 0, 1))


def _groups() -> list[list[int]]:
    """The codes that boards show, one list for each sort of terrain."""
    found: dict[object, list[int]] = {}
    for kind in catalogue():
        if kind.known:
            sort = (kind.category, kind.los, kind.inherent, kind.lower)
            found.setdefault(sort, []).append(kind.code)
    return list(found.values())


def random_board(seed: int) -> Board:
    """The board of a seed; seeds take the layouts in turn."""
    rng = np.random.default_rng(seed)
    choices = layouts()
    grid = choices[seed % len(choices)]
    shape = (grid.width, grid.height)
    x, y = np.meshgrid(np.arange(shape[0]) + 0.5, np.arange(shape[1]) + 0.5, indexing="ij")
    canvas = _Canvas(grid, rng, np.zeros(shape, np.uint8), np.zeros(shape, np.int8), x, y)
    _draw(canvas)
    some = rng.random() < 0.25
    return Board(
        name=f"random{seed}",
        grid=grid,
        terrain=canvas.terrain,
        level=canvas.level,
        slopes=_slope_hexsides(canvas) if some or canvas.sloped else {},
        whole_hexes=_whole_hexes(canvas) if rng.random() < 0.25 else {},
        stairways=frozenset(h for h in grid.names if rng.random() < 0.3),
    )


def _draw(canvas: _Canvas) -> None:
    """A third of the boards hold everything, the others one matter of the rules, often."""
    sorts = (
        _cliffs, _walls, _depressions, _slope, _orchards, _bocage, _bars, _bridges, _hillocks,
        _town, _railroads,
    )  # fmt: skip
    if canvas.rng.random() < 1 / 3:
        _everything(canvas)
    else:
        sorts[canvas.rng.integers(len(sorts))](canvas)


def _slope_hexsides(canvas: _Canvas) -> dict[str, tuple[int, ...]]:
    """Slopes on some hexsides of some hexes, those on the map's edge too (P2)."""
    rng, names = canvas.rng, canvas.grid.names
    chosen = np.flatnonzero(rng.random(len(names)) < rng.uniform(0.1, 0.7))
    count = rng.integers(1, 4, len(names))
    return {
        names[h]: tuple(sorted(rng.choice(6, count[h], replace=False).tolist())) for h in chosen
    }


def _whole_hexes(canvas: _Canvas) -> dict[str, int]:
    """Hexes that an SSR has made one terrain throughout (F13.1)."""
    rng, names = canvas.rng, canvas.grid.names
    chosen = np.flatnonzero(rng.random(len(names)) < 0.25)
    return {names[h]: int(rng.choice((*LOW, *TALL, 0, 24, 25, 60, 200))) for h in chosen}


def _everything(canvas: _Canvas) -> None:
    rng = canvas.rng
    relief = RELIEFS[rng.integers(len(RELIEFS))]
    if len(relief) > 1:
        for _ in range(rng.integers(1, 8)):
            canvas.level[canvas.blob()] = rng.choice(relief)
    if rng.random() < 0.4:
        canvas.course(DEPRESSIONS, dig=True, reach=canvas.grid.third / canvas.grid.units_x / 2)
    busy = rng.choice([2, 5, 9])
    groups = _groups()
    for _ in range(rng.integers(0, busy)):
        canvas.terrain[canvas.blob()] = rng.choice(groups[rng.integers(len(groups))])
    for _ in range(rng.integers(0, busy)):
        canvas.terrain[canvas.blob()] = rng.choice(TALL)
    for _ in range(rng.integers(0, 4)):
        canvas.terrain[canvas.whole_hex()] = rng.choice(ORCHARDS)
    for _ in range(rng.integers(0, 3)):
        canvas.course(ROADS, dig=False, reach=float(rng.uniform(2, 8)))
    for _ in range(rng.integers(0, 3 * busy)):
        canvas.hexside(WALLS)
    for _ in range(rng.integers(0, 3)):
        canvas.bar(BARS)
    for _ in range(rng.integers(0, 3)):
        canvas.bridge(rng.choice(ROADS), rng.choice(DEPRESSIONS))


def _cliffs(canvas: _Canvas) -> None:
    """Terraces, each hex at a level of its own, and cliffs between many of them."""
    _terraces(canvas, (0, 1, 2, 3))
    for _ in range(3 * len(canvas.grid)):
        canvas.hexside((CLIFF,))


def _walls(canvas: _Canvas) -> None:
    """Walls and hedges, from a few to a maze."""
    if canvas.rng.random() < 0.5:
        _terraces(canvas, (0, 0, 0, 1))
    for _ in range(canvas.rng.integers(1, 4) * len(canvas.grid) // 2):
        canvas.hexside((72, 73, 73, 116, CLIFF))


def _depressions(canvas: _Canvas) -> None:
    """Depressions, wide and narrow, through ground of several levels."""
    for _ in range(3):
        canvas.level[canvas.blob()] = canvas.rng.choice((-1, 0, 0, 1, 2))
    for _ in range(4):
        canvas.course(DEPRESSIONS, dig=True, reach=float(canvas.rng.uniform(5, 25)))


def _orchards(canvas: _Canvas) -> None:
    """Orchards of every kind with roads through them."""
    rng = canvas.rng
    if rng.random() < 0.5:
        for _ in range(3):
            canvas.level[canvas.blob()] = rng.choice((0, 0, 1, 2))
    for _ in range(len(canvas.grid) // 2):
        canvas.terrain[canvas.whole_hex()] = rng.choice(ORCHARDS)
    for _ in range(6):
        canvas.course(ROADS, dig=False, reach=float(rng.uniform(2, 8)))
    canvas.terrain[canvas.blob() & (rng.random(canvas.terrain.shape) < 0.05)] = rng.choice(TALL)


def _slope(canvas: _Canvas) -> None:
    """Ground that rises by a level a hex, as far as four levels, away from one hex."""
    rng = canvas.rng
    away = canvas.grid.distances(
        np.array(rng.integers(len(canvas.grid))), np.arange(len(canvas.grid))
    )
    canvas.set_levels(np.minimum(away, 4))
    for _ in range(6):
        canvas.terrain[canvas.blob()] = rng.choice((*TALL, 24, 25, 26, 63, 72, 90, 105, 119, 175))
    for _ in range(3):
        canvas.hexside(WALLS)


def _bocage(canvas: _Canvas) -> None:
    """Bocage, with walls among it, on level ground or on terraces."""
    if canvas.rng.random() < 0.6:
        _terraces(canvas, (0, 0, 0, 1, 2))
    for _ in range(canvas.rng.integers(1, 4) * len(canvas.grid) // 3):
        canvas.hexside((BOCAGE, BOCAGE, BOCAGE, 73, CLIFF))


def _bars(canvas: _Canvas) -> None:
    """Rowhouses and factories: walls inside buildings of every height."""
    rng = canvas.rng
    if rng.random() < 0.5:
        _terraces(canvas, (0, 0, 0, 1))
    for _ in range(8):
        canvas.terrain[canvas.blob()] = rng.choice((41, 42, 43, 47, 48, 51, 52, 57, 170, 0))
    for _ in range(rng.integers(1, 4) * len(canvas.grid) // 2):
        canvas.bar(BARS)


def _town(canvas: _Canvas) -> None:
    """Buildings of every kind and of many hexes, with bars and walls among them, on low hills."""
    rng, size = canvas.rng, canvas.grid.third / canvas.grid.units_x
    if rng.random() < 0.4:
        _terraces(canvas, (0, 0, 0, 1))
    few = rng.choice(HOUSES, rng.integers(1, 4))
    for _ in range(rng.integers(2, len(canvas.grid) // 2)):
        canvas.course(tuple(few.tolist()), dig=False, reach=float(rng.uniform(0.3, 1.0) * size))
    for _ in range(rng.integers(0, len(canvas.grid) // 2)):
        canvas.bar(BARS)
    for _ in range(rng.integers(0, 2 * len(canvas.grid))):
        canvas.hexside((72, 73, BOCAGE, 116))
    if rng.random() < 0.3:
        canvas.bridge(ROADS[0], DEPRESSIONS[0])


def _railroads(canvas: _Canvas) -> None:
    """Railroads on the ground, on embankments, above and below, amid other terrain."""
    if canvas.rng.random() < 0.5:
        _terraces(canvas, (0, 0, 1))
    for _ in range(canvas.rng.integers(0, 4)):
        canvas.terrain[canvas.blob()] = canvas.rng.choice((*LOW, *TALL))
    for _ in range(5):
        rail = int(canvas.rng.choice(RAILS))
        canvas.course((rail,), dig=rail == 156, reach=float(canvas.rng.uniform(4, 20)))


def _bridges(canvas: _Canvas) -> None:
    """Bridges of several levels over dug courses, and other terrain about them."""
    rng = canvas.rng
    for _ in range(rng.integers(0, 4)):
        canvas.level[canvas.blob()] = rng.choice((0, 1, 2))
    for _ in range(rng.integers(0, 4)):
        canvas.terrain[canvas.blob()] = rng.choice((*LOW, *SPLIT))
    for _ in range(2):
        canvas.course(DEPRESSIONS, dig=True, reach=float(rng.uniform(5, 15)))
    for _ in range(len(canvas.grid) // 3):
        canvas.bridge(rng.choice(ROADS), rng.choice(DEPRESSIONS))


def _hillocks(canvas: _Canvas) -> None:
    """Hillocks, and slopes between hexes, amid terrain that is seen over from them."""
    rng = canvas.rng
    canvas.sloped = bool(rng.random() < 0.5)
    if rng.random() < 0.5:
        _terraces(canvas, (0, 1, 1, 1))
    for _ in range(rng.integers(0, 5)):
        canvas.level[canvas.blob()] = rng.choice((0, 1, 1, 2))
    for _ in range(rng.integers(0, 4)):
        canvas.terrain[canvas.blob()] = rng.choice((*LOW, *SPLIT, *TALL))
    for _ in range(len(canvas.grid) // 2):
        canvas.terrain[canvas.whole_hex()] = rng.choice((105, 106, 106, 106, 0, 0, 25, 63))
    for _ in range(len(canvas.grid) // 4):
        canvas.hexside((72, 73, BOCAGE, 116, 77))


def _terraces(canvas: _Canvas, levels: tuple[int, ...]) -> None:
    canvas.set_levels(canvas.rng.choice(levels, len(canvas.grid)))


def with_woods(board: Board, seed: int) -> Board:
    """The board with a patch of woods more, where it was open ground."""
    rng = np.random.default_rng(seed)
    size = board.grid.third / board.grid.units_x
    x, y = np.meshgrid(np.arange(board.grid.width), np.arange(board.grid.height), indexing="ij")
    x0, y0 = rng.uniform(0, board.grid.width), rng.uniform(0, board.grid.height)
    inside = ((x - x0) ** 2 + (y - y0) ** 2) < (rng.uniform(0.3, 2.0) * size) ** 2
    terrain = board.terrain.copy()
    terrain[inside & (terrain == OPEN_GROUND)] = terrain_code("Woods")
    return board.with_planes(terrain, board.level.copy(), "more woods")
