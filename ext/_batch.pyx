# cython: boundscheck=False, wraparound=False
"""Lines of sight in bulk: rows of pairs, and one source against many targets."""

from libc.stdint cimport uint64_t

from hexlos.ext._answers cimport AnswerTable, answer_clear, answer_put, record_of
from hexlos.ext._begin cimport path_between
from hexlos.ext._exact cimport crosses_hex, trace_beside, trace_exact
from hexlos.ext._field cimport Field
from hexlos.ext._line cimport Answer, Note
from hexlos.ext._paths cimport MAX_STEPS, Step
from hexlos.ext._sampled cimport trace_sampled


cdef inline void trace(Field field, bint sampled, const int* a, const int* b, Answer* answer,
                       Note* notes, Step* room) noexcept nogil:
    """Trace the line between two places, rows of cell, level, hex, kind, point, order."""
    # always from the end that comes first on the map: both questions then get one answer
    if not in_order(a, b):
        a, b = b, a
    if sampled:
        trace_sampled(field, a, b, answer, notes, room)
    else:
        trace_exact(field, a, b, answer, notes, room)


cdef int check_place(Field field, const int* place) except -1:
    """ValueError for a row that is no place of the field."""
    if not 0 <= place[0] < field.on_board.shape[0] or not field.on_board[place[0]]:
        raise ValueError("no such cell")
    if not field.lowest <= place[1] < field.lowest + field.levels:
        raise ValueError("level out of range")
    if not 0 <= place[4] <= 6:
        raise ValueError("no such point")
    return 0


cdef check_places(Field field, const int[:, ::1] places):
    """ValueError for rows that are no places of the field."""
    cdef Py_ssize_t i
    if places.shape[1] != 6:
        raise ValueError("places is (n, 6): cell, level, hex, kind, point, order")
    for i in range(places.shape[0]):
        try:
            check_place(field, &places[i, 0])
        except ValueError as err:
            raise ValueError(f"row {i}: {err}") from None


def trace_pairs(Field field not None, bint sampled, const int[:, ::1] sources not None,
                const int[:, ::1] targets not None, int[:, ::1] answers not None):
    """Trace source i to target i; answers gets blocked, hindrance, reason, range, x, y, cell, along."""
    cdef Py_ssize_t i, n = sources.shape[0]
    cdef Answer answer
    cdef Step[MAX_STEPS] room
    if targets.shape[0] != n or answers.shape[0] != n or answers.shape[1] != 8:
        raise ValueError("sources and targets are (n, 6), answers (n, 8)")
    check_places(field, sources)
    check_places(field, targets)
    with nogil:
        for i in range(n):
            trace(field, sampled, &sources[i, 0], &targets[i, 0], &answer, NULL, &room[0])
            answers[i, 0] = answer.blocked
            answers[i, 1] = 0 if answer.blocked else answer.hindrance
            answers[i, 2] = answer.reason
            answers[i, 3] = answer.range
            answers[i, 4] = answer.x
            answers[i, 5] = answer.y
            answers[i, 6] = answer.cell
            answers[i, 7] = answer.along_hexside


cdef int read_place(Field field, tuple place, int* row) except -1:
    """A place given as a tuple; ValueError when it is none of the field."""
    cdef int i
    if len(place) != 6:
        raise ValueError("a place is cell, level, hex, kind, point, order")
    for i in range(6):
        row[i] = place[i]
    return check_place(field, row)


def trace_line(Field field not None, bint sampled, tuple source not None, tuple target not None):
    """Trace one place to another; blocked, hindrance, reason, range, x, y, cell, along."""
    cdef int[6] a, b
    cdef Answer answer
    cdef Step[MAX_STEPS] room
    read_place(field, source, &a[0])
    read_place(field, target, &b[0])
    with nogil:
        trace(field, sampled, &a[0], &b[0], &answer, NULL, &room[0])
    return (answer.blocked != 0, 0 if answer.blocked else answer.hindrance, answer.reason,
            answer.range, answer.x, answer.y, answer.cell, answer.along_hexside != 0)


def trace_notes(Field field not None, bint sampled, const int[:, ::1] ends not None,
                int[:, ::1] notes not None):
    """What each hex of one line did, in order from the end that comes first on the map.

    ends is (2, 6). notes gets cell, effect (0, hindrance, 64 + reason), x, y, from source, from
    target, step kind; the count of its rows used is returned, -1 when there are too few.
    """
    cdef Answer answer
    cdef Note[MAX_STEPS] kept
    cdef Step[MAX_STEPS] room
    cdef int a = 0, b = 1, count, i
    cdef const Step* steps
    if ends.shape[0] != 2 or notes.shape[1] != 7:
        raise ValueError("ends is (2, 6), notes (n, 7)")
    check_places(field, ends)
    if not in_order(&ends[0, 0], &ends[1, 0]):
        a, b = 1, 0
    steps = path_between(field, &ends[a, 0], &ends[b, 0], &room[0], &count)
    if count > MAX_STEPS or count > notes.shape[0]:
        return -1
    with nogil:
        trace(field, sampled, &ends[a, 0], &ends[b, 0], &answer, &kept[0], &room[0])
    for i in range(count):
        notes[i, 0], notes[i, 1], notes[i, 2], notes[i, 3] = (
            kept[i].cell, kept[i].effect, kept[i].x, kept[i].y)
        notes[i, 4], notes[i, 5] = steps[i].from_source, steps[i].from_target
        notes[i, 6] = steps[i].kind
    return count


def find_margin(Field field not None, const int[:, ::1] ends not None, bint blocked,
                const long long[:, ::1] shifts not None):
    """Row of the first shift (x, y grid units) at which the line is no longer blocked as told.

    ends is (2, 6); -1 when no row changes the answer.
    """
    cdef Py_ssize_t i
    cdef int found = -1
    cdef Answer answer
    cdef Step[MAX_STEPS] room
    if ends.shape[0] != 2 or shifts.shape[1] != 2:
        raise ValueError("ends is (2, 6), shifts (n, 2)")
    check_places(field, ends)
    with nogil:
        for i in range(shifts.shape[0]):
            trace_beside(field, &ends[0, 0], &ends[1, 0], shifts[i, 0], shifts[i, 1],
                         &answer, &room[0])
            if (answer.blocked != 0) != blocked:
                found = <int>i
                break
    return found


def crosses(Field field not None, const int[:, ::1] ends not None, int cell,
            const unsigned char[::1] wanted not None):
    """Whether the exact thread crosses a depiction of the wanted classes inside one hex.

    ends is (2, 6).
    """
    cdef bint found
    cdef Step[MAX_STEPS] room
    if wanted.shape[0] != field.ground.shape[0] or ends.shape[0] != 2:
        raise ValueError("wanted has one entry a class, ends is (2, 6)")
    check_places(field, ends)
    with nogil:
        found = crosses_hex(field, &ends[0, 0], &ends[1, 0], cell, &wanted[0], &room[0])
    return found


def trace_table(Field field not None, bint sampled, const int[:, ::1] sources not None,
                const int[:, ::1] targets not None, Py_ssize_t first, Py_ssize_t last,
                bint symmetric, int max_range, unsigned char[:, ::1] blocked not None,
                unsigned char[:, ::1] hindrance not None, unsigned char[:, ::1] reason not None,
                unsigned short[:, ::1] span not None, short[:, :, ::1] where not None):
    """Fill rows first..last of a table.

    Of a symmetric one, whose targets are its sources, each pair is traced once and filled both ways;
    nothing hides a place from itself.
    Pairs farther apart than max_range (when >= 0) are left alone.
    """
    cdef Py_ssize_t i, j, n = sources.shape[0], m = targets.shape[0]
    cdef Answer answer
    cdef AnswerTable table
    cdef uint64_t record
    cdef Step[MAX_STEPS] room
    check_places(field, sources)
    check_places(field, targets)
    if not (blocked.shape[0] == hindrance.shape[0] == reason.shape[0] == span.shape[0]
            == where.shape[0] == n and blocked.shape[1] == hindrance.shape[1] == reason.shape[1]
            == span.shape[1] == where.shape[1] == m):
        raise ValueError("the tables are (sources, targets)")
    if where.shape[2] != 2 or not 0 <= first <= last <= n or (symmetric and n != m):
        raise ValueError("where is (sources, targets, 2); first..last are rows")
    if n == 0 or m == 0:
        return
    table = AnswerTable(&blocked[0, 0], &hindrance[0, 0], &reason[0, 0], &span[0, 0],
                        &where[0, 0, 0], m)
    with nogil:
        for i in range(first, last):
            if symmetric:
                answer_put(&table, i, i, answer_clear(0, 0))
            for j in range(i + 1 if symmetric else 0, m):
                if max_range >= 0 and distance(field, sources[i, 0], targets[j, 0]) > max_range:
                    continue
                trace(field, sampled, &sources[i, 0], &targets[j, 0], &answer, NULL, &room[0])
                record = record_of(&answer)
                answer_put(&table, i, j, record)
                if symmetric:
                    answer_put(&table, j, i, record)


cdef inline int distance(Field f, int a, int b) noexcept nogil:
    cdef int dc = abs(a // f.stride - b // f.stride)
    cdef int dr = abs(a % f.stride - b % f.stride)
    return dc + (dr - dc) // 2 if dr > dc else dc
