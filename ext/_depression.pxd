# Ends IN a Depression, exact thread (A6.3, B19.2).

from hexlos.ext._field cimport Field
from hexlos.ext._line cimport Answer, Line, Tally

cdef bint in_depression(Field f, Line* line, Tally* tally, Answer* answer) noexcept nogil
cdef bint stands_in_depression(Field f, int cell, int level, int kind) noexcept nogil
