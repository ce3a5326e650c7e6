"""Saved games as layouts of maps."""

from __future__ import annotations

import os
from pathlib import Path

from hexlos.errors import UnknownBoardError
from hexlos.files.vsav import SavedBoard, read_saved_boards
from hexlos.files.vsav import is_saved_game as _is_saved_game
from hexlos.maps.layout import Entry, Rows, find_tile


def is_saved_game(given: str | os.PathLike[str]) -> bool:
    """Whether a layout is the path of a saved game."""
    try:
        path = Path(given)
        return path.suffix.lower() == ".vsav" or (path.is_file() and _is_saved_game(path))
    except (OSError, ValueError):
        return False


def read_saved_map(path: Path, boards_dir: str | os.PathLike[str] | None) -> Rows:
    """The boards of a saved game as a layout; rules and overlays come along.

    BoardFormatError for a damaged save, UnknownBoardError for a board that no folder has.
    """
    boards = read_saved_boards(path)
    rows: Rows = [
        [None] * (max(board.column for board in boards) + 1)
        for _ in range(max(board.row for board in boards) + 1)
    ]
    for board in boards:
        rows[board.row][board.column] = _entry(path, board, boards_dir)
    return rows


def _entry(path: Path, board: SavedBoard, boards_dir: str | os.PathLike[str] | None) -> Entry:
    try:
        found, turned = find_tile(board.name, boards_dir)
    except UnknownBoardError as err:
        raise UnknownBoardError(f"{path.name}: {err}") from err
    return Entry(
        text=board.name,
        board=found,
        reversed=turned,
        crop=board.crop,
        wishes=board.rules,
        doubts=tuple(
            f"overlay {overlay!r} of board {board.name} is not applied: the terrain of overlays "
            "is in no board file"
            for overlay in board.overlays
        ),
    )
