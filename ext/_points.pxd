# cython: boundscheck=False, wraparound=False, cdivision=True
# Points of the picture: which pixel holds one, and blocking a line there. Inline helpers only.

from hexlos.ext._field cimport Field
from hexlos.ext._line cimport Answer, Line


cdef inline long long floor_div(long long a, long long b) noexcept nogil:
    """The last whole number not above a / b, for b > 0 (C division truncates)."""
    cdef long long q = a // b
    return q - 1 if q * b > a else q


cdef inline long long below_div(long long a, long long b) noexcept nogil:
    """The last whole number below a / b, for b > 0."""
    cdef long long q = a // b
    return q - 1 if q * b >= a else q


cdef struct Slide:
    # a quotient that grows by the same fraction each time
    long long whole
    long long rest
    long long whole_step
    long long rest_step
    long long den


cdef inline void start_slide(Slide* at, long long n, long long step, long long den) noexcept nogil:
    at.den = den
    at.whole, at.whole_step = floor_div(n, den), floor_div(step, den)
    at.rest, at.rest_step = n - at.whole * den, step - at.whole_step * den


cdef inline void slide(Slide* at) noexcept nogil:
    at.whole += at.whole_step
    at.rest += at.rest_step
    if at.rest >= at.den:
        at.rest -= at.den
        at.whole += 1


cdef inline bint off_picture(Field f, long long x, long long y) noexcept nogil:
    """Whether no board shows a pixel: it lies beside the picture, or where no board lies."""
    return (x < 0 or y < 0 or x >= f.width or y >= f.height
            or f.classes[x, y] == f.bare)


cdef inline int within(long long value, int size) noexcept nogil:
    """A pixel's place, pulled onto the picture."""
    return <int>min(max(value, 0), size - 1)


cdef inline int column_at(Field f, Line* line, long long x, long long parts) noexcept nogil:
    """Column of pixels that holds a point, in parts of a grid unit: on an edge the one ahead.

    A picture turned round has the edge's other side ahead, as it must.
    """
    cdef bint right = line.dx > 0 or line.dx == 0 and line.dy > 0
    cdef long long units = parts * f.units_x
    return within(floor_div(x, units) if right else below_div(x, units), f.width)


cdef inline int row_at(Field f, Line* line, long long y, long long parts) noexcept nogil:
    """Row of pixels that holds a point, as column_at."""
    cdef bint down = line.dy > 0 or line.dy == 0 and line.dx > 0
    cdef long long units = parts * f.units_y
    return within(floor_div(y, units) if down else below_div(y, units), f.height)


cdef inline void block(Answer* answer, int reason, int x, int y, int cell) noexcept nogil:
    answer.blocked = 1
    answer.reason = <unsigned char>reason
    answer.x, answer.y, answer.cell = x, y, cell


cdef inline void block_at_dot(Field f, Line* line, Answer* answer, int reason,
                              int cell) noexcept nogil:
    """Block the line at a hex's centre."""
    block(answer, reason, column_at(f, line, f.centre[cell, 0], 1),
          row_at(f, line, f.centre[cell, 1], 1), cell)
