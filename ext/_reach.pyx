# cython: boundscheck=False, wraparound=False, cdivision=True
"""Distance from what acts, by pixel: lines pass quickly over all that cannot matter."""

from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from hexlos.ext._field cimport Field
from hexlos.ext._line cimport blocks_all, is_soft, is_wall, only_hinders
from hexlos.ext._sides cimport Sides
from hexlos.ext._strips cimport Strip, Strips


cdef extern from "_spread.h" nogil:
    enum:
        SPREAD_PAD
        SPREAD_FAR
    void spread_column(unsigned char* column, unsigned char* spare, Py_ssize_t count)
    void spread_beside(unsigned char* column, const unsigned char* beside, Py_ssize_t count)
    void spread_less(unsigned char* out, const unsigned char* column, int less, Py_ssize_t count)
    void spread_code(unsigned char* out, const unsigned char* column, unsigned char code,
                     Py_ssize_t count)
    bint spread_any_below(const unsigned char* eight, int limit)


cdef enum:
    FARTHEST = AS_DRAWN - 1
    TILE = 1 << TILE_BITS
    WHOLE = 2            # a whole hex reaches this far beyond the pixels that it owns


cdef struct Distances:
    # of the pixels of whole tiles, column by column, each with SPREAD_PAD bytes at either end
    unsigned char* all
    unsigned char* at       # the first column
    unsigned char* spare    # a column of no pixels
    Py_ssize_t wide
    Py_ssize_t high
    Py_ssize_t step         # from column to column


cdef class Reach:
    """Planes of distances, for the rows of verdicts that plane_of names; checked once."""

    def __dealloc__(self):
        free(self.plane_at)
        free(self.hard_at)

    def __init__(self, Field field not None, *, planes, same, plane_of, hard_of, above_of, spots,
                 special, noted, hexes,
                 Sides sides not None, blind, acting, int last_column, int last_row, bint regular):
        cells = field.on_board.shape[0]
        if self.plane_at != NULL:
            raise ValueError("a reach is made once")
        if planes.shape[1] != plane_size(field.width, field.height):
            raise ValueError("planes are the picture's size and a margin")
        if same.shape[0] != planes.shape[1]:
            raise ValueError("same has the size of a plane")
        if plane_of.shape[0] != field.verdict.shape[0]:
            raise ValueError("plane_of has an entry for every row of verdicts")
        if hard_of.shape[0] != plane_of.shape[0]:
            raise ValueError("hard_of has an entry for every row of verdicts")
        if above_of.shape[0] != field.levels:
            raise ValueError("above_of has an entry for every level")
        if max(plane_of.max(), hard_of.max(), above_of.max()) >= planes.shape[0]:
            raise ValueError("no such plane")
        if not (spots.shape == (cells, 18) and special.shape[0] == noted.shape[0] == cells):
            raise ValueError("spots, special and noted have one row a cell")
        self.planes, self.same = planes, same
        self.plane_of, self.above_of, self.spots = plane_of, above_of, spots
        self.plane_at = planes_at(self.planes, plane_of)
        self.hard_at = planes_at(self.planes, hard_of)
        self.special, self.noted, self.hexes = special, noted, hexes
        self.tiles = tiles_down(field.height)
        self.cells = cells
        self.last_column, self.last_row = last_column, last_row
        self.regular = regular
        if sides.field is not field:
            raise ValueError("the sides are of another field")
        if acting.shape != (planes.shape[0], 6 * cells):
            raise ValueError("acting has six entries a cell for every plane")
        if blind.shape != (planes.shape[0], cells):
            raise ValueError("blind has an entry a cell for every plane")
        self.sides, self.acting, self.blind = sides, acting, blind


cdef const unsigned char** planes_at(const unsigned char[:, ::1] planes,
                                    const int[::1] plane_of) except NULL:
    """The plane of each row of verdicts, NULL for none."""
    cdef Py_ssize_t row
    cdef const unsigned char** made = <const unsigned char**>malloc(
        max(1, plane_of.shape[0]) * sizeof(unsigned char*))
    if made == NULL:
        raise MemoryError()
    for row in range(plane_of.shape[0]):
        made[row] = &planes[plane_of[row], 0] if plane_of[row] >= 0 else NULL
    return made


cdef int tiles_down(int height) noexcept nogil:
    return (height + 2 * MARGIN + TILE - 1) // TILE


def plane_size(int width, int height):
    """Bytes of a plane for a picture."""
    return tiles_down(width) * tiles_down(height) * TILE * TILE


def has_soft(Field field not None, Py_ssize_t row):
    """Whether a class merely hinders at a row of verdicts, by one: see fill_plane."""
    cdef Py_ssize_t kind
    if not 0 <= row < field.verdict.shape[0]:
        raise ValueError("no such row of verdicts")
    for kind in range(field.verdict.shape[1]):
        if is_soft(field.verdict[row, kind]):
            return True
    return False


def fill_plane(Field field not None, Py_ssize_t row, Strips strips not None,
               unsigned char[::1] plane not None, const unsigned char[:, ::1] shown=None):
    """Fill a plane with how far each pixel is from those that act at one row of verdicts, or what acts there.

    Distances are L1, and at least one where nothing acts. strips are those of the cell of each pixel.
    A hex of inherent terrain that acts does so as a whole; beyond the picture nothing acts. Where
    shown is given, what find_shown found, the plane is hard: nothing acts that merely hinders, by one.
    """
    cdef Py_ssize_t x, y
    cdef const unsigned short* classes
    cdef unsigned char* column
    cdef Meaning means
    if not 0 <= row < field.verdict.shape[0]:
        raise ValueError("no such row of verdicts")
    strips.check(field)
    if plane.shape[0] != plane_size(field.width, field.height):
        raise ValueError("the plane is the picture's size and a margin")
    if shown is not None and (shown.shape[0] != field.on_board.shape[0]
                              or shown.shape[1] != field.verdict.shape[1]):
        raise ValueError("shown is (cells, classes)")
    cdef Distances far
    start_meaning(field, row, shown, &means)
    try:
        start_distances(field, &far)
        with nogil:
            for x in range(field.width):
                classes, column = &field.classes[x, 0], pixels_of(&far, x)
                for y in range(field.height):
                    column[y] = means.near[classes[y]]
                if means.any_whole:
                    put_whole(&means, strips, x, column)
            spread(&far)
            for x in range(far.wide - 1, -1, -1):
                column = far.at + x * far.step
                spread_back(&far, x)
                spread_less(far.spare, column, WHOLE, far.high)
                if MARGIN <= x < field.width + MARGIN:
                    put_codes(&means, strips, x - MARGIN, &field.classes[x - MARGIN, 0],
                              column + MARGIN, far.spare + MARGIN)
                tile(&far, x, far.spare, plane)
        free(far.all)
    finally:
        free(means.near)


cdef void put_whole(const Meaning* means, Strips strips, Py_ssize_t x,
                    unsigned char* column) noexcept nogil:
    """Put a column's pixels of hexes that act as a whole, all as near as can be."""
    cdef const Strip* strip = strips.strips + strips.starts[x]
    cdef const Strip* end = strips.strips + strips.starts[x + 1] - 1
    while strip < end:
        if strip.own >= 0 and means.whole[strip.own]:
            memset(column + strip.begin, 0, (strip + 1).begin - strip.begin)
        strip += 1


cdef void put_codes(const Meaning* means, Strips strips, Py_ssize_t x, const unsigned short* classes,
                    const unsigned char* near, unsigned char* column) noexcept nogil:
    """Put the codes of pixels that act into a column of the picture."""
    cdef Py_ssize_t y, end
    cdef const unsigned char* codes
    cdef const Strip* strip = strips.strips + strips.starts[x]
    cdef const Strip* last = strips.strips + strips.starts[x + 1] - 1
    while strip < last:
        codes = means.drawn_code if only_drawn(means, strips, strip) else means.code
        y, end = strip.begin, (strip + 1).begin
        strip += 1
        while y + 8 <= end:
            if spread_any_below(near + y, WHOLE + 1):
                put_some(codes, classes, near, column, y, y + 8)
            y += 8
        put_some(codes, classes, near, column, y, end)


cdef inline void put_some(const unsigned char* codes, const unsigned short* classes,
                          const unsigned char* near, unsigned char* column, Py_ssize_t y,
                          Py_ssize_t end) noexcept nogil:
    cdef unsigned char code
    while y < end:
        code = codes[classes[y]]
        column[y] = code if near[y] <= WHOLE else column[y]
        y += 1


cdef inline bint only_drawn(const Meaning* means, Strips strips, const Strip* strip) noexcept nogil:
    """Whether in every hex that pixels may be met in what is drawn acts, and nothing else does."""
    cdef int i
    for i in range(strip.first, strip.first + strip.count):
        if not means.plain[strips.cells[i]]:
            return False
    return strip.count > 0


cdef struct Meaning:
    # what a row of verdicts makes, one array behind the other,
    # of classes: where distances begin, codes where only what is drawn acts, and where hexes may
    unsigned char* near
    unsigned char* drawn_code
    unsigned char* code
    # of cells: whether they act as a whole, and whether nothing but what is drawn acts in them
    unsigned char* whole
    unsigned char* plain
    bint any_whole


cdef int start_meaning(Field f, Py_ssize_t row, const unsigned char[:, ::1] shown,
                       Meaning* means) except -1:
    """Tell what a row of verdicts makes of classes and cells."""
    cdef Py_ssize_t i, kinds = f.verdict.shape[1], cells = f.on_board.shape[0]
    cdef int verdict
    cdef bint whole, hard = shown is not None
    means.near = <unsigned char*>malloc(3 * kinds + 2 * cells)
    if means.near == NULL:
        raise MemoryError()
    means.drawn_code, means.code = means.near + kinds, means.near + 2 * kinds
    means.whole = means.near + 3 * kinds
    means.plain = means.whole + cells
    means.any_whole = False
    for i in range(kinds):
        verdict = f.verdict[row, i]
        means.near[i] = WHOLE if verdict and not (hard and is_soft(verdict)) else FARTHEST
        means.code[i] = <unsigned char>min(ACTS + i, OTHER)
        means.drawn_code[i] = means.code[i]
        if AS_DRAWN + i < ACTS and i != f.bare and is_simple(verdict):
            means.drawn_code[i] = <unsigned char>(AS_DRAWN + i)
    for i in range(cells):
        whole = f.inherent[i] and not f.drawn_only[i]
        means.whole[i] = whole and f.live[row, i] and not (hard and is_soft_hex(f, row, i, &shown[i, 0]))
        means.plain[i] = f.live[row, i] and not whole
        means.any_whole |= means.whole[i]
    return 0


cdef inline bint is_soft_hex(Field f, Py_ssize_t row, Py_ssize_t cell,
                             const unsigned char* shown) noexcept nogil:
    """Whether a hex's inherent terrain merely hinders, by one, whatever shows in it or beside it."""
    cdef Py_ssize_t kind
    cdef int verdict
    for kind in range(f.verdict.shape[1]):
        verdict = f.verdict[row, f.remap[f.inherent[cell], kind]] if shown[kind] else 0
        if verdict and not is_soft(verdict):
            return False
    return True


def fill_above(Field field not None, int level, unsigned char[::1] plane not None):
    """Fill a plane with how far each pixel is from ground above a level (twice it), as fill_plane."""
    cdef Py_ssize_t x, y, i, kinds = field.verdict.shape[1]
    cdef const unsigned short* classes
    cdef unsigned char* column
    cdef unsigned char* near
    cdef Distances far
    if plane.shape[0] != plane_size(field.width, field.height):
        raise ValueError("the plane is the picture's size and a margin")
    start_distances(field, &far)
    near = <unsigned char*>malloc(kinds)
    if near == NULL:
        free(far.all)
        raise MemoryError()
    with nogil:
        for i in range(kinds):
            near[i] = 0 if i != field.bare and 2 * field.ground[i] > level else FARTHEST
        for x in range(field.width):
            classes, column = &field.classes[x, 0], pixels_of(&far, x)
            for y in range(field.height):
                column[y] = near[classes[y]]
        spread(&far)
        for x in range(far.wide - 1, -1, -1):
            column = far.at + x * far.step
            spread_back(&far, x)
            spread_code(far.spare, column, AS_DRAWN, far.high)
            tile(&far, x, far.spare, plane)
    free(near)
    free(far.all)


cdef inline bint is_simple(int verdict) noexcept nogil:
    return blocks_all(verdict) or only_hinders(verdict) or is_wall(verdict)


def fill_same(Field field not None, unsigned char[::1] same not None):
    """Fill an array in the order of a plane with the L1 distance to the nearest pixel of another class."""
    cdef Py_ssize_t x, y, width = field.width, height = field.height
    if same.shape[0] != plane_size(field.width, field.height):
        raise ValueError("same has the size of a plane")
    cdef const unsigned short* here
    cdef unsigned char* column
    cdef Distances far
    start_distances(field, &far)
    with nogil:
        for x in range(width):
            here, column = &field.classes[x, 0], pixels_of(&far, x)
            for y in range(1, height):
                if here[y] != here[y - 1]:
                    column[y] = column[y - 1] = 1
            if x > 0:
                mark_changes(here, &field.classes[x - 1, 0], column, height)
            if x + 1 < width:
                mark_changes(here, &field.classes[x + 1, 0], column, height)
        spread(&far)
        for x in range(far.wide - 1, -1, -1):
            spread_back(&far, x)
            tile(&far, x, far.at + x * far.step, same)
    free(far.all)


cdef inline void mark_changes(const unsigned short* here, const unsigned short* beside,
                              unsigned char* column, Py_ssize_t height) noexcept nogil:
    cdef Py_ssize_t y
    for y in range(height):
        column[y] = 1 if here[y] != beside[y] else column[y]


cdef int start_distances(Field field, Distances* far) except -1:
    """Distances of all pixels of a plane, none known yet."""
    cdef Py_ssize_t size
    far.wide, far.high = tiles_down(field.width) * TILE, tiles_down(field.height) * TILE
    far.step = far.high + 2 * SPREAD_PAD
    size = (far.wide + 1) * far.step
    far.all = <unsigned char*>malloc(size)
    if far.all == NULL:
        raise MemoryError()
    memset(far.all, FARTHEST, size)
    far.spare = far.all + SPREAD_PAD
    far.at = far.spare + far.step
    return 0


cdef inline unsigned char* pixels_of(const Distances* far, Py_ssize_t x) noexcept nogil:
    """Where the pixels of a column of the picture begin."""
    return far.at + (x + MARGIN) * far.step + MARGIN


cdef void spread(const Distances* far) noexcept nogil:
    """Lower every pixel to one more than its neighbours above, below and before it."""
    cdef Py_ssize_t x
    cdef unsigned char* column
    for x in range(far.wide):
        column = far.at + x * far.step
        spread_column(column, far.spare, far.high)
        if x:
            spread_beside(column, column - far.step, far.high)


cdef inline void spread_back(const Distances* far, Py_ssize_t x) noexcept nogil:
    """Lower the pixels of a column to one more than their neighbours behind, which are lowered."""
    cdef unsigned char* column = far.at + x * far.step
    if x + 1 < far.wide:
        spread_beside(column, column + far.step, far.high)


cdef void tile(const Distances* far, Py_ssize_t x, const unsigned char* column,
               unsigned char[::1] plane) noexcept nogil:
    """Put a column of whole tiles into the order of a plane."""
    cdef Py_ssize_t y
    cdef int tiles = <int>far.high // TILE
    for y in range(tiles):
        memcpy(&plane[code_place(tiles, <int>x, <int>y * TILE)], column + y * TILE, TILE)
