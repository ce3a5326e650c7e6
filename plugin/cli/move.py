"""hexlos move: what it costs a unit to enter a hex from the next one."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from hexlos.cli import options
from hexlos.cli.printing import print_json

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.rules.entry import Entry, Line
    from hexlos.rules.units import Unit

_LABEL = 11

#: Short, for a Fraction of 1e999999999 would be computed in full.
_NUMBER = re.compile(r"\d{1,6}(\.\d{1,6}|/[1-9]\d{0,5})?", re.ASCII)


@click.command(
    name="move",
    short_help="What it costs a unit to enter TO from FROM.",
    epilog="\b\nExamples:\n"
    "  hexlos move woodland F1 F2 --unit infantry --ssr pine    # a squad, along a path\n"
    "  hexlos move woodland F2 --ssr pine                       # to every hex around F2\n"
    "  hexlos move woodland E2 E3 --unit fully-tracked --allotment 14\n"
    "  hexlos move hills D5 D6 --unit infantry\n"
    "  hexlos move village C1 C2 --unit infantry --ssr cactus-hedge --advance\n"
    "  hexlos move desert C7 C8 --unit wheeled --ssr broken-terrain --base-cost 3",
)
@options.board
@options.source
@click.argument("target", metavar="[TO]", required=False)
@click.option(
    "--unit",
    "word",
    default="infantry",
    show_default=True,
    metavar="TYPE",
    help="infantry (a squad or leader), cavalry, horse, wagon, motorcycle, wheeled, halftrack, or "
    "fully-tracked.",
)
@click.option("--allotment", metavar="N", help="MF or MP that it has, to turn shares into numbers.")
@click.option("--unarmoured", is_flag=True, help="A fully-tracked vehicle that is no AFV.")
@click.option("--armoured", is_flag=True, help="A wheeled or half-tracked AFV.")
@click.option("--buttoned-up", is_flag=True, help="The AFV is buttoned up.")
@click.option("--riders", is_flag=True, help="It carries Riders.")
@click.option("--charge", is_flag=True, help="The cavalry charges.")
@click.option("--reverse", is_flag=True, help="The vehicle moves in reverse.")
@click.option("--minimum-move", "mode", flag_value="minimum-move", help="By Minimum Move.")
@click.option("--low-crawl", "mode", flag_value="low-crawl", help="By Low Crawl.")
@click.option("--advance", "mode", flag_value="advance", help="As an advance.")
@click.option("--all-mp", is_flag=True, help="Fully-tracked in woods: spend all MP, not half.")
@click.option("--bypass", is_flag=True, help="In bypass of what is in TO.")
@click.option("--off-road", is_flag=True, help="From the road into the woods of its own hex.")
@click.option("--no-road", is_flag=True, help="Do not use a road.")
@click.option("--no-path", is_flag=True, help="Do not use a path.")
@click.option("--no-trail-break", is_flag=True, help="Do not use a Trail Break.")
@click.option("--trail-breaks", metavar="FILE", help="Trail Breaks, see hexlos trail-break.")
@click.option("--along", metavar="TRAIL-BREAK", help="The one that it uses, as E3:N-SE.")
@click.option("--name", default="", help="Its name in that file.")
@click.option("--wrecks", default="0", metavar="MP", help="MP for wrecks and vehicles in the open.")
@click.option("--turn", type=int, default=0, help="Hexspines of VCA change before it leaves.")
@click.option("--base-cost", metavar="N", help="A cost of terrain that the tables lack.")
@click.option("--hexside-cost", metavar="N", help="A cost of crossing that the tables lack.")
@options.as_json
def move(
    board: Board,
    source: str,
    target: str | None,
    word: str,
    allotment: str | None,
    mode: str | None,
    trail_breaks: str | None,
    as_json: bool,
    **about: Any,
) -> None:
    """Tell what it costs a unit to enter the hex TO of BOARD from the adjacent hex FROM.

    The answer is in MF or MP, line by line, with rule numbers. A unit uses the road, path or Trail
    Break that crosses the hexside, unless it declines. Bog checks, what else the move demands and
    why it may be forbidden are told too. A "?" stands for a cost that the tables do not have.

    Without TO there is one line for each hex around FROM.
    """
    from hexlos.rules.movement import entry
    from hexlos.rules.trailbreak import TrailBreak
    from hexlos.rules.trailbreak_file import read_file
    from hexlos.rules.units import Unit

    unit = Unit.of_type(
        word,
        armoured=True if about["armoured"] else False if about["unarmoured"] else None,
        buttoned_up=about["buttoned_up"],
        riders=about["riders"],
        allotment=None if allotment is None else number(allotment, "--allotment"),
        name=about["name"],
    )
    named = TrailBreak.parse(about["along"]) if about["along"] else None
    told: dict[str, Any] = {
        "trail_breaks": read_file(trail_breaks) if trail_breaks else None,
        "use_trail_break": named or not about["no_trail_break"],
        "use_road": not about["no_road"],
        "use_path": not about["no_path"],
        "bypass": about["bypass"],
        "mode": mode or "move",
        "charging": about["charge"],
        "reverse": about["reverse"],
        "whole_allotment": about["all_mp"],
        "wreck_or_vehicle_in_hex": number(about["wrecks"], "--wrecks"),
        "vca_changes": about["turn"],
        "off_road": about["off_road"],
        "base_cost": _number_or_none(about["base_cost"], "--base-cost"),
        "hexside_cost": _number_or_none(about["hexside_cost"], "--hexside-cost"),
    }
    if target is None and not about["off_road"]:
        around = [entry(board, source, name, unit, **told) for name in neighbours(board, source)]
        if as_json:
            print_json([as_dict(board, unit, found) for found in around])
            return
        for found in around:
            click.echo(_summary(found))
        return
    found = entry(board, source, target or source, unit, **told)
    if as_json:
        print_json(as_dict(board, unit, found))
        return
    _print(found, _otherwise(board, unit, found, told))


def neighbours(board: Board, name: str) -> list[str]:
    """Names of the hexes around one, clockwise from the top."""
    beyond = board.grid.neighbours[board.grid.index(board.plain_name(name))]
    return [board.hexes[index] for index in beyond if index >= 0]


def _summary(found: Entry) -> str:
    """A move in a line."""
    head = f"{found.from_hex} -> {found.to_hex}, {found.unit}:"
    way = f" by {found.way.replace('-', ' ')}" if found.way not in ("other", "bypass") else ""
    if not found.allowed:
        return f"{head} forbidden: {found.forbidden[0]}"
    rules = ", ".join(dict.fromkeys(line.rule for line in found.costs))
    bog = "".join(f", {check.label}" for check in found.bog)
    return f"{head} {found.price} into {found.terrain}{way} ({rules}){bog}"


def _otherwise(board: Board, unit: Unit, found: Entry, told: dict[str, Any]) -> Entry | None:
    """The same without the road, path or Trail Break, where that makes a difference."""
    from hexlos.rules.movement import entry

    if found.way not in ("road", "path", "trail-break"):
        return None
    without = {**told, "use_road": False, "use_path": False, "use_trail_break": False}
    other = entry(board, found.from_hex, found.to_hex, unit, **without)
    return None if other.price == found.price and other.bog == found.bog else other


def _print(found: Entry, other: Entry | None) -> None:
    click.echo(f"{found.from_hex} -> {found.to_hex}, {found.unit}: {found.price}")
    lines = [("forbidden", str(note)) for note in found.forbidden]
    lines += [("cost", _line(line, found.points)) for line in found.costs] if found.allowed else []
    lines += [("needed", f"{need}: give it as {_option(need)}") for need in found.needs]
    lines += [("bog", str(check)) for check in found.bog] if found.allowed else []
    lines += [("demands", str(note)) for note in found.demands]
    lines += [("note", str(note)) for note in found.notes]
    if other is not None:
        lines.append(("otherwise", _without(found.way, other)))
    for label, text in lines:
        click.echo(f"{label + ':':{_LABEL}}{text}")


def _line(line: Line, points: str) -> str:
    return f"{line.price(points)} for {line.text} ({line.rule})"


def _option(need: str) -> str:
    return "--hexside-cost" if need.startswith("the cost of crossing") else "--base-cost"


def _without(way: str, other: Entry) -> str:
    """What the move is without the road, path or Trail Break."""
    name = {"trail-break": "Trail Break"}.get(way, way)
    if not other.allowed:
        return f"without the {name} forbidden: {other.forbidden[0]}"
    rules = ", ".join(dict.fromkeys(line.rule for line in other.costs))
    bog = "".join(f", {check.label}" for check in other.bog)
    return f"without the {name} {other.price} ({rules}){bog}"


def as_dict(board: Board, unit: Unit, found: Entry) -> dict[str, Any]:
    """All of a result, for JSON; amounts are numbers of MF or MP."""
    return {
        "board": board.name,
        "ssr": list(board.history),
        "from": found.from_hex,
        "to": found.to_hex,
        "unit": found.unit,
        "name": unit.name,
        "allowed": found.allowed,
        "points": found.points,
        "price": found.price,
        "total": _plain(found.total),
        "amount": _plain(found.amount),
        "share": _plain(found.share),
        "way": found.way,
        "terrain": found.terrain,
        "hexside": found.hexside,
        "trail_break": None if found.trail_break is None else str(found.trail_break),
        "costs": [
            {
                "amount": _plain(line.amount),
                "share": _plain(line.share),
                "rule": line.rule,
                "text": line.text,
            }
            for line in found.costs
        ],
        "needs": list(found.needs),
        "bog": [
            {"when": c.when, "drm": c.drm, "drms": [d._asdict() for d in c.drms]} for c in found.bog
        ],
        "first_fire_drm": found.first_fire_drm,
        **{
            name: [{"rule": note.rule, "text": note.text} for note in getattr(found, name)]
            for name in ("demands", "notes", "forbidden")
        },
    }


def _plain(value: Fraction | None) -> int | float | None:
    if value is None:
        return None
    return int(value) if value.denominator == 1 else float(value)


def _number_or_none(text: str | None, option: str) -> Fraction | None:
    return None if text is None else number(text, option)


def number(text: str, option: str) -> Fraction:
    """A number such as 2, 1.5 or 3/2; RuleError for any other text.

    >>> number("1.5", "--base-cost")
    Fraction(3, 2)
    """
    from hexlos.errors import RuleError

    if _NUMBER.fullmatch(text) is None:
        raise RuleError(f"{option} is a number such as 2, 1.5 or 3/2, not {text[:40]!r}")
    return Fraction(text)
