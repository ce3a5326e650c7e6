# The exact thread through one hex, or along one hexside: every pixel, in order.

from hexlos.ext._field cimport Field
from hexlos.ext._line cimport Answer, Line, Tally
from hexlos.ext._paths cimport Step

cdef struct Walk:
    int cell
    int from_source
    int from_target
    int inherent        # row of remap, 0 for none
    bint roadway        # still only road seen in an orchard hex (B14.6)
    int limit           # the most that this hex can do to the line

cdef bint cross_hex(Field f, Line* line, const Step* s, Walk* walk, Tally* tally,
                    Answer* answer) noexcept nogil
cdef bint follow_hexside(Field f, Line* line, const Step* s, Tally* tally,
                         Answer* answer) noexcept nogil
cdef void start_walk(Field f, Line* line, const Step* s, Walk* walk) noexcept nogil
cdef int inherent_effect(Field f, Line* line, const Step* s, int cell, long long x,
                                long long y) noexcept nogil
