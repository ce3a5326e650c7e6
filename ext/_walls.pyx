# cython: boundscheck=False, wraparound=False, cdivision=True
"""Walls, hedges and cliffs as facts of the lattice: hexspines, vertices, climbers (B9.1, B11.42)."""

from hexlos.ext._codes cimport (
    CLIMB_AFTER_PLACE, CLIMB_BEFORE_PLACE, CLIMBED_CLIFF, CROSSES, END_POINT, HEXSPINE, WALL_HEDGE,
)
from hexlos.ext._field cimport Field
from hexlos.ext._line cimport (
    Answer, BLOCKED, Line, Tally, near_wall, neighbour, record, side_towards, vertex_cell,
)
from hexlos.ext._paths cimport Step
from hexlos.ext._beside cimport inherent_effect
from hexlos.ext._points cimport below_div, block, column_at, floor_div, off_picture, row_at


cdef inline bint walled(Field f, Line* line, int one, int two, int tip) noexcept nogil:
    """Whether the hexside of two hexes has a wall at the ends' level that reaches the tip hex."""
    return carries(f, 1, line.low, one, two, tip)


cdef bint carries(Field f, int kinds, int level, int one, int two, int tip) noexcept nogil:
    """Whether the hexside of two hexes carries such terrain, at a level, that reaches the tip hex.

    kinds are bits of Field.wall: 1 walls and hedges, 8 other obstacles; tip is -1 for either end.
    """
    cdef int side, flags, base = one
    if not f.on_board[one]:
        base, two = two, one
        if not f.on_board[base]:
            return False
    side = side_towards(f, base, two)
    flags = f.wall[base, side]
    if not flags & kinds or 2 * f.wall_level[base, side] != level:
        return False
    if tip < 0:
        return True
    return (flags & 2) != 0 if neighbour(f, base, (side + 5) % 6) == tip else (flags & 4) != 0


cdef inline bint walled_tip(Field f, Line* line, int first, int second, int tip) noexcept nogil:
    """Whether a wall that is no end's own reaches the vertex of two hexes and the tip's hex."""
    return (
        (first != line.source and first != line.target and walled(f, line, first, tip, second))
        or (second != line.source and second != line.target and walled(f, line, second, tip, first)))


cdef bint follow_hexspine(Field f, Line* line, int i, Tally* tally, Answer* answer) noexcept nogil:
    """Walls and hedges lengthwise along the line, or at the vertices it passes (B9.2)."""
    cdef const Step* s = line.steps + i
    cdef int first = line.source + s.cell, second = line.source + (s + 1).cell
    # at an end's vertex the line has no hex before or behind, and needs none
    cdef bint at_source = s.n0 == 0, at_target = s.n1 == s.d1
    cdef int before = -1 if at_source else line.source + (s - 1).cell
    cdef int behind = -1 if at_target else line.source + (s + 2).cell
    cdef int effect = 0, tip
    at_source |= before == line.source
    at_target |= behind == line.target
    if not line.level or line.uphill or (at_source and at_target):
        return False
    if walled(f, line, first, second, -1):
        tip = behind if at_source else before
        if (not at_source and not at_target) or (
                walled(f, line, first, tip, second) and walled(f, line, second, tip, first)):
            effect = BLOCKED + HEXSPINE
    elif ((not at_source and walled_tip(f, line, first, second, before))
            or (not at_target and walled_tip(f, line, first, second, behind))):
        effect = BLOCKED + WALL_HEDGE
    if not effect:
        return False
    return record(line, tally, answer, effect, s.from_source, s.from_target,
                  column_at(f, line, <long long>f.centre[first, 0] + f.centre[second, 0], 2),
                  row_at(f, line, <long long>f.centre[first, 1] + f.centre[second, 1], 2),
                  first if f.on_board[first] else second)


cdef inline bint beyond_cliff(Field f, Line* line, bint source) noexcept nogil:
    """Whether the line reaches a climber from the hex beyond its cliff, and does not end there."""
    cdef int end = line.source if source else line.target
    cdef int other = line.target if source else line.source
    cdef int kind = line.source_kind if source else line.target_kind
    cdef int point = line.source_point if source else line.target_point
    cdef int i = 0 if source else line.count - 1, step = 1 if source else -1, beyond
    if kind != CLIMB_AFTER_PLACE and kind != CLIMB_BEFORE_PLACE:
        return False
    beyond = vertex_cell(f, end, point, 1 if kind == CLIMB_AFTER_PLACE else 2)
    if line.steps[i].kind == END_POINT:
        i += step
    return (other != end and other != beyond and 0 <= i < line.count
            and line.steps[i].kind == CROSSES and line.source + line.steps[i].cell == beyond)


cdef bint climbed_cliff(Field f, Line* line, Answer* answer) noexcept nogil:
    """Whether an end climbs a cliff that the line would have to come through (B11.42)."""
    cdef bint source = beyond_cliff(f, line, True)
    cdef long long x = line.x0, y = line.y0
    if not source:
        if not beyond_cliff(f, line, False):
            return False
        x, y = x + line.dx, y + line.dy
    block(answer, CLIMBED_CLIFF, column_at(f, line, x, 1), row_at(f, line, y, 1),
          line.source if source else line.target)
    return True


cdef bint touch_hex(Field f, Line* line, int i, Tally* tally, Answer* answer) noexcept nogil:
    """A vertex that the line passes exactly: inherent terrain (B.6) and walls that end there (B9.1)."""
    cdef const Step* s = line.steps + i
    cdef int cell = line.source + s.cell
    cdef int before = line.source + (s - 1).cell, behind = line.source + (s + 1).cell
    cdef long long px = line.x0 * s.d0 + line.dx * s.n0, py = line.y0 * s.d0 + line.dy * s.n0
    cdef long long ux = <long long>s.d0 * f.units_x, uy = <long long>s.d0 * f.units_y
    cdef int x = <int>floor_div(px, ux), y = <int>floor_div(py, uy), effect = -1, one
    cdef int x_first = <int>below_div(px, ux), y_first = <int>below_div(py, uy), xx, yy
    if f.on_board[cell] and f.inherent[cell] and not f.drawn_only[cell]:
        for xx in range(x_first if x_first + 1 == x and px % ux == 0 else x, x + 1):
            for yy in range(y_first if y_first + 1 == y and py % uy == 0 else y, y + 1):
                if not off_picture(f, xx, yy):
                    one = inherent_effect(f, line, s, cell, xx, yy)
                    if effect < 0 or one < effect:
                        effect = one
        if effect > 0 and record(line, tally, answer, effect, s.from_source, s.from_target,
                                 column_at(f, line, px, s.d0), row_at(f, line, py, s.d0), cell):
            return True
    if line.level and not line.uphill:
        if (vertex_wall(f, line, cell, before, behind) or vertex_wall(f, line, cell, behind, before)
                or vertex_wall(f, line, before, behind, cell)):
            return record(line, tally, answer, BLOCKED + WALL_HEDGE, s.from_source, s.from_target,
                          column_at(f, line, px, s.d0), row_at(f, line, py, s.d0), cell)
    return False


cdef inline bint vertex_wall(Field f, Line* line, int one, int two, int tip) noexcept nogil:
    cdef int side
    if not walled(f, line, one, two, tip):
        return False
    side = side_towards(f, one, two)
    return not near_wall(f, line, one * 6 + side)
