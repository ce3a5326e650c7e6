"""The compiled core against the slow reference tracer, on random boards."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_boards import layouts, random_board
from reference_compare import differences, ends_of

from hexlos import Board

from reference import trace

THREADS = ("exact", "vasl")
LAYOUTS = range(len(layouts()))


def agree(board: Board, thread: str, lines: int | None = None, seed: int = 0) -> None:
    """Fail with a note of the first LOS on which the core and the reference differ."""
    found = list(differences(board, thread, lines, seed))
    assert not found, "\n".join(found[:10])


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("thread", THREADS)
def test_core_and_reference_agree_on_boards_of_every_layout(layout: int, thread: str) -> None:
    for seed in (layout, layout + len(LAYOUTS)):
        board = random_board(seed)
        agree(board, thread, 18, seed)
        agree(board.rotated(), thread, 18, seed + 1)


@pytest.mark.slow
@pytest.mark.parametrize("thread", THREADS)
def test_core_and_reference_agree_on_every_pair_of_a_board(thread: str) -> None:
    board = random_board(LAYOUTS.stop - 1)
    agree(board, thread)


@settings(deadline=None, derandomize=True, database=None, max_examples=15)
@given(seed=st.integers(0, 2**32 - 1), thread=st.sampled_from(THREADS), turned=st.booleans())
def test_core_and_reference_agree_on_random_boards(seed: int, thread: str, turned: bool) -> None:
    board = random_board(seed)
    board = board.rotated() if turned else board
    agree(board, thread, 20, seed)


def test_single_questions_get_the_reference_answer() -> None:
    board = random_board(3)
    rng = np.random.default_rng(3)
    for thread in THREADS:
        for source, target in rng.choice(board.hexes, (20, 2)):
            result = board.los(str(source), str(target), thread=thread)
            ends = ends_of(board, (str(source), str(target)))
            assert (result.blocked, result.hindrance) == trace(board, *ends, thread)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 1120, 10))
def test_core_and_reference_agree_on_many_boards(first: int) -> None:
    """Some 24,000 lines in all."""
    found: list[str] = []
    for seed in range(first, first + 10):
        board = random_board(seed)
        for thread in THREADS:
            found += differences(board, thread, 60, seed)
            found += differences(board.rotated(), thread, 45, seed + 1)
    assert not found, "\n".join(found[:10])
