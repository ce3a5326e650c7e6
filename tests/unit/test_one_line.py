"""One line at a time: the same answers as in tables, whatever was asked before."""

from __future__ import annotations

import random

import numpy as np
import pytest

import hexlos
from hexlos import places
from hexlos.ext import trace_line, trace_pairs
from hexlos.places import place


@pytest.mark.parametrize("thread", ["exact", "vasl"])
def test_a_line_is_traced_as_rows_of_pairs_are(thread: str) -> None:
    board = hexlos.open_board("village")
    names = places.places(board, "levels")[0]
    chosen = [random.Random(3).choices(names, k=2) for _ in range(300)]
    field = board.compiled.field(thread)
    ends = [[place(board, end) for end in pair] for pair in chosen]
    answers = np.empty((len(ends), 8), dtype=np.int32)
    rows = [np.array([pair[k] for pair in ends], dtype=np.int32) for k in (0, 1)]
    trace_pairs(field, thread == "vasl", *rows, answers)
    assert [
        list(map(int, trace_line(field, thread == "vasl", a, b))) for a, b in ends
    ] == answers.tolist()


def test_places_that_are_none_are_refused() -> None:
    board = hexlos.open_board("village")
    field, good = board.compiled.exact, place(board, "F4")
    for at, value in ((0, -1), (0, 0), (0, 10**6), (1, 99), (4, 7)):
        bad = (*good[:at], value, *good[at + 1 :])
        with pytest.raises(ValueError, match=r"no such|out of range"):
            trace_line(field, False, good, bad)
    with pytest.raises(ValueError, match="a place is"):
        trace_line(field, False, good, good[:5])


def test_what_was_asked_before_is_remembered_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "_MOST_KNOWN", 10)
    board = hexlos.open_board("village")
    first = [board.los("F4", name).blocked for name in board.hexes]
    assert len(board.compiled.known_places) <= 11
    assert [board.los("F4", name).blocked for name in board.hexes] == first
    with pytest.raises(hexlos.UnknownHexError):
        board.los("F4", "ZZ99")
    with pytest.raises(hexlos.UnknownHexError):
        board.los("F4", "ZZ99")
