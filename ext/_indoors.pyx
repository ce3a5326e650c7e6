# cython: boundscheck=False, wraparound=False, cdivision=True
"""What an end in a cellar (O6.3) or a factory (B23.741) changes."""

from hexlos.ext._codes cimport CELLAR_PLACE, CELLAR_WALL
from hexlos.ext._field cimport Field
from hexlos.ext._line cimport (
    ASKS_ALL, ASKS_WALLS, ASKS_WANTED, Answer, Line, Note, Tally, block, within,
)
from hexlos.ext._search cimport ALL_OF_IT, NEAR_SOURCE, NEAR_TARGET, Search
from hexlos.ext._walls cimport carries

cdef enum:
    ANY_HEXSIDE = 9     # walls, hedges and other obstacles along hexsides


cdef bint hidden_in_cellar(Field f, Line* line, Search search, Tally* tally,
                           Answer* answer) noexcept nogil:
    """Whether a cellar end cannot see over hexside terrain of its own hex (O6.3).

    Like an entrenchment (B9.21): on hexsides and hexspines, to what is not adjacent and no higher.
    """
    if line.range < 2:
        return False
    return ((line.source_kind == CELLAR_PLACE and line.target_level <= line.source_level
             and own_wall(f, line, True, search, tally, answer))
            or (line.target_kind == CELLAR_PLACE and line.source_level <= line.target_level
                and own_wall(f, line, False, search, tally, answer)))


cdef bint own_wall(Field f, Line* line, bint source, Search search, Tally* tally,
                   Answer* answer) noexcept nogil:
    cdef int end = line.source if source else line.target
    cdef Note* notes = line.notes
    cdef bint found
    if line.aligned:
        if not wall_at_vertex(f, line, source, end):
            return False
        block(answer, CELLAR_WALL, within(f.centre[end, 0] // f.units_x, f.width),
              within(f.centre[end, 1] // f.units_y, f.height), end)
        return True
    line.asks, line.walls_of, line.notes = ASKS_WALLS, end, NULL
    line.threshold = line.source_level if source else line.target_level
    found = search(f, line, NEAR_SOURCE if source else NEAR_TARGET, tally, answer)
    line.asks, line.notes = ASKS_ALL, notes
    if found:
        answer.reason = CELLAR_WALL
    return found


cdef bint wall_at_vertex(Field f, Line* line, bint source, int end) noexcept nogil:
    """Whether a hexside of a hex that meets its vertex where the line leaves, or the hexspine there,
    carries hexside terrain; vertices are part of it (B9.1)."""
    cdef int first = line.source + line.steps[1 if source else line.count - 2].cell
    cdef int second = line.source + line.steps[2 if source else line.count - 3].cell
    cdef int level = line.source_level if source else line.target_level
    return (carries(f, ANY_HEXSIDE, level, first, second, -1)
            or carries(f, ANY_HEXSIDE, level, end, first, second)
            or carries(f, ANY_HEXSIDE, level, end, second, first))


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
