"""Where a line lies: the hexes it meets, and the pixels to look at along it, in order.

A helper of the reference tracer. ``Path`` lays one line from its source on, as the exact thread or
as the one that is sampled pixel by pixel, and names each spot of it (``Place``). All geometry is
in integers and fractions; lattice points are in thirds of a pitch and half heights.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import floor, lcm
from typing import NamedTuple

import numpy as np
from reference_lattice import (
    Pixel,
    Point,
    Vertex,
    aiming_point,
    centre,
    contains,
    grown_outline,
    hexside_tips,
    lattice_pixel,
    lattice_place,
    normal,
    on_picture,
    outline_hex,
    touching,
    walk,
)

from hexlos.hexgrid import HexGrid

#: A hex is where ``nu * u + nv * v <= reach`` for all of these, u thirds and v half heights away.
HEX_RIM = ((0, 1, 1), (0, -1, 1), (1, 1, 2), (1, -1, 2), (-1, 1, 2), (-1, -1, 2))


class Stand(NamedTuple):
    """Where an end is: its hex, its level (a rooftop's a half), the place in the hex, its point (0
    the centre, 1..6 a vertex), and the hexside of a cliff that it climbs there; whether its unit is
    dug in, and bare of Wall Advantage."""

    hex: int
    level: float
    place: str = ""
    point: int = 0
    climbs: int | None = None
    dug: bool = False
    bare: bool = False

    @property
    def is_storey(self) -> bool:
        """Whether the place is a level of a building above the ground."""
        return self.place.isdigit()


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
    """A line between centres or vertices of two hexes of a lattice; thread is "exact" or "vasl"."""

    def __init__(self, grid: HexGrid, source: Stand, target: Stand, thread: str) -> None:
        self.grid = grid
        self.ends = (source.hex, target.hex)
        self.points = (source.point, target.point)
        self.sampled = thread == "vasl"
        self.range = grid.distance(source.hex, target.hex)
        #: the two ends on the lattice, those at vertices, and the hexes of those at centres
        self.tips_at = tuple(lattice_place(grid, end.hex, end.point) for end in (source, target))
        self.bypass = any(self.points)
        self.vertex_ends = [at for at, p in zip(self.tips_at, self.points, strict=True) if p]
        self.vertex_hexes = [h for h, p in zip(self.ends, self.points, strict=True) if p]
        self.centre_hexes = [h for h, p in zip(self.ends, self.points, strict=True) if not p]

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
        # a hex that meets no more of the line than an end at a vertex counts for nothing
        found = [span for span in found if not span.start == span.end in (0, 1)]
        return sorted(found, key=lambda span: (span.start, span.end, span.hex))

    def span(self, hex_: int) -> Span | None:
        """Where the line meets a closed hex; None when it does not."""
        return self.meeting(hex_, lattice_place(self.grid, hex_, 0))

    def meeting(self, hex_: int, middle: Vertex) -> Span | None:
        """Where the line meets the closed hex about a point, on the map or off it (hex_ -1)."""
        start, end = Fraction(0), Fraction(1)
        u, v, du, dv = self.seen_from(middle)
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
        return self.seen_from(lattice_place(self.grid, hex_, 0))

    def seen_from(self, middle: Vertex) -> tuple[int, int, int, int]:
        """Start of the line as seen from a point of the lattice, and its direction."""
        (au, av), (bu, bv) = self.tips_at
        return au - middle[0], av - middle[1], bu - au, bv - av

    def comes_over(self, k: int, side: int) -> bool:
        """Whether the line comes to end k through the hex beyond a hexside of its, map or none."""
        u, v = lattice_place(self.grid, self.ends[k], 0)
        (au, av), (bu, bv) = hexside_tips(self.grid, self.ends[k], side)
        span = self.meeting(-1, (au + bu - u, av + bv - v))
        return (
            span is not None
            and span.start < span.end
            and not span.along
            and (span.start, span.end)[k] == k
        )

    @cached_property
    def crossed(self) -> list[Span]:
        """The hexes that the line crosses or runs along."""
        return [span for span in self.spans if span.start < span.end]

    @cached_property
    def hexes_met(self) -> set[int]:
        """Every hex crossed, run along or touched."""
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

    def leaves_over(self, k: int) -> list[int]:
        """The hexside by which the line leaves end k (0, 1), or the two at its vertex there."""
        own = next((span for span in self.spans if span.hex == self.ends[k]), None)
        at = Fraction(k) if own is None else own.end if k == 0 else own.start
        u, v = self.lattice_point(at)
        return [
            side
            for side in range(6)
            if between((u, v), *hexside_tips(self.grid, self.ends[k], side))
        ]

    # ---- points

    def lattice_point(self, t: Fraction) -> Point:
        """Point of the line on the lattice."""
        (au, av), (bu, bv) = self.tips_at
        return Fraction(au + t * (bu - au)), Fraction(av + t * (bv - av))

    def point(self, t: Fraction) -> Point:
        """Point of the line in pixels."""
        (ax, ay), (bx, by) = self.pixel_ends
        return ax + t * (bx - ax), ay + t * (by - ay)

    @cached_property
    def pixel_ends(self) -> tuple[Point, Point]:
        """The two ends in pixels."""
        return lattice_pixel(self.grid, *self.tips_at[0]), lattice_pixel(
            self.grid, *self.tips_at[1]
        )

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
        grid, ((au, av), (bu, bv)) = self.grid, self.tips_at
        ax = grid.x0 + au * grid.third + shift[0]
        ay = grid.y0 + av * grid.half + shift[1]
        dx, dy = (bu - au) * grid.third, (bv - av) * grid.half
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
        aims = zip(self.ends, self.points, strict=True)
        for pixel in walk(*(aiming_point(self.grid, *aim) for aim in aims)):
            hex_ = self.sampled_hex(pixel) if on_picture(self.grid, pixel) else -1
            yield Place("in", (Look(hex_, pixel),) if hex_ >= 0 else ())

    def sampled_hex(self, pixel: Pixel) -> int:
        """The hex in which a sampled pixel is judged, -1 off the map."""
        for end in self.ends:
            if contains(grown_outline(self.grid, end), pixel):
                return end
        return outline_hex(self.grid, pixel)


def between(point: Point, first: Vertex, last: Vertex) -> bool:
    """Whether a point of the lattice lies on the straight stretch between two others."""
    (u, v), (au, av), (bu, bv) = point, first, last
    turn = (bu - au) * (v - av) - (bv - av) * (u - au)
    return turn == 0 and min(au, bu) <= u <= max(au, bu) and min(av, bv) <= v <= max(av, bv)
