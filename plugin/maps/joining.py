"""Joining boards: one lattice, one pair of planes and one picture for a map of boards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import lcm
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hexlos.board import Board
from hexlos.errors import MapError
from hexlos.hexgrid import HexGrid
from hexlos.limits import MAX_SIDE
from hexlos.mapgrid import MapGrid, Part, labels_of
from hexlos.maps.crop import as_map_grid, parts_of
from hexlos.maps.placing import Spot, place_tiles

if TYPE_CHECKING:
    from PIL.Image import Image

#: Pixels of the largest map.
MAX_PIXELS = 100_000_000


@dataclass(frozen=True, eq=False)
class Tile:
    """A board to lay, as it lies and cropped as it is, and how it was asked for."""

    text: str
    board: Board


def join(rows: Sequence[Sequence[Tile | None]], name: str) -> Board:
    """The map of boards laid in rows from the top, each from the left; None leaves a place bare.

    MapError for boards that do not fit together: of another pitch or height of hexes, or
    edges that do not meet in the middle of the same hexes.
    """
    tiles = [tile for row in rows for tile in row if tile is not None]
    labels = labels_of([_single(tile).board for tile in tiles])
    spots = place_tiles([[None if t is None else t.board for t in row] for row in rows])
    plains = [tile.board.plain or tile.board for tile in tiles]
    boards = [tile.board for tile in tiles]
    grid = _lattice(boards, labels, spots)
    made = _laid(boards, grid, name)
    if all(board.plain is None for board in boards):
        return made
    return replace(made, plain=_laid(plains, grid, name))


def _single(tile: Tile) -> Part:
    parts = parts_of(tile.board)
    if len(parts) > 1:
        raise MapError(f"{tile.text}: a map of boards cannot be laid as one of them")
    return parts[0]


def _lattice(boards: Sequence[Board], labels: Sequence[str], spots: Sequence[Spot]) -> MapGrid:
    """The lattice of the map: every hex once, under the name that its first board gives it."""
    grids = [board.grid for board in boards]
    units_x, units_y = lcm(*(g.units_x for g in grids)), lcm(*(g.units_y for g in grids))
    third = grids[0].third * (units_x // grids[0].units_x)
    half = grids[0].half * (units_y // grids[0].units_y)
    origins = [
        (
            spot.x * units_x + grid.x0 * (units_x // grid.units_x) - 3 * third * spot.col,
            spot.y * units_y + grid.y0 * (units_y // grid.units_y) - half * spot.row,
        )
        for grid, spot in zip(grids, spots, strict=True)
    ]
    hexes = _hexes(grids, labels, spots)
    first = hexes.places.min(axis=0)
    lattice = HexGrid(
        width=max(spot.x + grid.width for spot, grid in zip(spots, grids, strict=True)),
        height=max(spot.y + grid.height for spot, grid in zip(spots, grids, strict=True)),
        units_x=units_x,
        units_y=units_y,
        third=third,
        half=half,
        x0=origins[0][0] + 3 * third * int(first[0]),
        y0=origins[0][1] + half * int(first[1]),
        names=hexes.names,
        col=hexes.places[:, 0] - first[0],
        row=hexes.places[:, 1] - first[1],
        flipped=len(grids) == 1 and grids[0].flipped,
    )
    _check_size(lattice)
    parts = tuple(
        replace(part, label=label, left=spot.x, top=spot.y, hexes=index[part.hexes])
        for part, label, spot, index in zip(
            (parts_of(board)[0] for board in boards), labels, spots, hexes.index, strict=True
        )
    )
    shift = (np.array(origins, dtype=np.int64) - origins[0])[hexes.board]
    return as_map_grid(lattice, parts, shift if shift.any() else None)


@dataclass(frozen=True, eq=False)
class _Hexes:
    """The hexes of a map in order: names, (n, 2) lattice places and the board that names each; by
    board, the index of each of its hexes, and -1 behind them."""

    names: tuple[str, ...]
    places: NDArray[np.int32]
    board: NDArray[np.intp]
    index: list[NDArray[np.int32]]


def _hexes(grids: Sequence[HexGrid], labels: Sequence[str], spots: Sequence[Spot]) -> _Hexes:
    names: list[str] = []
    owners: list[int] = []
    found: dict[tuple[int, int], int] = {}
    indices = []
    for n, (grid, label, spot) in enumerate(zip(grids, labels, spots, strict=True)):
        index = []
        there = zip((grid.col + spot.col).tolist(), (grid.row + spot.row).tolist(), strict=True)
        for name, place in zip(grid.names, there, strict=True):
            if place not in found:
                found[place] = len(names)
                names.append(label + name)
                owners.append(n)
            index.append(found[place])
        indices.append(np.array([*index, -1], dtype=np.int32))
    return _Hexes(tuple(names), np.array(list(found), np.int32), np.array(owners), indices)


def _check_size(lattice: HexGrid) -> None:
    if max(lattice.width, lattice.height) > MAX_SIDE or lattice.width * lattice.height > MAX_PIXELS:
        raise MapError(
            f"a map of {lattice.width} x {lattice.height} pixels is too large: {MAX_SIDE} to a "
            f"side and {MAX_PIXELS} in all are the most"
        )


def _laid(boards: Sequence[Board], grid: MapGrid, name: str) -> Board:
    """The planes and facts of boards, laid on the lattice of their map."""
    terrain = np.zeros((grid.width, grid.height), dtype=np.uint8)
    level = np.zeros((grid.width, grid.height), dtype=np.int8)
    slopes: dict[str, tuple[int, ...]] = {}
    stairways: set[str] = set()
    whole: dict[str, int] = {}
    for board, part in zip(boards, grid.parts, strict=True):
        terrain[part.window], level[part.window] = board.terrain, board.level
        there = _names_there(part, grid)
        for hex_, sides in board.slopes.items():
            if hex_ in there:
                slopes[there[hex_]] = tuple(sorted({*slopes.get(there[hex_], ()), *sides}))
        stairways |= {there[hex_] for hex_ in board.stairways if hex_ in there}
        for hex_, code in board.whole_hexes.items():
            if hex_ in there:
                whole.setdefault(there[hex_], code)
    single = len(boards) == 1
    made = replace(
        boards[0],
        name=name,
        grid=grid,
        terrain=terrain,
        level=level,
        version=", ".join(board.version for board in boards if board.version),
        slopes=slopes,
        stairways=frozenset(stairways),
        whole_hexes=whole,
        alpine_hills=any(board.alpine_hills for board in boards),
        picture=_joined_picture(boards, grid),
        source=boards[0].source if single else None,
        history=_history(boards, grid),
        notes=boards[0].notes if single else _notes(boards, grid),
        plain=None,
    )
    if not single:
        made.take_boards(boards)
    return made


def _names_there(part: Part, grid: MapGrid) -> Mapping[str, str]:
    """Name on the map of each of a board's hexes that is on it."""
    return {
        part.grid.names[n]: grid.names[index]
        for n, index in enumerate(part.hexes.tolist())
        if index >= 0
    }


def _history(boards: Sequence[Board], grid: MapGrid) -> tuple[str, ...]:
    from hexlos.ssr import on_board_of_map

    if len(boards) == 1:
        return boards[0].history
    return tuple(
        on_board_of_map(rule, part.label, grid.part_name(part))
        for board, part in zip(boards, grid.parts, strict=True)
        for rule in board.history
    )


def _notes(boards: Sequence[Board], grid: MapGrid) -> tuple[str, ...]:
    alpine = [board.alpine_hills for board in boards]
    more = ("Alpine Hills of one board hold for the whole map (B10.211)",)
    return (more if any(alpine) and not all(alpine) else ()) + tuple(
        f"board {grid.part_name(part)}: {note}"
        for board, part in zip(boards, grid.parts, strict=True)
        for note in board.notes
    )


def _joined_picture(boards: Sequence[Board], grid: MapGrid) -> Callable[[], Image] | None:
    """Loader of the boards' own artwork side by side, drawn where a board has none."""
    if all(board.picture is None for board in boards):
        return None

    def load() -> Image:
        from PIL import Image as images

        from hexlos.render import picture

        whole = images.new("RGB", (grid.width, grid.height), (255, 255, 255))
        for board, part in zip(boards, grid.parts, strict=True):
            whole.paste(picture(board), (part.left, part.top))
        return whole

    return load
