# The exact thread of one line of a ray, passing quickly over what does nothing to it.

from hexlos.ext._field cimport Field
from hexlos.ext._line cimport Answer, Line, Tally
from hexlos.ext._rays cimport Ray
from hexlos.ext._reach cimport Reach

cdef bint set_line(Field f, Reach reach, const Ray* ray, Line* line, const int* source,
                   const int* target) noexcept nogil
cdef void trace_quick(Field f, Reach reach, const Ray* ray, Line* line, Tally* tally,
                      Answer* answer) noexcept nogil
