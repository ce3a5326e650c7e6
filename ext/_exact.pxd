# The exact thread.

from hexlos.ext._field cimport Field
from hexlos.ext._line cimport Answer, Note
from hexlos.ext._paths cimport Step

cdef void trace_exact(Field field, const int* source, const int* target, Answer* answer,
                      Note* notes, Step* room) noexcept nogil
cdef bint crosses_hex(Field field, const int* source, const int* target, int cell,
                      const unsigned char* wanted, Step* room) noexcept nogil
cdef void trace_beside(Field field, const int* source, const int* target, long long shift_x,
                       long long shift_y, Answer* answer, Step* room) noexcept nogil
