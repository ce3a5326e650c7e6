# cython: boundscheck=False, wraparound=False, cdivision=True
"""Tables of LOS, the lines of some hexes in one direction after the other (exact thread)."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from hexlos.ext._answers cimport Answers, AnswerTable, answer_clear, answers_spread, record_of
from hexlos.ext._batch cimport check_places, in_order
from hexlos.ext._codes cimport BUILDING_PLACE, GROUND_PLACE, ROOF_PLACE
from hexlos.ext._exact cimport trace_exact
from hexlos.ext._field cimport Field
from hexlos.ext._launch cimport begin_runs
from hexlos.ext._line cimport Answer
from hexlos.ext._rays cimport Ray, Rays, SLOTS
from hexlos.ext._reach cimport HAS_BARS, IS_DEPRESSION, IS_SLOW, ON_RAILS, Reach, Spot
from hexlos.ext._runs cimport (
    INDOORS, IN_FACTORY, KEYS, ODD, Place, RAILED, Side, Stop, Work, end_runs, record_at, start_runs,
)


cdef struct Column:
    # hexes of one column, one below the other
    int column
    int row
    int cell
    int hexes
    Stop* stops         # of its first hex


def trace_vectors(Field field not None, Reach reach not None, Rays rays not None,
                  Py_ssize_t first, Py_ssize_t last, int max_range,
                  const int[:, ::1] sources not None, const int[:, ::1] targets not None,
                  const int[::1] source_at not None, const int[::1] target_at not None,
                  const int[::1] source_list not None, const int[::1] target_list not None,
                  bint symmetric, unsigned char[:, ::1] blocked not None,
                  unsigned char[:, ::1] hindrance not None, unsigned char[:, ::1] reason not None,
                  unsigned short[:, ::1] span not None, short[:, :, ::1] where not None,
                  *, bint eight=True):
    """Fill a table's entries of all lines along some rays that begin in hexes first..last.

    A line begins at the end that comes first on the map. sources and targets are rows (cell,
    level, hex, kind, point, order); source_list and target_list name their rows by cell, those of
    one cell from its entry in source_at or target_at to the next. Of a symmetric table, whose targets
    are its sources, each pair is traced once and filled both ways. Pairs farther apart than max_range
    are left alone.
    Where eight is not set lines go one by one, as they do where the processor knows no other way.
    """
    cdef Work work
    cdef Column* columns
    cdef AnswerTable table
    cdef Py_ssize_t n = sources.shape[0], m = targets.shape[0], stops, answers
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
    table = AnswerTable(&blocked[0, 0], &hindrance[0, 0], &reason[0, 0], &span[0, 0],
                        &where[0, 0, 0], m)
    work.symmetric, work.hexes = symmetric, last - first
    start_side(&work.sides[0], &source_at[0], n, reach, first, last)
    start_side(&work.sides[1], &target_at[0], m, reach, first, last)
    stops = max(1, KEYS * SLOTS * work.hexes * sizeof(Stop))
    answers = work.sides[0].rows * m + (0 if symmetric else work.sides[1].rows * n)
    work.stops = <Stop*>malloc(stops)
    columns = <Column*>malloc(max(1, last - first) * sizeof(Column))
    work.sides[0].places = <Place*>malloc((n + m) * sizeof(Place))
    work.sides[1].places = work.sides[0].places + n
    work.sides[0].records = <uint64_t*>malloc(max(1, answers) * sizeof(uint64_t))
    work.sides[1].records = work.sides[0].records + work.sides[0].rows * m
    try:
        if (work.stops == NULL or columns == NULL or work.sides[0].places == NULL
                or work.sides[0].records == NULL):
            raise MemoryError()
        with nogil:
            start_runs(&work, eight)
            list_places(field, reach, &sources[0, 0], &source_list[0], n, work.sides[0].places)
            list_places(field, reach, &targets[0, 0], &target_list[0], m, work.sides[1].places)
            memset(work.sides[0].records, 0, answers * sizeof(uint64_t))
            trace_hexes(field, reach, rays, max_range, &work, columns,
                        find_columns(reach, work.stops, first, last, columns))
            spread(&work, 0, &source_list[0], &target_list[0], &table)
            if not symmetric:
                spread(&work, 1, &target_list[0], &source_list[0], &table)
    finally:
        free(work.stops)
        free(columns)
        free(work.sides[0].places)
        free(work.sides[0].records)


cdef void start_side(Side* side, const int* at, Py_ssize_t count, Reach reach, Py_ssize_t first,
                     Py_ssize_t last) noexcept nogil:
    side.at, side.count = at, count
    side.first = at[reach.hexes[first]] if first < last else 0
    side.rows = at[reach.hexes[last - 1] + 1] - side.first if first < last else 0


cdef void spread(Work* work, int turned, const int* here, const int* there,
                 const AnswerTable* table) noexcept nogil:
    """Put the answers of lines that begin at one side into a table."""
    cdef const Side* side = &work.sides[turned]
    cdef Answers answers
    answers.records, answers.count, answers.across = side.records, side.rows, work.sides[1 - turned].count
    answers.here, answers.there = here + side.first, there
    answers.straight, answers.turned = not turned, turned or work.symmetric
    answers_spread(&answers, table, work.eight)


cdef void list_places(Field f, Reach reach, const int* rows, const int* listed, Py_ssize_t count,
                      Place* places) noexcept nogil:
    """The places of a list of rows, in its order."""
    cdef Py_ssize_t i
    cdef Place* place
    cdef int cell, kind
    for i in range(count):
        place = places + i
        place.facts, place.bits = rows + 6 * listed[i], 0
        cell, kind = place.facts[0], place.facts[3]
        place.hex, place.level, place.kind = place.facts[2], place.facts[1] - f.lowest, kind
        if (kind != GROUND_PLACE and kind != BUILDING_PLACE and kind != ROOF_PLACE or place.facts[4]
                or reach.special[cell] & (IS_SLOW | IS_DEPRESSION | HAS_BARS)):
            place.bits |= ODD
        if kind == BUILDING_PLACE:
            place.bits |= INDOORS
        if f.factory[cell]:
            place.bits |= IN_FACTORY
        if reach.special[cell] & ON_RAILS:
            place.bits |= RAILED


cdef int find_columns(Reach reach, Stop* stops, Py_ssize_t first, Py_ssize_t last,
                      Column* columns) noexcept nogil:
    """Cut hexes where a column ends, or has a gap; how many columns they are."""
    cdef Column* column = columns - 1
    cdef const Spot* spot
    cdef const Spot* before = NULL
    cdef Py_ssize_t h
    for h in range(first, last):
        spot = <const Spot*>&reach.spots[reach.hexes[h], 0]
        if before == NULL or spot.column != before.column or spot.row != before.row + 2:
            column += 1
            column.column, column.row, column.hexes = spot.column, spot.row, 0
            column.cell, column.stops = reach.hexes[h], stops + h - first
        column.hexes += 1
        before = spot
    return <int>(column - columns) + 1


cdef void trace_hexes(Field f, Reach reach, Rays rays, int max_range, Work* work,
                      const Column* columns, int count) noexcept nogil:
    """All lines that begin in some hexes, ray by ray, so that lines over the same pixels come together."""
    cdef int v, i, k, end
    cdef const Ray* ray
    cdef const Column* column
    for v in range(rays.count):
        ray = &rays.rays[v]
        if ray.range > max_range:
            continue
        for i in range(count):
            column = columns + i
            if not 0 <= column.column + ray.dc <= reach.last_column:
                continue
            # hexes of a column are two rows apart
            k = max(0, (1 - column.row - ray.dr) >> 1)
            end = min(column.hexes, ((reach.last_row - column.row - ray.dr) >> 1) + 1)
            if ray.dc == 0 and ray.dr == 0:
                for k in range(k, end):
                    trace_within(f, work, column.cell + 2 * k)
            elif k < end:
                begin_runs(f, reach, ray, work, column.cell + 2 * k, end - k,
                           column.stops + k)
    end_runs(f, reach, work)


cdef void trace_within(Field f, Work* work, int a) noexcept nogil:
    """All pairs of places of one hex; none hides itself."""
    cdef int i, j
    cdef const Side* sources = &work.sides[0]
    cdef const Side* targets = &work.sides[1]
    cdef const Place* one
    cdef const Place* two
    cdef const Place* first
    cdef uint64_t* record
    cdef Answer answer
    for i in range(sources.at[a], sources.at[a + 1]):
        for j in range(i if work.symmetric else targets.at[a], targets.at[a + 1]):
            one, two = sources.places + i, targets.places + j
            record = record_at(sources, targets, one, two)
            if work.symmetric and i == j:
                record[0] = answer_clear(0, 0)
                continue
            first, two = (one, two) if in_order(one.facts, two.facts) else (two, one)
            trace_exact(f, first.facts, two.facts, &answer, NULL, &work.path[0])
            record[0] = record_of(&answer)
