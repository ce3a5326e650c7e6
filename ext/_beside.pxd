# cython: boundscheck=False, wraparound=False, cdivision=True
# What shows on both sides of a hexside that a line runs along (A6.1). Inline helpers only.

from hexlos.ext._field cimport Field
from hexlos.ext._line cimport (
    Answer, BLOCKED, IS_ROAD, IS_ROOFLESS, Line, Tally, class_effect, own_step, record,
)
from hexlos.ext._paths cimport Step
from hexlos.ext._points cimport off_picture


cdef inline int side_effect(Field f, Line* line, const Step* s, int cell, long long x,
                            long long y) noexcept nogil:
    """Effect of the pixel on one side of a hexside that the line runs along; -1 off the map."""
    cdef int kind, effect
    if not f.on_board[cell] or off_picture(f, x, y):
        return -1
    kind = f.classes[x, y]
    effect = class_effect(f, line, kind, cell, s.from_source, s.from_target, <int>x, <int>y)
    if 0 < effect < BLOCKED and f.traits[kind] & IS_ROOFLESS:
        return 2 * effect
    return effect


cdef inline int inherent_effect(Field f, Line* line, const Step* s, int cell, long long x,
                                long long y) noexcept nogil:
    cdef int row, kind
    if not f.on_board[cell] or off_picture(f, x, y):
        return 0
    row = f.inherent[cell]
    kind = f.classes[x, y]
    if not row or (f.orchard[row] and (f.traits[kind] & IS_ROAD)):
        return 0
    return class_effect(f, line, f.remap[row, kind], cell, s.from_source, s.from_target,
                        <int>x, <int>y)


cdef inline bint judge_sides(Field f, Line* line, const Step* s, int x1, int y1, int x2, int y2,
                             Tally* tally, Answer* answer) noexcept nogil:
    """Take a pixel on either side into the answer; True when the line is blocked."""
    cdef int first = line.source + s.cell, second = line.source + (s + 1).cell, x = x1, y = y1
    cdef int effect = side_effect(f, line, s, first, x1, y1)
    cdef int other = side_effect(f, line, s + 1, second, x2, y2)
    if effect < 0 or (other >= 0 and other < effect):
        effect = other
        x, y = x2, y2
    if effect < 0:
        return False
    if not line.asks:
        if not own_step(s):
            effect = max(effect, inherent_effect(f, line, s, first, x1, y1))
        if not own_step(s + 1):
            effect = max(effect, inherent_effect(f, line, s + 1, second, x2, y2))
    # the two sides differ in range along the own hexside of a vertex only
    return effect and record(line, tally, answer, effect, min(s.from_source, (s + 1).from_source),
                             min(s.from_target, (s + 1).from_target), x, y,
                             first if f.on_board[first] else second)
