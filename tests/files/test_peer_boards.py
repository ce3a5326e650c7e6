"""Real boards, where there are any: they open, and their hexes are what the rulebook says."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from hexlos import Board, BoardFormatError, Hex, open_board
from hexlos.files.losdata import read_losdata, write_losdata

from conftest import peer_folder

FOLDER = peer_folder()
ARCHIVES = sorted((FOLDER / "boards").iterdir()) if FOLDER else []
QUICK = {"bd05", "bd1b", "bda", "bd24"}
every_archive = pytest.mark.parametrize("path", ARCHIVES, ids=lambda path: path.name)

pytestmark = pytest.mark.skipif(
    not ARCHIVES, reason="no real boards: set HEXLOS_PEER to their folder"
)


@cache
def board(name: str) -> Board:
    """A real board, opened once."""
    assert FOLDER is not None
    return open_board(name, boards_dir=FOLDER / "boards")


def has_losdata(path: Path) -> bool:
    """Whether an archive holds what LOS is traced over."""
    with zipfile.ZipFile(path) as archive:
        return "LOSData" in archive.namelist()


@every_archive
def test_an_archive_opens_or_says_what_it_lacks(path: Path) -> None:
    if not has_losdata(path):
        with pytest.raises(BoardFormatError, match=r"lacks .*LOSData") as caught:
            open_board(path)
        assert str(caught.value).startswith(f"{path.name}: ")
        assert "\n" not in str(caught.value)
        return
    opened = open_board(path)
    assert f"bd{opened.name}" == path.name
    assert opened.notes == ()
    assert len(opened.warnings) <= 1  # one contradiction in four of them
    assert (opened.grid.pixel_owner >= 0).all()


def test_board_25_has_no_losdata(peer: Path) -> None:
    with pytest.raises(BoardFormatError, match=r"bd25: the archive lacks .*LOSData"):
        open_board(peer / "boards" / "bd25")


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.name, marks=() if path.name in QUICK else pytest.mark.slow)
        for path in ARCHIVES
        if has_losdata(path)
    ],
)
def test_planes_survive_being_written(path: Path) -> None:
    with zipfile.ZipFile(path) as archive:
        data = read_losdata(archive.read("LOSData"))
    again = read_losdata(write_losdata(data))
    assert (again.columns, again.rows) == (data.columns, data.rows)
    assert np.array_equal(again.level, data.level)
    assert np.array_equal(again.terrain, data.terrain)
    assert np.array_equal(again.stairways, data.stairways)


@pytest.mark.parametrize("name", ["05", "1b", "a"])
def test_the_picture_fits_the_planes(name: str) -> None:
    opened = board(name)
    assert opened.picture is not None
    assert opened.picture().size == opened.terrain.shape


@pytest.mark.parametrize("name", ["05", "1b", "10a", "a"])
def test_a_board_turned_twice_is_itself(name: str) -> None:
    opened = board(name)
    again = opened.rotated().rotated()
    assert np.array_equal(again.terrain, opened.terrain)
    assert np.array_equal(again.level, opened.level)
    assert again.hex(opened.hexes[7]) == opened.hex(opened.hexes[7])


FACTS: list[tuple[str, str, str, str, Callable[[Hex], bool]]] = [
    ("B13.7", "05", "F4", "interior woods", lambda h: h.is_interior_woods),
    ("B13.7", "05", "J3", "interior woods", lambda h: h.is_interior_woods),
    ("B13.7", "05", "E3", "not interior woods", lambda h: h.is_woods and not h.is_interior_woods),
    ("B13.7", "05", "G5", "not interior woods", lambda h: h.is_woods and not h.is_interior_woods),
    ("B13.7", "19", "O9", "interior woods", lambda h: h.is_interior_woods),
    ("B13.1", "01", "C9", "woods", lambda h: h.is_woods),
    ("B13.1", "18", "J3", "woods", lambda h: h.is_woods),
    ("B13.1", "19", "X1", "woods-road", lambda h: h.kind == "woods-road"),
    ("B13.6", "24", "W7", "woods-path", lambda h: h.kind == "woods-path" or h.has_path),
    ("B13.6", "24", "W8", "woods-path", lambda h: h.kind == "woods-path" or h.has_path),
    ("B14.1", "06", "F5", "orchard", lambda h: h.inherent == "Orchard"),
    ("B14.1", "08", "P0", "orchard", lambda h: h.inherent == "Orchard"),
    ("B12.1", "12", "AA10", "brush", lambda h: h.terrain == "Brush"),
    ("B12.1", "13", "F5", "brush", lambda h: h.terrain == "Brush"),
    ("B17", "15", "X9", "crag", lambda h: h.inherent == "Crag"),
    ("B18", "12", "W4", "graveyard", lambda h: h.inherent == "Graveyard"),
    ("B18", "21", "L5", "graveyard", lambda h: h.inherent == "Graveyard"),
    ("B19", "05", "Y3", "gully", lambda h: h.is_depression),
    ("B9.1", "02", "E4", "wall to E5", lambda h: h.hexsides[3].terrain == "Wall"),
    ("B11.1", "02", "W5", "cliff to V4", lambda h: h.hexsides[5].terrain == "Cliff"),
    ("B23.1", "14", "P1", "building", lambda h: h.is_building),
    ("B23.1", "d", "D0", "building", lambda h: h.is_building),
    ("B23.21", "01", "D4", "no upper level", lambda h: h.levels == ("D4",)),
    ("B23.22", "01", "F1", "one level", lambda h: h.levels[:3] == ("F1", "F1:1", "F1:cellar")),
    ("B23.23", "01", "U3", "two levels", lambda h: h.levels[2:4] == ("U3:2", "U3:cellar")),
]


@pytest.mark.parametrize(
    ("rule", "name", "hex_", "what", "holds"),
    FACTS,
    ids=[f"{f[0]}-{f[1]}{f[2]}-{f[3]}" for f in FACTS],
)
def test_a_hex_is_what_the_rulebook_calls_it(
    rule: str, name: str, hex_: str, what: str, holds: Callable[[Hex], bool]
) -> None:
    found = board(name).hex(hex_)
    assert holds(found), f"{rule}: {name}{hex_} should be {what}: {found}"
