# cython: boundscheck=False, wraparound=False, cdivision=True
"""Distance from what acts, by pixel: lines pass quickly over all that cannot matter."""

from hexlos.ext._field cimport Field


cdef enum:
    FARTHEST = 255
    WHOLE = 2            # a whole hex reaches this far beyond the pixels that it owns


cdef class Reach:
    """Planes of distances, for the rows of verdicts that plane_of names; checked once."""

    def __init__(self, Field field not None, *, planes, blocks, same, plane_of, spots, special, noted, hexes,
                 int last_column, int last_row):
        cells = field.on_board.shape[0]
        if planes.shape[1:] != (field.width + 2 * MARGIN, field.height + 2 * MARGIN):
            raise ValueError("planes are the picture's size and a margin")
        if blocks.shape != (planes.shape[0], *block_shape(field.width, field.height)):
            raise ValueError("blocks cover the planes")
        if same.shape != (field.width, field.height):
            raise ValueError("same has the picture's shape")
        if plane_of.shape[0] != field.verdict.shape[0]:
            raise ValueError("plane_of has an entry for every row of verdicts")
        if max(plane_of) >= planes.shape[0]:
            raise ValueError("no such plane")
        if not (spots.shape == (cells, 10) and special.shape[0] == noted.shape[0] == cells):
            raise ValueError("spots, special and noted have one row a cell")
        self.planes, self.blocks, self.same = planes, blocks, same
        self.plane_of, self.spots = plane_of, spots
        self.special, self.noted, self.hexes = special, noted, hexes
        self.pitch, self.block_pitch = planes.shape[2], blocks.shape[2]
        self.cells = cells
        self.last_column, self.last_row = last_column, last_row


def plane_shape(int width, int height):
    """Pixels of a plane of distances for a picture."""
    return width + 2 * MARGIN, height + 2 * MARGIN


def block_shape(int width, int height):
    """Blocks of a plane of distances for a picture."""
    cdef int size = 1 << BLOCK_BITS
    return (width + 2 * MARGIN + size - 1) // size, (height + 2 * MARGIN + size - 1) // size


def fill_distance(Field field not None, Py_ssize_t row, const int[:, ::1] owner not None,
                  unsigned char[:, ::1] plane not None, unsigned char[:, ::1] blocks not None):
    """Fill a plane, and blocks with the least of each, with the L1 distance to the nearest pixel that acts at one row of verdicts.

    owner is the cell of each pixel, -1 for none. A hex of inherent terrain that acts does so as a
    whole. Distances stop at 255; beyond the picture nothing acts.
    """
    cdef Py_ssize_t x, y, width = field.width, height = field.height
    cdef Py_ssize_t wide = width + 2 * MARGIN, high = height + 2 * MARGIN
    cdef int cell, near
    if not 0 <= row < field.verdict.shape[0]:
        raise ValueError("no such row of verdicts")
    if owner.shape[0] != width or owner.shape[1] != height:
        raise ValueError("owner has the picture's shape")
    if plane.shape[0] != wide or plane.shape[1] != high:
        raise ValueError("the plane is the picture's size and a margin")
    if (blocks.shape[0], blocks.shape[1]) != block_shape(field.width, field.height):
        raise ValueError("blocks cover the plane")
    with nogil:
        for x in range(wide):
            for y in range(high):
                plane[x, y] = FARTHEST
        for x in range(width):
            for y in range(height):
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
                if (x < MARGIN or y < MARGIN or x >= width + MARGIN or y >= height + MARGIN):
                    plane[x, y] = max(near, 1)
                else:
                    plane[x, y] = max(near, 0)
        gather(plane, blocks)


def fill_same(Field field not None, unsigned char[:, ::1] same not None):
    """Fill a plane with the L1 distance to the nearest pixel of another class."""
    cdef Py_ssize_t x, y, width = field.width, height = field.height
    cdef int kind
    if same.shape[0] != width or same.shape[1] != height:
        raise ValueError("the plane has the picture's shape")
    with nogil:
        for x in range(width):
            for y in range(height):
                kind = field.classes[x, y]
                same[x, y] = FARTHEST
                if (x > 0 and field.classes[x - 1, y] != kind
                        or y > 0 and field.classes[x, y - 1] != kind
                        or x + 1 < width and field.classes[x + 1, y] != kind
                        or y + 1 < height and field.classes[x, y + 1] != kind):
                    same[x, y] = 1
        spread(same, width, height)


cdef void gather(const unsigned char[:, ::1] plane, unsigned char[:, ::1] blocks) noexcept nogil:
    """Keep the least of each block."""
    cdef Py_ssize_t x, y
    for x in range(blocks.shape[0]):
        for y in range(blocks.shape[1]):
            blocks[x, y] = FARTHEST
    for x in range(plane.shape[0]):
        for y in range(plane.shape[1]):
            if plane[x, y] < blocks[x >> BLOCK_BITS, y >> BLOCK_BITS]:
                blocks[x >> BLOCK_BITS, y >> BLOCK_BITS] = plane[x, y]


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
