# cython: boundscheck=False, wraparound=False, cdivision=True
"""Which hexes the pixels of a picture may be met in, run by run down its columns."""

from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from hexlos.ext._field cimport Field


cdef enum:
    BESIDE = 2          # a line that runs through a hex meets pixels so far beyond those that it owns
    ROOM = 1024


cdef class Strips:
    """Strips of a picture, given the (width, height) cell of each of its pixels, -1 for none.

    A strip is a run of pixels down a column that one hex owns, and that may be met in the same hexes.
    """

    def __init__(self, const int[:, ::1] owner not None):
        cdef Py_ssize_t x
        cdef unsigned char* deep
        if self.starts != NULL:
            raise ValueError("strips are found once")
        self.width, self.height = owner.shape[0], owner.shape[1]
        self.most = -1
        self.starts = <int*>malloc((self.width + 1) * sizeof(int))
        deep = <unsigned char*>malloc(self.height + 1)
        try:
            if self.starts == NULL or deep == NULL:
                raise MemoryError()
            with nogil:
                for x in range(self.width):
                    self.starts[x] = <int>self.used
                    self.read_column(owner, x, deep)
                    self.add(<int>self.height, -1)
                self.starts[self.width] = <int>self.used
        finally:
            free(deep)

    def __dealloc__(self):
        free(self.starts)
        free(self.strips)
        free(self.cells)

    cdef int read_column(self, const int[:, ::1] owner, Py_ssize_t x,
                         unsigned char* deep) except -1 nogil:
        """Find the strips of a column; deep is room for a byte a pixel."""
        cdef Py_ssize_t y = 0, end
        cdef const int* here = &owner[x, 0]
        cdef bint rim = x < BESIDE or x + BESIDE >= self.width
        cdef Py_ssize_t top = self.height if rim else BESIDE, bottom = self.height - BESIDE
        find_deep(owner, x, deep)
        while y < self.height:
            self.add(<int>y, here[y])
            end = y + 1
            if y < top or y >= bottom:
                while end < self.height and here[end] == here[y] and not top <= end < bottom:
                    end += 1
            elif deep[y]:
                if here[y] >= 0:
                    self.list_cell(here[y])
                while deep[end] and here[end] == here[y]:
                    end += 1
            else:
                self.list_around(owner, x, y)
                while (end < bottom and not deep[end] and here[end] == here[y]
                       and self.same_around(owner, x, end)):
                    end += 1
            y = end
        return 0

    cdef int list_around(self, const int[:, ::1] owner, Py_ssize_t x, Py_ssize_t y) except -1 nogil:
        """List the cells around a pixel for the last strip, none where one of them is no hex."""
        cdef Py_ssize_t across, down
        cdef Strip* strip = self.strips + self.used - 1
        cdef int i, cell, last = -1
        for across in range(x - BESIDE, x + BESIDE + 1):
            for down in range(y - BESIDE, y + BESIDE + 1):
                cell = owner[across, down]
                if cell < 0:
                    self.listed, strip.count = strip.first, 0
                    return 0
                if cell == last:
                    continue
                last = cell
                for i in range(strip.first, strip.first + strip.count):
                    if self.cells[i] == cell:
                        break
                else:
                    self.list_cell(cell)
        return 0

    cdef bint same_around(self, const int[:, ::1] owner, Py_ssize_t x, Py_ssize_t y) noexcept nogil:
        """Whether the same cells are around a pixel as around that above it, told without looking at all.

        If so, each is its own or one of the corners around it, and below it there is no other.
        """
        cdef const Strip* strip = self.strips + self.used - 1
        cdef const int* listed = self.cells + strip.first
        cdef Py_ssize_t across, below = y + BESIDE, above = y - BESIDE
        cdef Py_ssize_t left = x - BESIDE, right = x + BESIDE
        cdef int i, cell
        for across in range(left, right + 1):
            cell = owner[across, below]
            if strip.count == 0 and cell < 0:
                return True
            for i in range(strip.count):
                if listed[i] == cell:
                    break
            else:
                return False
        for i in range(strip.count):
            cell = listed[i]
            if not (cell == strip.own or cell == owner[left, above] or cell == owner[left, below]
                    or cell == owner[right, above] or cell == owner[right, below]):
                return False
        return True

    cdef int add(self, int begin, int own) except -1 nogil:
        """Add a strip."""
        cdef Strip* grown
        if self.used == self.room:
            grown = <Strip*>realloc(self.strips, (2 * self.room + ROOM) * sizeof(Strip))
            if grown == NULL:
                with gil:
                    raise MemoryError()
            self.strips, self.room = grown, 2 * self.room + ROOM
        self.strips[self.used] = Strip(begin, own, <int>self.listed, 0)
        self.used += 1
        self.most = max(self.most, own)
        return 0

    cdef int list_cell(self, int cell) except -1 nogil:
        """List one more cell for the last strip."""
        cdef int* grown
        if self.listed == self.listed_room:
            grown = <int*>realloc(self.cells, (2 * self.listed_room + ROOM) * sizeof(int))
            if grown == NULL:
                with gil:
                    raise MemoryError()
            self.cells, self.listed_room = grown, 2 * self.listed_room + ROOM
        self.cells[self.listed] = cell
        self.listed += 1
        self.strips[self.used - 1].count += 1
        return 0

    cdef int check(self, Field field) except -1:
        """ValueError unless these are strips of a field's picture."""
        if self.width != field.width or self.height != field.height:
            raise ValueError("strips have the picture's shape")
        if self.most >= field.on_board.shape[0]:
            raise ValueError("strips are of the field's cells")
        return 0

    def listed_at(self, Py_ssize_t x, Py_ssize_t y):
        """The cell that holds a pixel, -1 for none, and those that it may be met in, ascending."""
        cdef Py_ssize_t i
        cdef Strip strip
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise ValueError("no such pixel")
        i = self.starts[x]
        while self.strips[i + 1].begin <= y:
            i += 1
        strip = self.strips[i]
        return strip.own, sorted(self.cells[strip.first + i] for i in range(strip.count))


cdef void find_deep(const int[:, ::1] owner, Py_ssize_t x, unsigned char* deep) noexcept nogil:
    """Set to 1 the pixels of a column around which all are of one hex, or of none, to 0 the others, and one behind."""
    cdef Py_ssize_t y, width = owner.shape[0], height = owner.shape[1]
    memset(deep, 0, height + 1)
    if x < BESIDE or x + BESIDE >= width:
        return
    cdef const int* here = &owner[x, 0]
    cdef const int* before = &owner[x - BESIDE, 0]
    cdef const int* behind = &owner[x + BESIDE, 0]
    # hexes are convex: what lies between four pixels of one is of it
    for y in range(BESIDE, height - BESIDE):
        deep[y] = (((before[y - BESIDE] ^ here[y]) | (before[y + BESIDE] ^ here[y])
                    | (behind[y - BESIDE] ^ here[y]) | (behind[y + BESIDE] ^ here[y])) == 0)
