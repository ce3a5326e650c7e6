# cython: boundscheck=False, wraparound=False, cdivision=True
"""The start of every trace: levels, tables and path of a line."""

from libc.string cimport memset

from hexlos.ext._codes cimport (
    BRIDGE_PLACE, CREST_PLACE, CROSSES, END_HEX, END_POINT, ON_HILLOCK, PLAIN, TOUCHES,
    UNDER_PLACE, UPHILL, VERTEX_PLACE,
)
from hexlos.ext._field cimport Field
from hexlos.ext._line cimport (
    Answer, KIND_BITS, Line, Note, Tally, cell_range, clear_answer, clear_line, end_vertex_cell,
    runs_along, side_towards,
)
from hexlos.ext._paths cimport MAX_STEPS, Step, fill_path, point_u, point_v


cdef inline bint slopes_at(Field f, Line* line, int cell, bint source) noexcept nogil:
    """Whether a hexside of a hex that ends at an end's vertex is a slope."""
    cdef int k, side
    for k in range(3):
        side = side_towards(f, cell, end_vertex_cell(f, line, source, k))
        if side >= 0 and f.slope[cell] >> side & 1:
            return True
    return False


cdef inline bint up_slope(Field f, Line* line, bint from_source) noexcept nogil:
    """Whether the line leaves an end's hex through one of its slope hexsides, vertices included."""
    cdef int end = line.source if from_source else line.target, side, k, at
    if not f.slope[end]:
        return False
    for k in range(min(3, line.count)):
        at = k if from_source else line.count - 1 - k
        if line.source + line.steps[at].cell == end:
            if line.steps[at].kind == END_POINT:
                return slopes_at(f, line, end, from_source)
            continue
        if line.steps[at].kind == END_POINT:
            return slopes_at(f, line, end, not from_source)
        side = side_towards(f, end, line.source + line.steps[at].cell)
        if side >= 0 and f.slope[end] >> side & 1:
            return True
        if line.steps[at].kind != TOUCHES and not runs_along(line, at):
            return False
    # no more than its own hexside, to the vertex at the other end of it
    return line.count == 2 and runs_along(line, 0) and slopes_at(f, line, end, not from_source)


cdef inline int stance(Field f, Line* line) noexcept nogil:
    """What the ends stand on changes: nothing, a hillock (F6), or an up-slope end (P2)."""
    line.source_raised = line.target_raised = 0
    if f.stances == 1 or line.range == 0:
        return PLAIN
    line.source_raised, line.target_raised = up_slope(f, line, True), up_slope(f, line, False)
    if line.source_raised or line.target_raised:
        return UPHILL
    line.source_raised, line.target_raised = f.hillock[line.source], f.hillock[line.target]
    return ON_HILLOCK if line.source_raised or line.target_raised else PLAIN


cdef const Step* path_between(Field f, const int* from_place, const int* to_place, Step* room,
                              int* count) noexcept nogil:
    """The path between two places; one with a vertex end is made in the room."""
    cdef int source = from_place[0], target = to_place[0]
    if not from_place[4] and not to_place[4]:
        return f.path(source, target, count)
    count[0] = fill_path(target // f.stride - source // f.stride,
                         target % f.stride - source % f.stride, from_place[4], to_place[4],
                         f.stride, room, MAX_STEPS)
    return room


cdef inline void aim_at_vertices(Field f, Line* line) noexcept nogil:
    """Move a line's ends from the centre dots to their vertices."""
    cdef long long across = point_u(line.source_point) * (f.column_step // 3)
    cdef long long down = point_v(line.source_point) * f.row_step
    line.x0 += across
    line.y0 += down
    line.dx += point_u(line.target_point) * (f.column_step // 3) - across
    line.dy += point_v(line.target_point) * f.row_step - down


cdef void begin(Field f, Line* line, const int* from_place, const int* to_place, Tally* tally,
                Answer* answer, Note* notes, Step* room) noexcept nogil:
    """Start the trace between two places; room is for the path of a line with a vertex end."""
    cdef int row, source = from_place[0], target = to_place[0]
    cdef int source_level = from_place[1], target_level = to_place[1]
    clear_line(line)
    line.source = source
    line.target = target
    line.source_level = source_level
    line.target_level = target_level
    line.source_kind = from_place[3] & KIND_BITS
    line.target_kind = to_place[3] & KIND_BITS
    line.source_flags = from_place[3] & ~KIND_BITS
    line.target_flags = to_place[3] & ~KIND_BITS
    line.source_point = from_place[4]
    line.target_point = to_place[4]
    line.bypass = line.source_point != 0 or line.target_point != 0
    line.range = cell_range(f, source, target)
    line.low = min(source_level, target_level)
    line.high = max(source_level, target_level)
    line.level = line.low == line.high
    line.falling = source_level > target_level
    line.x0 = f.centre[source, 0]
    line.y0 = f.centre[source, 1]
    line.dx = f.centre[target, 0] - line.x0
    line.dy = f.centre[target, 1] - line.y0
    if line.bypass:
        aim_at_vertices(f, line)
    line.steps = path_between(f, from_place, to_place, room, &line.count)
    row = stance(f, line)
    line.uphill = row == UPHILL
    row = (row * f.levels + line.low - f.lowest) * f.levels + line.high - f.lowest
    line.verdict = &f.verdict[row, 0]
    line.live = &f.live[row, 0]
    line.notes = notes
    tally.total = 0
    memset(&tally.by_range[0], 0, line.range + 1)
    if line.bypass:
        # a hex beside the line may be a hex farther away than its end
        memset(&tally.by_range[0], 0, line.range + 3)
        memset(&tally.by_other[0], 0, line.range + 3)
        tally.other_total = 0
    cdef int i
    cdef int across = target // f.stride - source // f.stride
    cdef int down = target % f.stride - source % f.stride
    if line.bypass:
        for i in range(line.count):
            line.aligned |= runs_along(line, i)
    elif line.range > 1:
        # two of the three cube differences are equal exactly along hexsides
        line.aligned = across != 0 and (down == 0 or abs(down) == 3 * abs(across))
    line.slope = line.range > 1 and not line.level and on_slope(f, line)
    if line.range > 1 and not line.bypass:
        line.on_rails = f.rail[source] and f.rail[target] and follows_rails(f, line)
    clear_answer(line.range, line.aligned, answer)
    if notes != NULL:
        for i in range(line.count):
            notes[i].cell = source + line.steps[i].cell
            notes[i].effect = 0
            notes[i].x = notes[i].y = -1


cdef inline bint off_base(int kind) noexcept nogil:
    """Whether a location need not be at its hex's base level though in no building (B6.2, B20.9)."""
    return (kind == CREST_PLACE or kind == BRIDGE_PLACE or kind == UNDER_PLACE
            or kind >= VERTEX_PLACE)


cdef bint follows_rails(Field f, Line* line) noexcept nogil:
    """Whether the line crosses nothing but hexsides that a railroad crosses too (B32.13)."""
    cdef int i, cell = line.source, side
    for i in range(1, line.count):
        if line.steps[i].kind != CROSSES and line.steps[i].kind != END_HEX:
            return False
        side = side_towards(f, cell, line.source + line.steps[i].cell)
        if side < 0 or not f.rail_side[cell, side]:
            return False
        cell = line.source + line.steps[i].cell
    return True


cdef bint on_slope(Field f, Line* line) noexcept nogil:
    """Whether every hex crossed changes level by one the same way (B.5)."""
    cdef int i, cell, from_low
    if line.high - line.low != 2 * line.range:
        return False
    for i in range(line.count):
        cell = line.source + line.steps[i].cell
        from_low = line.steps[i].from_target if line.falling else line.steps[i].from_source
        if not f.on_board[cell]:
            continue
        if (cell == line.source and off_base(line.source_kind)
                or cell == line.target and off_base(line.target_kind)):
            continue
        if 2 * f.base[cell] != line.low + 2 * from_low:
            return False
    return True
