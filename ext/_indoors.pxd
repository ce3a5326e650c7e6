# Lines that lie wholly within a factory.

from hexlos.ext._field cimport Field
from hexlos.ext._line cimport Answer, Line, Tally
from hexlos.ext._search cimport Search

cdef bint lies_within_factory(Field f, Line* line, Search search, Tally* tally,
                              Answer* answer) noexcept nogil
