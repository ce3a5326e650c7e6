"""hexlos matrix: all lines of sight of whole boards, into files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from hexlos.cli import options
from hexlos.cli.printing import progress
from hexlos.cli.report import Report
from hexlos.errors import HexlosError

if TYPE_CHECKING:
    from hexlos.tasks import Listener, Plan, Task

#: Files of a folder of boards that are no boards.
_OTHER = (".md", ".npz", ".parquet", ".png", ".txt")


@click.command(
    short_help="All lines of sight of BOARDs, into files.",
    epilog="\b\nExamples:\n  hexlos matrix woodland -o woodland.npz\n"
    "  hexlos matrix woodland hills -o tables/ --format parquet\n"
    "  hexlos matrix village -o bypass.npz --from F4@N/NW,F4@S/SE --to J1-J9\n"
    "  hexlos matrix boards/ -o tables/ --flips --each-ssr forest --each-ssr pine+no-roads\n"
    "  hexlos matrix boards/ -o tables/ --scheduler tcp://host:8786",
)
@click.argument("boards", nargs=-1, required=True, metavar="BOARD...")
@options.output("File to write for one table; folder for several, named after the boards.")
@click.option(
    "--format",
    "suffix",
    default="npz",
    show_default=True,
    metavar="npz|parquet",
    help="Format of files in a folder; that of a single file is its suffix.",
)
@click.option("--levels", is_flag=True, help="Every level of buildings too, not only the ground.")
@click.option(
    "--from",
    "sources",
    multiple=True,
    metavar="PLACES",
    help="Only from these locations, as F4,F4@N/NW or a region A1-F10; may be repeated.",
)
@click.option(
    "--to", "targets", multiple=True, metavar="PLACES", help="Only to these, written likewise."
)
@click.option("--max-range", type=int, metavar="HEXES", help="Leave out pairs farther apart.")
@options.entrenched
@options.wall_advantage
@click.option(
    "--each-ssr",
    "sets",
    multiple=True,
    metavar="RULES",
    help="Each board also under these rules, in a file of its own: forest, or several as "
    "pine+no-roads; may be repeated.",
)
@click.option("--flips", is_flag=True, help="All of it also of each board reversed.")
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Have the tables made by the Dask cluster of the scheduler there, as tcp://host:8786.",
)
@options.threads
@options.thread
@options.ssr
@options.boards_dir
@options.as_json
@click.pass_context
def matrix(
    ctx: click.Context,
    /,
    boards: tuple[str, ...],
    as_json: bool,
    scheduler: str | None,
    threads: int,
    **how: Any,
) -> None:
    """Compute the LOS of every hex of each BOARD to every other, and write them to files.

    With --from or --to only of some locations, to every hex where the other is not told.

    A BOARD may also be a folder: every board in it is computed. A table that fails is reported
    and the others are still made; the exit status is then 2.
    """
    names = [name for given in boards for name in _expanded(given)]
    many = len(boards) > 1 or Path(boards[0]).is_dir() or bool(how["sets"]) or how["flips"]
    plan = _plan(ctx, many, **how)
    if many:
        _make_folder(plan.output)
    report = Report(as_json=as_json, many=many)
    label = f"{len(names) * len(plan.variants)} tables" if many else names[0]
    with report, progress(label) as show:
        report.show = show
        tasks = report.expect(plan, names)
        if scheduler is not None:
            from hexlos.tasks.cluster import run_on_cluster

            given = ctx.get_parameter_source("threads") is not ParameterSource.DEFAULT
            run_on_cluster(tasks, scheduler, threads if given else 1, report)
        else:
            _run(tasks, threads, report)
    if report.failed:
        ctx.exit(2)


def _plan(
    ctx: click.Context,
    many: bool,
    *,
    output: str,
    suffix: str,
    sets: tuple[str, ...],
    flips: bool,
    ssr: tuple[str, ...],
    boards_dir: str | None,
    **table: Any,
) -> Plan:
    """What the options ask for; HexlosError where they contradict each other."""
    from hexlos.tasks import Plan, Table, variants

    goal = Path(output)
    into_folder = many or goal.is_dir()
    asked = ctx.get_parameter_source("suffix") is not ParameterSource.DEFAULT
    if asked and not into_folder and goal.suffix.lstrip(".") != suffix.lstrip("."):
        raise HexlosError(
            f"--format {suffix[:20]} and the file {goal.name} disagree: a single file's "
            "format is its suffix"
        )
    return Plan(
        table=Table(**table),
        output=goal,
        into_folder=into_folder,
        suffix=suffix,
        rules=ssr,
        variants=variants(sets, flips),
        boards_dir=boards_dir,
    )


def _run(tasks: list[Task], threads: int, listener: Listener) -> None:
    """Do the tasks on the cores of this machine: one on all of them, several side by side."""
    processes = min(threads, len(tasks))
    if processes > 1:
        from hexlos.tasks.processes import run_in_processes

        run_in_processes(tasks, processes, threads // processes, listener)
    else:
        from hexlos.tasks import run_here

        run_here(tasks, threads, listener)


def _expanded(given: str) -> Iterator[str]:
    """The board itself, or all board files of a folder; HexlosError where it has none."""
    folder = Path(given)
    if not folder.is_dir():
        yield given
        return
    found = [
        str(path)
        for path in sorted(folder.iterdir())
        if path.is_file()
        and not path.name.startswith((".", "__"))
        and path.suffix.lower() not in _OTHER
    ]
    if not found:
        raise HexlosError(f"{given}: the folder has no boards")
    yield from found


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as err:
        raise HexlosError(
            f"{folder} cannot be made a folder ({err.strerror}): several tables need one"
        ) from err
