"""A table of LOS cut into jobs that several cores may do in any order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hexlos.cores import Job
from hexlos.ext import Rays, trace_table, trace_vectors

if TYPE_CHECKING:
    from hexlos.board import Board

#: A range that no map reaches.
_FARTHEST = 1_000_000

_ROWS_A_JOB = 8

#: Hexes whose lines one job traces: as many as each of several cores may have a few jobs of, many
#: enough to share what a ray's lines have in common, but for tables with so many locations that a
#: job would take more than a tenth of a second.
_LEAST_HEXES, _MOST_HEXES = 48, 174
_JOBS_A_CORE = 4
_LINES_A_JOB = 200_000

#: Lines from which going through all offsets between hexes pays, and the share of all pairs of
#: hexes that they must be.
_LEAST_LINES = 5_000
_LEAST_SHARE = 0.05


@dataclass(frozen=True)
class Question:
    """The (n, 6) and (m, 6) places of a table, and the arrays that its answers go to."""

    sources: NDArray[np.int32]
    targets: NDArray[np.int32]
    symmetric: bool
    max_range: int | None
    arrays: tuple[NDArray[Any], ...]
    #: lines of the table that this one is a part of
    of_lines: int = 0
    #: cores that may be used to make what all its jobs need
    threads: int = 1

    @property
    def farthest(self) -> int:
        """The range up to which pairs are traced, as the core takes it."""
        return _FARTHEST if self.max_range is None else min(self.max_range, _FARTHEST)


def table_jobs(board: Board, thread: str, question: Question) -> list[Job]:
    """The jobs of one table; none writes where another does."""
    lines = max(question.of_lines, len(question.sources) * len(question.targets))
    enough = max(_LEAST_LINES, _LEAST_SHARE * len(board.hexes) ** 2)
    if thread == "exact" and lines >= enough:
        return _by_offsets(board, question)
    return _by_rows(board, thread, question)


def _by_rows(board: Board, thread: str, question: Question) -> list[Job]:
    field = board.compiled.field(thread)
    rows, columns = len(question.sources), len(question.targets)

    def job(first: int) -> Job:
        last = min(first + _ROWS_A_JOB, rows)

        def trace() -> None:
            trace_table(
                field, thread == "vasl", question.sources, question.targets, first, last,
                question.symmetric, question.farthest, *question.arrays,
            )  # fmt: skip

        begun = first if question.symmetric else 0
        return Job(trace, (last - first) * (columns - begun))

    return [job(first) for first in range(0, rows, _ROWS_A_JOB)]


def _by_offsets(board: Board, question: Question) -> list[Job]:
    """Jobs by hexes from which lines go: those of one offset between hexes share their geometry."""
    field, bulk = board.compiled.exact, board.compiled.bulk
    sources, targets = bulk.listing(question.sources), bulk.listing(question.targets)
    reach, hexes = bulk.reach(sources, targets, question.threads), len(board.hexes)
    a_pair = len(question.sources) * len(question.targets) / hexes**2

    def job(rays: Rays, first: int, last: int, pairs: int) -> Job:
        def trace() -> None:
            trace_vectors(
                field, reach, rays, first, last, question.farthest, sources.places,
                targets.places, sources.starts, targets.starts, sources.numbers, targets.numbers,
                question.symmetric, *question.arrays,
            )  # fmt: skip

        return Job(trace, max(1, int(pairs * a_pair)))

    step = _hexes_a_job(hexes, question.threads, a_pair * hexes)
    made = []
    for turn, rays in bulk.rays.items():
        pairs = bulk.pairs(turn, step, question.farthest)
        for first, count in zip(range(0, hexes, step), pairs, strict=True):
            made.append(job(rays, first, min(first + step, hexes), count))
    return sorted(made, key=lambda one: -one.lines)


def _hexes_a_job(hexes: int, threads: int, lines_a_hex: float) -> int:
    share = hexes if threads == 1 else hexes // (_JOBS_A_CORE * threads)
    quick = int(_LINES_A_JOB / max(1, lines_a_hex))
    return max(1, min(quick, _MOST_HEXES, max(_LEAST_HEXES, share)))
