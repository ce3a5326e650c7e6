# cython: boundscheck=False, wraparound=False, cdivision=True
"""Lines of a ray are begun: answered at once by what others have met, or sent on their way."""

from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

from hexlos.ext._answers cimport answer_blocked, answer_clear, record_of
from hexlos.ext._exact cimport trace_exact
from hexlos.ext._field cimport Field
from hexlos.ext._line cimport Answer
from hexlos.ext._quick cimport Begun, NOT_HERE, UNDER_WAY, begin_line, is_offset
from hexlos.ext._rays cimport Outset, Ray, SLOTS, set_out
from hexlos.ext._reach cimport Reach, Spot, Start
from hexlos.ext._runs cimport (
    INDOORS, IN_FACTORY, KEYS, KIND_ROOM, LEAP_LINES, ODD, Place, RAILED, Run, Side, Stop, Work, go_on,
    leap_from, stop_key, trace_alone,
)


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
            if stop.entry >= 0 and stop.entry <= (outset.last if stop.first else outset.safe):
                record[0] = answer_blocked(stop.reason, ray.range, stop.x, stop.y)
                return
            if stop.first:
                record[0] = answer_clear(0, ray.range)
                return
            if stop.entry < 0:
                # nothing is left to meet but near its target
                first, entry = max(1, ray.safe + 1), outset.near
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
    cdef int low = min(one.level, two.level), high = max(one.level, two.level)
    if one.bits | two.bits or not reach.regular or not ray.usable or high - low == ray.rise:
        return -1
    return with_plane(reach, low * levels + high)


cdef inline int with_plane(Reach reach, int row) noexcept nogil:
    """A row of verdicts, or -1 where it has no plane."""
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
            row = with_plane(reach, low * f.levels + high)
            begun = UNDER_WAY if row >= 0 else NOT_HERE
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
