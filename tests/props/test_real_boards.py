"""Real boards answer the same for every pair of hexes however they lie."""

from __future__ import annotations

import csv
import gzip
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from hexlos import open_board

#: Boards, of different sorts, that are looked at even when little time is to be spent.
FEW = ("bd01", "bd24", "bd1b", "bda")


def changed_when_reversed(path: Path) -> list[tuple[str, str]]:
    """The pairs of hexes whose answer changes when the board is reversed."""
    board = open_board(path)
    one = board.los_matrix(thread="exact")
    two = board.rotated().los_matrix(thread="exact")
    assert one.sources == two.sources
    differ = (one.blocked != two.blocked) | (one.hindrance != two.hindrance)
    return [(one.sources[i], one.targets[j]) for i, j in np.argwhere(np.triu(differ))]


@pytest.mark.parametrize("name", FEW[:2])
def test_a_reversed_real_board_gives_the_same_answers(peer: Path, name: str) -> None:
    path = peer / "boards" / name
    if not path.exists():
        pytest.skip(f"no board {name} among the real boards")
    assert changed_when_reversed(path) == []


def test_every_location_of_a_real_board_answers_both_ways(peer: Path) -> None:
    """B23, O6: levels, cellars and rooftops of a whole board; asked from either end."""
    path = peer / "boards" / "bd01"
    if not path.exists():
        pytest.skip("no board 01 among the real boards")
    board = open_board(path)
    names = [place for name in board.hexes for place in board.hex(name).levels]
    one = board.los_matrix(names, names)
    sorts = Counter(name.partition(":")[2] for name in names)
    assert {"", "1", "2", "cellar", "roof"} <= set(sorts)
    assert len(names) > 450
    assert one.computed.all()
    for values in (one.blocked, one.hindrance, one.reason, one.range, one.where):
        assert np.array_equal(values, np.swapaxes(values, 0, 1))
    assert not one.blocked.diagonal().any()
    assert np.array_equal(one.blocked, board.los_matrix("levels").blocked)


def addresses(table: Path) -> set[str]:
    """Every address that a table of pairs names."""
    with gzip.open(table, "rt") as stream:
        rows = csv.DictReader(stream)
        return {row[end] for row in rows for end in ("source", "target")}


@pytest.mark.slow
def test_real_boards_have_every_location_that_a_peer_knows(peer: Path) -> None:
    """B23, O6, B6: and no others of buildings, but where art alone tells of several hexes."""
    more: dict[str, set[str]] = {}
    for table in sorted((peer / "tables").glob("*.levels.csv.gz")):
        board = open_board(peer / "boards" / table.name.split(".")[0])
        ours = {place for name in board.hexes for place in board.hex(name).levels}
        theirs = addresses(table)
        assert theirs <= ours, table.name
        indoors = {place for place in ours if not place.endswith((":crest", ":under"))}
        more[board.name] = {place for place in indoors - theirs if ":" in place}
    assert sum(map(len, more.values())) < 12, more
