"""Opening boards: by path or by name, through the reader plugins."""

from __future__ import annotations

import os
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from hexlos.address import board_name
from hexlos.board import Board
from hexlos.errors import BoardFormatError, HexlosError, SsrError, UnknownBoardError
from hexlos.plugins import manager


def built_in_boards() -> tuple[str, ...]:
    """Names of the boards that come with hexlos."""
    folder = files("hexlos.boards")
    return tuple(
        sorted(e.name.removesuffix(".toml") for e in folder.iterdir() if e.name.endswith(".toml"))
    )


def find_board(name: str | os.PathLike[str], boards_dir: str | os.PathLike[str] | None) -> Path:
    """Path of a board: a path itself, a name in boards_dir or HEXLOS_BOARDS, or a built-in one."""
    if not isinstance(name, str | os.PathLike):
        raise UnknownBoardError(f"{name!r:.60} is no board: give a file or a name, as in '05'")
    if not (boards_dir is None or isinstance(boards_dir, str | os.PathLike)):
        raise UnknownBoardError(f"boards_dir={boards_dir!r:.60} is no folder of boards")
    try:
        return _find_board(name, boards_dir)
    except (OSError, ValueError) as err:
        if isinstance(err, BoardFormatError):
            raise
        shown = os.fspath(name)[:60]
        reason = err.strerror if isinstance(err, OSError) else err
        raise UnknownBoardError(f"no board {shown!r} can be looked for ({reason})") from err


def _find_board(name: str | os.PathLike[str], boards_dir: str | os.PathLike[str] | None) -> Path:
    given = Path(name)
    if given.is_file():
        return given
    text = os.fspath(name)
    tried = []
    folder = boards_dir or os.environ.get("HEXLOS_BOARDS")
    if folder:
        plain = board_name(text)
        for candidate in (f"bd{plain}", plain, f"{plain}.toml", f"{text}.toml"):
            path = Path(folder) / candidate
            if path.name == candidate and path.is_file():
                return path
        there = "" if Path(folder).is_dir() else ", which is no folder"
        tried.append(os.fspath(folder) + there)
    if text in built_in_boards():
        return Path(str(files("hexlos.boards").joinpath(f"{text}.toml")))
    if given.is_dir():
        raise BoardFormatError(f"{text} is a folder, not a board file")
    places = f" in {tried[0]}" if tried else ""
    raise UnknownBoardError(
        f"no board {text!r}{places}: give a file, a name in --boards-dir, "
        f"or one of {', '.join(built_in_boards())}"
    )


def open_board(
    name: str | os.PathLike[str],
    ssr: Iterable[str] | str | None = (),
    boards_dir: str | os.PathLike[str] | None = None,
) -> Board:
    """Open a board file or a board by name, and apply scenario special rules in order.

    name is a path that a reader plugin knows, a VASL name found in boards_dir (or HEXLOS_BOARDS),
    or a built-in board. UnknownBoardError when there is none, BoardFormatError when no reader
    knows the file or it is damaged, SsrError for a rule that cannot be applied (Board.with_ssr).
    """
    return _read(find_board(name, boards_dir)).with_ssr(*rule_list(ssr))


def _read(path: Path) -> Board:
    """The board of a file, as it was kept or else from its reader."""
    from hexlos import cache

    key = cache.key_of(path)
    kept = None if key is None else cache.recall(path, key)
    if kept is not None:
        return kept
    try:
        board: Board | None = manager().hook.hexlos_read_board(path=path)
    except HexlosError:
        raise
    except Exception as err:  # a reader must not crash its caller, whatever the file holds
        raise BoardFormatError(f"{path.name}: it cannot be read ({err})") from err
    if board is None:
        raise BoardFormatError(f"{path.name}: no reader knows this kind of file")
    if key is not None:
        cache.keep_later(board, path, key)
    return board


def new_notes(board: Board) -> list[str]:
    """Notes of what a layout and rules could not do, without those of the boards themselves."""
    known = board.boards if board.plain is None else (board.plain,)
    old = {note for one in known for note in one.notes}
    return [note for note in board.notes if note not in old and not note.startswith("board ")]


def rule_list(rules: Iterable[str] | str | None) -> list[str]:
    """Scenario special rules as a list, of one, several or None; SsrError for anything else."""
    if rules is None:
        return []
    if isinstance(rules, str):
        return [rules]
    if not isinstance(rules, Iterable):
        raise SsrError(f"{rules!r:.60} is no list of scenario special rules: write ['forest']")
    return list(rules)
