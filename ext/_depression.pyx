# cython: boundscheck=False, wraparound=False, cdivision=True
"""Ends IN a Depression (A6.3, B19.2, B19.5); the ground along the exact thread."""

from libc.math cimport floor

from hexlos.ext._codes cimport (
    BELOW_CREST, CROSSES, DEPRESSION, DEPRESSION_HEXSIDE, END_HEX, END_POINT, SIDE_FIRST,
    SIDE_SECOND, TOUCHES, UNDER_PLACE,
)
from hexlos.ext._field cimport Field
from hexlos.ext._line cimport (
    ASKS_ALL, ASKS_GROUND, Answer, Line, Note, Tally, cell_range, end_vertex_cell, neighbour,
    side_towards,
)
from hexlos.ext._paths cimport Step
from hexlos.ext._pixels cimport cross_hex, follow_hexside
from hexlos.ext._points cimport block, block_at_dot, within
from hexlos.ext._rays cimport Ray, SPEED_BITS, at_corner, first_entry, last_entry
from hexlos.ext._reach cimport AS_DRAWN, MARGIN, code_place
from hexlos.ext._visit cimport Walk, start_walk


# Pixels to each side of a hexside that its printed line may cover.
cdef enum:
    INK = 4

cdef double BESIDE = 0.23719


cdef bint stands_in_depression(Field f, int cell, int level, int kind) noexcept nogil:
    return kind == UNDER_PLACE or (f.depression[cell] and level == 2 * f.base[cell])


cdef inline bint end_is_in(Field f, Line* line, bint source) noexcept nogil:
    if source:
        return stands_in_depression(f, line.source, line.source_level, line.source_kind)
    return stands_in_depression(f, line.target, line.target_level, line.target_kind)


cdef bint depression_asked(Field f, Line* line, bint* source_in, bint* target_in) noexcept nogil:
    """Whether an end IN a Depression sets a limit to the line at all, of adjacent hexes too (A6.8)."""
    cdef int side
    source_in[0] = end_is_in(f, line, True)
    target_in[0] = end_is_in(f, line, False)
    if not source_in[0] and not target_in[0]:
        return False
    if line.range > 1:
        return True
    if source_in[0] and target_in[0]:
        side = side_towards(f, line.source, line.target)
        return side >= 0 and not f.joined[line.source, side]
    # what is higher sees into an adjacent Depression (A6.3)
    return line.level or source_in[0] != (line.source_level < line.target_level)


cdef bint hides(Field f, Line* line, bint from_source, int first_out) noexcept nogil:
    """Whether an end IN a Depression and the other end cannot see each other (A6.3, B19.52).

    first_out is the cell of the first ground, seen from that end, that is above it; -1 for none.
    """
    cdef int end = line.source if from_source else line.target
    cdef int other = line.target if from_source else line.source
    cdef int own = line.source_level if from_source else line.target_level
    cdef int rise = (line.target_level if from_source else line.source_level) - own
    cdef int side
    if end_is_in(f, line, not from_source):
        return first_out >= 0 and rise < 2 * cell_range(f, first_out, other)
    side = leaving_side(f, line, from_source)
    if rise <= 0:
        # from no higher the LOS enters over no ground above the Depression's (B19.5)
        return first_out == end or (side < 0 and past_crest_vertex(f, line, from_source, end, own))
    if first_out < 0 or (first_out != end and drops_beyond(f, end, side, own)):
        return False
    return rise < 2 * min(cell_range(f, first_out, other),
                          max(1, cell_range(f, last_joined(f, line, from_source), other)))


cdef inline int leaving_side(Field f, Line* line, bint from_source) noexcept nogil:
    """Hexside through which the line leaves an end's hex, -1 where it does so at a vertex."""
    cdef int i = 1 if from_source else line.count - 2
    if line.steps[i].kind != CROSSES and line.steps[i].kind != END_HEX:
        return -1
    return side_towards(f, line.source if from_source else line.target,
                        line.source + line.steps[i].cell)


cdef inline bint past_crest_vertex(Field f, Line* line, bint from_source, int cell,
                                   int level) noexcept nogil:
    """Whether the line leaves a hex at the end of a Crest Line-Depression hexside (B19.51)."""
    cdef int k, i
    for k in range(1, 3):
        i = k if from_source else line.count - 1 - k
        if not 0 <= i < line.count:
            break
        if drops_beyond(f, cell, side_towards(f, cell, line.source + line.steps[i].cell), level):
            return True
        if line.steps[i].kind == END_POINT:
            return drops_at(f, line, cell, level, not from_source)
    return False


cdef inline bint drops_at(Field f, Line* line, int cell, int level, bint source) noexcept nogil:
    """Whether an end's vertex is the end of a Crest Line-Depression hexside of a hex."""
    cdef int k
    for k in range(3):
        if drops_beyond(f, cell, side_towards(f, cell, end_vertex_cell(f, line, source, k)), level):
            return True
    return False


cdef inline bint drops_beyond(Field f, int cell, int side, int level) noexcept nogil:
    """Whether a hexside is a Crest Line-Depression one: all beyond is no higher than IN the hex."""
    cdef int beyond
    if side < 0 or not f.joined[cell, side]:
        return False
    beyond = neighbour(f, cell, side)
    return f.on_board[beyond] and 2 * (f.base[beyond] + f.depression[beyond]) <= level


cdef int last_joined(Field f, Line* line, bint from_source) noexcept nogil:
    """The last cell that Depression hexsides crossed one after the other lead to (A6.3 EXC)."""
    cdef int cell = line.source if from_source else line.target
    cdef int step = 1 if from_source else -1, i = 0 if from_source else line.count - 1, beyond, side
    while 0 <= i + step < line.count:
        i += step
        if line.steps[i].kind != CROSSES and line.steps[i].kind != END_HEX:
            break
        beyond = line.source + line.steps[i].cell
        side = side_towards(f, cell, beyond)
        if side < 0 or not f.joined[cell, side] or not in_course(f, line, i - step, from_source):
            break
        cell = beyond
    return cell


cdef bint in_course(Field f, Line* line, int i, bint leaving) noexcept nogil:
    """Whether the line crosses a hexside in the Depression's art, the hexside's own ink apart.

    Ground no higher than the end IN it shows before and behind the hexside, within INK pixels along
    the line and to either side of it. The offsets are odd so that no point falls on a pixel's edge.
    """
    cdef int n = line.steps[i].n1 if leaving else line.steps[i].n0
    cdef int d = line.steps[i].d1 if leaving else line.steps[i].d0
    cdef int level = line.source_level if leaving else line.target_level
    cdef double x = (line.x0 + <double>line.dx * n / d) / f.units_x
    cdef double y = (line.y0 + <double>line.dy * n / d) / f.units_y
    cdef double dx = <double>line.dx / f.units_x, dy = <double>line.dy / f.units_y
    cdef double length = (dx * dx + dy * dy) ** 0.5, away
    cdef int side, across, k, px, py
    cdef bint low
    dx /= length
    dy /= length
    for side in range(-1, 2, 2):
        low = False
        for k in range(INK):
            for across in range(-1, 2, 2):
                away = side * (k + 0.81371)
                px = within(<long long>floor(x + away * dx - BESIDE * across * dy), f.width)
                py = within(<long long>floor(y + away * dy + BESIDE * across * dx), f.height)
                if 2 * f.ground[f.classes[px, py]] <= level:
                    low = True
        if not low:
            return False
    return True


cdef bint leap_up(const unsigned char* plane, const Climb* climb, int i, int cell,
                  Answer* answer) noexcept nogil:
    """Whether a line meets ground above an end in a step of its path, and where first."""
    cdef const Ray* ray = climb.ray
    cdef int k = first_entry(&climb.p, ray.chords + i) if i else 0, x, y, far
    cdef int last = last_entry(&climb.p, ray.chords + i), across
    while k <= last:
        across = <int>((ray.speed * k + climb.p.start) >> SPEED_BITS)
        x, y = climb.p.x + ray.right * across, climb.p.y + ray.down * (k - across)
        far = plane[code_place(climb.tiles, x + MARGIN, y + MARGIN)]
        if far >= AS_DRAWN:
            if not at_corner(ray, climb.p.start, k):
                block(answer, 0, x, y, cell)
                return True
            # but a corner of two pixels
            far = 1
        k += far
    return False


cdef int first_above(Field f, Line* line, bint from_source, const Climb* climb, Tally* tally,
                     Answer* answer) noexcept nogil:
    """Cell of the first ground above an end, seen from it, on both sides of the line; -1 for none."""
    cdef int i, k, found = -1, cell, level
    cdef Walk walk
    cdef const Step* s
    cdef bint out
    cdef const unsigned char* plane = NULL
    if climb != NULL:
        plane = climb.source_plane if from_source else climb.target_plane
    level = line.source_level if from_source else line.target_level
    line.asks = ASKS_GROUND
    line.threshold = level
    for k in range(line.count):
        i = k if from_source else line.count - 1 - k
        s = line.steps + i
        if s.kind == TOUCHES or s.kind == END_POINT:
            continue
        if s.kind == SIDE_FIRST or s.kind == SIDE_SECOND:
            # two steps share one stretch; the first of them speaks for both
            if s.kind == SIDE_SECOND:
                s -= 1
            elif not from_source:
                continue
            out = follow_hexside(f, line, s, tally, answer)
        else:
            cell = line.source + s.cell
            if not f.on_board[cell] or 2 * f.top_ground[cell] <= level:
                continue
            if plane != NULL and not f.bridge[cell]:
                out = leap_up(plane, climb, i, cell, answer)
            else:
                start_walk(f, line, s, &walk)
                out = cross_hex(f, line, s, &walk, tally, answer)
        if out:
            found = line.source + s.cell
            break
    line.asks = ASKS_ALL
    return found


cdef bint in_depression(Field f, Line* line, const Climb* climb, Tally* tally,
                        Answer* answer) noexcept nogil:
    """The limits of an end IN a Depression; True when they block the line."""
    cdef bint source_in, target_in, hidden = False
    cdef Note* notes = line.notes
    if not depression_asked(f, line, &source_in, &target_in):
        return False
    line.notes = NULL
    if source_in:
        hidden = hides(f, line, True, first_above(f, line, True, climb, tally, answer))
    if target_in and not hidden:
        answer.x = -1
        hidden = hides(f, line, False, first_above(f, line, False, climb, tally, answer))
        source_in = False
    line.notes = notes
    if hidden:
        tell_hidden(f, line, answer, source_in)
    else:
        answer.blocked = answer.reason = 0
        answer.x = answer.y = answer.cell = -1
    return hidden


cdef void tell_hidden(Field f, Line* line, Answer* answer, bint source) noexcept nogil:
    """Name the rule by which an end is hidden, where the answer has no place yet its centre."""
    cdef int end = line.source if source else line.target
    cdef int reason = DEPRESSION
    if line.range == 1 or answer.x < 0:
        reason = DEPRESSION_HEXSIDE if end_is_in(f, line, not source) else BELOW_CREST
    if answer.x < 0:
        block_at_dot(f, line, answer, reason, end)
    else:
        block(answer, reason, answer.x, answer.y, answer.cell)
