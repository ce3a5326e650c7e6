"""Close calls: lines that a shift of a pixel would give the other answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from hexlos.errors import HexlosError
from hexlos.margin import REACH, STEPS, least_shift
from hexlos.places import places, thread_name

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.matrix import Progress


@dataclass(frozen=True, slots=True)
class CloseCall:
    """A LOS whose verdict another thread over the same map could well give otherwise.

    margin is the shift in pixels, as ``LosResult.margin``.
    """

    source: str
    target: str
    blocked: bool
    hindrance: int
    range: int
    margin: float


def close_calls(
    board: Board,
    sources: Sequence[str] | None = None,
    *,
    within: float = 1.0,
    thread: str | None = None,
    threads: int = 1,
    max_range: int | None = None,
    progress: Progress | None = None,
) -> tuple[CloseCall, ...]:
    """The LOS between hexes, or from sources (addresses) to all hexes, that are close calls.

    within is in pixels, from 1/16 to 12; the closest come first, each pair once.
    UnknownHexError for an address that is not on the map, HexlosError for another width.
    """
    if not 1 / STEPS <= within <= REACH:
        raise HexlosError(f"within {within:g} pixels: margins are known from 1/16 to 12 pixels")
    name = thread_name(thread)
    matrix = board.los_matrix(
        None if sources is None else list(sources),
        None if sources is None else board.hexes,
        thread=name,
        threads=threads,
        max_range=max_range,
    )
    wanted = matrix.computed & (matrix.range > 0)
    if sources is None:
        wanted = np.triu(wanted)
    near, far = (places(board, addresses)[1] for addresses in (matrix.sources, matrix.targets))
    found = []
    for i, row in enumerate(wanted):
        for j in np.flatnonzero(row).tolist():
            blocked = bool(matrix.blocked[i, j])
            ends = np.stack([near[i], far[j]])
            margin = least_shift(board, ends, blocked, name, within)
            if margin is not None:
                found.append(
                    CloseCall(
                        matrix.sources[i],
                        matrix.targets[j],
                        blocked,
                        int(matrix.hindrance[i, j]),
                        int(matrix.range[i, j]),
                        margin,
                    )
                )
        if progress is not None:
            progress(i + 1, len(wanted))
    return tuple(sorted(found, key=lambda call: call.margin))
