# cython: boundscheck=False, wraparound=False, cdivision=True
"""Planes of terrain and level read at one go: eight pixels at a time where they are as the eight before."""

from libc.string cimport memcpy

cdef enum:
    CODES = 256
    WORD = 8             # pixels that are looked at together

cdef unsigned long long EVERY = 0x0101010101010101


cdef inline unsigned long long word_at(const unsigned char* at) noexcept nogil:
    cdef unsigned long long word
    memcpy(&word, at, WORD)
    return word


def codes_shown(const unsigned char[:, ::1] plane not None, unsigned char[::1] out not None):
    """Mark the codes that a plane shows; out has 256 entries and gets ones."""
    cdef Py_ssize_t i = 0, j, count = plane.shape[0] * plane.shape[1]
    cdef unsigned long long word, last = 0
    cdef const unsigned char* at
    if out.shape[0] != CODES:
        raise ValueError("out has one entry a code")
    if count == 0:
        return
    at = &plane[0, 0]
    with nogil:
        while i + WORD <= count:
            word = word_at(at + i)
            if word != last or i == 0:
                for j in range(i, i + WORD):
                    out[at[j]] = 1
                last = word
            i += WORD
        for j in range(i, count):
            out[at[j]] = 1


def count_wanted(const unsigned char[:, ::1] plane not None,
                 const unsigned char[::1] wanted not None):
    """How many pixels of a plane have a code that is wanted; wanted has 256 entries."""
    cdef Py_ssize_t i = 0, j, found = 0, here = 0, count = plane.shape[0] * plane.shape[1]
    cdef unsigned long long word, last = 0
    cdef const unsigned char* at
    if wanted.shape[0] != CODES:
        raise ValueError("wanted has one entry a code")
    if count == 0:
        return 0
    at = &plane[0, 0]
    with nogil:
        while i + WORD <= count:
            word = word_at(at + i)
            if word != last or i == 0:
                here = 0
                for j in range(i, i + WORD):
                    here += wanted[at[j]] != 0
                last = word
            found += here
            i += WORD
        for j in range(i, count):
            found += wanted[at[j]] != 0
    return found


def find_wanted(const unsigned char[:, ::1] plane not None, const unsigned char[::1] wanted not None,
                long long[::1] x not None, long long[::1] y not None):
    """Fill x and y with the pixels whose code is wanted, in order, as many as there is room for."""
    cdef Py_ssize_t i = 0, j, found = 0, most = x.shape[0]
    cdef Py_ssize_t height = plane.shape[1], count = plane.shape[0] * height
    cdef unsigned long long word, last = 0
    cdef bint none = False
    cdef const unsigned char* at
    if wanted.shape[0] != CODES or y.shape[0] != most:
        raise ValueError("wanted has one entry a code, x and y are as long")
    if count == 0 or most == 0:
        return
    at = &plane[0, 0]
    with nogil:
        while i < count:
            if i + WORD <= count:
                word = word_at(at + i)
                if none and word == last:
                    i += WORD
                    continue
                last, none = word, True
            for j in range(i, min(i + WORD, count)):
                if wanted[at[j]]:
                    none = False
                    if found == most:
                        break
                    x[found], y[found] = j // height, j % height
                    found += 1
            i += WORD


def count_pairs(const unsigned char[:, ::1] first not None, const unsigned char[:, ::1] second not None,
                long long[::1] counts not None):
    """Add to counts, (65536,) by first * 256 + second, how many pixels of two planes show each pair."""
    cdef Py_ssize_t i = 0, j, count = first.shape[0] * first.shape[1]
    cdef unsigned long long one, two
    cdef const unsigned char* a
    cdef const unsigned char* b
    if counts.shape[0] != CODES * CODES:
        raise ValueError("counts has one entry a pair of codes")
    if second.shape[0] != first.shape[0] or second.shape[1] != first.shape[1]:
        raise ValueError("the planes have one shape")
    if count == 0:
        return
    a, b = &first[0, 0], &second[0, 0]
    with nogil:
        while i < count:
            if i + WORD <= count:
                one, two = word_at(a + i), word_at(b + i)
                if one == a[i] * EVERY and two == b[i] * EVERY:
                    counts[a[i] * CODES + b[i]] += WORD
                    i += WORD
                    continue
            for j in range(i, min(i + WORD, count)):
                counts[a[j] * CODES + b[j]] += 1
            i += WORD


def number_pairs(const unsigned char[:, ::1] first not None, const unsigned char[:, ::1] second not None,
                 const unsigned short[::1] number not None, unsigned short[:, ::1] out not None):
    """Fill out with the number, of (65536,) by first * 256 + second, of each pixel of two planes."""
    cdef Py_ssize_t i = 0, j, count = first.shape[0] * first.shape[1]
    cdef unsigned long long one, two
    cdef unsigned short same
    cdef const unsigned char* a
    cdef const unsigned char* b
    cdef unsigned short* to
    if number.shape[0] != CODES * CODES:
        raise ValueError("number has one entry a pair of codes")
    if not (first.shape[0] == second.shape[0] == out.shape[0]
            and first.shape[1] == second.shape[1] == out.shape[1]):
        raise ValueError("the planes have one shape")
    if count == 0:
        return
    a, b, to = &first[0, 0], &second[0, 0], &out[0, 0]
    with nogil:
        while i < count:
            if i + WORD <= count:
                one, two = word_at(a + i), word_at(b + i)
                if one == a[i] * EVERY and two == b[i] * EVERY:
                    same = number[a[i] * CODES + b[i]]
                    for j in range(i, i + WORD):
                        to[j] = same
                    i += WORD
                    continue
            for j in range(i, min(i + WORD, count)):
                to[j] = number[a[j] * CODES + b[j]]
            i += WORD


def look_up(const int[:, ::1] owner not None, const int[::1] values not None, int[:, :] out not None):
    """Fill out, which may be a window of a larger plane, with the value of each pixel's hex.

    owner is (width, height), the hex of each pixel, -1 for none; values has one a hex, and for none the last.
    """
    cdef Py_ssize_t x, y, height = owner.shape[1], none = values.shape[0] - 1
    cdef bint strange = False
    cdef int hex_
    cdef const int* here
    cdef int* to
    if out.shape[0] != owner.shape[0] or out.shape[1] != height or none < 0:
        raise ValueError("owner and out have one shape, values at least the one for none")
    if height and out.strides[1] != sizeof(int):
        raise ValueError("the columns of out have no gaps")
    if height == 0:
        return
    with nogil:
        for x in range(owner.shape[0]):
            here, to = &owner[x, 0], &out[x, 0]
            for y in range(height):
                hex_ = here[y]
                # of a number that is too large or too small there is no value
                if <unsigned int>(hex_ + 1) > <unsigned int>none:
                    strange = True
                    break
                to[y] = values[hex_ if hex_ >= 0 else none]
    if strange:
        raise ValueError("owner has a hex that has no value")
