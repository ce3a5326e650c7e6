"""Speed of one LOS, of whole boards and of opening, each checked against its answer.

Run with ``make bench``. Real boards are measured where HEXLOS_BOARDS names a folder of archives.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

import hexlos
from hexlos.bench.baseline import ShapeTracer

FOLDER = os.environ.get("HEXLOS_BOARDS", "")
REAL = [name for name in ("01", "02", "33") if FOLDER and (Path(FOLDER) / f"bd{name}").is_file()]
NAMES = ["woodland", "hills", *REAL]


@pytest.fixture(scope="module", params=NAMES)
def board(request: pytest.FixtureRequest) -> hexlos.Board:
    made = hexlos.open_board(request.param, boards_dir=FOLDER)
    made.los("A1", made.hexes[-1])  # compiled once, as a user's first question does
    return made


def test_one_los(benchmark: Callable[..., hexlos.LosResult], board: hexlos.Board) -> None:
    last = board.hexes[-1]
    result = benchmark(board.los, "A1", last, thread="exact")
    assert result.range > 30


@pytest.mark.parametrize("thread", ["exact", "vasl"])
@pytest.mark.parametrize("cores", [1, 2])
def test_all_pairs(
    benchmark: Callable[..., hexlos.LosMatrix], board: hexlos.Board, thread: str, cores: int
) -> None:
    board.compiled.field(thread)
    matrix = benchmark(board.los_matrix, thread=thread, threads=cores)
    pairs = len(board.hexes) * (len(board.hexes) - 1) // 2
    benchmark.extra_info["pairs"] = pairs  # type: ignore[attr-defined]
    benchmark.extra_info["los_per_second"] = round(  # type: ignore[attr-defined]
        pairs / benchmark.stats.stats.min  # type: ignore[attr-defined]
    )
    assert matrix.blocked.any()
    assert (matrix.blocked == matrix.blocked.T).all()
    assert (matrix.reason[matrix.blocked] > 0).all()


@pytest.mark.parametrize("name", NAMES)
def test_opening(benchmark: Callable[..., bool], name: str) -> None:
    def ask_first() -> bool:
        opened = hexlos.open_board(name, boards_dir=FOLDER)
        return opened.los("A1", "B1").clear in (True, False)

    assert benchmark(ask_first)


def test_one_los_by_shapes(benchmark: Callable[..., tuple[bool, int]], board: hexlos.Board) -> None:
    """The baseline of ``hexlos bench``."""
    plain = ShapeTracer(board)
    last = len(board.hexes) - 1
    blocked, _ = benchmark(plain.los, 0, last)
    assert blocked == board.los("A1", board.hexes[last]).blocked
