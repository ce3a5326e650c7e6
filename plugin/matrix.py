"""LOS of many locations at once: LosMatrix."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexlos.cores import MOST_THREADS, run_jobs
from hexlos.errors import TraceOptionError
from hexlos.jobs import Question, table_jobs
from hexlos.places import places, thread_name
from hexlos.sampling import sampled_hexes
from hexlos.standing import Hexes, Standing, standing

if TYPE_CHECKING:
    from hexlos.board import Board

#: Pairs of a slab from which its memory is had in steps, of so many.
_LARGE = 1_000_000

#: Called with (sources done, sources in all).
Progress = Callable[[int, int], None]


@dataclass(frozen=True, eq=False)
class LosMatrix:
    """LOS of every source to every target.

    blocked (bool), hindrance (uint8, 0..5), range (uint8, or uint16 where a range exceeds 254; the
    largest value where max_range left a pair out), reason (uint8, a hexlos.Reason) and where
    (int16, x and y in pixels, -1 for none) are (sources, targets) arrays. Symmetric when both
    are the same locations. source_px and target_px are (n, 2) aiming points in pixels.
    info says what was asked: board, version, SSRs, thread, geometry.
    """

    sources: tuple[str, ...]
    targets: tuple[str, ...]
    blocked: NDArray[np.bool_]
    hindrance: NDArray[np.uint8]
    range: NDArray[Any]
    reason: NDArray[np.uint8]
    where: NDArray[np.int16]
    source_px: NDArray[np.float64]
    target_px: NDArray[np.float64]
    info: dict[str, Any] = field(default_factory=dict)

    @property
    def locations(self) -> tuple[str, ...]:
        """The sources; of a square matrix also the targets."""
        return self.sources

    @property
    def computed(self) -> NDArray[np.bool_]:
        """Pairs that were traced, the others being beyond max_range."""
        result: NDArray[np.bool_] = self.range < np.iinfo(self.range.dtype).max
        return result


@dataclass(frozen=True, eq=False)
class Asked:
    """A table that was asked for: names and (n, 6) places of its sources and targets.

    symmetric tables have the same of both, and answers that do not depend on the direction.
    """

    board: Board
    thread: str
    sources: tuple[str, ...]
    source_rows: NDArray[np.int32]
    targets: tuple[str, ...]
    target_rows: NDArray[np.int32]
    symmetric: bool
    max_range: int | None
    units: Standing | None

    @property
    def info(self) -> dict[str, Any]:
        """What was asked, for the metadata of files."""
        return describe(self.board, self.thread, self.max_range, self.units)

    @property
    def points(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """(n, 2) aiming points of the sources and of the targets, in pixels."""
        one = aiming_points(self.board, self.thread, self.source_rows)
        if self.target_rows is self.source_rows:
            return one, one.copy()
        return one, aiming_points(self.board, self.thread, self.target_rows)


class Slab(NamedTuple):
    """Answers of some sources to some targets, as the core fills them in: see LosMatrix.

    blocked is uint8, and span (uint16) has the largest value where a pair was left out.
    """

    blocked: NDArray[np.uint8]
    hindrance: NDArray[np.uint8]
    reason: NDArray[np.uint8]
    span: NDArray[np.uint16]
    where: NDArray[np.int16]

    @classmethod
    def empty(cls, sources: int, targets: int, max_range: int | None) -> Slab:
        """A slab to be filled; pairs that a max_range may leave out are left out yet.

        So are all those of a large one, in steps between which it may be interrupted: else who
        fills it first waits for most of its memory.
        """
        made = cls.room(sources, targets)
        if max_range is not None or sources * targets > _LARGE:
            step = max(1, _LARGE // max(1, targets))
            for first in range(0, sources, step):
                made.each(itemgetter(slice(first, first + step)))._leave_out()
        return made

    @classmethod
    def room(cls, sources: int, targets: int) -> Slab:
        """Room for answers that are all put there by who asks for it."""
        shape = (sources, targets)
        return cls(
            blocked=np.empty(shape, dtype=np.uint8),
            hindrance=np.empty(shape, dtype=np.uint8),
            reason=np.empty(shape, dtype=np.uint8),
            span=np.empty(shape, dtype=np.uint16),
            where=np.empty((*shape, 2), dtype=np.int16),
        )

    def _leave_out(self) -> None:
        arrays: tuple[NDArray[Any], ...] = self
        for values, none in zip(arrays, (0, 0, 0, np.iinfo(np.uint16).max, -1), strict=True):
            values.fill(none)

    def each(self, change: Callable[[NDArray[Any]], NDArray[Any]]) -> Slab:
        """A slab of these arrays changed alike."""
        arrays: tuple[NDArray[Any], ...] = self
        return Slab(*map(change, arrays))

    def put(self, first: int, others: Slab) -> None:
        """Take over answers of the same sources to the targets from one on."""
        arrays: tuple[NDArray[Any], ...] = self
        given: tuple[NDArray[Any], ...] = others
        for mine, theirs in zip(arrays, given, strict=True):
            mine[:, first : first + theirs.shape[1]] = theirs


def ask(
    board: Board,
    sources: Iterable[str] | str | None,
    targets: Iterable[str] | str | None,
    *,
    thread: str | None,
    threads: int,
    max_range: int | None,
    progress: Progress | None,
    entrenched: Hexes | None,
    wall_advantage: Hexes | None,
) -> Asked:
    """What a table's arguments mean; TraceOptionError or UnknownHexError for bad ones."""
    name = thread_name(thread)
    if not _is_count(threads) or not 1 <= threads <= MOST_THREADS:
        raise TraceOptionError(
            f"threads={threads!r:.40}: give a count of cores, 1 to {MOST_THREADS}"
        )
    if max_range is not None and not (_is_count(max_range) and max_range >= 0):
        raise TraceOptionError(f"max_range={max_range!r:.40}: give a range in hexes, 0 or more")
    # of numpy's integers some are small, and no file tells of any
    max_range = None if max_range is None else int(max_range)
    if progress is not None and not callable(progress):
        raise TraceOptionError(f"progress={progress!r:.40} cannot be called with (done, total)")
    units = standing(board, entrenched, wall_advantage)
    one = _manned(board, sources, units)
    two = one if targets is None else _manned(board, targets, units)
    symmetric = targets is None and (sources is None or sources == "levels")
    return Asked(board, name, *one, *two, symmetric, max_range, units)


def los_matrix(asked: Asked, threads: int, progress: Progress | None) -> LosMatrix:
    """Trace every source against every target; see Board.los_matrix."""
    made = Slab.empty(len(asked.sources), len(asked.targets), asked.max_range)
    question = Question(
        asked.source_rows,
        asked.target_rows,
        asked.symmetric,
        asked.max_range,
        tuple(made),
        threads=threads,
    )
    jobs = table_jobs(asked.board, asked.thread, question)
    total = max(1, sum(job.lines for job in jobs))

    def tell(lines: int) -> None:
        if progress is not None:
            progress(len(asked.sources) * lines // total, len(asked.sources))

    run_jobs(jobs, threads, tell)
    source_px, target_px = asked.points
    return LosMatrix(
        sources=asked.sources,
        targets=asked.targets,
        blocked=made.blocked.view(np.bool_),
        hindrance=made.hindrance,
        range=_narrow(made.span),
        reason=made.reason,
        where=made.where,
        source_px=source_px,
        target_px=target_px,
        info=asked.info,
    )


def _manned(
    board: Board, addresses: Iterable[str] | str | None, units: Standing | None
) -> tuple[tuple[str, ...], NDArray[np.int32]]:
    """Names and rows of places, with what units there are in or hold."""
    names, rows = places(board, addresses)
    return names, rows if units is None else units.manned(board, rows)


def _is_count(value: object) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def aiming_points(board: Board, thread: str, rows: NDArray[np.int32]) -> NDArray[np.float64]:
    """(n, 2) point of each place that a thread aims at, in pixels."""
    if thread == "exact":
        points = board.grid.points_px
    else:  # the sampled thread aims at whole pixels
        points = sampled_hexes(board.grid).aim.astype(np.float64) + 0.5
    result: NDArray[np.float64] = points[rows[:, 2], rows[:, 4]]
    return result


def _narrow(span: NDArray[np.uint16]) -> NDArray[Any]:
    """Ranges as uint8 where they fit."""
    if span.size and span.max() < np.iinfo(np.uint8).max:
        return span.astype(np.uint8)
    traced = span != np.iinfo(np.uint16).max
    return ranges(span, range_type(int(span[traced].max(initial=0))))


def range_type(farthest: int) -> np.dtype[Any]:
    """What ranges up to one are kept as; the largest value of the type is for pairs left out."""
    return np.dtype(np.uint8 if farthest < np.iinfo(np.uint8).max else np.uint16)


def ranges(span: NDArray[np.uint16], kind: np.dtype[Any]) -> NDArray[Any]:
    """Ranges as a type that holds them, "left out" staying the largest value."""
    left_out = span == np.iinfo(span.dtype).max
    return np.where(left_out, np.iinfo(kind).max, span).astype(kind, copy=False)


def describe(
    board: Board, thread: str, max_range: int | None, units: Standing | None
) -> dict[str, Any]:
    """What a matrix was made of, for the metadata of its files."""
    from hexlos import __version__

    grid = board.grid
    return {
        "schema": 1,
        "hexlos": __version__,
        "board": board.name,
        "board_version": board.version,
        "ssr": list(board.history),
        **({"reversed": True} if grid.flipped else {}),
        "thread": thread,
        "max_range": max_range,
        **({} if units is None else units.spelt(board)),
        "geometry": {
            "width": grid.width,
            "height": grid.height,
            "pitch": 3 * grid.third / grid.units_x,
            "hex_height": 2 * grid.half / grid.units_y,
            "first_hex": grid.names[0],
            "hexes": len(grid),
        },
    }
