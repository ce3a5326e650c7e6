"""hexlos fan: a picture of what one location sees."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from hexlos.cli import options
from hexlos.cli.printing import print_json, size_text

if TYPE_CHECKING:
    from hexlos.board import Board


@click.command(
    short_help="Picture of what FROM sees.",
    epilog="\b\nExample:\n  hexlos fan hills J4 -o j4.png",
)
@options.board
@options.source
@options.png("Picture to write (PNG).")
@click.option("--scale", type=int, help="Pixels a board pixel, 1 to 8; by default about 1200 wide.")
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
    from hexlos.export.atomic import replacing
    from hexlos.fan import look

    found = look(board, source, thread)
    image = found.draw(scale)
    with replacing(output) as stream:
        image.save(stream, format="PNG")
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
                "bytes": Path(output).stat().st_size,
                "size": image.size,
            }
        )
        return
    click.echo(
        f"{source} on board {board.name}: {found.clear} hexes clear, "
        f"{sum(found.hindered.values())} hindered, {found.blocked} blocked "
        f"-> {output} ({size_text(Path(output).stat().st_size)})"
    )
