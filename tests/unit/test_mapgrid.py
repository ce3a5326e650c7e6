"""Names of hexes on maps of boards, and the lattice beneath them."""

from __future__ import annotations

import numpy as np
import pytest

from hexlos import Board, HexlosError, UnknownHexError, open_map
from hexlos.mapgrid import MapGrid, label_of, labels_of

from seams import meets
from synthetic import make_board


def laid(*rows: list[str]) -> Board:
    """A map of small boards of these names."""
    return open_map([[make_board(name=name) for name in row] for row in rows])


def lattice(board: Board) -> MapGrid:
    assert isinstance(board.grid, MapGrid)
    return board.grid


@pytest.mark.parametrize(
    ("board", "label"),
    [("05", "5"), ("00", "0"), ("1b", "1b"), ("10a", "10a"), ("a", "a"), ("A", "A-"),
     ("BFPA", "BFPA-"), ("BFPDW2a", "BFPDW2a-"), ("woodland", "woodland-"),
     ("my board", "my_board-")],
)  # fmt: skip
def test_what_names_of_hexes_start_with(board: str, label: str) -> None:
    assert label_of(board) == label


def test_copies_of_a_board_are_numbered() -> None:
    assert labels_of(["05", "02", "05"]) == ["5#1-", "2", "5#2-"]


def test_hexes_are_named_board_by_board() -> None:
    board = laid(["05", "BFPA"])
    assert board.hexes[:3] == ("5A1", "5A2", "5A3")
    assert board.hexes[-1] == "BFPA-E4"
    assert len(set(board.hexes)) == len(board.hexes)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("5C2", "5C2"), ("05C2", "5C2"), ("bd05C2", "5C2"), ("bd5C2", "5C2"), ("5-C2", "5C2"),
        ("05-C2", "5C2"), ("bd05-C2", "5C2"), ("5C2:1", "5C2:1"), ("bd05-C2:roof", "5C2:roof"),
        ("1bC2", "1bC2"), ("1b-C2", "1bC2"), ("bd1b-C2", "1bC2"), ("aC2", "aC2"),
        ("a-C2", "aC2"), ("bda-C2", "aC2"), ("BFPA-C2", "BFPA-C2"), ("bdBFPA-C2", "BFPA-C2"),
        ("bfpa-C2", "BFPA-C2"), ("5C2@N/NW", "5C2@N/NW"),
    ],
)  # fmt: skip
def test_ways_to_write_a_hex_of_a_map(written: str, meant: str) -> None:
    assert laid(["05", "1b"], ["a", "BFPA"]).plain_name(written) == meant


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("C2", "5C2, 1bC2, aC2 or BFPA-C2"), ("C2:1", "may be several hexes"),
        ("7C2", "no board '7' on this map, which has 5, 1b, a, BFPA"),
        ("5Z9", "board 5 has no Z9"), ("Z9", "any of its boards has no Z9"),
        ("BFPAC2", "no board 'BFPA'"), ("", "write a hex as 5A1"), ("5", "write a hex as 5A1"),
        ("nonsense", "write a hex as 5A1"), ("5C2:attic", "building level"),
    ],
)  # fmt: skip
def test_what_is_no_hex_of_a_map(written: str, told: str) -> None:
    board = laid(["05", "1b"], ["a", "BFPA"])
    with pytest.raises(UnknownHexError, match=told) as caught:
        board.los(written, "5A1")
    assert "\n" not in str(caught.value)


def test_a_plain_name_that_one_board_has_will_do() -> None:
    board = open_map([[make_board(name="05"), make_board(3, 4, name="02")]])
    assert board.hex("E2").name == "5E2"
    with pytest.raises(UnknownHexError, match="5B2 or 2B2"):
        board.hex("B2")


def test_copies_are_told_apart() -> None:
    board = laid(["05", "05"])
    assert board.hex("5#2-C2").name == "5#2-C2"
    with pytest.raises(UnknownHexError, match="5#1-C2 or 5#2-C2"):
        board.hex("5C2")


def test_a_hex_on_a_seam_has_both_names_and_the_first_is_its_own() -> None:
    board = laid(["02"], ["04"])
    assert board.hex("4B0").name == board.hex("2B4").name == "2B4"
    grid = lattice(board)
    assert grid.names_of(grid.index("4B0")) == ("2B4", "4B0")
    assert grid.names_of(grid.index("4A1")) == ("4A1",)
    assert board.hexes.count("2B4") == 1
    assert "4B0" not in board.hexes


def test_a_seam_across_of_a_reversed_board() -> None:
    one, two = make_board(name="02"), make_board(name="04").rotated()
    grid = lattice(open_map([[one, two]]))
    assert grid.names_of(grid.index("2E1")) == ("2E1", "4E4")
    assert grid.names_of(grid.index("4E1")) == ("2E4", "4E1")


def test_four_boards_meet() -> None:
    board = laid(["1", "2"], ["3", "4"])
    grid = lattice(board)
    assert int(grid.shared.sum()) == 2 * 4 + 2 * 2
    assert grid.neighbours[grid.index("1E4"), 3] == grid.index("3E1")
    assert board.grid.distance(grid.index("1A1"), grid.index("4E4")) == 11


def test_centres_of_a_joined_lattice_are_where_the_boards_have_them() -> None:
    board = laid(["1", "2"], ["3", "4"])
    grid = lattice(board)
    assert grid.shift is None
    for part in grid.parts:
        own = part.grid.centres_px + np.array([part.left, part.top])
        np.testing.assert_array_equal(grid.centres_px[part.hexes], own)


def test_a_map_turned_twice_lies_as_before() -> None:
    board = laid(["1", "2"], ["3", "4"])
    back = board.rotated().rotated()
    np.testing.assert_array_equal(back.grid.centres, board.grid.centres)
    assert [(p.left, p.top) for p in lattice(back).parts] == [
        (p.left, p.top) for p in lattice(board).parts
    ]
    assert back.grid.names == board.rotated().grid.names == board.grid.names


def test_wrong_types_are_one_sentence() -> None:
    board = laid(["05", "02"])
    for wrong in (None, 5, b"5A1", ["5A1"], object()):
        with pytest.raises(HexlosError, match="is no address"):
            board.hex(wrong)  # type: ignore[arg-type]


def test_lines_that_meet_hexes() -> None:
    grid = make_board().grid
    flags = np.zeros(len(grid), dtype=bool)
    flags[grid.index("C2")] = True
    met = meets(grid, flags)
    pair = {name: i for i, name in enumerate(grid.names)}
    assert met[pair["C1"], pair["C3"]]  # through it
    assert met[pair["B1"], pair["D1"]]  # along its hexside
    assert met[pair["C2"], pair["A1"]]  # from it
    assert not met[pair["A1"], pair["A3"]]
    assert not met[pair["B0"], pair["D0"]]
    np.testing.assert_array_equal(met, met.T)
