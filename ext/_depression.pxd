# Ends IN a Depression (A6.3, B19.2, B19.5); the ground along the exact thread.

from hexlos.ext._field cimport Field
from hexlos.ext._line cimport Answer, Line, Tally
from hexlos.ext._rays cimport Pass, Ray

cdef struct Climb:
    # where a line of a ray leaps to the first ground above an end: by end, NULL for no such plane
    const unsigned char* source_plane
    const unsigned char* target_plane
    const Ray* ray
    Pass p
    int tiles


cdef bint depression_asked(Field f, Line* line, bint* source_in, bint* target_in) noexcept nogil
cdef bint hides(Field f, Line* line, bint from_source, int first_out) noexcept nogil
cdef bint in_depression(Field f, Line* line, const Climb* climb, Tally* tally,
                        Answer* answer) noexcept nogil
cdef void tell_hidden(Field f, Line* line, Answer* answer, bint source) noexcept nogil
