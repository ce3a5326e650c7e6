# Ends that do not see over the hexside terrain of their own hex.

from hexlos.ext._field cimport Field
from hexlos.ext._line cimport Answer, Line, Tally
from hexlos.ext._search cimport Search

cdef bint hidden_by_own_wall(Field f, Line* line, Search search, Tally* tally,
                             Answer* answer) noexcept nogil
