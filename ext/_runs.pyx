# cython: boundscheck=False, wraparound=False, cdivision=True
"""Lines under way together: each leaps to the first pixel that acts, is judged there, and leaps on.

Whatever acts is judged by the same functions as in the general path (_exact), in the same order.
"""

from libc.string cimport memset

from hexlos.ext._answers cimport may_eight, record_of
from hexlos.ext._codes cimport SIX_HINDRANCES, TOUCHES, WALL_HEDGE
from hexlos.ext._field cimport Field
from hexlos.ext._line cimport (
    Answer, BLOCKED, IS_ROAD, LAST_DITCH, Line, blocks_all, clear_answer, clear_line, is_wall, near_end,
    only_hinders,
)
from hexlos.ext._points cimport block
from hexlos.ext._quick cimport out_of_blind, set_line, touches_noted, trace_quick
from hexlos.ext._rays cimport (
    Chord, NO_STEP, Ray, SPEED_BITS, at_corner, first_entry, last_entry, least_entry, start_pass, step_at,
)
from hexlos.ext._reach cimport ACTS, AS_DRAWN, MARGIN, Reach, Spot, Start, code_class, code_place
from hexlos.ext._visit cimport Walk, effect_here
from hexlos.ext._walls cimport touch_hex


cdef enum:
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
    run.met = True
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
    run.stop.first = run.first == 1 and not run.met
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
    while touched != NO_STEP and least_entry(&chords[touched].end) <= k + 1:
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
    cdef int at = run.ray.chords[run.step].from_source
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
            k += hard[place] if (is_counted(run, hard) and hard[place] < AS_DRAWN) else reach.same[place]
        while True:
            if met == HEX_DONE or k > last_entry(&run.p, ray.chords + run.step):
                k = next_hex(f, reach, work, run, answer)
                met = PASSED
                if k < 0 or k > run.last:
                    return k
            across = <int>((ray.speed * k + run.start) >> SPEED_BITS)
            x, y = run.p.x + ray.right * across, run.p.y + ray.down * (k - across)
            place = code_place(reach.tiles, x + MARGIN, y + MARGIN)
            counted = is_counted(run, hard)
            code = hard[place] if counted else plane[place]
            if code >= AS_DRAWN:
                break
            k += code
            if not counted:
                return k
        # a corner of two pixels is looked at again
        if at_corner(ray, run.start, k):
            return k


cdef inline bint is_counted(const Run* run, const unsigned char* hard) noexcept nogil:
    """Whether a hindrance is counted where a line has come to, after which a single one adds nothing."""
    return hard != NULL and run.effect and run.in_range == run.ray.chords[run.step].from_source


cdef inline Met judge(Field f, Line* line, Run* run, const AtLevels* at, int code, int x, int y,
                      Answer* answer) noexcept nogil:
    """What a pixel does to a line in the hex that it has come to."""
    cdef const Chord* c = run.ray.chords + run.step
    cdef int cell = run.one.facts[0] + c.cell, most = at.live[cell], kind, verdict, effect
    cdef Met then
    if not most:
        return HEX_DONE
    if out_of_blind(at.blind[cell], run.one.level > run.two.level, c):
        run.plain = False
        return HEX_DONE
    kind = code_class(f, code, x, y)
    if kind == run.dull:
        return SAME
    if kind == f.bare:
        return PASSED
    verdict = at.verdict[kind]
    if code >= ACTS and f.inherent[cell] and not f.drawn_only[cell]:
        effect = inherent_too(f, run, at, c, kind, verdict)
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
        walk_within(f, run, at, c)
        effect = effect_here(f, line, &run.walk, kind, kind, x, y, x, y)
        run.dull = run.walk.dull
        if effect >= BLOCKED:
            block(answer, effect - BLOCKED, x, y, cell)
            return STOPPED
    then = SAME if kind == run.dull else PASSED
    # only between the ends (A6.7)
    if not effect or c.from_source >= run.ray.range or c.from_target >= run.ray.range:
        return then
    if run.in_range != c.from_source:
        run.in_range, run.effect = c.from_source, 0
    if effect > run.effect:
        run.hindrance += effect - run.effect
        run.effect = effect
    if run.hindrance >= LAST_DITCH:
        block(answer, SIX_HINDRANCES, x, y, cell)
        return STOPPED
    return HEX_DONE if run.effect >= most else then


cdef inline void walk_within(Field f, Run* run, const AtLevels* at, const Chord* c) noexcept nogil:
    """Begin to walk through a hex, or go on: as start_walk, without the line."""
    cdef Walk* walk = &run.walk
    cdef int cell = run.one.facts[0] + c.cell
    if walk.cell == cell:
        return
    walk.cell, walk.from_source, walk.from_target = cell, c.from_source, c.from_target
    walk.inherent = 0 if f.drawn_only[cell] else f.inherent[cell]
    walk.dull = -1
    walk.roadway = f.orchard[walk.inherent] != 0
    walk.limit = at.live[cell]


cdef inline int inherent_too(Field f, Run* run, const AtLevels* at, const Chord* c, int kind,
                             int verdict) noexcept nogil:
    """Effect of a pixel in a hex of inherent terrain, where both merely hinder; else UNKNOWN."""
    cdef int row = f.inherent[run.one.facts[0] + c.cell], inherent = at.verdict[f.remap[row, kind]]
    if (verdict and not only_hinders(verdict) or inherent and not only_hinders(inherent)
            or f.orchard[row] and f.traits[kind] & IS_ROAD):
        return UNKNOWN
    if f.orchard[row]:
        # roads may still be met in this hex, which no longer are all that is seen of it
        walk_within(f, run, at, c)
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
