# cython: boundscheck=False, wraparound=False, cdivision=True
"""The sampled thread, pixel by pixel as VASL lays it."""

from hexlos.ext._begin cimport begin
from hexlos.ext._codes cimport BAR, END_POINT, LEVEL_GROUND, SIDE_FIRST, SIDE_SECOND
from hexlos.ext._depression cimport depression_asked, hides, tell_hidden
from hexlos.ext._entrenched cimport hidden_by_own_wall
from hexlos.ext._field cimport Field
from hexlos.ext._indoors cimport lies_within_factory
from hexlos.ext._inside cimport building_bars, inside_building, same_hex
from hexlos.ext._line cimport (
    ASKS_BARS, Answer, BLOCKED, IS_ROAD, IS_ROOFLESS, IS_SPAN, Line, Note, Tally,
    cell_range, class_effect, is_cliff, own_step, record, runs_along,
)
from hexlos.ext._paths cimport Step
from hexlos.ext._search cimport out_of_reach
from hexlos.ext._walls cimport climbed_cliff, follow_hexspine


cdef inline int sampled_cell(Field f, Line* line, int x, int y) noexcept nogil:
    """Cell of a sampled pixel: an end hex grown by one pixel, else the hex that contains it."""
    cdef int k = y - f.grown_top[line.source]
    if 0 <= k < f.grown.shape[1] and f.grown[line.source, k, 0] <= x <= f.grown[line.source, k, 1]:
        return line.source
    k = y - f.grown_top[line.target]
    if 0 <= k < f.grown.shape[1] and f.grown[line.target, k, 0] <= x <= f.grown[line.target, k, 1]:
        return line.target
    return f.owner[x, y]


cdef struct Sampled:
    int cell
    bint along         # the line runs along a hexside of the cell
    bint own_along     # and the cell is that of a vertex end
    int beside         # the other hex of a hexside that the line runs along, or -1
    int from_source
    int from_target
    bint roadway
    bint busy          # any pixel of the cell may act, whatever it shows
    int where          # Search's hexes, while something is asked for
    int first_out      # first and last cell, and pixel, with ground above an end IN a Depression
    int last_out
    int[2] first_at
    int[2] last_at


cdef void enter_cell(Field f, Line* line, Sampled* at, int cell) noexcept nogil:
    cdef int i
    at.cell = cell
    at.along = at.own_along = False
    at.beside = -1
    if cell < 0:
        return
    at.from_source = cell_range(f, cell, line.source)
    at.from_target = cell_range(f, cell, line.target)
    at.roadway = f.orchard[f.inherent[cell]] != 0
    for i in range(line.count):
        if line.source + line.steps[i].cell == cell:
            line.step = i
            at.along = runs_along(line, i)
            at.own_along = at.along and own_step(line.steps + i)
            if line.steps[i].kind == SIDE_FIRST:
                at.beside = line.source + line.steps[i + 1].cell
            elif line.steps[i].kind == SIDE_SECOND:
                at.beside = line.source + line.steps[i - 1].cell
            break
    if at.beside >= 0 and not f.on_board[at.beside]:
        at.beside = -1
    at.busy = (line.slope or f.inherent[cell] != 0
               or (at.beside >= 0 and f.inherent[at.beside] != 0))


cdef inline int own_vertex(Line* line, bint source) noexcept nogil:
    """Cell of an end at a vertex, -1 for one at its centre dot."""
    if source:
        return line.source if line.source_point else -1
    return line.target if line.target_point else -1


cdef inline bint sample(Field f, Line* line, Sampled* at, Tally* tally, Answer* answer,
                        int x, int y) noexcept nogil:
    cdef int kind = f.classes[x, y], effect, row
    effect = class_effect(f, line, kind, at.cell, at.from_source, at.from_target, x, y)
    if (at.beside >= 0 and effect >= BLOCKED and line.verdict[kind] & 0xff == LEVEL_GROUND
            and is_cliff(f, at.cell, at.beside)):
        # a cliff along the line is no more than the level that it rises from (B11.2)
        effect = min(effect, class_effect(f, line, kind, at.beside, at.from_source,
                                          at.from_target, x, y))
    if at.along and 0 < effect < BLOCKED and f.traits[kind] & IS_ROOFLESS:
        effect *= 2
    row = f.inherent[at.cell]
    if (line.asks or (f.drawn_only[at.cell] and not line.aligned)
            or at.own_along):
        row = 0
    if row:
        if at.roadway and not (f.traits[kind] & IS_ROAD):
            at.roadway = False
        if not at.roadway:
            effect = max(effect, class_effect(f, line, f.remap[row, kind], at.cell,
                                              at.from_source, at.from_target, x, y))
    if (not line.asks and at.beside >= 0 and f.inherent[at.beside]
            and at.beside != own_vertex(line, True) and at.beside != own_vertex(line, False)):
        row = f.inherent[at.beside]
        if not (f.orchard[row] and (f.traits[kind] & IS_ROAD)):
            effect = max(effect, class_effect(f, line, f.remap[row, kind], at.beside,
                                              at.from_source, at.from_target, x, y))
    if effect:
        return record(line, tally, answer, effect, at.from_source, at.from_target, x, y, at.cell)
    return False


cdef inline bint looked_at(Field f, Line* line, const Sampled* at, int x, int y,
                           bint own) noexcept nogil:
    """Whether a pixel may do anything: in an end's own hex only bars do, which is asked then."""
    if line.asks:
        return not out_of_reach(at.where, at.from_source, at.from_target)
    if not own:
        return at.busy or line.verdict[f.classes[x, y]] != 0
    if (line.range > 1 or line.bypass) and line.verdict[f.classes[x, y]] & BAR:
        line.asks = ASKS_BARS
        return True
    return False


cdef bint walk_samples(Field f, Line* line, Sampled* at, Tally* tally, Answer* answer,
                       bint outside, int source_base, int target_base) noexcept nogil:
    """Visit the sampled pixels in order; in the outside mode note where ground rises instead."""
    cdef int x = f.aim[line.source, line.source_point, 0]
    cdef int y = f.aim[line.source, line.source_point, 1]
    cdef int x_end = f.aim[line.target, line.target_point, 0]
    cdef int y_end = f.aim[line.target, line.target_point, 1]
    cdef int right = 1 if x_end >= x else -1, down = 1 if y_end >= y else -1
    cdef int columns = abs(x_end - x) + 1, k, row, last, cell
    cdef double slope = (<double>(y_end - y)) / columns, enter = y, leave = y + slope
    # the hexes that do not obstruct: those of ends at their centre dots
    cdef int own_source = -1 if line.source_point else line.source
    cdef int own_target = -1 if line.target_point else line.target
    cdef int asks = line.asks
    cdef bint blocked
    if columns == 1:
        leave = y_end
    for k in range(columns):
        row, last = <int>enter, <int>leave
        while True:
            if line.bypass and not (0 <= x < f.width and 0 <= row < f.height):
                cell = -1
            else:
                cell = sampled_cell(f, line, x, row)
            if cell != at.cell:
                enter_cell(f, line, at, cell)
            if cell >= 0:
                if outside and f.bridge[cell] and f.traits[f.classes[x, row]] & IS_SPAN:
                    pass
                elif outside:
                    if 2 * f.ground[f.classes[x, row]] > source_base and at.first_out < 0:
                        at.first_out = cell
                        at.first_at[0], at.first_at[1] = x, row
                    if 2 * f.ground[f.classes[x, row]] > target_base:
                        at.last_out = cell
                        at.last_at[0], at.last_at[1] = x, row
                elif looked_at(f, line, at, x, row, cell == own_source or cell == own_target):
                    blocked = sample(f, line, at, tally, answer, x, row)
                    line.asks = asks
                    if blocked:
                        return True
            if (row - last) * down >= 0:
                break
            row += down
        enter = leave
        leave = y_end if k + 2 == columns else leave + slope
        x += right
    return False


cdef bint sampled_depression(Field f, Line* line, Sampled* at, Tally* tally,
                             Answer* answer) noexcept nogil:
    cdef bint source_in, target_in
    if not depression_asked(f, line, &source_in, &target_in):
        return False
    at.cell = -2
    at.first_out = at.last_out = -1
    walk_samples(f, line, at, tally, answer, True, line.source_level, line.target_level)
    if source_in and hides(f, line, True, at.first_out):
        answer.cell = at.first_out
        if at.first_out >= 0:
            answer.x, answer.y = at.first_at[0], at.first_at[1]
    elif target_in and hides(f, line, False, at.last_out):
        source_in = False
        answer.cell = at.last_out
        if at.last_out >= 0:
            answer.x, answer.y = at.last_at[0], at.last_at[1]
    else:
        return False
    tell_hidden(f, line, answer, source_in)
    return True


cdef bint search_sampled(Field f, Line* line, int where, Tally* tally,
                         Answer* answer) noexcept nogil:
    """Whether the sampled thread meets what line.asks wants; the answer then tells where."""
    cdef Sampled at
    at.cell = -2
    at.where = where
    return walk_samples(f, line, &at, tally, answer, False, 0, 0)


cdef void trace_sampled(Field field, const int* source, const int* target, Answer* answer,
                        Note* notes, Step* room) noexcept nogil:
    cdef Line line
    cdef Tally tally
    cdef Sampled at
    cdef int i
    begin(field, &line, source, target, &tally, answer, notes, room)
    if source[0] == target[0] and not line.bypass:
        same_hex(field, &line, answer)
        return
    if line.steps[0].kind == END_POINT and line.steps[line.count - 1].kind == END_POINT and (
            line.count <= 2):
        return  # two ends at one vertex
    if line.bypass and climbed_cliff(field, &line, answer) and notes == NULL:
        return
    if (sampled_depression(field, &line, &at, &tally, answer)
            or inside_building(field, &line, answer)
            or hidden_by_own_wall(field, &line, search_sampled, &tally, answer)):
        if notes == NULL:
            return
    if line.range == 1 and not line.bypass and building_bars(field, &line, &tally, answer):
        return
    line.within_factory = lies_within_factory(field, &line, search_sampled, &tally, answer)
    if line.aligned:
        for i in range(line.count):
            line.step = i
            if line.steps[i].kind == SIDE_FIRST and follow_hexspine(field, &line, i, &tally, answer):
                return
    at.cell = -2
    walk_samples(field, &line, &at, &tally, answer, False, 0, 0)
