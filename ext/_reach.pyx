# cython: boundscheck=False, wraparound=False, cdivision=True
"""Distance from what acts, by pixel: lines pass quickly over all that cannot matter."""

import numpy as np

from libc.string cimport memset

from hexlos.ext._field cimport Field


cdef enum:
    FARTHEST = 127
    TILE = 1 << TILE_BITS
    WHOLE = 2            # a whole hex reaches this far beyond the pixels that it owns


cdef class Reach:
    """Planes of distances, for the rows of verdicts that plane_of names; checked once."""

    def __init__(self, Field field not None, *, planes, listed, same, plane_of, spots, special, noted, hexes,
                 int last_column, int last_row, bint regular):
        cells = field.on_board.shape[0]
        if planes.shape[1] != plane_size(field.width, field.height):
            raise ValueError("planes are the picture's size and a margin")
        if listed.shape != (planes.shape[0], OTHER - ACTS):
            raise ValueError("listed has the classes of every plane")
        if same.shape[0] != planes.shape[1]:
            raise ValueError("same has the size of a plane")
        if plane_of.shape[0] != field.verdict.shape[0]:
            raise ValueError("plane_of has an entry for every row of verdicts")
        if max(plane_of) >= planes.shape[0]:
            raise ValueError("no such plane")
        if not (spots.shape == (cells, 10) and special.shape[0] == noted.shape[0] == cells):
            raise ValueError("spots, special and noted have one row a cell")
        self.planes, self.listed, self.same = planes, listed, same
        self.plane_of, self.spots = plane_of, spots
        self.special, self.noted, self.hexes = special, noted, hexes
        self.wide, self.high = field.width + 2 * MARGIN, field.height + 2 * MARGIN
        self.tiles = tiles_down(field.height)
        self.cells = cells
        self.last_column, self.last_row = last_column, last_row
        self.regular = regular


cdef int tiles_down(int height) noexcept nogil:
    return (height + 2 * MARGIN + TILE - 1) // TILE


def plane_size(int width, int height):
    """Bytes of a plane for a picture."""
    return tiles_down(width) * tiles_down(height) * TILE * TILE


def fill_plane(Field field not None, Py_ssize_t row, const int[:, ::1] owner not None,
               unsigned char[::1] plane not None, unsigned short[::1] listed not None):
    """Fill a plane with how far each pixel is from those that act at one row of verdicts, or what acts there.

    Distances are L1, and at least one where nothing acts.
    owner is the cell of each pixel, -1 for none. A hex of inherent terrain that acts does so as a
    whole; beyond the picture nothing acts. listed gets the commonest classes of what acts.
    """
    cdef Py_ssize_t x, y
    cdef int tiles = tiles_down(field.height), code, i, most
    if not 0 <= row < field.verdict.shape[0]:
        raise ValueError("no such row of verdicts")
    if owner.shape[0] != field.width or owner.shape[1] != field.height:
        raise ValueError("owner has the picture's shape")
    if plane.shape[0] != plane_size(field.width, field.height) or listed.shape[0] != OTHER - ACTS:
        raise ValueError("the plane is the picture's size and a margin")
    distances = np.empty((field.width + 2 * MARGIN, field.height + 2 * MARGIN), dtype=np.uint8)
    counts = np.zeros(field.verdict.shape[1], dtype=np.int64)
    codes = np.full(field.verdict.shape[1], OTHER, dtype=np.uint8)
    cdef unsigned char[:, ::1] far = distances
    cdef long long[::1] count = counts
    cdef unsigned char[::1] code_of = codes
    with nogil:
        fill_distance(field, row, owner, far)
        for x in range(field.width):
            for y in range(field.height):
                if far[x + MARGIN, y + MARGIN] == 0:
                    count[field.classes[x, y]] += 1
        for i in range(listed.shape[0]):
            most = 0
            for code in range(count.shape[0]):
                if count[code] > count[most]:
                    most = code
            listed[i] = <unsigned short>most
            if count[most]:
                code_of[most] = <unsigned char>(ACTS + i)
            count[most] = 0
        memset(&plane[0], 1, plane.shape[0])
        for x in range(far.shape[0]):
            for y in range(far.shape[1]):
                code = far[x, y]
                if code == 0:
                    code = code_of[field.classes[x - MARGIN, y - MARGIN]]
                plane[code_place(tiles, <int>x, <int>y)] = <unsigned char>code


cdef void fill_distance(Field field, Py_ssize_t row, const int[:, ::1] owner,
                        unsigned char[:, ::1] plane) noexcept nogil:
    """Fill a plane with the L1 distance to the nearest pixel that acts; at most 255."""
    cdef Py_ssize_t x, y, wide = plane.shape[0], high = plane.shape[1]
    cdef int cell, near
    for x in range(wide):
        for y in range(high):
            plane[x, y] = FARTHEST
    for x in range(field.width):
        for y in range(field.height):
            cell = owner[x, y]
            if (cell >= 0 and field.inherent[cell] and not field.drawn_only[cell]
                    and field.live[row, cell]):
                plane[x + MARGIN, y + MARGIN] = 0
            elif field.verdict[row, field.classes[x, y]]:
                plane[x + MARGIN, y + MARGIN] = WHOLE
    spread(plane, wide, high)
    for x in range(wide):
        for y in range(high):
            near = plane[x, y] - WHOLE
            if (x < MARGIN or y < MARGIN or x >= wide - MARGIN or y >= high - MARGIN):
                plane[x, y] = max(near, 1)
            else:
                plane[x, y] = max(near, 0)


def fill_same(Field field not None, unsigned char[::1] same not None):
    """Fill an array in the order of a plane with the L1 distance to the nearest pixel of another class."""
    cdef Py_ssize_t x, y, width = field.width, height = field.height
    cdef int kind, tiles = tiles_down(field.height)
    if same.shape[0] != plane_size(field.width, field.height):
        raise ValueError("same has the size of a plane")
    distances = np.empty((field.width, field.height), dtype=np.uint8)
    cdef unsigned char[:, ::1] far = distances
    with nogil:
        for x in range(width):
            for y in range(height):
                kind = field.classes[x, y]
                far[x, y] = FARTHEST
                if (x > 0 and field.classes[x - 1, y] != kind
                        or y > 0 and field.classes[x, y - 1] != kind
                        or x + 1 < width and field.classes[x + 1, y] != kind
                        or y + 1 < height and field.classes[x, y + 1] != kind):
                    far[x, y] = 1
        spread(far, width, height)
        memset(&same[0], 1, same.shape[0])
        for x in range(width):
            for y in range(height):
                same[code_place(tiles, <int>x + MARGIN, <int>y + MARGIN)] = far[x, y]


cdef void spread(unsigned char[:, ::1] plane, Py_ssize_t wide, Py_ssize_t high) noexcept nogil:
    """Lower every pixel to one more than its neighbours, forth and back."""
    cdef Py_ssize_t x, y
    cdef int near
    for x in range(wide):
        for y in range(high):
            near = plane[x, y]
            if x > 0:
                near = min(near, plane[x - 1, y] + 1)
            if y > 0:
                near = min(near, plane[x, y - 1] + 1)
            plane[x, y] = <unsigned char>near
    for x in range(wide - 1, -1, -1):
        for y in range(high - 1, -1, -1):
            near = plane[x, y]
            if x + 1 < wide:
                near = min(near, plane[x + 1, y] + 1)
            if y + 1 < high:
                near = min(near, plane[x, y + 1] + 1)
            plane[x, y] = <unsigned char>near
