# Lines under way together: each leaps to the first pixel that acts, is judged there, and leaps on.

from libc.stdint cimport int64_t, uint8_t, uint64_t

from hexlos.ext._field cimport Field
from hexlos.ext._line cimport Line, Tally
from hexlos.ext._paths cimport MAX_STEPS, Step
from hexlos.ext._rays cimport Outset, Pass, Ray, halves
from hexlos.ext._reach cimport MARGIN, Reach, Spot
from hexlos.ext._visit cimport Walk

cdef extern from "_leaps.h" nogil:
    enum:
        LEAP_LINES
    ctypedef struct LeapLines:
        int64_t* number
        const uint8_t** plane
        int64_t* start
        int64_t* speed
        int64_t* pixel
        int64_t* ways
        int64_t* entries
        int count
    ctypedef struct LeapEnds:
        int64_t* number
        uint64_t* place
        int count
    void leap(LeapLines* lines, int tiles, int eight, int least, LeapEnds* ends)


cdef enum Bits:
    ODD = 1             # its lines are begun one by one
    INDOORS = 2
    IN_FACTORY = 4
    RAILED = 8


cdef struct Place:
    # what of a place decides how its lines are begun
    const int* facts    # cell, level, hex, kind, point, order
    int hex
    int level           # from the lowest
    int bits            # 0 where its lines may begin as soon as their levels are known
    int kind


cdef struct Side:
    # places of one side of a table, cell by cell
    Place* places
    const int* at
    Py_ssize_t count
    # answers of lines that begin at some of them, a row each, to all places of the other side
    Py_ssize_t first
    Py_ssize_t rows
    uint64_t* records


cdef struct Stop:
    # what lines of one place in one direction meet at some levels, however far they go
    int64_t key
    int entry           # where they are blocked, -1 where nothing does anything to them
    bint first          # nothing acts before, so that this is all for each of them
    short x
    short y
    unsigned char reason


cdef enum:
    KEYS = 4            # stops of a hex and a direction
    KIND_ROOM = 8       # bits of a kind of place, flags included


cdef struct Run:
    # a line under way: between which places, and where its answer goes
    uint64_t* record
    const Place* one
    const Place* two
    const Ray* ray
    Stop* stop          # for others of its direction, or NULL
    const uint8_t* plane
    long long start     # as of Pass
    int row             # of verdicts
    int first           # step of the path that it begins with
    int last            # entry
    int untouched       # entry up to which it touches no hex
    # what it has met, once it has met anything
    bint met
    bint plain          # nothing that depends on where it ends
    Pass p
    int step            # that it has come to
    int dull            # class that does nothing new there, or -1
    int hindrance
    int in_range        # where the last one is, and how much there
    int effect
    Walk walk           # through the last hex that was judged pixel by pixel


cdef struct Work:
    # what one job has for itself
    bint symmetric      # of each pair one answer, and of each place with itself
    Side[2] sides       # sources and targets
    Tally tally
    Line line
    Step[MAX_STEPS] path
    Run[LEAP_LINES] runs
    (Run*)[LEAP_LINES] idle
    int idle_count
    LeapLines lines
    LeapEnds ends
    int eight           # whether lines go eight at a time
    # the lines that are being begun: of a ray, from hexes one below the other
    const Ray* ray
    const Spot* spot    # of the first one
    Stop* stop
    Outset[2] outsets
    Stop* stops         # by key, slot and hex
    bint[KEYS] used     # keys whose stops are cleared
    Py_ssize_t hexes


cdef inline uint64_t* record_at(const Side* here, const Side* there, const Place* one,
                                const Place* two) noexcept nogil:
    """Where the answer of a line goes that begins at a place of one side."""
    return here.records + (one - here.places - here.first) * there.count + (two - there.places)


cdef inline int64_t stop_key(const Ray* ray, int row, const Place* one,
                             const Place* two) noexcept nogil:
    """What lines must have in common to meet the same: direction, levels, which end is higher, kind of place."""
    return (<int64_t>ray.way << 40 | (<int64_t>row * 2 + (one.level > two.level)) << KIND_ROOM
            | one.kind)


cdef inline void leap_from(const Run* run, int x, int y, int k, LeapLines* lines) noexcept nogil:
    cdef int n = lines.count
    cdef const Ray* ray = run.ray
    lines.number[n] = <int64_t>run
    lines.plane[n] = run.plane
    lines.start[n], lines.speed[n] = run.start, ray.speed
    lines.pixel[n] = halves(x + MARGIN, y + MARGIN)
    lines.ways[n] = ray.ways
    lines.entries[n] = halves(k, run.last)
    lines.count = n + 1


cdef void start_runs(Work* work, bint eight) noexcept nogil
cdef void go_on(Field f, Reach reach, Work* work, int least) noexcept nogil
cdef void trace_alone(Field f, Reach reach, Work* work, Run* run) noexcept nogil
cdef void end_runs(Field f, Reach reach, Work* work) noexcept nogil
