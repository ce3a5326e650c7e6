# cython: boundscheck=False, wraparound=False, cdivision=True
"""Hexes in which nothing acts but on lower ends that are near (A6.4): lines go through the others."""

from hexlos.ext._codes cimport (
    ALL_HEXES, BAR, BLIND, BLIND_ADJACENT, BLIND_HINDERS, CREST, FACTORY, HEXSIDE, NEXT_HEX, NOTHING,
)
from hexlos.ext._field cimport Field


cdef enum:
    BESIDE = 2          # pixels beyond a hex that a line through it may meet


def find_shown(Field field not None, const int[:, ::1] owner not None,
               unsigned char[:, ::1] shown not None):
    """Set to 1 in (cells, classes) what shows in each hex or within two pixels of it."""
    cdef Py_ssize_t x, y, width = field.width, height = field.height
    cdef int cell, i, kind
    cdef Py_ssize_t[4] across
    cdef Py_ssize_t[4] down
    if owner.shape[0] != width or owner.shape[1] != height:
        raise ValueError("owner has the picture's shape")
    if shown.shape[0] != field.on_board.shape[0] or shown.shape[1] != field.verdict.shape[1]:
        raise ValueError("shown is (cells, classes)")
    with nogil:
        shown[:, :] = 0
        for x in range(width):
            across[0] = across[1] = max(0, x - BESIDE)
            across[2] = across[3] = min(width - 1, x + BESIDE)
            for y in range(height):
                kind = field.classes[x, y]
                down[0] = down[2] = max(0, y - BESIDE)
                down[1] = down[3] = min(height - 1, y + BESIDE)
                if owner[x, y] >= 0:
                    shown[owner[x, y], kind] = 1
                for i in range(4):
                    cell = owner[across[i], down[i]]
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
