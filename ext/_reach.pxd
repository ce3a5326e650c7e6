# How far each pixel is from anything that acts, for the pairs of levels that a table asks about.

cdef enum:
    MARGIN = 2           # pixels around the picture
    BLOCK_BITS = 2       # a block is 4 x 4 pixels


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
        int pitch                              # pixels a column of a plane
        int cells
        int block_pitch                        # blocks a column of a plane of blocks
        const unsigned char[:, :, ::1] planes  # by plane, x, y: entries that act on no line
        const unsigned char[:, :, ::1] blocks  # the least of 4 x 4 pixels
        const unsigned char[:, ::1] same       # by x, y: entries that are of one class for sure
        const int[::1] plane_of                # by verdict row, -1 for none
        const int[:, ::1] spots                # rows of Spot by cell
        const unsigned char[::1] special       # by cell: bits of End
        const unsigned char[::1] noted         # inherent terrain, or a wall on a hexside
        const int[::1] hexes                   # cells on the map, column by column
        int last_column, last_row


cdef enum End:
    IS_SLOW = 1          # a slope or hillock: the general path
    IS_DEPRESSION = 2
    HAS_BARS = 4
