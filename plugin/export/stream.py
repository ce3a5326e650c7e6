"""Tables larger than memory: traced in tiles, and written as Parquet a row group at a time."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import partial
from itertools import pairwise
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hexlos.cache.keys import program
from hexlos.cores import run_jobs
from hexlos.errors import HexlosError, ResultFormatError
from hexlos.export.atomic import check_regular, replacing
from hexlos.export.behind import Behind
from hexlos.export.in_order import InOrder
from hexlos.export.limits import check_listed_once
from hexlos.export.parquet_rows import Group, Head, Rows, Writer, pyarrow
from hexlos.export.scratch import Scratch
from hexlos.jobs import Question, table_jobs
from hexlos.matrix import Asked, Progress, Slab, ask, range_type, ranges

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.standing import Hexes

#: Bytes of answers that are traced together, and that are put together for writing.
TRACED_BYTES = 32_000_000

#: Bytes of answers of a symmetric table that is traced as a whole.
AT_ONCE_BYTES = 100_000_000
WRITTEN_BYTES = 32_000_000
_PAIR_BYTES = 9

#: Pairs, in both directions, of a table from which commands stream it.
LARGE = 4_000_000

#: Steps in which a table is made at least, so that an interrupted run loses little, and that the
#: last one is soon written.
_LEAST_STEPS = 16

#: Rows of a row group, about.
GROUP_ROWS = 250_000

#: Share of the progress that tracing makes up.
_TRACING = 0.7
_ROUNDING = 1e-6


@dataclass(frozen=True, slots=True)
class Streamed:
    """What was written: rows, and how many of them are blocked.

    Of a symmetric table each pair has a row in both directions.
    """

    locations: int
    symmetric: bool
    rows: int
    blocked: int


def stream_matrix(
    board: Board,
    path: str | os.PathLike[str],
    sources: Iterable[str] | str | None = None,
    targets: Iterable[str] | str | None = None,
    *,
    thread: str | None = None,
    threads: int = 1,
    max_range: int | None = None,
    progress: Progress | None = None,
    entrenched: Hexes | None = None,
    wall_advantage: Hexes | None = None,
) -> Streamed:
    """Trace a table of any size straight into a Parquet file; arguments as of Board.los_matrix.

    Some 200 MB of memory are used beside the board. What an interrupted call has traced is kept in
    ``.NAME.part`` beside the file, and the same call goes on from there; another question, or
    another hexlos, starts afresh. The file appears as a whole, and one that was there stays until
    then. ResultFormatError when path is not called .parquet or a location is listed twice,
    MissingExtraError without pyarrow, HexlosError when it cannot be written or another process
    writes it.
    """
    if not isinstance(path, str | os.PathLike):
        raise ResultFormatError(f"{path!r:.60} is no path of a file")
    goal = Path(path)
    if goal.suffix.lower() != ".parquet":
        raise ResultFormatError(f"{goal.name[:60]}: tables are streamed to .parquet files only")
    pyarrow()
    asked = ask(
        board,
        sources,
        targets,
        thread=thread,
        threads=threads,
        max_range=max_range,
        progress=progress,
        entrenched=entrenched,
        wall_advantage=wall_advantage,
    )
    check_listed_once(asked)
    check_regular(goal)
    table = _Table(asked, threads, progress or _silent)
    with Scratch(goal, table.digest()) as scratch:
        made = table.make(scratch, goal)
        scratch.remove()
    return made


def is_large(
    board: Board,
    sources: Sequence[str] | str | None = None,
    targets: Sequence[str] | str | None = None,
) -> bool:
    """Whether a table is better streamed than held in memory."""
    counts = [
        len(board.hexes) if named is None or isinstance(named, str) else len(named)
        for named in (sources, sources if targets is None else targets)
    ]
    return counts[0] * counts[1] >= LARGE


def _silent(done: int, total: int) -> None:
    """Tell nothing."""


class _Table:
    """One table, cut into blocks of sources; a tile is a block of sources to one of targets.

    Of a symmetric table the tiles beyond the diagonal are traced; the others are their mirror
    images. Other tables have one tile a block.
    """

    def __init__(self, asked: Asked, threads: int, progress: Progress) -> None:
        self._asked, self._threads, self._progress = asked, threads, progress
        self._size = len(asked.sources), len(asked.targets)
        self._cuts = list(_cuts(*self._size, asked.symmetric))
        self._blocks = list(pairwise(self._cuts))
        self._share, self._written = 0.0, 0  # of all lines traced; sources written
        self._rows = self._blocked = 0

    def digest(self) -> str:
        """What tells this question from others, and this program from others."""
        asked, board = self._asked, self._asked.board
        told = json.dumps(
            [
                program(),
                asked.info,
                self._cuts,
                asked.sources,
                None if asked.symmetric else asked.targets,
                sorted(board.slopes.items()),
                sorted(board.stairways),
                sorted(board.whole_hexes.items()),
                board.alpine_hills,
            ]
        )
        made = hashlib.sha256(told.encode())
        arrays = [getattr(board.facts, field.name) for field in fields(board.facts)]
        arrays += [board.terrain, board.level, asked.source_rows, asked.target_rows]
        for array in (*arrays, *asked.points):
            made.update(np.ascontiguousarray(array).data)
        return made.hexdigest()

    def make(self, scratch: Scratch, goal: Path) -> Streamed:
        """Trace blocks, each being written while the next one is traced."""
        lines = [rows * columns for rows, columns in map(self._traced, range(len(self._blocks)))]
        total, before = max(1, sum(lines)), 0
        head = self._head()
        with (
            replacing(goal) as stream,
            Writer(stream, head) as writer,
            InOrder(self._threads, partial(self._append, writer)) as groups,
            Behind(self._threads, self._tell) as behind,
        ):
            whole = None if scratch.resumed or not self._fits() else self._trace_all()
            for block, count in enumerate(lines):
                slab = None
                if whole is not None:
                    slab = whole.each(partial(_rows_of, *self._blocks[block]))
                elif not (scratch.resumed and self._known(scratch, block)):
                    slab = self._trace(block, before / total, count / total)
                before += count
                self._tell(before / total if whole is None else None)
                behind.give(
                    partial(self._finish, scratch, writer, groups, behind.halted, block, slab)
                )
            behind.finish()
            groups.finish()
        self._tell()
        locations = len({*self._asked.sources, *self._asked.targets})
        return Streamed(locations, self._asked.symmetric, self._rows, self._blocked)

    def _tell(self, traced: float | None = None) -> None:
        """Tell how far it is: the share that is traced, and the sources that are written."""
        sources = self._size[0]
        if traced is not None:
            self._share = traced
        done = sources * _TRACING * self._share + (1 - _TRACING) * self._written
        self._progress(min(sources, int(done + _ROUNDING)), sources)

    def _traced(self, block: int) -> tuple[int, int]:
        """Sources and targets of the pairs that are traced for a block."""
        first, last = self._blocks[block]
        return last - first, self._size[1] - (first if self._asked.symmetric else 0)

    def _known(self, scratch: Scratch, block: int) -> bool:
        return all(self._load(scratch, *tile) is not None for tile in self._tiles(block))

    def _tiles(self, block: int) -> Iterator[tuple[int, int]]:
        others = range(block, len(self._blocks)) if self._asked.symmetric else range(1)
        return ((block, other) for other in others)

    def _window(self, other: int) -> tuple[int, int]:
        """First and last target of a block of targets."""
        return self._blocks[other] if self._asked.symmetric else (0, self._size[1])

    def _trace(self, block: int, before: float, share: float) -> Slab:
        """Answers of a block; before and share tell of how much of all lines that is."""
        asked = self._asked
        first, last = self._blocks[block]
        made = Slab.empty(*self._traced(block), asked.max_range)
        question = Question(
            asked.source_rows[first:last],
            asked.target_rows[self._begin(block) :],
            False,
            asked.max_range,
            tuple(made),
            of_lines=self._size[0] * self._size[1],
            threads=self._threads,
        )
        jobs = table_jobs(asked.board, asked.thread, question)
        lines = max(1, sum(job.lines for job in jobs))
        run_jobs(jobs, self._threads, lambda done: self._tell(before + share * done / lines))
        return made

    def _fits(self) -> bool:
        """Whether the table may be traced at once, which is quicker than block by block."""
        asked = self._asked
        small = self._size[0] * self._size[1] * _PAIR_BYTES <= AT_ONCE_BYTES
        return small and asked.symmetric and asked.thread == "exact"

    def _trace_all(self) -> Slab:
        """All answers of a symmetric table."""
        asked = self._asked
        made = Slab.empty(*self._size, asked.max_range)
        places = asked.source_rows, asked.target_rows
        jobs = table_jobs(
            asked.board,
            asked.thread,
            Question(*places, True, asked.max_range, tuple(made), threads=self._threads),
        )
        lines = max(1, sum(job.lines for job in jobs))
        run_jobs(jobs, self._threads, lambda done: self._tell(done / lines))
        return made

    def _begin(self, block: int) -> int:
        """The first target that is traced for a block."""
        return self._blocks[block][0] if self._asked.symmetric else 0

    def _finish(
        self,
        scratch: Scratch,
        writer: Writer,
        groups: InOrder[tuple[int, Group]],
        halted: Event,
        block: int,
        slab: Slab | None,
    ) -> None:
        """Keep the tiles of a block that was traced, and have its sources written."""
        targets = max(1, self._size[1])
        if slab is None:
            slab = self._kept(scratch, block)
        else:
            for tile in self._tiles(block):
                scratch.save(*tile, self._of_tile(slab, *tile))
        if slab.span.shape[1] < self._size[1]:
            slab = self._whole(scratch, block, slab)
        begin, end = self._blocks[block]
        step = -(-(end - begin) // max(1, round((end - begin) * targets / GROUP_ROWS)))
        for first in range(begin, end, step):
            if halted.is_set():
                return
            last = min(first + step, end)
            groups.give(partial(_group, writer, slab, begin, first, last))

    def _append(self, writer: Writer, made: tuple[int, Group]) -> None:
        """Write the sources up to one as a row group."""
        last, group = made
        writer.add(group)
        self._rows += group.rows
        self._blocked += group.blocked
        self._written = last

    def _of_tile(self, slab: Slab, block: int, other: int) -> Slab:
        """A tile of what was traced for a block."""
        left, right = self._window(other)
        begin = self._size[1] - slab.span.shape[1]
        return slab.each(partial(_columns, left - begin, right - begin))

    def _found(self, scratch: Scratch, block: int, other: int) -> Slab:
        """A tile that should be there."""
        found = self._load(scratch, block, other)
        if found is None:
            raise HexlosError(
                f"{scratch.folder} was changed while it was read: remove it and begin again"
            )
        return found

    def _kept(self, scratch: Scratch, block: int) -> Slab:
        """What was traced for a block before."""
        made = Slab.room(*self._traced(block))
        for _, other in self._tiles(block):
            left = self._window(other)[0] - self._begin(block)
            made.put(left, self._found(scratch, block, other))
        return made

    def _whole(self, scratch: Scratch, block: int, slab: Slab) -> Slab:
        """All answers of a block's sources, with the mirror images of what was traced before."""
        made = Slab.room(len(slab.span), self._size[1])
        for other in range(block):
            tile = self._found(scratch, other, block).each(lambda values: values.swapaxes(0, 1))
            made.put(self._cuts[other], tile)
        made.put(self._begin(block), slab)
        return made

    def _load(self, scratch: Scratch, block: int, other: int) -> Slab | None:
        """A tile, where it is there and has the shape that it should have."""
        found = scratch.load(block, other)
        first, last = self._blocks[block]
        left, right = self._window(other)
        shape = (last - first, right - left)
        wanted = [(v.dtype, (*shape, *v.shape[2:])) for v in Slab.room(0, 0)]
        if found is None or [(v.dtype, v.shape) for v in found] != wanted:
            return None
        return found

    def _head(self) -> Head:
        asked = self._asked
        return Head(
            asked.sources,
            asked.targets,
            *asked.points,
            range_type=range_type(self._farthest()),
            info=asked.info,
        )

    def _farthest(self) -> int:
        """The longest range that a pair may have."""
        grid, asked = self._asked.board.grid, self._asked
        if not min(self._size):
            return 0
        one, two = asked.source_rows[:, 2], asked.target_rows[:, 2]
        across, down = (
            int(max(at[two].max() - at[one].min(), at[one].max() - at[two].min()))
            for at in (grid.col, grid.row)
        )
        far = across + max(0, down - across) // 2
        return far if asked.max_range is None else min(far, asked.max_range)


def _rows_of(first: int, last: int, values: NDArray[Any]) -> NDArray[Any]:
    return values[first:last]


def _columns(first: int, last: int, values: NDArray[Any]) -> NDArray[Any]:
    return values[:, first:last]


def _group(writer: Writer, slab: Slab, begin: int, first: int, last: int) -> tuple[int, Group]:
    """Some sources of a block as a row group, and the last of them."""
    return last, writer.group(_rows(slab, begin, first, last, writer.head))


def _rows(slab: Slab, begin: int, first: int, last: int, head: Head) -> Rows:
    """Rows of some sources of a block that begins with the source of a number."""
    part = slab.each(lambda values: values[first - begin : last - begin])
    return Rows(
        first=first,
        range=ranges(part.span, head.range_type),
        blocked=part.blocked.view(np.bool_),
        hindrance=part.hindrance,
        reason=part.reason,
        where=part.where,
    )


def _cuts(sources: int, targets: int, symmetric: bool) -> Iterator[int]:
    """Where blocks of sources begin, and the end."""
    lines = sources * (sources + 1) // 2 if symmetric else sources * targets
    room = max(1, min(TRACED_BYTES // _PAIR_BYTES, lines // _LEAST_STEPS))
    most = min(WRITTEN_BYTES // _PAIR_BYTES // max(1, targets), -(-sources // _LEAST_STEPS))
    most = max(1, most)
    first = 0
    while first < sources:
        yield first
        across = targets - first if symmetric else targets
        first += max(1, min(most, room // max(1, across)))
    yield sources
