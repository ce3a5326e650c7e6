"""Addresses -> the rows of places that the compiled core takes."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hexlos.address import SIDES, VERTICES, Address
from hexlos.errors import TraceOptionError, UnknownHexError
from hexlos.locations import (
    Location,
    crest_addresses,
    crest_refused,
    hex_locations,
    level_addresses,
    shows_vertex,
    vertex_addresses,
    vertex_location,
)

if TYPE_CHECKING:
    from hexlos.board import Board

THREADS = ("exact", "vasl")

#: One row of the core's places: cell, twice the level, hex in map order, kind, aiming point, and
#: that point's order in its hex.
Row = tuple[int, int, int, int, int, int]


#: Addresses that a board remembers the places of.
_MOST_KNOWN = 50_000


def thread_name(thread: str | None) -> str:
    """The thread asked for, else HEXLOS_THREAD, else "exact"."""
    name = thread or os.environ.get("HEXLOS_THREAD") or "exact"
    if name not in THREADS:
        raise TraceOptionError(f"thread {name!r:.60} is unknown: use exact or vasl")
    return name


def place(board: Board, address: str) -> Row:
    """Row of a location; UnknownHexError when there is none."""
    if type(address) is not str:
        return _find_place(board, address)
    known = board.compiled.known_places
    row = known.get(address)
    if row is None:
        row = _find_place(board, address)
        if len(known) >= _MOST_KNOWN:
            known.clear()
        known[address] = row
    return row


def _find_place(board: Board, address: str) -> Row:
    parsed = Address.parse(board.plain_name(address))
    index = board.grid.index(parsed.hex)
    if parsed.vertex:
        return _row(board, index, _vertex(board, index, parsed))
    if not parsed.place:
        return _row(board, index, board.plain_location(index))
    if parsed.place == "crest" and (why := crest_refused(board, index, parsed.side)):
        raise UnknownHexError(f"{address!r}: no crest status there, for {why} (B20.9)")
    for found in hex_locations(board, index):
        if found.place == parsed.place:
            return _row(board, index, found)
    raise UnknownHexError(
        f"{address[:60]!r}: the locations of {parsed.hex} are "
        f"{', '.join(level_addresses(board, index) + crest_addresses(board, index)[:1])}"
    )


def _vertex(board: Board, index: int, parsed: Address) -> Location:
    vertex = VERTICES.index(parsed.vertex)
    side = SIDES.index(parsed.side) if parsed.side else None
    if not shows_vertex(board, index, vertex, side):
        raise UnknownHexError(
            f"{str(parsed)!r} is beside the map: the vertices of {parsed.hex} on it are "
            f"{', '.join(vertex_addresses(board, index))}"
        )
    return vertex_location(board, index, vertex, side)


def _row(board: Board, index: int, found: Location) -> Row:
    order = found.point
    if order and board.grid.flipped:
        order = (order + 2) % 6 + 1  # vertices turn with the map
    cell = int(board.compiled.cell_of[index])
    return cell, found.level, index, int(found.kind), found.point, order


def places(
    board: Board, addresses: Iterable[str] | str | None
) -> tuple[tuple[str, ...], NDArray[np.int32]]:
    """Names and (n, 6) rows: all hex centres for None, every level location for "levels".

    Crest status is what a unit in a Depression hex may take, no level of it, so that "levels"
    leaves it out (B20.9); lists may name it. They may name vertices as well (A6.12).
    """
    if isinstance(addresses, str) and addresses != "levels":
        raise TraceOptionError(f"{addresses!r:.60} is no set of locations: use 'levels' or a list")
    if not (addresses is None or isinstance(addresses, Iterable)) or isinstance(addresses, bytes):
        raise TraceOptionError(
            f"{addresses!r:.60} is no list of locations: write them as in ['F4', 'J3:1']"
        )
    if addresses is None or isinstance(addresses, str) or addresses is board.hexes:
        known = board.compiled.known_sets
        every = isinstance(addresses, str)
        if every not in known:
            known[every] = _as_rows(*_every_place(board, levels=every))
        return known[every]
    names = list(addresses)
    return _as_rows(names, [place(board, address) for address in names])


def _every_place(board: Board, *, levels: bool) -> tuple[list[str], list[Row]]:
    """All hex centres, or every level location."""
    names, rows = [], []
    for index, name in enumerate(board.hexes):
        for found in hex_locations(board, index) if levels else [board.plain_location(index)]:
            if found.place == "crest":
                continue
            names.append(f"{name}:{found.place}" if found.place else name)
            rows.append(_row(board, index, found))
    return names, rows


def _as_rows(names: list[str], rows: list[Row]) -> tuple[tuple[str, ...], NDArray[np.int32]]:
    made = np.array(rows, dtype=np.int32).reshape(-1, 6)
    made.flags.writeable = False
    return tuple(names), made
