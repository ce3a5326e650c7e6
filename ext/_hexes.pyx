# cython: boundscheck=False, wraparound=False, cdivision=True
"""What planes of pixels show in each hex and beside each hexside."""

from libc.math cimport fabs, hypot

cdef enum:
    CODES = 256

cdef double WITHIN = 1e-9        # what lies so near to an edge is on it


def own_pixels(const double[:, ::1] centres not None, double across, double down,
               int[:, ::1] out not None):
    """Fill a plane with the hex that holds each pixel's centre, of those that share it the first; others stay.

    centres is (n, 2) in pixels, across a third of the pitch and down half a hex height.
    """
    cdef Py_ssize_t index, i, j, left, right, top, bottom, first
    cdef Py_ssize_t width = out.shape[0], height = out.shape[1]
    cdef double x, y, du
    if centres.shape[1] != 2 or not (0 < across < 100_000 and 0 < down < 100_000):
        raise ValueError("centres is (n, 2), a hex has a size")
    for index in range(centres.shape[0]):
        if not (fabs(centres[index, 0]) < 1e9 and fabs(centres[index, 1]) < 1e9):
            raise ValueError("a centre is too far off")
    with nogil:
        # from the last to the first, so that a shared pixel goes to the hex named first
        for index in range(centres.shape[0] - 1, -1, -1):
            x, y = centres[index, 0], centres[index, 1]
            left, top = max(0, <Py_ssize_t>(x - 2 * across)), max(0, <Py_ssize_t>(y - down))
            right = min(width, <Py_ssize_t>(x + 2 * across) + 2)
            bottom = min(height, <Py_ssize_t>(y + down) + 2)
            for i in range(left, right):
                du = fabs(i + 0.5 - x) / across
                j = top
                while j < bottom and not holds(du, fabs(j + 0.5 - y) / down):
                    j += 1
                first = j
                j = bottom
                while j > first and not holds(du, fabs(j - 1 + 0.5 - y) / down):
                    j -= 1
                # a hex is convex: all between belong
                while j > first:
                    j -= 1
                    out[i, j] = <int>index


cdef inline bint holds(double du, double dv) noexcept nogil:
    """Whether a hex holds what is du thirds of a pitch and dv half heights off its centre."""
    return dv <= 1 + WITHIN and du + dv <= 2 + 2 * WITHIN


def count_near_centres(const unsigned char[:, ::1] terrain not None,
                       const unsigned char[::1] wanted not None, const int[:, ::1] owner not None,
                       const double[:, ::1] centres not None, const double[:, ::1] middles not None,
                       long long[:, ::1] counts not None):
    """Count by hex and code the pixels that lie nearer to the centre of their hex than to a middle.

    terrain and owner, the hex of each pixel or -1, are (width, height), wanted has 256 entries, centres is (n, 2), middles
    (m, 2) off the centre, in pixels, counts (n, 256).
    """
    cdef Py_ssize_t x, y, m
    cdef int hex_
    cdef double dx, dy, mx, my
    if wanted.shape[0] != CODES or counts.shape[1] != CODES:
        raise ValueError("wanted and counts have one entry a code")
    if owner.shape[0] != terrain.shape[0] or owner.shape[1] != terrain.shape[1]:
        raise ValueError("the planes have one shape")
    if centres.shape[1] != 2 or middles.shape[1] != 2 or counts.shape[0] != centres.shape[0]:
        raise ValueError("centres is (n, 2), middles (m, 2) and counts (n, 256)")
    with nogil:
        for x in range(terrain.shape[0]):
            for y in range(terrain.shape[1]):
                if not wanted[terrain[x, y]]:
                    continue
                hex_ = owner[x, y]
                if hex_ < 0 or hex_ >= counts.shape[0]:
                    continue
                dx, dy = x + 0.5 - centres[hex_, 0], y + 0.5 - centres[hex_, 1]
                for m in range(middles.shape[0]):
                    mx, my = dx - middles[m, 0], dy - middles[m, 1]
                    if not dx * dx + dy * dy < mx * mx + my * my:
                        break
                else:
                    counts[hex_, terrain[x, y]] += 1


def levels_beside(const unsigned char[:, ::1] terrain not None,
                  const signed char[:, ::1] level not None, const int[:, ::1] owner not None,
                  const unsigned char[::1] wanted not None, int hex_,
                  const double[:, ::1] ends not None, double reach,
                  long long[::1] counts not None):
    """Add to counts, (256,) by level + 128, the pixels of wanted codes within reach of a segment.

    Of one hex only, where hex_ is not -1. ends is (2, 2), x and y of each in pixels.
    """
    cdef Py_ssize_t x, y, left, right, top, bottom
    cdef double x0, y0, x1, y1, along_x, along_y, away_x, away_y, share, length
    if wanted.shape[0] != CODES or counts.shape[0] != CODES:
        raise ValueError("wanted has one entry a code, counts one a level")
    if ends.shape[0] != 2 or ends.shape[1] != 2 or not 0 <= reach < 1000:
        raise ValueError("a segment has two ends, reach is a number of pixels")
    for x in range(2):
        if not (fabs(ends[x, 0]) < 1e9 and fabs(ends[x, 1]) < 1e9):
            raise ValueError("a segment is too far off")
    if not (terrain.shape[0] == level.shape[0] == owner.shape[0]
            and terrain.shape[1] == level.shape[1] == owner.shape[1]):
        raise ValueError("the planes have one shape")
    x0, y0, x1, y1 = ends[0, 0], ends[0, 1], ends[1, 0], ends[1, 1]
    along_x, along_y = x1 - x0, y1 - y0
    length = along_x * along_x + along_y * along_y
    if length == 0:
        raise ValueError("a segment has a length")
    with nogil:
        left, top = max(0, <Py_ssize_t>(min(x0, x1) - reach)), max(0, <Py_ssize_t>(min(y0, y1) - reach))
        right = min(terrain.shape[0], <Py_ssize_t>(max(x0, x1) + reach) + 2)
        bottom = min(terrain.shape[1], <Py_ssize_t>(max(y0, y1) + reach) + 2)
        for x in range(left, right):
            for y in range(top, bottom):
                if not wanted[terrain[x, y]] or (hex_ >= 0 and owner[x, y] != hex_):
                    continue
                away_x, away_y = x + 0.5 - x0, y + 0.5 - y0
                share = min(max((away_x * along_x + away_y * along_y) / length, 0.0), 1.0)
                if hypot(x + 0.5 - (x0 + share * along_x),
                         y + 0.5 - (y0 + share * along_y)) <= reach + WITHIN:
                    counts[level[x, y] + 128] += 1


def side_distances(const double[:, ::1] points not None, const int[::1] owner not None,
                   const double[:, :, ::1] vertices not None, double[:, ::1] out not None):
    """Fill out, (k, 6), with how far each point lies from the hexsides of a hex, in its unit.

    points is (k, 2), owner (k,) the hex of each, vertices (n, 6, 2), hexside i between i and the next.
    """
    cdef Py_ssize_t i, side, end, hex_, count = points.shape[0]
    cdef double x, y, along_x, along_y, share, off_x, off_y
    if points.shape[1] != 2 or owner.shape[0] != count or out.shape[0] != count or out.shape[1] != 6:
        raise ValueError("points is (k, 2), owner (k,), out (k, 6)")
    if vertices.shape[1] != 6 or vertices.shape[2] != 2:
        raise ValueError("vertices is (n, 6, 2)")
    for i in range(count):
        if not 0 <= owner[i] < vertices.shape[0]:
            raise ValueError("owner is a hex that has vertices")
    with nogil:
        for i in range(count):
            hex_ = owner[i]
            for side in range(6):
                end = side + 1 if side < 5 else 0
                x, y = vertices[hex_, side, 0], vertices[hex_, side, 1]
                along_x, along_y = vertices[hex_, end, 0] - x, vertices[hex_, end, 1] - y
                share = (points[i, 0] - x) * along_x + (points[i, 1] - y) * along_y
                share = min(max(share / (along_x * along_x + along_y * along_y), 0.0), 1.0)
                off_x, off_y = points[i, 0] - (x + share * along_x), points[i, 1] - (y + share * along_y)
                out[i, side] = hypot(off_x, off_y)


def share_inside(const unsigned char[:, ::1] terrain not None,
                 const unsigned char[::1] wanted not None, const double[:, ::1] segments not None,
                 const double[:, ::1] beside not None, int samples, double[::1] out not None):
    """Share of each segment that shows wanted codes on both sides of it, by samples evenly along it.

    segments is (n, 4), x and y of one end and how far the other end is off, beside (n, 2) how far to each side is looked, in pixels.
    """
    cdef Py_ssize_t i, count = segments.shape[0]
    cdef int k, found
    cdef double share, x, y
    if wanted.shape[0] != CODES:
        raise ValueError("wanted has one entry a code")
    if segments.shape[1] != 4 or beside.shape[0] != count or beside.shape[1] != 2 or out.shape[0] != count:
        raise ValueError("segments is (n, 4), beside (n, 2), out (n,)")
    if not 0 < samples < 10_000:
        raise ValueError("samples is a count")
    with nogil:
        for i in range(count):
            found = 0
            for k in range(samples):
                share = <double>(2 * k + 1) / (2 * samples)
                x, y = segments[i, 0] + segments[i, 2] * share, segments[i, 1] + segments[i, 3] * share
                found += (shows(terrain, wanted, x + beside[i, 0], y + beside[i, 1])
                          and shows(terrain, wanted, x - beside[i, 0], y - beside[i, 1]))
            out[i] = <double>found / samples


cdef inline bint shows(const unsigned char[:, ::1] terrain, const unsigned char[::1] wanted,
                       double x, double y) noexcept nogil:
    """Whether the pixel at a point has a wanted code; none has beyond the picture."""
    if not (0 <= x < terrain.shape[0] and 0 <= y < terrain.shape[1]):
        return False
    return wanted[terrain[<Py_ssize_t>x, <Py_ssize_t>y]] != 0
