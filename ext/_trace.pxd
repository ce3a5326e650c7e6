# The trace of one line; other kernels loop over it.

from hexlos.ext._field cimport Field
from hexlos.ext._paths cimport Step

cdef struct Answer:
    unsigned char blocked
    unsigned char hindrance
    unsigned char reason
    unsigned char along_hexside
    int range
    int x
    int y
    int cell

cdef struct Note:
    # what one hex of a path did, for the explained question
    int cell
    int effect
    int x
    int y

cdef struct Line:
    int source
    int target
    int source_kind           # PlaceKind
    int target_kind
    int source_level
    int target_level
    int range
    int low                   # levels are doubled: rooftops lie between two
    int high
    bint falling              # the source is the higher end
    bint level                # both ends at one level
    bint aligned
    bint slope                # continuous slope (B.5)
    const int* verdict
    const unsigned char* live
    const Step* steps
    int count
    long long x0
    long long y0
    long long dx
    long long dy
    const unsigned char* wanted   # by class: ask only whether such a depiction is crossed
    bint only_bars            # in an end hex: only walls inside a building act
    bint below                # ask only whether the ground is above the threshold
    int threshold
    Note* notes               # NULL, or one per step: trace all and stop nowhere
    int step

cdef enum:
    MAX_RANGE = 2000

cdef void trace_exact(Field field, const int* source, const int* target, Answer* answer,
                      Note* notes) noexcept nogil
cdef void trace_sampled(Field field, const int* source, const int* target, Answer* answer,
                        Note* notes) noexcept nogil
cdef void trace_beside(Field field, const int* source, const int* target, long long shift_x,
                       long long shift_y, Answer* answer) noexcept nogil
cdef bint crosses_hex(Field field, int source, int target, int cell,
                      const unsigned char* wanted) noexcept nogil
