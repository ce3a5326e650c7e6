# cython: boundscheck=False, wraparound=False, cdivision=True
"""Lines that lie wholly within a factory (B23.741)."""

from hexlos.ext._field cimport Field
from hexlos.ext._line cimport ASKS_ALL, ASKS_WANTED, Answer, Line, Note, Tally
from hexlos.ext._search cimport ALL_OF_IT, Search

cdef bint lies_within_factory(Field f, Line* line, Search search, Tally* tally,
                              Answer* answer) noexcept nogil:
    """Whether a line between two places on a factory's floor shows nothing but the factory."""
    cdef Note* notes = line.notes
    cdef bint left
    if (line.range < 2 or not line.level or line.bypass or not f.factory[line.source]
            or not f.factory[line.target]):
        return False
    line.asks, line.wanted, line.notes = ASKS_WANTED, &f.outdoors[0], NULL
    left = search(f, line, ALL_OF_IT, tally, answer)
    line.asks, line.wanted, line.notes = ASKS_ALL, NULL, notes
    if left:
        answer.blocked = answer.reason = 0
        answer.x = answer.y = answer.cell = -1
    return not left
