"""Boards and maps that were looked up and not opened: plain values, which may be sent elsewhere."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hexlos.board import Board
from hexlos.errors import UnknownBoardError
from hexlos.maps.assemble import assemble
from hexlos.maps.layout import Entry, Rows, looks_like_a_map, read_layout
from hexlos.maps.saved import is_saved_game, read_saved_map
from hexlos.opening import find_board, open_board


@dataclass(frozen=True, slots=True)
class Found:
    """What a text means: the file of one board, or the layout of a map."""

    layout: Path | Rows

    @property
    def files(self) -> tuple[Path, ...]:
        """The files of its boards, each once."""
        if isinstance(self.layout, Path):
            return (self.layout,)
        boards = (entry.board for row in self.layout for entry in row if entry is not None)
        return tuple(dict.fromkeys(board for board in boards if isinstance(board, Path)))

    def moved(self, places: Mapping[Path, Path]) -> Found:
        """The same of files that lie elsewhere."""
        if isinstance(self.layout, Path):
            return Found(places[self.layout])
        return Found([[_moved(entry, places) for entry in row] for row in self.layout])

    def open(self, ssr: Sequence[str] = ()) -> Board:
        """Open it, with rules applied in order; the errors of open_board and open_map."""
        if isinstance(self.layout, Path):
            return open_board(self.layout, ssr)
        return assemble(self.layout, ssr)


def _moved(entry: Entry | None, places: Mapping[Path, Path]) -> Entry | None:
    if entry is None or isinstance(entry.board, Board):
        return entry
    return replace(entry, board=places[entry.board])


def find_board_or_map(text: str, boards_dir: str | os.PathLike[str] | None = None) -> Found:
    """What a text means: a board by path or name, else a map as ``open_map`` takes it.

    UnknownBoardError for a board that is nowhere, MapError for a layout that is none,
    BoardFormatError for a damaged saved game.
    """
    if is_saved_game(text):
        return Found(read_saved_map(Path(text), boards_dir))
    try:
        return Found(find_board(text, boards_dir))
    except UnknownBoardError as err:
        if not looks_like_a_map(text):
            raise
        try:
            return Found(read_layout(text, boards_dir))
        except UnknownBoardError as inner:
            # a path with a folder that is there is meant as a path
            known = Path(text).parent
            raise (err if known != Path() and known.is_dir() else inner) from None
