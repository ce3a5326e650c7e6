"""hexlos trail-break: a file of Trail Breaks that a scenario carries."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import click

from hexlos.cli import options
from hexlos.cli.printing import print_json

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.rules.trailbreak import TrailBreaks

_state = click.argument("path", metavar="FILE")
_hexes = click.argument("hexes", nargs=-1, required=True, metavar="HEX...")
_name = click.option("--name", required=True, help="The unit's name, as T-34.")


@click.group(
    name="trail-break",
    invoke_without_command=True,
    short_help="Make, use and remove Trail Breaks in a file.",
    epilog="\b\nExamples:\n"
    "  hexlos trail-break make breaks.json woodland E2 E3 F3 --name T-34\n"
    "  hexlos trail-break show breaks.json\n"
    "  hexlos trail-break next-phase breaks.json\n"
    "  hexlos trail-break use breaks.json woodland E2 E3 --unit infantry --name squad\n"
    "  hexlos trail-break remove breaks.json E3:N-SE\n"
    "  hexlos move woodland E2 E3 --unit infantry --trail-breaks breaks.json",
)
@options.as_json
@click.pass_context
def trail_break(ctx: click.Context, as_json: bool) -> None:
    """Keep the Trail Breaks of a scenario in FILE, a small JSON file.

    A fully-tracked AFV that enters woods off roads makes a Trail Break; fully-tracked vehicles,
    infantry and cavalry may use it then. E3:N-SE is the one in E3 between its hexsides N and SE,
    E3:N-centre one from N to the centre. FILE is written as a whole or stays as it was.
    """
    ctx.obj = as_json
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@trail_break.command(
    short_help="List what FILE holds.",
    epilog="\b\nExample:\n  hexlos trail-break show breaks.json",
)
@_state
@options.as_json
@click.pass_obj
def show(wants: bool, path: str, as_json: bool) -> None:
    """List the Trail Breaks, vehicles in woods and uses of this phase in FILE."""
    from hexlos.rules.trailbreak_file import read_file

    state = read_file(path)
    if as_json or wants:
        print_json(as_dict(state))
        return
    for label, items in (
        ("trail breaks", [str(t) for t in state]),
        ("vehicles", _vehicles(state)),
        ("this phase", _uses(state)),
    ):
        click.echo(f"{label + ':':14}{'; '.join(items) or 'none'}")


@trail_break.command(
    short_help="Drive an AFV that makes them.",
    epilog="\b\nExample:\n  hexlos trail-break make breaks.json woodland E2 E3 F3 --name T-34",
)
@_state
@options.board
@_hexes
@_name
@click.option("--no-road", is_flag=True, help="Keep off roads.")
@options.as_json
@click.pass_obj
def make(
    wants: bool,
    path: str,
    board: Board,
    hexes: tuple[str, ...],
    name: str,
    no_road: bool,
    as_json: bool,
    ssr: tuple[str, ...],
    boards_dir: str | None,
) -> None:
    """Drive a fully-tracked AFV from HEX to HEX of BOARD, and make Trail Breaks in its woods.

    It makes none along a road. FILE is begun where there is none. In the last hex, if it is woods,
    the Trail Break leads to the centre, and the AFV sits beneath it.
    """
    from hexlos.rules.trailbreak_file import read_file
    from hexlos.rules.trailbreak_steps import move
    from hexlos.rules.units import Unit

    unit = Unit.of_type("fully-tracked", name=name)
    before = state = read_file(path, new=True)
    for here, there in _steps(hexes):
        state = move(state, board, unit, here, there, use_trail_break=False, use_road=not no_road)
    _finish(path, before, state, as_json or wants)


@trail_break.command(
    name="set-up",
    short_help="Set a vehicle up in woods.",
    epilog="\b\nExample:\n"
    "  hexlos trail-break set-up breaks.json woodland F4 --name T-34 --in-woods --hexside N",
)
@_state
@options.board
@click.argument("hex_", metavar="HEX")
@_name
@click.option("--unit", "word", default="fully-tracked", show_default=True, help="Its type.")
@click.option("--unarmoured", is_flag=True, help="It is no AFV.")
@click.option("--in-woods", is_flag=True, help="In the woods part of a woods-road hex.")
@click.option("--hexside", metavar="N|NE|...", help="Where its Trail Break there leads.")
@options.as_json
@click.pass_obj
def set_up(
    wants: bool,
    path: str,
    board: Board,
    hex_: str,
    word: str,
    name: str,
    unarmoured: bool,
    in_woods: bool,
    hexside: str | None,
    as_json: bool,
    ssr: tuple[str, ...],
    boards_dir: str | None,
) -> None:
    """Set a vehicle up in the woods hex HEX of BOARD."""
    from hexlos.rules import trailbreak_steps
    from hexlos.rules.crossing import side_number
    from hexlos.rules.trailbreak_file import read_file
    from hexlos.rules.units import Unit

    unit = Unit.of_type(word, name=name, armoured=False if unarmoured else None)
    before = read_file(path, new=True)
    side = None if hexside is None else side_number(hexside)
    state = trailbreak_steps.set_up(before, board, unit, hex_, in_woods=in_woods, hexside=side)
    _finish(path, before, state, as_json or wants)


@trail_break.command(
    short_help="Move a unit along them.",
    epilog="\b\nExample:\n"
    "  hexlos trail-break use breaks.json woodland E2 E3 --unit infantry --name squad",
)
@_state
@options.board
@_hexes
@_name
@click.option(
    "--unit",
    "word",
    default="fully-tracked",
    show_default=True,
    help="infantry, cavalry or fully-tracked.",
)
@click.option("--unarmoured", is_flag=True, help="A fully-tracked vehicle that is no AFV.")
@click.option("--along", metavar="TRAIL-BREAK", help="Which one, where several begin.")
@options.as_json
@click.pass_obj
def use(
    wants: bool,
    path: str,
    board: Board,
    hexes: tuple[str, ...],
    name: str,
    word: str,
    unarmoured: bool,
    along: str | None,
    as_json: bool,
    ssr: tuple[str, ...],
    boards_dir: str | None,
) -> None:
    """Move a unit from HEX to HEX of BOARD along Trail Breaks, one way in a phase."""
    from hexlos.errors import RuleError
    from hexlos.rules.trailbreak import TrailBreak
    from hexlos.rules.trailbreak_file import read_file
    from hexlos.rules.trailbreak_steps import move
    from hexlos.rules.units import Unit

    unit = Unit.of_type(word, name=name, armoured=False if unarmoured else None)
    named = TrailBreak.parse(along) if along else None
    before = state = read_file(path)
    for here, there in _steps(hexes):
        meant = named is not None and named.hex == board.plain_name(there)
        wish = named if named is not None and meant else True
        state = move(state, board, unit, here, there, use_trail_break=wish)
    if not any(u.unit == name for u in state.uses):
        raise RuleError(f"{name} uses no Trail Break that way (B13.421)")
    _finish(path, before, state, as_json or wants)


@trail_break.command(
    short_help="Remove one, or that beneath a wreck.",
    epilog="\b\nExamples:\n  hexlos trail-break remove breaks.json E3:N-SE\n"
    "  hexlos trail-break remove breaks.json --wreck T-34",
)
@_state
@click.argument("which", required=False, metavar="[TRAIL-BREAK]")
@click.option("--wreck", metavar="NAME", help="The vehicle that is a wreck or Immobile on it.")
@click.option("--gone", metavar="NAME", help="The vehicle that left the map; Trail Breaks stay.")
@options.as_json
@click.pass_obj
def remove(
    wants: bool, path: str, which: str | None, wreck: str | None, gone: str | None, as_json: bool
) -> None:
    """Remove a Trail Break, as E3:N-SE, or the one that a wreck or Immobile vehicle stands on."""
    from hexlos.rules import trailbreak_steps
    from hexlos.rules.trailbreak import TrailBreak
    from hexlos.rules.trailbreak_file import read_file

    if sum(given is not None for given in (which, wreck, gone)) != 1:
        raise click.UsageError("Give a Trail Break, or --wreck, or --gone.")
    before = read_file(path)
    if which is not None:
        state = trailbreak_steps.remove(before, TrailBreak.parse(which))
    elif wreck is not None:
        state = trailbreak_steps.immobilise(before, wreck)
    else:
        state = trailbreak_steps.gone(before, gone or "")
    _finish(path, before, state, as_json or wants)


@trail_break.command(
    name="next-phase",
    short_help="Begin a phase.",
    epilog="\b\nExample:\n  hexlos trail-break next-phase breaks.json",
)
@_state
@options.as_json
@click.pass_obj
def next_phase(wants: bool, path: str, as_json: bool) -> None:
    """Begin a phase, in which the Trail Breaks of FILE may be used either way again."""
    from hexlos.rules.trailbreak_file import read_file

    before = read_file(path)
    _finish(path, before, before.next_phase(), as_json or wants)


def _steps(hexes: tuple[str, ...]) -> list[tuple[str, str]]:
    if len(hexes) < 2:
        raise click.UsageError("Give two hexes or more, as E2 E3.")
    return list(pairwise(hexes))


def _finish(path: str, before: TrailBreaks, after: TrailBreaks, as_json: bool) -> None:
    """Write the new state, and tell what is different."""
    from hexlos.rules.trailbreak_file import write_file

    write_file(path, after)
    if as_json:
        print_json(as_dict(after))
        return
    made = [str(t) for t in after if t not in before]
    removed = [str(t) for t in before if t not in after]
    used = [text for text in _uses(after) if text not in _uses(before)]
    words = [f"made {', '.join(made)}"] if made else []
    words += [f"removed {', '.join(removed)}"] if removed else []
    words += used
    words += ["none is in use any more"] if before.uses and not after.uses else []
    click.echo(f"{path}: {'; '.join(words) or 'no Trail Break changed'}")


def _vehicles(state: TrailBreaks) -> list[str]:
    return [
        f"{s.unit} in {s.hex}" + (f" beneath {s.trail_break}" if s.trail_break else f", {s.way}")
        for s in state.standings
    ]


def _uses(state: TrailBreaks) -> list[str]:
    from hexlos.rules.crossing import SIDES

    return [
        f"{u.unit} uses {u.trail_break} towards {'centre' if u.towards < 0 else SIDES[u.towards]}"
        for u in state.uses
    ]


def as_dict(state: TrailBreaks) -> dict[str, Any]:
    """A state for JSON, as its file has it."""
    import json

    data: dict[str, Any] = json.loads(state.to_json())
    return data
