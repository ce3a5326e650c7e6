"""Maps: boards as a scenario lays them."""

from __future__ import annotations

import os
from collections.abc import Sequence

from hexlos.board import Board
from hexlos.errors import HexlosError
from hexlos.opening import open_board


def open_map(
    layout: Sequence[Sequence[str]],
    ssr: Sequence[str] | str = (),
    boards_dir: str | os.PathLike[str] | None = None,
) -> Board:
    """Open a map of one board, ``[["05"]]``, or ``[["r05"]]`` to lay it reversed.

    A reversed board is turned by 180 degrees and its hexes keep their names. HexlosError for a
    layout of more than one board.
    """
    names = [name for row in layout for name in row]
    if len(names) != 1:
        raise HexlosError(f"a map of {len(names)} boards: give one board, as in [['r05']]")
    name = names[0]
    if name.startswith("r") and len(name) > 1:
        return open_board(name[1:], ssr, boards_dir).rotated()
    return open_board(name, ssr, boards_dir)
