# cython: boundscheck=False, wraparound=False, cdivision=True
# The exact thread of one line of a ray, passing quickly over what does nothing to it.

from hexlos.ext._blind cimport ACTS_ANYWHERE
from hexlos.ext._field cimport Field
from hexlos.ext._line cimport Answer, Line, Tally
from hexlos.ext._rays cimport Chord, Pass, Ray
from hexlos.ext._reach cimport Reach

cdef enum Begun:
    NOT_HERE            # the general path traces it
    ANSWERED
    UNDER_WAY


cdef inline bint out_of_blind(int blind, bint falling, const Chord* c) noexcept nogil:
    """Whether the lower end lies beyond all blind hexes that a hex makes, and nothing else is in it.

    blind is the hex's entry of Reach.blind.
    """
    cdef int high, low
    if blind == ACTS_ANYWHERE:
        return False
    high = c.from_source if falling else c.from_target
    low = c.from_target if falling else c.from_source
    return low > blind + high // 5


cdef inline bint is_offset(Field f, const Ray* ray, int a, int b) noexcept nogil:
    """Whether two hexes are a ray's offset apart: at a seam between boards they may not be, by a grid unit."""
    return (f.centre[b, 0] - f.centre[a, 0] == ray.dx
            and f.centre[b, 1] - f.centre[a, 1] == ray.dy)


cdef inline bint touches_noted(Reach reach, const Ray* ray, int source, int i) noexcept nogil:
    """Whether one of the hexes that meet where a ray touches one has what may matter there."""
    return (reach.noted[source + ray.chords[i - 1].cell] | reach.noted[source + ray.chords[i].cell]
            | reach.noted[source + ray.chords[i + 1].cell])


cdef void set_line(Field f, Line* line, const Ray* ray, int row, const int* source,
                   const int* target) noexcept nogil
cdef Begun begin_line(Field f, Reach reach, const Ray* ray, Line* line, const int* source,
                      const int* target, Tally* tally, Answer* answer, int* row) noexcept nogil
cdef bint trace_quick(Field f, Reach reach, Line* line, int plane, const Ray* ray, Pass* p, int first,
                      Tally* tally, Answer* answer) noexcept nogil
