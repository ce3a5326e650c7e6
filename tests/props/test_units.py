"""Entrenched units and Wall Advantage (B9.21, B9.521, F4.2): what holds on every board."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from random_boards import layouts, random_board
from reference_compare import differences, some_hexes

import hexlos
from hexlos import Board, LosMatrix, Reason, jobs
from hexlos.catalogue import terrain_code

FIELDS = ("blocked", "hindrance", "reason", "range", "where")
OWN = (Reason.ENTRENCHED_WALL, Reason.NO_WALL_ADVANTAGE, Reason.DEIR_LIP)


def hedged_board(seed: int) -> Board:
    """A random board with walls and bocage all over it, and a deir or two."""
    board, rng = random_board(seed), np.random.default_rng([seed, 9])
    grid = board.grid
    x, y = np.meshgrid(np.arange(grid.width) + 0.5, np.arange(grid.height) + 0.5, indexing="ij")
    terrain = board.terrain.copy()
    size = 3 * grid.third / grid.units_x
    for hex_ in rng.integers(0, len(grid), 2):
        away = np.hypot(*(np.stack([x, y]) - grid.centres_px[hex_][:, None, None]))
        terrain[away < 1.7 * size] = terrain_code("Deir Lip")
        terrain[away < 1.2 * size] = terrain_code("Deir")
    for _ in range(2 * len(grid)):
        corners, side = grid.vertices_px[rng.integers(len(grid))], rng.integers(6)
        (ax, ay), (bx, by) = corners[side], corners[(side + 1) % 6]
        share = np.clip(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / (size**2 / 3), 0, 1)
        near = np.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay)) < 2
        terrain[near] = rng.choice((72, 73, 74, 74, 116))
    return replace(board, terrain=terrain)


def asked(board: Board, seed: int, thread: str = "exact") -> LosMatrix:
    """All locations of a board, with some units dug in, and some that hold Wall Advantage."""
    dug, held = some_hexes(board, seed, 3), some_hexes(board, seed, 2)
    return board.los_matrix("levels", thread=thread, entrenched=dug, wall_advantage=held)


@pytest.mark.parametrize("seed", range(1, 2 * len(layouts()), 2))
def test_tables_say_what_single_lines_say(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """B9.21: the quick way of tables and the general one agree, of reversed boards too."""
    board = hedged_board(seed)
    monkeypatch.setattr(jobs, "_LEAST_LINES", 0)
    monkeypatch.setattr(jobs, "_LEAST_SHARE", 0.0)
    monkeypatch.setattr("hexlos.bulk.LINES_A_PLANE", 1)
    monkeypatch.setattr("hexlos.bulk.PIXELS_A_LINE", 10**9)
    quick, turned = asked(board, seed), asked(board.rotated(), seed)
    monkeypatch.setattr(jobs, "_LEAST_LINES", 1 << 60)
    plain = asked(board, seed)
    assert np.isin(quick.reason, OWN).any()
    for name in FIELDS:
        np.testing.assert_array_equal(getattr(quick, name), getattr(plain, name))
    np.testing.assert_array_equal(quick.blocked, turned.blocked)
    np.testing.assert_array_equal(quick.hindrance, turned.hindrance)


@pytest.mark.parametrize("thread", ["exact", "vasl"])
def test_the_core_and_the_reference_agree(thread: str) -> None:
    """B9.21, B9.521, F4.2: on boards full of walls, bocage and deirs."""
    for seed in (3,):
        found = list(differences(hedged_board(seed), thread, 120, seed))
        assert not found, "\n".join(found[:20])


@pytest.mark.parametrize("thread", ["exact", "vasl"])
def test_units_trade_places(thread: str) -> None:
    """A6.5, B9.21: asked from either end, the same unit's entrenchment gives the same answer."""
    board = hedged_board(3)
    dug = some_hexes(board, 3, 3)
    matrix = board.los_matrix(thread=thread, entrenched=dug, wall_advantage="none")
    assert (matrix.blocked == matrix.blocked.T).all()
    hidden = np.argwhere(np.isin(matrix.reason, OWN))
    assert len(hidden) > 20
    for i, j in hidden[:: max(1, len(hidden) // 15)]:
        ends = matrix.sources[i], matrix.targets[j]
        there = [name for name in ends if name in dug]
        for pair in (ends, ends[::-1]):
            result = board.los(*pair, thread=thread, entrenched=there, wall_advantage="none")
            assert result.reason == matrix.reason[i, j]


def test_a_board_on_a_map_has_the_same_answers() -> None:
    """B9.21: hexes of a map are named by their boards, in options as elsewhere."""
    board = hexlos.open_board("village")
    laid = hexlos.open_map([["village", "hills"]])
    dug = ["D1", "F5", "G2", "H6"]
    named = [f"village-{name}" for name in board.hexes]
    alone = board.los_matrix(entrenched=dug, wall_advantage=dug, max_range=9)
    there = laid.los_matrix(
        named, named, max_range=9, entrenched=[f"village-{name}" for name in dug]
    )
    changed = np.isin(alone.reason, OWN)
    assert changed.sum() > 10
    last = max(board.grid.col)
    inner = np.flatnonzero(board.grid.col < last)
    np.testing.assert_array_equal(
        alone.blocked[np.ix_(inner, inner)], there.blocked[np.ix_(inner, inner)]
    )
