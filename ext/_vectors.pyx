# cython: boundscheck=False, wraparound=False, cdivision=True
"""Tables of LOS, the lines of some hexes in one direction after the other (exact thread)."""

from libc.stdlib cimport free, malloc
from libc.string cimport memset

from hexlos.ext._batch cimport check_places, in_order
from hexlos.ext._exact cimport trace_exact
from hexlos.ext._field cimport Field
from hexlos.ext._line cimport Answer, Line, Tally
from hexlos.ext._paths cimport MAX_STEPS, Step
from hexlos.ext._quick cimport Stop, met_by, start_line, trace_quick
from hexlos.ext._rays cimport Ray, Rays
from hexlos.ext._reach cimport Reach, Spot


cdef enum:
    MIRRORED = 32       # columns that are mirrored together


cdef struct Table:
    # where the answers go: arrays of (sources, targets)
    unsigned char* blocked
    unsigned char* hindrance
    unsigned char* reason
    unsigned short* span
    short* where
    Py_ssize_t width
    bint symmetric


cdef struct Side:
    # places of one side of a table, and which of them each cell has
    const int* rows
    const int* at
    const int* listed


cdef struct Column:
    # hexes of one column, one below the other
    int column
    int row
    int cell
    int hexes
    Stop* stops


cdef struct Work:
    # what one job has for itself
    Table table
    Side sources
    Side targets
    Tally tally
    Line line
    Step[MAX_STEPS] path
    Stop* stops         # by hex, pair of levels, and whether the line falls
    Py_ssize_t stops_a_hex
    Column* columns
    int column_count


cdef inline void put(const Table* table, Py_ssize_t i, Py_ssize_t j,
                     const Answer* answer) noexcept nogil:
    cdef Py_ssize_t at = i * table.width + j
    if table.symmetric and i > j:
        at = j * table.width + i
    table.blocked[at] = answer.blocked
    table.hindrance[at] = 0 if answer.blocked else answer.hindrance
    table.reason[at] = answer.reason
    table.span[at] = <unsigned short>answer.range
    table.where[2 * at] = <short>answer.x
    table.where[2 * at + 1] = <short>answer.y


def trace_vectors(Field field not None, Reach reach not None, Rays rays not None,
                  Py_ssize_t first, Py_ssize_t last, int max_range,
                  const int[:, ::1] sources not None, const int[:, ::1] targets not None,
                  const int[::1] source_at not None, const int[::1] target_at not None,
                  const int[::1] source_list not None, const int[::1] target_list not None,
                  bint symmetric, unsigned char[:, ::1] blocked not None,
                  unsigned char[:, ::1] hindrance not None, unsigned char[:, ::1] reason not None,
                  unsigned short[:, ::1] span not None, short[:, :, ::1] where not None):
    """Fill a table's entries of all lines along some rays that begin in hexes first..last.

    A line begins at the end that comes first on the map. sources and targets are rows (cell,
    level, hex, kind, point, order); source_list and target_list name their rows by cell, those of
    one cell from its entry in source_at or target_at to the next. Of a symmetric table the entries
    beyond the diagonal are filled: see fill_mirror. Pairs farther apart than max_range are left alone.
    """
    cdef Work work
    cdef Py_ssize_t n = sources.shape[0], m = targets.shape[0]
    if not (blocked.shape[0] == hindrance.shape[0] == reason.shape[0] == span.shape[0]
            == where.shape[0] == n and blocked.shape[1] == hindrance.shape[1] == reason.shape[1]
            == span.shape[1] == where.shape[1] == m and where.shape[2] == 2):
        raise ValueError("the tables are (sources, targets), where has x and y")
    if not 0 <= first <= last <= reach.hexes.shape[0]:
        raise ValueError("first..last are hexes")
    if rays.field is not field:
        raise ValueError("the rays are of another field")
    check_places(field, sources)
    check_places(field, targets)
    if source_at.shape[0] != reach.cells + 1 or target_at.shape[0] != reach.cells + 1:
        raise ValueError("source_at and target_at have an entry a cell and one more")
    if source_list.shape[0] != n or target_list.shape[0] != m or (symmetric and n != m):
        raise ValueError("source_list and target_list name every row")
    if n == 0 or m == 0:
        return
    work.table = Table(&blocked[0, 0], &hindrance[0, 0], &reason[0, 0], &span[0, 0],
                       &where[0, 0, 0], m, symmetric)
    work.sources = Side(&sources[0, 0], &source_at[0], &source_list[0])
    work.targets = Side(&targets[0, 0], &target_at[0], &target_list[0])
    work.stops_a_hex = 2 * reach.planes.shape[0]
    work.stops = <Stop*>malloc(max(1, (last - first) * work.stops_a_hex) * sizeof(Stop))
    work.columns = <Column*>malloc(max(1, last - first) * sizeof(Column))
    memset(&work.tally, 0, sizeof(Tally))
    try:
        if work.stops == NULL or work.columns == NULL:
            raise MemoryError()
        with nogil:
            memset(work.stops, 0xff, (last - first) * work.stops_a_hex * sizeof(Stop))
            find_columns(reach, &work, first, last)
            trace_hexes(field, reach, rays, max_range, &work)
    finally:
        free(work.stops)
        free(work.columns)


cdef void find_columns(Reach reach, Work* work, Py_ssize_t first, Py_ssize_t last) noexcept nogil:
    """Cut hexes where a column ends, or has a gap."""
    cdef Column* column = work.columns - 1
    cdef const Spot* spot
    cdef const Spot* before = NULL
    cdef Py_ssize_t h
    for h in range(first, last):
        spot = <const Spot*>&reach.spots[reach.hexes[h], 0]
        if before == NULL or spot.column != before.column or spot.row != before.row + 2:
            column += 1
            column.column, column.row, column.hexes = spot.column, spot.row, 0
            column.cell, column.stops = reach.hexes[h], work.stops + (h - first) * work.stops_a_hex
        column.hexes += 1
        before = spot
    work.column_count = <int>(column - work.columns) + 1


cdef void trace_hexes(Field f, Reach reach, Rays rays, int max_range, Work* work) noexcept nogil:
    """All lines that begin in some hexes, ray by ray, so that lines over the same pixels come together."""
    cdef int v, i, k, end, a, away
    cdef const Ray* ray
    cdef const Column* column
    for v in range(rays.count):
        ray = &rays.rays[v]
        if ray.range > max_range:
            continue
        start_line(ray, &work.line)
        away = ray.dc * f.stride + ray.dr
        for i in range(work.column_count):
            column = work.columns + i
            if not 0 <= column.column + ray.dc <= reach.last_column:
                continue
            # hexes of a column are two rows apart
            k = max(0, (1 - column.row - ray.dr) >> 1)
            end = min(column.hexes, ((reach.last_row - column.row - ray.dr) >> 1) + 1)
            while k < end:
                a = column.cell + 2 * k
                if f.on_board[a + away]:
                    trace_hex_pair(f, reach, ray, work, a, a + away,
                                   column.stops + k * work.stops_a_hex)
                k += 1


cdef inline void trace_hex_pair(Field f, Reach reach, const Ray* ray, Work* work, int a, int b,
                                Stop* stops) noexcept nogil:
    """All lines from a hex to one that comes behind it on the map, or within one hex."""
    cdef bint quick
    if a == b:
        trace_within(f, work, a)
        return
    quick = met_by(f, reach, ray, a, b)
    trace_lists(f, reach, ray, work, &work.sources, &work.targets, a, b, quick, stops, False)
    if not work.table.symmetric:
        trace_lists(f, reach, ray, work, &work.targets, &work.sources, a, b, quick, stops, True)


cdef inline void trace_lists(Field f, Reach reach, const Ray* ray, Work* work, const Side* here,
                             const Side* there, int a, int b, bint quick, Stop* stops,
                             bint turned) noexcept nogil:
    """All lines from places of one list in a hex to those of another list in the other."""
    cdef int i, j, source, target
    cdef const int* one
    cdef const int* two
    cdef Answer answer
    for i in range(here.at[a], here.at[a + 1]):
        source = here.listed[i]
        one = here.rows + 6 * source
        for j in range(there.at[b], there.at[b + 1]):
            target = there.listed[j]
            two = there.rows + 6 * target
            if one[2] >= two[2]:
                return
            if not (quick and trace_quick(f, reach, ray, &work.line, one, two, stops, &work.tally,
                                          &answer)):
                trace_exact(f, one, two, &answer, NULL, &work.path[0])
            if turned:
                put(&work.table, target, source, &answer)
            else:
                put(&work.table, source, target, &answer)


cdef void trace_within(Field f, Work* work, int a) noexcept nogil:
    """All pairs of places of one hex."""
    cdef int i, j, source, target
    cdef const int* one
    cdef const int* two
    cdef Answer answer
    for i in range(work.sources.at[a], work.sources.at[a + 1]):
        source = work.sources.listed[i]
        for j in range(i + 1 if work.table.symmetric else work.targets.at[a], work.targets.at[a + 1]):
            target = work.targets.listed[j]
            one, two = work.sources.rows + 6 * source, work.targets.rows + 6 * target
            if not in_order(one, two):
                one, two = two, one
            trace_exact(f, one, two, &answer, NULL, &work.path[0])
            put(&work.table, source, target, &answer)


def fill_mirror(Py_ssize_t first, Py_ssize_t last, unsigned char[:, ::1] blocked not None,
                unsigned char[:, ::1] hindrance not None, unsigned char[:, ::1] reason not None,
                unsigned short[:, ::1] span not None, short[:, :, ::1] where not None):
    """Fill rows first..last of a symmetric table before the diagonal with what is beyond it."""
    cdef Py_ssize_t n = blocked.shape[0], i, j, column = 0
    if not (n == blocked.shape[1] == hindrance.shape[0] == hindrance.shape[1] == reason.shape[0]
            == reason.shape[1] == span.shape[0] == span.shape[1] == where.shape[0]
            == where.shape[1] and where.shape[2] == 2 and 0 <= first <= last <= n):
        raise ValueError("the tables are square, where has x and y; first..last are rows")
    with nogil:
        while column < last:
            for i in range(max(first, column + 1), last):
                for j in range(column, min(column + MIRRORED, i)):
                    blocked[i, j] = blocked[j, i]
                    hindrance[i, j] = hindrance[j, i]
                    reason[i, j] = reason[j, i]
                    span[i, j] = span[j, i]
                    where[i, j, 0], where[i, j, 1] = where[j, i, 0], where[j, i, 1]
            column += MIRRORED
