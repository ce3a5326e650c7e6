"""Boards as bytes: their planes, lattice and facts, and what was read off their pixels."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hexlos.board import Board
from hexlos.cache.pixels import check, pack_drawn, pack_facts, unpack_drawn, unpack_facts
from hexlos.errors import BoardFormatError
from hexlos.files.losdata import MAX_PIXELS
from hexlos.grid import CompiledBoard
from hexlos.hexgrid import LENGTHS, MAX_HEXES, HexGrid
from hexlos.limits import MAX_SIDE, MAX_SPAN
from hexlos.packing import Arrays, DamagedError, pack, unpack
from hexlos.plugins import manager

if TYPE_CHECKING:
    from PIL.Image import Image

_TEXTS = ("name", "version")
_MAX_TEXT = 10_000
_MAX_UNITS = 1 << 31


def pack_board(board: Board) -> bytes | None:
    """A board with facts and arrays that are made already; None for one that cannot be packed."""
    grid, drawn = board.grid, board.compiled.drawn
    if type(grid) is not HexGrid or grid.flipped or board.plain is not None:
        return None
    info = {
        **{name: getattr(board, name) for name in _TEXTS},
        "alpine_hills": board.alpine_hills,
        "notes": board.notes,
        "slopes": board.slopes,
        "stairways": sorted(board.stairways),
        "whole_hexes": board.whole_hexes,
        "picture": board.picture is not None,
        "lengths": [getattr(grid, name) for name in LENGTHS],
        "names": grid.names,
    }
    # most pixels are as the one before
    pixels = board.terrain.ravel().astype(np.uint32) << 24
    pixels |= board.level.view(np.uint8).ravel().astype(np.uint32) << 16
    pixels |= drawn.classes.ravel()
    starts = np.flatnonzero(np.diff(pixels, prepend=pixels[0] ^ 1))
    arrays: Arrays = {
        "place": np.stack([grid.col, grid.row]).astype(np.int32),
        "pixel": pixels[starts],
        "run": np.diff(starts, append=len(pixels)).astype(np.uint32),
        **pack_drawn(drawn),
        **pack_facts(board.facts),
    }
    return pack(info, arrays)


def unpack_board(data: bytes, source: Path) -> Board:
    """A board as it was packed, with facts and arrays; DamagedError or another when it is none."""
    info, arrays = unpack(data)
    grid = _grid(info, arrays["place"])
    terrain, level, classes = _planes(grid, arrays["pixel"], arrays["run"])
    board = Board(
        name=_text(info["name"]),
        version=_text(info["version"]),
        grid=grid,
        terrain=terrain,
        level=level,
        slopes={_text(name): tuple(map(int, sides)) for name, sides in info["slopes"].items()},
        stairways=frozenset(map(_text, info["stairways"])),
        whole_hexes={_text(name): int(code) for name, code in info["whole_hexes"].items()},
        alpine_hills=bool(info["alpine_hills"]),
        picture=_picture(source) if info["picture"] else None,
        source=source,
        notes=tuple(map(_text, info["notes"])),
    )
    compiled = CompiledBoard(board)
    compiled.drawn = unpack_drawn(grid, compiled.cells, classes, arrays)
    board.prepare(unpack_facts(arrays, len(grid)), compiled)
    _ = compiled.exact  # whatever does not fit together shows here
    return board


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > _MAX_TEXT:
        raise DamagedError("no text")
    return value


def _grid(info: dict[str, Any], place: NDArray[Any]) -> HexGrid:
    names = tuple(map(_text, info["names"]))
    lengths = dict(zip(LENGTHS, info["lengths"], strict=True))
    check(all(type(n) is int and abs(n) < _MAX_UNITS for n in lengths.values()), "lengths")
    check(min(lengths[name] for name in LENGTHS[:6]) > 0, "lengths")
    check(max(lengths["width"], lengths["height"]) <= MAX_SIDE, "size")
    check(lengths["width"] * lengths["height"] <= MAX_PIXELS, "size")
    check(0 < len(names) == len(set(names)) <= MAX_HEXES, "names")
    check(place.dtype == np.int32 and place.shape == (2, len(names)), "places")
    col, row = place
    check(place.min() == 0 and place.max() < MAX_SPAN, "places")
    check(((col + row) % 2 == (col[0] + row[0]) % 2).all(), "places")
    check(np.diff(np.sort(col * MAX_SPAN + row)).min(initial=1) > 0, "places")
    grid = HexGrid(**lengths, names=names, col=col.copy(), row=row.copy())
    check(grid.fits_picture, "the picture")
    return grid


def _planes(
    grid: HexGrid, pixel: NDArray[Any], run: NDArray[Any]
) -> tuple[NDArray[np.uint8], NDArray[np.int8], NDArray[np.uint16]]:
    """Terrain, level and class of every pixel."""
    check(pixel.dtype == run.dtype == np.uint32 and pixel.shape == run.shape, "runs")
    check(pixel.ndim == 1 and run.sum(dtype=np.int64) == grid.width * grid.height, "runs")
    shape = (grid.width, grid.height)
    terrain = np.repeat((pixel >> 24).astype(np.uint8), run).reshape(shape)
    level = np.repeat((pixel >> 16 & 0xFF).astype(np.uint8), run).reshape(shape)
    classes = np.repeat((pixel & 0xFFFF).astype(np.uint16), run).reshape(shape)
    return terrain, level.view(np.int8), classes


def _picture(source: Path) -> Callable[[], Image]:
    """Loader of the board's artwork, which its file has."""

    def load() -> Image:
        board: Board | None = manager().hook.hexlos_read_board(path=source)
        if board is None or board.picture is None:
            raise BoardFormatError(f"{source.name}: it has no picture any more")
        return board.picture()

    return load
