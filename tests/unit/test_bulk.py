"""Tables traced by offsets between hexes have the answers of lines traced one by one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import numpy as np
import pytest
from quick_tables import FIELDS, agree, plain, same
from random_boards import layouts, random_board

import hexlos
from hexlos import grid
from hexlos.bulk import BulkTables
from hexlos.ext import Rays, trace_vectors
from hexlos.matrix import Slab


@pytest.mark.parametrize(
    ("name", "turned"),
    [
        ("hills", False),
        ("village", True),
        pytest.param("woodland", False, marks=pytest.mark.slow),
        pytest.param("desert", True, marks=pytest.mark.slow),
    ],
)
def test_every_location_of_our_boards(
    name: str, turned: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = hexlos.open_board(name)
    board = board.rotated() if turned else board
    assert agree(board, monkeypatch, sources="levels").blocked.size > 100_000


@pytest.mark.parametrize("seed", range(2 * len(layouts())))
def test_random_boards_of_every_layout(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    board = random_board(seed)
    agree(board, monkeypatch, sources="levels")
    agree(board.rotated(), monkeypatch, sources="levels")


def test_lists_in_any_order_and_with_repeats(monkeypatch: pytest.MonkeyPatch) -> None:
    board = hexlos.open_board("village")
    rng = np.random.default_rng(5)
    sources = [str(name) for name in rng.choice(board.hexes, 40)]
    targets = [str(name) for name in rng.choice(board.hexes, 60)]
    assert agree(board, monkeypatch, sources=sources, targets=targets).blocked.size == 2400
    near = agree(board, monkeypatch, sources=sources, targets=sources, max_range=7)
    assert near.blocked.shape == (40, 40)


def test_two_cores_fill_what_one_does() -> None:
    board = hexlos.open_board("hills")
    one = board.los_matrix(thread="exact")
    two = board.los_matrix(thread="exact", threads=2)
    assert all((getattr(one, name) == getattr(two, name)).all() for name in FIELDS)


def test_two_threads_may_begin_the_tables_of_one_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """From Python 3.12 on cached properties are made by each thread that finds none."""
    compiled, real = random_board(2).compiled, grid.BulkTables
    make = type(compiled).bulk.func
    others: list[BulkTables] = []

    def meanwhile(*given: Any) -> BulkTables:
        monkeypatch.setattr(grid, "BulkTables", real)
        others.append(make(compiled))
        return real(*given)

    monkeypatch.setattr(grid, "BulkTables", meanwhile)
    assert isinstance(make(compiled), BulkTables)
    assert len(others) == 1


def test_tables_of_one_board_at_the_same_time() -> None:
    board, begin = hexlos.open_board("village"), Barrier(3)
    assert board.compiled.bulk is not None

    def ask(sources: str | None) -> hexlos.LosMatrix:
        begin.wait(30)
        return board.los_matrix(sources, thread="exact")

    asked = [None, "levels", "levels"]
    with ThreadPoolExecutor(3) as pool:
        tables = list(pool.map(ask, asked))
    for sources, table in zip(asked, tables, strict=True):
        same(table, hexlos.open_board("village").los_matrix(sources, thread="exact"))


def test_pairs_beyond_a_range_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    board = hexlos.open_board("hills")
    agree(board, monkeypatch, max_range=9)
    table = board.los_matrix(thread="exact", max_range=9)
    near = board.los_matrix(thread="exact")
    assert (table.computed == (near.range <= 9)).all()
    assert (table.blocked[table.computed] == near.blocked[table.computed]).all()


@pytest.mark.parametrize("far", [1 << 31, 10**30, np.uint8(200), np.int64(100)])
def test_a_range_may_reach_beyond_any_map(far: int, monkeypatch: pytest.MonkeyPatch) -> None:
    board = random_board(9)
    table = agree(board, monkeypatch, max_range=far)
    same(table, plain(board, monkeypatch))


def test_the_core_refuses_what_does_not_fit_its_tables() -> None:
    board, other = hexlos.open_board("hills"), hexlos.open_board("village")
    field, bulk = board.compiled.exact, board.compiled.bulk
    rows = np.zeros((1, 6), dtype=np.int32)
    rows[0, 0] = board.compiled.cell_of[0]
    reach, at = (
        bulk.reach(*2 * [bulk.listing(rows)]),
        np.zeros(board.compiled.cells + 1, dtype=np.int32),
    )
    at[rows[0, 0] + 1 :] = 1
    listed, slab = np.zeros(1, dtype=np.int32), Slab.empty(1, 1, None)
    rays = bulk.rays[1]
    question = (99, rows, rows, at, at, listed, listed, True, *slab)
    trace_vectors(field, reach, rays, 0, 1, *question)
    with pytest.raises(ValueError, match="another field"):
        trace_vectors(field, reach, other.compiled.bulk.rays[1], 0, 1, *question)
    with pytest.raises(ValueError, match="are hexes"):
        trace_vectors(field, reach, rays, 0, len(board.hexes) + 1, *question)
    with pytest.raises(ValueError, match="no such path"):
        Rays(field, np.array([[1000, 0, 0, -1]], dtype=np.int32))
