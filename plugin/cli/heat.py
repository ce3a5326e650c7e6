"""hexlos heat: how much hexes see, and how much of the map a set of locations watches."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from hexlos.cli import options
from hexlos.cli.printing import print_json, progress, size_text

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.heat import Heat

_LISTED = 40


@click.command(
    short_help="How much each hex sees.",
    epilog="\b\nExamples:\n  hexlos heat hills -o heat.png\n"
    "  hexlos heat village --from F4:1,J3 --max-range 10 -o overwatch.svg",
)
@options.board
@options.looking(
    "watchers", "Count only what this hex sees", "By default all hexes look at each other."
)
@options.max_range("See no farther.")
@options.picture()
@options.scale
@options.top(10, "List the N hexes that are seen most.")
@options.thread
@options.threads
@options.as_json
def heat(
    board: Board,
    watchers: tuple[str, ...],
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
    """Count for each hex of BOARD how many hexes see it, which is how many it sees.

    With --from by how many of those hexes it is seen: what they watch, and the dead ground that
    none of them sees.
    """
    from hexlos.heat import heat, watchers_of
    from hexlos.pictures.heat import sheet
    from hexlos.pictures.write import write

    with progress(board.name) as show:
        found = heat(
            board,
            watchers_of(board, watchers) if watchers else None,
            thread=thread,
            threads=threads,
            max_range=max_range,
            progress=show,
        )
    size = 0 if output is None else write(sheet(found, scale), output)
    if as_json:
        drawn = {} if output is None else {"file": output, "bytes": size}
        print_json(_as_dict(found, thread, top) | drawn)
        return
    for line in _lines(found, top):
        click.echo(line)
    if output is not None:
        click.echo(f"-> {output} ({size_text(size)})")


def _lines(found: Heat, top: int) -> list[str]:
    limit = found.matrix.info["max_range"]
    reach = "" if limit is None else f" up to range {limit}"
    lines = [f"board {found.board.name}: {_who(found)}{reach}"]
    if found.watchers is not None:
        dead = found.dead
        names = " ".join(dead[:_LISTED]) + (" ..." if len(dead) > _LISTED else "")
        lines.append(f"dead ground: {len(dead)} hexes{': ' + names if dead else ''}")
    ranked = found.ranked(top)
    wide = max([8, *(len(one.hex) + 1 for one in ranked)])
    if ranked:
        head = f"{'hex':{wide}}{'level':>6}  {'terrain':24}"
        lines.append(f"{head}{'seen by':>8}{'clear':>7}{'hindered':>10}")
    for one in ranked:
        level, terrain = _ground(found.board, one.hex)
        counts = f"{one.seen_by:8}{one.clear:7}{one.hindered:10}"
        lines.append(f"{one.hex:{wide}}{level:6}  {terrain:24}{counts}")
    return lines


def _who(found: Heat) -> str:
    if found.watchers is None:
        pairs = int(found.seen_by.sum()) // 2
        return f"{len(found.board.hexes)} hexes, {pairs:,} pairs see each other"
    few = len(found.watchers)
    return f"{few} watcher{'s' * (few > 1)}, {int((found.seen_by > 0).sum())} hexes seen"


def _ground(board: Board, name: str) -> tuple[int, str]:
    from hexlos.catalogue import catalogue

    index = board.grid.index(name)
    kind = catalogue()[board.facts.terrain[index]]
    return int(board.facts.base[index]), kind.name


def _as_dict(found: Heat, thread: str, top: int) -> dict[str, Any]:
    return {
        "board": found.board.name,
        "ssr": list(found.board.history),
        "thread": thread,
        "max_range": found.matrix.info["max_range"],
        "watchers": None if found.watchers is None else list(found.watchers),
        "most_seen": [one.hex for one in found.ranked(top)],
        "dead_ground": list(found.dead),
        "hexes": [
            asdict(one) | {"possible": possible}
            for one, possible in zip(found.hexes, found.possible.tolist(), strict=True)
        ],
    }
