"""The hooks that a plugin may implement; hexlos' own readers and writers use the same ones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
import pluggy

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.matrix import LosMatrix

hookspec = pluggy.HookspecMarker("hexlos")


@hookspec(firstresult=True)
def hexlos_read_board(path: Path) -> Board | None:
    """Read path as a board, or return None to let the next reader try."""


@hookspec(firstresult=True)
def hexlos_write_matrix(matrix: LosMatrix, path: Path) -> bool | None:
    """Write a matrix to path and return True, or None when its suffix is not yours."""


@hookspec(firstresult=True)
def hexlos_read_matrix(path: Path) -> LosMatrix | None:
    """Read a matrix back from path, or return None when the file is not yours."""


@hookspec
def hexlos_register_commands(cli: click.Group) -> None:
    """Add commands to the command line."""
