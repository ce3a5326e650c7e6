# The start of every trace: levels, tables and path of a line.

from hexlos.ext._field cimport Field
from hexlos.ext._line cimport Answer, Line, Note, Tally
from hexlos.ext._paths cimport Step

cdef const Step* path_between(Field f, const int* from_place, const int* to_place, Step* room,
                              int* count) noexcept nogil
cdef void begin(Field f, Line* line, const int* from_place, const int* to_place, Tally* tally,
                Answer* answer, Note* notes, Step* room) noexcept nogil
