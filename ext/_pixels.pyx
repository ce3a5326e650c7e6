# cython: boundscheck=False, wraparound=False, cdivision=True
"""The exact thread through one hex, or along one hexside: every pixel, in order."""

from hexlos.ext._beside cimport judge_sides
from hexlos.ext._field cimport Field
from hexlos.ext._line cimport (
    Answer, Line, SHIFT_BITS, Tally, lattice_axis, own_step,
)
from hexlos.ext._paths cimport Step
from hexlos.ext._points cimport Slide, below_div, floor_div, slide, start_slide
from hexlos.ext._visit cimport Walk, alike, visit


cdef bint cross_hex(Field f, Line* line, const Step* s, Walk* walk, Tally* tally,
                    Answer* answer) noexcept nogil:
    """Visit every pixel that the line runs through inside one hex, in order."""
    cdef long long xa = line.x0 * s.d0 + line.dx * s.n0, xb = line.x0 * s.d1 + line.dx * s.n1
    cdef long long ya = line.y0 * s.d0 + line.dy * s.n0, yb = line.y0 * s.d1 + line.dy * s.n1
    cdef long long ux0 = <long long>s.d0 * f.units_x, ux1 = <long long>s.d1 * f.units_x
    cdef long long uy0 = <long long>s.d0 * f.units_y, uy1 = <long long>s.d1 * f.units_y
    cdef int right = 1 if line.dx >= 0 else -1, down = 1 if line.dy >= 0 else -1
    cdef long long x, y, x_last, y_last, y_stop, den, q, r, q_step, r_step, edge
    cdef bint tie
    cdef int seen
    if right > 0:
        x, x_last = floor_div(xa, ux0), below_div(xb, ux1)
    else:
        x, x_last = below_div(xa, ux0), floor_div(xb, ux1)
    if down > 0:
        y, y_last = floor_div(ya, uy0), below_div(yb, uy1)
    else:
        y, y_last = below_div(ya, uy0), floor_div(yb, uy1)
    if line.dx == 0:
        tie = line.x0 % f.units_x == 0
        # of two columns the one to the line's left speaks, however the map lies
        x = floor_div(line.x0, f.units_x) - (tie and down < 0)
        while (y - y_last) * down <= 0:
            seen = visit(f, line, walk, tally, answer, <int>x, <int>y,
                         <int>(x - down) if tie else -1, <int>y)
            if seen:
                return seen == 1
            y += down
        return False
    if line.dy == 0:
        tie = line.y0 % f.units_y == 0
        y = floor_div(line.y0, f.units_y) - (tie and right < 0)
        while (x - x_last) * right <= 0:
            seen = visit(f, line, walk, tally, answer, <int>x, <int>y,
                         <int>x if tie else -1, <int>(y - right))
            if seen:
                return seen == 1
            x += right
        return False
    # y where the line leaves column x is q + r / den; each column adds q_step + r_step / den
    den = line.dx * right * f.units_y
    edge = (x + 1 if right > 0 else x) * f.units_x
    q = (line.y0 * line.dx + (edge - line.x0) * line.dy) * right
    r = q
    q = floor_div(q, den)
    r -= q * den
    r_step = f.units_x * line.dy
    q_step = floor_div(r_step, den)
    r_step -= q_step * den
    while True:
        if x == x_last:
            y_stop = y_last
        elif down > 0:
            y_stop = q if r else q - 1
        else:
            y_stop = q
        while (y - y_stop) * down <= 0:
            seen = visit(f, line, walk, tally, answer, <int>x, <int>y, -1, -1)
            if seen:
                return seen == 1
            y += down
        if x == x_last:
            return False
        if down > 0:
            y = q
        else:
            y = q if r else q - 1
        q += q_step
        r += r_step
        if r >= den:
            r -= den
            q += 1
        x += right


cdef bint follow_hexside(Field f, Line* line, const Step* s, Tally* tally,
                         Answer* answer) noexcept nogil:
    """Compare what shows 1.5 pixels to each side of a hexside the line runs along (A6.1)."""
    cdef int first = line.source + s.cell, second = line.source + (s + 1).cell
    cdef int i, axis
    cdef long long ax = f.centre[first, 0] - line.x0, ay = f.centre[first, 1] - line.y0
    cdef long long turn = line.dx * ay - line.dy * ax
    # the three directions of the lattice: level, falling to the right, rising to the right
    axis = lattice_axis(f, line)
    cdef long long nx = f.normal[axis][0], ny = f.normal[axis][1]
    # n points to the side of `first`
    if (line.dx * ny - line.dy * nx > 0) != (turn > 0):
        nx, ny = -nx, -ny
    cdef long long parts = 2 * f.samples, whole = parts * s.d0
    cdef long long den_x = whole * f.units_x, den_y = whole * f.units_y
    cdef long long along = s.n0 * parts + s.n1 - s.n0, step = 2 * (s.n1 - s.n0), x1, y1, x2, y2
    cdef long long px = (line.x0 * whole + line.dx * along) << SHIFT_BITS
    cdef long long py = (line.y0 * whole + line.dy * along) << SHIFT_BITS
    cdef Slide[4] at
    start_slide(&at[0], px + nx * den_x, (line.dx * step) << SHIFT_BITS, den_x << SHIFT_BITS)
    start_slide(&at[1], py + ny * den_y, (line.dy * step) << SHIFT_BITS, den_y << SHIFT_BITS)
    start_slide(&at[2], px - nx * den_x, (line.dx * step) << SHIFT_BITS, den_x << SHIFT_BITS)
    start_slide(&at[3], py - ny * den_y, (line.dy * step) << SHIFT_BITS, den_y << SHIFT_BITS)
    cdef int kind = -1, kind2 = -1
    if own_step(s + 1):
        line.step += 1  # what is told of the hexside is told of the end's own hex
    for i in range(f.samples):
        x1, y1, x2, y2 = at[0].whole, at[1].whole, at[2].whole, at[3].whole
        for axis in range(4):
            slide(&at[axis])
        if x1 >= 0 and y1 >= 0 and x1 < f.width and y1 < f.height and (
                x2 >= 0 and y2 >= 0 and x2 < f.width and y2 < f.height):
            if f.classes[x1, y1] == kind and f.classes[x2, y2] == kind2:
                continue  # more of what did nothing new
            kind, kind2 = f.classes[x1, y1], f.classes[x2, y2]
            if not (alike(f, line, f.inherent[first], kind)
                    and alike(f, line, f.inherent[second], kind2)):
                kind = -1
        if judge_sides(f, line, s, <int>x1, <int>y1, <int>x2, <int>y2, tally, answer):
            return True
    return False
