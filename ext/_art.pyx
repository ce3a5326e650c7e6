# cython: boundscheck=False, wraparound=False, cdivision=True
"""What planes of pixels show: art along hexsides, and classes in hexes."""

from libc.math cimport INFINITY, cos, pi, sin, sqrt
from libc.stdlib cimport free, malloc, qsort


cdef double[16][2] CHORD                # directions of the chords of a circle of 16
cdef double CHORD_AWAY = cos(pi / 16)   # how far from its centre they are, of a radius of 1
for _k in range(16):
    CHORD[_k][0], CHORD[_k][1] = cos((2 * _k + 1) * pi / 16), sin((2 * _k + 1) * pi / 16)


cdef struct Span:
    # part of a segment, as shares of its length
    double first
    double last


cdef int by_first(const void* a, const void* b) noexcept nogil:
    cdef double one = (<const Span*>a).first, two = (<const Span*>b).first
    return (one > two) - (one < two)


cdef inline void clip(double at, double along, double low, double high,
                      Span* part) noexcept nogil:
    """Keep of a part where one coordinate is between two numbers."""
    cdef double a, b
    if along == 0:
        if at < low or at > high:
            part.last = -INFINITY
        return
    a, b = (low - at) / along, (high - at) / along
    if a > b:
        a, b = b, a
    part.first = max(part.first, a)
    part.last = min(part.last, b)


cdef inline void cut(double away, double along, Span* part) noexcept nogil:
    """Keep of a part where away + share * along is 0 or less."""
    if along > 0:
        part.last = min(part.last, -away / along)
    elif along < 0:
        part.first = max(part.first, -away / along)
    elif away > 0:
        part.last = -INFINITY


cdef Span near_pixel(const double* ends, double x, double y, double reach) noexcept nogil:
    """The part of a line within reach of the square of a pixel; empty where first > last.

    The reach around a corner is bounded by four chords of its arc.
    """
    cdef double along_x = ends[2] - ends[0], along_y = ends[3] - ends[1], from_x, from_y
    cdef Span part
    cdef int chord
    part.first, part.last = -INFINITY, INFINITY
    clip(ends[0], along_x, x - reach, x + 1 + reach, &part)
    clip(ends[1], along_y, y - reach, y + 1 + reach, &part)
    for chord in range(16):
        from_x = ends[0] - (x + 1 if CHORD[chord][0] > 0 else x)
        from_y = ends[1] - (y + 1 if CHORD[chord][1] > 0 else y)
        cut(from_x * CHORD[chord][0] + from_y * CHORD[chord][1] - reach * CHORD_AWAY,
            along_x * CHORD[chord][0] + along_y * CHORD[chord][1], &part)
    return part


cdef double covered(Span* spans, Py_ssize_t count) noexcept nogil:
    """How much of a line some parts of it cover together."""
    cdef double total = 0, end = -INFINITY
    cdef Py_ssize_t i
    qsort(spans, count, sizeof(Span), &by_first)
    for i in range(count):
        if spans[i].last > end:
            total += spans[i].last - max(spans[i].first, end)
            end = spans[i].last
    return total


cdef Py_ssize_t parts_near(const unsigned char[:, ::1] terrain, const unsigned char* wanted,
                           const double* ends, double reach, const Span* shown, Span* spans) noexcept nogil:
    """Parts of a segment near the pixels of wanted codes; their count."""
    cdef Py_ssize_t x, y, x1, y0, y1, count = 0
    cdef Span part
    x = max(0, <Py_ssize_t>(min(ends[0], ends[2]) - reach) - 1)
    x1 = min(terrain.shape[0], <Py_ssize_t>(max(ends[0], ends[2]) + reach) + 2)
    y0 = max(0, <Py_ssize_t>(min(ends[1], ends[3]) - reach) - 1)
    y1 = min(terrain.shape[1], <Py_ssize_t>(max(ends[1], ends[3]) + reach) + 2)
    while x < x1:
        y = y0
        while y < y1:
            if wanted[terrain[x, y]]:
                part = near_pixel(ends, x, y, reach)
                part.first, part.last = max(part.first, shown.first), min(part.last, shown.last)
                if part.first < part.last:
                    spans[count] = part
                    count += 1
            y += 1
        x += 1
    return count


def share_within(const unsigned char[:, ::1] terrain not None,
                 const unsigned char[::1] wanted not None,
                 const double[:, ::1] segments not None, double reach, double[::1] out not None):
    """Share of each segment that lies within reach pixels of a pixel of wanted codes.

    terrain is (width, height), wanted has 256 entries, segments (n, 4) with x, y of both ends in pixels; out gets n shares
    of what of them lies on the picture, 0 where nothing does.
    """
    cdef Py_ssize_t i, count, room = 0
    cdef Span shown
    cdef Span* spans = NULL
    if segments.shape[1] != 4 or out.shape[0] != segments.shape[0]:
        raise ValueError("segments is (n, 4), out (n,)")
    if wanted.shape[0] != 256:
        raise ValueError("wanted has one entry a code")
    if not 0 <= reach < 1000:
        raise ValueError("reach is a number of pixels")
    for i in range(segments.shape[0]):
        if not (abs(segments[i, 2] - segments[i, 0]) < 10_000
                and abs(segments[i, 3] - segments[i, 1]) < 10_000):
            raise ValueError("a segment is too long")
        count = <Py_ssize_t>(
            (abs(segments[i, 2] - segments[i, 0]) + 2 * reach + 5)
            * (abs(segments[i, 3] - segments[i, 1]) + 2 * reach + 5))
        room = max(room, count)
    spans = <Span*>malloc((room + 1) * sizeof(Span))
    if spans == NULL:
        raise MemoryError()
    with nogil:
        for i in range(segments.shape[0]):
            out[i] = 0
            shown.first, shown.last = 0, 1
            clip(segments[i, 0], segments[i, 2] - segments[i, 0], 0, terrain.shape[0], &shown)
            clip(segments[i, 1], segments[i, 3] - segments[i, 1], 0, terrain.shape[1], &shown)
            if shown.first < shown.last:
                count = parts_near(terrain, &wanted[0], &segments[i, 0], reach, &shown, spans)
                out[i] = covered(spans, count) / (shown.last - shown.first)
    free(spans)


def mark_shown(const int[:, ::1] owner not None, const unsigned short[:, ::1] classes not None,
               int reach, unsigned char[:, ::1] out not None):
    """Mark which classes show in each cell, or within reach pixels of it across, down or both.

    owner is the cell of each pixel, -1 for none; out is (cells, classes) and gets ones.
    """
    cdef Py_ssize_t x, y, width = owner.shape[0], height = owner.shape[1], steady
    cdef int cell, kind, last_cell = -1, last_kind = 0
    cdef bint inner
    if not 0 <= reach < 1000:
        raise ValueError("reach is a number of pixels")
    if classes.shape[0] != width or classes.shape[1] != height:
        raise ValueError("owner and classes have the picture's shape")
    with nogil:
        for x in range(width):
            for y in range(height):
                last_cell = max(last_cell, owner[x, y])
            for y in range(height):
                last_kind = max(last_kind, <int>classes[x, y])
    if last_cell >= out.shape[0] or last_kind >= out.shape[1]:
        raise ValueError("out is (cells, classes)")
    with nogil:
        for x in range(width):
            inner = reach <= x < width - reach
            steady = 0
            for y in range(height):
                cell, kind = owner[x, y], classes[x, y]
                # deep in a hex and in terrain nothing is marked that is not yet
                if inner and y + reach < height and (
                        y == 0 or kind == classes[x, y - 1]) and (
                        owner[x - reach, y + reach] == owner[x, y + reach]
                        == owner[x + reach, y + reach] == cell):
                    steady += 1
                else:
                    steady = 0
                if steady <= 2 * reach + 1:
                    mark_around(owner, x, y, reach, kind, out)


cdef inline void mark_around(const int[:, ::1] owner, Py_ssize_t x, Py_ssize_t y, int reach,
                             int kind, unsigned char[:, ::1] out) noexcept nogil:
    cdef Py_ssize_t at_x, at_y
    cdef int dx, dy
    for dx in range(-1, 2):
        at_x = x + dx * reach
        if at_x < 0 or at_x >= owner.shape[0]:
            continue
        for dy in range(-1, 2):
            at_y = y + dy * reach
            if 0 <= at_y < owner.shape[1] and owner[at_x, at_y] >= 0:
                out[owner[at_x, at_y], kind] = 1


def grow(const unsigned char[:, ::1] mask not None, int reach,
         unsigned char[:, ::1] out not None):
    """Mark the pixels no more than reach (0..254) pixels from one of a mask, centre to centre."""
    cdef Py_ssize_t x, y, other, width = mask.shape[0], height = mask.shape[1]
    cdef int across, away
    cdef unsigned char down
    cdef unsigned char* columns
    cdef const unsigned char* near
    cdef unsigned char* row
    if out.shape[0] != width or out.shape[1] != height:
        raise ValueError("out has the mask's shape")
    if not 0 <= reach < 255:
        raise ValueError("reach is 0 to 254 pixels")
    if width == 0 or height == 0:
        return
    columns = <unsigned char*>malloc(width * height)
    if columns == NULL:
        raise MemoryError()
    with nogil:
        for x in range(width):
            # how far the nearest of the mask in its own column is from each pixel
            row = columns + x * height
            away = 255
            for y in range(height):
                away = 0 if mask[x, y] else min(away + 1, 255)
                row[y] = <unsigned char>away
            for y in range(height - 1, -1, -1):
                away = min(<int>row[y], away + 1)
                row[y] = <unsigned char>away
        for x in range(width):
            row = &out[x, 0]
            for y in range(height):
                row[y] = 0
            for across in range(-reach, reach + 1):
                other = x + across
                if other < 0 or other >= width:
                    continue
                down = <unsigned char>sqrt(<double>(reach * reach - across * across))
                near = columns + other * height
                for y in range(height):
                    row[y] |= near[y] <= down
    free(columns)
