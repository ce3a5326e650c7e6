# cython: boundscheck=False, wraparound=False, cdivision=True
"""The pixels of all lines of one offset between hexes, by number."""

from hexlos.ext._field cimport Field
from hexlos.ext._paths cimport Step


cdef bint start_ray(Field f, int dc, int dr, int source, Ray* ray, Chord* chords,
                    int room) noexcept nogil:
    """Prepare the ray of an offset; False where it is too long to be exact or
    has more than room chords.

    Nothing is rounded in effect: entries are right because their remainders are whole multiples of
    1 / (sum * units_x * units_y), and hex borders because they are fractions of small integers.
    """
    cdef long long dx = abs(dc) * f.column_step, dy = abs(dr) * f.row_step
    cdef long long speed_x = dx * f.units_y, speed_y = dy * f.units_x, total = speed_x + speed_y
    cdef double one = <double>(1 << 30) * (1 << 14), place = <double>(1 << 30) * 4, entries
    cdef double parts = <double>total * f.units_x * f.units_y
    cdef double across = <double>dx / f.units_x * place, along = <double>dy / f.units_y * place
    cdef int i, largest = 1
    cdef const Step* s
    cdef Chord* c
    cdef double t0, t1
    ray.steps = f.path(source, source + dc * f.stride + dr, &ray.count)
    ray.chords = chords
    entries = <double>dx / f.units_x + <double>dy / f.units_y + f.units_x + f.units_y + 8
    if ray.count > room or 4 * parts * entries > one:
        return False
    ray.dx, ray.dy = dc * f.column_step, dr * f.row_step
    ray.right = 1 if dc >= 0 else -1
    ray.down = 1 if dr >= 0 else -1
    ray.range = abs(dc) + max(0, abs(dr) - abs(dc)) // 2
    ray.aligned = ray.range > 1 and dc != 0 and (dr == 0 or abs(dr) == 3 * abs(dc))
    ray.speed = <long long>(one / total * speed_x)
    ray.per_x = <long long>(one / total * speed_y / f.units_x)
    ray.per_y = <long long>(one / total * speed_x / f.units_y)
    ray.part_x = <long long>(place / f.units_x)
    ray.part_y = <long long>(place / f.units_y)
    ray.quantum = <long long>(one / parts)
    for i in range(ray.count):
        s = ray.steps + i
        c = &ray.chords[i]
        t0, t1 = <double>s.n0 / s.d0, <double>s.n1 / s.d1
        c.cell, c.kind = s.cell, s.kind
        c.x0, c.y0 = <long long>(t0 * across), <long long>(t0 * along)
        c.x1, c.y1 = <long long>(t1 * across), <long long>(t1 * along)
        largest = max(largest, max(s.d0, s.d1))
    return <long long>largest * max(f.units_x, f.units_y) < (1 << 18)
