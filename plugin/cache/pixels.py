"""What is read off the pixels of a board or a map as arrays to keep, and checked when read back."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexlos.class_tables import FORMS
from hexlos.drawn import Drawn
from hexlos.hexfacts import HexFacts
from hexlos.hexgrid import HexGrid
from hexlos.packing import Arrays, DamagedError

#: Facts by hexside; the others are one a hex.
_BY_SIDE = ("hexside", "hexside_level", "hillside", "depression_hexside", "rail_hexside")


def pack_facts(facts: HexFacts) -> Arrays:
    """Facts of hexes as arrays of a file."""
    return {f"fact {field.name}": getattr(facts, field.name) for field in fields(HexFacts)}


def pack_drawn(drawn: Drawn) -> Arrays:
    """What is drawn, but for the plane of classes, as arrays of a file."""
    lined = np.flatnonzero(drawn.edge >= 0)
    return {
        "kinds": drawn.kinds.astype(np.int64),
        "shows": np.packbits(drawn.shows, axis=1),
        "walls": drawn.walls,
        "lined": lined.astype(np.int32),
        "edge": drawn.edge.ravel()[lined].astype(np.int32),
    }


def check(true: object, what: str) -> None:
    """DamagedError where something is not true of what was read."""
    if not true:
        raise DamagedError(what)


def unpack_facts(arrays: Arrays, hexes: int) -> HexFacts:
    """Facts of so many hexes."""
    return HexFacts(**{field.name: _fact(field, arrays, hexes) for field in fields(HexFacts)})


def _fact(field: Any, arrays: Arrays, hexes: int) -> NDArray[Any]:
    """One of the facts: what its declaration says it is."""
    found = arrays[f"fact {field.name}"]
    shape = (hexes, 6) if field.name in _BY_SIDE else (hexes,)
    declared = field.type.removeprefix("NDArray[np.").removesuffix("]")
    check(found.dtype == np.dtype(getattr(np, declared)), field.name)
    check(found.shape == shape, field.name)
    if found.dtype == np.bool_:
        found = found.view(np.uint8) != 0
    if field.name == "inherent":
        check(found.min() >= -1 and found.max() < 256, field.name)
    return found


def unpack_drawn(grid: HexGrid, cells: int, classes: NDArray[np.uint16], arrays: Arrays) -> Drawn:
    """What is drawn on a board of so many cells, given the class of every pixel."""
    kinds, walls, packed = arrays["kinds"], arrays["walls"], arrays["shows"]
    count = len(kinds)
    check(kinds.dtype == np.int64 and kinds.shape == (count, 3), "kinds")
    check(classes.max() < count <= 1 << 16, "classes")
    check((kinds.min(axis=0) >= [0, -128, 0]).all(), "kinds")
    check((kinds.max(axis=0) < [256, 128, FORMS]).all(), "kinds")
    check(walls.dtype == np.uint8 and walls.shape == (len(grid), 6), "walls")
    check(packed.dtype == np.uint8 and packed.shape == (cells, (count + 7) // 8), "shows")
    shows = np.unpackbits(packed, axis=1, count=count).view(np.bool_)
    return Drawn(classes, kinds, shows, _edge(grid, cells, arrays), walls)


def _edge(grid: HexGrid, cells: int, arrays: Arrays) -> NDArray[np.int32]:
    lined, values = arrays["lined"], arrays["edge"]
    check(lined.dtype == values.dtype == np.int32 and lined.shape == values.shape, "edge")
    check(lined.ndim == 1, "edge")
    if not len(lined):
        return np.full((1, 1), -1, dtype=np.int32)
    check(lined.min() >= 0 and lined.max() < grid.width * grid.height, "edge")
    check(values.min() >= 0 and values.max() < 6 * cells, "edge")
    plane = np.full(grid.width * grid.height, -1, dtype=np.int32)
    plane[lined] = values
    return plane.reshape(grid.width, grid.height)
