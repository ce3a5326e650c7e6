"""hexlos fan: a picture of what one location sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hexlos.cli import options
from hexlos.cli.printing import print_json, size_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from hexlos.board import Board
    from hexlos.fan import Fan


@click.command(
    short_help="Picture of what FROM sees.",
    epilog="\b\nExamples:\n  hexlos fan hills J4 -o j4.png\n  hexlos fan village F4:1 -o f4.svg",
)
@options.board
@options.source
@options.picture(required=True)
@options.scale
@options.thread
@options.as_json
def fan(
    board: Board,
    source: str,
    output: str,
    scale: int | None,
    thread: str,
    as_json: bool,
    ssr: tuple[str, ...],
    boards_dir: str | None,
) -> None:
    """Draw BOARD with every hex tinted by what FROM sees of it at ground level.

    Blue is clear, yellow to brown hindered (with the amount), dark blocked; dots are the points
    where lines of sight are blocked.
    """
    from hexlos.fan import BLOCKED, look
    from hexlos.pictures.fan import sheet
    from hexlos.pictures.write import write

    found = look(board, source, thread)
    size = write(sheet(found, scale), output)
    if as_json:
        print_json(
            {
                "board": board.name,
                "ssr": list(board.history),
                "source": source,
                "thread": thread,
                "clear": found.clear,
                "hindered": found.hindered,
                "blocked": found.blocked,
                "file": output,
                "bytes": size,
                "seen": _names(found, found.kinds < BLOCKED),
                "not_seen": _names(found, found.kinds == BLOCKED),
            }
        )
        return
    click.echo(
        f"{source} on board {board.name}: {found.clear} hexes clear, "
        f"{sum(found.hindered.values())} hindered, {found.blocked} blocked "
        f"-> {output} ({size_text(size)})"
    )


def _names(found: Fan, mask: NDArray[np.bool_]) -> list[str]:
    """Hexes of a mask, the own hex left out."""
    pairs = zip(found.board.hexes, (mask & (found.kinds >= 0)).tolist(), strict=True)
    return [name for name, inside in pairs if inside]
