"""The hexes as the sampled ("vasl") thread sees them: whole-pixel outlines and aiming points."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from hexlos.hexgrid import HexGrid


def _round_half_up(values: NDArray[np.float64]) -> NDArray[np.int64]:
    return np.floor(values + 0.5).astype(np.int64)


class SampledHexes:
    """Aiming points, outlines and grown outlines of every hex, in whole pixels."""

    def __init__(self, grid: HexGrid) -> None:
        self._grid = grid
        turned = grid.rotated() if grid.flipped else grid
        # a reversed board keeps the outlines of the lattice as it lies, but mirrors aiming points
        aim = np.floor(turned.centres_px + 1e-9).astype(np.int64)
        aim[:, 0] = np.clip(aim[:, 0], 0, grid.width - 1)
        aim[:, 1] = np.clip(aim[:, 1], 0, grid.height - 1)
        if grid.flipped:
            aim = np.array([grid.width - 1, grid.height - 1]) - aim
        self.aim: NDArray[np.int32] = aim.astype(np.int32)

    @cached_property
    def _corners(self) -> NDArray[np.int64]:
        """(n, 6, 2) corners in whole pixels: side corners rounded, the others' y rounded up."""
        exact = self._grid.vertices_px
        whole = _round_half_up(exact)
        level = [0, 1, 3, 4]
        whole[:, level, 1] = np.ceil(exact[:, level, 1] - 1e-9).astype(np.int64)
        return whole

    def _spans(self, corners: NDArray[np.float64]) -> tuple[NDArray[np.int32], NDArray[np.int16]]:
        """First column, and by column the first and last row whose top-left point is inside."""
        left = np.ceil(corners[:, 5, 0]).astype(np.int32)
        width = int((np.ceil(corners[:, 2, 0]) - left).max()) + 1
        spans = np.empty((len(corners), width, 2), dtype=np.int16)
        spans[..., 0], spans[..., 1] = 1, 0
        for k in range(width):
            x = (left + k).astype(np.float64)
            top = _chain(corners[:, [5, 0, 1, 2]], x)
            bottom = _chain(corners[:, [5, 4, 3, 2]], x)
            first = np.ceil(top - 1e-9)
            last = np.ceil(bottom - 1e-9) - 1
            inside = (x >= corners[:, 5, 0]) & (x < corners[:, 2, 0])
            spans[inside, k, 0] = first[inside]
            spans[inside, k, 1] = last[inside]
        return left, spans

    @cached_property
    def owner(self) -> NDArray[np.int32]:
        """(width, height) hex that contains each pixel by these outlines, -1 for none."""
        grid = self._grid
        plane = grid.pixel_owner.copy()
        left, spans = self._spans(self._corners.astype(np.float64))
        for index in range(len(grid)):
            for k in range(spans.shape[1]):
                x = int(left[index]) + k
                first, last = spans[index, k]
                if 0 <= x < grid.width and first <= last:
                    plane[x, max(0, first) : max(0, last + 1)] = index
        return plane

    @cached_property
    def _grown(self) -> tuple[NDArray[np.int32], NDArray[np.int16]]:
        exact = self._grid.vertices_px
        shift = np.array([[-1, -1], [0, 0], [1, 0], [1, 1], [-1, 1], [-1, 0]], dtype=np.float64)
        return self._spans(np.trunc(exact + shift))

    @property
    def grown_left(self) -> NDArray[np.int32]:
        """(n,) first column of each hex grown by a pixel."""
        return self._grown[0]

    @property
    def grown(self) -> NDArray[np.int16]:
        """(n, columns, 2) first and last row of each column of the grown hex."""
        return self._grown[1]


def _chain(points: NDArray[np.float64], x: NDArray[np.float64]) -> NDArray[np.float64]:
    """y at x of each polyline of four points with rising x."""
    y = points[:, 0, 1].copy()
    for k in range(3):
        x0, x1 = points[:, k, 0], points[:, k + 1, 0]
        y0, y1 = points[:, k, 1], points[:, k + 1, 1]
        run = np.where(x1 > x0, x1 - x0, 1.0)
        at = y0 + (y1 - y0) * (x - x0) / run
        y = np.where((x >= x0) & (x1 > x0), at, y)
    return y
