"""hexlos close: the lines of sight that a hair's breadth decides."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from hexlos.cli import options
from hexlos.cli.printing import print_json, progress, size_text

if TYPE_CHECKING:
    from hexlos.board import Board


@click.command(
    short_help="LOS within a pixel of the other answer.",
    epilog="\b\nExamples:\n  hexlos close village --from F4 -o close.png\n"
    "  hexlos close hills --within 0.25 --max-range 12",
)
@options.board
@options.looking("sources", "Only lines from this hex", "By default those of all hexes.")
@click.option(
    "--within",
    type=float,
    default=1.0,
    show_default=True,
    metavar="PIXELS",
    help="How far a line may be shifted to get the other answer.",
)
@options.max_range("No longer lines.")
@options.picture()
@options.scale
@options.top(20, "List the N closest lines.")
@options.thread
@options.threads
@options.as_json
def close(
    board: Board,
    sources: tuple[str, ...],
    within: float,
    max_range: int | None,
    output: str | None,
    scale: int | None,
    top: int,
    thread: str,
    threads: int,
    as_json: bool,
    ssr: tuple[str, ...],
    boards_dir: str | None,
) -> None:
    """Find the lines of BOARD that a parallel line beside them would decide otherwise.

    Players may well disagree on these when they lay a thread over the printed map; scenario
    designers may want no set-up hex to hang on one.
    """
    from hexlos.close import close_calls
    from hexlos.heat import watchers_of
    from hexlos.pictures.close import sheet
    from hexlos.pictures.write import write

    looking = watchers_of(board, sources)
    with progress(board.name) as show:
        calls = close_calls(
            board,
            looking or None,
            within=within,
            thread=thread,
            threads=threads,
            max_range=max_range,
            progress=show,
        )
    size = 0
    if output is not None:
        size = write(
            sheet(board, calls, looking, within=within, thread=thread, scale=scale), output
        )
    if as_json:
        drawn = {} if output is None else {"file": output, "bytes": size}
        facts = {"board": board.name, "ssr": list(board.history), "thread": thread}
        asked = {"within": within, "max_range": max_range, "sources": list(looking)}
        print_json(facts | asked | {"calls": [asdict(call) for call in calls]} | drawn)
        return
    clear = sum(not call.blocked for call in calls)
    click.echo(f"board {board.name}: {len(calls):,} lines, {clear:,} of them clear")
    for call in calls[:top]:
        answer = (
            "blocked" if call.blocked else "clear" + f" +{call.hindrance}" * (call.hindrance > 0)
        )
        click.echo(
            f"{call.source:8}{call.target:8}range {call.range:<4}{answer:10}{call.margin:.4f} px"
        )
    if output is not None:
        click.echo(f"-> {output} ({size_text(size)})")
