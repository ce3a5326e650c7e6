# cython: boundscheck=False, wraparound=False, cdivision=True
"""The exact thread of one line of a ray, passing quickly over what does nothing to it.

Whatever acts is judged by the same functions as in the general path (_exact), in the same order;
only the pixels that act on no line of these levels are not looked at one by one.
"""

from libc.math cimport fabs
from libc.string cimport memset

from hexlos.ext._codes cimport (
    BAR, BARE, BLOCKS, BUILDING_PLACE, CELLAR_PLACE, CROSSES, FACTORY, GROUND_PLACE, HEXSIDE,
    ROOF_PLACE, SIDE_FIRST, SPAN, TOUCHES,
)
from hexlos.ext._depression cimport in_depression
from hexlos.ext._entrenched cimport hidden_by_own_wall
from hexlos.ext._field cimport Field
from hexlos.ext._inside cimport building_bars, inside_building
from hexlos.ext._line cimport (
    Answer, KIND_BITS, Line, SHIFT_BITS, Tally, clear_answer, clear_line,
)
from hexlos.ext._paths cimport Step
from hexlos.ext._pixels cimport cross_hex, follow_hexside
from hexlos.ext._points cimport block
from hexlos.ext._rays cimport (
    Chord, Pass, Ray, SPEED_BITS, first_entry, last_entry, start_pass,
)
from hexlos.ext._reach cimport (
    ACTS, HAS_BARS, IS_DEPRESSION, IS_SLOW, MARGIN, ON_RAILS, OTHER, Reach, Spot,
    code_place,
)
from hexlos.ext._search cimport search_exact
from hexlos.ext._visit cimport Walk, start_walk, visit
from hexlos.ext._walls cimport follow_hexspine, touch_hex


cdef enum:
    # points that are not taken exactly may lie so many pixels off
    CLOSE_BY = 2
    # what so many hexes away from an end does, does not depend on that end
    SAFE = 3


cdef inline bint plain_place(int kind) noexcept nogil:
    return (kind == GROUND_PLACE or kind == BUILDING_PLACE or kind == ROOF_PLACE
            or kind == CELLAR_PLACE)


cdef void start_line(const Ray* ray, Line* line) noexcept nogil:
    """Set what all lines of a ray between two centres have in common."""
    clear_line(line)
    line.steps, line.count = ray.steps, ray.count
    line.range, line.aligned = ray.range, ray.aligned
    line.dx, line.dy = ray.dx, ray.dy


cdef bint met_by(Field f, Reach reach, const Ray* ray, int a, int b) noexcept nogil:
    """Whether lines of a ray between two hexes may be traced here at all."""
    cdef const Spot* spot = <const Spot*>&reach.spots[a, 0]
    cdef int either = reach.special[a] | reach.special[b], both = reach.special[a] & reach.special[b]
    return (ray.usable and not either & IS_SLOW and not both & ON_RAILS
            # a seam between boards may bend the lattice by a grid unit
            and (reach.regular or (f.centre[b, 0] - f.centre[a, 0] == ray.dx
                                   and f.centre[b, 1] - f.centre[a, 1] == ray.dy))
            # perhaps a line along the edge of two pixels
            and not (ray.per_y == 0 and spot.part_x == 0)
            and not (ray.per_x == 0 and spot.part_y == 0))


cdef inline int set_line(Field f, Reach reach, const Ray* ray, Line* line, const int* source,
                         const int* target) noexcept nogil:
    """Set the ends of a line between two hexes that met_by took; its plane, -1 for one not to trace here."""
    cdef int low = source[1], high = target[1], row, a = source[0], b = target[0]
    line.falling = low > high
    if line.falling:
        low, high = high, low
    row = (low - f.lowest) * f.levels + high - f.lowest
    if (not plain_place(source[3] & KIND_BITS) or not plain_place(target[3] & KIND_BITS)
            or source[4] or target[4]
            # perhaps within a factory
            or (low == high and f.factory[a] and f.factory[b])
            # perhaps a continuous slope (B.5)
            or (ray.range > 1 and high - low == 2 * ray.range)):
        return -1
    line.source, line.target = a, b
    line.source_level, line.target_level = source[1], target[1]
    line.source_kind, line.target_kind = source[3] & KIND_BITS, target[3] & KIND_BITS
    line.source_flags, line.target_flags = source[3] & ~KIND_BITS, target[3] & ~KIND_BITS
    line.low, line.high, line.level = low, high, low == high
    line.verdict, line.live = &f.verdict[row, 0], &f.live[row, 0]
    line.x0, line.y0 = f.centre[a, 0], f.centre[a, 1]
    return reach.plane_of[row]


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


cdef bint trace_quick(Field f, Reach reach, const Ray* ray, Line* line, const int* source,
                      const int* target, Stop* stops, Tally* tally, Answer* answer) noexcept nogil:
    """Trace a line between two hexes that met_by took; False for one not to trace here.

    stops has what lines from its source have met, by plane and whether they fall; those of one
    direction come one after the other, the longest first.
    """
    cdef Pass p
    cdef Glance glance
    cdef int plane = set_line(f, reach, ray, line, source, target), first = 1
    cdef Stop* stop
    if plane < 0:
        return False
    clear_answer(line, answer)
    if hidden_by_ends(f, reach, line, tally, answer):
        return True
    stop = stops + 2 * plane + line.falling
    if stop.way == ray.way and stop.kind == source[3]:
        if stop.range < 0:
            # nothing is left to meet but near its target
            first = ray.count - 1
            while first > 1 and ray.steps[first - 1].from_target < SAFE:
                first -= 1
        elif stop.range + SAFE <= ray.range:
            block(answer, stop.reason, stop.x, stop.y, -1)
            return True
    start_pass(ray, <const Spot*>&reach.spots[line.source, 0], &p)
    start_glance(reach, ray, plane, &p, &glance)
    if pass_hexes(f, reach, ray, line, first, &p, &glance, tally, answer):
        # it does not depend on where the line ends
        stop.way, stop.kind = ray.way, source[3]
        stop.range = <short>p.range if answer.blocked else -1
        stop.x, stop.y, stop.reason = <short>answer.x, <short>answer.y, answer.reason
    if tally.total:
        memset(&tally.by_range[0], 0, line.range + 1)
        tally.total = 0
    return True


cdef inline bint hidden_by_ends(Field f, Reach reach, Line* line, Tally* tally,
                                Answer* answer) noexcept nogil:
    """Whether the hexes of the two ends block a line."""
    cdef int ends = reach.special[line.source] | reach.special[line.target]
    if ends & IS_DEPRESSION and in_depression(f, line, tally, answer):
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


cdef bint pass_hexes(Field f, Reach reach, const Ray* ray, Line* line, int first, Pass* p,
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
            if ray.aligned and f.drawn_only[cell]:
                # for a LOS along hexsides this is a whole hex after all (Q2.2)
                start_walk(f, line, ray.steps + i, &walk)
                blocked = cross_hex(f, line, ray.steps + i, &walk, tally, answer)
                plain = False
            else:
                blocked = cross_quick(f, reach, ray, line, i, p, glance, tally, answer, &plain)
        elif c.kind == SIDE_FIRST:
            blocked = along_quick(f, reach, ray, line, i, glance, tally, answer)
            plain = False
        elif c.kind == TOUCHES:
            if (reach.noted[cell] | reach.noted[line.source + ray.chords[i - 1].cell]
                    | reach.noted[line.source + ray.chords[i + 1].cell]):
                blocked = touch_hex(f, line, i, tally, answer)
                plain = False
        if blocked:
            p.range = ray.steps[i].from_source
            return plain or line.level
    return tally.total == 0 and (plain or line.level)


cdef inline bint blocks_all(int verdict) noexcept nogil:
    """Whether a depiction blocks every line through it, whatever the ends and the hex."""
    return verdict & (0xff | HEXSIDE | BAR | SPAN | BARE | FACTORY) == BLOCKS


cdef bint cross_quick(Field f, Reach reach, const Ray* ray, Line* line, int i, Pass* p,
                      const Glance* glance, Tally* tally, Answer* answer,
                      bint* plain) noexcept nogil:
    """Visit every pixel of one hex that may act, in order."""
    cdef const Chord* c = &ray.chords[i]
    cdef int k = first_entry(p, c), last = last_entry(p, c), across, x, y, kind, seen, far
    cdef int dull = -1, cell = line.source + c.cell
    cdef long long at
    cdef Py_ssize_t place
    cdef Walk walk
    cdef bint begun = False
    if p.hit < k:
        k = max(k, p.free)
    while k <= last:
        at = ray.speed * k + p.start
        across = <int>(at >> SPEED_BITS)
        x, y = glance.x + glance.right * across, glance.y + glance.down * (k - across)
        place = code_place(glance.tiles, x, y)
        far = glance.plane[place]
        if far < ACTS:
            k += far
            continue
        p.hit = k
        x -= MARGIN
        y -= MARGIN
        kind = f.classes[x, y] if far == OTHER else far - ACTS
        # more of what did nothing new in this hex, or a corner that the line passes
        if kind == dull:
            k += reach.same[place]
            p.hit = k - 1
            continue
        if (at & ((1LL << SPEED_BITS) - 1)) < ray.quantum:
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


cdef bint along_quick(Field f, Reach reach, const Ray* ray, Line* line, int i,
                      const Glance* glance, Tally* tally, Answer* answer) noexcept nogil:
    """A hexside that the line runs along: its pixels are looked at where something acts near it."""
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
    if beside_acts(f, reach, line, ray.steps + i, glance, first, second):
        return follow_hexside(f, line, ray.steps + i, tally, answer)
    return False


cdef bint beside_acts(Field f, Reach reach, const Line* line, const Step* s,
                      const Glance* glance, int first, int second) noexcept nogil:
    """Whether anything may act on both sides of a hexside, or inherent terrain on either (A6.1).

    A line passes the points that follow_hexside looks at, give or take a pixel.
    """
    cdef bint rim = not f.on_board[first] or not f.on_board[second]
    cdef bint either = rim or f.bare >= 0 or f.inherent[first] or f.inherent[second]
    # beyond the picture one side decides: at the map's rim that is known beforehand
    cdef int outside = 255 if rim else 0
    cdef double size = 1 << SHIFT_BITS, t = <double>s.n0 / s.d0, end = <double>s.n1 / s.d1
    cdef double x = (line.x0 + t * line.dx) / f.units_x + MARGIN
    cdef double y = (line.y0 + t * line.dy) / f.units_y + MARGIN
    cdef double dx = (end - t) * line.dx / f.units_x, dy = (end - t) * line.dy / f.units_y
    cdef double length = fabs(dx) + fabs(dy), at = 0
    cdef int axis = 0 if line.dy == 0 else (1 if (line.dx > 0) == (line.dy > 0) else 2), far, other
    cdef double nx = f.normal[axis][0] / size, ny = f.normal[axis][1] / size
    if f.drawn_only[first] or f.drawn_only[second]:
        # along hexsides the whole hex counts (Q2.2)
        return True
    dx /= length
    dy /= length
    while at <= length:
        far = far_from(reach, glance, x + nx, y + ny, outside)
        other = far_from(reach, glance, x - nx, y - ny, outside)
        far = min(far, other) if either else max(far, other)
        if far <= CLOSE_BY:
            return True
        at += far - CLOSE_BY
        x += dx * (far - CLOSE_BY)
        y += dy * (far - CLOSE_BY)
    return False


cdef inline int far_from(Reach reach, const Glance* glance, double x, double y,
                         int outside) noexcept nogil:
    """Distance of a point from what acts, or what is to be taken for it beyond the picture."""
    cdef int column = <int>x, row = <int>y, far
    if (x < MARGIN or y < MARGIN or column >= reach.wide - MARGIN
            or row >= reach.high - MARGIN):
        return outside
    far = glance.plane[code_place(glance.tiles, column, row)]
    return far if far < ACTS else 0
