# What shows along each hexside of a board, for lines that run along it.

from hexlos.ext._field cimport Field
from hexlos.ext._line cimport Answer, Line, Tally
from hexlos.ext._paths cimport Step

cdef struct Stretch:
    # points along a hexside, from its left end to its right one, at which the same shows on either
    # side: the pixels at the first and at the last, on the side of the hex and beyond
    int[4] first
    int[4] last
    int shows           # class on the side of the hex, -1 off the map
    int beyond


cdef class Sides:
    cdef:
        Field field
        int* starts             # by 6 * cell + side: of two hexes the one on the map has it, else the lower
        Stretch* stretches

    cdef int grow(self, Py_ssize_t room) except -1


cdef bint follow_side(Field f, Sides sides, const unsigned char* acts, Line* line, const Step* s,
                      Tally* tally, Answer* answer) noexcept nogil
