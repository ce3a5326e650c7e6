# cython: boundscheck=False, wraparound=False, cdivision=True
# The pixels of all lines of one offset between hexes, by number. Inline helpers only.
#
# A line runs through pixels that share edges, one after the other: entry k is the pixel that it is
# in after k crossings of pixel edges, columns or rows. Of these k crossings
#     floor((speed_x * (k + 1) - c) / (speed_x + speed_y))
# are into a new column (a digital straight line: the pixel whose corners lie on both sides), where
# c = speed_x * part_y - speed_y * part_x says where in its pixel the line begins. Where nothing
# remains, the line passes the corner of two pixels, and entry k is none that it runs through. So a
# pixel is found by one multiplication, and a line may leap over any number of them.

from hexlos.ext._field cimport Field
from hexlos.ext._paths cimport Step
from hexlos.ext._reach cimport Start

cdef enum:
    SPEED_BITS = 44
    PLACE_BITS = 32
    # what so many hexes away from an end does, does not depend on that end
    SAFE = 3
    SLOTS = 64           # directions with several offsets that are traced together

cdef struct Border:
    # where a ray leaves a hex, 2**-32 pixels from the source's centre, both onward
    long long x1
    long long y1

cdef struct Chord:
    # the part of a ray in one hex, which begins where the one before ends
    int cell
    short kind
    short touch             # the next step after it that touches a hex, NO_STEP for none
    short from_source
    short from_target
    Border end

cdef struct Ray:
    int dc                  # lattice columns and rows from one hex to the other
    int dr
    int way                 # a number that all offsets of one direction have in common
    int slot                # another, small, of directions with several offsets; -1 for others
    int touch               # the first step that touches a hex, 0 for none
    int safe                # the last step that is SAFE hexes away from the target, 0 for none
    bint beside             # some hexes are passed along a hexside
    bint upright
    bint usable             # short enough for its numbers to be exact
    int count
    int right               # 1 to the right, -1 to the left
    int down                # 1 down the picture, -1 up
    int quarter             # of Spot
    long long ways          # of LeapLines
    int range
    int rise                # between levels, doubled, of a slope all the way; -1 for none
    bint aligned
    long long dx            # grid units
    long long dy
    long long speed         # columns an entry, in 2**-44
    long long per_x         # what a grid unit of part_x and part_y adds
    long long per_y
    long long part_x        # 2**-32 pixels a grid unit
    long long part_y
    long long quantum       # entries with less left over are corners
    const Step* steps
    Chord* chords
    # borders that tell where lines begin and end, or may be left aside: chords lie far away in memory
    Border at_source
    Border at_target
    Border at_touch
    Border at_safe
    const short* steps_at   # by 32 entries: no line of the ray comes to an earlier step there

cdef struct Pass:
    # one line of a ray
    long long start
    long long place_x       # 2**-32 pixels from the first pixel's edge
    long long place_y
    int x
    int y
    int free                # entries before it are known to do nothing, but for
    int hit                 # this last one that acts
    int stopped             # an entry in the hex that blocks, not before the pixel that does


cdef struct Outset:
    # what lines of one ray have in common that begin in the same part of a pixel
    int part_x
    int part_y
    long long start     # as of Pass
    int first           # entry
    int last            # entry
    int untouched       # entry up to which they touch no hex
    int safe            # last entry that is SAFE hexes away from the target, -1 for none
    int near            # first entry behind that one


cdef enum:
    HINT_BITS = 5
    NO_STEP = 32767
    CLOSE = 1 << 12         # places nearer to a pixel's edge are on it


cdef class Rays:
    cdef:
        Field field
        int count
        Ray* rays
        Chord* chords
        short* hints


cdef inline long long halves(int low, int high) noexcept nogil:
    """Two numbers in one."""
    return <long long>(<unsigned long long>high << 32 | <unsigned int>low)


cdef inline void start_pass(const Ray* ray, const Start* start, Pass* p) noexcept nogil:
    p.x, p.y = start.x, start.y
    p.start = (ray.speed + ray.quantum // 2 + start.part_x * ray.per_x - start.part_y * ray.per_y)
    p.place_x = start.part_x * ray.part_x
    p.place_y = start.part_y * ray.part_y
    p.free = 0
    p.hit = -1


cdef inline bint at_corner(const Ray* ray, long long start, int k) noexcept nogil:
    """Whether an entry is but the corner of two pixels that a line passes."""
    return ((ray.speed * k + start) & ((1LL << SPEED_BITS) - 1)) < ray.quantum


cdef inline int step_at(const Ray* ray, const Pass* p, int step, int k) noexcept nogil:
    """The step that an entry is in, or the last one between the ends; not before a step."""
    step = max(step, <int>ray.steps_at[k >> HINT_BITS])
    while step < ray.count - 2 and last_entry(p, ray.chords + step) < k:
        step += 1
    return step


cdef inline int least_entry(const Border* b) noexcept nogil:
    """An entry before a border or at it, of all lines of a ray: each begins within its first pixel."""
    return <int>((b.x1 >> PLACE_BITS) + (b.y1 >> PLACE_BITS))


cdef inline int behind_border(const Pass* p, const Border* b) noexcept nogil:
    """The entry just behind a border."""
    return <int>(((p.place_x + b.x1 + CLOSE) >> PLACE_BITS)
                 + ((p.place_y + b.y1 + CLOSE) >> PLACE_BITS))


cdef inline int before_border(const Pass* p, const Border* b) noexcept nogil:
    """The entry just before a border."""
    return <int>(((p.place_x + b.x1 - CLOSE) >> PLACE_BITS)
                 + ((p.place_y + b.y1 - CLOSE) >> PLACE_BITS))


cdef inline int first_entry(const Pass* p, const Chord* c) noexcept nogil:
    """The entry just behind the place where a ray enters a hex."""
    return behind_border(p, &(c - 1).end)


cdef inline int last_entry(const Pass* p, const Chord* c) noexcept nogil:
    """The entry just before the place where a ray leaves a hex."""
    return before_border(p, &c.end)


cdef void set_out(const Ray* ray, const Start* start, Outset* outset) noexcept nogil
