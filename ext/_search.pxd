# Whether a line meets what is asked for anywhere, end hexes included.

from hexlos.ext._field cimport Field
from hexlos.ext._line cimport Answer, Line, Tally

cdef enum:
    ALL_OF_IT = 0
    NEAR_SOURCE = 1     # hexes within one of that end
    NEAR_TARGET = 2

ctypedef bint (*Search)(Field f, Line* line, int where, Tally* tally, Answer* answer) noexcept nogil

cdef bint search_exact(Field f, Line* line, int where, Tally* tally, Answer* answer) noexcept nogil
cdef bint out_of_reach(int where, int from_source, int from_target) noexcept nogil
