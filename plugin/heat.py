"""How much hexes see: of the whole map, or how much of it a set of locations watches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hexlos.errors import HexlosError, UnknownHexError
from hexlos.ssr.places import find_hexes

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.matrix import LosMatrix, Progress


@dataclass(frozen=True, slots=True)
class HexHeat:
    """A hex with its rank: how many see it clear of hindrance, hindered, and in all."""

    hex: str
    seen_by: int
    clear: int
    hindered: int


@dataclass(frozen=True, eq=False)
class Heat:
    """By how many of ``watchers`` each hex is seen at ground level, its own hex left out.

    watchers is None for a map of all hexes against each other; then a hex also sees as many as
    see it, for sight is mutual. clear and hindered are (n,) counts; possible (n,) is how many
    watchers could see the hex, those in it and beyond max_range left out.
    """

    board: Board
    watchers: tuple[str, ...] | None
    matrix: LosMatrix
    clear: NDArray[np.int64]
    hindered: NDArray[np.int64]
    possible: NDArray[np.int64]
    inside: NDArray[np.bool_]

    @property
    def seen_by(self) -> NDArray[np.int64]:
        """(n,) how many see each hex, hindered or not."""
        return self.clear + self.hindered

    @property
    def hexes(self) -> tuple[HexHeat, ...]:
        """Every hex, in map order."""
        rows = zip(
            self.board.hexes,
            self.seen_by.tolist(),
            self.clear.tolist(),
            self.hindered.tolist(),
            strict=True,
        )
        return tuple(HexHeat(*row) for row in rows)

    @property
    def dead(self) -> tuple[str, ...]:
        """Dead ground: hexes that none of the watchers sees, those with a watcher left out."""
        blind = (self.seen_by == 0) & ~self.inside
        return tuple(self.board.hexes[i] for i in np.flatnonzero(blind))

    def ranked(self, count: int) -> tuple[HexHeat, ...]:
        """The ``count`` hexes that are seen most; of equals the clearer, then in map order."""
        ranked = sorted(self.hexes, key=lambda one: (-one.seen_by, -one.clear))
        return tuple(ranked[:count])


def heat(
    board: Board,
    watchers: Sequence[str] | None = None,
    *,
    thread: str | None = None,
    threads: int = 1,
    max_range: int | None = None,
    progress: Progress | None = None,
) -> Heat:
    """Count for each hex of a map the hexes, or the watchers (addresses), that see it.

    Pairs farther apart than max_range hexes do not see each other. UnknownHexError for an address
    that is not on the map, HexlosError for no watcher at all.
    """
    if watchers is not None and not watchers:
        raise HexlosError("no hex to look from: give at least one, as F4 or F4:1")
    names = None if watchers is None else tuple(dict.fromkeys(watchers))
    matrix = board.los_matrix(
        names,
        None if names is None else board.hexes,
        thread=thread,
        threads=threads,
        max_range=max_range,
        progress=progress,
    )
    counted = matrix.computed & (matrix.range > 0)
    seen = counted & ~matrix.blocked
    hindered = seen & (matrix.hindrance > 0)
    return Heat(
        board=board,
        watchers=names,
        matrix=matrix,
        clear=(seen & ~hindered).sum(axis=0),
        hindered=hindered.sum(axis=0),
        possible=counted.sum(axis=0),
        inside=(matrix.computed & (matrix.range == 0)).any(axis=0)
        if names is not None
        else np.zeros(len(board.hexes), dtype=np.bool_),
    )


def watchers_of(board: Board, texts: Sequence[str]) -> tuple[str, ...]:
    """Addresses that texts name: ``F4``, ``F4:1``, ``F4,J3``, or a region ``A1-F10``.

    UnknownHexError for one that is not on the map.
    """
    found: list[str] = []
    for text in texts:
        for piece in text.replace(",", " ").split():
            if ":" in piece or "@" in piece:
                found.append(piece)
            else:
                found += [board.hexes[i] for i in find_hexes(board, piece)]
    if texts and not found:
        raise UnknownHexError(f"{texts[0]!r} names no hex: write it as F4, F4:1 or A1-F10")
    return tuple(dict.fromkeys(found))
