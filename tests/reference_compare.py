"""The compiled core's answers beside those of the reference tracer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from hexlos import Board, Reason

from reference import trace

#: Rules of the locations of one building or bridge, which the reference does not know.
INSIDE = ("BUILDING_LEVEL", "INSIDE_BUILDING", "CELLAR_WALL", "BRIDGE_DECK")


def level_names(board: Board) -> list[str]:
    """The locations that the reference traces: hex centres, levels of buildings, crest status."""
    found = []
    for name in board.hexes:
        hex_ = board.hex(name)
        places = ((each, each.partition(":")[2]) for each in hex_.levels)
        found += [each for each, place in places if not place or place.isdigit()]
        found += hex_.crest[:1]
    return found


def ends_of(board: Board, names: Sequence[str]) -> list[tuple[int, int]]:
    """Hex index and level of each location."""
    parsed = [name.partition(":") for name in names]
    hexes = [board.grid.index(hex_) for hex_, _, _ in parsed]
    return [
        (h, int(board.facts.base[h]) + (1 if place == "crest" else int(place or 0)))
        for h, (_, _, place) in zip(hexes, parsed, strict=True)
    ]


def differences(board: Board, thread: str, lines: int | None, seed: int) -> Iterator[str]:
    """A note of each LOS, of all or so many picked by the seed, on which the two differ."""
    names = level_names(board)
    matrix = board.los_matrix(names, names, thread=thread)
    ends = ends_of(board, names)
    inside = np.isin(matrix.reason, [reason for reason in Reason if reason.name in INSIDE])
    first, second = np.nonzero(np.triu(~inside, 1))
    if lines is not None and lines < len(first):
        picked = np.random.default_rng(seed).choice(len(first), lines, replace=False)
        first, second = first[picked], second[picked]
    for i, j in zip(first.tolist(), second.tolist(), strict=True):
        core = bool(matrix.blocked[i, j]), int(matrix.hindrance[i, j])
        ours = trace(board, *ends[i], *ends[j], thread)
        if core != ours:
            pair = names[i], names[j]
            yield f"{board.name} {pair} {thread}: core {core}, reference {ours}"
