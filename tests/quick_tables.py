"""Tables traced by lines that leap together, beside the same lines traced one after the other."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from hexlos import Board, LosMatrix, jobs
from hexlos.ext import trace_vectors

FIELDS = ("blocked", "hindrance", "reason", "range", "where")

NEVER = 1 << 60


def quick(
    board: Board, monkeypatch: pytest.MonkeyPatch, *, eight: bool = True, **question: object
) -> LosMatrix:
    """A table whose lines leap together, however few they are."""
    monkeypatch.setattr(jobs, "_LEAST_LINES", 0)
    monkeypatch.setattr(jobs, "_LEAST_SHARE", 0.0)
    monkeypatch.setattr(jobs, "trace_vectors", partial(trace_vectors, eight=eight))
    monkeypatch.setattr("hexlos.bulk.LINES_A_PLANE", 1)
    monkeypatch.setattr("hexlos.bulk.PIXELS_A_LINE", 10**9)
    return board.los_matrix(thread="exact", **question)  # type: ignore[arg-type]


def plain(board: Board, monkeypatch: pytest.MonkeyPatch, **question: object) -> LosMatrix:
    """The same table by the general path."""
    monkeypatch.setattr(jobs, "_LEAST_LINES", NEVER)
    return board.los_matrix(thread="exact", **question)  # type: ignore[arg-type]


def same(one: LosMatrix, other: LosMatrix) -> None:
    """Fail where two tables differ."""
    for name in FIELDS:
        mine, yours = getattr(one, name), getattr(other, name)
        assert mine.dtype == yours.dtype
        rows = np.argwhere(mine != yours)
        assert not len(rows), (name, one.sources[rows[0][0]], one.targets[rows[0][1]])


def agree(board: Board, monkeypatch: pytest.MonkeyPatch, **question: object) -> LosMatrix:
    """A table by the general path, and lines that leap, eight at a time or not, have it too."""
    table = plain(board, monkeypatch, **question)
    for eight in (True, False):
        same(quick(board, monkeypatch, eight=eight, **question), table)
    return table
