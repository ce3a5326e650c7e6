"""One table of one board as a task of plain values: what is asked, doing it, what came of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from hexlos.errors import HexlosError
from hexlos.export import save_matrix
from hexlos.export.stream import is_large, stream_matrix
from hexlos.heat import watchers_of
from hexlos.maps.found import Found
from hexlos.opening import new_notes

if TYPE_CHECKING:
    from hexlos.board import Board


@dataclass(frozen=True, slots=True)
class Table:
    """Which pairs of a board are traced, and how; as for Board.los_matrix."""

    levels: bool = False
    sources: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    max_range: int | None = None
    entrenched: str | None = None
    wall_advantage: str | None = None
    thread: str = "exact"


@dataclass(frozen=True, slots=True)
class Task:
    """One table to compute: of a board as given, with rules, perhaps reversed, into a file.

    variant is what tells it from other tables of the board, "" for the plain one.
    """

    given: str
    found: Found
    table: Table
    file: Path
    rules: tuple[str, ...] = ()
    reversed: bool = False
    variant: str = ""


@dataclass(frozen=True, slots=True)
class Done:
    """What was computed.

    A pair of locations counts once, in either order, but in a table between two lists.
    """

    label: str
    board: str
    ssr: tuple[str, ...]
    reversed: bool
    hexes: int
    locations: int
    pairs: int
    blocked_share: float
    seconds: float
    los_per_second: int
    file: str
    bytes: int


@dataclass(frozen=True, slots=True)
class Failed:
    """A task that could not be done, and why, in one sentence."""

    given: str
    error: str
    ssr: tuple[str, ...] = ()
    reversed: bool = False
    variant: str = ""


Outcome: TypeAlias = Done | Failed


class Listener(Protocol):
    """Who is told what becomes of tasks, which are numbered from 0."""

    def deliver(self, number: int, outcome: Outcome) -> None:
        """A task is over; each is told of once, in any order."""

    def tell(self, share: float) -> None:
        """How much of all tasks is done, 0 to 1."""

    def warn(self, text: str) -> None:
        """Something that the user should know; the same may be told several times."""


class Unfinished(KeyboardInterrupt):
    """A stop in the middle of a table that the same command would go on with."""


def failed(task: Task, error: str) -> Failed:
    """That a task failed."""
    return Failed(task.given, error, task.rules, task.reversed, task.variant)


def unexpected(err: BaseException) -> str:
    """A sentence for an error that nobody foresaw."""
    return f"it failed unexpectedly ({type(err).__name__}: {err!s:.200})"


def attempt(
    task: Task, threads: int, tell: Callable[[float], None], warn: Callable[[str], None]
) -> Outcome:
    """Do a task on some cores, telling the share that is done; what bad input causes is told."""
    try:
        return _compute(task, threads, tell, warn)
    except HexlosError as err:
        return failed(task, str(err))
    except OSError as err:
        shown = f"{str(err.filename)[:60]}: " if err.filename else ""
        return failed(task, f"{shown}{err.strerror or err}")
    except MemoryError:
        return failed(task, f"{task.file.name}: there is not enough memory for this table")


def _compute(
    task: Task, threads: int, tell: Callable[[float], None], warn: Callable[[str], None]
) -> Done:
    board = task.found.open(task.rules)
    for note in new_notes(board):
        warn(note)
    if task.reversed:
        board = board.rotated()
    table = task.table
    board.compiled.field(table.thread)  # made on first use, and not to be timed
    places = _places(board, table)
    how: dict[str, Any] = {
        "thread": table.thread,
        "threads": threads,
        "max_range": table.max_range,
        "entrenched": table.entrenched,
        "wall_advantage": table.wall_advantage,
        "progress": lambda done, total: tell(done / max(1, total)),
    }
    streams = task.file.suffix.lower() == ".parquet" and is_large(board, *places)
    found = (_streamed if streams else _saved)(board, task.file, places, how)
    return Done(
        label=f"{board.name}{task.variant}",
        board=board.name,
        ssr=board.history,
        reversed=task.reversed,
        hexes=len(board.hexes),
        locations=found.locations,
        pairs=found.pairs,
        blocked_share=found.blocked / max(1, found.pairs),
        seconds=round(found.seconds, 6),
        los_per_second=round(found.pairs / found.seconds),
        file=str(task.file),
        bytes=task.file.stat().st_size,
    )


def _places(board: Board, table: Table) -> tuple[Sequence[str] | str | None, ...]:
    """Sources and targets that are asked for; none of the latter for a square table."""
    every = "levels" if table.levels else None
    if not table.sources and not table.targets:
        return every, None
    both = (watchers_of(board, texts) for texts in (table.sources, table.targets))
    return tuple(named or every or board.hexes for named in both)


class _Found(NamedTuple):
    """Counts of a table, and the seconds that it took."""

    locations: int
    pairs: int
    blocked: float
    seconds: float


def _saved(board: Board, file: Path, places: tuple[Any, ...], how: dict[str, Any]) -> _Found:
    """A table that fits the memory, its tracing timed."""
    start = time.perf_counter()
    made = board.los_matrix(*places, **how)
    seconds = time.perf_counter() - start
    save_matrix(made, file)
    size = len({*made.sources, *made.targets})
    pairs, blocked = int(made.computed.sum()), int(made.blocked.sum())
    if made.targets is made.sources:
        # of a square table half, without the diagonal
        return _Found(size, (pairs - size) // 2, blocked / 2, seconds)
    return _Found(size, pairs, blocked, seconds)


def _streamed(board: Board, file: Path, places: tuple[Any, ...], how: dict[str, Any]) -> _Found:
    """One that is streamed into its file, the writing being timed too."""
    start = time.perf_counter()
    try:
        made = stream_matrix(board, file, *places, **how)
    except KeyboardInterrupt as err:
        raise Unfinished(f"{file} is not done; the same command goes on with it") from err
    seconds = time.perf_counter() - start
    times = 2 if made.symmetric else 1
    return _Found(made.locations, made.rows // times, made.blocked / times, seconds)
