"""hexlos tem: the TEM of one attack."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from hexlos.cli import options
from hexlos.cli.printing import print_json

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.rules.fire import Ruling, TemResult


@click.command(
    name="tem",
    short_help="TEM of fire from FROM at a target in TO.",
    epilog="\b\nExamples:\n  hexlos tem woodland A6 F4 --fire indirect --foxhole\n"
    "  hexlos tem woodland J6 F4 --target infantry --moving --entered road\n"
    "  hexlos tem woodland J6 F4 --fire overrun --target fully-tracked --armoured --json",
)
@options.board
@options.source
@options.target
@click.option(
    "--fire",
    default="direct",
    show_default=True,
    metavar="TYPE",
    help="direct, indirect, overrun, or defensive-first (direct, at a unit that moves).",
)
@click.option(
    "--target",
    "kind",
    default="infantry",
    show_default=True,
    metavar="UNIT",
    help="infantry, cavalry, horse, wagon, motorcycle, vehicle, wheeled, halftrack, fully-tracked.",
)
@click.option("--moving", is_flag=True, help="It is fired at as it moves: Defensive First Fire.")
@click.option(
    "--entered",
    metavar="WAY",
    help="How it came into its hex: road, path, trail-break, off-road, or a hexside (N, NE ...).",
)
@click.option("--armoured", is_flag=True, help="The vehicle is armoured.")
@click.option("--open-topped", is_flag=True, help="The vehicle is open-topped.")
@click.option("--crew-exposed", is_flag=True, help="Its crew is exposed.")
@click.option("--buttoned-up", is_flag=True, help="It is buttoned up.")
@click.option("--under-trail-break", is_flag=True, help="It is beneath a partial Trail Break.")
@click.option("--uses-trail-break", is_flag=True, help="It uses a Trail Break as it moves.")
@click.option("--foxhole", is_flag=True, help="It is in a foxhole.")
@click.option("--claimed", type=int, default=0, metavar="DRM", help="Other DRM that it claims.")
@options.as_json
def tem(
    board: Board,
    source: str,
    target: str,
    fire: str,
    as_json: bool,
    ssr: tuple[str, ...],
    boards_dir: str | None,
    under_trail_break: bool,
    kind: str,
    **about: Any,
) -> None:
    """Tell the TEM of fire from FROM at a target in the hex TO of BOARD, part by part.

    What counts is the terrain of TO, the kind of fire and target, and for a unit that moves along a
    road in woods whether the line of sight crosses woods drawn in its hex.
    """
    from hexlos.rules.fire import tem as find
    from hexlos.rules.target import Target
    from hexlos.rules.units import MOVEMENTS

    result = find(
        board,
        source,
        target,
        fire,
        Target(
            kind="vehicle" if kind in MOVEMENTS else kind,
            movement=kind if kind in MOVEMENTS else None,
            under_partial_trail_break=under_trail_break,
            **about,
        ),
    )
    if as_json:
        print_json(as_dict(board, result))
        return
    for line in _lines(result):
        click.echo(line)


def _lines(result: TemResult) -> list[str]:
    fire = result.fire if result.fire == "overrun" else f"{result.fire} fire"
    head = f"{result.source} -> {result.target_hex} ({result.terrain}), {fire}"
    lines = [f"{head}: TEM {result.total:+d}" if result.total else f"{head}: TEM 0"]
    parts = [*result.components, *([result.first_fire] if result.first_fire else [])]
    wide = max((len(part.name) for part in parts), default=0)
    for part in parts:
        beside = ", beside the TEM" if part is result.first_fire else ""
        lines.append(f"  {part.name:{wide}}  {part.amount:+d}  {part.rule}: {part.text}{beside}")
    for name in result.unknown:
        lines.append(f"  no table states the TEM of {name}")
    if result.los_clear is False:
        lines.append(f"there is no LOS from {result.source} to {result.target_hex}")
    if result.woods_crossed is not None:
        crosses = "crosses" if result.woods_crossed else "crosses no"
        lines.append(f"the LOS {crosses} woods in {result.target_hex} (B13.31)")
    lines.append(f"FFMO/Interdiction: {_applies(result.ffmo)}")
    return lines


def _applies(ruling: Ruling) -> str:
    word = {True: "yes", False: "no", None: "not known"}[ruling.applies]
    return f"{word} ({ruling.rule}: {ruling.text})"


def as_dict(board: Board, result: TemResult) -> dict[str, Any]:
    """All of a result, for JSON."""
    return {
        "board": board.name,
        "ssr": list(board.history),
        **asdict(result),
        "total": result.total,
        "air_burst": result.air_burst,
        "first_fire_drm": result.first_fire_drm,
    }
