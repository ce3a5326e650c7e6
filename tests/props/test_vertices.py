"""LOS with ends at vertices: mutual, the same on a reversed board, and told consistently."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from random_boards import random_board

from hexlos import Board, BoardFormatError, open_board
from hexlos.address import VERTICES
from hexlos.ext import trace_pairs
from hexlos.places import place

THREADS = ("exact", "vasl")
OWN = ("woodland", "hills", "village", "desert")

#: Pairs that are tried on each real board.
PAIRS = 20_000


def turned(name: str) -> str:
    """A vertex as it is called on the reversed board."""
    hex_, at, vertex = name.partition("@")
    return f"{hex_}@{VERTICES[(VERTICES.index(vertex) + 3) % 6]}" if at else name


def some_pairs(board: Board, count: int, seed: int) -> tuple[list[str], list[str]]:
    """Sources at vertices, and targets of all sorts, half of them no more than six hexes away."""
    rng = np.random.default_rng(seed)
    shown = board.grid.vertex_shown
    vertices = [
        [f"{name}@{VERTICES[k]}" for k in np.flatnonzero(shown[i])]
        for i, name in enumerate(board.hexes)
    ]
    places = [list(found) for found in vertices]
    for name in board.los_matrix("levels", []).sources:
        places[board.grid.index(name.partition(":")[0])].append(name)
    sources, targets = [], []
    for k in range(count):
        hex_ = int(rng.integers(len(board.hexes)))
        if not vertices[hex_]:
            continue
        other = int(rng.integers(len(board.hexes)))
        if k % 2:
            everywhere = np.arange(len(board.hexes))
            away = board.grid.distances(np.full(len(everywhere), hex_), everywhere)
            other = int(rng.choice(np.flatnonzero(away <= rng.integers(7))))
        sources.append(str(rng.choice(vertices[hex_])))
        targets.append(str(rng.choice(places[other])))
    return sources, targets


def ask(board: Board, sources: list[str], targets: list[str], thread: str) -> NDArray[np.int32]:
    """Rows of what the compiled core says: blocked, hindrance, reason, range, x, y, cell, along."""
    answers = np.empty((len(sources), 8), dtype=np.int32)
    rows = (
        np.array([place(board, name) for name in names], dtype=np.int32)
        for names in (sources, targets)
    )
    trace_pairs(board.compiled.field(thread), thread == "vasl", *rows, answers)
    return answers


def not_mutual(board: Board, pairs: tuple[list[str], list[str]], thread: str) -> list[str]:
    """Pairs that get another answer when asked from the other end."""
    sources, targets = pairs
    one, two = ask(board, sources, targets, thread), ask(board, targets, sources, thread)
    found = np.flatnonzero((one != two).any(axis=1))
    return [f"{board.name} {thread} {sources[i]} {targets[i]}" for i in found]


def changed_when_reversed(board: Board, pairs: tuple[list[str], list[str]]) -> list[str]:
    """Pairs whose verdict, hindrance, reason or range the exact thread changes on the reverse."""
    sources, targets = pairs
    one = ask(board, sources, targets, "exact")
    two = ask(board.rotated(), [*map(turned, sources)], [*map(turned, targets)], "exact")
    found = np.flatnonzero((one[:, :4] != two[:, :4]).any(axis=1))
    return [f"{board.name} {sources[i]} {targets[i]}" for i in found]


@pytest.mark.parametrize("name", OWN)
def test_vertices_of_our_own_boards(name: str) -> None:
    board = open_board(name)
    pairs = some_pairs(board, 4000, 7)
    for thread in THREADS:
        assert not_mutual(board, pairs, thread) == []
    assert changed_when_reversed(board, pairs) == []


@settings(deadline=None, derandomize=True, database=None, max_examples=30)
@given(seed=st.integers(0, 2**32 - 1))
def test_vertices_of_random_boards(seed: int) -> None:
    board = random_board(seed)
    pairs = some_pairs(board, 500, seed)
    for thread in THREADS:
        assert not_mutual(board, pairs, thread) == []
    assert changed_when_reversed(board, pairs) == []


@settings(deadline=None, derandomize=True, database=None, max_examples=30)
@given(seed=st.integers(0, 2**32 - 1), thread=st.sampled_from(THREADS))
def test_what_is_told_of_a_line_adds_up(seed: int, thread: str) -> None:
    board = random_board(seed)
    for source, target in zip(*some_pairs(board, 30, seed), strict=True):
        result = board.los(source, target, thread=thread)
        assert result.blocked == (result.blocked_at is not None)
        assert result.blocked == (result.blocked_hex in board.hexes)
        if result.clear:
            assert sum(result.hindrances.values()) == result.hindrance, (source, target)
        assert result.explain().startswith(f"{source} -> {target}, range {result.range}: ")
        back = board.los(target, source, thread=thread)
        assert (back.blocked, back.hindrance) == (result.blocked, result.hindrance)
        if back.clear:
            assert sum(back.hindrances.values()) == back.hindrance
        assert result.margin is None or result.margin >= 0


@pytest.mark.slow
def test_vertices_of_real_boards(peer: Path) -> None:
    """Reversal and reciprocity of 20,000 random pairs on every real board: no exception."""
    found: list[str] = []
    compared = 0
    for path in sorted((peer / "boards").iterdir()):
        try:
            board = open_board(path)
            pairs = some_pairs(board, PAIRS, compared)
        except BoardFormatError:
            continue  # without LOSData
        compared += 1
        for thread in THREADS:
            found += not_mutual(board, pairs, thread)
        found += changed_when_reversed(board, pairs)
    assert compared > 0
    assert found == []
