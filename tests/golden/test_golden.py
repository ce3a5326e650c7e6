"""Our own boards: golden verdicts of every kind, and a census of all pairs."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from golden.cases import census, verdicts

import hexlos


@cache
def opened(name: str) -> hexlos.Board:
    return hexlos.open_board(name)


def spoken(result: hexlos.LosResult) -> str:
    """A verdict as the golden files write it: ``clear``, ``clear +2`` or ``blocked A6.2``."""
    if result.blocked:
        return f"blocked {result.reason.rule}"
    return f"clear +{result.hindrance}" if result.hindrance else "clear"


CASES = list(verdicts())


@pytest.mark.parametrize(
    ("board", "source", "target", "verdict"),
    [pytest.param(*(case[0], *case[2:]), id=f"{case[0]}.los:{case[1]}") for case in CASES],
)
def test_verdict(board: str, source: str, target: str, verdict: str) -> None:
    assert spoken(opened(board).los(source, target, thread="exact")) == verdict


@pytest.mark.parametrize("name", sorted(census()))
def test_census(name: str) -> None:
    board, _, thread = name.partition(" ")
    matrix = opened(board).los_matrix(thread=thread or "exact")
    found: Counter[str] = Counter()
    for i in range(len(matrix.sources)):
        for j in range(i + 1, len(matrix.sources)):
            if matrix.blocked[i, j]:
                found[hexlos.Reason(int(matrix.reason[i, j])).name.lower()] += 1
            else:
                found[f"clear_{matrix.hindrance[i, j]}"] += 1
    assert dict(found) == census()[name]
