"""LOS between locations of all sorts, vertices before all, on boards of pure chance: mutual, the
same on a reversed board, and told consistently."""

from __future__ import annotations

import numpy as np
from alike import changed_when_reversed, not_mutual, some_pairs
from hypothesis import given, settings
from hypothesis import strategies as st
from random_boards import random_board

THREADS = ("exact", "vasl")


@settings(deadline=None, derandomize=True, database=None, max_examples=30)
@given(seed=st.integers(0, 2**32 - 1))
def test_locations_of_random_boards(seed: int) -> None:
    board = random_board(seed)
    pairs = some_pairs(board, 500, np.random.default_rng(seed))
    for thread in THREADS:
        assert not_mutual(board, pairs, thread) == []
    assert changed_when_reversed(board, pairs) == []


@settings(deadline=None, derandomize=True, database=None, max_examples=30)
@given(seed=st.integers(0, 2**32 - 1), thread=st.sampled_from(THREADS))
def test_what_is_told_of_a_line_adds_up(seed: int, thread: str) -> None:
    board = random_board(seed)
    for source, target in zip(*some_pairs(board, 30, np.random.default_rng(seed)), strict=True):
        result = board.los(source, target, thread=thread)
        assert result.blocked == (result.blocked_at is not None)
        assert result.blocked == (result.blocked_hex in board.hexes)
        if result.clear:
            assert sum(result.hindrances.values()) == result.hindrance, (source, target)
        assert result.explain().startswith(f"{source} -> {target}, range {result.range}: ")
        back = board.los(target, source, thread=thread)
        assert (back.blocked, back.hindrance) == (result.blocked, result.hindrance)
        assert back.hindrances == result.hindrances
        assert back.is_continuous_slope == result.is_continuous_slope
        assert result.margin is None or result.margin >= 0
