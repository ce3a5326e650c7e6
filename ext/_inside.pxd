# Buildings and bridges at the ends of a line: levels, hexsides inside, walls inside.

from hexlos.ext._field cimport Field
from hexlos.ext._line cimport Answer, Line, Tally

cdef void same_hex(Field f, Line* line, Answer* answer) noexcept nogil
cdef bint inside_building(Field f, Line* line, Answer* answer) noexcept nogil
cdef bint building_bars(Field f, Line* line, Tally* tally, Answer* answer) noexcept nogil
