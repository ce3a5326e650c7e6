# cython: boundscheck=False, wraparound=False, cdivision=True
"""Ends that do not see over the hexside terrain of their own hex.

Entrenched ones (B9.21), those in cellars (O6.3) or without Wall Advantage (B9.521); and the Lip of
a deir (F4.2).
"""

from hexlos.ext._codes cimport (
    CELLAR_PLACE, CELLAR_WALL, CROSSES, DEIR_LIP, END_HEX, ENTRENCHED, ENTRENCHED_WALL,
    NO_WALL_ADVANTAGE,
)
from hexlos.ext._field cimport Field
from hexlos.ext._line cimport (
    ASKS_ALL, ASKS_WALLS, Answer, IS_HEXSIDE, IS_TALL, Line, Note, Tally, side_towards,
    without_advantage,
)
from hexlos.ext._points cimport block_at_dot
from hexlos.ext._search cimport NEAR_SOURCE, NEAR_TARGET, Search
from hexlos.ext._walls cimport carries

cdef enum:
    # bits of Field.wall
    TALL_HEXSIDE = 8
    ANY_HEXSIDE = 9     # walls, hedges and bocage
    # bit of Field.deir
    OFF_LIP = 64


cdef bint hidden_by_own_wall(Field f, Line* line, Search search, Tally* tally,
                             Answer* answer) noexcept nogil:
    """Whether an end's own hex hides from it what is not adjacent."""
    if line.range < 2:
        return False
    return (hidden_end(f, line, True, search, tally, answer)
            or hidden_end(f, line, False, search, tally, answer))


cdef bint hidden_end(Field f, Line* line, bint source, Search search, Tally* tally,
                     Answer* answer) noexcept nogil:
    cdef int end = line.source if source else line.target
    cdef bint dug = (line.source_flags if source else line.target_flags) & ENTRENCHED
    cdef bint cellar = (line.source_kind if source else line.target_kind) == CELLAR_PLACE
    if dug and f.deir[end] & OFF_LIP and past_lip(f, line, source):
        block_at_dot(f, line, answer, DEIR_LIP, end)
        return True
    if not f.fenced[end]:
        return False
    if (dug or cellar) and not overlooked(line, source) and own_wall(
            f, line, source, IS_HEXSIDE, ENTRENCHED_WALL if dug else CELLAR_WALL, search, tally,
            answer):
        return True
    return without_advantage(line, source) and own_wall(
        f, line, source, IS_TALL, NO_WALL_ADVANTAGE, search, tally, answer)


cdef inline bint overlooked(Line* line, bint source) noexcept nogil:
    """Whether the other end is half a level or more higher (B9.21), by its level or on a hillock."""
    cdef int rise = (line.target_level + line.target_raised
                     - line.source_level - line.source_raised)
    return rise > 0 if source else rise < 0


cdef bint own_wall(Field f, Line* line, bint source, int trait, int reason, Search search,
                   Tally* tally, Answer* answer) noexcept nogil:
    """Whether hexside terrain of an end's hex, at its level, is between the ends.

    Of every kind on its hexsides and hexspines, or tall ones (bocage) on its hexsides.
    """
    cdef int end = line.source if source else line.target
    cdef Note* notes = line.notes
    cdef bint found
    if line.aligned:
        if not wall_at_vertex(f, line, source, end, trait):
            return False
        block_at_dot(f, line, answer, reason, end)
        return True
    line.asks, line.walls_of, line.wall_trait, line.notes = ASKS_WALLS, end, trait, NULL
    line.threshold = line.source_level if source else line.target_level
    found = search(f, line, NEAR_SOURCE if source else NEAR_TARGET, tally, answer)
    line.asks, line.notes = ASKS_ALL, notes
    if found:
        answer.reason = <unsigned char>reason
    return found


cdef bint wall_at_vertex(Field f, Line* line, bint source, int end, int trait) noexcept nogil:
    """Whether a hexside of a hex that meets its vertex where the line leaves, or the hexspine there,
    carries hexside terrain; vertices are part of it (B9.1)."""
    cdef int first = line.source + line.steps[1 if source else line.count - 2].cell
    cdef int second = line.source + line.steps[2 if source else line.count - 3].cell
    cdef int level = line.source_level if source else line.target_level
    cdef int kinds = ANY_HEXSIDE if trait == IS_HEXSIDE else TALL_HEXSIDE
    return (trait == IS_HEXSIDE and carries(f, kinds, level, first, second, -1)
            or carries(f, kinds, level, end, first, second)
            or carries(f, kinds, level, end, second, first))


cdef bint past_lip(Field f, Line* line, bint source) noexcept nogil:
    """Whether an end off the Lip of a deir looks past a Lip hexside to more than the hex beyond it.

    That hex is seen at the end's level, and all that is higher (F4.2).
    """
    cdef int i = 0 if source else line.count - 1, step = 1 if source else -1, beyond, side
    cdef int here = line.source if source else line.target
    cdef int other = line.target if source else line.source
    if not line.level and line.falling != source:
        return False
    while 0 <= i + step < line.count:
        i += step
        if line.steps[i].kind != CROSSES and line.steps[i].kind != END_HEX:
            continue
        beyond = line.source + line.steps[i].cell
        side = side_towards(f, here, beyond)
        if side >= 0 and (f.deir[here] >> side & 1 or f.deir[beyond] >> (side + 3) % 6 & 1):
            return beyond != other or not line.level
        here = beyond
    return False
