"""Drawn art, for the reference tracer: which hexside it is of, and what is IN gullies."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import floor

import numpy as np
from numpy.typing import NDArray
from reference_lattice import (
    Pixel,
    Vertex,
    hexside_tips,
    hexsides_away,
    lattice_pixel,
    on_picture,
)

from hexlos import Board
from hexlos.catalogue import catalogue
from hexlos.sunken import sunken_terrain

#: Share of a hexside within which a wall's art must come of a vertex.
WALL_REACH = Fraction(4, 25)


def reaches(board: Board, code: int, vertex: Vertex) -> bool:
    """Whether terrain of a code is drawn near a vertex."""
    grid = board.grid
    x, y = lattice_pixel(grid, *vertex)
    reach = WALL_REACH * 2 * Fraction(grid.third) / Fraction(grid.units_x)
    columns = range(floor(x - reach) - 1, floor(x + reach) + 2)
    rows = range(floor(y - reach) - 1, floor(y + reach) + 2)
    half = Fraction(1, 2)
    pixels: list[Pixel] = [(px, py) for px in columns for py in rows]
    return any(
        on_picture(grid, pixel)
        and board.terrain[pixel] == code
        and (pixel[0] + half - x) ** 2 + (pixel[1] + half - y) ** 2 <= reach**2
        for pixel in pixels
    )


@lru_cache(maxsize=16)
def gully_terrain(board: Board) -> NDArray[np.int16]:
    """Code of the woods or brush on both banks of each pixel of a gully, else -1 (B19.21)."""
    plane = np.full(board.terrain.shape, -1, dtype=np.int16)
    x, y, code = sunken_terrain(board)
    plane[x, y] = code
    return plane


def hillside_of_pixel(board: Board, pixel: Pixel) -> tuple[int, int] | None:
    """The hexside whose hillside wall a pixel shows, as hex and side; None for any other pixel."""
    owner = int(board.grid.pixel_owner[pixel])
    if owner < 0 or not catalogue()[board.terrain[pixel]].is_wall:
        return None
    side = hexside_of_pixel(board, owner, *pixel)
    return (owner, side) if board.facts.hillside[owner, side] else None


@lru_cache(maxsize=1 << 12)
def lowest_art(board: Board, hex_: int, side: int) -> int:
    """The lowest ground that a hillside wall is drawn on, or where it stands."""
    beyond = int(board.grid.neighbours[hex_, side])
    both = ((hex_, side), (beyond, (side + 3) % 6))
    corners = [lattice_pixel(board.grid, *tip) for tip in hexside_tips(board.grid, hex_, side)]
    reach = 2 + 2 * Fraction(board.grid.third, board.grid.units_x)
    left, right = (f(x for x, _ in corners) for f in (min, max))
    top, bottom = (f(y for _, y in corners) for f in (min, max))
    found = [
        int(board.level[x, y])
        for x in range(max(0, floor(left - reach)), min(board.grid.width, floor(right + reach)))
        for y in range(max(0, floor(top - reach)), min(board.grid.height, floor(bottom + reach)))
        if catalogue()[board.terrain[x, y]].is_wall
        and board.grid.pixel_owner[x, y] in (hex_, beyond)
        and hillside_of_pixel(board, (x, y)) in both
    ]
    return min([*found, int(board.facts.hexside_level[hex_, side])])


@lru_cache(maxsize=1 << 16)
def hexside_of_pixel(board: Board, owner: int, x: int, y: int) -> int:
    """The hexside of a pixel's hex that hexside terrain drawn there is part of."""
    grid = board.grid
    away = hexsides_away(grid, owner, (x, y))
    near = Fraction(grid.third, grid.units_x) ** 2
    carrying = [s for s in range(6) if board.facts.hexside[owner, s] > 0 and away[s] <= near]
    beyond = grid.neighbours[owner]
    return min(carrying or range(6), key=lambda side: (away[side], beyond[side]))
