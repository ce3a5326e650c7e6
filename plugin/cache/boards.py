"""Boards as bytes: their planes, lattice and facts, and what was read off their pixels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hexlos.board import Board
from hexlos.class_tables import FORMS
from hexlos.drawn import Drawn
from hexlos.errors import BoardFormatError
from hexlos.files.losdata import MAX_PIXELS
from hexlos.grid import CompiledBoard
from hexlos.hexfacts import HexFacts
from hexlos.hexgrid import MAX_HEXES, HexGrid
from hexlos.limits import MAX_SIDE, MAX_SPAN
from hexlos.packing import Arrays, DamagedError, pack, unpack
from hexlos.plugins import manager

if TYPE_CHECKING:
    from PIL.Image import Image

_LENGTHS = ("width", "height", "units_x", "units_y", "third", "half", "x0", "y0")
_TEXTS = ("name", "version")
_MAX_TEXT = 10_000
_MAX_UNITS = 1 << 31
#: Facts by hexside; the others are one a hex.
_BY_SIDE = ("hexside", "hexside_level", "hillside", "depression_hexside", "rail_hexside")


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
        "lengths": [getattr(grid, name) for name in _LENGTHS],
        "names": grid.names,
    }
    # most pixels are as the one before
    pixels = board.terrain.ravel().astype(np.uint32) << 24
    pixels |= board.level.view(np.uint8).ravel().astype(np.uint32) << 16
    pixels |= drawn.classes.ravel()
    starts = np.flatnonzero(np.diff(pixels, prepend=pixels[0] ^ 1))
    lined = np.flatnonzero(drawn.edge >= 0)
    arrays: Arrays = {
        "place": np.stack([grid.col, grid.row]).astype(np.int32),
        "pixel": pixels[starts],
        "run": np.diff(starts, append=len(pixels)).astype(np.uint32),
        "kinds": drawn.kinds.astype(np.int64),
        "shows": np.packbits(drawn.shows, axis=1),
        "walls": drawn.walls,
        "lined": lined.astype(np.int32),
        "edge": drawn.edge.ravel()[lined].astype(np.int32),
        **{f"fact {field.name}": getattr(board.facts, field.name) for field in fields(HexFacts)},
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
    facts = HexFacts(**{field.name: _fact(field, arrays, len(grid)) for field in fields(HexFacts)})
    compiled = CompiledBoard(board)
    compiled.drawn = _drawn(grid, compiled.cells, classes, arrays)
    board.prepare(facts, compiled)
    _ = compiled.exact  # whatever does not fit together shows here
    return board


def _check(true: object, what: str) -> None:
    if not true:
        raise DamagedError(what)


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > _MAX_TEXT:
        raise DamagedError("no text")
    return value


def _grid(info: dict[str, Any], place: NDArray[Any]) -> HexGrid:
    names = tuple(map(_text, info["names"]))
    lengths = dict(zip(_LENGTHS, info["lengths"], strict=True))
    _check(all(type(n) is int and abs(n) < _MAX_UNITS for n in lengths.values()), "lengths")
    _check(min(lengths[name] for name in _LENGTHS[:6]) > 0, "lengths")
    _check(max(lengths["width"], lengths["height"]) <= MAX_SIDE, "size")
    _check(lengths["width"] * lengths["height"] <= MAX_PIXELS, "size")
    _check(0 < len(names) == len(set(names)) <= MAX_HEXES, "names")
    _check(place.dtype == np.int32 and place.shape == (2, len(names)), "places")
    col, row = place
    _check(place.min() == 0 and place.max() < MAX_SPAN, "places")
    _check(((col + row) % 2 == (col[0] + row[0]) % 2).all(), "places")
    _check(np.diff(np.sort(col * MAX_SPAN + row)).min(initial=1) > 0, "places")
    grid = HexGrid(**lengths, names=names, col=col.copy(), row=row.copy())
    _check(grid.fits_picture, "the picture")
    return grid


def _planes(
    grid: HexGrid, pixel: NDArray[Any], run: NDArray[Any]
) -> tuple[NDArray[np.uint8], NDArray[np.int8], NDArray[np.uint16]]:
    """Terrain, level and class of every pixel."""
    _check(pixel.dtype == run.dtype == np.uint32 and pixel.shape == run.shape, "runs")
    _check(pixel.ndim == 1 and run.sum(dtype=np.int64) == grid.width * grid.height, "runs")
    shape = (grid.width, grid.height)
    terrain = np.repeat((pixel >> 24).astype(np.uint8), run).reshape(shape)
    level = np.repeat((pixel >> 16 & 0xFF).astype(np.uint8), run).reshape(shape)
    classes = np.repeat((pixel & 0xFFFF).astype(np.uint16), run).reshape(shape)
    return terrain, level.view(np.int8), classes


def _fact(field: Any, arrays: Arrays, hexes: int) -> NDArray[Any]:
    """One of the facts: what its declaration says it is."""
    found = arrays[f"fact {field.name}"]
    shape = (hexes, 6) if field.name in _BY_SIDE else (hexes,)
    declared = field.type.removeprefix("NDArray[np.").removesuffix("]")
    _check(found.dtype == np.dtype(getattr(np, declared)), field.name)
    _check(found.shape == shape, field.name)
    if found.dtype == np.bool_:
        found = found.view(np.uint8) != 0
    if field.name == "inherent":
        _check(found.min() >= -1 and found.max() < 256, field.name)
    return found


def _drawn(grid: HexGrid, cells: int, classes: NDArray[np.uint16], arrays: Arrays) -> Drawn:
    kinds, walls, packed = arrays["kinds"], arrays["walls"], arrays["shows"]
    count = len(kinds)
    _check(kinds.dtype == np.int64 and kinds.shape == (count, 3), "kinds")
    _check(classes.max() < count <= 1 << 16, "classes")
    _check((kinds.min(axis=0) >= [0, -128, 0]).all(), "kinds")
    _check((kinds.max(axis=0) < [256, 128, FORMS]).all(), "kinds")
    _check(walls.dtype == np.uint8 and walls.shape == (len(grid), 6), "walls")
    _check(packed.dtype == np.uint8 and packed.shape == (cells, (count + 7) // 8), "shows")
    shows = np.unpackbits(packed, axis=1, count=count).view(np.bool_)
    return Drawn(classes, kinds, shows, _edge(grid, cells, arrays), walls)


def _edge(grid: HexGrid, cells: int, arrays: Arrays) -> NDArray[np.int32]:
    lined, values = arrays["lined"], arrays["edge"]
    _check(lined.dtype == values.dtype == np.int32 and lined.shape == values.shape, "edge")
    _check(lined.ndim == 1, "edge")
    if not len(lined):
        return np.full((1, 1), -1, dtype=np.int32)
    _check(lined.min() >= 0 and lined.max() < grid.width * grid.height, "edge")
    _check(values.min() >= 0 and values.max() < 6 * cells, "edge")
    plane = np.full(grid.width * grid.height, -1, dtype=np.int32)
    plane[lined] = values
    return plane.reshape(grid.width, grid.height)


def _picture(source: Path) -> Callable[[], Image]:
    """Loader of the board's artwork, which its file has."""

    def load() -> Image:
        board: Board | None = manager().hook.hexlos_read_board(path=source)
        if board is None or board.picture is None:
            raise BoardFormatError(f"{source.name}: it has no picture any more")
        return board.picture()

    return load
