# Places as tables of them are given: rows of cell, level, hex, kind, point, order.

from hexlos.ext._field cimport Field
from hexlos.ext._line cimport KIND_BITS

cdef check_places(Field field, const int[:, ::1] places)


cdef inline bint in_order(const int* a, const int* b) noexcept nogil:
    """Whether a place comes before another on the map, or is the same."""
    if a[2] != b[2]:
        return a[2] < b[2]
    if a[5] != b[5]:
        return a[5] < b[5]
    return a[1] < b[1] or (a[1] == b[1] and a[3] & KIND_BITS <= b[3] & KIND_BITS)
