"""The compiled core's answers beside those of the reference tracer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from reference_indoors import Stand, stand_at

from hexlos import Board
from hexlos.locations import crest_addresses, level_addresses

from reference import trace


def level_names(board: Board) -> list[str]:
    """Every location of a board, with crest status where there is any."""
    return [
        place
        for index in range(len(board.hexes))
        for place in (*level_addresses(board, index), *crest_addresses(board, index)[:1])
    ]


def ends_of(board: Board, names: Sequence[str]) -> list[Stand]:
    """The ends that addresses mean."""
    return [stand_at(board, name) for name in names]


def differences(board: Board, thread: str, lines: int | None, seed: int) -> Iterator[str]:
    """A note of each LOS, of all or so many picked by the seed, on which the two differ."""
    names = level_names(board)
    matrix = board.los_matrix(names, names, thread=thread)
    ends = ends_of(board, names)
    first, second = np.triu_indices(len(names), 1)
    if lines is not None and lines < len(first):
        # every second one of hexes near each other, where buildings are left and entered
        near = matrix.range[first, second] <= 2
        weight = np.where(near, 0.5 / max(1, near.sum()), 0.5 / max(1, (~near).sum()))
        rng = np.random.default_rng(seed)
        picked = rng.choice(len(first), lines, replace=False, p=weight / weight.sum())
        first, second = first[picked], second[picked]
    for i, j in zip(first.tolist(), second.tolist(), strict=True):
        core = bool(matrix.blocked[i, j]), int(matrix.hindrance[i, j])
        ours = trace(board, ends[i], ends[j], thread)
        if core != ours:
            pair = names[i], names[j]
            yield f"{board.name} {pair} {thread}: core {core}, reference {ours}"
