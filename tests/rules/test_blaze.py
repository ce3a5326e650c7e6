"""Kindling, spreading, connected woods, landings by parachute."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import shapely

import hexlos
from hexlos import Board, UnknownHexError
from hexlos.catalogue import WOODS, depicted, terrain_code
from hexlos.errors import RuleError
from hexlos.rules.blaze import connected, kindling, parachute_check, spreading
from hexlos.rules.crossing import woods_kind

from synthetic import make_board


@pytest.mark.parametrize(
    ("name", "needs", "rule"),
    [
        ("woods", 9, "B13.5"),
        ("forest", 9, "B13.5"),
        ("pine woods", 9, "B13.5"),
        ("cactus patch", 12, "F13.4"),
    ],
)
def test_kindling_numbers(name: str, needs: int, rule: str) -> None:
    found = {roll: kindling(name, roll) for roll in range(2, 13)}
    assert {roll: each.happens for roll, each in found.items()} == {
        roll: roll >= needs for roll in range(2, 13)
    }
    assert {(each.needs, each.rule) for each in found.values()} == {(needs, rule)}
    assert kindling(name, needs - 1, drm=1).happens
    assert not kindling(name, needs, drm=-1).happens


def test_terrain_without_a_number_is_not_decided() -> None:
    assert kindling("olive grove", 12).happens is None


@pytest.mark.parametrize("roll", [1, 13, 0, -2])
def test_a_roll_is_of_two_dice(roll: int) -> None:
    with pytest.raises(RuleError, match="2 to 12"):
        kindling("woods", roll)


def test_fire_spreads_to_connected_woods_on_7() -> None:
    """B13.5."""
    board = make_board(terrain={"C2": "Woods", "C3": "Woods"})
    assert [spreading(board, "C2", "C3", roll).happens for roll in range(2, 13)] == [
        roll >= 7 for roll in range(2, 13)
    ]
    found = spreading(board, "C2", "C3", 6, drm=1)
    assert (found.happens, found.needs, found.rule) == (True, 7, "B13.5")


def test_adjacent_but_unconnected_woods_do_not_burn() -> None:
    """B13.5: the woods of C2 stop short of C3."""
    board = gap(make_board(terrain={"C2": "Woods", "C3": "Woods"}))
    assert woods_kind(board, "C2") == woods_kind(board, "C3") == "Woods"
    assert not connected(board, "C2", "C3")
    found = spreading(board, "C2", "C3", 12)
    assert (found.happens, found.rule) == (False, "B13.5")
    assert "C2 and C3" in found.text


def test_only_an_adjacent_blaze_spreads() -> None:
    """B13.5: C4 is woods of the same wood, but two hexes away."""
    board = make_board(terrain={"C2": "Woods", "C3": "Woods", "C4": "Woods"})
    assert connected(board, "C3", "C4")
    assert not connected(board, "C2", "C4")
    assert spreading(board, "C2", "C4", 12).happens is False


def test_cactus_burns_on_10_without_a_connection() -> None:
    """F13.4."""
    board = make_board(terrain={"C3": "Cactus Patch"})
    assert [spreading(board, "C2", "C3", roll).happens for roll in (9, 10)] == [False, True]
    assert spreading(board, "C2", "C3", 10).rule == "F13.4"
    assert spreading(board, "C3", "C2", 12).happens is None


def test_woods_beside_open_ground_are_not_connected() -> None:
    """B13.5: both must be woods hexes, whatever strays over the hexside."""
    board = make_board(terrain={"C2": "Woods", "C3": "Open Ground"})
    assert not connected(board, "C2", "C3")


def test_inherent_woods_reach_their_hexsides() -> None:
    """F13.2, B.6: woods of the steppe fill their hexes, so that fire crosses (B13.5)."""
    board = hexlos.open_board("desert", ssr=["steppe"])
    woods = [h for h in board.hexes if woods_kind(board, h) or board.hex(h).terrain == "Woods"]
    pairs = [(a, b) for a in woods[:12] for b in woods if board.grid.distance(
        board.grid.index(a), board.grid.index(b)) == 1]  # fmt: skip
    assert pairs
    assert all(connected(board, a, b) for a, b in pairs)


@pytest.mark.parametrize(
    ("name", "rule"),
    [("cactus patch", "F13.4"), ("olive grove", "F13.5"), ("vineyard", "F13.6")],
)
def test_a_parachute_landing_takes_an_nmc(name: str, rule: str) -> None:
    found = parachute_check(name)
    assert found is not None
    assert (found.value, found.rule) == ("NMC", rule)
    assert "E9.42" in found.text


@pytest.mark.parametrize("name", ["woods", "forest", "orchard", "brush", "broken ground"])
def test_no_other_landing_does(name: str) -> None:
    """E9.42 is called on by F13.4, F13.5 and F13.6 only."""
    assert parachute_check(name) is None


def test_hexes_off_the_board_are_errors() -> None:
    board = make_board()
    with pytest.raises(UnknownHexError):
        connected(board, "A1", "Z9")
    with pytest.raises(UnknownHexError):
        spreading(board, "A1", "Q", 7)


@pytest.mark.parametrize("name", ["woodland", "hills", "village"])
def test_connection_agrees_with_the_outline_of_the_woods(name: str) -> None:
    """B13.5: shapely's outline of the woods covers part of the hexside, more than a touch."""
    board = hexlos.open_board(name)
    assert_agrees(board)


@pytest.mark.parametrize("number", ["01", "05", "19", "24"])
def test_connection_on_real_boards(peer: Path, number: str) -> None:
    """B13.5."""
    assert_agrees(hexlos.open_board(number, boards_dir=peer / "boards"))


def assert_agrees(board: Board) -> None:
    """Compare with the share of each hexside under the outline; a pixel's worth may differ."""
    share = board.geometry.hexside_share(depicted("woods"))
    pixel = 2.0 / shapely.length(board.geometry.hexsides[0, 0])
    woods = {h for h in board.hexes if woods_kind(board, h)}
    checked = 0
    for index, hex_ in enumerate(board.hexes):
        for side in range(6):
            beyond = int(board.grid.neighbours[index, side])
            if beyond < 0 or not {hex_, board.hexes[beyond]} <= woods:
                continue
            other = board.hexes[beyond]
            assert connected(board, hex_, other) == connected(board, other, hex_)
            if share[index, side] == 0 or share[index, side] > pixel:
                assert connected(board, hex_, other) == (share[index, side] > 0), (hex_, other)
                checked += 1
    assert checked > 10


def gap(board: Board) -> Board:
    """The board with a strip of open ground between C2 and C3."""
    terrain = board.terrain.copy()
    y = int(board.grid.centres_px[board.grid.index("C2"), 1] + 32)
    terrain[:, y - 3 : y + 4] = terrain_code("Open Ground")
    assert np.isin(terrain, [terrain_code(word) for word in WOODS]).any()
    return board.with_planes(terrain, board.level, "gap")
