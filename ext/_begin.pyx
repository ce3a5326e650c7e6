# cython: boundscheck=False, wraparound=False, cdivision=True
"""The start of every trace: levels, tables and path of a line."""

from libc.string cimport memset

from hexlos.ext._codes cimport (
    BRIDGE_PLACE, CREST_PLACE, CROSSES, END_HEX, ON_HILLOCK, PLAIN, UNDER_PLACE, UPHILL,
)
from hexlos.ext._field cimport Field
from hexlos.ext._line cimport ASKS_ALL, Answer, Line, Note, Tally, cell_range, side_towards


cdef inline bint up_slope(Field f, Line* line, bint from_source) noexcept nogil:
    """Whether the line leaves an end's hex through one of its slope hexsides, vertices included."""
    cdef int end = line.source if from_source else line.target, side, k, at
    if not f.slope[end]:
        return False
    for k in range(1, min(3, line.count)):
        at = k if from_source else line.count - 1 - k
        side = side_towards(f, end, line.source + line.steps[at].cell)
        if side >= 0 and f.slope[end] >> side & 1:
            return True
        if line.steps[at].kind == CROSSES or line.steps[at].kind == END_HEX:
            return False
    return False


cdef inline int stance(Field f, Line* line) noexcept nogil:
    """What the ends stand on changes: nothing, a hillock (F6), or an up-slope end (P2)."""
    if f.stances == 1 or line.range == 0:
        return PLAIN
    if up_slope(f, line, True) or up_slope(f, line, False):
        return UPHILL
    return ON_HILLOCK if f.hillock[line.source] or f.hillock[line.target] else PLAIN


cdef void begin(Field f, Line* line, const int* from_place, const int* to_place, Tally* tally,
                Answer* answer, Note* notes) noexcept nogil:
    cdef int row, source = from_place[0], target = to_place[0]
    cdef int source_level = from_place[1], target_level = to_place[1]
    line.source = source
    line.target = target
    line.source_level = source_level
    line.target_level = target_level
    line.source_kind = from_place[3]
    line.target_kind = to_place[3]
    line.range = cell_range(f, source, target)
    line.low = min(source_level, target_level)
    line.high = max(source_level, target_level)
    line.level = line.low == line.high
    line.falling = source_level > target_level
    line.steps = f.path(source, target, &line.count)
    row = ((stance(f, line) * f.levels + line.low - f.lowest) * f.levels + line.high - f.lowest)
    line.verdict = &f.verdict[row, 0]
    line.live = &f.live[row, 0]
    line.x0 = f.centre[source, 0]
    line.y0 = f.centre[source, 1]
    line.dx = f.centre[target, 0] - line.x0
    line.dy = f.centre[target, 1] - line.y0
    line.notes = notes
    line.step = 0
    line.wanted = NULL
    line.asks = ASKS_ALL
    line.threshold = 0
    line.aligned = False
    line.slope = False
    tally.total = 0
    memset(&tally.by_range[0], 0, line.range + 1)
    answer.blocked = 0
    answer.hindrance = 0
    answer.reason = 0
    answer.range = line.range
    answer.x = answer.y = answer.cell = -1
    cdef int i
    cdef int across = target // f.stride - source // f.stride
    cdef int down = target % f.stride - source % f.stride
    if line.range > 1:
        # two of the three cube differences are equal exactly along hexsides
        line.aligned = across != 0 and (down == 0 or abs(down) == 3 * abs(across))
        line.slope = not line.level and on_slope(f, line)
    answer.along_hexside = line.aligned
    if notes != NULL:
        for i in range(line.count):
            notes[i].cell = source + line.steps[i].cell
            notes[i].effect = 0
            notes[i].x = notes[i].y = -1


cdef inline bint off_base(int kind) noexcept nogil:
    """Whether a location is not at its hex's base level though in no building (B6.2, B20.9)."""
    return kind == CREST_PLACE or kind == BRIDGE_PLACE or kind == UNDER_PLACE


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
