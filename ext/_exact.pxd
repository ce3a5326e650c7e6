# The exact thread.

from hexlos.ext._field cimport Field
from hexlos.ext._line cimport Answer, Note

cdef void trace_exact(Field field, const int* source, const int* target, Answer* answer,
                      Note* notes) noexcept nogil
cdef bint crosses_hex(Field field, int source, int target, int cell,
                      const unsigned char* wanted) noexcept nogil
cdef void trace_beside(Field field, const int* source, const int* target, long long shift_x,
                       long long shift_y, Answer* answer) noexcept nogil
