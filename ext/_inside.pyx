# cython: boundscheck=False, wraparound=False, cdivision=True
"""Buildings and bridges at the ends of a line: levels, hexsides inside, walls inside."""

from libc.math cimport floor

from hexlos.ext._codes cimport (
    BRIDGE_DECK, BRIDGE_PLACE, BUILDING_LEVEL, BUILDING_PLACE, CELLAR_PLACE, CREST_PLACE, END_HEX, FACTORY_ROOF,
    INSIDE_BUILDING, ROOF_PLACE, UNDER_PLACE,
)
from hexlos.ext._field cimport Field
from hexlos.ext._line cimport (
    ASKS_ALL, ASKS_BARS, Answer, BLOCKED, IS_BUILDING, IS_MARKET, Line, Note, SHIFT_BITS, Tally,
    lattice_axis,
)
from hexlos.ext._paths cimport Step
from hexlos.ext._pixels cimport cross_hex
from hexlos.ext._points cimport block_at_dot, off_picture
from hexlos.ext._visit cimport Walk, start_walk


cdef double BEYOND = 0.81371, BESIDE = 0.23719


cdef void same_hex(Field f, Line* line, Answer* answer) noexcept nogil:
    """Two places of one hex: a stairwell joins adjacent levels, a bridge parts (B23.25, B6.2)."""
    cdef int low = line.source_level - 2 * (line.source_kind == CELLAR_PLACE)
    cdef int high = line.target_level - 2 * (line.target_kind == CELLAR_PLACE)
    if low == high and line.source_kind == line.target_kind:
        return
    if line.source_kind == CREST_PLACE or line.target_kind == CREST_PLACE:
        return
    if (line.source_kind == UNDER_PLACE or line.target_kind == UNDER_PLACE
            or line.source_kind == BRIDGE_PLACE or line.target_kind == BRIDGE_PLACE):
        block_at_dot(f, line, answer, BRIDGE_DECK, line.source)
    elif f.factory[line.source] and (line.source_kind == ROOF_PLACE
                                     or line.target_kind == ROOF_PLACE):
        if min(low, high) != 2 * f.base[line.source]:
            block_at_dot(f, line, answer, FACTORY_ROOF, line.source)
    elif abs(high - low) > 2 or not f.stairs[line.source]:
        block_at_dot(f, line, answer, BUILDING_LEVEL, line.source)


cdef inline bint in_building(int kind) noexcept nogil:
    return kind == BUILDING_PLACE or kind == CELLAR_PLACE


cdef inline bint building_at(Field f, double px, double py, int level) noexcept nogil:
    """Whether a point shows a building with an inside at a level; off the picture all do.

    On the map's edge the side that exists decides.
    """
    cdef int kind, x = <int>floor(px), y = <int>floor(py)
    if off_picture(f, x, y):
        return True
    kind = f.classes[x, y]
    if f.traits[kind] & IS_MARKET and level <= 2 * f.ground[kind]:
        return False
    return f.traits[kind] & IS_BUILDING and f.building_top[kind] > level


cdef bint inside_building(Field f, Line* line, Answer* answer) noexcept nogil:
    """Whether the line enters or leaves an end through a hexside inside a building (B23.25).

    Of ends at one level adjacent hexes see each other; beyond those, the building itself blocks.
    """
    if line.count < 2 or (line.level and (line.source_kind == CELLAR_PLACE)
                          == (line.target_kind == CELLAR_PLACE)):
        return False
    if in_building(line.source_kind) and crosses_inside(f, line, line.steps, True):
        block_at_dot(f, line, answer, INSIDE_BUILDING, line.source)
    elif in_building(line.target_kind) and crosses_inside(f, line, line.steps + line.count - 1, False):
        block_at_dot(f, line, answer, INSIDE_BUILDING, line.target)
    else:
        return False
    return True


cdef bint crosses_inside(Field f, Line* line, const Step* end, bint leaving) noexcept nogil:
    """Whether a building shows on both sides of the hexside, within a pixel along the line.

    It must show to both sides of the line there as well, within a quarter of a pixel (A6.1). The
    offsets are odd so that no point falls on a pixel's edge.
    """
    cdef int n = end.n1 if leaving else end.n0, d = end.d1 if leaving else end.d0
    if n == (d if leaving else 0):
        return False  # it ends at a vertex of the same hex
    cdef int level = line.source_level if leaving else line.target_level, along, across
    cdef double x = (line.x0 + <double>line.dx * n / d) / f.units_x
    cdef double y = (line.y0 + <double>line.dy * n / d) / f.units_y
    cdef double dx = <double>line.dx / f.units_x, dy = <double>line.dy / f.units_y
    cdef double length = (dx * dx + dy * dy) ** 0.5
    dx /= length
    dy /= length
    for along in range(-1, 2, 2):
        for across in range(-1, 2, 2):
            if not building_at(f, x + BEYOND * along * dx - BESIDE * across * dy,
                               y + BEYOND * along * dy + BESIDE * across * dx, level):
                return False
    return True


cdef bint building_bars(Field f, Line* line, Tally* tally, Answer* answer) noexcept nogil:
    """Walls inside buildings in the two end hexes (B23.71, O5.31).

    Between adjacent centres a bar must show to both sides of the middle of their hexside.
    """
    cdef int i, k, hits = 0
    cdef long long nx, ny, x0 = line.x0, y0 = line.y0
    cdef Walk walk
    cdef Note* notes = line.notes
    cdef Answer beside
    cdef bint found = False
    if not f.bars[line.source] and not f.bars[line.target]:
        return False
    line.asks = ASKS_BARS
    for k in range(2 if line.range == 1 and not line.bypass else 1):
        if line.range == 1 and not line.bypass:
            bar_shift(f, line, &nx, &ny)
            line.x0 = x0 + (nx if k else -nx)
            line.y0 = y0 + (ny if k else -ny)
            line.notes = NULL
        found = False
        for i in range(line.count):
            if line.steps[i].kind != END_HEX or not f.bars[line.source + line.steps[i].cell]:
                continue
            line.step = i
            start_walk(f, line, line.steps + i, &walk)
            if cross_hex(f, line, line.steps + i, &walk, tally, answer):
                found = True
                break
        if not found:
            break
        if k == 0:
            beside = answer[0]
    if found and line.range == 1 and beside.reason < answer.reason:
        answer[0] = beside  # of two sides the lower reason, however the map lies
    line.asks = ASKS_ALL
    line.x0, line.y0 = x0, y0
    line.notes = notes
    if not found:
        answer.blocked = answer.reason = 0
        answer.x = answer.y = answer.cell = -1
    elif notes != NULL:
        notes[0].effect = BLOCKED + answer.reason
    return found and notes == NULL


cdef inline void bar_shift(Field f, Line* line, long long* x, long long* y) noexcept nogil:
    """1.5 pixels along the hexside between adjacent hexes, in grid units."""
    # the hexside lies across the line: level under a vertical line, else the other slant
    cdef int along = lattice_axis(f, line)
    cdef int axis = 0 if along == 3 else 3 - along
    # turn the normal of that direction by a right angle to run along it, to one side of the line
    cdef int turn = 1 if line.dx > 0 or line.dx == 0 and line.dy > 0 else -1
    x[0] = turn * ((f.normal[axis][1] * f.units_x) >> SHIFT_BITS)
    y[0] = turn * ((-f.normal[axis][0] * f.units_y) >> SHIFT_BITS)
