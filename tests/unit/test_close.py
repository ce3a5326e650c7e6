"""Close calls: the lines that a shift of a pixel decides, as a list and as a picture."""

from __future__ import annotations

import pytest

import hexlos
from hexlos import Board, HexlosError
from hexlos.close import close_calls
from hexlos.pictures.close import MOST, sheet
from hexlos.pictures.svg import text_of

from synthetic import make_board, painted


@pytest.fixture(scope="module")
def board() -> Board:
    """A building whose lower edge is a pixel above the line from A2 to E2."""
    made = make_board(9, 4)
    x, y = (round(v) for v in made.grid.centres_px[made.grid.index("E2")])
    return painted(made, "Stone Building", (x - 4, y - 12, x + 4, y - 1))


def test_they_are_the_lines_of_small_margin(board: Board) -> None:
    calls = close_calls(board, within=2)
    told = {(call.source, call.target): call.margin for call in calls}
    asked = {}
    for i, a in enumerate(board.hexes):
        for b in board.hexes[i + 1 :]:
            margin = board.los(a, b).margin
            if margin is not None and margin <= 2:
                asked[a, b] = margin
    assert told == asked
    assert len(told) > 10
    assert [call.margin for call in calls] == sorted(told.values())


def test_the_line_beside_the_building_is_one(board: Board) -> None:
    (call,) = [one for one in close_calls(board, ["A2"], within=2) if one.target == "I2"]
    assert not call.blocked
    assert call.range == 8
    assert 0.5 < call.margin <= 1.5


def test_lines_on_the_rim_of_the_map_are_not_shifted_off_it() -> None:
    board = make_board(5, 5, terrain={"A3": "Woods"})
    assert board.los("A1", "A5").blocked
    assert board.los("A1", "A5").margin is None


def test_all_are_picked_from_those_in_range(board: Board) -> None:
    near = close_calls(board, within=2, max_range=4)
    far = close_calls(board, within=2)
    assert near == tuple(call for call in far if call.range <= 4)
    assert 0 < len(near) < len(far)


@pytest.mark.parametrize("within", [0, -1, 13, float("nan"), float("inf")])
def test_a_width_out_of_bounds_is_refused(board: Board, within: float) -> None:
    with pytest.raises(HexlosError, match="margins are known from"):
        close_calls(board, within=within)


def test_the_picture_draws_the_closest() -> None:
    board = hexlos.open_board("hills")
    calls = close_calls(board, ["Q6", "M5"], within=12)
    assert 5 * len(calls) > MOST
    drawn = sheet(board, calls * 5, ["Q6", "M5"], within=12, thread="exact")
    assert len(drawn.layers[0].shapes) == min(MOST, 5 * len(calls))
    assert f"{5 * len(calls):,} lines, the closest {MOST} shown" in drawn.title
    assert text_of(drawn).count("data-margin=") >= len(drawn.layers[0].shapes)
