# cython: boundscheck=False, wraparound=False, cdivision=True
"""Distance from what acts, by pixel: lines pass quickly over all that cannot matter."""

from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from hexlos.ext._field cimport Field


cdef enum:
    FARTHEST = 127
    TILE = 1 << TILE_BITS
    WHOLE = 2            # a whole hex reaches this far beyond the pixels that it owns


cdef struct Distances:
    # of the pixels of whole tiles, column by column
    unsigned char* at
    Py_ssize_t wide
    Py_ssize_t high


cdef class Reach:
    """Planes of distances, for the rows of verdicts that plane_of names; checked once."""

    def __init__(self, Field field not None, *, planes, same, plane_of, spots, special, noted, hexes,
                 int last_column, int last_row, bint regular):
        cells = field.on_board.shape[0]
        if planes.shape[1] != plane_size(field.width, field.height):
            raise ValueError("planes are the picture's size and a margin")
        if same.shape[0] != planes.shape[1]:
            raise ValueError("same has the size of a plane")
        if plane_of.shape[0] != field.verdict.shape[0]:
            raise ValueError("plane_of has an entry for every row of verdicts")
        if max(plane_of) >= planes.shape[0]:
            raise ValueError("no such plane")
        if not (spots.shape == (cells, 10) and special.shape[0] == noted.shape[0] == cells):
            raise ValueError("spots, special and noted have one row a cell")
        self.planes, self.same = planes, same
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
               unsigned char[::1] plane not None):
    """Fill a plane with how far each pixel is from those that act at one row of verdicts, or what acts there.

    Distances are L1, and at least one where nothing acts. owner is the cell of each pixel, -1 for
    none. A hex of inherent terrain that acts does so as a whole; beyond the picture nothing acts.
    """
    cdef Py_ssize_t x, y, width = field.width, height = field.height
    cdef int cell
    cdef unsigned char* column
    if not 0 <= row < field.verdict.shape[0]:
        raise ValueError("no such row of verdicts")
    if owner.shape[0] != width or owner.shape[1] != height:
        raise ValueError("owner has the picture's shape")
    if plane.shape[0] != plane_size(field.width, field.height):
        raise ValueError("the plane is the picture's size and a margin")
    cdef Distances far
    start_distances(field, &far)
    with nogil:
        for x in range(width):
            column = far.at + (x + MARGIN) * far.high + MARGIN
            for y in range(height):
                cell = owner[x, y]
                if field.verdict[row, field.classes[x, y]]:
                    column[y] = WHOLE
                if (cell >= 0 and field.inherent[cell] and not field.drawn_only[cell]
                        and field.live[row, cell]):
                    column[y] = 0
        spread(&far)
        for x in range(far.wide):
            column = far.at + x * far.high
            for y in range(far.high):
                if (x < MARGIN or x >= width + MARGIN or y < MARGIN or y >= height + MARGIN
                        or column[y] > WHOLE):
                    column[y] = max(column[y], WHOLE + 1) - WHOLE
                else:
                    column[y] = act_code(field.classes[x - MARGIN, y - MARGIN])
        tile(&far, plane)
    free(far.at)


cdef inline unsigned char act_code(int kind) noexcept nogil:
    return <unsigned char>min(ACTS + kind, OTHER)


def fill_same(Field field not None, unsigned char[::1] same not None):
    """Fill an array in the order of a plane with the L1 distance to the nearest pixel of another class."""
    cdef Py_ssize_t x, y, width = field.width, height = field.height
    if same.shape[0] != plane_size(field.width, field.height):
        raise ValueError("same has the size of a plane")
    cdef const unsigned short* here
    cdef unsigned char* column
    cdef Distances far
    start_distances(field, &far)
    with nogil:
        for x in range(width):
            here, column = &field.classes[x, 0], far.at + (x + MARGIN) * far.high + MARGIN
            for y in range(1, height):
                if here[y] != here[y - 1]:
                    column[y] = column[y - 1] = 1
            if x > 0:
                mark_changes(here, &field.classes[x - 1, 0], column, height)
            if x + 1 < width:
                mark_changes(here, &field.classes[x + 1, 0], column, height)
        spread(&far)
        tile(&far, same)
    free(far.at)


cdef inline void mark_changes(const unsigned short* here, const unsigned short* beside,
                              unsigned char* column, Py_ssize_t height) noexcept nogil:
    cdef Py_ssize_t y
    for y in range(height):
        column[y] = 1 if here[y] != beside[y] else column[y]


cdef int start_distances(Field field, Distances* far) except -1:
    """Distances of all pixels of a plane, none known yet."""
    far.wide, far.high = tiles_down(field.width) * TILE, tiles_down(field.height) * TILE
    far.at = <unsigned char*>malloc(far.wide * far.high)
    if far.at == NULL:
        raise MemoryError()
    memset(far.at, FARTHEST, far.wide * far.high)
    return 0


cdef void spread(const Distances* far) noexcept nogil:
    """Lower every pixel to one more than its neighbours, forth and back."""
    cdef Py_ssize_t x, y
    cdef int near
    cdef unsigned char* column
    for x in range(far.wide):
        column = far.at + x * far.high
        near = FARTHEST
        for y in range(far.high):
            near = min(near + 1, <int>column[y])
            column[y] = <unsigned char>near
        for y in range(far.high - 1, -1, -1):
            near = min(near + 1, <int>column[y])
            column[y] = <unsigned char>near
    for x in range(1, far.wide):
        lower(far.at + x * far.high, far.at + (x - 1) * far.high, far.high)
    for x in range(far.wide - 2, -1, -1):
        lower(far.at + x * far.high, far.at + (x + 1) * far.high, far.high)


cdef inline void lower(unsigned char* column, const unsigned char* beside,
                       Py_ssize_t high) noexcept nogil:
    cdef Py_ssize_t y
    cdef unsigned char near
    for y in range(high):
        near = <unsigned char>(beside[y] + 1)
        column[y] = near if near < column[y] else column[y]


cdef void tile(const Distances* far, unsigned char[::1] plane) noexcept nogil:
    """Put columns of whole tiles into the order of a plane."""
    cdef Py_ssize_t x, y
    cdef int tiles = <int>far.high // TILE
    for x in range(far.wide):
        for y in range(0, tiles):
            memcpy(&plane[code_place(tiles, <int>x, <int>y * TILE)],
                   far.at + x * far.high + y * TILE, TILE)
