"""The compiled core's answers beside those of the reference tracer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from reference_indoors import stand_at
from reference_path import Stand

from hexlos import Board
from hexlos.locations import (
    bypass_addresses,
    crest_addresses,
    level_addresses,
    vertex_addresses,
)

from reference import trace


def level_names(board: Board) -> list[str]:
    """Every location of a board at a centre, with crest status where there is any."""
    return [
        place
        for index in range(len(board.hexes))
        for place in (*level_addresses(board, index), *crest_addresses(board, index)[:1])
    ]


def vertex_names(board: Board) -> list[str]:
    """Every vertex of every hex, and those named with a hexside where that says more."""
    found = []
    for index in range(len(board.hexes)):
        plain = vertex_addresses(board, index)
        found += plain
        shown = {each.partition("@")[2] for each in plain}
        found += [
            each
            for each in bypass_addresses(board, index)
            if each.partition("/")[2] not in shown or stand_at(board, each).climbs is not None
        ]
    return found


def ends_of(board: Board, names: Sequence[str]) -> list[Stand]:
    """The ends that addresses mean."""
    return [stand_at(board, name) for name in names]


def some_hexes(board: Board, seed: int, part: int) -> list[str]:
    """One in so many hexes, at random."""
    chosen = np.random.default_rng([seed, part]).random(len(board.hexes)) < 1 / part
    return [name for name, taken in zip(board.hexes, chosen, strict=True) if taken]


def manned(board: Board, end: Stand, dug: list[str] | None, held: list[str] | None) -> Stand:
    """An end whose unit, at the ground-level dot or in crest status there, is as told."""
    name = board.hexes[end.hex]
    if end.point or end.place not in ("", "crest"):
        return end
    return end._replace(
        dug=not end.place and dug is not None and name in dug,
        bare=held is not None and name not in held,
    )


def differences(board: Board, thread: str, lines: int | None, seed: int) -> Iterator[str]:
    """A note of each LOS, of all or so many picked by the seed, on which the two differ.

    All between centres, and as many again with an end at a vertex.
    """
    names, vertices = level_names(board), vertex_names(board)
    count = len(names)
    names += vertices
    # on every second board units are dug in or hold Wall Advantage
    dug, held = (some_hexes(board, seed, part) if seed % 2 else None for part in (3, 2))
    matrix = board.los_matrix(names, names, thread=thread, entrenched=dug, wall_advantage=held)
    ends = [manned(board, end, dug, held) for end in ends_of(board, names)]
    first, second = np.triu_indices(len(names), 1)
    near = matrix.range[first, second] <= 2
    centres = second < count
    rng = np.random.default_rng(seed)
    picked = _pick(rng, np.flatnonzero(centres), near, lines)
    picked = np.append(picked, _pick(rng, np.flatnonzero(~centres), near, len(picked)))
    for k in picked.tolist():
        i, j = int(first[k]), int(second[k])
        core = bool(matrix.blocked[i, j]), int(matrix.hindrance[i, j])
        ours = trace(board, ends[i], ends[j], thread)
        if core != ours:
            pair = names[i], names[j]
            yield f"{board.name} {pair} {thread}: core {core}, reference {ours}"


def _pick(
    rng: np.random.Generator, pairs: NDArray[np.intp], near: NDArray[np.bool_], count: int | None
) -> NDArray[np.intp]:
    """Some pairs, every second one of hexes near each other, as buildings are left and entered."""
    if count is None or count >= len(pairs):
        return pairs
    close = near[pairs]
    weight = np.where(close, 0.5 / max(1, close.sum()), 0.5 / max(1, (~close).sum()))
    return rng.choice(pairs, count, replace=False, p=weight / weight.sum())
