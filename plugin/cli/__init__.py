"""The command table."""

from __future__ import annotations

try:
    import click

    from hexlos.cli.bench import bench
    from hexlos.cli.board import board
    from hexlos.cli.close import close
    from hexlos.cli.diff import diff
    from hexlos.cli.fan import fan
    from hexlos.cli.group import HexlosGroup
    from hexlos.cli.heat import heat
    from hexlos.cli.los import los
    from hexlos.cli.matrix import matrix
    from hexlos.cli.move import move
    from hexlos.cli.plugins import plugins
    from hexlos.cli.ssr import ssr
    from hexlos.cli.tem import tem
    from hexlos.cli.terrain import terrain
    from hexlos.cli.trail_break import trail_break
    from hexlos.cli.view import view
except KeyboardInterrupt:  # Ctrl-C while the command starts is no fault to show a traceback of
    raise SystemExit(130) from None

COMMANDS = (
    bench, board, close, diff, fan, heat, los, matrix, move, plugins, ssr, tem, terrain,
    trail_break, view,
)  # fmt: skip


@click.group(
    name="hexlos",
    cls=HexlosGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="\b\nExamples:\n  hexlos los woodland F4 J3\n  hexlos los 2/4/r3 2F4 3G5",
)
@click.version_option(package_name="hexlos")
def main() -> None:
    """Line of sight on hex-grid wargame maps.

    BOARD is a board (a file or a name), a map of several, or a saved game of VASL (game.vsav). In a
    map, "/" is between rows from the top and "+" between the boards of a row; "r" lays a board
    reversed, and a range crops it: 2/4/r3, 5+6, "05[A-P]". Its hexes are named 5F4, BFPA-F4.
    """


for command in COMMANDS:
    main.add_command(command)
