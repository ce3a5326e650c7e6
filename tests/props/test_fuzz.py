"""The compiled core against the reference tracer on boards of pure chance, as long as you like.

``HEXLOS_FUZZ_LINES`` is how many lines to trace in each thread, ``HEXLOS_FUZZ_SEED`` the first
board's seed.
"""

from __future__ import annotations

import os

import numpy as np
import pytest
from numpy.typing import NDArray
from random_boards import layouts
from reference_compare import differences
from reference_indoors import stand_at

from hexlos import Board
from hexlos.catalogue import catalogue
from hexlos.hexgrid import HexGrid

from reference import trace

LINES = int(os.environ.get("HEXLOS_FUZZ_LINES", "20000"))
FIRST = int(os.environ.get("HEXLOS_FUZZ_SEED", "0"))
LINES_A_BOARD = 100

CODES = np.array([kind.code for kind in catalogue() if kind.known])
HEXSIDES = np.array([kind.code for kind in catalogue() if kind.is_hexside or kind.is_bar])


def patches(rng: np.random.Generator, grid: HexGrid, size: float) -> NDArray[np.intp]:
    """A number for each pixel, the same throughout a patch of about a size, its rim ragged."""
    count = max(2, int(grid.width * grid.height / size**2))
    where = rng.uniform(0, 1, (count, 2)) * (grid.width, grid.height)
    x, y = np.meshgrid(np.arange(grid.width), np.arange(grid.height), indexing="ij")
    nearest = np.zeros(x.shape, dtype=np.intp)
    least = np.full(x.shape, np.inf)
    for number, (at_x, at_y) in enumerate(where):
        away = np.hypot(x - at_x, y - at_y) + rng.uniform(0, size / 8, x.shape)
        nearest[away < least] = number
        least = np.minimum(least, away)
    return nearest


def chance_board(seed: int) -> Board:
    """Patches of any terrain at any level, anything along hexsides, slopes anywhere."""
    rng = np.random.default_rng([seed, 77])
    grid = layouts()[seed % len(layouts())]
    hex_size = 3 * grid.third / grid.units_x
    some = rng.choice(CODES, rng.integers(2, 12))
    if rng.random() < 0.7:
        some = np.append(some, [0] * len(some))
    terrain_patches = patches(rng, grid, rng.uniform(0.3, 1.5) * hex_size)
    terrain = rng.choice(some, terrain_patches.max() + 1)[terrain_patches].astype(np.uint8)
    level = np.zeros(terrain.shape, dtype=np.int8)
    if rng.random() < 0.7:
        level_patches = patches(rng, grid, rng.uniform(0.5, 3.0) * hex_size)
        steps = rng.integers(-1, rng.integers(1, 5), level_patches.max() + 1)
        level = steps[level_patches].astype(np.int8)
    for _ in range(rng.integers(0, 3 * len(grid))):
        draw_hexside(rng, grid, terrain)
    sloped = [h for h in grid.names if rng.random() < 0.2] if rng.random() < 0.4 else []
    return Board(
        name=f"chance{seed}",
        grid=grid,
        terrain=terrain,
        level=level,
        slopes={h: tuple(np.flatnonzero(rng.random(6) < 0.4).tolist()) for h in sloped},
    )


def draw_hexside(rng: np.random.Generator, grid: HexGrid, terrain: NDArray[np.uint8]) -> None:
    """Any hexside terrain along part of a hexside, a pixel or some wide."""
    side = rng.integers(6)
    corners = grid.vertices_px[rng.integers(len(grid))]
    first, second = corners[side], corners[(side + 1) % 6]
    start, end = np.sort(rng.uniform(-0.3, 1.3, 2))
    across = (second - first)[::-1] * (1, -1) / np.hypot(*(second - first))
    steps = np.linspace(start, end, 400)[:, None, None] * (second - first)
    width = rng.uniform(0.4, 3.0)
    points = first + steps + np.linspace(-width, width, 12)[None, :, None] * across
    pixels = np.floor(points.reshape(-1, 2)).astype(int)
    inside = ((pixels >= 0) & (pixels < terrain.shape)).all(axis=1)
    terrain[tuple(pixels[inside].T)] = rng.choice(HEXSIDES)


def board_of(seed: int) -> Board:
    """The board of a seed, that of every second round of layouts reversed."""
    board = chance_board(seed)
    return board.rotated() if seed // len(layouts()) % 2 else board


@pytest.mark.parametrize("thread", ["exact", "vasl"])
@pytest.mark.parametrize(
    ("seed", "source", "target"),
    [
        (70, "A2@N/NE", "B3@NE/NE"),  # walls on the map's edge
        (75, "F2", "L1"),  # a hillside wall between levels, from a slope
        (224, "A1", "D2@W"),  # bocage drawn beyond the last hexes
        (431, "B0@W", "D2@E"),
        (549, "E4@SW", "F3@NE"),  # along the own hexside to a slope
        (20636, "A1", "D2"),  # ground inside a factory, above both ends
        (20245, "D1", "B1@W"),  # a bar's pixel as near to one hexside as to another
        (21586, "C2", "E2"),  # within a factory, along hexes of a graveyard
    ],
)
def test_core_and_reference_agree_where_they_did_not(
    seed: int, source: str, target: str, thread: str
) -> None:
    board = board_of(seed)
    one, two = (stand_at(board, name) for name in (source, target))
    result = board.los(source, target, thread=thread)
    assert (result.blocked, result.hindrance) == trace(board, one, two, thread)


def test_a_bar_is_as_high_on_a_reversed_board() -> None:
    """Its pixel at a vertex is as near to one hexside as to another (B23.71)."""
    board = board_of(20245)
    one, two = board.los("D1", "B1@W"), board.rotated().los("D1", "B1@E")
    assert (one.blocked, one.reason) == (two.blocked, two.reason)


@pytest.mark.slow
@pytest.mark.parametrize("thread", ["exact", "vasl"])
def test_core_and_reference_agree_on_boards_of_chance(thread: str) -> None:
    found: list[str] = []
    boards = -(-LINES // LINES_A_BOARD)
    for seed in range(FIRST, FIRST + boards):
        found += differences(board_of(seed), thread, LINES_A_BOARD, seed)
    assert not found, f"{len(found)} lines differ:\n" + "\n".join(found[:20])
