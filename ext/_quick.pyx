# cython: boundscheck=False, wraparound=False, cdivision=True
"""The exact thread of one line of a ray, passing quickly over what does nothing to it.

Whatever acts is judged by the same functions as in the general path (_exact), in the same order;
only the pixels that act on no line of these levels are not looked at one by one.
"""

from libc.string cimport memset

from hexlos.ext._codes cimport (
    BUILDING_PLACE, CELLAR_PLACE, CROSSES, GROUND_PLACE, ROOF_PLACE, SIDE_FIRST, TOUCHES,
)
from hexlos.ext._depression cimport Climb, in_depression
from hexlos.ext._entrenched cimport hidden_by_own_wall
from hexlos.ext._field cimport Field
from hexlos.ext._inside cimport building_bars, inside_building
from hexlos.ext._line cimport (
    Answer, KIND_BITS, Line, Tally, blocks_all, clear_answer,
)
from hexlos.ext._paths cimport Step
from hexlos.ext._pixels cimport cross_hex
from hexlos.ext._points cimport below_div, block, floor_div
from hexlos.ext._rays cimport (
    Chord, Pass, Ray, SPEED_BITS, at_corner, first_entry, last_entry, start_pass,
)
from hexlos.ext._reach cimport (
    AS_DRAWN, HAS_BARS, IS_DEPRESSION, IS_SLOW, MARGIN, ON_RAILS, Reach, Spot, code_class, code_place,
)
from hexlos.ext._search cimport search_exact
from hexlos.ext._sides cimport follow_side
from hexlos.ext._visit cimport Walk, start_walk, visit
from hexlos.ext._walls cimport follow_hexspine, touch_hex


cdef inline bint plain_place(int kind) noexcept nogil:
    return (kind == GROUND_PLACE or kind == BUILDING_PLACE or kind == ROOF_PLACE
            or kind == CELLAR_PLACE)


cdef inline int verdict_row(Field f, Reach reach, const Ray* ray, const int* source,
                            const int* target) noexcept nogil:
    """The row of verdicts of a line between two hexes a ray's offset apart; -1 for one not to trace here."""
    cdef int low = min(source[1], target[1]), high = max(source[1], target[1])
    cdef int a = source[0], b = target[0], row
    if ((reach.special[a] | reach.special[b]) & IS_SLOW
            or reach.special[a] & reach.special[b] & ON_RAILS
            or not plain_place(source[3] & KIND_BITS) or not plain_place(target[3] & KIND_BITS)
            or source[4] or target[4]
            # perhaps within a factory
            or (low == high and f.factory[a] and f.factory[b])
            # perhaps a continuous slope (B.5)
            or high - low == ray.rise):
        return -1
    row = (low - f.lowest) * f.levels + high - f.lowest
    return row if reach.plane_of[row] >= 0 else -1


cdef void set_line(Field f, Line* line, const Ray* ray, int row, const int* source,
                   const int* target) noexcept nogil:
    """Set a line, cleared once, between two hexes."""
    line.steps, line.count, line.step = ray.steps, ray.count, 0
    line.range, line.aligned = ray.range, ray.aligned
    line.dx, line.dy = ray.dx, ray.dy
    line.falling = source[1] > target[1]
    line.source, line.target = source[0], target[0]
    line.source_level, line.target_level = source[1], target[1]
    line.low, line.high = min(source[1], target[1]), max(source[1], target[1])
    line.level = line.low == line.high
    line.source_kind, line.target_kind = source[3] & KIND_BITS, target[3] & KIND_BITS
    line.source_flags, line.target_flags = source[3] & ~KIND_BITS, target[3] & ~KIND_BITS
    line.verdict, line.live = &f.verdict[row, 0], &f.live[row, 0]
    line.x0, line.y0 = f.centre[source[0], 0], f.centre[source[0], 1]
    line.on_edge = (ray.dx == 0 and line.x0 % f.units_x == 0
                    or ray.dy == 0 and line.y0 % f.units_y == 0)


cdef struct Glance:
    # where the codes of one pair of levels are read along a line
    const unsigned char* plane
    int x
    int y
    int right
    int down
    int tiles


cdef inline void start_glance(Reach reach, const Ray* ray, int plane, const Pass* p,
                              Glance* glance) noexcept nogil:
    glance.plane = &reach.planes[plane, 0]
    glance.x, glance.y = p.x + MARGIN, p.y + MARGIN
    glance.right, glance.down = ray.right, ray.down
    glance.tiles = reach.tiles


cdef bint trace_quick(Field f, Reach reach, Line* line, int plane, const Ray* ray, Pass* p, int first,
                      Tally* tally, Answer* answer) noexcept nogil:
    """Trace a line by its pixels one after the other, from a step of its path on.

    Whether every line from the source in this direction meets the same: see pass_hexes.
    """
    cdef Glance glance
    cdef bint everywhere
    clear_answer(ray.range, ray.aligned, answer)
    start_glance(reach, ray, plane, p, &glance)
    everywhere = pass_hexes(f, reach, ray, line, plane, first, p, &glance, tally, answer)
    if tally.total:
        memset(&tally.by_range[0], 0, line.range + 1)
        tally.total = 0
    return everywhere


cdef inline const unsigned char* plane_above(Field f, Reach reach, const Line* line,
                                             int level) noexcept nogil:
    """The plane of the ground above a level, NULL for none, or for a line to which it is no use."""
    cdef int plane = reach.above_of[level - f.lowest]
    return NULL if plane < 0 or line.on_edge else &reach.planes[plane, 0]


cdef inline bint hidden_by_ends(Field f, Reach reach, const Ray* ray, Line* line, Tally* tally,
                                Answer* answer) noexcept nogil:
    """Whether the hexes of the two ends block a line."""
    cdef int ends = reach.special[line.source] | reach.special[line.target]
    cdef Climb climb
    if ends & IS_DEPRESSION:
        climb.source_plane = plane_above(f, reach, line, line.source_level)
        climb.target_plane = plane_above(f, reach, line, line.target_level)
        climb.ray, climb.tiles = ray, reach.tiles
        start_pass(ray, &(<const Spot*>&reach.spots[line.source, 0]).starts[ray.quarter], &climb.p)
        if in_depression(f, line, &climb, tally, answer):
            return True
    if not line.level or line.source_kind != line.target_kind:
        if inside_building(f, line, answer):
            return True
    # nothing of its own hides an end that is neither dug in nor in a cellar nor told of otherwise
    if ((line.source_flags or line.target_flags or line.source_kind == CELLAR_PLACE
         or line.target_kind == CELLAR_PLACE)
            and hidden_by_own_wall(f, line, search_exact, tally, answer)):
        return True
    return ends & HAS_BARS and building_bars(f, line, tally, answer)


cdef Begun begin_line(Field f, Reach reach, const Ray* ray, Line* line, const int* source,
                      const int* target, Tally* tally, Answer* answer, int* row) noexcept nogil:
    """Begin a line between two hexes a ray's offset apart: what its ends do to it."""
    row[0] = verdict_row(f, reach, ray, source, target)
    if row[0] < 0:
        return NOT_HERE
    set_line(f, line, ray, row[0], source, target)
    clear_answer(ray.range, ray.aligned, answer)
    return ANSWERED if hidden_by_ends(f, reach, ray, line, tally, answer) else UNDER_WAY


cdef bint pass_hexes(Field f, Reach reach, const Ray* ray, Line* line, int plane, int first, Pass* p,
                     const Glance* glance, Tally* tally, Answer* answer) noexcept nogil:
    """The hexes between the ends from a step on, in order, up to one that blocks.

    Whether every line from the source in this direction and at these levels, be it longer or shorter,
    is blocked in this hex if it goes well past it, or meets nothing up to this target.
    """
    cdef Walk walk
    cdef int i, cell
    # whether nothing so far depends on where the line ends
    cdef bint blocked = False, plain = True
    cdef const Chord* c
    for i in range(first, ray.count - 1):
        c = &ray.chords[i]
        cell = line.source + c.cell
        if c.kind == CROSSES:
            if not line.live[cell]:
                continue
            if out_of_blind(reach.blind[plane, cell], line.falling, c):
                plain = False
                continue
            if ray.aligned and f.drawn_only[cell]:
                # for a LOS along hexsides this is a whole hex after all (Q2.2)
                start_walk(f, line, ray.steps + i, &walk)
                blocked = cross_hex(f, line, ray.steps + i, &walk, tally, answer)
                plain = False
            elif line.on_edge:
                blocked = cross_edge(f, reach, line, i, glance, tally, answer)
                plain = False
            else:
                blocked = cross_quick(f, reach, ray, line, i, p, glance, tally, answer, &plain)
        elif c.kind == SIDE_FIRST:
            blocked = along_quick(f, reach, ray, line, plane, i, tally, answer)
            plain = False
        elif c.kind == TOUCHES:
            if touches_noted(reach, ray, line.source, i):
                blocked = touch_hex(f, line, i, tally, answer)
                plain = False
        if blocked:
            p.stopped = last_entry(p, c)
            return plain or line.level
    return tally.total == 0 and (plain or line.level)


cdef bint cross_quick(Field f, Reach reach, const Ray* ray, Line* line, int i, Pass* p,
                      const Glance* glance, Tally* tally, Answer* answer,
                      bint* plain) noexcept nogil:
    """Visit every pixel of one hex that may act, in order."""
    cdef const Chord* c = &ray.chords[i]
    cdef int k = first_entry(p, c), last = last_entry(p, c), across, x, y, kind, seen, far
    cdef int dull = -1, cell = line.source + c.cell
    cdef Py_ssize_t place
    cdef Walk walk
    cdef bint begun = False
    if p.hit < k:
        k = max(k, p.free)
    while k <= last:
        across = <int>((ray.speed * k + p.start) >> SPEED_BITS)
        x, y = glance.x + glance.right * across, glance.y + glance.down * (k - across)
        place = code_place(glance.tiles, x, y)
        far = glance.plane[place]
        if far < AS_DRAWN:
            k += far
            continue
        p.hit = k
        x -= MARGIN
        y -= MARGIN
        kind = code_class(f, far, x, y)
        # more of what did nothing new in this hex, or a corner that the line passes
        if kind == dull:
            k += reach.same[place]
            p.hit = k - 1
            continue
        if at_corner(ray, p.start, k):
            k += 1
            continue
        if (blocks_all(line.verdict[kind]) and kind != f.bare
                and (not f.inherent[cell] or f.drawn_only[cell])):
            block(answer, (line.verdict[kind] >> 8) & 0xff, x, y, cell)
            return True
        if not begun:
            start_walk(f, line, ray.steps + i, &walk)
            begun = True
        plain[0] = False
        seen = visit(f, line, &walk, tally, answer, x, y, -1, -1)
        k += 1
        if seen:
            p.free = k
            return seen == 1
        dull = walk.dull
    p.free = max(p.free, k)
    return False


cdef bint along_quick(Field f, Reach reach, const Ray* ray, Line* line, int plane, int i,
                      Tally* tally, Answer* answer) noexcept nogil:
    """A hexside that the line runs along, and the hexspines that meet there."""
    cdef int first = line.source + ray.chords[i].cell
    cdef int second = line.source + ray.chords[i + 1].cell
    if line.level and (
            reach.noted[first] | reach.noted[second]
            | reach.noted[line.source + ray.chords[i - 1].cell]
            | reach.noted[line.source + ray.chords[i + 2].cell]):
        if follow_hexspine(f, line, i, tally, answer):
            return True
    if not (line.live[first] or line.live[second]):
        return False
    return follow_side(f, reach.sides, &reach.acting[plane, 0], line, ray.steps + i, tally, answer)


cdef bint cross_edge(Field f, Reach reach, Line* line, int i, const Glance* glance, Tally* tally,
                     Answer* answer) noexcept nogil:
    """Visit the pixels of one hex that may act on a line along their edges, as cross_hex does."""
    cdef const Step* s = line.steps + i
    cdef bint upright = line.dx == 0
    cdef long long from_grid = line.y0 if upright else line.x0
    cdef long long by = line.dy if upright else line.dx
    cdef long long units = f.units_y if upright else f.units_x
    cdef int x, y, x2, y2, far, way = 1 if by > 0 else -1
    cdef int at, last, code, other, seen
    cdef Walk walk
    if way > 0:
        at = <int>floor_div(from_grid * s.d0 + by * s.n0, s.d0 * units)
        last = <int>below_div(from_grid * s.d1 + by * s.n1, s.d1 * units)
    else:
        at = <int>below_div(from_grid * s.d0 + by * s.n0, s.d0 * units)
        last = <int>floor_div(from_grid * s.d1 + by * s.n1, s.d1 * units)
    x, y = <int>(line.x0 // f.units_x), <int>(line.y0 // f.units_y)
    # of two columns or rows the one to the line's left speaks first, however the map lies
    if upright:
        x -= way < 0
        x2, y2 = x - way, at
    else:
        y -= way < 0
        x2, y2 = at, y - way
    start_walk(f, line, s, &walk)
    while (at - last) * way <= 0:
        if upright:
            y = y2 = at
        else:
            x = x2 = at
        code = glance.plane[code_place(glance.tiles, x + MARGIN, y + MARGIN)]
        other = glance.plane[code_place(glance.tiles, x2 + MARGIN, y2 + MARGIN)]
        far = min(code, other)
        if max(code, other) < AS_DRAWN:
            at += way * far
            continue
        seen = visit(f, line, &walk, tally, answer, x, y, x2, y2)
        if seen:
            return seen == 1
        at += way
    return False
