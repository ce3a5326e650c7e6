# cython: boundscheck=False, wraparound=False, cdivision=True
"""The exact thread."""

from hexlos.ext._begin cimport begin
from hexlos.ext._codes cimport (
    CROSSES, END_HEX, END_POINT, SIDE_FIRST, SIDE_SECOND, TOUCHES,
)
from hexlos.ext._depression cimport in_depression
from hexlos.ext._entrenched cimport hidden_by_own_wall
from hexlos.ext._field cimport Field
from hexlos.ext._indoors cimport lies_within_factory
from hexlos.ext._inside cimport building_bars, inside_building, same_hex
from hexlos.ext._line cimport ASKS_WANTED, Answer, Line, Note, Tally, runs_along
from hexlos.ext._paths cimport Step
from hexlos.ext._pixels cimport cross_hex, follow_hexside
from hexlos.ext._search cimport search_exact
from hexlos.ext._visit cimport Walk, start_walk
from hexlos.ext._walls cimport climbed_cliff, follow_hexspine, touch_hex


cdef void trace_exact(Field field, const int* source, const int* target, Answer* answer,
                      Note* notes, Step* room) noexcept nogil:
    cdef Line line
    cdef Tally tally
    cdef Walk walk
    cdef int i, cell
    cdef const Step* s
    begin(field, &line, source, target, &tally, answer, notes, room)
    if source[0] == target[0] and not line.bypass:
        same_hex(field, &line, answer)
        return
    if line.bypass and climbed_cliff(field, &line, answer) and notes == NULL:
        return
    if (in_depression(field, &line, NULL, &tally, answer) or inside_building(field, &line, answer)
            or hidden_by_own_wall(field, &line, search_exact, &tally, answer)):
        if notes == NULL:
            return
    if building_bars(field, &line, &tally, answer):
        return
    line.within_factory = lies_within_factory(field, &line, search_exact, &tally, answer)
    for i in range(line.count):
        s = line.steps + i
        line.step = i
        cell = line.source + s.cell
        if s.kind == CROSSES:
            if not field.on_board[cell] or not (line.live[cell] or line.slope):
                continue
            start_walk(field, &line, s, &walk)
            if cross_hex(field, &line, s, &walk, &tally, answer):
                return
        elif s.kind == SIDE_FIRST:
            if follow_hexspine(field, &line, i, &tally, answer):
                return
            if not (line.live[cell] or line.live[line.source + (s + 1).cell] or line.slope):
                continue
            if follow_hexside(field, &line, s, &tally, answer):
                return
        elif s.kind == TOUCHES:
            if touch_hex(field, &line, i, &tally, answer):
                return


cdef bint crosses_hex(Field field, const int* source, const int* target, int cell,
                      const unsigned char* wanted, Step* room) noexcept nogil:
    """Whether the exact thread crosses a depiction of a wanted class inside one hex, ends too."""
    cdef Line line
    cdef Tally tally
    cdef Walk walk
    cdef Answer answer
    cdef int i
    begin(field, &line, source, target, &tally, &answer, NULL, room)
    line.asks = ASKS_WANTED
    line.wanted = wanted
    for i in range(line.count):
        if (line.source + line.steps[i].cell != cell or line.steps[i].kind == TOUCHES
                or line.steps[i].kind == END_POINT):
            continue
        if line.steps[i].kind == SIDE_SECOND:
            i -= 1
        if runs_along(&line, i):
            return follow_hexside(field, &line, line.steps + i, &tally, &answer)
        start_walk(field, &line, line.steps + i, &walk)
        return cross_hex(field, &line, line.steps + i, &walk, &tally, &answer)
    return False


cdef void trace_beside(Field field, const int* source, const int* target, long long shift_x,
                       long long shift_y, Answer* answer, Step* room) noexcept nogil:
    """The exact thread of a line moved sideways by some grid units, its hexes staying the same.

    Off the line itself nothing is touched or run along: a hexside's hex on that side is crossed.
    """
    cdef Line line
    cdef Tally tally
    cdef Walk walk
    cdef int i
    cdef long long turn
    cdef const Step* s
    begin(field, &line, source, target, &tally, answer, NULL, room)
    if ((source[0] == target[0] and not line.bypass) or in_depression(field, &line, NULL, &tally, answer)
            or hidden_by_own_wall(field, &line, search_exact, &tally, answer)):
        return
    if line.bypass and climbed_cliff(field, &line, answer):
        return
    line.x0 += shift_x
    line.y0 += shift_y
    line.aligned = False
    for i in range(line.count):
        s = line.steps + i
        if s.kind == TOUCHES or s.kind == END_HEX or s.kind == END_POINT:
            continue
        if not field.on_board[line.source + s.cell]:
            continue
        if runs_along(&line, i):
            turn = (line.dx * (field.centre[line.source + s.cell, 1] - line.y0)
                    - line.dy * (field.centre[line.source + s.cell, 0] - line.x0))
            if (turn > 0) != (line.dx * shift_y - line.dy * shift_x > 0):
                continue
        start_walk(field, &line, s, &walk)
        if cross_hex(field, &line, s, &walk, &tally, answer):
            return
