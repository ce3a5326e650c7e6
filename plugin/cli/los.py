"""hexlos los: one line of sight."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import click

from hexlos.cli import options
from hexlos.cli.printing import print_json, size_text

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.los import LosResult
    from hexlos.reasons import Reason


@click.command(
    short_help="Can FROM see TO?",
    epilog="\b\nExamples:\n  hexlos los woodland F4 J3\n  hexlos los village F4:1 J3 --explain\n"
    "  hexlos los woodland/rhills woodland-F9 hills-P10\n"
    "  hexlos los village F4 C10 --picture f4-c10.png\n"
    "  hexlos los village A2 D1 --entrenched D1",
)
@options.board
@options.source
@options.target
@options.thread
@options.entrenched
@options.wall_advantage
@click.option("--explain", is_flag=True, help="Tell hex by hex what the LOS meets.")
@options.picture("--picture", help_text="Picture of the LOS to write, PNG or SVG by suffix.")
@options.scale
@options.as_json
def los(
    board: Board,
    source: str,
    target: str,
    thread: str,
    entrenched: str | None,
    wall_advantage: str | None,
    explain: bool,
    picture: str | None,
    scale: int | None,
    as_json: bool,
    ssr: tuple[str, ...],
    boards_dir: str | None,
) -> None:
    """Tell whether there is a line of sight between two locations of BOARD.

    BOARD is a file, a board's name, one of the boards that come with hexlos, or a map of several
    boards (2/4/r3, or a saved game.vsav). FROM and TO are hexes as F4 (on a map 2F4, BFPA-F4),
    building levels as F4:1, crest status in a Depression hex as F4:crest, or vertices as F4@N/NW.
    """
    result = board.los(
        source, target, thread=thread, entrenched=entrenched, wall_advantage=wall_advantage
    )
    size = 0 if picture is None else _draw(result, picture, scale)
    if as_json:
        drawn = {} if picture is None else {"file": picture, "bytes": size}
        print_json(as_dict(board, result, explain) | drawn)
        return
    if explain:
        click.echo(result.explain())
    else:
        from hexlos.explain import verdict_line

        click.echo(verdict_line(result))
        if detail := detail_text(result):
            click.echo(detail)
    if picture is not None:
        click.echo(f"-> {picture} ({size_text(size)})")


def _draw(result: LosResult, path: str, scale: int | None) -> int:
    from hexlos.pictures.sightline import sheet
    from hexlos.pictures.write import write

    return write(sheet(result, scale), path)


def detail_text(result: LosResult) -> str:
    """What else is to be known of a LOS, in a line that may be empty."""
    parts = ["along a hexside"] if result.along_hexside else []
    if result.margin is not None:
        parts.append(f"margin {result.margin:.2f} px")
    return ", ".join(parts)


def as_dict(board: Board, result: LosResult, explain: bool) -> dict[str, Any]:
    """All of a result, for JSON."""
    data = {
        "board": board.name,
        "ssr": list(board.history),
        "thread": result.thread,
        "entrenched": list(result.entrenched),
        "without_wall_advantage": list(result.without_advantage),
        "source": result.source,
        "target": result.target,
        "clear": result.clear,
        "blocked": result.blocked,
        "hindrance": result.hindrance,
        "hindrances": result.hindrances if result.clear else {},
        "range": result.range,
        "reason": _reason(result.reason),
        "blocked_at": result.blocked_at,
        "blocked_hex": result.blocked_hex,
        "along_hexside": result.along_hexside,
        "margin": result.margin,
        "steps": [
            {**dataclasses.asdict(step), "reason": _reason(step.reason)} for step in result.steps
        ],
    }
    return {**data, "explanation": result.explain()} if explain else data


def _reason(reason: Reason | None) -> dict[str, str] | None:
    if reason is None:
        return None
    return {"name": reason.name, "rule": reason.rule, "text": reason.text}
