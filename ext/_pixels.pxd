# The exact thread through one hex, or along one hexside: every pixel, in order.

from hexlos.ext._field cimport Field
from hexlos.ext._line cimport Answer, Line, Tally
from hexlos.ext._paths cimport Step
from hexlos.ext._visit cimport Walk

cdef bint cross_hex(Field f, Line* line, const Step* s, Walk* walk, Tally* tally,
                    Answer* answer) noexcept nogil
cdef bint follow_hexside(Field f, Line* line, const Step* s, Tally* tally,
                         Answer* answer) noexcept nogil
