# cython: boundscheck=False, wraparound=False
"""Which hexes a line between two hex centres meets, by the offset between them."""

from libc.stdlib cimport qsort

from hexlos.ext._codes cimport CROSSES, END_HEX, SIDE_FIRST, SIDE_SECOND, TOUCHES
from hexlos.ext._paths cimport Step

# A lattice hex (c, r) is |v - r| <= 1, |u - v - 3c + r| <= 2, |u + v - 3c - r| <= 2, with u in
# thirds of a pitch and v in half hex heights; a line from (0, 0) to (3 dc, dr) is linear in all
# three. So every crossing is a fraction of small integers, whatever the board's pixels are.


cdef inline int clip(int centre, int reach, int speed, int* n0, int* d0, int* n1,
                     int* d1) noexcept nogil:
    """Narrow [n0/d0, n1/d1] to where speed * t is within reach of centre; -1 empty, 1 on the rim."""
    cdef int lo, hi
    if speed == 0:
        if centre > reach or centre < -reach:
            return -1
        return 1 if (centre == reach or centre == -reach) else 0
    lo = centre - reach
    hi = centre + reach
    if speed < 0:
        lo, hi, speed = -hi, -lo, -speed
    if <long long>lo * d0[0] > <long long>n0[0] * speed:
        n0[0] = lo
        d0[0] = speed
    if <long long>hi * d1[0] < <long long>n1[0] * speed:
        n1[0] = hi
        d1[0] = speed
    if <long long>n0[0] * d1[0] > <long long>n1[0] * d0[0]:
        return -1
    return 0


cdef int by_middle(const void* left, const void* right) noexcept nogil:
    cdef Step* a = <Step*>left
    cdef Step* b = <Step*>right
    # (n0/d0 + n1/d1) compared; a touch sorts between the two hexes that meet at its vertex
    cdef long long p = (<long long>a.n0 * a.d1 + <long long>a.n1 * a.d0) * (<long long>b.d0 * b.d1)
    cdef long long q = (<long long>b.n0 * b.d1 + <long long>b.n1 * b.d0) * (<long long>a.d0 * a.d1)
    if p != q:
        return -1 if p < q else 1
    return -1 if a.cell < b.cell else (1 if a.cell > b.cell else 0)


cdef inline int lattice_range(int dc, int dr) noexcept nogil:
    dc = abs(dc)
    dr = abs(dr)
    return dc + (max(0, dr - dc)) // 2


cdef int fill_path(int dc, int dr, int stride, Step* out, int room) noexcept nogil:
    """Write the steps of one path in order; return their count, or -1 when room is too small."""
    cdef int c, r, r0, r1, count = 0, sign = 1 if dc >= 0 else -1
    cdef int n0, d0, n1, d1, rim, edge, i
    cdef int rise = dr, fall = 3 * dc - dr, grow = 3 * dc + dr
    c = 0
    while True:
        # rows that the line can meet in this column: it spans u in [3c - 2, 3c + 2]
        if dc == 0:
            r0, r1 = min(0, dr), max(0, dr)
        else:
            r0 = <int>((<double>dr * (3 * c - 2 * sign)) / (3 * dc) // 1)
            r1 = <int>((<double>dr * (3 * c + 2 * sign)) / (3 * dc) // 1)
            if r0 > r1:
                r0, r1 = r1, r0
        for r in range(r0 - 3, r1 + 4):
            if (r + c) & 1:
                continue
            n0, d0, n1, d1, edge = 0, 1, 1, 1, 0
            rim = clip(r, 1, rise, &n0, &d0, &n1, &d1)
            if rim < 0:
                continue
            edge |= rim
            rim = clip(3 * c - r, 2, fall, &n0, &d0, &n1, &d1)
            if rim < 0:
                continue
            edge |= rim
            rim = clip(3 * c + r, 2, grow, &n0, &d0, &n1, &d1)
            if rim < 0:
                continue
            edge |= rim
            if count >= room:
                return -1
            out[count].cell = c * stride + r
            out[count].n0 = n0
            out[count].d0 = d0
            out[count].n1 = n1
            out[count].d1 = d1
            out[count].from_source = lattice_range(c, r)
            out[count].from_target = lattice_range(dc - c, dr - r)
            if (c == 0 and r == 0) or (c == dc and r == dr):
                out[count].kind = END_HEX
            elif edge:
                if <long long>n0 * d1 == <long long>n1 * d0:
                    continue      # the far tip of a hexside that the line runs along
                out[count].kind = SIDE_FIRST
                # both ends of the run over one denominator: one divides the other
                if d0 > d1:
                    out[count].n1, out[count].d1 = n1 * (d0 // d1), d0
                elif d1 > d0:
                    out[count].n0, out[count].d0 = n0 * (d1 // d0), d1
            elif <long long>n0 * d1 == <long long>n1 * d0:
                out[count].kind = TOUCHES
            else:
                out[count].kind = CROSSES
            count += 1
        if c == dc:
            break
        c += sign
    qsort(out, count, sizeof(Step), &by_middle)
    for i in range(1, count):
        if out[i].kind == SIDE_FIRST and out[i - 1].kind == SIDE_FIRST:
            out[i].kind = SIDE_SECOND
    return count


def step_size():
    """Bytes of one step."""
    return sizeof(Step)


def fill_paths(int first_dc, int last_dc, int last_dr, int stride, int[::1] starts not None,
               unsigned char[::1] steps not None):
    """Fill the steps of all paths with dc in first_dc..last_dc, |dr| <= last_dr; return the count.

    starts gets, by (dc - first_dc) * (2 * last_dr + 1) + dr + last_dr, where a path begins (one
    more entry ends the last). -1 when steps is too small.
    """
    cdef int room = <int>(steps.shape[0] // sizeof(Step)), used = 0, dc, dr, n
    cdef Py_ssize_t place = 0
    cdef Step* out = <Step*>&steps[0]
    if starts.shape[0] != (last_dc - first_dc + 1) * (2 * last_dr + 1) + 1:
        raise ValueError("starts has one entry a path and one more")
    with nogil:
        for dc in range(first_dc, last_dc + 1):
            for dr in range(-last_dr, last_dr + 1):
                starts[place] = used
                place += 1
                if (dc + dr) & 1:
                    continue
                n = fill_path(dc, dr, stride, out + used, room - used)
                if n < 0:
                    used = -1
                    break
                used += n
            if used < 0:
                break
        if used >= 0:
            starts[place] = used
    return used
