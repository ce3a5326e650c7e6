# cython: boundscheck=False, wraparound=False, cdivision=True
"""Ends IN a Depression, exact thread (A6.3, B19.2)."""

from hexlos.ext._codes cimport (
    DEPRESSION, DEPRESSION_HEXSIDE, SIDE_FIRST, SIDE_SECOND, TOUCHES, UNDER_PLACE,
)
from hexlos.ext._field cimport Field
from hexlos.ext._line cimport Answer, Line, Note, Tally, block, side_towards
from hexlos.ext._paths cimport Step
from hexlos.ext._pixels cimport Walk, cross_hex, follow_hexside, start_walk


cdef bint leaves_depression(Field f, Line* line, bint from_source, int level,
                            Tally* tally, Answer* answer) noexcept nogil:
    """Whether an end IN a Depression cannot see out (or be seen) along the line (A6.3)."""
    cdef int i, k, found = -1, rise, cell, reach
    cdef Walk walk
    cdef const Step* s
    cdef bint out
    line.below = True
    line.threshold = level
    for k in range(line.count):
        i = k if from_source else line.count - 1 - k
        s = line.steps + i
        if s.kind == TOUCHES:
            continue
        if s.kind == SIDE_FIRST or s.kind == SIDE_SECOND:
            # two steps share one stretch; the first of them speaks for both
            if s.kind == SIDE_SECOND:
                i -= 1
                s -= 1
            elif not from_source:
                continue
            out = follow_hexside(f, line, s, tally, answer)
        else:
            cell = line.source + s.cell
            if not f.on_board[cell] or 2 * f.top_ground[cell] <= level:
                continue
            start_walk(f, line, s, &walk)
            out = cross_hex(f, line, s, &walk, tally, answer)
        if out:
            found = i
            break
    line.below = False
    return found >= 0 and not sees_out(line, found, from_source)


cdef inline bint sees_out(Line* line, int found, bint from_source) noexcept nogil:
    """Whether the other end is as many levels higher as it is hexes beyond the Depression."""
    cdef const Step* s = line.steps + found
    cdef int reach = s.from_target if from_source else s.from_source
    cdef int rise = line.high - line.low
    return (-rise if line.falling == from_source else rise) >= 2 * reach


cdef bint stands_in_depression(Field f, int cell, int level, int kind) noexcept nogil:
    return kind == UNDER_PLACE or (f.depression[cell] and level == 2 * f.base[cell])


cdef bint in_depression(Field f, Line* line, Tally* tally, Answer* answer) noexcept nogil:
    """The limits of an end IN a Depression; True when they block the line (A6.3, B19.2)."""
    cdef int side
    cdef bint source_in = stands_in_depression(f, line.source, line.source_level,
                                               line.source_kind)
    cdef bint target_in = stands_in_depression(f, line.target, line.target_level,
                                               line.target_kind)
    cdef Note* notes = line.notes
    cdef bint blocked = False
    if not source_in and not target_in:
        return False
    if line.range <= 1 and not (source_in and target_in):
        return False
    if line.range <= 1:
        side = side_towards(f, line.source, line.target)
        if side < 0 or f.joined[line.source, side]:
            return False
    line.notes = NULL
    if source_in and leaves_depression(f, line, True, line.source_level, tally, answer):
        blocked = True
    elif target_in and leaves_depression(f, line, False, line.target_level, tally, answer):
        blocked = True
    if blocked:
        answer.blocked = 1
        answer.reason = DEPRESSION if line.range > 1 else DEPRESSION_HEXSIDE
    else:
        answer.blocked = 0
        answer.reason = 0
        answer.x = answer.y = answer.cell = -1
    line.notes = notes
    return blocked
