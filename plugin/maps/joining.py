"""Joining boards: one lattice, one pair of planes and one picture for a map of boards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import lcm
from typing import TYPE_CHECKING

import numpy as np

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
    units = lcm(*(g.units_x for g in grids)), lcm(*(g.units_y for g in grids))
    third = grids[0].third * (units[0] // grids[0].units_x)
    half = grids[0].half * (units[1] // grids[0].units_y)
    names: list[str] = []
    places: dict[tuple[int, int], int] = {}
    origins: list[tuple[int, int]] = []
    shifts: list[tuple[int, int]] = []
    parts = []
    for board, label, spot in zip(boards, labels, spots, strict=True):
        grid = board.grid
        x0 = spot.x * units[0] + grid.x0 * (units[0] // grid.units_x) - 3 * third * spot.col
        y0 = spot.y * units[1] + grid.y0 * (units[1] // grid.units_y) - half * spot.row
        origins.append((x0, y0))
        index = np.empty(len(grid) + 1, dtype=np.int32)
        index[-1] = -1
        for n, place in enumerate(
            zip((grid.col + spot.col).tolist(), (grid.row + spot.row).tolist(), strict=True)
        ):
            if place not in places:
                places[place] = len(names)
                names.append(label + grid.names[n])
                shifts.append((x0 - origins[0][0], y0 - origins[0][1]))
            index[n] = places[place]
        part = parts_of(board)[0]
        parts.append(replace(part, label=label, left=spot.x, top=spot.y, hexes=index[part.hexes]))
    at = np.array(list(places), dtype=np.int32)
    first = at.min(axis=0)
    shift = np.array(shifts, dtype=np.int64)
    lattice = HexGrid(
        width=max(spot.x + grid.width for spot, grid in zip(spots, grids, strict=True)),
        height=max(spot.y + grid.height for spot, grid in zip(spots, grids, strict=True)),
        units_x=units[0],
        units_y=units[1],
        third=third,
        half=half,
        x0=origins[0][0] + 3 * third * int(first[0]),
        y0=origins[0][1] + half * int(first[1]),
        names=tuple(names),
        col=at[:, 0] - first[0],
        row=at[:, 1] - first[1],
        flipped=len(grids) == 1 and grids[0].flipped,
    )
    if max(lattice.width, lattice.height) > MAX_SIDE or lattice.width * lattice.height > MAX_PIXELS:
        raise MapError(
            f"a map of {lattice.width} x {lattice.height} pixels is too large: {MAX_SIDE} to a "
            f"side and {MAX_PIXELS} in all are the most"
        )
    return as_map_grid(lattice, tuple(parts), shift if shift.any() else None)


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
    return replace(
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
