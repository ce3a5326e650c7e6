# cython: boundscheck=False, wraparound=False, cdivision=True
"""What shows along each hexside of a board, for lines that run along it."""

from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcmp, memcpy

from hexlos.ext._beside cimport judge_sides
from hexlos.ext._field cimport Field
from hexlos.ext._line cimport Answer, Line, SHIFT_BITS, Tally, neighbour
from hexlos.ext._paths cimport Step, point_u, point_v
from hexlos.ext._pixels cimport follow_hexside
from hexlos.ext._points cimport Slide, off_picture, slide, start_slide


cdef enum:
    SIDES = 6


cdef class Sides:
    """Stretches of all hexsides of a field's hexes, at whatever levels, found once.

    A line along a hexside passes the same points, whatever its ends.
    """

    def __init__(self, Field field not None, const int[::1] hexes not None):
        cdef Py_ssize_t h, cells = field.on_board.shape[0], room = 8 * hexes.shape[0] + field.samples
        cdef int cell, side, used = 0
        if self.starts != NULL:
            raise ValueError("sides are found once")
        for h in range(hexes.shape[0]):
            if not 0 <= hexes[h] < cells or (h and hexes[h - 1] >= hexes[h]):
                raise ValueError("hexes are ascending cells")
        self.field = field
        self.starts = <int*>malloc((SIDES * cells + 1) * sizeof(int))
        self.grow(room)
        if self.starts == NULL:
            raise MemoryError()
        with nogil:
            for cell in range(cells):
                for side in range(SIDES):
                    self.starts[SIDES * cell + side] = used
                    if not field.on_board[cell] or (
                            side >= 3 and field.on_board[neighbour(field, cell, side)]):
                        continue
                    if used + field.samples > room:
                        room = 2 * room + field.samples
                        with gil:
                            self.grow(room)
                    used += find_stretches(field, cell, side, self.stretches + used)
        self.starts[SIDES * cells] = used

    def __dealloc__(self):
        free(self.starts)
        free(self.stretches)

    cdef int grow(self, Py_ssize_t room) except -1:
        cdef Stretch* grown = <Stretch*>realloc(self.stretches, room * sizeof(Stretch))
        if grown == NULL:
            raise MemoryError()
        self.stretches = grown
        return 0


cdef bint follow_side(Field f, Sides sides, const unsigned char* acts, Line* line, const Step* s,
                      Tally* tally, Answer* answer) noexcept nogil:
    """As follow_hexside, of a line between two centres; acts is what mark_acting says of its levels."""
    cdef int first = line.source + s.cell, second = line.source + (s + 1).cell, side = 0
    cdef int i, k, end, step = 1
    cdef bint beyond
    cdef const int* at
    cdef const Stretch* stretch
    while neighbour(f, first, side) != second:
        side += 1
    # the one of the two that has the hexside's stretches
    beyond = not f.on_board[first] or (side >= 3 and f.on_board[second])
    cdef int cell = second if beyond else first
    side = (side + 3) % 6 if beyond else side
    # beyond a seam between boards the lattice may be a grid unit off
    if (not f.on_board[cell] or f.centre[cell, 0] - line.x0
            != <long long>f.column_step * (cell // f.stride - line.source // f.stride)
            or f.centre[cell, 1] - line.y0
            != <long long>f.row_step * (cell % f.stride - line.source % f.stride)):
        return follow_hexside(f, line, s, tally, answer)
    if not acts[SIDES * cell + side]:
        return False
    i, end = sides.starts[SIDES * cell + side], sides.starts[SIDES * cell + side + 1]
    if line.dx < 0:
        step = -1
        i, end = end - 1, i - 1
    while i != end:
        stretch = sides.stretches + i
        i += step
        if not may_act(f, line.verdict, stretch, first, second):
            continue
        at = &stretch.first[0] if step > 0 else &stretch.last[0]
        k = 2 if beyond else 0
        if judge_sides(f, line, s, at[k], at[k + 1], at[2 - k], at[3 - k], tally, answer):
            return True
    return False


cdef inline bint may_act(Field f, const int* verdict, const Stretch* stretch, int first,
                         int second) noexcept nogil:
    """Whether what shows on both sides, or whole hexes, may act: of two sides the weaker counts (A6.1)."""
    return ((stretch.shows < 0 or verdict[stretch.shows])
            and (stretch.beyond < 0 or verdict[stretch.beyond])
            or f.inherent[first] or f.inherent[second])


def mark_acting(Field f not None, Sides sides not None, Py_ssize_t row,
                unsigned char[::1] acts not None):
    """Set to 1 those of 6 * cell + side along which something may act at a row of verdicts, the others to 0."""
    cdef int cell, side, i
    if sides.field is not f or acts.shape[0] != SIDES * f.on_board.shape[0]:
        raise ValueError("acts has six entries a cell of the field")
    if not 0 <= row < f.verdict.shape[0]:
        raise ValueError("no such row of verdicts")
    for cell in range(f.on_board.shape[0]):
        for side in range(SIDES):
            acts[SIDES * cell + side] = 0
            for i in range(sides.starts[SIDES * cell + side], sides.starts[SIDES * cell + side + 1]):
                if may_act(f, &f.verdict[row, 0], sides.stretches + i, cell,
                           neighbour(f, cell, side)):
                    acts[SIDES * cell + side] = 1
                    break


cdef int find_stretches(Field f, int cell, int side, Stretch* out) noexcept nogil:
    """The stretches of one hexside; how many they are."""
    cdef int i, j, n = 0, du, dv
    cdef int[4] pixels
    cdef bint rim = not f.on_board[neighbour(f, cell, side)]
    # a board without hexside terrain has no plane of it
    cdef bint drawn = f.edge.shape[0] == f.width and f.edge.shape[1] == f.height
    cdef long long[4] shows
    cdef long long[4] before
    # point side + 1 is where it begins clockwise: to the left above, to the right below
    cdef int left = side + 1 if side < 2 or side == 5 else (side + 2 if side < 5 else 6)
    cdef int right = (side + 1) % 6 + 1 if side < 2 or side == 5 else side + 1
    cdef int axis = side % 3
    cdef int u = point_u(left), v = point_v(left)
    du, dv = point_u(right) - u, point_v(right) - v
    cdef long long parts = 6 * f.samples, dx = du * f.column_step, dy = 3 * dv * f.row_step
    cdef long long nx = f.normal[axis][0], ny = f.normal[axis][1]
    # n points to the side of the hex
    if (dx * ny - dy * nx > 0) != (dy * u * f.column_step - dx * 3 * v * f.row_step > 0):
        nx, ny = -nx, -ny
    cdef long long x = f.centre[cell, 0] * parts + f.column_step * 2 * f.samples * u + dx
    cdef long long y = f.centre[cell, 1] * parts + 3 * f.row_step * 2 * f.samples * v + dy
    cdef long long den_x = parts * f.units_x, den_y = parts * f.units_y
    cdef Slide[4] at
    start_slide(&at[0], (x << SHIFT_BITS) + nx * den_x, (2 * dx) << SHIFT_BITS, den_x << SHIFT_BITS)
    start_slide(&at[1], (y << SHIFT_BITS) + ny * den_y, (2 * dy) << SHIFT_BITS, den_y << SHIFT_BITS)
    start_slide(&at[2], (x << SHIFT_BITS) - nx * den_x, (2 * dx) << SHIFT_BITS, den_x << SHIFT_BITS)
    start_slide(&at[3], (y << SHIFT_BITS) - ny * den_y, (2 * dy) << SHIFT_BITS, den_y << SHIFT_BITS)
    for i in range(f.samples):
        for j in range(4):
            pixels[j] = <int>at[j].whole
            slide(&at[j])
        for j in range(0, 4, 2):
            shows[j] = shows[j + 1] = -1
            if not off_picture(f, pixels[j], pixels[j + 1]) and not (j and rim):
                shows[j] = f.classes[pixels[j], pixels[j + 1]]
                if drawn:
                    shows[j + 1] = f.edge[pixels[j], pixels[j + 1]]
        if n == 0 or memcmp(shows, before, sizeof(shows)) != 0:
            memcpy(before, shows, sizeof(shows))
            memcpy(out[n].first, pixels, sizeof(pixels))
            out[n].shows, out[n].beyond = <int>shows[0], <int>shows[2]
            n += 1
        memcpy(out[n - 1].last, pixels, sizeof(pixels))
    return n
