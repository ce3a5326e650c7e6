"""hexlos board: what a board is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from hexlos.cli import options
from hexlos.cli.printing import print_json

if TYPE_CHECKING:
    from hexlos.board import Board

#: Hexes that a line lists by name; of more only the count is given, --json lists all.
_LISTED = 40


@click.command(
    name="board",
    short_help="What a board is made of.",
    epilog="\b\nExamples:\n  hexlos board woodland\n  hexlos board woodland --ssr forest",
)
@options.board
@options.as_json
def board(board: Board, as_json: bool, ssr: tuple[str, ...], boards_dir: str | None) -> None:
    """Describe BOARD: its layout, levels, terrain, and notable hexes.

    With --ssr also what the rules changed: hexes by what they were and what they are.
    """
    from hexlos.summary import summary

    facts = summary(board)
    if as_json:
        print_json(facts)
        return
    for label, text in _lines(facts):
        click.echo(f"{label + ':' if label else '':16}{text or 'none'}".rstrip())


def _lines(facts: dict[str, Any]) -> list[tuple[str, str]]:
    layout = facts["layout"]
    return [
        ("board", f"{facts['name']} {facts['version']}".strip()),
        ("SSRs", ", ".join(facts["ssr"])),
        ("picture", f"{facts['width']} x {facts['height']} pixels"),
        ("hexes", f"{facts['hexes']}, {layout['first_hex']} to {layout['last_hex']}"),
        (
            "layout",
            f"{layout['columns']} columns {layout['pitch']:g} px apart, hexes "
            f"{layout['hex_height']:g} px high{', reversed' if layout['reversed'] else ''}",
        ),
        *_laid(facts),
        ("levels", ", ".join(f"{n} at {level}" for level, n in facts["levels"].items())),
        ("terrain", _amounts(facts["terrain"])),
        ("hexsides", _amounts(facts["hexsides"])),
        ("interior woods", _names(facts["interior_woods"])),
        ("depressions", _names(facts["depressions"])),
        ("buildings", _names(facts["buildings"])),
        *_changed(facts["changes"]),
        ("warnings", "; ".join(facts["warnings"])),
        *_map(tuple(facts["thumbnail"])),
    ]


def _laid(facts: dict[str, Any]) -> list[tuple[str, str]]:
    """Lines of the boards that a map is laid of, and of the hexes that they share."""
    if not facts["boards"]:
        return []
    boards = [
        f"{one['name']}{' reversed' if one['reversed'] else ''} at {one['left']}, {one['top']}"
        for one in facts["boards"]
    ]
    pairs = ["=".join((name, *others)) for name, others in facts["seam"].items()]
    return [("boards", "; ".join(boards)), ("seams", _names(pairs))]


def _changed(changes: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Lines of what rules changed, the first with the label."""
    texts = [f"{one['before']} -> {one['after']}, {_names(one['hexes'])}" for one in changes]
    return [("changed" if n == 0 else "", text) for n, text in enumerate(texts)]


def _map(lines: tuple[str, ...]) -> list[tuple[str, str]]:
    """The thumbnail, with the meaning of its signs."""
    from hexlos.thumbnail import key

    return [("map", key(lines)), *(("", line or " ") for line in lines)]


def _amounts(counts: dict[str, int]) -> str:
    return "; ".join(f"{count} {name}" for name, count in counts.items())


def _names(hexes: list[str]) -> str:
    if not hexes:
        return ""
    listed = " ".join(hexes[:_LISTED])
    more = f" and {len(hexes) - _LISTED} more" if len(hexes) > _LISTED else ""
    return f"{len(hexes)}: {listed}{more}"
