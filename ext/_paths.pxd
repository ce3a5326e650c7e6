# One hex that a path meets: its cell relative to the source's, and where along the line (n / d).

cdef struct Step:
    int cell
    int n0
    int d0
    int n1
    int d1
    short from_source
    short from_target
    int kind

# Steps that any path may have: a map is no more than 2000 hexes across.
cdef enum:
    MAX_STEPS = 4096

# An aiming point of a hex: 0 its centre dot, 1..6 its vertices clockwise from the top-left one,
# in the lattice's (thirds of a pitch, half hex heights).
cdef inline int point_u(int point) noexcept nogil:
    if point == 0:
        return 0
    if point == 3 or point == 6:
        return 2 if point == 3 else -2
    return 1 if point == 2 or point == 4 else -1


cdef inline int point_v(int point) noexcept nogil:
    if point == 0 or point == 3 or point == 6:
        return 0
    return -1 if point < 3 else 1


cdef int fill_path(int dc, int dr, int from_point, int to_point, int stride, Step* out,
                   int room) noexcept nogil
