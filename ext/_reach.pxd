# cython: boundscheck=False, wraparound=False, cdivision=True
# How far each pixel is from anything that acts, for the pairs of levels that a table asks about.

from hexlos.ext._field cimport Field
from hexlos.ext._sides cimport Sides

cdef enum:
    MARGIN = 2           # pixels around the picture


cdef struct Start:
    # the pixel that a line leaves a hex's centre in, and where in that pixel
    int x
    int y
    int part_x          # grid units from the pixel's edge behind, to the left or right,
    int part_y          # above or below


cdef struct Spot:
    # a hex's centre, for lines that go right and down, right and up, left and down, left and up
    Start[4] starts
    int column
    int row


cdef class Reach:
    cdef:
        int tiles                              # a column of a plane
        int cells
        const unsigned char[:, ::1] planes     # by plane: codes of pixels, see code_place
        const unsigned char[::1] same          # in the order of a plane: entries of one class for sure
        const int[::1] plane_of                # by verdict row, -1 for none
        const unsigned char** plane_at         # the same, NULL for none
        const unsigned char** hard_at          # planes on which a single hindrance does nothing
        const int[::1] above_of                # plane of the ground above a level, -1 for none
        const int[:, ::1] spots                # rows of Spot by cell
        const unsigned char[::1] special       # by cell: bits of End
        const unsigned char[::1] noted         # inherent terrain, or a wall on a hexside
        const int[::1] hexes                   # cells on the map, column by column
        int last_column, last_row
        Sides sides
        const unsigned char[:, ::1] blind      # by plane and cell: see fill_blind
        const unsigned char[:, ::1] acting     # by plane: hexsides along which something may act
        bint regular                           # hexes one offset apart are as far apart everywhere


cdef enum:
    # codes of a pixel: below AS_DRAWN, so many entries act on no line; from there on it acts, and so
    # much more is its class; from ACTS on, but for OTHER, so much more than that
    AS_DRAWN = 64        # in every hex that it may be met in, what is drawn acts and nothing else;
                         # told of what blocks or hinders without conditions, and of walls
    ACTS = 128
    OTHER = 255
    # a tile, 8 x 8 codes, fills a line of the processor's cache
    TILE_BITS = 3


cdef inline Py_ssize_t code_place(int tiles, int x, int y) noexcept nogil:
    """Where a plane has the code of a pixel, its margin included."""
    return ((((x >> TILE_BITS) * tiles + (y >> TILE_BITS)) << 2 * TILE_BITS)
            + ((x & 7) << TILE_BITS) + (y & 7))


cdef inline int code_class(Field f, int code, int x, int y) noexcept nogil:
    """The class of a pixel that acts."""
    if code == OTHER:
        return f.classes[x, y]
    return code - (ACTS if code >= ACTS else AS_DRAWN)


cdef enum End:
    IS_SLOW = 1          # a slope or hillock: the general path
    IS_DEPRESSION = 2
    HAS_BARS = 4
    ON_RAILS = 8         # centre on a railroad: two such ends may be joined by it
