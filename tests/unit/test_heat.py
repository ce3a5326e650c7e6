"""How much hexes see."""

from __future__ import annotations

import numpy as np
import pytest

from hexlos import Board, HexlosError, UnknownHexError
from hexlos.heat import heat, watchers_of

from synthetic import make_board


@pytest.fixture(scope="module")
def board() -> Board:
    terrain = {"C2": "Grain", "D3": "Stone Building, 2 Level"}
    return make_board(7, 5, terrain=terrain)


def test_counts_are_those_of_single_questions(board: Board) -> None:
    found = heat(board)
    for one in found.hexes[::5]:
        answers = [board.los(one.hex, other) for other in board.hexes if other != one.hex]
        assert one.clear == sum(a.clear and not a.hindrance for a in answers)
        assert one.hindered == sum(a.clear and a.hindrance > 0 for a in answers)
        assert one.seen_by == one.clear + one.hindered
    assert set(found.possible.tolist()) == {len(board.hexes) - 1}
    assert not found.inside.any()


def test_watchers_count_each_hex_they_see(board: Board) -> None:
    watchers = ["A1", "D3:1", "G5"]
    found = heat(board, watchers)
    for one in found.hexes:
        seen = [board.los(w, one.hex) for w in watchers if w.partition(":")[0] != one.hex]
        assert one.seen_by == sum(a.clear for a in seen), one
    inside = [name for name, is_in in zip(board.hexes, found.inside, strict=True) if is_in]
    assert inside == ["A1", "D3", "G5"]
    blind = {one.hex for one in found.hexes if not one.seen_by} - set(inside)
    assert set(found.dead) == blind


def test_range_limits_what_counts(board: Board) -> None:
    near = heat(board, max_range=2)
    far = heat(board)
    assert (near.seen_by <= far.seen_by).all()
    assert near.possible.max() <= 18
    reach = board.grid.distances(np.arange(len(board.hexes))[:, None], np.arange(len(board.hexes)))
    assert (near.possible == ((reach > 0) & (reach <= 2)).sum(axis=1)).all()


def test_ranked_are_the_best_first(board: Board) -> None:
    ranked = heat(board).ranked(5)
    assert [one.seen_by for one in ranked] == sorted((o.seen_by for o in ranked), reverse=True)
    assert ranked[0].seen_by == heat(board).seen_by.max()


def test_watchers_are_named_as_hexes_levels_and_regions(board: Board) -> None:
    assert watchers_of(board, ["A1,B2", "D3:1", "A1"]) == ("A1", "B2", "D3:1")
    assert watchers_of(board, ["A1-B2"]) == ("A1", "A2", "B1", "B2")


def test_bad_input(board: Board) -> None:
    with pytest.raises(HexlosError, match="no hex to look from"):
        heat(board, [])
    with pytest.raises(UnknownHexError, match="Z9"):
        watchers_of(board, ["Z9"])
    with pytest.raises(UnknownHexError, match="names no hex"):
        watchers_of(board, [","])


def test_steps_are_rising_round_numbers() -> None:
    from hexlos.pictures.steps import round_steps

    assert round_steps([1, 2, 2, 1], 6) == (1,)
    assert round_steps([], 6) == ()
    assert round_steps([150] * 50 + [151, 152, 153, 9, 20, 31], 6) == (150,)
    assert round_steps(list(range(1, 121)), 6) == (20, 40, 60, 80, 100)
