"""What units at the ends of a LOS are in, or hold: entrenchments, Wall Advantage."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hexlos.address import Address
from hexlos.errors import TraceOptionError
from hexlos.ext import PlaceFlag, PlaceKind

if TYPE_CHECKING:
    from hexlos.board import Board

#: Hexes named one by one, "all" of them, or "none"; several in one text have commas between.
Hexes = str | Iterable[str]


@dataclass(frozen=True, slots=True)
class Standing:
    """Hexes (their indices) whose ground-level units are entrenched, or hold Wall Advantage.

    None stands for all hexes. Where nothing is said of Wall Advantage all hold it: the LOS is to
    the hex, over its own bocage, whatever units there see.
    """

    entrenched: frozenset[int] | None
    advantage: frozenset[int] | None

    def spelt(self, board: Board) -> dict[str, str | list[str]]:
        """Both options by their names, as they may be given again."""
        return {
            "entrenched": _spelt(board, self.entrenched),
            "wall_advantage": _spelt(board, self.advantage),
        }

    def manned(self, board: Board, rows: NDArray[np.int32]) -> NDArray[np.int32]:
        """(n, 6) places with the PlaceFlags of their units: at ground-level dots, and at the
        surface in crest status, where there are no entrenchments (B20.9)."""
        made = rows.copy()
        for row in made:
            index, kind = int(row[2]), int(row[3])
            plain = board.plain_location(index)
            dot = kind == plain.kind and row[1] == plain.level
            if dot and (self.entrenched is None or index in self.entrenched):
                row[3] |= int(PlaceFlag.ENTRENCHED)
            held = self.advantage is None or index in self.advantage
            if not held and (dot or kind == PlaceKind.CREST_PLACE):
                row[3] |= int(PlaceFlag.WITHOUT_ADVANTAGE)
        return made


def _spelt(board: Board, hexes: frozenset[int] | None) -> str | list[str]:
    return "all" if hexes is None else [board.hexes[index] for index in sorted(hexes)]


def standing(
    board: Board,
    entrenched: Hexes | None,
    wall_advantage: Hexes | None,
    asked: Iterable[str] | None = None,
) -> Standing | None:
    """Read both options of a question about a board; None where neither is given.

    asked are the addresses of the question, of which each hex named must be one; None for all.
    TraceOptionError for one that is not, or that is no hex's ground level.
    """
    if entrenched is None and wall_advantage is None:
        return None
    hexes = None if asked is None else {_hex_of(board, address) for address in asked}
    return Standing(
        _indices(board, "entrenched", entrenched, hexes) if entrenched else frozenset(),
        None
        if wall_advantage is None
        else _indices(board, "wall_advantage", wall_advantage, hexes),
    )


def _hex_of(board: Board, address: str) -> int:
    return board.grid.index(Address.parse(board.plain_name(address)).hex)


def _indices(
    board: Board, option: str, hexes: Hexes, asked: set[int] | None
) -> frozenset[int] | None:
    if not isinstance(hexes, Iterable) or isinstance(hexes, bytes):
        raise TraceOptionError(
            f"{option}={hexes!r:.60} is no list of hexes: write 'all', 'none' or ['F4', 'J3']"
        )
    names = [part.strip() for part in hexes.split(",")] if isinstance(hexes, str) else list(hexes)
    if names == ["all"]:
        return None
    found = set()
    for name in names if names != ["none"] else []:
        parsed = Address.parse(board.plain_name(name))
        if str(parsed) != parsed.hex:
            raise TraceOptionError(f"{option} {name!r:.60}: name a hex at its ground level, as F4")
        index = board.grid.index(parsed.hex)
        if asked is not None and index not in asked:
            raise TraceOptionError(f"{option} {name!r:.60}: the question is not about that hex")
        found.add(index)
    return frozenset(found)
