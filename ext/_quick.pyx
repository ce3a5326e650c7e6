# cython: boundscheck=False, wraparound=False, cdivision=True
"""The exact thread of one line of a ray, passing quickly over what does nothing to it.

Whatever acts is judged by the same functions as in the general path (_exact), in the same order;
only the pixels that act on no line of these levels are not looked at one by one.
"""

from libc.math cimport fabs
from libc.string cimport memset

from hexlos.ext._codes cimport (
    BLIND, BLIND_ADJACENT, BLIND_HINDERS, BUILDING_PLACE, CELLAR_PLACE, CREST, CROSSES,
    GROUND_PLACE, HEXSIDE, HINDERS, LEVEL_GROUND, NOTHING, ROOF_PLACE, SIDE_FIRST, TOUCHES,
)
from hexlos.ext._depression cimport in_depression
from hexlos.ext._entrenched cimport hidden_by_own_wall
from hexlos.ext._field cimport Field
from hexlos.ext._inside cimport building_bars, inside_building
from hexlos.ext._line cimport Answer, KIND_BITS, Line, SHIFT_BITS, Tally
from hexlos.ext._paths cimport Step
from hexlos.ext._pixels cimport cross_hex, follow_hexside
from hexlos.ext._rays cimport (
    Chord, Pass, Ray, SPEED_BITS, first_entry, last_entry, start_pass,
)
from hexlos.ext._reach cimport BLOCK_BITS, HAS_BARS, IS_DEPRESSION, IS_SLOW, MARGIN, Reach, Spot
from hexlos.ext._search cimport search_exact
from hexlos.ext._visit cimport Walk, start_walk, visit
from hexlos.ext._walls cimport follow_hexspine, touch_hex


cdef enum:
    # points that are not taken exactly may lie so many pixels off
    CLOSE_BY = 2
    # farther than this the distance of a block of pixels will do
    NEAR = 3


cdef inline bint plain_place(int kind) noexcept nogil:
    return (kind == GROUND_PLACE or kind == BUILDING_PLACE or kind == ROOF_PLACE
            or kind == CELLAR_PLACE)


cdef bint set_line(Field f, Reach reach, const Ray* ray, Line* line, const int* source,
                   const int* target) noexcept nogil:
    """Set the ends of a line that begin() has set for its ray; False for one not to trace here."""
    cdef int low, high, row, a = source[0], b = target[0]
    cdef const Spot* spot = <const Spot*>&reach.spots[a, 0]
    low, high = source[1], target[1]
    line.falling = low > high
    if line.falling:
        low, high = high, low
    if ((reach.special[a] | reach.special[b]) & IS_SLOW or source[2] >= target[2]
            # a seam between boards may bend the lattice by a grid unit
            or f.centre[b, 0] - f.centre[a, 0] != ray.dx
            or f.centre[b, 1] - f.centre[a, 1] != ray.dy
            or not plain_place(source[3] & KIND_BITS) or not plain_place(target[3] & KIND_BITS)
            # perhaps along a railroad, or within a factory
            or (f.rail[a] and f.rail[b]) or (f.factory[a] and f.factory[b] and low == high)
            # perhaps a continuous slope (B.5), or a line along the edge of two pixels
            or (ray.range > 1 and high - low == 2 * ray.range)
            or (ray.per_y == 0 and spot.part_x == 0) or (ray.per_x == 0 and spot.part_y == 0)):
        return False
    row = (low - f.lowest) * f.levels + high - f.lowest
    if reach.plane_of[row] < 0:
        return False
    line.source, line.target = a, b
    line.source_level, line.target_level = source[1], target[1]
    line.source_kind, line.target_kind = source[3] & KIND_BITS, target[3] & KIND_BITS
    line.source_flags, line.target_flags = source[3] & ~KIND_BITS, target[3] & ~KIND_BITS
    line.low, line.high, line.level = low, high, low == high
    line.verdict, line.live = &f.verdict[row, 0], &f.live[row, 0]
    line.x0, line.y0 = f.centre[a, 0], f.centre[a, 1]
    line.source_raised = line.target_raised = 0
    line.slope = line.uphill = line.on_rails = line.within_factory = False
    return True


cdef struct Glance:
    # where the distances of one pair of levels are read along a line
    const unsigned char* plane
    const unsigned char* blocks
    int x
    int y
    int right
    int down
    int pitch
    int block_pitch


cdef inline void start_glance(Field f, Reach reach, const Ray* ray, const Line* line,
                              const Pass* p, Glance* glance) noexcept nogil:
    cdef int plane = reach.plane_of[(line.low - f.lowest) * f.levels + line.high - f.lowest]
    glance.plane, glance.blocks = &reach.planes[plane, 0, 0], &reach.blocks[plane, 0, 0]
    glance.x, glance.y = p.x + MARGIN, p.y + MARGIN
    glance.right, glance.down = ray.right, ray.down
    glance.pitch, glance.block_pitch = reach.pitch, reach.block_pitch


cdef inline int look(const Glance* glance, int across, int along) noexcept nogil:
    """How many entries from this one on do nothing for sure."""
    cdef int x = glance.x + glance.right * across, y = glance.y + glance.down * along
    cdef int far = glance.blocks[(x >> BLOCK_BITS) * glance.block_pitch + (y >> BLOCK_BITS)]
    return far if far >= NEAR else glance.plane[<Py_ssize_t>x * glance.pitch + y]


cdef void trace_quick(Field f, Reach reach, const Ray* ray, Line* line, Tally* tally,
                      Answer* answer) noexcept nogil:
    """Trace a line that set_line took."""
    cdef int ends = reach.special[line.source] | reach.special[line.target]
    cdef Pass p
    cdef Glance glance
    answer.blocked = answer.hindrance = answer.reason = 0
    answer.range = line.range
    answer.along_hexside = line.aligned
    answer.x = answer.y = answer.cell = -1
    if ends & IS_DEPRESSION and in_depression(f, line, tally, answer):
        return
    if not line.level or line.source_kind != line.target_kind:
        if inside_building(f, line, answer):
            return
    if hidden_by_own_wall(f, line, search_exact, tally, answer):
        return
    if ends & HAS_BARS and building_bars(f, line, tally, answer):
        return
    start_pass(ray, <const Spot*>&reach.spots[line.source, 0], &p)
    start_glance(f, reach, ray, line, &p, &glance)
    pass_hexes(f, reach, ray, line, &p, &glance, tally, answer)
    if tally.total:
        memset(&tally.by_range[0], 0, line.range + 1)
        tally.total = 0


cdef void pass_hexes(Field f, Reach reach, const Ray* ray, Line* line, Pass* p,
                     const Glance* glance, Tally* tally, Answer* answer) noexcept nogil:
    """The hexes between the ends, in order, up to one that blocks."""
    cdef Walk walk
    cdef int i, cell
    cdef const Chord* c
    for i in range(1, ray.count - 1):
        c = &ray.chords[i]
        cell = line.source + c.cell
        if c.kind == CROSSES:
            if not line.live[cell]:
                continue
            if ray.aligned and f.drawn_only[cell]:
                # for a LOS along hexsides this is a whole hex after all (Q2.2)
                start_walk(f, line, ray.steps + i, &walk)
                if cross_hex(f, line, ray.steps + i, &walk, tally, answer):
                    return
            elif cross_quick(f, reach, ray, line, i, p, glance, tally, answer):
                return
        elif c.kind == SIDE_FIRST:
            if along_quick(f, reach, ray, line, i, glance, tally, answer):
                return
        elif c.kind == TOUCHES:
            if (reach.noted[cell] | reach.noted[line.source + ray.chords[i - 1].cell]
                    | reach.noted[line.source + ray.chords[i + 1].cell]
                    and touch_hex(f, line, i, tally, answer)):
                return


cdef inline bint same_all_over(int verdict) noexcept nogil:
    """Whether an effect depends on the hex only, not on where in it the terrain shows."""
    cdef int kind = verdict & 0xff
    return not verdict & HEXSIDE and (
        kind == NOTHING or kind == HINDERS or kind == LEVEL_GROUND or kind == CREST or kind == BLIND
        or kind == BLIND_HINDERS or kind == BLIND_ADJACENT)


cdef bint cross_quick(Field f, Reach reach, const Ray* ray, Line* line, int i, Pass* p,
                      const Glance* glance, Tally* tally, Answer* answer) noexcept nogil:
    """Visit every pixel of one hex that may act, in order."""
    cdef const Chord* c = &ray.chords[i]
    cdef int k = first_entry(p, c), last = last_entry(p, c), across, x, y, kind, seen, far
    cdef int dull = -1
    cdef long long at
    cdef Walk walk
    cdef bint begun = False
    if p.hit < k:
        k = max(k, p.free)
    while k <= last:
        at = ray.speed * k + p.start
        across = <int>(at >> SPEED_BITS)
        far = look(glance, across, k - across)
        if far:
            k += far
            continue
        p.hit = k
        x, y = p.x + ray.right * across, p.y + (k - across) * ray.down
        kind = f.classes[x, y]
        # more of what did nothing new in this hex, or a corner that the line passes
        if kind == dull:
            k += reach.same[x, y]
            p.hit = k - 1
            continue
        if (at & ((1LL << SPEED_BITS) - 1)) < ray.quantum:
            k += 1
            continue
        if not begun:
            start_walk(f, line, ray.steps + i, &walk)
            begun = True
        seen = visit(f, line, &walk, tally, answer, x, y, -1, -1)
        k += 1
        if seen:
            p.free = k
            return seen == 1
        dull = -1
        if same_all_over(line.verdict[kind]) and (
                not walk.inherent
                or same_all_over(line.verdict[f.remap[walk.inherent, kind]])):
            dull = kind
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
    cdef int column = <int>x, row = <int>y
    if (x < MARGIN or y < MARGIN or column >= reach.planes.shape[1] - MARGIN
            or row >= reach.pitch - MARGIN):
        return outside
    return glance.plane[<Py_ssize_t>column * glance.pitch + row]
