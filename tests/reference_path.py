"""Where a line lies: the hexes it meets, and the pixels to look at along it, in order.

A helper of the reference tracer. ``Path`` lays one line from its source on, as the exact thread or
as the one that is sampled pixel by pixel, and names each spot of it (``Place``). All geometry is
in integers and fractions; lattice points are in thirds of a pitch and half heights.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from math import ceil, floor, hypot, lcm

import numpy as np

from hexlos.hexgrid import VERTEX_STEPS, HexGrid

#: How far to each side of a line terrain must show that it runs along, in pixels (A6.1).
SIDE_SHIFT = 1.5

#: A hex is where ``nu * u + nv * v <= reach`` for all of these, u thirds and v half heights away.
HEX_RIM = ((0, 1, 1), (0, -1, 1), (1, 1, 2), (1, -1, 2), (-1, 1, 2), (-1, -1, 2))

#: Normals of hexsides 0..5: the line to (u, v) leaves a hex where nu * u + nv * v is largest.
OUTWARD = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))

Point = tuple[Fraction, Fraction]
Pixel = tuple[int, int]
Vertex = tuple[int, int]


@dataclass(frozen=True)
class Span:
    """The part start..end of the line (0..1) in which it meets a hex; along: on its rim."""

    hex: int
    start: Fraction
    end: Fraction
    along: bool


@dataclass(frozen=True)
class Look:
    """One pixel to look at, and the hex in which it is judged."""

    hex: int
    pixel: Pixel


@dataclass(frozen=True)
class Place:
    """A place of the line: "in" a hex, "along" a hexside, or "touch"ing a hex at a vertex.

    looks are the pixels, on the picture and the map, that count there.
    """

    kind: str
    looks: tuple[Look, ...]


class Path:
    """A line between the centres of two hexes of a lattice; thread is "exact" or "vasl"."""

    def __init__(self, grid: HexGrid, source: int, target: int, thread: str) -> None:
        self.grid = grid
        self.ends = (source, target)
        self.sampled = thread == "vasl"
        self.range = grid.distance(source, target)

    @cached_property
    def places(self) -> list[Place]:
        """Every place of the line, from the source on."""
        return list(self.sampled_places() if self.sampled else self.exact_places())

    # ---- hexes

    @cached_property
    def spans(self) -> list[Span]:
        """Every hex that the line meets, with where, from the source on."""
        grid, (a, b) = self.grid, self.ends
        first_col, last_col = sorted((grid.col[a], grid.col[b]))
        first_row, last_row = sorted((grid.row[a], grid.row[b]))
        near = np.flatnonzero(
            (grid.col >= first_col - 1) & (grid.col <= last_col + 1)
            & (grid.row >= first_row - 2) & (grid.row <= last_row + 2)
        )  # fmt: skip
        found = [span for h in near if (span := self.span(int(h))) is not None]
        return sorted(found, key=lambda span: (span.start, span.end, span.hex))

    def span(self, hex_: int) -> Span | None:
        """Where the line meets the closed hex; None when it does not."""
        start, end = Fraction(0), Fraction(1)
        u, v, du, dv = self.lattice_line(hex_)
        for nu, nv, reach in HEX_RIM:
            here, rise = nu * u + nv * v, nu * du + nv * dv
            if rise == 0:
                if here > reach:
                    return None
            elif rise > 0:
                end = min(end, Fraction(reach - here, rise))
            else:
                start = max(start, Fraction(reach - here, rise))
        if start > end:
            return None
        t = (start + end) / 2
        across, down = abs(u + t * du), abs(v + t * dv)
        return Span(hex_, start, end, start < end and max(down, (across + down) / 2) == 1)

    def lattice_line(self, hex_: int) -> tuple[int, int, int, int]:
        """Start of the line as seen from a hex's centre, and its direction."""
        grid, (a, b) = self.grid, self.ends
        return (
            3 * int(grid.col[a] - grid.col[hex_]),
            int(grid.row[a] - grid.row[hex_]),
            3 * int(grid.col[b] - grid.col[a]),
            int(grid.row[b] - grid.row[a]),
        )

    @cached_property
    def crossed(self) -> list[Span]:
        """The hexes that the line crosses or runs along."""
        return [span for span in self.spans if span.start < span.end]

    @cached_property
    def hexes_met(self) -> set[int]:
        """Every hex crossed, run along or touched."""
        if self.sampled:
            return {look.hex for place in self.places for look in place.looks} | set(self.beside)
        return {span.hex for span in self.spans}

    def next_hexes(self, hex_: int, towards: int) -> list[int]:
        """The hex or hexes that the line crosses next after a hex, on its way to an end."""
        back = towards == self.ends[0]
        here = next((span for span in self.spans if span.hex == hex_), None)
        if here is None:
            return []
        leaves = here.start if back else here.end
        return [s.hex for s in self.crossed if leaves == (s.end if back else s.start)]

    @cached_property
    def runs(self) -> list[list[Span]]:
        """The stretches along hexsides: the spans of the hexes beside them (one at the edge)."""
        groups: dict[Fraction, list[Span]] = {}
        for span in self.spans:
            if span.along:
                groups.setdefault(span.start, []).append(span)
        return list(groups.values())

    @cached_property
    def beside(self) -> dict[int, list[int]]:
        """For each hex that the line runs beside, the hex on the other side."""
        return {
            span.hex: [other.hex for other in run if other is not span]
            for run in self.runs
            for span in run
        }

    def tips(self, run: list[Span]) -> tuple[Vertex, Vertex]:
        """The two vertices between which the line runs along a hexside."""
        start, end = (self.lattice_point(t) for t in (run[0].start, run[0].end))
        return (int(start[0]), int(start[1])), (int(end[0]), int(end[1]))

    def vertices(self) -> Iterator[tuple[Vertex, int, int]]:
        """Vertices through which the line passes from one hex straight into another."""
        for before, behind in pairwise(self.crossed):
            u, v = self.lattice_point(before.end)
            if u.denominator == v.denominator == 1:
                vertex = int(u), int(v)
                if before.hex in hexes_at(self.grid, vertex):
                    yield vertex, before.hex, behind.hex

    def leaves_over(self, k: int) -> list[int]:
        """The hexside by which the line leaves end k (0, 1), or the two at its vertex there."""
        _, _, du, dv = self.lattice_line(self.ends[k])
        du, dv = (du, dv) if k == 0 else (-du, -dv)
        reach = [(du * nu + dv * nv, side) for side, (nu, nv) in enumerate(OUTWARD)]
        return [side for far, side in reach if far == max(reach)[0]]

    # ---- points

    def lattice_point(self, t: Fraction) -> Point:
        """Point of the line on the lattice."""
        grid, (a, b) = self.grid, self.ends
        u = 3 * (int(grid.col[a]) + t * int(grid.col[b] - grid.col[a]))
        v = int(grid.row[a]) + t * int(grid.row[b] - grid.row[a])
        return Fraction(u), Fraction(v)

    def point(self, t: Fraction) -> Point:
        """Point of the line in pixels."""
        (ax, ay), (bx, by) = self.pixel_ends
        return ax + t * (bx - ax), ay + t * (by - ay)

    @cached_property
    def pixel_ends(self) -> tuple[Point, Point]:
        """The two ends in pixels."""
        return centre(self.grid, self.ends[0]), centre(self.grid, self.ends[1])

    # ---- the exact thread

    def exact_places(self) -> Iterator[Place]:
        """The places of the exact thread."""
        run_of = {run[0].hex: run for run in self.runs}
        for span in self.spans:
            if span.start == span.end:
                x, y = self.point(span.start)
                pixels = touching(x.numerator, x.denominator, y.numerator, y.denominator)
                yield self.seen("touch", span.hex, pixels)
            elif not span.along:
                yield from self.pieces(span)
            elif span.hex in run_of:
                yield from self.hexside_places(run_of[span.hex])

    def seen(self, kind: str, hex_: int, pixels: Iterable[Pixel]) -> Place:
        """A place of one hex: those of the pixels that are on the picture."""
        return Place(kind, tuple(Look(hex_, p) for p in pixels if on_picture(self.grid, p)))

    def pieces(self, span: Span, shift: tuple[int, int] = (0, 0)) -> Iterator[Place]:
        """The pieces into which pixel edges cut the line inside a hex.

        The line may be shifted, by grid units. It is divided into so many parts that the cuts, and
        the points midway between them, are whole numbers of parts.
        """
        grid, (a, b) = self.grid, self.ends
        ax, ay = (int(c) + s for c, s in zip(grid.centres[a], shift, strict=True))
        dx, dy = (int(c) for c in grid.centres[b] - grid.centres[a])
        parts = 2 * lcm(span.start.denominator, span.end.denominator, dx or 1, dy or 1)
        first, last = int(span.start * parts), int(span.end * parts)
        cuts = {first, last}
        for start, run, pixel in ((ax, dx, grid.units_x), (ay, dy, grid.units_y)):
            if run:
                here, there = sorted(start * parts + run * end for end in (first, last))
                edges = range(-(-here // (pixel * parts)), there // (pixel * parts) + 1)
                cuts.update((edge * pixel - start) * parts // run for edge in edges)
        for before, behind in pairwise(sorted(cuts)):
            middle = (before + behind) // 2
            x, y = ax * parts + middle * dx, ay * parts + middle * dy
            pixels = touching(x, grid.units_x * parts, y, grid.units_y * parts)
            yield self.seen("in", span.hex, pixels)

    def hexside_places(self, run: list[Span]) -> Iterator[Place]:
        """The sample points of a stretch along a hexside, each with a pixel to either side."""
        count = max(8, round(4 * self.grid.third / self.grid.units_x))
        start, length = run[0].start, run[0].end - run[0].start
        _, _, du, dv = self.lattice_line(self.ends[0])
        shift_x, shift_y = (Fraction(part, 2**20) for part in normal(self.grid, du, dv))
        signs = [self.side_of(span.hex, shift_x, shift_y) for span in run]
        for k in range(count):
            x, y = self.point(start + length * Fraction(2 * k + 1, 2 * count))
            looks = []
            for span, sign in zip(run, signs, strict=True):
                pixel = floor(x + sign * shift_x), floor(y + sign * shift_y)
                if on_picture(self.grid, pixel):
                    looks.append(Look(span.hex, pixel))
            yield Place("along", tuple(looks))

    def side_of(self, hex_: int, shift_x: Fraction, shift_y: Fraction) -> int:
        """1 if the shift leads from the line to the side of the hex's centre, else -1."""
        (ax, ay), (bx, by) = self.pixel_ends
        cx, cy = centre(self.grid, hex_)
        turn = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        shift = (bx - ax) * shift_y - (by - ay) * shift_x
        return 1 if (turn > 0) == (shift > 0) else -1

    def abreast(self) -> list[list[Place]]:
        """The places of two lines between adjacent hexes, to either side of the direct one."""
        grid, (a, b) = self.grid, self.ends
        side = grid.neighbours[a].tolist().index(b)
        (u0, v0), (u1, v1) = hexside_tips(grid, a, side)
        across, down = normal(grid, u1 - u0, v1 - v0)
        # along the hexside, in whole grid units
        shift_x, shift_y = down * grid.units_x >> 20, -across * grid.units_y >> 20
        return [
            [
                place
                for span in self.spans
                if span.hex in self.ends
                for place in self.pieces(span, (sign * shift_x, sign * shift_y))
            ]
            for sign in (1, -1)
        ]

    # ---- the sampled thread

    def sampled_places(self) -> Iterator[Place]:
        """The places of the thread that is sampled pixel by pixel."""
        for pixel in walk(*(aiming_point(self.grid, end) for end in self.ends)):
            hex_ = self.sampled_hex(pixel)
            yield Place("in", (Look(hex_, pixel),) if hex_ >= 0 else ())

    def sampled_hex(self, pixel: Pixel) -> int:
        """The hex in which a sampled pixel is judged, -1 off the map."""
        for end in self.ends:
            if contains(grown_outline(self.grid, end), pixel):
                return end
        return outline_hex(self.grid, pixel)


# ---- the lattice


def normal(grid: HexGrid, du: int, dv: int) -> tuple[int, int]:
    """SIDE_SHIFT pixels across a hexside of a direction, in odd parts of 2**20 to the pixel."""
    a, d = grid.third / grid.units_x, grid.half / grid.units_y
    across, down = (0.0, 1.0) if dv == 0 else (-d, a) if du * dv > 0 else (d, a)
    length = hypot(across, down)
    x, y = (round(c / length * SIDE_SHIFT * 2**20) | 1 for c in (across, down))
    return x, y


def lattice_pixel(grid: HexGrid, u: int, v: int) -> Point:
    """Place, in pixels, of a point of the lattice."""
    return (
        Fraction(grid.x0 + grid.third * u, grid.units_x),
        Fraction(grid.y0 + grid.half * v, grid.units_y),
    )


def centre(grid: HexGrid, hex_: int) -> Point:
    """Centre of a hex in pixels."""
    return lattice_pixel(grid, 3 * int(grid.col[hex_]), int(grid.row[hex_]))


def hexside_tips(grid: HexGrid, hex_: int, side: int) -> list[Vertex]:
    """The two vertices of a hexside."""
    u, v = 3 * int(grid.col[hex_]), int(grid.row[hex_])
    return [(u + du, v + dv) for du, dv in (VERTEX_STEPS[side], VERTEX_STEPS[(side + 1) % 6])]


def hexes_at(grid: HexGrid, vertex: Vertex) -> list[int]:
    """The hexes of which a point of the lattice is a vertex."""
    away_u, away_v = np.abs(vertex[0] - 3 * grid.col), np.abs(vertex[1] - grid.row)
    found = ((away_u == 1) & (away_v == 1)) | ((away_u == 2) & (away_v == 0))
    return [int(h) for h in np.flatnonzero(found)]


def squared_distance(grid: HexGrid, hex_: int, side: int, point: Point) -> Fraction:
    """Square of the distance of a point to a hexside, in pixels."""
    (ax, ay), (bx, by) = (lattice_pixel(grid, *tip) for tip in hexside_tips(grid, hex_, side))
    dx, dy, px, py = bx - ax, by - ay, point[0] - ax, point[1] - ay
    t = min(Fraction(1), max(Fraction(0), (px * dx + py * dy) / (dx * dx + dy * dy)))
    return (px - t * dx) ** 2 + (py - t * dy) ** 2


# ---- pixels


def on_picture(grid: HexGrid, pixel: Pixel) -> bool:
    """Whether a board shows such a pixel."""
    x, y = pixel
    return any(
        left <= x < right and top <= y < bottom for left, top, right, bottom in grid.windows
    )


def touching(x: int, across: int, y: int, down: int) -> list[Pixel]:
    """The pixels that touch the point (x / across, y / down): one, two at an edge, four."""
    column, more_x = divmod(x, across)
    row, more_y = divmod(y, down)
    columns = [column] if more_x else [column - 1, column]
    rows = [row] if more_y else [row - 1, row]
    return [(column, row) for column in columns for row in rows]


def aiming_point(grid: HexGrid, hex_: int) -> Pixel:
    """The pixel at which a line to a hex is aimed: its truncated centre, on the picture."""
    x, y = centre(grid.rotated() if grid.flipped else grid, hex_)
    pixel_x = min(max(int(x), 0), grid.width - 1)
    pixel_y = min(max(int(y), 0), grid.height - 1)
    if grid.flipped:
        return grid.width - 1 - pixel_x, grid.height - 1 - pixel_y
    return pixel_x, pixel_y


def walk(source: Pixel, target: Pixel) -> Iterator[Pixel]:
    """The pixels of a line, column by column."""
    columns = abs(target[0] - source[0]) + 1
    step = 1 if target[0] >= source[0] else -1
    slope = (target[1] - source[1]) / columns
    enter = float(source[1])
    for k in range(columns):
        leave = enter + slope if k < columns - 1 else float(target[1])
        down = 1 if leave >= enter else -1
        for y in range(int(enter), int(leave) + down, down):
            yield source[0] + step * k, y
        enter += slope


def corner_points(grid: HexGrid, hex_: int) -> list[Point]:
    """The vertices of a hex in pixels, clockwise from the top-left one."""
    u, v = 3 * int(grid.col[hex_]), int(grid.row[hex_])
    return [lattice_pixel(grid, u + du, v + dv) for du, dv in VERTEX_STEPS]


@lru_cache(maxsize=1 << 12)
def outline(grid: HexGrid, hex_: int) -> list[Pixel]:
    """A hex's outline in whole pixels."""
    half = Fraction(1, 2)
    return [
        (floor(x + half), floor(y + half) if dv == 0 else ceil(y))
        for (x, y), (_, dv) in zip(corner_points(grid, hex_), VERTEX_STEPS, strict=True)
    ]


@lru_cache(maxsize=1 << 12)
def grown_outline(grid: HexGrid, hex_: int) -> list[Pixel]:
    """A hex's outline grown by a pixel; the top-right corner stays."""
    corners = []
    for k, ((x, y), (du, dv)) in enumerate(
        zip(corner_points(grid, hex_), VERTEX_STEPS, strict=True)
    ):
        grow_x, grow_y = (0, 0) if k == 1 else (1 if du > 0 else -1, dv)
        corners.append((int(x + grow_x), int(y + grow_y)))
    return corners


def contains(corners: Sequence[Pixel], pixel: Pixel) -> bool:
    """Whether a point lies in a polygon, its left and top edges included."""
    x, y = pixel
    inside = False
    for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True):
        if y0 <= y < y1:
            inside ^= (y - y0) * (x1 - x0) <= (x - x0) * (y1 - y0)
        elif y1 <= y < y0:
            inside ^= (y - y1) * (x0 - x1) <= (x - x1) * (y0 - y1)
    return inside


@lru_cache(maxsize=1 << 18)
def outline_hex(grid: HexGrid, pixel: Pixel) -> int:
    """The hex, the last of two, whose outline holds a pixel, else the hex that owns it."""
    near = np.abs(grid.centres_px - pixel).max(axis=1) < 1.2 * grid.third / grid.units_x * 2 + 4
    for hex_ in np.flatnonzero(near)[::-1].tolist():
        if contains(outline(grid, hex_), pixel):
            return hex_
    return int(grid.pixel_owner[pixel])
