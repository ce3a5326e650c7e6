"""What holds of every LOS on every board, whatever the rules say of the terrain."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from random_boards import layouts, random_board, with_woods

from hexlos import Board, LosMatrix, LosResult, Reason
from hexlos.hexgrid import HexGrid

THREADS = ("exact", "vasl")
LAYOUTS = range(len(layouts()))
SEEDS = st.integers(0, 2**32 - 1)

#: How far from the line a pixel may lie that blocks it, in pixels: it shows beside a hexside.
NEAR = 3.0

checks = settings(deadline=None, derandomize=True, database=None, max_examples=25)


def open_board(grid: HexGrid, level: int = 0) -> Board:
    """A flat board of open ground."""
    shape = (grid.width, grid.height)
    return Board("open", grid, np.zeros(shape, np.uint8), np.full(shape, level, np.int8))


def answers(matrix: LosMatrix) -> list[NDArray[np.generic]]:
    """What a matrix says of its pairs."""
    return [matrix.blocked, matrix.hindrance, matrix.range, matrix.reason, matrix.where]


def said(result: LosResult) -> tuple[bool, int, int, Reason, tuple[int, int] | None, bool]:
    """What a result says of its pair, from either end."""
    return (
        result.blocked, result.hindrance, result.range, result.reason, result.blocked_at,
        result.along_hexside,
    )  # fmt: skip


@checks
@given(seed=SEEDS, thread=st.sampled_from(THREADS))
def test_los_is_reciprocal(seed: int, thread: str) -> None:
    board = random_board(seed)
    names = board.los_matrix("levels", [], thread=thread).sources
    matrix = board.los_matrix(names, names, thread=thread)
    for values in answers(matrix):
        np.testing.assert_array_equal(values, np.swapaxes(values, 0, 1))
    rng = np.random.default_rng(seed)
    for a, b in rng.choice(names, (20, 2)).tolist():
        assert said(board.los(a, b, thread=thread)) == said(board.los(b, a, thread=thread))


@pytest.mark.parametrize("thread", THREADS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_flat_open_ground_is_clear(layout: int, thread: str) -> None:
    for level in (-1, 0, 2):
        board = open_board(layouts()[layout], level)
        for either in (board, board.rotated()):
            matrix = either.los_matrix(thread=thread)
            assert not matrix.blocked.any()
            assert not matrix.hindrance.any()


@checks
@given(seed=SEEDS, thread=st.sampled_from(THREADS))
def test_a_batch_says_what_single_questions_say(seed: int, thread: str) -> None:
    board = random_board(seed)
    matrix = board.los_matrix("levels", thread=thread)
    rng = np.random.default_rng(seed)
    for i, j in rng.integers(0, len(matrix.sources), (25, 2)).tolist():
        one = board.los(matrix.sources[i], matrix.targets[j], thread=thread)
        assert one.blocked == matrix.blocked[i, j]
        assert one.hindrance == matrix.hindrance[i, j]
        assert one.range == matrix.range[i, j]
        assert one.reason == matrix.reason[i, j]
        assert (one.blocked_at or (-1, -1)) == tuple(matrix.where[i, j].tolist())


@pytest.mark.parametrize("thread", THREADS)
def test_threads_do_not_change_answers(thread: str) -> None:
    for seed in range(6):
        board = random_board(seed)
        one = board.los_matrix("levels", thread=thread, threads=1)
        two = board.los_matrix("levels", thread=thread, threads=2)
        for left, right in zip(answers(one), answers(two), strict=True):
            np.testing.assert_array_equal(left, right)


def differing_pairs(one: LosMatrix, two: LosMatrix) -> list[tuple[str, str]]:
    """The pairs on whose answer two matrices of the same locations differ."""
    assert one.sources == two.sources
    differ = (one.blocked != two.blocked) | (one.hindrance != two.hindrance)
    return [(one.sources[i], one.targets[j]) for i, j in np.argwhere(np.triu(differ))]


@settings(checks, max_examples=30)
@given(seed=SEEDS)
def test_a_reversed_board_gives_the_same_answers(seed: int) -> None:
    board = random_board(seed)
    one = board.los_matrix("levels", thread="exact")
    two = board.rotated().los_matrix("levels", thread="exact")
    assert differing_pairs(one, two) == []


@checks
@given(seed=SEEDS)
def test_a_reversed_board_has_the_same_facts(seed: int) -> None:
    board = random_board(seed)
    one, two = board.facts, board.rotated().facts
    for field in fields(one):
        values, turned = getattr(one, field.name), getattr(two, field.name)
        if values.ndim == 2:  # by hexside
            turned = np.roll(turned, 3, axis=1)
        np.testing.assert_array_equal(values, turned, err_msg=field.name)


def test_reversing_twice_changes_nothing() -> None:
    for seed in LAYOUTS:
        board = random_board(seed)
        back = board.rotated().rotated()
        assert (back.grid.x0, back.grid.y0) == (board.grid.x0, board.grid.y0)
        for thread in THREADS:
            one, two = board.los_matrix(thread=thread), back.los_matrix(thread=thread)
            for left, right in zip(answers(one), answers(two), strict=True):
                np.testing.assert_array_equal(left, right)


@settings(checks, max_examples=8)
@given(seed=SEEDS, thread=st.sampled_from(THREADS))
def test_more_woods_never_clear_a_blocked_line(seed: int, thread: str) -> None:
    board = random_board(seed)
    flat = board.with_planes(board.terrain.copy(), np.zeros_like(board.level), "flat")
    before = flat.los_matrix(thread=thread)
    after = with_woods(flat, seed).los_matrix(thread=thread)
    cleared = np.argwhere(before.blocked & ~after.blocked)
    assert [(before.sources[i], before.targets[j]) for i, j in cleared] == []


def away_from_lines(board: Board, matrix: LosMatrix) -> NDArray[np.float64]:
    """How far the middle of the pixel that blocks is from each line, in pixels."""
    hexes = [board.grid.index(name.split(":")[0]) for name in matrix.sources]
    centre = board.grid.centres_px[hexes]
    point = matrix.where + 0.5 - centre[:, None]
    along = np.broadcast_to(centre[None] - centre[:, None], point.shape)
    length = np.maximum((along * along).sum(axis=2), 1.0)
    share = np.clip((point * along).sum(axis=2) / length, 0, 1)
    result: NDArray[np.float64] = np.hypot(*np.moveaxis(point - share[..., None] * along, 2, 0))
    return result


@settings(checks, max_examples=30)
@given(seed=SEEDS, thread=st.sampled_from(THREADS))
def test_what_blocks_is_on_the_picture_and_on_the_line(seed: int, thread: str) -> None:
    board = random_board(seed)
    matrix = board.los_matrix("levels", thread=thread)
    inside = (matrix.where >= 0) & (matrix.where < board.terrain.shape)
    near = away_from_lines(board, matrix) <= NEAR
    astray = np.argwhere(matrix.blocked & ~(inside.all(axis=2) & near))
    notes = [
        f"{matrix.sources[i]} {matrix.targets[j]} {Reason(int(matrix.reason[i, j])).name} "
        f"{matrix.where[i, j].tolist()}"
        for i, j in astray
    ]
    assert not notes, "\n".join(notes[:10])


@checks
@given(seed=SEEDS, thread=st.sampled_from(THREADS))
def test_a_blocked_result_says_where(seed: int, thread: str) -> None:
    board = random_board(seed)
    rng = np.random.default_rng(seed)
    for source, target in rng.choice(board.hexes, (20, 2)).tolist():
        result = board.los(source, target, thread=thread)
        assert result.blocked == (result.blocked_at is not None)
        assert result.blocked == (result.blocked_hex in board.hexes)
        assert result.blocked == (result.reason is not Reason.CLEAR)
        assert result.hindrance == 0 if result.blocked else result.hindrance < 6
