# How far each pixel is from anything that acts, for the pairs of levels that a table asks about.

cdef enum:
    MARGIN = 2           # pixels around the picture


cdef struct Spot:
    # a hex's centre: the pixel that a line leaves it in, and where in that pixel
    int x
    int x_left          # for a line that goes left
    int y
    int y_up            # for a line that goes up the picture
    int part_x          # grid units from the pixel's left edge,
    int part_left       # from its right edge,
    int part_y          # from its upper edge,
    int part_up         # from its lower edge
    int column
    int row


cdef class Reach:
    cdef:
        int wide, high                         # pixels of a plane
        int tiles                              # a column of a plane
        int cells
        const unsigned char[:, ::1] planes     # by plane: codes of pixels, see code_place
        const unsigned char[::1] same          # in the order of a plane: entries of one class for sure
        const int[::1] plane_of                # by verdict row, -1 for none
        const int[:, ::1] spots                # rows of Spot by cell
        const unsigned char[::1] special       # by cell: bits of End
        const unsigned char[::1] noted         # inherent terrain, or a wall on a hexside
        const int[::1] hexes                   # cells on the map, column by column
        int last_column, last_row
        bint regular                           # hexes one offset apart are as far apart everywhere


cdef enum:
    # codes of a pixel: below ACTS, so many entries act on no line; from there on it acts, and so
    # much more is its class, but for OTHER
    ACTS = 128
    OTHER = 255
    # a tile, 8 x 8 codes, fills a line of the processor's cache
    TILE_BITS = 3


cdef inline Py_ssize_t code_place(int tiles, int x, int y) noexcept nogil:
    """Where a plane has the code of a pixel, its margin included."""
    return ((((x >> TILE_BITS) * tiles + (y >> TILE_BITS)) << 2 * TILE_BITS)
            + ((x & 7) << TILE_BITS) + (y & 7))


cdef enum End:
    IS_SLOW = 1          # a slope or hillock: the general path
    IS_DEPRESSION = 2
    HAS_BARS = 4
    ON_RAILS = 8         # centre on a railroad: two such ends may be joined by it
