# cython: boundscheck=False, wraparound=False, cdivision=True
"""Whether the exact thread meets what is asked for anywhere, end hexes included."""

from hexlos.ext._codes cimport CROSSES, END_HEX, SIDE_FIRST
from hexlos.ext._field cimport Field
from hexlos.ext._line cimport Answer, Line, Tally
from hexlos.ext._paths cimport Step
from hexlos.ext._pixels cimport cross_hex, follow_hexside
from hexlos.ext._search cimport NEAR_SOURCE, NEAR_TARGET
from hexlos.ext._visit cimport Walk, start_walk


cdef bint out_of_reach(int where, int from_source, int from_target) noexcept nogil:
    """Whether a hex is none of those that are searched."""
    return (where == NEAR_SOURCE and from_source > 1) or (where == NEAR_TARGET and from_target > 1)


cdef bint search_exact(Field f, Line* line, int where, Tally* tally,
                       Answer* answer) noexcept nogil:
    """Find what line.asks wants; True when found, and the answer then tells where."""
    cdef int i
    cdef Walk walk
    cdef const Step* s
    for i in range(line.count):
        s = line.steps + i
        if out_of_reach(where, s.from_source, s.from_target):
            continue
        if s.kind == SIDE_FIRST:
            if follow_hexside(f, line, s, tally, answer):
                return True
        elif s.kind == CROSSES or s.kind == END_HEX:
            if not f.on_board[line.source + s.cell]:
                continue
            start_walk(f, line, s, &walk)
            if cross_hex(f, line, s, &walk, tally, answer):
                return True
    return False
