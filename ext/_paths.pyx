# cython: boundscheck=False, wraparound=False
"""Which hexes a line between two aiming points meets, by the offset between their hexes."""

from libc.stdlib cimport qsort

from hexlos.ext._codes cimport (
    CROSSES, END_HEX, END_POINT, SIDE_FIRST, SIDE_SECOND, TOUCHES,
)
from hexlos.ext._paths cimport Step, point_u, point_v

# A lattice hex (c, r) is |v - r| <= 1, |u - v - 3c + r| <= 2, |u + v - 3c - r| <= 2, with u in
# thirds of a pitch and v in half hex heights; centres and vertices are lattice points, and a line
# between two of them is linear in all three. So every crossing is a fraction of small integers,
# whatever the board's pixels are.


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


cdef struct Run:
    # a line on the lattice: where it starts, and how far it goes
    int u
    int v
    int du
    int dv


cdef inline int meet_hex(const Run* run, int c, int r, Step* s) noexcept nogil:
    """Where a line meets the hex (c, r); -1 nowhere, 1 on its rim only."""
    cdef int u = 3 * c - run.u, v = r - run.v, rim, edge
    s.n0, s.d0, s.n1, s.d1 = 0, 1, 1, 1
    edge = clip(v, 1, run.dv, &s.n0, &s.d0, &s.n1, &s.d1)
    if edge < 0:
        return -1
    rim = clip(u - v, 2, run.du - run.dv, &s.n0, &s.d0, &s.n1, &s.d1)
    if rim < 0:
        return -1
    edge |= rim
    rim = clip(u + v, 2, run.du + run.dv, &s.n0, &s.d0, &s.n1, &s.d1)
    return -1 if rim < 0 else edge | rim


cdef inline int rows_met(const Run* run, int c, int* last) noexcept nogil:
    """First and last row that a line may meet in a column, which spans u in [3c - 2, 3c + 2]."""
    cdef int u0 = max(3 * c - 2, min(run.u, run.u + run.du))
    cdef int u1 = min(3 * c + 2, max(run.u, run.u + run.du))
    cdef int v0 = run.v, v1 = run.v + run.dv
    if run.du != 0:
        v0 = run.v + <int>(<double>run.dv * (u0 - run.u) / run.du // 1)
        v1 = run.v + <int>(<double>run.dv * (u1 - run.u) / run.du // 1)
    last[0] = max(v0, v1) + 2
    return min(v0, v1) - 1


cdef inline int step_kind(Step* s, int edge, bint at_source, bint at_target, int from_point,
                          int to_point) noexcept nogil:
    """How a line meets a hex, and -1 for a hex that counts for nothing."""
    cdef bint touched = <long long>s.n0 * s.d1 == <long long>s.n1 * s.d0
    if touched and (s.n0 == 0 or s.n0 == s.d0):
        # the three hexes at an end's vertex: the line goes through its end's own hex elsewhere
        # or not at all, and through the two others only where it meets more of them
        return END_POINT if (at_source if s.n0 == 0 else at_target) else -1
    if (at_source and not from_point) or (at_target and not to_point):
        return END_HEX
    if edge:
        return -1 if touched else SIDE_FIRST  # -1: the far tip of a hexside that it runs along
    return TOUCHES if touched else CROSSES


cdef inline void level_denominators(Step* s) noexcept nogil:
    """Both ends of a run along a hexside over one denominator: one divides the other."""
    if s.d0 > s.d1:
        s.n1, s.d1 = s.n1 * (s.d0 // s.d1), s.d0
    elif s.d1 > s.d0:
        s.n0, s.d0 = s.n0 * (s.d1 // s.d0), s.d1


cdef int meet_at_vertex(int dc, int dr, int stride, Step* out) noexcept nogil:
    """The path between two ends at one vertex: their own hexes, and no length."""
    cdef int i, count = 2 if dc or dr else 1
    for i in range(count):
        out[i].cell = i * (dc * stride + dr)
        out[i].n0, out[i].d0, out[i].n1, out[i].d1 = 0, 1, 0, 1
        out[i].from_source = <short>(i * lattice_range(dc, dr))
        out[i].from_target = <short>((1 - i) * lattice_range(dc, dr))
        out[i].kind = END_POINT
    return count


cdef int fill_path(int dc, int dr, int from_point, int to_point, int stride, Step* out,
                   int room) noexcept nogil:
    """Write the steps of one path in order; return their count, or -1 when room is too small.

    The path goes from an aiming point of the hex (0, 0) to one of the hex (dc, dr).
    """
    cdef int c, c1, r, r1, count = 0, edge, kind, i
    cdef Run run
    cdef Step* s
    run.u, run.v = point_u(from_point), point_v(from_point)
    run.du, run.dv = 3 * dc + point_u(to_point) - run.u, dr + point_v(to_point) - run.v
    if from_point and run.du == 0 and run.dv == 0:
        return meet_at_vertex(dc, dr, stride, out) if room > 1 else -1
    c = -((2 - min(run.u, run.u + run.du)) // 3)
    c1 = (max(run.u, run.u + run.du) + 2) // 3
    while c <= c1:
        r = rows_met(&run, c, &r1)
        r -= (r + c) & 1
        while r <= r1:
            if count >= room:
                return -1
            s = out + count
            edge = meet_hex(&run, c, r, s)
            kind = -1
            if edge >= 0:
                kind = step_kind(s, edge, c == 0 and r == 0, c == dc and r == dr, from_point,
                                 to_point)
            if kind >= 0:
                s.kind = kind
                s.cell = c * stride + r
                s.from_source = <short>lattice_range(c, r)
                s.from_target = <short>lattice_range(dc - c, dr - r)
                if kind == SIDE_FIRST:
                    level_denominators(s)
                count += 1
            r += 2
        c += 1
    qsort(out, count, sizeof(Step), &by_middle)
    for i in range(1, count):
        if out[i].kind == SIDE_FIRST and out[i - 1].kind == SIDE_FIRST:
            # the hex to the line's left comes first, however the map lies
            if run.dv > 0 or (run.dv == 0 and run.du < 0):
                out[i - 1], out[i] = out[i], out[i - 1]
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
                n = fill_path(dc, dr, 0, 0, stride, out + used, room - used)
                if n < 0:
                    used = -1
                    break
                used += n
            if used < 0:
                break
        if used >= 0:
            starts[place] = used
    return used
