# cython: boundscheck=False, wraparound=False, cdivision=True
"""The pixels of all lines of one offset between hexes, by number."""

from libc.stdlib cimport free, malloc

from hexlos.ext._codes cimport SIDE_FIRST, TOUCHES
from hexlos.ext._field cimport Field
from hexlos.ext._paths cimport Step
from hexlos.ext._reach cimport Start


cdef class Rays:
    """The rays of some offsets between hexes of a field.

    offsets are (n, 4): columns, rows, a number that offsets of one direction have in common, and a
    slot for directions that have several offsets, -1 for others.
    """

    def __init__(self, Field field not None, const int[:, ::1] offsets not None):
        cdef Py_ssize_t i, used = 0, hinted = 0
        cdef int columns = 1 - field.first_dc, rows = field.last_dr + 1, chords
        if self.rays != NULL:
            raise ValueError("rays are made once")
        if offsets.shape[1] != 4:
            raise ValueError("offsets is (n, 4)")
        for i in range(offsets.shape[0]):
            if not (abs(offsets[i, 0]) < columns and abs(offsets[i, 1]) < rows):
                raise ValueError("no such path")
            if not -1 <= offsets[i, 3] < SLOTS:
                raise ValueError("no such slot")
            field.path_by(offsets[i, 0], offsets[i, 1], &chords)
            used += chords
            hinted += hints_of(field, offsets[i, 0], offsets[i, 1])
        self.field = field
        self.rays = <Ray*>malloc(max(1, offsets.shape[0]) * sizeof(Ray))
        self.chords = <Chord*>malloc(max(1, used) * sizeof(Chord))
        self.hints = <short*>malloc(max(1, hinted) * sizeof(short))
        if self.rays == NULL or self.chords == NULL or self.hints == NULL:
            raise MemoryError()
        self.count = <int>offsets.shape[0]
        used = hinted = 0
        for i in range(self.count):
            start_ray(field, offsets[i, 0], offsets[i, 1], &self.rays[i], self.chords + used)
            start_hints(&self.rays[i], self.hints + hinted, hints_of(field, offsets[i, 0], offsets[i, 1]))
            hinted += hints_of(field, offsets[i, 0], offsets[i, 1])
            self.rays[i].way, self.rays[i].slot = offsets[i, 2], offsets[i, 3]
            used += self.rays[i].count

    def __dealloc__(self):
        free(self.rays)
        free(self.chords)
        free(self.hints)


cdef void start_ray(Field f, int dc, int dr, Ray* ray, Chord* chords) noexcept nogil:
    """Prepare the ray of an offset; it is not usable where it is too long to be exact.

    Nothing is rounded in effect: entries are right because their remainders are whole multiples of
    1 / (sum * units_x * units_y), and hex borders because they are fractions of small integers.
    """
    cdef long long dx = abs(dc) * f.column_step, dy = abs(dr) * f.row_step
    cdef long long speed_x = dx * f.units_y, speed_y = dy * f.units_x
    cdef long long total = max(1, speed_x + speed_y)
    cdef double one = <double>(1 << 30) * (1 << 14), place = <double>(1 << 30) * 4, entries
    cdef double parts = <double>total * f.units_x * f.units_y
    cdef double across = <double>dx / f.units_x * place, along = <double>dy / f.units_y * place
    cdef int i, largest = 1, touch = NO_STEP
    cdef const Step* s
    cdef Chord* c
    cdef double end
    ray.dc, ray.dr = dc, dr
    ray.steps = f.path_by(dc, dr, &ray.count)
    ray.chords = chords
    entries = <double>dx / f.units_x + <double>dy / f.units_y + f.units_x + f.units_y + 8
    ray.dx, ray.dy = dc * f.column_step, dr * f.row_step
    ray.right = 1 if dc >= 0 else -1
    ray.down = 1 if dr >= 0 else -1
    ray.quarter = 2 * (dc < 0) + (dr < 0)
    ray.ways = halves(-1 if dc < 0 else 0, -1 if dr < 0 else 0)
    ray.range = abs(dc) + max(0, abs(dr) - abs(dc)) // 2
    ray.rise = 2 * ray.range if ray.range > 1 else -1
    ray.aligned = ray.range > 1 and dc != 0 and (dr == 0 or abs(dr) == 3 * abs(dc))
    ray.speed = <long long>(one / total * speed_x)
    ray.per_x = <long long>(one / total * speed_y / f.units_x)
    ray.per_y = <long long>(one / total * speed_x / f.units_y)
    ray.part_x = <long long>(place / f.units_x)
    ray.part_y = <long long>(place / f.units_y)
    ray.quantum = <long long>(one / parts)
    ray.touch = ray.safe = 0
    ray.beside, ray.upright = ray.aligned or dr == 0, dc == 0
    for i in range(ray.count):
        s = ray.steps + i
        c = &ray.chords[i]
        end = <double>s.n1 / s.d1
        c.cell, c.kind = s.cell, <short>s.kind
        c.from_source, c.from_target = s.from_source, s.from_target
        c.end.x1, c.end.y1 = <long long>(end * across), <long long>(end * along)
        largest = max(largest, max(s.d0, s.d1))
        if c.kind == TOUCHES and ray.touch == 0:
            ray.touch = i
        if s.from_target >= SAFE:
            ray.safe = i
        ray.beside |= c.kind == SIDE_FIRST or (i > 0 and s.from_source < (s - 1).from_source)
    for i in range(ray.count - 1, -1, -1):
        chords[i].touch = <short>touch
        if chords[i].kind == TOUCHES:
            touch = i
    ray.at_source, ray.at_target = chords[0].end, chords[max(0, ray.count - 2)].end
    ray.at_touch, ray.at_safe = chords[ray.touch].end, chords[ray.safe].end
    ray.usable = (ray.range > 0 and 4 * parts * entries <= one
                  and <long long>largest * max(f.units_x, f.units_y) < (1 << 18))


cdef inline Py_ssize_t hints_of(Field f, int dc, int dr) noexcept nogil:
    """How many hints lines of an offset may need: one for every 32 entries, and one more."""
    return ((abs(dc) * f.column_step // f.units_x + abs(dr) * f.row_step // f.units_y + 4)
            >> HINT_BITS) + 1


cdef void start_hints(Ray* ray, short* hints, Py_ssize_t count) noexcept nogil:
    """Find the first step that any line of a ray may be in at some entries."""
    cdef Py_ssize_t i
    cdef int step = 0
    cdef const Chord* c = ray.chords
    ray.steps_at = hints
    for i in range(count):
        while step < ray.count - 2 and least_entry(&c.end) + 2 < i << HINT_BITS:
            c += 1
            step += 1
        hints[i] = <short>step


cdef void set_out(const Ray* ray, const Start* start, Outset* outset) noexcept nogil:
    """Reckon the entries of lines of a ray that begin in one part of a pixel."""
    cdef Pass p
    start_pass(ray, start, &p)
    outset.part_x, outset.part_y, outset.start = start.part_x, start.part_y, p.start
    outset.first = behind_border(&p, &ray.at_source)
    # between neighbours no hex lies
    outset.last = before_border(&p, &ray.at_target) if ray.count > 2 else -1
    outset.untouched = before_border(&p, &ray.at_touch) if ray.touch else outset.last + 1
    outset.safe, outset.near = -1, outset.first
    if ray.safe:
        outset.safe, outset.near = before_border(&p, &ray.at_safe), behind_border(&p, &ray.at_safe)
