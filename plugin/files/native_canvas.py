"""The planes of a board while it is drawn: fills shapes pixel by pixel, in order."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hexlos.catalogue import CODES, catalogue
from hexlos.depict import Shape, ring_edges
from hexlos.errors import BoardFormatError
from hexlos.hexgrid import HexGrid

#: Pixels that the features of one board may fill, each counted again; more is no map.
MAX_PAINTED = 400_000_000

Window = tuple[slice, slice]


@dataclass(frozen=True, eq=False)
class Patch:
    """A filled shape: where its window lies on the planes, and its pixels in it."""

    window: Window
    inside: NDArray[np.bool_]


def fill(shape: Shape, width: int, height: int) -> Patch:
    """The pixels of a width x height picture whose centres lie within a shape, holes left out."""
    edges = ring_edges(shape)
    if not len(edges):
        return Patch((slice(0, 0), slice(0, 0)), np.zeros((0, 0), dtype=bool))
    first = np.clip(np.ceil(edges[:, 0] - 0.5), 0, width).astype(np.intp)
    after = np.clip(np.ceil(edges[:, 2] - 0.5), 0, width).astype(np.intp)
    x0, x1 = int(first.min()), int(after.max())
    y0 = int(np.clip(np.floor(edges[:, [1, 3]].min()), 0, height))
    y1 = int(np.clip(np.ceil(edges[:, [1, 3]].max()), 0, height))
    counts = after - first
    edge = np.repeat(np.arange(len(edges)), counts)
    column = np.arange(len(edge)) - np.repeat(np.cumsum(counts) - counts, counts) + first[edge]
    ax, ay, bx, by = edges[edge].T
    crossing = ay + (by - ay) * ((column + 0.5 - ax) / (bx - ax))
    row = np.clip(np.ceil(crossing - 0.5), y0, y1).astype(np.intp) - y0
    high = y1 - y0 + 1
    flips = np.bincount((column - x0) * high + row, minlength=(x1 - x0) * high)
    inside = np.cumsum(flips.reshape(x1 - x0, high), axis=1)[:, :-1] % 2 == 1
    return Patch((slice(x0, x1), slice(y0, y1)), inside)


class Canvas:
    """Planes being drawn. Depressions lie one level below the ground, whatever is drawn first."""

    def __init__(self, grid: HexGrid, terrain: int, level: int) -> None:
        shape = (grid.width, grid.height)
        self.grid = grid
        self.terrain: NDArray[np.uint8] = np.full(shape, terrain, dtype=np.uint8)
        self._ground: NDArray[np.int8] = np.full(shape, level, dtype=np.int8)
        self._sunk: NDArray[np.int8] = np.zeros(shape, dtype=np.int8)
        self._painted = 0

    @property
    def level(self) -> NDArray[np.int8]:
        """Ground level of every pixel, that of depressions lowered."""
        return self._ground - self._sunk

    def fill(self, shape: Shape) -> Patch:
        """The pixels of a shape; BoardFormatError when the board fills too many in all."""
        patch = fill(shape, self.grid.width, self.grid.height)
        self._painted += patch.inside.size
        if self._painted > MAX_PAINTED:
            raise BoardFormatError(f"the features cover more than {MAX_PAINTED} pixels in all")
        return patch

    def paint(self, patch: Patch, code: int) -> None:
        """Draw a terrain; a depression sinks."""
        self.terrain[patch.window][patch.inside] = code
        if catalogue()[code].is_depression:
            self._sunk[patch.window][patch.inside] = 1

    def span(self, patch: Patch, code: int) -> None:
        """Draw a terrain that lies above whatever is below it: a bridge and its roadway."""
        self.terrain[patch.window][patch.inside] = code
        self._sunk[patch.window][patch.inside] = 0

    def raise_to(self, patch: Patch, level: int) -> None:
        """Set the ground level."""
        self._ground[patch.window][patch.inside] = level

    def shows(self, patch: Patch, flags: NDArray[np.bool_]) -> Patch:
        """The part of a patch where a terrain shows that one of CODES flags marks."""
        assert flags.shape == (CODES,)
        return Patch(patch.window, patch.inside & flags[self.terrain[patch.window]])

    def ground_at(self, index: int) -> int:
        """Ground level at the centre of a hex, depressions not counted."""
        x, y = self.grid.centres_px[index]
        column = min(max(int(x), 0), self.grid.width - 1)
        return int(self._ground[column, min(max(int(y), 0), self.grid.height - 1)])
