"""Paths between hexes of a board by how far apart they are, as the compiled core takes them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from hexlos.ext import fill_paths, step_size

#: Offsets of a board whose paths are kept for the next one of its size.
_SMALL = 10_000

#: Where the paths begin, and their steps.
Paths = tuple[NDArray[np.int32], NDArray[np.uint8]]


def paths_later(columns: int, last_dr: int, stride: int) -> Callable[[], Paths]:
    """What waits for the paths between hexes so far apart: many are found by another thread."""
    if (2 * columns + 1) * (2 * last_dr + 1) < _SMALL:
        return partial(_kept_paths, columns, last_dr, stride)
    pool = ThreadPoolExecutor(1)
    found = pool.submit(_paths, columns, last_dr, stride)
    pool.shutdown(wait=False)
    return found.result


def _paths(columns: int, last_dr: int, stride: int) -> Paths:
    count = (2 * columns + 1) * (2 * last_dr + 1) + 1
    starts = np.zeros(count, dtype=np.int32)
    room = count * (2 + (columns + last_dr) // 4)
    while True:
        # pages that are not needed are never touched
        steps = np.empty(room * step_size(), dtype=np.uint8)
        used = fill_paths(-columns, columns, last_dr, stride, starts, steps)
        if used >= 0:
            return starts, steps[: max(1, used) * step_size()]
        room *= 2


@lru_cache(maxsize=4)
def _kept_paths(columns: int, last_dr: int, stride: int) -> Paths:
    """The same for small boards, kept for a few of them."""
    starts, steps = _paths(columns, last_dr, stride)
    return starts, steps.copy()
