"""hexlos bench: how fast LOS is here."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from hexlos.cli import options
from hexlos.cli.printing import print_json, size_text

if TYPE_CHECKING:
    from hexlos.bench.measure import Measured


@click.command(
    short_help="How fast LOS is on this machine.",
    epilog="\b\nExamples:\n  hexlos bench\n  hexlos bench 01 --json",
)
@click.argument("board", default="woodland")
@options.threads
@options.thread
@options.ssr
@options.boards_dir
@options.as_json
def bench(
    board: str,
    threads: int,
    thread: str,
    ssr: tuple[str, ...],
    boards_dir: str | None,
    as_json: bool,
) -> None:
    """Time the LOS of all pairs of hexes of BOARD, single LOS, and opening it.

    In the same run a plain tracer made of shapes (a Shapely STRtree) is timed on some lines, and
    both are compared. It takes about ten seconds.
    """
    from hexlos.bench.measure import measure

    found = measure(board, ssr, boards_dir, thread, threads)
    if as_json:
        print_json(asdict(found))
        return
    for label, text in _lines(found):
        click.echo(f"{label:<12}{text}")


def _lines(found: Measured) -> list[tuple[str, str]]:
    cores = f"{found.cores} core{'s' if found.cores > 1 else ''}"
    memory = found.peak_memory_bytes
    return [
        ("machine", f"{found.machine}, Python {found.python}"),
        ("board", f"{found.board}, {found.hexes} hexes, {found.lines:,} lines, {found.thread}"),
        (
            "to answer",
            f"{found.first_open_seconds:.3g} s from opening, "
            f"{found.second_open_seconds:.3g} s again",
        ),
        (
            "one core",
            f"{found.los_per_second:,} LOS/s, as {found.answers_per_second:,} answers in both "
            "directions",
        ),
        (
            cores,
            f"{found.los_per_second_all_cores:,} LOS/s, {found.speedup_all_cores:.2f} x one core",
        ),
        (
            "single LOS",
            f"{found.single_los_us:.3g} us, 99 of 100 in {found.single_los_us_99:.3g} us",
        ),
        ("memory", "not told" if memory is None else f"{size_text(memory)} at most"),
        (
            "baseline",
            f"{found.baseline_los_per_second:,} LOS/s by shapes, {found.baseline_agreement:.2%} "
            f"of {found.baseline_lines:,} lines agree",
        ),
        (
            "ratio",
            f"{found.ratio:,.0f} x on one core, {found.ratio_all_cores:,.0f} x on {cores}, "
            f"{found.ratio_single_los:,.1f} x one by one",
        ),
    ]
