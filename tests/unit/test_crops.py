"""Crops of boards and maps: which hexes stay, whole or cut in half, and what cannot be cropped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import hexlos
from hexlos import Board, HexlosError, MapError
from hexlos.catalogue import terrain_code
from hexlos.mapgrid import MapGrid
from hexlos.render import picture

from synthetic import HEX_HEIGHT, PITCH, make_board, write_boards

WOODS = terrain_code("Woods")
HIGH = 4 * HEX_HEIGHT


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Archives of two small boards, 02 and 04."""
    boards = {"02": make_board(terrain={"B2": "Woods"}), "04": make_board()}
    return write_boards(tmp_path_factory.mktemp("boards"), boards)


def opened(folder: Path, layout: Any) -> Board:
    return hexlos.open_map(layout, boards_dir=folder)


def parts(board: Board) -> list[tuple[str, int, int]]:
    assert isinstance(board.grid, MapGrid)
    return [(part.label, part.left, part.top) for part in board.grid.parts]


def names(board: Board, columns: str) -> list[str]:
    return [name for name in board.hexes if name[0] in columns]


def test_a_crop_keeps_columns_and_rows_as_a_board_does() -> None:
    board = make_board(7, 6).cropped("A1", "E3")
    assert names(board, "B") == ["B0", "B1", "B2", "B3"]
    assert names(board, "C") == ["C1", "C2", "C3"]
    assert {name[0] for name in board.hexes} == set("ABCDE")
    assert names(make_board(7, 6).cropped("B1", "E3"), "BC") == ["B1", "B2", "B3", "C1", "C2", "C3"]


@pytest.mark.parametrize(
    "corners", [("B", "E"), ("B-E",), ("E-B",), ("E6", "B0"), ("B0-E6",), ("E", "B")]
)
def test_ways_to_write_a_crop(corners: tuple[str, ...]) -> None:
    board = make_board(7, 6).cropped(*corners)
    assert {name[0] for name in board.hexes} == set("BCDE")
    assert {name for name in board.hexes if name[0] == "D"} == {f"D{n}" for n in range(7)}


def test_whole_hexes_keep_their_art_and_half_hexes_are_cut() -> None:
    board = make_board(7, 6, terrain={"D3": "Woods"})
    whole, half = board.cropped("B-D"), board.cropped("B-D", half=True)
    assert half.terrain.shape == (2 * PITCH, 6 * HEX_HEIGHT)
    count = {
        name: int((b.terrain[b.grid.pixel_owner == b.grid.index("D3")] == WOODS).sum())
        for name, b in (("board", board), ("whole", whole), ("half", half))
    }
    assert count["whole"] == count["board"]
    assert abs(count["half"] / count["board"] - 0.5) < 0.02


@pytest.mark.parametrize(
    ("corners", "told"),
    [
        (("A-Z",), "no column 'Z'"), (("A1", "Z9"), "no hex 'Z9'"), (("A",), "no range"),
        (("",), "no range"), ((None, "A1"), "no corner"), (("A1", 5), "no corner"),
        ((5,), "no corner"), (("A1", ""), "no address|no hex"),
    ],
)  # fmt: skip
def test_what_is_no_crop(corners: tuple[Any, ...], told: str) -> None:
    with pytest.raises(HexlosError, match=told):
        make_board().cropped(*corners)


def test_a_crop_to_everything_is_the_board() -> None:
    board = make_board()
    assert board.cropped("A-E") is board
    assert board.cropped("A-E", half=True) is board


def test_crops_in_layouts_are_cut_where_another_board_lies(folder: Path) -> None:
    board = opened(folder, [["02[A-C]", "04"]])
    assert parts(board) == [("2", 0, 0), ("4", 2 * PITCH, 0)]
    assert board.hex("4A2").name == "2C2"
    assert not [name for name in board.hexes if name.startswith(("2D", "2E"))]
    turned = opened(folder, [["04", "r02[C-E]"]])
    assert turned.hex("2E2").name == "4E3"


def test_crops_of_rows_in_layouts(folder: Path) -> None:
    board = opened(folder, [["02[A1-E2]"], ["04"]])
    assert parts(board) == [("2", 0, 0), ("4", 0, 2 * HEX_HEIGHT)]
    assert board.hex("4B0").name == "2B2"


def test_a_crop_may_be_cut_at_every_edge(folder: Path) -> None:
    assert opened(folder, [["02[B1-D2 half]"]]).terrain.shape == (2 * PITCH, 2 * HEX_HEIGHT)
    whole = opened(folder, [["02[B1-D2]"]])
    assert whole.terrain.shape > (2 * PITCH, 2 * HEX_HEIGHT)
    with pytest.raises(MapError, match="crop it there with half hexes"):
        hexlos.open_map([[make_board().cropped("A-C"), make_board()]])


def test_a_crop_beside_a_column_of_the_other_parity_is_told(folder: Path) -> None:
    with pytest.raises(MapError, match="half a hex off"):
        opened(folder, [["02[A-B]", "04"]])


def test_a_joined_map_can_be_cropped(folder: Path) -> None:
    board = opened(folder, [["02", "04"]]).cropped("2C1", "4C3")
    assert board.hexes[0] == "2C1"
    assert board.hexes[-1] == "4C3"
    assert "4A2" not in board.hexes
    assert board.hex("4A2").name == "2E2"


def test_a_cropped_board_keeps_rules_and_picture() -> None:
    board = hexlos.open_board("hills", ssr=["pine"])
    crop = board.cropped("C2", "J7")
    assert crop.history == ("pine",)
    assert crop.plain is not None
    assert crop.plain.hexes == crop.hexes
    assert picture(crop).size == (crop.grid.width, crop.grid.height)
    assert crop.with_ssr("level0-to-level1").history[0] == "pine"


def test_half_of_the_half_hexes_at_an_edge_is_nothing() -> None:
    board = make_board()
    for first, last in (("A1", "A4"), ("E1", "E4")):
        with pytest.raises(MapError, match="no pixel is left"):
            board.cropped(first, last, half=True)
