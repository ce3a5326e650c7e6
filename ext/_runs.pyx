# cython: boundscheck=False, wraparound=False, cdivision=True
"""Lines under way together: each leaps to the first pixel that acts, is judged there, and leaps on.

Whatever acts is judged by the same functions as in the general path (_exact), in the same order.
"""

from libc.string cimport memset

from hexlos.ext._answers cimport answer_blocked, answer_clear, may_eight, record_of
from hexlos.ext._codes cimport SIX_HINDRANCES, TOUCHES, WALL_HEDGE
from hexlos.ext._exact cimport trace_exact
from hexlos.ext._field cimport Field
from hexlos.ext._line cimport (
    Answer, BLOCKED, IS_ROAD, LAST_DITCH, Line, blocks_all, clear_answer, clear_line, is_wall, near_end,
    only_hinders,
)
from hexlos.ext._paths cimport Step
from hexlos.ext._points cimport block
from hexlos.ext._quick cimport (
    Begun, NOT_HERE, UNDER_WAY, begin_line, is_offset, out_of_blind, set_line,
    touches_noted, trace_quick,
)
from hexlos.ext._rays cimport (
    Chord, NO_STEP, Outset, PLACE_BITS, Pass, Ray, SLOTS, SPEED_BITS, at_corner, first_entry, halves,
    last_entry, set_out, start_pass, step_at,
)
from hexlos.ext._reach cimport ACTS, AS_DRAWN, MARGIN, Reach, Spot, Start, code_class, code_place
from hexlos.ext._visit cimport Walk, effect_here
from hexlos.ext._walls cimport touch_hex


cdef enum:
    KIND_ROOM = 8       # bits of a kind of place, flags included
    UNKNOWN = -1        # an effect that the functions of the general path find


cdef enum Met:
    STOPPED = -1        # the line is blocked
    PASSED = -2         # what comes next may do something
    SAME = -3           # more of the same in this hex does nothing new
    HEX_DONE = -4       # nothing in this hex does anything more


cdef void start_runs(Work* work, bint eight) noexcept nogil:
    """Nothing is under way."""
    cdef int i
    for i in range(LEAP_LINES):
        work.idle[i] = &work.runs[i]
    work.idle_count = LEAP_LINES
    work.lines.count = 0
    work.eight = eight and may_eight()
    clear_line(&work.line)
    memset(&work.used[0], 0, sizeof(work.used))
    memset(&work.tally, 0, sizeof(work.tally))


cdef void begin_runs(Field f, Reach reach, const Ray* ray, Work* work, int a, int hexes,
                     Stop* stops) noexcept nogil:
    """Begin the lines of a ray from hexes that lie one below the other, the first at a."""
    cdef int turned
    work.ray, work.spot, work.stop = ray, <const Spot*>&reach.spots[a, 0], stops
    work.outsets[0].part_x = work.outsets[1].part_x = -1
    for turned in range(1 if work.symmetric else 2):
        begin_column(f, reach, work, &work.sides[turned], &work.sides[1 - turned], a,
                     a + ray.dc * f.stride + ray.dr, hexes)


cdef inline void begin_column(Field f, Reach reach, Work* work, const Side* here, const Side* there,
                              int a, int b, int hexes) noexcept nogil:
    """Begin lines from all places of one side in some hexes to those of the other side."""
    cdef const int* from_at = here.at + a
    cdef const int* to_at = there.at + b
    cdef int k, i, j
    cdef const Place* one
    for k in range(hexes):
        i = from_at[0]
        while i < from_at[1]:
            one = here.places + i
            j = to_at[0]
            # a line begins at the end that comes first on the map
            while j < to_at[1] and one.hex < there.places[j].hex:
                begin_run(f, reach, work, one, there.places + j,
                          here.records + (i - here.first) * there.count + j, k)
                j += 1
            i += 1
        from_at += 2
        to_at += 2


cdef void begin_run(Field f, Reach reach, Work* work, const Place* one, const Place* two,
                    uint64_t* record, int k) noexcept nogil:
    """Begin a line from the hex of a number, or answer it.

    Of the lines of one direction the longest come first, and leave what they have met.
    """
    cdef const Ray* ray = work.ray
    cdef const Start* start = &work.spot[2 * k].starts[ray.quarter]
    # of the hexes of a column every other one lies alike in its pixel
    cdef Outset* outset = &work.outsets[k & 1]
    cdef int row = row_of(reach, ray, one, two, f.levels), first = 1, entry, plane
    cdef int64_t key
    cdef Stop* stop = NULL
    cdef Run* run
    if row < 0:
        row = begin_unsure(f, reach, ray, work, one, two, record)
        if row < 0:
            return
    if outset.part_x != start.part_x or outset.part_y != start.part_y:
        set_out(ray, start, outset)
    entry = outset.first
    if ray.slot >= 0:
        key = stop_key(ray, row, one, two)
        plane = <int>(key >> KIND_ROOM) & (KEYS - 1)
        if not work.used[plane]:
            clear_stops(work, plane)
        stop = work.stop + (plane * SLOTS + ray.slot) * work.hexes + k
        if stop.key == key:
            if stop.entry < 0:
                # nothing is left to meet but near its target
                first, entry = max(1, ray.safe + 1), outset.near
            elif stop.entry <= outset.safe:
                record[0] = answer_blocked(stop.reason, ray.range, stop.x, stop.y)
                return
    if first > ray.count - 2:
        record[0] = answer_clear(0, ray.range)
        return
    run = work.idle[work.idle_count - 1]
    run.record, run.one, run.two, run.ray, run.stop = record, one, two, ray, stop
    run.plane, run.row, run.first = reach.plane_at[row], row, first
    run.met = False
    if ray.beside or ray.upright and start.part_x == 0:
        trace_alone(f, reach, work, run)
        return
    run.start, run.last, run.untouched = outset.start, outset.last, outset.untouched
    leap_from(run, start.x, start.y, entry, &work.lines)
    work.idle_count -= 1
    while work.idle_count == 0:
        go_on(f, reach, work, LEAP_LINES // 4)


cdef inline int row_of(Reach reach, const Ray* ray, const Place* one, const Place* two,
                       int levels) noexcept nogil:
    """The row of verdicts of a line whose ends do nothing to it, as is seen at once; -1 for others."""
    cdef int low = min(one.level, two.level), high = max(one.level, two.level), row
    if one.bits | two.bits or not reach.regular or not ray.usable or high - low == ray.rise:
        return -1
    row = low * levels + high
    return row if reach.plane_at[row] != NULL else -1


cdef int begin_unsure(Field f, Reach reach, const Ray* ray, Work* work, const Place* one,
                      const Place* two, uint64_t* record) noexcept nogil:
    """The row of verdicts of a line that its ends may do something to; -1 where it is answered here."""
    cdef int low = min(one.level, two.level), high = max(one.level, two.level), row
    cdef int either = one.bits | two.bits, both = one.bits & two.bits
    cdef Begun begun = NOT_HERE
    cdef Answer answer
    if ray.usable and (reach.regular or is_offset(f, ray, one.facts[0], two.facts[0])):
        if (either & ODD or both & RAILED or (both & IN_FACTORY if low == high else either & INDOORS)
                or high - low == ray.rise):
            begun = begin_line(f, reach, ray, &work.line, one.facts, two.facts, &work.tally, &answer,
                               &row)
        else:
            row = low * f.levels + high
            begun = UNDER_WAY if reach.plane_at[row] != NULL else NOT_HERE
    if begun == UNDER_WAY:
        return row
    if begun == NOT_HERE:
        trace_exact(f, one.facts, two.facts, &answer, NULL, &work.path[0])
    record[0] = record_of(&answer)
    return -1


cdef void clear_stops(Work* work, int plane) noexcept nogil:
    """Nothing is known of a key's lines yet."""
    cdef Py_ssize_t count = SLOTS * work.hexes
    memset(work.stops + plane * count, 0xff, count * sizeof(Stop))
    work.used[plane] = True


cdef inline int64_t stop_key(const Ray* ray, int row, const Place* one,
                             const Place* two) noexcept nogil:
    """What lines must have in common to meet the same: direction, levels, which end is higher, kind of place."""
    return (<int64_t>ray.way << 40 | (<int64_t>row * 2 + (one.level > two.level)) << KIND_ROOM
            | one.kind)


cdef inline void leap_from(const Run* run, int x, int y, int k, LeapLines* lines) noexcept nogil:
    cdef int n = lines.count
    cdef const Ray* ray = run.ray
    lines.number[n] = <int64_t>run
    lines.plane[n] = run.plane
    lines.start[n], lines.speed[n] = run.start, ray.speed
    lines.pixel[n] = halves(x + MARGIN, y + MARGIN)
    lines.ways[n] = ray.ways
    lines.entries[n] = halves(k, run.last)
    lines.count = n + 1


cdef void end_runs(Field f, Reach reach, Work* work) noexcept nogil:
    """Trace what is under way to its end."""
    while work.lines.count:
        go_on(f, reach, work, 0)


cdef void go_on(Field f, Reach reach, Work* work, int least) noexcept nogil:
    """Trace the lines that are under way, but for the last few: they go on with the next ones."""
    cdef int i
    cdef Run* run
    cdef Answer answer
    leap(&work.lines, reach.tiles, work.eight, least, &work.ends)
    for i in range(work.ends.count):
        run = <Run*>work.ends.number[i]
        if end_run(f, reach, work, run, work.ends.place[i], &answer):
            run.record[0] = record_of(&answer)
            work.idle[work.idle_count] = run
            work.idle_count += 1


cdef void trace_alone(Field f, Reach reach, Work* work, Run* run) noexcept nogil:
    """Trace a line without others."""
    cdef Answer answer
    start_pass(run.ray, start_of(reach, run), &run.p)
    set_line(f, &work.line, run.ray, run.row, run.one.facts, run.two.facts)
    if trace_quick(f, reach, &work.line, reach.plane_of[run.row], run.ray, &run.p, run.first,
                   &work.tally, &answer):
        leave_stop(run, &answer, run.p.stopped)
    run.record[0] = record_of(&answer)


cdef inline const Start* start_of(Reach reach, const Run* run) noexcept nogil:
    """Where a line begins."""
    return &(<const Spot*>&reach.spots[run.one.facts[0], 0]).starts[run.ray.quarter]


cdef inline void leave_stop(const Run* run, const Answer* answer, int k) noexcept nogil:
    """Tell other lines of its direction what a line met, for it does not depend on where this one ends.

    k is the entry at which it is blocked, or one behind it in the same hex.
    """
    if run.stop == NULL:
        return
    run.stop.key = stop_key(run.ray, run.row, run.one, run.two)
    run.stop.entry = k if answer.blocked else -1
    run.stop.x, run.stop.y, run.stop.reason = <short>answer.x, <short>answer.y, answer.reason


cdef inline bint end_run(Field f, Reach reach, Work* work, Run* run, uint64_t place,
                         Answer* answer) noexcept nogil:
    """What a line meets that has leapt to a pixel that acts, or to its end; False if it leaps on."""
    cdef int code = place & 0xff, k = (place >> 8) & 0xffffff, verdict
    cdef int x = <int>((place >> 32) & 0xffff) - MARGIN, y = <int>(place >> 48) - MARGIN
    cdef const Ray* ray = run.ray
    cdef bint corner = at_corner(ray, run.start, k)
    clear_answer(ray.range, ray.aligned, answer)
    if (code < ACTS and not (code and corner) and not run.met
            and (k <= run.untouched or touches_nothing(reach, run, k))):
        # that is all of most lines
        verdict = f.verdict[run.row, code - AS_DRAWN] if code else 0
        if code == 0 or blocks_all(verdict):
            if code:
                block(answer, (verdict >> 8) & 0xff, x, y, -1)
            leave_stop(run, answer, k)
            return True
    begin_to_meet(reach, run)
    if code and corner:
        # but a corner of two pixels
        k += 1
    elif come_to(f, reach, work, run, k, answer):
        k = STOPPED
    elif code:
        k = meet(f, reach, work, run, code, k, x, y, answer)
    if 0 <= k <= run.last:
        leap_from(run, run.p.x, run.p.y, k, &work.lines)
        return False
    if k >= 0 and not come_to(f, reach, work, run, run.last + 1, answer):
        answer.hindrance = <unsigned char>run.hindrance
    if (run.plain or run.one.level == run.two.level) and (answer.blocked or run.hindrance == 0):
        leave_stop(run, answer, last_entry(&run.p, ray.chords + run.step))
    return True


cdef inline bint touches_nothing(Reach reach, const Run* run, int k) noexcept nogil:
    """Whether hexes that a line touches up to an entry, or soon after, have nothing that may matter there."""
    cdef const Chord* chords = run.ray.chords
    cdef int touched = chords.touch
    # a line begins less than a pixel from the edge of its first one
    while touched != NO_STEP and ((chords[touched].end.x1 >> PLACE_BITS)
                                  + (chords[touched].end.y1 >> PLACE_BITS) <= k + 1):
        if touches_noted(reach, run.ray, run.one.facts[0], touched):
            return False
        touched = chords[touched].touch
    return True


cdef inline void begin_to_meet(Reach reach, Run* run) noexcept nogil:
    if run.met:
        return
    start_pass(run.ray, start_of(reach, run), &run.p)
    run.met = run.plain = True
    run.step, run.dull, run.walk.cell = run.first, -1, -1
    run.hindrance, run.in_range, run.effect = 0, -1, 0


cdef inline bint come_to(Field f, Reach reach, Work* work, Run* run, int k,
                         Answer* answer) noexcept nogil:
    """Come to the step that an entry is in, or to the last one; True if what is touched blocks the line."""
    cdef const Ray* ray = run.ray
    cdef int step = step_at(ray, &run.p, run.step, k), touched = ray.chords[run.step].touch
    if step == run.step:
        return False
    run.dull = -1
    while touched <= step:
        if touches_noted(reach, ray, run.one.facts[0], touched):
            run.step = touched
            if touch(f, work, run, answer):
                return True
        touched = ray.chords[touched].touch
    run.step = step
    return False


cdef inline bint step_on(Field f, Reach reach, Work* work, Run* run, Answer* answer) noexcept nogil:
    """Come to the next step; True if that touches a hex and is blocked there."""
    run.step += 1
    run.dull = -1
    return (run.ray.chords[run.step].kind == TOUCHES
            and touches_noted(reach, run.ray, run.one.facts[0], run.step)
            and touch(f, work, run, answer))


cdef bint touch(Field f, Work* work, Run* run, Answer* answer) noexcept nogil:
    """What hexes do to a line that passes their vertex (B.6, B9.1); True when they block it."""
    cdef int at = run.ray.steps[run.step].from_source
    cdef bint blocked
    run.plain = False
    work.tally.total = run.hindrance
    if run.in_range == at:
        work.tally.by_range[at] = <unsigned char>run.effect
    set_line(f, &work.line, run.ray, run.row, run.one.facts, run.two.facts)
    blocked = touch_hex(f, &work.line, run.step, &work.tally, answer)
    if work.tally.total != run.hindrance:
        run.hindrance, run.in_range, run.effect = work.tally.total, at, work.tally.by_range[at]
    work.tally.total = work.tally.by_range[at] = 0
    return blocked


cdef struct AtLevels:
    # what a row of verdicts says of classes and cells
    const int* verdict
    const unsigned char* live
    const unsigned char* blind


cdef int meet(Field f, Reach reach, Work* work, Run* run, int code, int k, int x, int y,
              Answer* answer) noexcept nogil:
    """Judge a pixel, and those after it that act; the entry to leap on from, or STOPPED."""
    cdef const Ray* ray = run.ray
    cdef AtLevels at
    cdef const unsigned char* plane = run.plane
    cdef const unsigned char* hard = reach.hard_at[run.row]
    cdef Py_ssize_t place = code_place(reach.tiles, x + MARGIN, y + MARGIN)
    cdef int across
    cdef bint counted
    cdef Met met
    work.line.source = -1   # it is another's yet
    at.verdict, at.live = &f.verdict[run.row, 0], &f.live[run.row, 0]
    at.blind = &reach.blind[reach.plane_of[run.row], 0]
    while True:
        met = judge(f, &work.line, run, &at, code, x, y, answer)
        if met == STOPPED:
            return STOPPED
        if met == PASSED:
            k += 1
        elif met == SAME:
            k += reach.same[place]
        while True:
            if met == HEX_DONE or k > last_entry(&run.p, ray.chords + run.step):
                k = next_hex(f, reach, work, run, answer)
                met = PASSED
                if k < 0 or k > run.last:
                    return k
            across = <int>((ray.speed * k + run.start) >> SPEED_BITS)
            x, y = run.p.x + ray.right * across, run.p.y + ray.down * (k - across)
            place = code_place(reach.tiles, x + MARGIN, y + MARGIN)
            # after a hindrance that is counted a single one adds nothing
            counted = (hard != NULL and run.effect
                       and run.in_range == ray.steps[run.step].from_source)
            code = hard[place] if counted else plane[place]
            if code >= AS_DRAWN:
                break
            k += code
            if not counted:
                return k
        # a corner of two pixels is looked at again
        if at_corner(ray, run.start, k):
            return k


cdef inline Met judge(Field f, Line* line, Run* run, const AtLevels* at, int code, int x, int y,
                      Answer* answer) noexcept nogil:
    """What a pixel does to a line in the hex that it has come to."""
    cdef const Step* s = run.ray.steps + run.step
    cdef int cell = run.one.facts[0] + s.cell, most = at.live[cell], kind, verdict, effect
    cdef Met then
    if not most:
        return HEX_DONE
    if out_of_blind(at.blind[cell], run.one.level > run.two.level, s):
        run.plain = False
        return HEX_DONE
    kind = code_class(f, code, x, y)
    if kind == run.dull:
        return SAME
    if kind == f.bare:
        return PASSED
    verdict = at.verdict[kind]
    if code >= ACTS and f.inherent[cell] and not f.drawn_only[cell]:
        effect = inherent_too(f, run, at, s, kind, verdict)
    else:
        if not verdict:
            run.dull = kind
            return SAME
        if blocks_all(verdict):
            block(answer, (verdict >> 8) & 0xff, x, y, cell)
            return STOPPED
        if is_wall(verdict):
            run.plain, run.dull = False, -1
            if f.edge[x, y] < 0 or near_end(f, f.edge[x, y], run.one.facts[0], run.two.facts[0]):
                return PASSED
            block(answer, WALL_HEDGE, x, y, cell)
            return STOPPED
        effect = (verdict >> 8) & 0xff if only_hinders(verdict) else UNKNOWN
    run.plain = False
    run.dull = kind
    if effect == UNKNOWN:
        if line.source < 0:
            set_line(f, line, run.ray, run.row, run.one.facts, run.two.facts)
        walk_within(f, run, at, s)
        effect = effect_here(f, line, &run.walk, kind, kind, x, y, x, y)
        run.dull = run.walk.dull
        if effect >= BLOCKED:
            block(answer, effect - BLOCKED, x, y, cell)
            return STOPPED
    then = SAME if kind == run.dull else PASSED
    # only between the ends (A6.7)
    if not effect or s.from_source >= run.ray.range or s.from_target >= run.ray.range:
        return then
    if run.in_range != s.from_source:
        run.in_range, run.effect = s.from_source, 0
    if effect > run.effect:
        run.hindrance += effect - run.effect
        run.effect = effect
    if run.hindrance >= LAST_DITCH:
        block(answer, SIX_HINDRANCES, x, y, cell)
        return STOPPED
    return HEX_DONE if run.effect >= most else then


cdef inline void walk_within(Field f, Run* run, const AtLevels* at, const Step* s) noexcept nogil:
    """Begin to walk through a hex, or go on: as start_walk, without the line."""
    cdef Walk* walk = &run.walk
    cdef int cell = run.one.facts[0] + s.cell
    if walk.cell == cell:
        return
    walk.cell, walk.from_source, walk.from_target = cell, s.from_source, s.from_target
    walk.inherent = 0 if f.drawn_only[cell] else f.inherent[cell]
    walk.dull = -1
    walk.roadway = f.orchard[walk.inherent] != 0
    walk.limit = at.live[cell]


cdef inline int inherent_too(Field f, Run* run, const AtLevels* at, const Step* s, int kind,
                             int verdict) noexcept nogil:
    """Effect of a pixel in a hex of inherent terrain, where both merely hinder; else UNKNOWN."""
    cdef int row = f.inherent[run.one.facts[0] + s.cell], inherent = at.verdict[f.remap[row, kind]]
    if (verdict and not only_hinders(verdict) or inherent and not only_hinders(inherent)
            or f.orchard[row] and f.traits[kind] & IS_ROAD):
        return UNKNOWN
    if f.orchard[row]:
        # roads may still be met in this hex, which no longer are all that is seen of it
        walk_within(f, run, at, s)
        run.walk.roadway = False
    return max((verdict >> 8) & 0xff, (inherent >> 8) & 0xff)


cdef inline int next_hex(Field f, Reach reach, Work* work, Run* run,
                         Answer* answer) noexcept nogil:
    """The first entry of the hex after the one that a line has come to, or STOPPED."""
    while run.step < run.ray.count - 2:
        if step_on(f, reach, work, run, answer):
            return STOPPED
        if run.ray.chords[run.step].kind != TOUCHES:
            return first_entry(&run.p, run.ray.chords + run.step)
    return run.last + 1
