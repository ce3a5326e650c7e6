# The exact thread of one line of a ray, passing quickly over what does nothing to it.

from hexlos.ext._field cimport Field
from hexlos.ext._line cimport Answer, Line, Tally
from hexlos.ext._rays cimport Ray
from hexlos.ext._reach cimport Reach

cdef struct Stop:
    # what lines of one place in one direction meet, however far they go
    int way
    int kind            # of the place, with its flags
    short range         # of the hex that blocks them, -1 where nothing does anything to them
    short x
    short y
    unsigned char reason


cdef void start_line(const Ray* ray, Line* line) noexcept nogil
cdef bint met_by(Field f, Reach reach, const Ray* ray, int a, int b) noexcept nogil
cdef bint trace_quick(Field f, Reach reach, const Ray* ray, Line* line, const int* source,
                      const int* target, Stop* stops, Tally* tally, Answer* answer) noexcept nogil
