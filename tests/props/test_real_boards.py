"""Real boards answer the same for every pair of hexes however they lie."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from hexlos import BoardFormatError, open_board

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


@pytest.mark.parametrize("name", FEW)
def test_a_reversed_real_board_gives_the_same_answers(peer: Path, name: str) -> None:
    path = peer / "boards" / name
    if not path.exists():
        pytest.skip(f"no board {name} among the real boards")
    assert changed_when_reversed(path) == []


@pytest.mark.slow
def test_every_reversed_real_board_gives_the_same_answers(peer: Path) -> None:
    changed: dict[str, list[tuple[str, str]]] = {}
    compared = 0
    for path in sorted((peer / "boards").iterdir()):
        try:
            pairs = changed_when_reversed(path)
        except BoardFormatError:
            continue  # without LOSData
        compared += 1
        if pairs:
            changed[path.name] = pairs
    assert compared > 0
    assert changed == {}
