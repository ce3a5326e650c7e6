"""Layouts of maps: rows of boards as they are written, read into what is to be opened."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from hexlos.board import Board
from hexlos.errors import MapError, UnknownBoardError
from hexlos.opening import find_board

#: What may stand for a place of a map on which no board lies.
BARE = "-"

#: Between rows, and between the boards of a row, of a layout that is written as one text.
ROWS, COLUMNS = "/", "+"

MAX_BOARDS = 100

_CROP = re.compile(r"(?P<name>.+?)\[(?P<range>[^\[\]]*)\]\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Entry:
    """One board of a layout.

    board is a path to open, or a board that is open already; crop is a range such as "A-P" or
    "A1-Q5", or pixels (x, y, width, height) of the board as it lies unreversed; half tells that
    hexes are cut in half wherever it is cropped. wishes are rules for the board alone, which are
    left out with a warning where they cannot be applied; doubts are warnings of the map.
    """

    text: str
    board: Path | Board
    reversed: bool = False
    crop: str | tuple[int, int, int, int] | None = None
    half: bool = False
    wishes: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()


Rows = list[list[Entry | None]]


def read_layout(layout: object, boards_dir: str | os.PathLike[str] | None) -> Rows:
    """Rows of entries of a layout: a text, or rows of names, paths and boards.

    MapError for what is neither, UnknownBoardError for a name that no folder has.
    """
    rows = _texts(layout) if isinstance(layout, str) else _lists(layout)
    if sum(len(row) for row in rows) > MAX_BOARDS:
        raise MapError(f"a map of more than {MAX_BOARDS} places: that is too many")
    made = [[_entry(one, boards_dir) for one in row] for row in rows]
    if not any(entry is not None for row in made for entry in row):
        raise MapError("a map of no boards: give rows of boards, as in [['02'], ['04']]")
    return made


def _texts(text: str) -> list[list[object]]:
    return [[one.strip() for one in row.split(COLUMNS)] for row in text.split(ROWS)]


def _lists(layout: object) -> list[list[object]]:
    if not isinstance(layout, Iterable) or isinstance(layout, bytes | dict):
        raise MapError(f"{layout!r:.60} is no map: give rows of boards, as in [['02'], ['04']]")
    rows: list[list[object]] = []
    for row in layout:
        if isinstance(row, str | bytes | os.PathLike | dict) or not isinstance(row, Iterable):
            raise MapError(
                f"{row!r:.60} is no row of a map: a row is a list of boards, as in [['02'], ['04']]"
            )
        rows.append(list(row))
    return rows


def _entry(one: object, boards_dir: str | os.PathLike[str] | None) -> Entry | None:
    if one is None or one in ("", BARE):
        return None
    if isinstance(one, Board):
        return Entry(one.name, one)
    if isinstance(one, os.PathLike):
        return Entry(os.fspath(one), find_board(one, boards_dir))
    if not isinstance(one, str):
        raise MapError(f"{one!r:.60} is no board of a map: give a name such as '05' or 'r05[A-P]'")
    name, crop, half = one, None, False
    match = _CROP.match(one)
    if match is not None and not _is_file(one):
        name, crop = match["name"], match["range"].strip()
        half = crop.endswith("half")
        crop = crop.removesuffix("half").strip()
    path, turned = find_tile(name, boards_dir)
    return Entry(one, path, turned, crop, half)


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False


def find_tile(name: str, boards_dir: str | os.PathLike[str] | None) -> tuple[Path, bool]:
    """Path of a board by its name in a layout, and whether an "r" before it lays it reversed.

    A board whose own name starts with "r" is found as it is written.
    """
    try:
        return find_board(name, boards_dir), False
    except UnknownBoardError:
        if not name.startswith("r") or len(name) < 2:
            raise
    return find_board(name[1:], boards_dir), True


def looks_like_a_map(text: str) -> bool:
    """Whether a text that names no board may be a layout: of several, reversed or cropped ones."""
    return text.startswith("r") or any(mark in text for mark in (ROWS, COLUMNS, "["))
