"""hexlos diff: one set of scenario special rules against another."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hexlos.cli import options
from hexlos.cli.printing import print_json, progress, size_text

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.difference import Difference


@click.command(
    short_help="What rules change of all lines of sight.",
    epilog="\b\nExamples:\n  hexlos diff woodland --ssr forest\n"
    "  hexlos diff desert --ssr steppe --versus broken-terrain -o steppe.png",
)
@options.board
@click.option(
    "--versus",
    multiple=True,
    metavar="RULE",
    help="Rule of the other side, in place of those of --ssr; may be repeated; by default none.",
)
@options.picture()
@options.scale
@options.top(10, "List the N hexes of which most lines change.")
@options.thread
@options.threads
@options.as_json
def diff(
    board: Board,
    versus: tuple[str, ...],
    output: str | None,
    scale: int | None,
    top: int,
    thread: str,
    threads: int,
    as_json: bool,
    ssr: tuple[str, ...],
    boards_dir: str | None,
) -> None:
    """Compare all lines of sight of BOARD under --ssr with those under --versus.

    A pair of hexes is opened when it is clear under --ssr only, closed when it is clear under
    --versus only. The picture tints each hex by how many of its lines change: blue where most are
    opened, orange closed, yellow hindered more or less. Hexes that are other terrain are framed.
    """
    from hexlos.difference import against, compare
    from hexlos.pictures.difference import sheet
    from hexlos.pictures.write import write

    with progress(board.name) as show:
        found = compare(
            board, against(board, versus), thread=thread, threads=threads, progress=show
        )
    if output is not None:
        write(sheet(found, scale), output)
    if as_json:
        print_json(_as_dict(found, thread, top, output))
        return
    for line in _lines(found, top):
        click.echo(line)
    if output is not None:
        click.echo(f"-> {output} ({size_text(Path(output).stat().st_size)})")


def _lines(found: Difference, top: int) -> list[str]:
    counts, pairs = found.counts, found.pairs
    sides = (_rules(board) for board in (found.board, found.versus))
    lines = [f"board {found.board.name}: {' against '.join(sides)}, {pairs:,} pairs of hexes"]
    texts = {
        "opened": counts["opened"],
        "closed": counts["closed"],
        "more hindered": counts["more"],
        "less hindered": counts["less"],
    }
    for label, count in texts.items():
        lines.append(f"{label + ':':16}{count:7,}  {count / max(1, pairs):6.2%}")
    ranked = found.most_affected(top)
    wide = max([8, *(len(one.hex) + 1 for one in ranked)])
    if ranked:
        lines.append(f"{'hex':{wide}}{'opened':>8}{'closed':>8}{'hindrance':>11}")
    for one in ranked:
        lines.append(f"{one.hex:{wide}}{one.opened:8}{one.closed:8}{one.hindrance:11}")
    return lines


def _rules(board: Board) -> str:
    return " + ".join(board.history) or "no rules"


def _as_dict(found: Difference, thread: str, top: int, output: str | None) -> dict[str, Any]:
    data = {
        "board": found.board.name,
        "ssr": list(found.board.history),
        "versus": list(found.versus.history),
        "thread": thread,
        "pairs": found.pairs,
        **found.counts,
        "most_affected": [one.hex for one in found.most_affected(top)],
        "hexes": [asdict(one) for one in found.hexes if one.total],
    }
    if output is not None:
        data |= {"file": output, "bytes": Path(output).stat().st_size}
    return data
