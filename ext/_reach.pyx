# cython: boundscheck=False, wraparound=False, cdivision=True
"""Distance from what acts, by pixel: lines pass quickly over all that cannot matter."""

from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from hexlos.ext._field cimport Field
from hexlos.ext._line cimport blocks_all, is_soft, is_wall, only_hinders
from hexlos.ext._sides cimport Sides


cdef enum:
    FARTHEST = AS_DRAWN - 1
    TILE = 1 << TILE_BITS
    WHOLE = 2            # a whole hex reaches this far beyond the pixels that it owns


cdef struct Distances:
    # of the pixels of whole tiles, column by column
    unsigned char* at
    Py_ssize_t wide
    Py_ssize_t high


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


def fill_plane(Field field not None, Py_ssize_t row, const int[:, ::1] owner not None,
               unsigned char[::1] plane not None, *, bint hard=False):
    """Fill a plane with how far each pixel is from those that act at one row of verdicts, or what acts there.

    Distances are L1, and at least one where nothing acts. owner is the cell of each pixel, -1 for
    none. A hex of inherent terrain that acts does so as a whole; beyond the picture nothing acts. Of
    a hard plane nothing acts that merely hinders, by one.
    """
    cdef Py_ssize_t x, y, width = field.width, height = field.height
    cdef const unsigned short* classes
    cdef const int* cells
    cdef unsigned char* column
    cdef bint inner
    cdef Meaning means
    if not 0 <= row < field.verdict.shape[0]:
        raise ValueError("no such row of verdicts")
    if owner.shape[0] != width or owner.shape[1] != height:
        raise ValueError("owner has the picture's shape")
    if plane.shape[0] != plane_size(field.width, field.height):
        raise ValueError("the plane is the picture's size and a margin")
    cdef Distances far
    start_meaning(field, row, hard, &means)
    try:
        start_distances(field, &far)
        with nogil:
            for x in range(width):
                column = far.at + (x + MARGIN) * far.high + MARGIN
                classes, cells = &field.classes[x, 0], &owner[x, 0]
                for y in range(height):
                    column[y] = means.near[classes[y]]
                if means.any_whole:
                    for y in range(height):
                        if cells[y] >= 0 and means.whole[cells[y]]:
                            column[y] = 0
            spread(&far)
            for x in range(far.wide):
                column = far.at + x * far.high
                inner = MARGIN <= x < width + MARGIN
                for y in range(far.high):
                    if column[y] <= WHOLE and inner and MARGIN <= y < height + MARGIN:
                        column[y] = act_code(field, &means, owner, x - MARGIN, y - MARGIN)
                    else:
                        column[y] = max(column[y], WHOLE + 1) - WHOLE
            tile(&far, plane)
        free(far.at)
    finally:
        free(means.near)


cdef struct Meaning:
    # what a row of verdicts makes, one array behind the other,
    # of classes: where distances begin, and codes where hexes do nothing of their own or may
    unsigned char* near
    unsigned char* as_drawn     # 0 for what it is not asked of
    unsigned char* code
    # of cells: whether they act as a whole, and whether nothing but what is drawn acts in them
    unsigned char* whole
    unsigned char* plain
    bint any_whole


cdef int start_meaning(Field f, Py_ssize_t row, bint hard, Meaning* means) except -1:
    """Tell what a row of verdicts makes of classes and cells."""
    cdef Py_ssize_t i, kinds = f.verdict.shape[1], cells = f.on_board.shape[0]
    cdef int verdict
    cdef bint whole
    means.near = <unsigned char*>malloc(3 * kinds + 2 * cells)
    if means.near == NULL:
        raise MemoryError()
    means.as_drawn, means.code = means.near + kinds, means.near + 2 * kinds
    means.whole = means.near + 3 * kinds
    means.plain = means.whole + cells
    means.any_whole = False
    for i in range(kinds):
        verdict = f.verdict[row, i]
        means.near[i] = WHOLE if verdict and not (hard and is_soft(verdict)) else FARTHEST
        means.code[i] = <unsigned char>min(ACTS + i, OTHER)
        means.as_drawn[i] = 0
        if AS_DRAWN + i < ACTS and i != f.bare and is_simple(verdict):
            means.as_drawn[i] = <unsigned char>(AS_DRAWN + i)
    for i in range(cells):
        whole = f.inherent[i] and not f.drawn_only[i]
        # a hex that may do more does so as a whole on a hard plane too: what it makes of
        # the pixels beside it shows in none of its own
        means.whole[i] = whole and f.live[row, i] > hard
        means.plain[i] = f.live[row, i] and not whole
        means.any_whole |= means.whole[i]
    return 0


def fill_above(Field field not None, int level, unsigned char[::1] plane not None):
    """Fill a plane with how far each pixel is from ground above a level (twice it), as fill_plane."""
    cdef Py_ssize_t x, y
    cdef unsigned char* column
    cdef Distances far
    if plane.shape[0] != plane_size(field.width, field.height):
        raise ValueError("the plane is the picture's size and a margin")
    start_distances(field, &far)
    with nogil:
        for x in range(field.width):
            column = far.at + (x + MARGIN) * far.high + MARGIN
            for y in range(field.height):
                if (field.classes[x, y] != field.bare
                        and 2 * field.ground[field.classes[x, y]] > level):
                    column[y] = 0
        spread(&far)
        for x in range(far.wide * far.high):
            if far.at[x] == 0:
                far.at[x] = AS_DRAWN
        tile(&far, plane)
    free(far.at)


cdef inline unsigned char act_code(Field f, const Meaning* means, const int[:, ::1] owner,
                                   Py_ssize_t x, Py_ssize_t y) noexcept nogil:
    cdef int kind = f.classes[x, y]
    if means.as_drawn[kind] and only_drawn(f, means, owner, x, y):
        return means.as_drawn[kind]
    return means.code[kind]


cdef inline bint is_simple(int verdict) noexcept nogil:
    return blocks_all(verdict) or only_hinders(verdict) or is_wall(verdict)


cdef inline bint only_drawn(Field f, const Meaning* means, const int[:, ::1] owner, Py_ssize_t x,
                            Py_ssize_t y) noexcept nogil:
    """Whether in every hex that a pixel may be met in what is drawn acts, and nothing else does."""
    cdef Py_ssize_t across, down
    cdef int cell
    if x < WHOLE or y < WHOLE or x + WHOLE >= f.width or y + WHOLE >= f.height:
        return False
    cell = owner[x - WHOLE, y - WHOLE]
    if (cell == owner[x - WHOLE, y + WHOLE] and cell == owner[x + WHOLE, y - WHOLE]
            and cell == owner[x + WHOLE, y + WHOLE]):
        return cell >= 0 and means.plain[cell]  # as most do, it lies well within one hex
    for across in range(x - WHOLE, x + WHOLE + 1):
        for down in range(y - WHOLE, y + WHOLE + 1):
            cell = owner[across, down]
            if cell < 0 or not means.plain[cell]:
                return False
    return True


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
            here, column = &field.classes[x, 0], far.at + (x + MARGIN) * far.high + MARGIN
            for y in range(1, height):
                if here[y] != here[y - 1]:
                    column[y] = column[y - 1] = 1
            if x > 0:
                mark_changes(here, &field.classes[x - 1, 0], column, height)
            if x + 1 < width:
                mark_changes(here, &field.classes[x + 1, 0], column, height)
        spread(&far)
        tile(&far, same)
    free(far.at)


cdef inline void mark_changes(const unsigned short* here, const unsigned short* beside,
                              unsigned char* column, Py_ssize_t height) noexcept nogil:
    cdef Py_ssize_t y
    for y in range(height):
        column[y] = 1 if here[y] != beside[y] else column[y]


cdef int start_distances(Field field, Distances* far) except -1:
    """Distances of all pixels of a plane, none known yet."""
    far.wide, far.high = tiles_down(field.width) * TILE, tiles_down(field.height) * TILE
    far.at = <unsigned char*>malloc(far.wide * far.high)
    if far.at == NULL:
        raise MemoryError()
    memset(far.at, FARTHEST, far.wide * far.high)
    return 0


cdef void spread(const Distances* far) noexcept nogil:
    """Lower every pixel to one more than its neighbours, forth and back."""
    cdef Py_ssize_t x, y
    cdef int near
    cdef unsigned char* column
    for x in range(far.wide):
        column = far.at + x * far.high
        near = FARTHEST
        for y in range(far.high):
            near = min(near + 1, <int>column[y])
            column[y] = <unsigned char>near
        for y in range(far.high - 1, -1, -1):
            near = min(near + 1, <int>column[y])
            column[y] = <unsigned char>near
    for x in range(1, far.wide):
        lower(far.at + x * far.high, far.at + (x - 1) * far.high, far.high)
    for x in range(far.wide - 2, -1, -1):
        lower(far.at + x * far.high, far.at + (x + 1) * far.high, far.high)


cdef inline void lower(unsigned char* column, const unsigned char* beside,
                       Py_ssize_t high) noexcept nogil:
    cdef Py_ssize_t y
    cdef unsigned char near
    for y in range(high):
        near = <unsigned char>(beside[y] + 1)
        column[y] = near if near < column[y] else column[y]


cdef void tile(const Distances* far, unsigned char[::1] plane) noexcept nogil:
    """Put columns of whole tiles into the order of a plane."""
    cdef Py_ssize_t x, y
    cdef int tiles = <int>far.high // TILE
    for x in range(far.wide):
        for y in range(0, tiles):
            memcpy(&plane[code_place(tiles, <int>x, <int>y * TILE)],
                   far.at + x * far.high + y * TILE, TILE)
