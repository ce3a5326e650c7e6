# The sampled thread, pixel by pixel as VASL lays it.

from hexlos.ext._field cimport Field
from hexlos.ext._line cimport Answer, Note
from hexlos.ext._paths cimport Step

cdef void trace_sampled(Field field, const int* source, const int* target, Answer* answer,
                        Note* notes, Step* room) noexcept nogil
