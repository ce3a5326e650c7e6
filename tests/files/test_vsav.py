"""Saved games: which boards they list, and what is wrong with those that list none."""

from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hexlos
from hexlos import BoardFormatError, HexlosError, UnknownBoardError
from hexlos.files.vsav import MAX_MEMBER, SavedBoard, read_saved_boards
from hexlos.mapgrid import MapGrid

from saves import scrambled, write_save
from synthetic import HEX_HEIGHT, PITCH, make_board, write_boards


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Archives of two small boards, 02 and 04, with woods."""
    board = make_board(terrain={"C2": "Woods", "E3": "Grain"})
    return write_boards(tmp_path / "boards", {"02": board, "04": board})


def test_the_boards_of_a_game(tmp_path: Path) -> None:
    path = write_save(
        tmp_path / "a.vsav",
        "0 0 02 VER 6.4",
        "1 0 r04 450 0 900 645 VER 6.1 OVR wd1 G5 G6 OVR X3 SSR Pine NoRoads",
        "0 1 BFPA",
    )
    assert read_saved_boards(path) == (
        SavedBoard("02", 0, 0, version="6.4"),
        SavedBoard(
            "r04", 1, 0, (450, 0, 900, 645), "6.1", ("wd1 G5 G6", "X3"), ("Pine", "NoRoads")
        ),
        SavedBoard("BFPA", 0, 1),
    )


def test_the_last_list_of_boards_counts(tmp_path: Path) -> None:
    text = "bd\t0\t0\t02\tVER\t1\t\x1bbd\t0\t0\tr04\tVER\t1\t"
    path = write_save(tmp_path / "a.vsav", member=scrambled(text))
    assert [board.name for board in read_saved_boards(path)] == ["r04"]


@pytest.mark.parametrize("key", [0, 0x0B, 0xFF])
def test_any_key(tmp_path: Path, key: int) -> None:
    member = scrambled("begin_save\x1bbd\t0\t0\t02\tVER\t6\t", key)
    assert read_saved_boards(write_save(tmp_path / "a.vsav", member=member))[0].name == "02"


def test_a_map_as_a_game_lays_it(folder: Path, tmp_path: Path) -> None:
    path = write_save(tmp_path / "a.vsav", "0 0 r02 VER 1", "0 1 04 VER 1")
    board = hexlos.open_map(path, boards_dir=folder)
    same = hexlos.open_map([["r02"], ["04"]], boards_dir=folder)
    assert board.hexes == same.hexes
    np.testing.assert_array_equal(board.terrain, same.terrain)
    assert board.warnings == ()
    assert hexlos.open_map(str(path), boards_dir=folder).hexes == same.hexes


def test_the_rules_of_a_game_are_those_of_its_boards(folder: Path, tmp_path: Path) -> None:
    path = write_save(tmp_path / "a.vsav", "0 0 02 VER 1 SSR PineWoods", "0 1 04 VER 1")
    board = hexlos.open_map(path, boards_dir=folder, ssr=["no-grain"])
    assert board.history == ("pine:2", "no-grain")
    kinds = {board.hex(name).terrain for name in ("2C2", "4C2")}
    assert kinds == {"Pine Woods", "Woods"}


def test_what_is_not_applied_is_a_warning(folder: Path, tmp_path: Path) -> None:
    path = write_save(
        tmp_path / "a.vsav", "0 0 02 VER 1 OVR wd1 G5 SSR nonsense", "0 1 04 VER 1 OVR X2"
    )
    warnings = hexlos.open_map(path, boards_dir=folder).warnings
    assert len(warnings) == 3
    assert all(
        any(word in warning for warning in warnings) for word in ("'wd1 G5'", "'X2'", "nonsense")
    )


@pytest.mark.parametrize(
    ("crop", "area"),
    [
        ("0 0 108 256", "A-C"), ("108 0 108 256", "C-E"), ("108 0 -1 -1", "C-E"),
        ("0 0 216 128", "A1-E2"), ("1 1 107 127", "A1-C2"), ("0 128 0 0", "A3-E4"),
    ],
)  # fmt: skip
def test_a_crop_through_the_middle_of_hexes(
    folder: Path, tmp_path: Path, crop: str, area: str
) -> None:
    """Pixels that a game crops a board to, a pixel off or not, are half hexes."""
    path = write_save(tmp_path / "a.vsav", f"0 0 02 {crop} VER 1")
    board = hexlos.open_map(path, boards_dir=folder)
    same = hexlos.open_map([[f"02[{area} half]"]], boards_dir=folder)
    assert board.hexes == same.hexes
    np.testing.assert_array_equal(board.terrain, same.terrain)


def test_a_crop_between_columns_keeps_whole_hexes(folder: Path, tmp_path: Path) -> None:
    path = write_save(tmp_path / "a.vsav", f"0 0 02 0 0 {PITCH + PITCH // 2} {4 * HEX_HEIGHT}")
    board = hexlos.open_map(path, boards_dir=folder)
    assert board.hexes == hexlos.open_map([["02[A-B]"]], boards_dir=folder).hexes


def test_a_reversed_board_is_cropped_as_it_lies_unreversed(folder: Path, tmp_path: Path) -> None:
    path = write_save(tmp_path / "a.vsav", "0 0 r02 0 0 108 256 VER 1", "1 0 04 VER 1")
    board = hexlos.open_map(path, boards_dir=folder)
    assert {name[1] for name in board.hexes if name.startswith("2")} == set("ABC")
    assert isinstance(board.grid, MapGrid)
    assert board.hex("4A1").name == "2A4"


def test_a_place_without_a_board_stays_bare(folder: Path, tmp_path: Path) -> None:
    path = write_save(tmp_path / "a.vsav", "0 0 02 VER 1", "1 1 04 VER 1")
    board = hexlos.open_map(path, boards_dir=folder)
    assert board.terrain.shape == (8 * PITCH, 8 * HEX_HEIGHT)


# ---- damaged and hostile saves


LISTED = "bd\t0\t0\t02\tVER\t1\t"


@pytest.mark.parametrize(
    ("member", "told"),
    [
        (b"", "!VCSK"), (b"VCSK5a", "!VCSK"), (b"!VCSK", "!VCSK"), (b"!VCSKzz00", "!VCSK"),
        (b"!VCSK5a0", "breaks off"), (b"!VCSK5a0g", "breaks off"), (b"\xff\xfe", "!VCSK"),
        (b"!VCSK5a", "lists no boards"), (scrambled("begin_save\x1bend_save"), "lists no boards"),
        (scrambled("bd\t"), "lists no boards"), (scrambled("bd\t0\t0"), "lists no boards"),
        (scrambled("bd\tx\t0\t02\t"), "'x' where a number"),
        (scrambled("bd\t0\t-1\t02\t"), "at place -1"),
        (scrambled("bd\t0\t100000\t02\t"), "at place 100000"),
        (scrambled("bd\t0\t99999999999\t02\t"), "where a number belongs"),
        (scrambled("bd\t0\t0\t../../etc/passwd\t"), "name '../../etc"),
        (scrambled("bd\t0\t0\t\t"), "name ''"),
        (scrambled("bd\t0\t0\t02\t1\t2\t3\tVER\t1\t"), "to 3 numbers"),
        (scrambled("bd\t0\t0\t02\t1\t2\tx\t4\tVER\t1\t"), "'x' where a number"),
        (scrambled(LISTED * 2), "two boards at one place"),
        (scrambled("".join(f"bd\t{n}\t0\t02\tVER\t1\t" for n in range(101))), "more than 100"),
        (scrambled("bd\t0\t0\t77\tVER\t1\t"), "no board '77'"),
        (scrambled("bd\t0\t0\t02\t900\t0\t100\t100\tVER\t1\t"), "no hex is left"),
    ],
)  # fmt: skip
def test_a_bad_save_is_one_sentence(folder: Path, tmp_path: Path, member: bytes, told: str) -> None:
    path = write_save(tmp_path / "bad.vsav", member=member)
    with pytest.raises(HexlosError, match=told) as caught:
        hexlos.open_map(path, boards_dir=folder)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_what_is_no_save_at_all(folder: Path, tmp_path: Path) -> None:
    text = tmp_path / "text.vsav"
    text.write_text("hello")
    other = write_save(tmp_path / "other.vsav", member=b"x", name="somethingElse")
    for path, told in (
        (text, "damaged"), (other, "holds no savedGame"), (tmp_path / "none.vsav", "no such"),
        (tmp_path, "no row|folder|damaged|no map"),
    ):  # fmt: skip
        with pytest.raises(HexlosError, match=told):
            hexlos.open_map(path, boards_dir=folder)


def test_a_save_by_another_name_is_known_by_what_it_holds(folder: Path, tmp_path: Path) -> None:
    path = write_save(tmp_path / "game.zip", "0 0 02 VER 1")
    assert hexlos.open_map(path, boards_dir=folder).hexes[0] == "2A1"
    with pytest.raises(BoardFormatError, match=r"open_map|lacks"):
        hexlos.open_board(path)


def test_a_save_that_unpacks_to_too_much(tmp_path: Path) -> None:
    path = tmp_path / "bomb.vsav"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("savedGame", b"0" * (MAX_MEMBER + 1))
    assert path.stat().st_size < 200_000
    with pytest.raises(BoardFormatError, match="too many"):
        read_saved_boards(path)


@pytest.mark.parametrize("cut", [4, 30, 60, 90, 120])
def test_a_truncated_save(folder: Path, tmp_path: Path, cut: int) -> None:
    path = write_save(tmp_path / "a.vsav", "0 0 02 VER 6.4")
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(BoardFormatError, match=r"a\.vsav"):
        hexlos.open_map(path, boards_dir=folder)


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(st.text(st.sampled_from("bd\tr0129-x\x1bVERSO.+/ "), max_size=60))
def test_any_commands_are_boards_or_one_error(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.vsav"
    write_save(path, member=scrambled(text))
    try:
        boards = read_saved_boards(path)
    except BoardFormatError:
        return
    assert boards
    assert all(board.row >= 0 and board.column >= 0 for board in boards)


# ---- real saves


REAL = {
    "hill-621": ([["02"], ["04"], ["03"]], ("6.4", "6.1", "6.3")),
    "hubes-pocket": ([["r05"], ["r02"], ["r04"]], ("6.3", "6.4", "6.1")),
    "streets-of-stalingrad": ([["01"]], ("6.1",)),
}


@pytest.mark.parametrize("name", REAL)
def test_real_saves(peer: Path, name: str) -> None:
    layout, versions = REAL[name]
    path = peer / "saves" / f"{name}.vsav"
    assert tuple(board.version for board in read_saved_boards(path)) == versions
    board = hexlos.open_map(path, boards_dir=peer / "boards")
    same = hexlos.open_map(layout, boards_dir=peer / "boards")
    assert board.hexes == same.hexes
    np.testing.assert_array_equal(board.terrain, same.terrain)
    assert board.warnings == same.warnings


def test_a_board_of_a_save_that_is_missing(peer: Path, tmp_path: Path) -> None:
    with pytest.raises(UnknownBoardError, match=r"hill-621\.vsav: no board '02'"):
        hexlos.open_map(peer / "saves" / "hill-621.vsav", boards_dir=tmp_path)
