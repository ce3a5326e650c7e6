# Walls and hedges as facts of the lattice: hexspines and vertices (B9.1, B9.2).

from hexlos.ext._field cimport Field
from hexlos.ext._line cimport Answer, Line, Tally

cdef bint follow_hexspine(Field f, Line* line, int i, Tally* tally, Answer* answer) noexcept nogil
cdef bint carries(Field f, int kinds, int level, int one, int two, int tip) noexcept nogil
cdef bint climbed_cliff(Field f, Line* line, Answer* answer) noexcept nogil
cdef bint touch_hex(Field f, Line* line, int i, Tally* tally, Answer* answer) noexcept nogil
