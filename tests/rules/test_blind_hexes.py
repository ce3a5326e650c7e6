"""Blind Hexes by the rule's own arithmetic, for every viewer, obstacle and hex behind it."""

from __future__ import annotations

from itertools import product

import pytest

from hexlos import Board

from synthetic import PITCH, make_board, painted

threads = pytest.mark.parametrize("thread", ["exact", "vasl"])

#: Obstacles by their full-level heights: a half level does not count (A6.4).
HEIGHTS = {
    "Open Ground": 0,
    "Woods": 1,
    "Wooden Building, 1 Level": 1,
    "Pine Woods": 2,
    "Stone Building, 2 Level": 2,
}


def is_blind(viewer: int, base: int, height: int, away: int, level: int, behind: int,
             cliff: bool = False) -> bool:  # fmt: skip
    """Whether the hex so many behind an obstacle is blind (A6.4, A6.41, A6.42, A6.43, B10.23)."""
    top, crest = base + height, height == 0
    if level >= top:
        return False
    if viewer <= top:
        return True
    count = height + away // 5 - max(0, viewer - top - 1)
    count += (base - level - (crest and not cliff)) if level < base else -(level - base)
    deep = crest and base - level >= 2 and away > 1
    least = 0 if crest and not (cliff and away > 1) and not deep else 1
    return behind <= max(count, least)


def profile(kind: str, viewer: int, base: int, away: int, level: int) -> Board:
    """Column C: the viewer in C1, an obstacle so far away on its base, beyond it all one level."""
    rows = away + 8
    levels = {f"C{row}": min(base, level) for row in range(2, away + 1)}
    levels |= {"C1": viewer, f"C{away + 1}": base}
    levels |= {f"C{row}": level for row in range(away + 2, rows + 1)}
    return make_board(5, rows, {f"C{away + 1}": kind}, levels)


def check(board: Board, thread: str, away: int, expected: list[bool]) -> None:
    """Compare the hexes behind the obstacle, seen from both ends."""
    names = [f"C{away + 1 + behind}" for behind in range(1, 7)]
    there = board.los_matrix(["C1"], names, thread=thread)
    back = board.los_matrix(names, ["C1"], thread=thread)
    assert there.blocked[0].tolist() == expected
    assert back.blocked[:, 0].tolist() == expected


@threads
@pytest.mark.parametrize("kind", HEIGHTS)
def test_a64_blind_hexes(kind: str, thread: str) -> None:
    """A6.4, A6.41, A6.42, A6.43, B10.23: height, range, advantage, level of the hex behind."""
    height, cases = HEIGHTS[kind], 0
    for viewer, base, away, level in product((2, 3, 5), (0, 1), (1, 4, 10), (0, 1)):
        if base + height >= viewer or (height == 0 and base <= level):
            continue
        cases += 1
        expected = [is_blind(viewer, base, height, away, level, k) for k in range(1, 7)]
        check(profile(kind, viewer, base, away, level), thread, away, expected)
    assert cases > 5


@threads
def test_a642_numbers_of_the_rule(thread: str) -> None:
    """A6.42: a 1 1/2-level obstacle at range 12 makes 3, 2 and 1 Blind Hexes for levels 2, 3, 4."""
    for viewer, count in ((2, 3), (3, 2), (4, 1), (5, 1)):
        board = profile("Wooden Building, 1 Level", viewer, 0, 12, 0)
        check(board, thread, 12, [k <= count for k in range(1, 7)])


@threads
def test_b1023_a_deep_drop(thread: str) -> None:
    """B10.23 EXC: two levels behind a Crest Line leave a Blind Hex, unless it is adjacent."""
    for viewer, away in product((3, 6), (1, 2)):
        board = profile("Open Ground", viewer, 2, away, 0)
        check(board, thread, away, [is_blind(viewer, 2, 0, away, 0, k) for k in range(1, 7)])


@threads
def test_b1121_cliffs(thread: str) -> None:
    """B11.21: at least one Blind Hex unless adjacent, and the full drop counts: at range 5 two."""
    for away in (1, 4, 5, 10):
        board = profile("Open Ground", 2, 1, away, 0)
        edge = 64 * (away + 1)
        board = painted(board, "Cliff", (2 * PITCH - 17, edge - 3, 2 * PITCH + 17, edge), level=1)
        assert "cliff" in board.hex(f"C{away + 1}").hexsides[3].classes
        # adjacent, it is a Crest Line as others are
        expected = [is_blind(2, 1, 0, away, 0, k, cliff=away > 1) for k in range(1, 7)]
        assert sum(expected) == (0 if away == 1 else 1 + away // 5)
        check(board, thread, away, expected)


@threads
def test_b222_valleys_are_hills_upside_down(thread: str) -> None:
    """B22.2, A6.43: Crest Lines of a valley hide its floor as those of hills what is below."""
    for viewer, base, level in ((1, 0, -1), (2, 0, -2), (3, 0, -1)):
        for away in (1, 3, 6):
            board = profile("Open Ground", viewer, base, away, level)
            expected = [is_blind(viewer, base, 0, away, level, k) for k in range(1, 7)]
            check(board, thread, away, expected)
