"""Lines along hexsides and along the edges of pixels: what is known beforehand changes nothing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from quick_tables import agree
from random_boards import STANDARD, layouts

import hexlos
from hexlos import Board, LosMatrix
from hexlos.catalogue import terrain_code
from hexlos.ext import Sides, mark_acting
from hexlos.hexgrid import HexGrid

from synthetic import make_board

#: What lies along hexsides: terrain that blocks, hinders, does so on one side only, or not at all.
BESIDE = (
    "Open Ground", "Open Ground", "Woods", "Woods", "Brush", "Grain", "Marsh", "Orchard",
    "Stone Building", "Wall", "Hedge", "Bocage", "Cliff", "Dirt Road", "Crag",
)  # fmt: skip


def lined_board(seed: int, grid: HexGrid | None = None) -> Board:
    """A board with something else along every side of each hex, often part of the way."""
    rng, grid = np.random.default_rng(seed), grid or layouts()[seed % len(layouts())]
    terrain = np.zeros((grid.width, grid.height), dtype=np.uint8)
    level = np.zeros(terrain.shape, dtype=np.int8)
    codes = [terrain_code(name) for name in BESIDE]
    reach = grid.third / grid.units_x / 8
    for index in range(len(grid)):
        pixels = np.argwhere(grid.pixel_owner == index)
        level[tuple(pixels.T)] = rng.choice((0, 0, 0, 1, 2))
        corners = grid.vertices_px[index]
        for side in range(6):
            first, along = corners[side], corners[(side + 1) % 6] - corners[side]
            middles = pixels + 0.5 - first
            part = middles @ along / (along @ along)
            away = np.abs(middles @ np.array([-along[1], along[0]])) / np.hypot(*along)
            begun, ended = np.sort(rng.uniform(0, 1, 2)) if rng.random() < 0.5 else (0.0, 1.0)
            here = (away < reach) & (part >= begun) & (part <= ended)
            terrain[tuple(pixels[here].T)] = rng.choice(codes)
    return Board(name=f"lined{seed}", grid=grid, terrain=terrain, level=level)


def beside(board: Board, table: LosMatrix) -> NDArray[np.bool_]:
    """The lines of a table of hexes that run along hexsides."""
    where = np.array([board.grid.index(name.partition(":")[0]) for name in table.sources])
    col, row = board.grid.col[where], board.grid.row[where]
    across, down = np.abs(col[:, None] - col), np.abs(row[:, None] - row)
    return (table.range > 1) & (across > 0) & ((down == 0) | (down == 3 * across))


def upright(board: Board, table: LosMatrix) -> NDArray[np.bool_]:
    """The lines of a table down a column between the pixels of two."""
    where = np.array([board.grid.index(name.partition(":")[0]) for name in table.sources])
    col, x = board.grid.col[where], board.grid.centres_px[where, 0]
    return (table.range > 1) & (col[:, None] == col) & (x == np.round(x))


@pytest.mark.parametrize("seed", range(2 * len(layouts())))
def test_along_hexsides_of_every_layout(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    board = lined_board(seed)
    table = agree(board, monkeypatch, sources="levels")
    mirrored = agree(board.rotated(), monkeypatch, sources="levels")
    assert mirrored.blocked.sum() == table.blocked.sum()
    along = beside(board, table)
    assert 9 < table.blocked[along].sum() < along.sum() - 9
    assert len(np.unique(table.reason[along])) > 3
    assert upright(board, table).any() or board.grid.row.max() < 5


@pytest.mark.parametrize("seed", range(3))
def test_along_the_rims_of_crops(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the rim there is nothing: what shows on the map's side alone counts."""
    board, rng = lined_board(seed), np.random.default_rng(seed)
    for _ in range(4):
        crop = board.cropped(*rng.choice(board.hexes, 2).tolist())
        agree(crop, monkeypatch, sources="levels")


def test_along_hexsides_across_seams(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hexsides of a board in the middle may be a grid unit off a line between two others."""
    column = [
        lined_board(seed, HexGrid.from_layout(13, 2, 675, height, *STANDARD))
        for seed, height in enumerate((130, 128, 129), start=1)
    ]
    for n in (0, 2):
        column[n] = column[n].with_planes(column[n].terrain * 0, column[n].level * 0, "bare")
    over, beside_it = [[each] for each in column], [[lined_board(5), lined_board(14)]]
    for board in (hexlos.open_map(over), hexlos.open_map(beside_it)):
        table = agree(board, monkeypatch, sources="levels")
        assert 0.1 < table.blocked[beside(board, table)].mean() < 0.9


@pytest.mark.parametrize("name", ["village", "hills"])
def test_hexsides_of_our_boards(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board = hexlos.open_board(name)
    table = agree(board, monkeypatch)
    assert 200 < table.blocked[beside(board, table)].sum()
    assert 200 < table.blocked[upright(board, table)].sum()


def acting(board: Board, low: int, high: int) -> NDArray[np.uint8]:
    """(cells, 6) hexsides along which something may act on lines between two levels."""
    compiled, field = board.compiled, board.compiled.exact
    lowest, levels = field.level_range
    row = (2 * low - lowest) * levels + 2 * high - lowest
    acts = np.full(6 * compiled.cells, 7, dtype=np.uint8)
    mark_acting(field, Sides(field, np.sort(compiled.cell_of)), row, acts)
    return acts.reshape(-1, 6)


def hexsides(board: Board) -> list[tuple[int, int, str, str]]:
    """(cell, side, hex, hex beyond) of the hexsides that the picture shows; each comes once."""
    grid, shown = board.grid, np.array(board.terrain.shape)
    whole = ((grid.vertices_px >= 0) & (grid.vertices_px <= shown)).all(axis=(1, 2))
    return [
        (int(board.compiled.cell_of[index]), side, board.hexes[index], board.hexes[other])
        for index in range(len(grid))
        for side in range(3)
        if (other := int(grid.neighbours[index, side])) >= 0 and (whole[index] or whole[other])
    ]


def test_hexsides_that_act() -> None:
    """Of what is drawn the weaker side counts (A6.1), but inherent terrain acts on either side."""
    woods, trees = {"B2", "B3", "C3", "E2"}, {"D3", "F3"}
    terrain = dict.fromkeys(woods, "Woods") | dict.fromkeys(trees, "Orchard")
    board = make_board(7, 4, terrain, {"G1": 2})
    acts, above = acting(board, 0, 0), acting(board, 2, 2)
    between = [{one, two} for _, _, one, two in hexsides(board)]
    assert sum(both <= woods for both in between) == 3
    assert sum(bool(both & trees) for both in between) == 12
    for cell, side, one, two in hexsides(board):
        assert acts[cell, side] == ({one, two} <= woods or bool({one, two} & trees))
        assert above[cell, side] == bool({one, two} & trees)
        # the hex beyond has none of its own
        beyond = board.compiled.cell_of[board.grid.index(two)]
        assert not acts[beyond, side + 3]


def test_beyond_the_rim_the_side_on_the_map_counts() -> None:
    grid = layouts()[7]  # its picture goes on beyond its hexes
    terrain = np.full((grid.width, grid.height), terrain_code("Woods"), dtype=np.uint8)
    names = grid.names
    bare = names[len(names) // 2]
    terrain[grid.pixel_owner == grid.index(bare)] = 0
    board = Board(name="rim", grid=grid, terrain=terrain, level=np.zeros(terrain.shape, np.int8))
    acts = acting(board, 0, 0)
    for index, name in enumerate(names):
        corners = grid.vertices_px[index]
        shown = ((corners > 3) & (corners < np.array(terrain.shape) - 3)).all()
        for side in range(6):
            beyond = grid.neighbours[index, side]
            if beyond < 0 and shown:
                assert acts[board.compiled.cell_of[index], side] == (name != bare)
    open_ground = acting(replace(board, terrain=np.zeros_like(terrain)), 0, 0)
    assert hexsides(board)
    assert not any(open_ground[cell, side] for cell, side, _, _ in hexsides(board))


def test_what_does_not_fit_is_refused() -> None:
    board, other = hexlos.open_board("hills"), make_board()
    field = board.compiled.exact
    hexes = np.sort(board.compiled.cell_of)
    sides, acts = Sides(field, hexes), np.zeros(6 * board.compiled.cells, dtype=np.uint8)
    for bad in (hexes[::-1].copy(), hexes - hexes[0] - 1, hexes + board.compiled.cells):
        with pytest.raises(ValueError, match="ascending cells"):
            Sides(field, bad)
    with pytest.raises(ValueError, match="found once"):
        sides.__init__(field, hexes)  # type: ignore[misc]
    with pytest.raises(ValueError, match="six entries a cell"):
        mark_acting(other.compiled.exact, sides, 0, acts)
    with pytest.raises(ValueError, match="six entries a cell"):
        mark_acting(field, sides, 0, acts[6:])
    for row in (-1, 10**6):
        with pytest.raises(ValueError, match="no such row"):
            mark_acting(field, sides, row, acts)
    with pytest.raises(TypeError):
        mark_acting(field, None, 0, acts)  # type: ignore[arg-type]
