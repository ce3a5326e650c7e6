"""The lattice of hexes of a map: names, centres, neighbours, ranges; exact integers only."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from hexlos.errors import BoardFormatError, UnknownHexError
from hexlos.ext import look_up, own_pixels, side_distances

#: Lattice steps (columns, doubled rows) over hexsides 0..5, clockwise from the top one.
NEIGHBOUR_STEPS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))

#: Vertices 0..5 clockwise from the top-left one, in (thirds of a pitch, half heights).
VERTEX_STEPS = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))

MAX_HEXES = 200_000

#: The numbers of a lattice.
LENGTHS = ("width", "height", "units_x", "units_y", "third", "half", "x0", "y0")

#: Planes of owners that are in use, by lattice: boards of one size share theirs.
_OWNERS: WeakValueDictionary[tuple[object, ...], NDArray[np.int32]] = WeakValueDictionary()


def column_name(index: int) -> str:
    """Name of a column: A..Z, then AA, BB .. ZZ, then AAA ...

    >>> column_name(0), column_name(26), column_name(31)
    ('A', 'AA', 'FF')
    """
    return chr(ord("A") + index % 26) * (index // 26 + 1)


@dataclass(frozen=True, eq=False)
class HexGrid:
    """A lattice of flat-top hexes laid over a picture.

    Lengths are integers in grid units: ``units_x`` of them make a pixel across, ``units_y`` a
    pixel down. A hex at lattice place (col, row) has its centre at
    ``(x0 + 3 * third * col, y0 + half * row)``; col + row has one parity for all hexes, so that
    the hex below is two rows further ("doubled" rows).
    """

    width: int
    height: int
    units_x: int
    units_y: int
    third: int
    half: int
    x0: int
    y0: int
    names: tuple[str, ...]
    col: NDArray[np.int32]
    row: NDArray[np.int32]
    flipped: bool = False

    @classmethod
    def from_layout(
        cls,
        columns: int,
        rows: int,
        width: int,
        height: int,
        pitch: Fraction = Fraction(225, 4),
        hex_height: Fraction = Fraction(129, 2),
        a1_x: Fraction = Fraction(0),
        a1_y: Fraction | None = None,
    ) -> HexGrid:
        """Lattice of a board of columns x rows hexes on a picture of width x height pixels.

        pitch is the distance of two columns, hex_height that of two hexes of a column, a1_x and
        a1_y the centre of A1, all in pixels. A negative centre says only which hex comes first:
        the picture starts at its first column and row.
        """
        if not (1 <= columns and 1 <= rows and columns * (rows + 1) <= MAX_HEXES):
            raise BoardFormatError(f"a board of {columns} x {rows} hexes is out of bounds")
        if not (0 < pitch < 10_000 and 0 < hex_height < 10_000):
            raise BoardFormatError(f"hexes of {pitch} x {hex_height} pixels are out of bounds")
        if a1_y is None:
            a1_y = hex_height / 2
        if not (abs(a1_x) < MAX_HEXES and abs(a1_y) < MAX_HEXES):
            raise BoardFormatError(f"a first hex at ({a1_x}, {a1_y}) is out of bounds")
        first_column = max(0, round(-a1_x / pitch))
        first_row = max(0, round((hex_height / 2 - a1_y) / hex_height))
        left = a1_x + first_column * pitch
        top = a1_y + first_row * hex_height - hex_height / 2
        units_x = lcm((pitch / 3).denominator, left.denominator)
        units_y = lcm((hex_height / 2).denominator, top.denominator)
        if units_x > 5000 or units_y > 5000:
            raise BoardFormatError(f"hex spacing {pitch} x {hex_height} is no simple fraction")
        names, cols, row2 = [], [], []
        for c in range(columns):
            odd = (c + first_column) % 2
            for k in range(rows + odd):
                names.append(f"{column_name(c + first_column)}{k + first_row + 1 - odd}")
                cols.append(c)
                row2.append(2 * k + 1 - odd)
        return cls(
            width=width,
            height=height,
            units_x=units_x,
            units_y=units_y,
            third=int(pitch / 3 * units_x),
            half=int(hex_height / 2 * units_y),
            x0=int(left * units_x),
            y0=int(top * units_y),
            names=tuple(names),
            col=np.array(cols, dtype=np.int32),
            row=np.array(row2, dtype=np.int32),
        )

    def rotated(self) -> HexGrid:
        """The lattice turned by 180 degrees with its picture; every hex keeps its name."""
        last_col, last_row = int(self.col.max()), int(self.row.max())
        return HexGrid(
            width=self.width,
            height=self.height,
            units_x=self.units_x,
            units_y=self.units_y,
            third=self.third,
            half=self.half,
            x0=self.width * self.units_x - (self.x0 + 3 * self.third * last_col),
            y0=self.height * self.units_y - (self.y0 + self.half * last_row),
            names=self.names,
            col=last_col - self.col,
            row=last_row - self.row,
            flipped=not self.flipped,
        )

    def within(self, window: tuple[int, int, int, int], kept: NDArray[np.bool_]) -> HexGrid:
        """The lattice of some hexes in a window left, right, top, bottom of the picture."""
        left, right, top, bottom = window
        col, row = self.col[kept], self.row[kept]
        return HexGrid(
            width=right - left,
            height=bottom - top,
            units_x=self.units_x,
            units_y=self.units_y,
            third=self.third,
            half=self.half,
            x0=self.x0 + 3 * self.third * int(col.min()) - left * self.units_x,
            y0=self.y0 + self.half * int(row.min()) - top * self.units_y,
            names=tuple(self.names[i] for i in np.flatnonzero(kept)),
            col=col - col.min(),
            row=row - row.min(),
            flipped=self.flipped,
        )

    def shown_in(self, window: tuple[int, int, int, int]) -> NDArray[np.bool_]:
        """(n,) hexes that reach more than a pixel into a window left, right, top, bottom."""
        x, y = self.centres_px.T
        wide, high = 2 * self.third / self.units_x, self.half / self.units_y
        left, right, top, bottom = window
        across = (x + wide > left + 1) & (x - wide < right - 1)
        return np.asarray(across & (y + high > top + 1) & (y - high < bottom - 1), dtype=np.bool_)

    @property
    def fits_picture(self) -> bool:
        """Whether every hex centre lies on the picture or within half a hex of it."""
        x, y = self.centres_px[:, 0], self.centres_px[:, 1]
        spare_x, spare_y = 1.5 * self.third / self.units_x, self.half / self.units_y
        return bool(
            x.min() >= -spare_x
            and y.min() >= -spare_y
            and x.max() <= self.width + spare_x
            and y.max() <= self.height + spare_y
        )

    def __len__(self) -> int:
        return len(self.names)

    @cached_property
    def _index(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self.names)}

    def index(self, name: str) -> int:
        """Position of a hex in ``names``; UnknownHexError when it is not on the map."""
        try:
            return self._index[name]
        except KeyError:
            raise UnknownHexError(
                f"no hex {name[:60]!r} on this board, which has {self.names[0]} to {self.names[-1]}"
            ) from None

    @cached_property
    def lookup(self) -> NDArray[np.int32]:
        """Hex index by (col + 1, row + 2), -1 where there is none; a rim of -1 all round."""
        table = np.full((int(self.col.max()) + 3, int(self.row.max()) + 5), -1, dtype=np.int32)
        table[self.col + 1, self.row + 2] = np.arange(len(self), dtype=np.int32)
        return table

    @cached_property
    def neighbours(self) -> NDArray[np.int32]:
        """(n, 6) index of the hex over each hexside, -1 off the map."""
        steps = np.array(NEIGHBOUR_STEPS)
        result: NDArray[np.int32] = self.lookup[
            self.col[:, None] + 1 + steps[:, 0], self.row[:, None] + 2 + steps[:, 1]
        ]
        return result

    @cached_property
    def centres(self) -> NDArray[np.int64]:
        """(n, 2) hex centres in grid units."""
        return np.stack(
            [
                self.x0 + 3 * self.third * self.col.astype(np.int64),
                self.y0 + self.half * self.row.astype(np.int64),
            ],
            axis=1,
        )

    @cached_property
    def centres_px(self) -> NDArray[np.float64]:
        """(n, 2) hex centres in pixels."""
        return self.centres / np.array([self.units_x, self.units_y], dtype=np.float64)

    @cached_property
    def vertices(self) -> NDArray[np.int64]:
        """(n, 6, 2) hex vertices in grid units, clockwise from the top-left one."""
        steps = [(u * self.third, v * self.half) for u, v in VERTEX_STEPS]
        result: NDArray[np.int64] = self.centres[:, None, :] + np.array(steps, dtype=np.int64)
        return result

    @cached_property
    def vertices_px(self) -> NDArray[np.float64]:
        """(n, 6, 2) hex vertices in pixels, clockwise from the top-left one."""
        steps = np.array(VERTEX_STEPS, dtype=np.float64)
        steps *= [self.third / self.units_x, self.half / self.units_y]
        return self.centres_px[:, None, :] + steps

    def hexside_distances(
        self, x: NDArray[np.float64], y: NDArray[np.float64], owner: NDArray[np.int32]
    ) -> NDArray[np.float64]:
        """(k, 6) distance in pixels of each point to the hexsides of a hex, as segments."""
        far = np.empty((len(x), 6))
        points = np.stack([x, y], axis=1)
        side_distances(points, owner, np.ascontiguousarray(self.vertices_px), far)
        return far

    @cached_property
    def points_px(self) -> NDArray[np.float64]:
        """(n, 7, 2) aiming points in pixels: the centre, then the vertices."""
        return np.concatenate([self.centres_px[:, None], self.vertices_px], axis=1)

    @cached_property
    def vertex_shown(self) -> NDArray[np.bool_]:
        """(n, 6) whether each vertex lies on the picture, or no more than a pixel beside it."""
        return self._shown(self.vertices)

    @cached_property
    def hexside_shown(self) -> NDArray[np.bool_]:
        """(n, 6) the same of each hexside's middle."""
        return self._shown((self.vertices + np.roll(self.vertices, -1, axis=1)) // 2)

    def _shown(self, points: NDArray[np.int64]) -> NDArray[np.bool_]:
        found = np.zeros(points.shape[:-1], dtype=np.bool_)
        pixel = np.array([self.units_x, self.units_y])
        for left, top, right, bottom in self.windows:
            first, last = np.array([left - 1, top - 1]), np.array([right + 1, bottom + 1])
            found |= ((points >= first * pixel) & (points <= last * pixel)).all(axis=-1)
        return found

    @property
    def windows(self) -> tuple[tuple[int, int, int, int], ...]:
        """Left, top, right and bottom of what a board shows, in pixels."""
        return ((0, 0, self.width, self.height),)

    def distance(self, a: int, b: int) -> int:
        """Range between two hexes, in hexes."""
        across = abs(int(self.col[a] - self.col[b]))
        down = abs(int(self.row[a] - self.row[b]))
        return across + max(0, down - across) // 2

    def distances(self, a: NDArray[np.intp], b: NDArray[np.intp]) -> NDArray[np.int32]:
        """Ranges between hexes a and b, broadcast against each other."""
        across = np.abs(self.col[a] - self.col[b])
        down = np.abs(self.row[a] - self.row[b])
        result: NDArray[np.int32] = across + np.maximum(0, down - across) // 2
        return result

    def owner(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.int32]:
        """Hex that holds each point (pixels), -1 off the map; of those that share it the first."""
        u = (x * self.units_x - self.x0) / self.third
        v = (y * self.units_y - self.y0) / self.half
        best = np.full(u.shape, -1, dtype=np.int32)
        parity = int(self.col[0] + self.row[0]) % 2
        reach = np.full(u.shape, np.inf)
        for step, up in ((0, 0), (0, 1), (1, 0), (1, 1)):
            c = np.floor(u / 3).astype(np.int64) + step
            odd = (c + parity) % 2
            r = 2 * (np.floor((v - odd) / 2).astype(np.int64) + up) + odd
            du, dv = np.abs(u - 3 * c), np.abs(v - r)
            far = np.maximum(dv, (du + dv) / 2)
            table = self.lookup
            ok = (c >= -1) & (c < table.shape[0] - 1) & (r >= -2) & (r < table.shape[1] - 2)
            found = np.where(
                ok,
                table[np.clip(c + 1, 0, len(table) - 1), np.clip(r + 2, 0, table.shape[1] - 1)],
                -1,
            )
            # of two hexes that share the point the one named first, however the map lies
            tied = (np.abs(far - reach) <= 1e-9) & (found < best)
            take = ((far < reach - 1e-9) | tied) & (far <= 1 + 1e-9) & (found >= 0)
            best[take], reach[take] = found[take], far[take]
        return best

    @cached_property
    def pixel_owner(self) -> NDArray[np.int32]:
        """(width, height) hex that holds each pixel's centre, -1 off the map."""
        lengths = (self.units_x, self.units_y, self.third, self.half, self.x0, self.y0)
        key = (self.width, self.height, *lengths, self.col.tobytes(), self.row.tobytes())
        plane = _OWNERS.get(key)
        if plane is None:
            plane = self.whole_hexes()
            plane.setflags(write=False)
            _OWNERS[key] = plane
        return plane

    def whole_hexes(self) -> NDArray[np.int32]:
        """(width, height) hex that holds each pixel's centre, whether or not a board lies there."""
        plane = np.full((self.width, self.height), -1, dtype=np.int32)
        across, down = self.third / self.units_x, self.half / self.units_y
        own_pixels(np.ascontiguousarray(self.centres_px), across, down, plane)
        return plane

    def by_whole_hex(self, values: NDArray[np.int32]) -> NDArray[np.int32]:
        """(width, height) value of that hex; (n + 1,) values, the last one for none."""
        plane = self.whole_hexes()
        look_up(plane, values, plane)  # each pixel is read before it is written
        return plane

    def by_pixel(self, values: NDArray[np.int32]) -> NDArray[np.int32]:
        """(width, height) value of the hex that holds each pixel's centre; (n + 1,) values, the
        last one for what is off the map."""
        plane = np.empty((self.width, self.height), dtype=np.int32)
        self.put_by_pixel(values, plane)
        return plane

    def put_by_pixel(self, values: NDArray[np.int32], plane: NDArray[np.int32]) -> None:
        """The same, put into a plane or a window of one."""
        look_up(self.pixel_owner, values, plane)
