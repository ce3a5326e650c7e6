"""Arguments and options that commands share, each spelled once."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from hexlos.board import Board

_F = TypeVar("_F", bound=Callable[..., Any])


def _open_board(ctx: click.Context, param: click.Parameter, value: str) -> Board | None:
    if ctx.resilient_parsing:
        return None
    return opened(value, ctx.params.get("ssr", ()), ctx.params.get("boards_dir"))


def opened(text: str, rules: Sequence[str], boards_dir: str | None) -> Board:
    """The board or map that a text means; what rules and layout could not do is told on stderr."""
    from hexlos.maps import open_board_or_map
    from hexlos.opening import new_notes

    board = open_board_or_map(text, rules, boards_dir)
    for note in new_notes(board):
        click.echo(f"hexlos: warning: {note}", err=True)
    return board


def _thread_name(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    from hexlos.places import thread_name

    return thread_name(value)


# eager, so that they are known when the callback of BOARD opens it
ssr = click.option(
    "--ssr",
    multiple=True,
    is_eager=True,
    metavar="RULE",
    help="Scenario special rule that changes the board, as in forest or forest:F4,J3; may be "
    "repeated. 'hexlos ssr' lists them.",
)
boards_dir = click.option(
    "--boards-dir",
    envvar="HEXLOS_BOARDS",
    show_envvar=True,
    is_eager=True,
    type=click.Path(file_okay=False),
    help="Folder in which boards are looked up by name.",
)
_board = click.argument("board", callback=_open_board)

thread = click.option(
    "--thread",
    envvar="HEXLOS_THREAD",
    show_envvar=True,
    callback=_thread_name,
    metavar="exact|vasl",
    help="How the line is laid over the map: exact (default), or by pixels as VASL does.",
)
entrenched = click.option(
    "--entrenched",
    metavar="HEXES|all",
    help="Hexes whose units are in a foxhole or trench (B9.21), as F4,J3.",
)
wall_advantage = click.option(
    "--wall-advantage",
    metavar="HEXES|all|none",
    help="Hexes whose units hold Wall Advantage over bocage (B9.521); all, if not given.",
)
threads = click.option(
    "--threads",
    type=click.IntRange(1, 1024),
    default=lambda: os.cpu_count() or 1,
    show_default="all cores",
    help="Cores to use.",
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
source = click.argument("source", metavar="FROM")
target = click.argument("target", metavar="TO")


def board(command: _F) -> _F:
    """BOARD, opened, with the options that say where it is and what changes it."""
    return _board(ssr(boards_dir(command)))


def _to_picture(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value is not None and not value.lower().endswith((".png", ".svg")):
        raise click.BadParameter(
            f"{value[:60]!r} is no picture: give a name that ends in .png or .svg"
        )
    return value


def picture(
    *names: str, required: bool = False, help_text: str = "Picture to write, PNG or SVG by suffix."
) -> Callable[[_F], _F]:
    """-o or another name, the picture to write."""
    return click.option(
        *(names or ("-o", "--output")),
        required=required,
        type=click.Path(),
        metavar="PATH",
        callback=_to_picture,
        help=help_text,
    )


def top(default: int, help_text: str) -> Callable[[_F], _F]:
    """--top N, how much of a ranked list is printed."""
    return click.option(
        "--top",
        type=click.IntRange(0),
        default=default,
        show_default=True,
        metavar="N",
        help=help_text,
    )


def max_range(help_text: str) -> Callable[[_F], _F]:
    """--max-range HEXES, beyond which nothing is looked at."""
    return click.option("--max-range", type=click.IntRange(1), metavar="HEXES", help=help_text)


def looking(name: str, what: str, default: str) -> Callable[[_F], _F]:
    """--from, the hexes that look: what is asked of them, and what without."""
    return click.option(
        "--from",
        name,
        multiple=True,
        metavar="HEX",
        help=f"{what}: F4, a level F4:1, several as F4,J3, a region A1-F10; may be "
        f"repeated. {default}",
    )


def _named(ctx: click.Context, param: click.Parameter, value: str) -> str:
    if not value.strip():
        raise click.BadParameter("the name is empty")
    return value


def html_name(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """A name that ends as a page's does."""
    if value is not None and not value.lower().endswith((".html", ".htm")):
        raise click.BadParameter(f"{value[:60]!r} is no page: give a name that ends in .html")
    return value


scale = click.option(
    "--scale",
    type=int,
    help="Pixels of the picture a board pixel, 1 to 8; by default what is easy to read.",
)


def output(help_text: str) -> Callable[[_F], _F]:
    """-o, the file or folder to write."""
    return click.option(
        "-o",
        "--output",
        required=True,
        type=click.Path(),
        metavar="PATH",
        callback=_named,
        help=help_text,
    )
