"""The places of one side of a table, listed as the core takes them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Listing:
    """(n, 6) places of a table: which are in each cell, and how many at each level.

    Those of a cell are numbers[starts[cell]:starts[cell + 1]]; levels count from the lowest.
    """

    places: NDArray[np.int32]
    starts: NDArray[np.int32]
    numbers: NDArray[np.int32]
    levels: dict[int, int]

    @classmethod
    def of(cls, places: NDArray[np.int32], cells: int, lowest: int) -> Listing:
        """List places on a map of so many cells."""
        starts = np.zeros(cells + 1, dtype=np.int32)
        np.cumsum(np.bincount(places[:, 0], minlength=cells), out=starts[1:])
        numbers = np.argsort(places[:, 0], kind="stable").astype(np.int32)
        levels = enumerate(np.bincount(places[:, 1] - lowest).tolist())
        return cls(places, starts, numbers, {level: count for level, count in levels if count})
