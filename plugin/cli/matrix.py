"""hexlos matrix: all lines of sight of whole boards, into files."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from hexlos.cli import options
from hexlos.cli.printing import print_json, progress, size_text
from hexlos.errors import HexlosError

if TYPE_CHECKING:
    from hexlos.board import Board

#: Files of a folder of boards that are no boards.
_OTHER = (".md", ".npz", ".parquet", ".png", ".txt")


@dataclass(frozen=True, slots=True)
class Job:
    """How every board of one call is computed and where it goes."""

    output: Path
    into_folder: bool
    suffix: str
    levels: bool
    sources: tuple[str, ...]
    targets: tuple[str, ...]
    max_range: int | None
    entrenched: str | None
    wall_advantage: str | None
    threads: int
    thread: str
    ssr: tuple[str, ...]
    boards_dir: str | None


@dataclass(frozen=True, slots=True)
class Done:
    """What was computed for one board.

    A pair of locations counts once, in either order, but in a table between two lists.
    """

    board: str
    hexes: int
    locations: int
    pairs: int
    blocked_share: float
    seconds: float
    los_per_second: int
    file: str
    bytes: int

    def __str__(self) -> str:
        places = "" if self.locations == self.hexes else f", {self.locations:,} locations"
        return (
            f"{self.board}: {self.hexes:,} hexes{places}, {self.pairs:,} pairs, "
            f"{self.blocked_share:.1%} blocked, {self.los_per_second:,} LOS/s "
            f"-> {self.file} ({size_text(self.bytes)})"
        )


@click.command(
    short_help="All lines of sight of BOARDs, into files.",
    epilog="\b\nExamples:\n  hexlos matrix woodland -o woodland.npz\n"
    "  hexlos matrix woodland hills -o tables/ --format parquet\n"
    "  hexlos matrix village -o bypass.npz --from F4@N/NW,F4@S/SE --to J1-J9",
)
@click.argument("boards", nargs=-1, required=True, metavar="BOARD...")
@options.output("File to write for one board; folder for several, named after the boards.")
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
@options.threads
@options.thread
@options.ssr
@options.boards_dir
@options.as_json
@click.pass_context
def matrix(ctx: click.Context, /, boards: tuple[str, ...], as_json: bool, **how: Any) -> None:
    """Compute the LOS of every hex of each BOARD to every other, and write them to files.

    With --from or --to only of some locations, to every hex where the other is not told.

    A BOARD may also be a folder: every board in it is computed. A board that fails is reported
    and the others still run; the exit status is then 2.
    """
    output = Path(how.pop("output"))
    names = [name for given in boards for name in _expanded(given)]
    many = len(boards) > 1 or Path(boards[0]).is_dir()
    job = Job(output=output, into_folder=many or output.is_dir(), **how)
    asked = ctx.get_parameter_source("suffix") is not ParameterSource.DEFAULT
    if asked and not job.into_folder and output.suffix.lstrip(".") != job.suffix.lstrip("."):
        raise HexlosError(
            f"--format {job.suffix[:20]} and the file {output.name} disagree: a single file's "
            "format is its suffix"
        )
    if many:
        _make_folder(output)
    done: list[Done] = []
    failed: list[dict[str, str]] = []
    for name in names:
        try:
            done.append(_compute(job, name, {Path(one.file) for one in done}))
        except HexlosError as err:
            if not many:
                raise
            failed.append({"board": name, "error": str(err)})
            click.echo(f"hexlos: {err}", err=True)
        else:
            if not as_json:
                click.echo(str(done[-1]))
    if as_json:
        print_json({"boards": [asdict(one) for one in done], "failed": failed})
    elif many:
        total = sum(one.pairs for one in done)
        count = "1 board" if len(done) == 1 else f"{len(done)} boards"
        click.echo(f"{count}, {total:,} pairs, {len(failed)} failed")
    if failed:
        ctx.exit(2)


def _expanded(given: str) -> Iterator[str]:
    """The board itself, or all board files of a folder."""
    folder = Path(given)
    if not folder.is_dir():
        yield given
        return
    for path in sorted(folder.iterdir()):
        hidden = path.name.startswith((".", "__"))
        if path.is_file() and not hidden and path.suffix.lower() not in _OTHER:
            yield str(path)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as err:
        raise HexlosError(
            f"{folder} cannot be made a folder ({err.strerror}): several boards need one"
        ) from err


def _places(board: Board, job: Job) -> tuple[Sequence[str] | str | None, ...]:
    """Sources and targets that are asked for; none of the latter for a square table."""
    from hexlos.heat import watchers_of

    every = "levels" if job.levels else None
    if not job.sources and not job.targets:
        return every, None
    both = (watchers_of(board, texts) for texts in (job.sources, job.targets))
    return tuple(named or every or board.hexes for named in both)


def _compute(job: Job, name: str, taken: set[Path]) -> Done:
    from hexlos.export.stream import is_large

    board = options.opened(name, job.ssr, job.boards_dir)
    file = job.output
    if job.into_folder:
        plain = re.sub(r"[^\w-]", "_", board.name)  # a board's name may hold anything
        file = job.output / f"{plain}.{job.suffix.lstrip('.')}"
    if file in taken:
        raise HexlosError(f"{name}: another board was written to {file}, so this one is left out")
    board.compiled.field(job.thread)  # made on first use, and not to be timed
    places = _places(board, job)
    with progress(board.name) as show:
        how: dict[str, Any] = {
            "thread": job.thread,
            "threads": job.threads,
            "max_range": job.max_range,
            "entrenched": job.entrenched,
            "wall_advantage": job.wall_advantage,
            "progress": show,
        }
        streams = file.suffix.lower() == ".parquet" and is_large(board, *places)
        found = (_streamed if streams else _saved)(board, file, places, how)
    size, pairs, blocked, seconds = found
    return Done(
        board=board.name,
        hexes=len(board.hexes),
        locations=size,
        pairs=pairs,
        blocked_share=blocked / max(1, pairs),
        seconds=round(seconds, 6),
        los_per_second=round(pairs / seconds),
        file=str(file),
        bytes=file.stat().st_size,
    )


def _saved(
    board: Board, file: Path, places: tuple[Any, ...], how: dict[str, Any]
) -> tuple[int, int, float, float]:
    """Locations, pairs, blocked ones, and seconds of tracing of a table that fits the memory."""
    from hexlos.export import save_matrix

    start = time.perf_counter()
    made = board.los_matrix(*places, **how)
    seconds = time.perf_counter() - start
    save_matrix(made, file)
    size = len({*made.sources, *made.targets})
    pairs, blocked = int(made.computed.sum()), int(made.blocked.sum())
    if made.targets is made.sources:
        # of a square table half, without the diagonal
        return size, (pairs - size) // 2, blocked / 2, seconds
    return size, pairs, blocked, seconds


def _streamed(
    board: Board, file: Path, places: tuple[Any, ...], how: dict[str, Any]
) -> tuple[int, int, float, float]:
    """The same of one that is streamed into its file, the writing being timed too."""
    from hexlos.export.stream import stream_matrix

    start = time.perf_counter()
    try:
        made = stream_matrix(board, file, *places, **how)
    except KeyboardInterrupt:
        click.echo(f"hexlos: {file} is not done; the same command goes on with it", err=True)
        raise
    seconds = time.perf_counter() - start
    times = 2 if made.symmetric else 1
    return made.locations, made.rows // times, made.blocked / times, seconds
