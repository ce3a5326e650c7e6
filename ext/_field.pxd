# The compiled board: everything that a trace reads, as typed views of arrays made in Python.

from hexlos.ext._paths cimport Step


cdef class Field:
    cdef:
        # planes, by picture pixel (x, y)
        const unsigned short[:, ::1] classes      # (terrain, ground level) class
        const int[:, ::1] edge                    # cell * 6 + side of the drawn hexside, or -1
        const int[:, ::1] owner                   # cell that a sampled pixel belongs to
        # by class
        const signed char[::1] ground
        const unsigned char[::1] traits           # bits IS_ROAD .. IS_ROOFLESS of _line
        const unsigned char[::1] outdoors         # 1 for what is no factory
        const unsigned short[::1] plain           # class of the bare ground there
        const signed char[::1] building_top       # twice the top of a building, else -128
        # verdicts, by ((stance * levels + low level) * levels + high level, class)
        const int[:, ::1] verdict
        const unsigned char[:, ::1] live          # same rows, by cell: the most it can do
        # by cell
        const unsigned char[::1] bars             # shows a wall inside a building
        const unsigned char[::1] bridge           # shows a bridge
        const unsigned char[::1] slope            # bit a hexside: 1 << side is a slope
        const unsigned char[::1] hillock
        const unsigned char[::1] stairs
        const unsigned char[::1] factory
        const unsigned char[::1] on_board
        const unsigned char[::1] rail             # centre on a railroad
        const unsigned char[:, ::1] rail_side     # hexsides that one crosses
        const signed char[::1] base
        const signed char[::1] top_ground
        const unsigned char[::1] inherent         # row of remap, 0 for none
        const unsigned char[::1] drawn_only       # inherent only for a LOS along hexsides (Q2.2)
        const unsigned char[::1] depression
        const unsigned char[:, ::1] joined        # depression hexsides
        const unsigned char[:, ::1] wall          # hexsides: 1 wall, hedge ..., 2, 4 art at ends, 8 bocage
        const unsigned char[::1] fenced           # hexside terrain shows in the hex or beside it
        const unsigned char[::1] deir             # bit a hexside: a Lip one; 64 in a deir, off its Lip
        const signed char[:, ::1] wall_level
        const unsigned char[:, ::1] cliff
        const long long[:, ::1] centre            # grid units
        const int[:, :, ::1] aim                  # whole pixels by point, for the sampled thread
        const int[::1] grown_top
        const short[:, :, ::1] grown              # columns of the grown hex by row: first, last
        # inherent terrain, by row
        const unsigned short[:, ::1] remap        # class of the inherent terrain at that ground
        const unsigned char[::1] orchard
        # paths
        const int[::1] starts
        const unsigned char[::1] steps
        int first_dc, last_dr
        int units_x, units_y, stride, lowest, levels, stances, width, height
        int column_step, row_step                 # grid units a lattice column and row
        int samples
        int bare                                  # class of pixels on which no board lies, or -1
        long long[3][2] normal                    # 1.5 pixels across a hexside, in 2**-20 pixels

    cdef const Step* path(self, int source, int target, int* count) noexcept nogil
    cdef const Step* path_by(self, int dc, int dr, int* count) noexcept nogil
