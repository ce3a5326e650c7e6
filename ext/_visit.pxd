# cython: boundscheck=False, wraparound=False, cdivision=True
# One pixel of the exact thread inside one hex, taken into the answer. Inline helpers only.

from hexlos.ext._field cimport Field
from hexlos.ext._line cimport (
    ASKS_GROUND, Answer, BLOCKED, IS_ROAD, Line, Tally, class_effect, record, same_all_over,
)
from hexlos.ext._paths cimport Step
from hexlos.ext._points cimport off_picture

cdef struct Walk:
    int cell
    int from_source
    int from_target
    int inherent        # row of remap, 0 for none
    bint roadway        # still only road seen in an orchard hex (B14.6)
    int limit           # the most that this hex can do to the line
    int dull            # a class that does nothing new wherever it shows in this hex, or -1


cdef inline void start_walk(Field f, Line* line, const Step* s, Walk* walk) noexcept nogil:
    walk.cell = line.source + s.cell
    walk.from_source = s.from_source
    walk.from_target = s.from_target
    walk.inherent = 0 if f.drawn_only[walk.cell] and not line.aligned else f.inherent[walk.cell]
    walk.dull = -1
    walk.roadway = f.orchard[walk.inherent] != 0
    walk.limit = BLOCKED if (
        line.slope or line.asks or line.notes != NULL) else line.live[walk.cell]


cdef inline bint alike(Field f, Line* line, int inherent, int kind) noexcept nogil:
    """Whether a class does the same wherever it shows in a hex, or beside it."""
    if line.asks:
        return line.asks == ASKS_GROUND
    return same_all_over(line.verdict[kind]) and (
        not inherent or same_all_over(line.verdict[f.remap[inherent, kind]]))


cdef inline int effect_here(Field f, Line* line, Walk* walk, int kind, int kind2, int x, int y,
                            int x2, int y2) noexcept nogil:
    """What a pixel does, or two that meet in the edge the line runs along, inherent terrain included."""
    cdef int effect = 0, extra
    if line.verdict[kind] or line.slope or line.asks:
        effect = class_effect(f, line, kind, walk.cell, walk.from_source, walk.from_target, x, y)
        # the same terrain may be of two hexsides
        if effect and (x2 != x or y2 != y):
            effect = min(effect, class_effect(f, line, kind2, walk.cell, walk.from_source,
                                              walk.from_target, x2, y2))
    if walk.inherent and not line.asks:
        if walk.roadway and not ((f.traits[kind] & IS_ROAD) or (f.traits[kind2] & IS_ROAD)):
            walk.roadway = False
        if not walk.roadway:
            extra = class_effect(f, line, f.remap[walk.inherent, kind], walk.cell,
                                 walk.from_source, walk.from_target, x, y)
            if extra and kind2 != kind:
                extra = min(extra, class_effect(f, line, f.remap[walk.inherent, kind2], walk.cell,
                                                walk.from_source, walk.from_target, x2, y2))
            effect = max(effect, extra)
    walk.dull = kind if kind2 == kind and alike(f, line, walk.inherent, kind) else -1
    return effect


cdef inline int visit(Field f, Line* line, Walk* walk, Tally* tally, Answer* answer,
                      int x, int y, int x2, int y2) noexcept nogil:
    """One pixel of a hex, or the two that meet in the edge the line runs along.

    0 to go on, 1 when the line is blocked, 2 when the rest of the hex can change nothing.
    """
    cdef int kind, effect, kind2
    if off_picture(f, x, y):
        x, y = x2, y2
        x2 = -1
        if off_picture(f, x, y):
            return 0
    if x2 < 0 or off_picture(f, x2, y2):
        x2, y2 = x, y
    kind = f.classes[x, y]
    kind2 = f.classes[x2, y2]
    if kind == walk.dull and kind2 == kind:
        return 0
    effect = effect_here(f, line, walk, kind, kind2, x, y, x2, y2)
    if not effect:
        return 0
    if record(line, tally, answer, effect, walk.from_source, walk.from_target, x, y, walk.cell):
        return 1
    return 2 if tally.by_range[walk.from_source] >= walk.limit and not line.bypass else 0
