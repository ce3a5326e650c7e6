"""Ends IN a Depression and in crest status: gullies, streams, hill Depressions, fords."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hexlos import Board, Reason, UnknownHexError

from synthetic import make_board, painted

threads = pytest.mark.parametrize("thread", ["exact", "vasl"])


def gully(first: int, last: int, levels: dict[str, int] | None = None, rows: int = 8) -> Board:
    """A gully down column C, from the top of one hex to near the bottom of another."""
    board = make_board(5, rows, levels=levels)
    return painted(board, "Gully", (100, 64 * (first - 1), 116, 64 * last - 12), level=-1)


@threads
@pytest.mark.parametrize("rise", [0, 1, 2, 3, 4])
def test_a63_one_level_for_each_hex_of_range(thread: str, rise: int) -> None:
    """A6.3: IN C1, at -1, of a gully of one hex is seen from as many hexes as levels away."""
    for away in range(1, 8):
        board = gully(1, 1, {f"C{1 + away}": rise})
        result = board.los("C1", f"C{1 + away}", thread=thread)
        assert result.clear == (away <= rise + 1), away


@threads
def test_a63_depression_hexsides_crossed_one_after_the_other_do_not_count(thread: str) -> None:
    """A6.3 EXC: C5, two levels above IN C1, needs only the range to where the gully ends."""
    assert gully(1, 1, {"C5": 2}).los("C1", "C5", thread=thread).reason is Reason.DEPRESSION
    long = gully(1, 2, {"C5": 2})
    assert long.los("C1", "C5", thread=thread).clear
    # the line may leave the art between the hexsides
    bent = long
    bent = painted(bent, "Open Ground", (100, 42, 116, 52))
    assert bent.hex("C1").hexsides[3].depression
    assert bent.los("C1", "C5", thread=thread).clear


@threads
def test_b192_a_gully_hex_sees_another_only_along_the_art(thread: str) -> None:
    """B19.2, B20.2: IN a Depression to IN another along its art, or adjacent over its hexside."""
    assert gully(1, 4).los("C1", "C4", thread=thread).clear
    gap = painted(gully(1, 4), "Open Ground", (100, 100, 116, 104))
    assert gap.los("C1", "C2", thread=thread).clear
    assert gap.los("C1", "C4", thread=thread).reason is Reason.DEPRESSION
    closed = painted(gully(1, 4), "Open Ground", (100, 60, 116, 68))
    assert closed.los("C1", "C2", thread=thread).reason is Reason.DEPRESSION_HEXSIDE


def hill_gully(sill: int) -> Board:
    """A gully through the edge of level ground down to a valley at -1 that begins at row 3.

    The edge lies ``sill`` pixels inside the valley.
    """
    board = gully(1, 2, {f"{c}{n}": -1 for c in "BCD" for n in range(3, 9)})
    level = board.level.copy()
    level[81:135, 128 : 128 + sill] = 0
    board = painted(replace(board, level=level), "Gully", (100, 100, 116, 128), level=-1)
    return painted(board, "Gully", (100, 128, 116, 128 + 64), level=-2)


@threads
def test_b195_a_valley_sees_into_a_gully_that_opens_onto_it(thread: str) -> None:
    """B19.5: from as low as IN the gully, over its Crest Line-Depression hexside."""
    board = hill_gully(0)
    assert board.hex("C2").base_level == -1
    assert board.hex("C5").base_level == -1
    assert board.los("C2", "C5", thread=thread).clear
    assert board.los("C2", "C8", thread=thread).clear


@threads
def test_b1952_from_crest_level_no_level_for_each_hex(thread: str) -> None:
    """B19.52: a viewer above the valley, whose LOS enters from it, need not be so much higher."""
    board = hill_gully(0)
    above = painted(board, "Open Ground", (81, 64 * 5, 135, 64 * 6), level=0)
    assert above.hex("C6").base_level == 0
    assert above.los("C2", "C6", thread=thread).clear
    assert gully(1, 2).los("C2", "C6", thread=thread).reason is Reason.DEPRESSION


@threads
def test_b195_not_over_ground_at_crest_level_in_the_hex(thread: str) -> None:
    """B19.5: an adjacent hex as low as IN the gully does not see over the crest between."""
    board = painted(gully(1, 2, {"C3": -1}), "Gully", (100, 116, 116, 128), level=-1)
    closed = painted(board, "Open Ground", (100, 116, 116, 128))
    assert board.los("C2", "C3", thread=thread).clear
    assert closed.los("C2", "C3", thread=thread).reason is Reason.BELOW_CREST


@threads
def test_b1951_not_at_a_vertex_of_that_hexside(thread: str) -> None:
    """B19.51: a LOS along a hexspine passes the end of the hexside, where it does not enter."""
    board = make_board(7, 6, levels=dict.fromkeys(("B2", "B3", "C3", "D2", "D3", "D4"), -1))
    board = painted(board, "Gully", (82, 64, 134, 128), level=-1)
    assert board.hex("C2").hexsides[3].depression
    result = board.los("C2", "D3", thread=thread)
    assert result.along_hexside
    assert result.reason is Reason.BELOW_CREST


@threads
def test_b209_crest_status_is_at_the_surface(thread: str) -> None:
    """B20.9: LOS to a unit in crest status is LOS to the ground-level hex."""
    board = gully(1, 1)
    assert board.hex("C1").levels == ("C1",)
    assert board.hex("C1").crest[:2] == ("C1:crest", "C1:crest/N")
    assert board.los("C1", "C5", thread=thread).blocked
    assert board.los("C1:crest", "C5", thread=thread).clear
    assert board.los("C5", "C1:crest/NE", thread=thread).clear
    assert board.los("C1", "C1:crest", thread=thread).clear
    assert board.los("C1:crest/N", "C1:crest/S", thread=thread).clear
    wall = painted(board, "Wall", (91, 126, 125, 130))
    assert wall.los("C1:crest", "C4", thread=thread).reason is Reason.WALL_HEDGE


@threads
def test_b209_crest_status_sees_in_as_the_surface_does(thread: str) -> None:
    """A6.3, B20.9: one level up, it sees IN an adjacent hex, and along a straight gully."""
    gap = painted(gully(1, 4), "Open Ground", (100, 124, 116, 132))
    assert gap.los("C1:crest", "C2", thread=thread).clear
    assert gap.los("C1:crest", "C3", thread=thread).reason is Reason.DEPRESSION
    assert gully(1, 4).los("C1:crest", "C3", thread=thread).clear


def test_b209_where_there_is_no_crest_status() -> None:
    """B20.9: not outside Depressions, with a bridge or ford, or along a Depression cliff."""
    board = painted(gully(1, 5), "Cliff", (91, 62, 125, 66))
    with pytest.raises(UnknownHexError, match="B1 is no Depression hex"):
        board.los("B1:crest", "C5")
    with pytest.raises(UnknownHexError, match="cliff lies along the N hexside of C2"):
        board.los("C2:crest/N", "C5")
    assert board.los("C2:crest/S", "C5:crest").clear
    bridged = painted(board, "Stone Bridge", (92, 216, 124, 226), level=-1)
    with pytest.raises(UnknownHexError, match="C4 has a bridge"):
        bridged.los("C4:crest", "C5")
    for wrong in ("C2:crest/X", "C2:roof/N", "C2/N"):
        with pytest.raises(UnknownHexError):
            board.los(wrong, "C5")


def test_b208_a_ford_is_in_the_stream() -> None:
    """B20.8: a ford has the stream's level, and no crest status."""
    board = painted(gully(1, 5), "Ford", (96, 150, 120, 170), level=-1)
    assert board.hex("C3").is_depression
    assert board.los("C3", "E3").reason is Reason.DEPRESSION
    with pytest.raises(UnknownHexError, match="ford"):
        board.los("C3:crest", "C5")


def test_b209_bulk_calls_take_crest_status() -> None:
    """B20.9: lists may name it; "levels" are the levels of a hex, which it is not."""
    board = gully(1, 3)
    names = ["C1", "C1:crest", "C3:crest/SW", "E4"]
    matrix = board.los_matrix(names, names)
    for i, a in enumerate(names):
        for j, b in enumerate(names):
            assert matrix.blocked[i, j] == board.los(a, b).blocked
    assert not [name for name in board.los_matrix("levels", []).sources if "crest" in name]
    assert np.array_equal(matrix.blocked, matrix.blocked.T)
