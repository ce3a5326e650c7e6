"""The hexes as the sampled ("vasl") thread sees them: whole-pixel outlines and aiming points."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from hexlos.hexgrid import HexGrid
from hexlos.mapgrid import MapGrid


def _round_half_up(values: NDArray[np.float64]) -> NDArray[np.int64]:
    return np.floor(values + 0.5).astype(np.int64)


def sampled_hexes(grid: HexGrid) -> SampledHexes:
    """The hexes of a lattice; made once and kept with it, as what is cached in it."""
    made: SampledHexes | None = vars(grid).get("sampled_hexes")
    if made is None:
        made = vars(grid)["sampled_hexes"] = SampledHexes(grid)
    return made


class SampledHexes:
    """Aiming points, outlines and grown outlines of every hex, in whole pixels."""

    def __init__(self, grid: HexGrid) -> None:
        self._grid = grid
        turned: HexGrid = grid.rotated() if grid.flipped else grid
        # a reversed board keeps the outlines of the lattice as it lies, but mirrors aiming points
        aim = np.floor(turned.points_px + 1e-9).astype(np.int64)
        last = np.array([grid.width - 1, grid.height - 1])
        aim[:, 0] = np.clip(aim[:, 0], 0, last)
        # a vertex one pixel beside the picture is pulled onto it
        aim[:, 1:] += (aim[:, 1:] == -1).astype(np.int64)
        aim[:, 1:] -= aim[:, 1:] == last + 1
        if grid.flipped:
            aim = last - aim[:, [0, 4, 5, 6, 1, 2, 3]]
        #: (n, 7, 2) aiming points: the centre, then the vertices
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
        """First row, and by row the first and last column inside: left and top edges belong."""
        top = np.ceil(corners[:, :2, 1].min(axis=1)).astype(np.int32)
        height = int((np.ceil(corners[:, 3:5, 1].max(axis=1)) - top).max()) + 1
        spans = np.empty((len(corners), height, 2), dtype=np.int16)
        spans[..., 0], spans[..., 1] = 1, 0
        for k in range(height):
            y = (top + k).astype(np.float64)
            left, inside = _chain(corners[:, [0, 5, 4]], y)
            right, also = _chain(corners[:, [1, 2, 3]], y)
            inside &= also
            spans[inside, k, 0] = np.ceil(left - 1e-9)[inside]
            spans[inside, k, 1] = np.ceil(right - 1e-9)[inside] - 1
        return top, spans

    @cached_property
    def owner(self) -> NDArray[np.int32]:
        """(width, height) hex that contains each pixel by these outlines, -1 for none."""
        grid = self._grid
        plane = grid.pixel_owner.copy()
        top, spans = self._spans(self._corners.astype(np.float64))
        for index in range(len(grid)):
            for k in range(spans.shape[1]):
                y = int(top[index]) + k
                first, last = spans[index, k]
                if 0 <= y < grid.height and first <= last:
                    plane[max(0, first) : max(0, last + 1), y] = index
        if isinstance(grid, MapGrid) and grid.void is not None:
            plane[grid.void] = -1
        return plane

    @cached_property
    def _grown(self) -> tuple[NDArray[np.int32], NDArray[np.int16]]:
        exact = self._grid.vertices_px
        shift = np.array([[-1, -1], [0, 0], [1, 0], [1, 1], [-1, 1], [-1, 0]], dtype=np.float64)
        return self._spans(np.trunc(exact + shift))

    @property
    def grown_top(self) -> NDArray[np.int32]:
        """(n,) first row of each hex grown by a pixel."""
        return self._grown[0]

    @property
    def grown(self) -> NDArray[np.int16]:
        """(n, rows, 2) first and last column of each row of the grown hex."""
        return self._grown[1]


def _chain(
    points: NDArray[np.float64], y: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """x at y of each polyline of three points with rising y, and where it has one."""
    x = np.zeros_like(y)
    found = np.zeros(len(y), dtype=bool)
    for k in range(2):
        x0, y0 = points[:, k, 0], points[:, k, 1]
        x1, y1 = points[:, k + 1, 0], points[:, k + 1, 1]
        here = (y >= y0) & (y < y1)
        run = np.where(y1 > y0, y1 - y0, 1.0)
        x = np.where(here, x0 + (x1 - x0) * (y - y0) / run, x)
        found |= here
    return x, found
