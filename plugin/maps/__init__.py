"""Maps: boards as a scenario lays them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from hexlos.board import Board
from hexlos.maps.assemble import assemble
from hexlos.maps.found import find_board_or_map
from hexlos.maps.layout import read_layout
from hexlos.maps.saved import is_saved_game, read_saved_map

#: One place of a map: a board by name, path or itself; None where none lies.
Place: TypeAlias = "str | os.PathLike[str] | Board | None"

#: Rules for the whole map, or by name of the board that they are for.
Rules: TypeAlias = "Iterable[str] | str | Mapping[str, Iterable[str] | str]"


def open_map(
    layout: str | os.PathLike[str] | Iterable[Iterable[Place]],
    ssr: Rules = (),
    boards_dir: str | os.PathLike[str] | None = None,
) -> Board:
    """Open a map of boards, laid in rows from the top: ``[["02"], ["04"], ["r03"]]``.

    A board is a name, a path, or an open board; "r" before a name lays it reversed, a range in
    brackets crops it: ``05[A-P]``, ``05[A1-Q5]``, ``05[A1-Q5 half]`` (cut through the middle of its
    outer hexes; so it is anyway towards a board beside it). None, "" or "-" leaves a place bare.
    The same may be written as one text, rows between "/", boards of a row between "+":
    ``"02/04/r03"``. A saved game of VASL, ``"game.vsav"``, is laid as it says.

    ssr are rules for the whole map in order, or by board (``{"05": ["pine"]}``); a saved game's
    own come first. Hexes are named after their board: ``5F4``, ``1bF4``, ``aF4``, ``BFPA-F4``. Half
    hexes of two boards make one hex, named after the first of them and known by both names.

    MapError for boards that do not fit, UnknownBoardError for one that is not found,
    BoardFormatError for a damaged file, SsrError for a rule that cannot be applied.
    """
    if isinstance(layout, str | os.PathLike) and is_saved_game(layout):
        return assemble(read_saved_map(Path(layout), boards_dir), ssr)
    rows = [[layout]] if isinstance(layout, os.PathLike) else layout
    return assemble(read_layout(rows, boards_dir), ssr)


def open_board_or_map(
    text: str, ssr: Sequence[str] = (), boards_dir: str | os.PathLike[str] | None = None
) -> Board:
    """Open what a text means: a board by path or name, else a map as ``open_map`` takes it.

    Hexes of a board keep their plain names, F4; those of a map are named after their board, 5F4.
    """
    return find_board_or_map(text, boards_dir).open(ssr)
