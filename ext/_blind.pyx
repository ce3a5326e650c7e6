# cython: boundscheck=False, wraparound=False, cdivision=True
"""Hexes in which nothing acts but on lower ends that are near (A6.4): lines go through the others."""

from hexlos.ext._codes cimport (
    ALL_HEXES, BAR, BLIND, BLIND_ADJACENT, BLIND_HINDERS, CREST, FACTORY, HEXSIDE, NEXT_HEX, NOTHING,
)
from hexlos.ext._field cimport Field
from hexlos.ext._strips cimport Strip, Strips


cdef enum:
    BESIDE = 2          # pixels beyond a hex that a line through it may meet


def find_shown(Field field not None, const int[:, ::1] owner not None, Strips strips not None,
               unsigned char[:, ::1] shown not None):
    """Set to 1 in (cells, classes) what shows in each hex or within two pixels of it.

    strips are those of owner, the cell of each pixel or -1.
    """
    cdef Py_ssize_t x, y
    cdef int i, kind, last
    cdef const Strip* strip
    if owner.shape[0] != field.width or owner.shape[1] != field.height:
        raise ValueError("owner has the picture's shape")
    strips.check(field)
    if shown.shape[0] != field.on_board.shape[0] or shown.shape[1] != field.verdict.shape[1]:
        raise ValueError("shown is (cells, classes)")
    with nogil:
        shown[:, :] = 0
        for x in range(field.width):
            strip = strips.strips + strips.starts[x]
            while strip < strips.strips + strips.starts[x + 1] - 1:
                last = -1
                for y in range(strip.begin, (strip + 1).begin):
                    kind = field.classes[x, y]
                    if strip.count == 0:
                        mark_beside(owner, x, y, kind, shown)
                    elif kind != last:
                        last = kind
                        for i in range(strip.first, strip.first + strip.count):
                            shown[strips.cells[i], kind] = 1
                strip += 1


cdef inline void mark_beside(const int[:, ::1] owner, Py_ssize_t x, Py_ssize_t y, int kind,
                             unsigned char[:, ::1] shown) noexcept nogil:
    """Mark a class as shown in the hexes of a pixel and of those two across and two down."""
    cdef int i, cell = owner[x, y]
    cdef Py_ssize_t left = max(0, x - BESIDE), right = min(owner.shape[0] - 1, x + BESIDE)
    cdef Py_ssize_t top = max(0, y - BESIDE), bottom = min(owner.shape[1] - 1, y + BESIDE)
    if cell >= 0:
        shown[cell, kind] = 1
    for i in range(4):
        cell = owner[right if i & 1 else left, bottom if i & 2 else top]
        if cell >= 0:
            shown[cell, kind] = 1


def fill_blind(Field field not None, Py_ssize_t row, const unsigned char[:, ::1] shown not None,
               unsigned char[::1] blind not None):
    """Fill how many hexes from each hex a lower end must be for nothing there to act on its lines.

    That is for a higher end less than five hexes away; for every five more it is one more (A6.41).
    255 where something acts on others as well. shown is what find_shown found.
    """
    cdef Py_ssize_t cell, kind
    cdef int most, inherent
    if not 0 <= row < field.verdict.shape[0]:
        raise ValueError("no such row of verdicts")
    if shown.shape[0] != field.on_board.shape[0] or shown.shape[1] != field.verdict.shape[1]:
        raise ValueError("shown is (cells, classes)")
    if blind.shape[0] != shown.shape[0]:
        raise ValueError("blind has an entry a cell")
    for cell in range(shown.shape[0]):
        most, inherent = 0, field.inherent[cell]
        for kind in range(shown.shape[1]):
            if shown[cell, kind]:
                most = max(most, blind_hexes(field.verdict[row, kind]))
                if inherent:
                    most = max(most, blind_hexes(field.verdict[row, field.remap[inherent, kind]]))
        blind[cell] = <unsigned char>most


cdef inline int blind_hexes(int verdict) noexcept nogil:
    """How many blind hexes a depiction makes at most, that the higher end's range adds left out."""
    cdef int kind = verdict & 0xff, made = ((verdict >> 16) & 0xff) - 128
    cdef int shade = (verdict >> 12) & 0xf
    if kind == NOTHING:
        return 0
    if verdict & (HEXSIDE | BAR | FACTORY):
        return ACTS_ANYWHERE
    if kind == BLIND_ADJACENT:
        return 1
    if kind == CREST:
        if verdict & 0xf00 and shade == ALL_HEXES:
            return ACTS_ANYWHERE
        # behind a cliff it is one more (B11.21), and what stands on a crest line may reach as far
        made += max(1, shade if verdict & 0xf00 and shade < NEXT_HEX else 1)
    elif kind != BLIND and kind != BLIND_HINDERS:
        return ACTS_ANYWHERE
    return min(max(made, 1), ACTS_ANYWHERE)
