"""LOS of one map under two sets of rules, compared pair by pair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hexlos.board import Board
from hexlos.errors import HexlosError

if TYPE_CHECKING:
    from hexlos.matrix import LosMatrix, Progress

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class HexDifference:
    """In how many pairs a hex sees what it did not, no longer sees, sees otherwise hindered."""

    hex: str
    opened: int
    closed: int
    hindrance: int

    @property
    def total(self) -> int:
        """Pairs of which anything changed."""
        return self.opened + self.closed + self.hindrance


@dataclass(frozen=True, eq=False)
class Difference:
    """All pairs of ground-level hex centres of ``board`` against the same ones of ``versus``.

    opened, closed, more and less are symmetric (n, n) masks of pairs: clear on board only, clear
    on versus only, and clear on both with more, or less, hindrance on board.
    """

    board: Board
    versus: Board
    first: LosMatrix
    second: LosMatrix
    opened: Mask
    closed: Mask
    more: Mask
    less: Mask

    @property
    def pairs(self) -> int:
        """Pairs compared, each once."""
        size = len(self.first.locations)
        return size * (size - 1) // 2

    @property
    def counts(self) -> dict[str, int]:
        """Pairs, each once: opened, closed, more and less hindrance."""
        masks = {"opened": self.opened, "closed": self.closed, "more": self.more, "less": self.less}
        return {name: int(mask.sum()) // 2 for name, mask in masks.items()}

    @property
    def hexes(self) -> tuple[HexDifference, ...]:
        """Every hex with how many of its pairs changed, in map order."""
        sums = (mask.sum(axis=1).tolist() for mask in (self.opened, self.closed, self._hindered))
        rows = zip(self.first.locations, *sums, strict=True)
        return tuple(HexDifference(*row) for row in rows)

    def most_affected(self, count: int) -> tuple[HexDifference, ...]:
        """The hexes with most changed pairs, at most ``count`` of them and none without any."""
        ranked = sorted(self.hexes, key=lambda one: -one.total)
        return tuple(one for one in ranked[:count] if one.total)

    @property
    def _hindered(self) -> Mask:
        return self.more | self.less


def compare(
    board: Board,
    versus: Board,
    *,
    thread: str | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> Difference:
    """Compare the LOS of all pairs of hexes of two states of one map, as rules make them.

    progress is called with (done, total) sources of both. HexlosError when the boards have not
    the same hexes.
    """
    for one in (board, versus):
        if not isinstance(one, Board):
            raise HexlosError(f"{one!r:.60} is no board: compare takes two that are open")
    if board.hexes != versus.hexes:
        raise HexlosError(f"boards {board.name} and {versus.name} have not the same hexes")
    size = len(board.hexes)
    made = []
    for done, one in ((0, board), (size, versus)):
        report = None if progress is None else _shifted(progress, done, 2 * size)
        made.append(one.los_matrix(thread=thread, threads=threads, progress=report))
    first, second = made
    clear = ~first.blocked & ~second.blocked
    return Difference(
        board=board,
        versus=versus,
        first=first,
        second=second,
        opened=~first.blocked & second.blocked,
        closed=first.blocked & ~second.blocked,
        more=clear & (first.hindrance > second.hindrance),
        less=clear & (first.hindrance < second.hindrance),
    )


def against(board: Board, rules: Sequence[str]) -> Board:
    """The map as it was before any rule, with other rules instead."""
    return (board.plain or board).with_ssr(*rules)


def _shifted(progress: Progress, start: int, total: int) -> Progress:
    return lambda done, _: progress(start + done, total)
