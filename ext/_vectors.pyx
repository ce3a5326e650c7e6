# cython: boundscheck=False, wraparound=False, cdivision=True
"""Tables of LOS, all lines of one offset between hexes after the other (exact thread)."""

from libc.stdlib cimport free, malloc
from libc.string cimport memset

from hexlos.ext._batch cimport check_places, in_order
from hexlos.ext._begin cimport begin
from hexlos.ext._exact cimport trace_exact
from hexlos.ext._field cimport Field
from hexlos.ext._line cimport Answer, Line, Tally
from hexlos.ext._paths cimport MAX_STEPS, Step
from hexlos.ext._quick cimport set_line, trace_quick
from hexlos.ext._rays cimport Chord, Ray, start_ray
from hexlos.ext._reach cimport Reach, Spot


cdef enum:
    BUNCH = 16          # offsets taken together


cdef struct Table:
    # where the answers go: arrays of (sources, targets)
    unsigned char* blocked
    unsigned char* hindrance
    unsigned char* reason
    unsigned short* span
    short* where
    Py_ssize_t width
    bint symmetric


cdef inline void put(const Table* table, Py_ssize_t i, Py_ssize_t j,
                     const Answer* answer) noexcept nogil:
    cdef Py_ssize_t at = i * table.width + j
    table.blocked[at] = answer.blocked
    table.hindrance[at] = 0 if answer.blocked else answer.hindrance
    table.reason[at] = answer.reason
    table.span[at] = <unsigned short>answer.range
    table.where[2 * at] = <short>answer.x
    table.where[2 * at + 1] = <short>answer.y


cdef struct Bundle:
    # the lines of one offset, in one direction
    int dc
    int dr
    bint begun
    bint usable
    Ray ray
    Line line


cdef struct Bundles:
    # which end of a line comes first on the map depends on how its boards lie
    Bundle there
    Bundle back


cdef struct Work:
    # what one job has for itself
    Tally tally
    Step[MAX_STEPS] path
    Bundles* bundles
    Chord* chords
    int used
    int room


cdef inline void start_bundle(Bundle* bundle, int dc, int dr) noexcept nogil:
    bundle.dc, bundle.dr, bundle.begun = dc, dr, False


cdef void trace_one(Field f, Reach reach, Bundles* both, Work* work, const int* a, const int* b,
                    Answer* answer) noexcept nogil:
    """Trace from the end that comes first on the map, quickly where that can be."""
    cdef Bundle* bundle = &both.there
    if not in_order(a, b):
        a, b = b, a
        bundle = &both.back
    if a[4] or b[4]:
        # an end at a vertex
        trace_exact(f, a, b, answer, NULL, &work.path[0])
        return
    if not bundle.begun:
        bundle.begun = True
        bundle.usable = a[0] != b[0] and start_ray(
            f, bundle.dc, bundle.dr, a[0], &bundle.ray, work.chords + work.used,
            work.room - work.used)
        if bundle.usable:
            work.used += bundle.ray.count
        begin(f, &bundle.line, a, b, &work.tally, answer, NULL, &work.path[0])
    if bundle.usable and set_line(f, reach, &bundle.ray, &bundle.line, a, b):
        trace_quick(f, reach, &bundle.ray, &bundle.line, &work.tally, answer)
    else:
        trace_exact(f, a, b, answer, NULL, &work.path[0])


def trace_vectors(Field field not None, Reach reach not None, const int[:, ::1] sources not None,
                  const int[:, ::1] targets not None, const int[::1] source_at not None,
                  const int[::1] target_at not None, const int[::1] source_list not None,
                  const int[::1] target_list not None, const int[:, ::1] vectors not None,
                  bint symmetric, unsigned char[:, ::1] blocked not None,
                  unsigned char[:, ::1] hindrance not None, unsigned char[:, ::1] reason not None,
                  unsigned short[:, ::1] span not None, short[:, :, ::1] where not None):
    """Fill a table's entries of all pairs of hexes that lie one of the offsets apart.

    sources and targets are rows (cell, level, hex, kind, point, order); source_list and target_list name their
    rows by cell, those of one cell from its entry in source_at or target_at to the next. vectors
    are (columns, rows) none of which goes left, or up its own column. A symmetric table has its
    mirror image filled as well.
    """
    cdef Table table
    cdef Work work
    cdef Py_ssize_t v = 0, n = sources.shape[0], m = targets.shape[0]
    if not (blocked.shape[0] == hindrance.shape[0] == reason.shape[0] == span.shape[0]
            == where.shape[0] == n and blocked.shape[1] == hindrance.shape[1] == reason.shape[1]
            == span.shape[1] == where.shape[1] == m and where.shape[2] == 2):
        raise ValueError("the tables are (sources, targets), where has x and y")
    if vectors.shape[1] != 2:
        raise ValueError("vectors is (n, 2)")
    check_places(field, sources)
    check_places(field, targets)
    if source_at.shape[0] != reach.cells + 1 or target_at.shape[0] != reach.cells + 1:
        raise ValueError("source_at and target_at have an entry a cell and one more")
    if source_list.shape[0] != n or target_list.shape[0] != m:
        raise ValueError("source_list and target_list name every row")
    if n == 0 or m == 0 or vectors.shape[0] == 0:
        return
    table.blocked, table.hindrance, table.reason = &blocked[0, 0], &hindrance[0, 0], &reason[0, 0]
    table.span, table.where, table.width = &span[0, 0], &where[0, 0, 0], m
    table.symmetric = symmetric
    work.bundles = <Bundles*>malloc(BUNCH * sizeof(Bundles))
    work.room = BUNCH * 4 * (reach.last_column + reach.last_row + 8)
    work.chords = <Chord*>malloc(work.room * sizeof(Chord))
    memset(&work.tally, 0, sizeof(Tally))
    try:
        if work.bundles == NULL or work.chords == NULL:
            raise MemoryError()
        with nogil:
            while v < vectors.shape[0]:
                trace_bunch(field, reach, &work, vectors[v : v + BUNCH], sources, targets,
                            source_at, target_at, source_list, target_list, &table)
                v += BUNCH
    finally:
        free(work.bundles)
        free(work.chords)


cdef void trace_bunch(Field f, Reach reach, Work* work, const int[:, ::1] vectors,
                      const int[:, ::1] sources, const int[:, ::1] targets,
                      const int[::1] source_at, const int[::1] target_at,
                      const int[::1] source_list, const int[::1] target_list,
                      const Table* table) noexcept nogil:
    """All lines of some offsets, hex by hex, so that lines over the same pixels come together."""
    cdef Py_ssize_t h, v, count = vectors.shape[0]
    cdef int a, b, row
    cdef const Spot* spot
    work.used = 0
    for v in range(count):
        start_bundle(&work.bundles[v].there, vectors[v, 0], vectors[v, 1])
        start_bundle(&work.bundles[v].back, -vectors[v, 0], -vectors[v, 1])
    for h in range(reach.hexes.shape[0]):
        a = reach.hexes[h]
        spot = <const Spot*>&reach.spots[a, 0]
        for v in range(count):
            row = spot.row + vectors[v, 1]
            if spot.column + vectors[v, 0] > reach.last_column or row < 0 or row > reach.last_row:
                continue
            b = a + vectors[v, 0] * f.stride + vectors[v, 1]
            if f.on_board[b]:
                trace_hexes(f, reach, &work.bundles[v], work, sources, targets, source_at,
                            target_at, source_list, target_list, a, b, table)


cdef void trace_hexes(Field f, Reach reach, Bundles* both, Work* work,
                      const int[:, ::1] sources, const int[:, ::1] targets,
                      const int[::1] source_at,
                      const int[::1] target_at, const int[::1] source_list,
                      const int[::1] target_list, int a, int b, const Table* table) noexcept nogil:
    """All pairs of locations of two hexes."""
    cdef Py_ssize_t i, j, source, target
    cdef Answer answer
    for i in range(source_at[a], source_at[a + 1]):
        source = source_list[i]
        for j in range(i + 1 if table.symmetric and a == b else target_at[b], target_at[b + 1]):
            target = target_list[j]
            trace_one(f, reach, both, work, &sources[source, 0], &targets[target, 0], &answer)
            put(table, source, target, &answer)
            if table.symmetric:
                put(table, target, source, &answer)
    if table.symmetric or a == b:
        return
    for i in range(target_at[a], target_at[a + 1]):
        target = target_list[i]
        for j in range(source_at[b], source_at[b + 1]):
            source = source_list[j]
            trace_one(f, reach, both, work, &targets[target, 0], &sources[source, 0], &answer)
            put(table, source, target, &answer)
