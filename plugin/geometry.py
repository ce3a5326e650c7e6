"""Shapely geometry of a board: hex polygons, hexsides, exact outlines of terrain depictions.

All coordinates are picture pixels, y down; a pixel is the unit square it covers.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import numpy as np
import shapely
from numpy.typing import NDArray

from hexlos.hexgrid import HexGrid
from hexlos.shares import hexside_shares

#: How far from a hexside its drawn wall, hedge or cliff may lie and still belong to it, in pixels.
HEXSIDE_REACH = 3.0


def outline(mask: NDArray[np.bool_]) -> shapely.Geometry:
    """Exact outline of the true pixels of a (width, height) mask, as a (multi)polygon."""
    padded = np.zeros((mask.shape[0] + 2, mask.shape[1] + 2), dtype=np.int8)
    padded[1:-1, 1:-1] = mask
    steps = np.diff(padded, axis=1)
    column, top = np.nonzero(steps == 1)
    _, bottom = np.nonzero(steps == -1)
    if not len(column):
        return shapely.MultiPolygon()
    runs = shapely.box(column - 1.0, top.astype(float), column.astype(float), bottom.astype(float))
    return shapely.union_all(runs)


class BoardGeometry:
    """Polygons, hexsides and depictions of one board, built on demand and kept."""

    def __init__(self, grid: HexGrid, terrain: NDArray[np.uint8]) -> None:
        self._grid = grid
        self._terrain = terrain
        self._outlines: dict[tuple[int, ...], shapely.Geometry] = {}
        self._shares: dict[tuple[int, ...], NDArray[np.float64]] = {}

    @cached_property
    def hexes(self) -> NDArray[np.object_]:
        """(n,) Polygon of each hex, its part off the picture included."""
        result: NDArray[np.object_] = shapely.polygons(self._grid.vertices_px)
        return result

    @cached_property
    def hexsides(self) -> NDArray[np.object_]:
        """(n, 6) LineString of each hexside, clockwise from the top one."""
        corner = self._grid.vertices_px
        ends = np.stack([corner, np.roll(corner, -1, axis=1)], axis=2)
        result: NDArray[np.object_] = shapely.linestrings(ends)
        return result

    @cached_property
    def vertices(self) -> NDArray[np.object_]:
        """(n, 6) Point of each vertex, clockwise from the top-left one."""
        result: NDArray[np.object_] = shapely.points(self._grid.vertices_px)
        return result

    def depiction(self, codes: Iterable[int]) -> shapely.Geometry:
        """Outline of everything drawn with one of these terrain codes."""
        key = tuple(sorted(set(codes)))
        if key not in self._outlines:
            self._outlines[key] = outline(np.isin(self._terrain, key))
        return self._outlines[key]

    def hexside_share(self, codes: Iterable[int]) -> NDArray[np.float64]:
        """(n, 6) share of each hexside that a depiction covers.

        Only the part of a hexside that lies on the picture counts.
        """
        key = tuple(sorted(set(codes)))
        if key not in self._shares:
            share = hexside_shares(self._grid, self._terrain, key)
            share.setflags(write=False)
            self._shares[key] = share
        return self._shares[key]

    def connected(self, codes: Iterable[int]) -> NDArray[np.bool_]:
        """(n, 6) whether a depiction is shared across each hexside with the hex beyond it.

        Shared means that one piece of it lies on both sides of a part of the hexside (B13.5).
        """
        return (self.hexside_share(codes) > 0) & (self._grid.neighbours >= 0)

    def pieces_outside(self, codes: Iterable[int], hexes: NDArray[np.bool_]) -> NDArray[np.float64]:
        """(k, 2) a point in each piece of a depiction that meets none of these hexes."""
        pieces = shapely.get_parts(self.depiction(codes))
        inside = shapely.union_all(self.hexes[hexes])
        shapely.prepare(inside)
        alone = pieces[~shapely.intersects(inside, pieces)]
        found: NDArray[np.float64] = shapely.get_coordinates(shapely.point_on_surface(alone))
        return found

    def stray(self, codes: Iterable[int], hexes: NDArray[np.bool_]) -> NDArray[np.float64]:
        """(n,) square pixels of a depiction that lie in hexes that are not of its terrain (B.1).

        hexes tells which hexes are of that terrain.
        """
        area = self.depiction(codes)
        shapely.prepare(area)
        found: NDArray[np.float64] = np.zeros(len(self._grid))
        others = np.flatnonzero(~hexes)
        others = others[shapely.intersects(area, self.hexes[others])]
        found[others] = shapely.area(shapely.intersection(self.hexes[others], area))
        return found
