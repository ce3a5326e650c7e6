"""Opened boards and maps kept from one run to the next, in the user's cache folder.

What is kept is never trusted: a file that does not match, is damaged or tells of a board that there
cannot be is passed over and written again.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from hexlos.board import Board
from hexlos.cache.boards import pack_board, unpack_board
from hexlos.cache.folder import cache_folder, load, save
from hexlos.cache.keys import key_of
from hexlos.cache.maps import map_key, pack_map, unpack_map


def recall(path: Path, key: str) -> Board | None:
    """The board of a file as it was kept, ready for its first LOS; None where none is."""
    data = load(key)
    if data is None:
        return None
    try:
        return unpack_board(data, path)
    except Exception:  # whatever a strange file holds: the board is read as if there were none
        return None


def keep_later(board: Board, path: Path, key: str) -> None:
    """Have a board that was just read from a file kept once its arrays are made."""
    # of a file that changed meanwhile the key would be another's
    if type(board) is Board and not board.history and key_of(path) == key:
        board.after_compiling(partial(_keep, board, key))


def _keep(board: Board, key: str) -> None:
    data = pack_board(board)
    if data is not None:
        save(key, data)


def remembered(board: Board) -> Board:
    """A map of boards with what was kept of it before; else it is kept once it is compiled."""
    key = map_key(board)
    if key is None:
        return board
    data = load(key)
    if data is not None:
        try:
            return unpack_map(data, board, key)
        except Exception:  # whatever a strange file holds: the map is read as if there were none
            pass
    board.after_compiling(partial(_keep_map, board, key))
    return board


def _keep_map(board: Board, key: str) -> None:
    save(key, pack_map(board, key))


__all__ = ["cache_folder", "keep_later", "key_of", "recall", "remembered"]
