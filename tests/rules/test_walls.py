"""Walls and hedges on boards of every scale: what their art reaches (B9.1, B9.2)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from hexlos import Board
from hexlos.catalogue import terrain_code
from hexlos.hexgrid import HexGrid

from synthetic import HEX_HEIGHT, PITCH


def board_of_scale(scale: int) -> Board:
    """An empty board whose hexes are so many times the usual size, as Deluxe boards' are."""
    grid = HexGrid.from_layout(
        columns=9,
        rows=4,
        width=8 * PITCH * scale,
        height=4 * HEX_HEIGHT * scale,
        pitch=Fraction(PITCH * scale),
        hex_height=Fraction(HEX_HEIGHT * scale),
    )
    plane = np.zeros((grid.width, grid.height), dtype=np.uint8)
    return Board(name="scaled", grid=grid, terrain=plane, level=plane.astype(np.int8))


def walled(board: Board, scale: int, short: float) -> Board:
    """Walls on the three hexsides that meet at F2's west vertex, their art ending short of it."""
    grid, terrain = board.grid, board.terrain.copy()
    x, y = np.indices(terrain.shape) + 0.5
    vertex = grid.vertices_px[grid.index("F2"), 5]
    for angle in (180, 60, -60):
        along = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
        away = (x - vertex[0]) * along[0] + (y - vertex[1]) * along[1]
        across = np.abs((x - vertex[0]) * along[1] - (y - vertex[1]) * along[0])
        drawn = (across <= 2 * scale) & (away >= short * scale) & (away <= 36 * scale)
        terrain[drawn] = terrain_code("Wall")
    return replace(board, terrain=terrain)


@pytest.mark.parametrize("scale", [1, 2, 3])
def test_b92_art_reaches_a_vertex_by_the_size_of_its_hexsides(scale: int) -> None:
    board = board_of_scale(scale)
    near, far = (walled(board, scale, short) for short in (4.5, 8))
    for made in (near, far):
        assert {s.terrain for s in made.hex("F2").hexsides} == {None, "Wall"}
    # along a hexspine of an end with walls on all three hexspines of its far vertex
    assert near.los("D2", "H2").blocked
    assert not far.los("D2", "H2").blocked
    assert not board.los("D2", "H2").blocked
