"""Measuring tables, single lines and opening of one board, and the baseline, in one run."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np

from hexlos.bench.baseline import ShapeTracer
from hexlos.board import Board
from hexlos.maps import open_board_or_map

_T = TypeVar("_T")

#: Lines that are asked one by one, and of the baseline; the same in every run.
SAMPLE = 2000

#: A table is made at least so often and for so many seconds; the quickest counts. Tables on one
#: core and on all take turns, for what else the machine and its host do slows them by spells.
_ROUNDS = 5
_SECONDS = 3.0


@dataclass(frozen=True)
class Measured:
    """Speed of one board: lines are pairs of hexes, each traced once for both directions."""

    machine: str
    cores: int
    python: str
    board: str
    thread: str
    hexes: int
    lines: int
    first_open_seconds: float
    second_open_seconds: float
    los_per_second: int
    los_per_second_all_cores: int
    answers_per_second: int
    speedup_all_cores: float
    single_los_us: float
    single_los_us_99: float
    peak_memory_bytes: int | None
    baseline_build_seconds: float
    baseline_los_per_second: int
    baseline_lines: int
    baseline_agreement: float
    ratio: float
    ratio_all_cores: float
    ratio_single_los: float


def measure(
    name: str, rules: Iterable[str], boards_dir: str | None, thread: str, cores: int
) -> Measured:
    """Open a board or map and measure it.

    What runs on one core is timed by the processor time that it takes, so that other work on the
    machine counts for little; all cores, opening and single LOS by the clock on the wall. The
    baseline is timed and compared on SAMPLE lines. Errors are those of opening.
    """
    first, _ = _timed(lambda: _opened(name, rules, boards_dir))
    second, board = _timed(lambda: _opened(name, rules, boards_dir))
    hexes = len(board.hexes)
    lines = hexes * (hexes - 1) // 2
    by_one, by_all = _best(
        *(partial(board.los_matrix, thread=thread, threads=count) for count in (1, cores))
    )
    one, all_cores = lines / by_one.processor, lines / by_all.wall
    pairs = _sample(hexes)
    single = _single(board, thread, pairs)
    memory = peak_memory()
    built, plain = _timed(lambda: ShapeTracer(board))
    (by_shapes,) = _best(lambda: [plain.los(a, b) for a, b in pairs])
    baseline = len(pairs) / by_shapes.processor
    answers = [plain.los(a, b)[0] for a, b in pairs]
    agree = board.los_matrix(thread=thread).blocked[tuple(np.array(pairs).T)] == answers
    median = float(np.median(single))
    return Measured(
        machine=machine(),
        cores=cores,
        python=platform.python_version(),
        board=board.name,
        thread=thread,
        hexes=hexes,
        lines=lines,
        first_open_seconds=round(first, 4),
        second_open_seconds=round(second, 4),
        los_per_second=round(one),
        los_per_second_all_cores=round(all_cores),
        answers_per_second=round(2 * one),
        speedup_all_cores=round(by_one.wall / by_all.wall, 3),
        single_los_us=round(median * 1e6, 2),
        single_los_us_99=round(float(np.quantile(single, 0.99)) * 1e6, 2),
        peak_memory_bytes=memory,
        baseline_build_seconds=round(built, 3),
        baseline_los_per_second=round(baseline),
        baseline_lines=len(pairs),
        baseline_agreement=round(float(agree.mean()), 5),
        ratio=round(one / baseline, 1),
        ratio_all_cores=round(all_cores / baseline, 1),
        ratio_single_los=round(1 / (median * baseline), 1),
    )


def _opened(name: str, rules: Iterable[str], boards_dir: str | None) -> Board:
    """A board ready to answer: opened, and asked once."""
    board = open_board_or_map(name, tuple(rules), boards_dir)
    board.los(board.hexes[0], board.hexes[-1])
    return board


def _timed(call: Callable[[], _T]) -> tuple[float, _T]:
    start = time.perf_counter()
    result = call()
    return time.perf_counter() - start, result


class _Times(NamedTuple):
    wall: float
    processor: float


def _best(*calls: Callable[[], object]) -> list[_Times]:
    """Least seconds of each of some calls, which take turns."""
    end = time.perf_counter() + len(calls) * _SECONDS
    rounds: list[list[_Times]] = []
    while len(rounds) < _ROUNDS or time.perf_counter() < end:
        rounds.append([_used(call) for call in calls])
    return [_Times(*map(min, zip(*times, strict=True))) for times in zip(*rounds, strict=True)]


def _used(call: Callable[[], object]) -> _Times:
    begun = time.process_time()
    wall, _ = _timed(call)
    return _Times(wall, time.process_time() - begun)


def _sample(count: int) -> list[tuple[int, int]]:
    """Pairs of different hexes, of one hex with itself where there is no other."""
    drawn = np.random.default_rng(1).integers(0, count, (SAMPLE, 2))
    drawn[:, 1] = (drawn[:, 0] + 1 + drawn[:, 1] % max(1, count - 1)) % count
    return [(a, b) for a, b in drawn.tolist()]


def _single(board: Board, thread: str, pairs: list[tuple[int, int]]) -> list[float]:
    """Seconds of each of some lines, one call each."""
    named = [(board.hexes[a], board.hexes[b]) for a, b in pairs]
    return [_timed(partial(board.los, *ends, thread=thread))[0] for ends in named]


def peak_memory() -> int | None:
    """Most bytes that this process has held; None where the system does not tell."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def machine() -> str:
    """The processor's name and how many cores it has here."""
    name = platform.processor() or platform.machine()
    table = Path("/proc/cpuinfo")
    if table.is_file():
        for line in table.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                name = line.partition(":")[2].strip()
                break
    return f"{name}, {os.cpu_count() or 1} cores"
