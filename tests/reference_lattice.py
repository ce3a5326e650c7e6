"""Points of the lattice and of the picture, for the reference tracer.

Lattice points are in thirds of a pitch and half heights.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor, hypot

import numpy as np

from hexlos.hexgrid import VERTEX_STEPS, HexGrid

#: How far to each side of a line terrain must show that it runs along, in pixels (A6.1).
SIDE_SHIFT = 1.5

Point = tuple[Fraction, Fraction]
Pixel = tuple[int, int]
Vertex = tuple[int, int]


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


def lattice_place(grid: HexGrid, hex_: int, point: int) -> Vertex:
    """A hex's centre (0) or a vertex of it (1..6, clockwise from the top-left one)."""
    du, dv = VERTEX_STEPS[point - 1] if point else (0, 0)
    return 3 * int(grid.col[hex_]) + du, int(grid.row[hex_]) + dv


def hexside_tips(grid: HexGrid, hex_: int, side: int) -> list[Vertex]:
    """The two vertices of a hexside."""
    u, v = 3 * int(grid.col[hex_]), int(grid.row[hex_])
    return [(u + du, v + dv) for du, dv in (VERTEX_STEPS[side], VERTEX_STEPS[(side + 1) % 6])]


def centres_at(vertex: Vertex) -> list[Vertex]:
    """Centres of the three hexes that meet at a vertex, on the map or off it."""
    u, v = vertex
    turn = 1 if u % 3 == 1 else -1  # the hex straight to its left, or to its right
    return [(u + 2 * turn, v), (u - turn, v - 1), (u - turn, v + 1)]


@lru_cache(maxsize=64)
def hexes_by_centre(grid: HexGrid) -> dict[Vertex, int]:
    """The hexes of a map by their centres."""
    return {lattice_place(grid, hex_, 0): hex_ for hex_ in range(len(grid))}


def hex_about(grid: HexGrid, middle: Vertex) -> int:
    """The hex with a centre, -1 off the map."""
    return hexes_by_centre(grid).get(middle, -1)


@lru_cache(maxsize=1 << 12)
def hexside_lines(grid: HexGrid, hex_: int) -> list[tuple[int, int, int, int]]:
    """Start and direction of each hexside, 2 * units_x * units_y to the pixel."""
    across, down = 2 * grid.units_y, 2 * grid.units_x
    found = []
    for side in range(6):
        (au, av), (bu, bv) = hexside_tips(grid, hex_, side)
        ax, ay = (grid.x0 + grid.third * au) * across, (grid.y0 + grid.half * av) * down
        found.append(
            (ax, ay, grid.third * (bu - au) * across, grid.half * (bv - av) * down),
        )
    return found


def hexsides_away(grid: HexGrid, hex_: int, pixel: Pixel) -> list[Fraction]:
    """Square of the distance, in pixels, of a pixel's middle to each hexside of a hex."""
    unit = grid.units_x * grid.units_y
    x, y = (unit * (2 * part + 1) for part in pixel)
    found = []
    for ax, ay, dx, dy in hexside_lines(grid, hex_):
        px, py, length = x - ax, y - ay, dx * dx + dy * dy
        along = px * dx + py * dy
        if along <= 0:
            square, parts = px * px + py * py, 1
        elif along >= length:
            square, parts = (px - dx) ** 2 + (py - dy) ** 2, 1
        else:
            square, parts = (px * dy - py * dx) ** 2, length
        found.append(Fraction(square, 4 * unit * unit * parts))
    return found


# ---- pixels


def on_picture(grid: HexGrid, pixel: Pixel) -> bool:
    """Whether a board shows such a pixel."""
    x, y = pixel
    return any(left <= x < right and top <= y < bottom for left, top, right, bottom in grid.windows)


def touching(x: int, across: int, y: int, down: int) -> list[Pixel]:
    """The pixels that touch the point (x / across, y / down): one, two at an edge, four."""
    column, more_x = divmod(x, across)
    row, more_y = divmod(y, down)
    columns = [column] if more_x else [column - 1, column]
    rows = [row] if more_y else [row - 1, row]
    return [(column, row) for column in columns for row in rows]


def aiming_point(grid: HexGrid, hex_: int, point: int) -> Pixel:
    """The pixel at which a line to a point of a hex is aimed: the point truncated.

    A centre is pulled onto the picture, a vertex only from one pixel beside it.
    """
    turned = grid.rotated() if grid.flipped else grid
    if point and grid.flipped:
        point = (point + 2) % 6 + 1
    aimed = [
        min(max(floor(along), 0), size - 1)
        if not point or floor(along) in (-1, size)
        else floor(along)
        for along, size in zip(
            lattice_pixel(turned, *lattice_place(turned, hex_, point)),
            (grid.width, grid.height),
            strict=True,
        )
    ]
    if grid.flipped:
        return grid.width - 1 - aimed[0], grid.height - 1 - aimed[1]
    return aimed[0], aimed[1]


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
