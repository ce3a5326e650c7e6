"""What is read off the pixels of a map of boards, kept by what the map shows."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexlos.board import Board
from hexlos.cache.folder import cache_folder
from hexlos.cache.keys import program
from hexlos.cache.pixels import check, pack_drawn, pack_facts, unpack_drawn, unpack_facts
from hexlos.grid import CompiledBoard
from hexlos.hexgrid import LENGTHS, HexGrid
from hexlos.mapgrid import MapGrid
from hexlos.packing import Arrays, pack, unpack


def map_key(board: Board) -> str | None:
    """The key of a map, 40 hex digits: of its planes, its lattice and all else that facts need.

    None for a board by itself, and where nothing is to be kept.
    """
    grid = board.grid
    if cache_folder() is None or not isinstance(grid, MapGrid) or len(grid.parts) < 2:
        return None
    told = [
        program(),
        _lattice(grid),
        [(part.board, part.label, part.left, part.top, _lattice(part.grid)) for part in grid.parts],
        sorted(board.slopes.items()),
        sorted(board.stairways),
        sorted(board.whole_hexes.items()),
        board.alpine_hills,
    ]
    made = hashlib.sha256(json.dumps(told).encode())
    arrays: list[NDArray[Any]] = [board.terrain, board.level, grid.centres]
    arrays += [
        array for one in (grid, *(p.grid for p in grid.parts)) for array in (one.col, one.row)
    ]
    for array in (*arrays, *(part.hexes for part in grid.parts)):
        made.update(f"\0{array.dtype} {array.shape}\0".encode())
        made.update(np.ascontiguousarray(array).data)
    return made.hexdigest()[:40]


def _lattice(grid: HexGrid) -> list[object]:
    return [*(getattr(grid, name) for name in LENGTHS), grid.flipped, grid.names]


def pack_map(board: Board, key: str) -> bytes:
    """What was read of a map that is compiled, and the key of that map."""
    drawn = board.compiled.drawn
    # most pixels are as the one before
    classes = drawn.classes.ravel()
    starts = np.flatnonzero(np.append(True, classes[1:] != classes[:-1]))
    arrays: Arrays = {
        "class": classes[starts],
        "run": np.diff(starts, append=len(classes)).astype(np.uint32),
        **pack_drawn(drawn),
        **pack_facts(board.facts),
    }
    return pack({"key": key}, arrays)


def unpack_map(data: bytes, board: Board, key: str) -> Board:
    """The map of a key with what was kept; DamagedError or another when that is none of it."""
    info, arrays = unpack(data)
    check(info["key"] == key, "the key of another map")
    made = replace(board)
    compiled = CompiledBoard(made)
    _ = compiled.paths  # are begun with meanwhile
    classes = _classes(made.grid, arrays["class"], arrays["run"])
    compiled.drawn = unpack_drawn(made.grid, compiled.cells, classes, arrays)
    made.prepare(unpack_facts(arrays, len(made.grid)), compiled)
    _ = compiled.exact  # whatever does not fit together shows here
    return made


def _classes(
    grid: HexGrid, kind: NDArray[np.uint16], run: NDArray[np.uint32]
) -> NDArray[np.uint16]:
    check(kind.dtype == np.uint16 and run.dtype == np.uint32, "runs")
    check(kind.ndim == 1 and kind.shape == run.shape, "runs")
    check(run.sum(dtype=np.int64) == grid.width * grid.height, "runs")
    return np.repeat(kind, run).reshape(grid.width, grid.height)
