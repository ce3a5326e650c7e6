"""Natural-looking shapes from hexes: rounded areas, wobbling outlines, smooth lines, buildings.

Coordinates are picture pixels, y down. Every shape depends only on its arguments, so that a board
file always draws the same map.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias
from zlib import crc32

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.ops import substring

from hexlos.hexgrid import HexGrid

#: Nodes of the wobble's lattice along each edge of the box around a hex.
_NODES = 4

#: Longest straight piece of a wobbling outline, in pixels.
_PIECE = 3.0

Points = NDArray[np.float64]
Shape: TypeAlias = shapely.Geometry


def _mixed(keys: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Well-stirred bits of each key (splitmix64), alike on every machine and NumPy version."""
    z = keys + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def chances(seed: int, channel: str, name: str, count: int) -> Points:
    """``count`` numbers of 0..1 that belong to a hex: same seed, channel and name, same numbers."""
    start = np.uint64(crc32(f"{seed}/{channel}/{name}".encode()))
    keys = (start << np.uint64(20)) + np.arange(count, dtype=np.uint64)
    result: Points = (_mixed(keys) >> np.uint64(11)).astype(np.float64) / float(1 << 53)
    return result


@dataclass(frozen=True, eq=False)
class Wobble:
    """A smooth displacement of the plane, from -1 to 1 in x and in y.

    Its random numbers belong to hexes by name, so that editing one hex of a board leaves the
    outlines elsewhere as they were. Shapes displaced by one Wobble keep their nesting.
    """

    grid: HexGrid
    seed: int
    channel: str

    @cached_property
    def _nodes(self) -> Points:
        """(columns, rows, 2) displacement at the lattice nodes; boxes of hexes tile it."""
        grid, n = self.grid, _NODES
        wide, high = n * (int(grid.col.max()) + 1), (n // 2) * int(grid.row.max()) + n
        nodes = np.zeros((wide, high, 2))
        for name, col, row in zip(grid.names, grid.col.tolist(), grid.row.tolist(), strict=True):
            own = chances(self.seed, self.channel, name, 2 * n * n).reshape(n, n, 2)
            nodes[n * col : n * col + n, n // 2 * row : n // 2 * row + n] = 2 * own - 1
        return nodes

    def __call__(self, points: Points) -> Points:
        """(k, 2) displacement at each point."""
        grid, nodes = self.grid, self._nodes
        pitch, half = 3 * grid.third / grid.units_x, grid.half / grid.units_y
        u = (points[:, 0] - grid.x0 / grid.units_x + pitch / 2) / pitch * _NODES - 0.5
        v = (points[:, 1] - grid.y0 / grid.units_y + half) / half * (_NODES / 2) - 0.5
        u, v = np.clip(u, 0, nodes.shape[0] - 1.001), np.clip(v, 0, nodes.shape[1] - 1.001)
        i, j = u.astype(np.intp), v.astype(np.intp)
        fu, fv = (u - i)[:, None], (v - j)[:, None]
        fu, fv = fu * fu * (3 - 2 * fu), fv * fv * (3 - 2 * fv)
        left = nodes[i, j] * (1 - fv) + nodes[i, j + 1] * fv
        right = nodes[i + 1, j] * (1 - fv) + nodes[i + 1, j + 1] * fv
        result: Points = left * (1 - fu) + right * fu
        return result

    def shape(self, shape: Shape, pixels: float) -> Shape:
        """The shape displaced by up to ``pixels`` each way."""
        if not pixels or shape.is_empty:
            return shape
        fine = shapely.segmentize(shape, _PIECE)
        moved = shapely.transform(fine, lambda points: points + pixels * self(points))
        return shapely.buffer(moved, 0) if moved.area else moved


def hex_shapes(grid: HexGrid) -> NDArray[np.object_]:
    """(n,) exact outline of each hex, its part off the picture included."""
    result: NDArray[np.object_] = shapely.polygons(grid.vertices_px)
    return result


def polygon(points: Sequence[tuple[float, float]]) -> Shape:
    """The area within points, also where its outline crosses itself."""
    return shapely.buffer(shapely.Polygon(points), 0)


def joined(shapes: Sequence[Shape]) -> Shape:
    """All shapes as one."""
    return shapely.union_all(shapes)


def natural_area(hexes: Sequence[Shape], edge: float, rounding: float) -> Shape:
    """Union of hexes, grown by ``edge`` pixels (less than 0: shrunk), its corners rounded."""
    outer = shapely.buffer(joined(hexes), edge + rounding, quad_segs=6)
    opened = shapely.buffer(outer, -2 * rounding, quad_segs=6)
    return shapely.buffer(opened, rounding, quad_segs=6)


def polyline(points: Points | Sequence[tuple[float, float]]) -> Shape:
    """Straight lines from point to point."""
    return shapely.LineString(points)


def smooth_line(points: Points, closeness: int = 8) -> Shape:
    """A curve through all points (Catmull-Rom), ``closeness`` pieces between two of them."""
    before = np.concatenate([2 * points[:1] - points[1:2], points, 2 * points[-1:] - points[-2:-1]])
    p0, p1, p2, p3 = before[:-3], before[1:-2], before[2:-1], before[3:]
    t = (np.arange(closeness) / closeness)[None, :, None]
    p0, p1, p2, p3 = (p[:, None, :] for p in (p0, p1, p2, p3))
    curve = 0.5 * (
        2 * p1
        + (p2 - p0) * t
        + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t**2
        + (3 * p1 - p0 - 3 * p2 + p3) * t**3
    )
    return shapely.LineString(np.concatenate([curve.reshape(-1, 2), points[-1:]]))


def with_midpoints(points: Points) -> Points:
    """The points and, between each two, their midpoint: where a line crosses the hexside."""
    made = np.empty((2 * len(points) - 1, 2))
    made[::2] = points
    made[1::2] = (points[1:] + points[:-1]) / 2
    return made


def band(line: Shape, width: float, ends: str = "round") -> Shape:
    """The strip ``width`` pixels wide along a line; ends is round, square or flat.

    Strips with square ends have mitred corners.
    """
    join = "mitre" if ends == "square" else "round"
    return shapely.buffer(line, width / 2, quad_segs=6, cap_style=ends, join_style=join)


def middle_part(line: Shape, length: float) -> Shape:
    """The part of a line that reaches as far to both sides of its middle, in all ``length``."""
    middle = line.length / 2
    reach = min(length / 2, middle)
    return substring(line, middle - reach, middle + reach)


def common(first: Shape, second: Shape) -> Shape:
    """What lies in both shapes."""
    return shapely.intersection(first, second)


def block(centre: Points, size: tuple[float, float], degrees: float) -> Shape:
    """A rectangle of size (across, down) around a centre, turned clockwise by ``degrees``."""
    angle = np.deg2rad(degrees)
    along = np.array([np.cos(angle), np.sin(angle)]) * size[0] / 2
    across = np.array([-np.sin(angle), np.cos(angle)]) * size[1] / 2
    corners = [along + across, along - across, -along - across, -along + across]
    return shapely.Polygon(centre + np.array(corners))


def ring_edges(shape: Shape) -> Points:
    """(k, 4) edges x0, y0, x1, y1 of all rings of a (multi)polygon, left end first."""
    pieces = shapely.get_parts(shape)
    rings = shapely.get_rings(pieces[shapely.get_type_id(pieces) == shapely.GeometryType.POLYGON])
    coords, ring = shapely.get_coordinates(rings, return_index=True)
    whole = np.flatnonzero(ring[1:] == ring[:-1])
    edges: Points = np.concatenate([coords[whole], coords[whole + 1]], axis=1)
    back = edges[:, 0] > edges[:, 2]
    edges[back] = edges[back][:, [2, 3, 0, 1]]
    return edges
