"""Addresses -> the (cell, level, order) rows that the compiled core takes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hexlos.address import Address
from hexlos.errors import TraceOptionError, UnknownHexError
from hexlos.hexinfo import locations

if TYPE_CHECKING:
    from hexlos.board import Board

THREADS = ("exact", "vasl")


def thread_name(thread: str | None) -> str:
    """The thread asked for, else HEXLOS_THREAD, else "exact"."""
    name = thread or os.environ.get("HEXLOS_THREAD") or "exact"
    if name not in THREADS:
        raise TraceOptionError(f"thread {name!r} is unknown: use exact or vasl")
    return name


def place(board: Board, address: str) -> tuple[int, int, int]:
    """Cell, level and map order of one location; UnknownHexError when it is not on the board."""
    parsed = Address.parse(board.plain_name(address))
    index = board.grid.index(parsed.hex)
    if parsed.level and f"{parsed.hex}:{parsed.level}" not in locations(board, index):
        raise UnknownHexError(
            f"{address!r}: the locations of {parsed.hex} are "
            f"{', '.join(locations(board, index))}"
        )
    level = int(board.facts.base[index]) + parsed.level
    return int(board.compiled.cell_of[index]), level, index


def places(
    board: Board, addresses: Sequence[str] | str | None
) -> tuple[tuple[str, ...], NDArray[np.int32]]:
    """Names and (n, 3) rows: all hex centres for None, every level location for "levels"."""
    if addresses is None:
        rows = np.stack(
            [board.compiled.cell_of, board.facts.base, np.arange(len(board.hexes))], axis=1
        )
        return board.hexes, np.ascontiguousarray(rows, dtype=np.int32)
    if isinstance(addresses, str):
        if addresses != "levels":
            raise TraceOptionError(f"{addresses!r} is no set of locations: use 'levels' or a list")
        addresses = [a for i in range(len(board.hexes)) for a in locations(board, i)]
    found = [place(board, address) for address in addresses]
    return tuple(addresses), np.array(found, dtype=np.int32).reshape(-1, 3)
