# cython: boundscheck=False, wraparound=False, cdivision=True
"""One line of sight over a compiled board, laid exactly or sampled pixel by pixel."""

from libc.math cimport floor
from libc.string cimport memset

from hexlos.ext._codes cimport (
    BAR, BLIND, BLIND_ADJACENT, BLIND_CLIFF, BLIND_CREST, BLIND_HEX, BLIND_HINDERS, BLOCKS, CREST,
    CREST_LINE, CROSSES, DEPRESSION, DEPRESSION_HEXSIDE, END_HEX, GROUND, HALF_LEVEL, HEXSIDE, HEXSPINE, HINDERS,
    LEVEL_GROUND, ON_HILLOCK, PLAIN, SIDE_FIRST, SIDE_SECOND, SIX_HINDRANCES, SPAN, TOUCHES,
    UPHILL, WALL, WALL_HEDGE,
)
from hexlos.ext._codes cimport (
    BRIDGE_DECK, BUILDING_LEVEL, BUILDING_PLACE, CELLAR_PLACE, CELLAR_WALL, INSIDE_BUILDING,
    ROOF_PLACE, UNDER_PLACE,
)
from hexlos.ext._field cimport Field
from hexlos.ext._paths cimport Step

# An effect is one int: 0 nothing, below BLOCKED a hindrance, BLOCKED + reason a block. The weaker
# of two effects is the smaller one, and among blocks the lower reason code: no order matters.
cdef enum:
    BLOCKED = 64
    SHIFT_BITS = 20
    LAST_DITCH = 6
    IS_ROAD = 1
    IS_SPAN = 2
    IS_BUILDING = 4

cdef double BEYOND = 0.81371, BESIDE = 0.23719

cdef struct Tally:
    int total
    unsigned char by_range[MAX_RANGE]


# ------------------------------------------------------------------ the lattice

cdef inline int neighbour(Field f, int cell, int side) noexcept nogil:
    if side == 0:
        return cell - 2
    if side == 1:
        return cell + f.stride - 1
    if side == 2:
        return cell + f.stride + 1
    if side == 3:
        return cell + 2
    if side == 4:
        return cell - f.stride + 1
    return cell - f.stride - 1


cdef inline int side_towards(Field f, int cell, int other) noexcept nogil:
    cdef int side
    for side in range(6):
        if neighbour(f, cell, side) == other:
            return side
    return -1


cdef inline int cell_range(Field f, int a, int b) noexcept nogil:
    cdef int dc = abs(a // f.stride - b // f.stride)
    cdef int dr = abs(a % f.stride - b % f.stride)
    return dc + (dr - dc) // 2 if dr > dc else dc


# ------------------------------------------------------------------ what a depiction does

cdef inline bint is_cliff(Field f, int cell, int other) noexcept nogil:
    cdef int side = side_towards(f, cell, other)
    return side >= 0 and f.cliff[cell, side]


cdef bint over_cliff(Field f, Line* line, int cell) noexcept nogil:
    """Whether the line leaves cell towards the lower end across a Cliff hexside (B11.21)."""
    cdef int i = 0, other, step = 1 if line.falling else -1
    cdef bint along
    while i < line.count and line.source + line.steps[i].cell != cell:
        i += 1
    if i == line.count:
        return False
    along = runs_along(line, i)
    i += step
    # past vertices, and past the other hex of a hexside that the line runs along
    while 0 <= i < line.count and (line.steps[i].kind == TOUCHES or along and runs_along(line, i)):
        i += step
    if i < 0 or i >= line.count:
        return False
    other = line.source + line.steps[i].cell
    if not runs_along(line, i):
        return is_cliff(f, cell, other)
    # out through a vertex, along a hexside: a cliff must show on both sides of the line
    i += step
    return ((not f.on_board[other] or is_cliff(f, cell, other))
            and (not f.on_board[line.source + line.steps[i].cell]
                 or is_cliff(f, cell, line.source + line.steps[i].cell)))


cdef inline bint runs_along(Line* line, int i) noexcept nogil:
    return line.steps[i].kind == SIDE_FIRST or line.steps[i].kind == SIDE_SECOND


cdef inline bint near_wall(Field f, Line* line, int edge) noexcept nogil:
    """Whether a hexside or hexspine touches an end hex, so that its art there is ignored (B9.2)."""
    cdef int cell = edge // 6, side = edge % 6
    cdef int other = neighbour(f, cell, side)
    cdef int tip = neighbour(f, cell, (side + 5) % 6)
    cdef int tail = neighbour(f, cell, (side + 1) % 6)
    return (line.source == cell or line.source == other or line.source == tip
            or line.source == tail or line.target == cell or line.target == other
            or line.target == tip or line.target == tail)


cdef inline bint cellar_wall(Field f, Line* line, int edge) noexcept nogil:
    """Whether a hexside is one that a cellar end cannot see over to a hex not adjacent (O6.3)."""
    cdef int cell = edge // 6
    cdef int other = neighbour(f, cell, edge % 6)
    return line.range > 1 and (
        (line.source_kind == CELLAR_PLACE and (line.source == cell or line.source == other))
        or (line.target_kind == CELLAR_PLACE and (line.target == cell or line.target == other)))


cdef inline bint own_hexside(Field f, Line* line, int edge) noexcept nogil:
    """Whether a hexside belongs to an end hex."""
    cdef int cell = edge // 6, other
    if edge < 0:
        return False
    other = neighbour(f, cell, edge % 6)
    return (line.source == cell or line.source == other or line.target == cell
            or line.target == other)


cdef inline int crest(Field f, Line* line, int verdict, int cell, int high, int low) noexcept nogil:
    """Blind hexes behind a bare crest line (B10.23) or a cliff (B11.21)."""
    cdef int blind = ((verdict >> 16) & 0xff) - 128 + high // 5
    if high > 1 and over_cliff(f, line, cell):
        return BLOCKED + BLIND_CLIFF if low <= max(1, blind + 1) else 0
    if high > 1 and low == 1 and (verdict >> 24) & 1:
        return BLOCKED + BLIND_CREST
    return BLOCKED + BLIND_CREST if low <= blind else 0


cdef inline int resolve(Field f, Line* line, int verdict, int cell, int from_source,
                        int from_target, int x, int y) noexcept nogil:
    """Effect of one depiction in one hex of the line."""
    cdef int kind = verdict & 0xff, amount = (verdict >> 8) & 0xff
    cdef int high = from_source if line.falling else from_target
    cdef int low = from_target if line.falling else from_source
    if verdict & HEXSIDE and own_hexside(f, line, f.edge[x, y]):
        return 0
    if verdict & SPAN and f.bridge[cell]:
        return 0
    if kind == BLOCKS:
        return BLOCKED + amount
    if kind == HINDERS:
        return amount
    if kind == LEVEL_GROUND:
        # the higher end looks down into an adjacent lower hex whatever strip is drawn there (B10.2)
        if high == 1 and 2 * f.base[cell] < line.high:
            return amount
        return BLOCKED + CREST_LINE
    if kind == CREST:
        return crest(f, line, verdict, cell, high, low)
    if kind == BLIND:
        return BLOCKED + BLIND_HEX if low <= max(1, ((verdict >> 16) & 0xff) - 128 + high // 5) else 0
    if kind == BLIND_HINDERS:
        return amount if low <= max(1, ((verdict >> 16) & 0xff) - 128 + high // 5) else 0
    if kind == BLIND_ADJACENT:
        return amount if low == 1 else 0
    if kind == WALL:
        # along hexsides the hexspine rule decides, never the art
        if f.edge[x, y] >= 0 and cellar_wall(f, line, f.edge[x, y]):
            return BLOCKED + CELLAR_WALL
        if line.aligned or f.edge[x, y] < 0 or near_wall(f, line, f.edge[x, y]):
            return 0
        return BLOCKED + WALL_HEDGE
    return 0


cdef inline int slope_effect(Field f, Line* line, int cell, int kind) noexcept nogil:
    """Same-level effects that a continuous slope adds in a hex of it (B.5); walls act not at all."""
    cdef int level = 2 * f.base[cell] - f.lowest
    cdef int verdict = f.verdict[level * f.levels + level, kind]
    cdef int amount = (verdict >> 8) & 0xff
    if verdict & 0xff == HINDERS:
        return amount
    if verdict & 0xff == BLOCKS and amount == HALF_LEVEL:
        return BLOCKED + HALF_LEVEL
    return 0


cdef inline int class_effect(Field f, Line* line, int kind, int cell, int from_source,
                             int from_target, int x, int y) noexcept nogil:
    cdef int verdict = line.verdict[kind], effect = 0
    if line.only_bars:
        return BLOCKED + ((verdict >> 8) & 0xff) if verdict & BAR and verdict & 0xff == BLOCKS else 0
    if line.below:
        if f.bridge[cell] and f.traits[kind] & IS_SPAN:
            return 0
        return BLOCKED if 2 * f.ground[kind] > line.threshold else 0
    if line.wanted != NULL:
        return BLOCKED if line.wanted[kind] else 0
    if verdict:
        effect = resolve(f, line, verdict, cell, from_source, from_target, x, y)
    if line.slope:
        effect = max(effect, slope_effect(f, line, cell, kind))
    return effect


cdef inline bint record(Line* line, Tally* tally, Answer* answer, int effect, int from_source,
                        int from_target, int x, int y, int cell) noexcept nogil:
    """Take an effect into the answer; True when the line is blocked and done."""
    if line.notes != NULL:
        if effect > line.notes[line.step].effect:
            line.notes[line.step].effect = effect
            line.notes[line.step].x = x
            line.notes[line.step].y = y
        return False
    if effect >= BLOCKED:
        answer.reason = <unsigned char>(effect - BLOCKED)
    else:
        # one hindrance a range, and only between the ends (A6.7)
        if from_source >= line.range or from_target >= line.range:
            return False
        if effect <= tally.by_range[from_source]:
            return False
        tally.total += effect - tally.by_range[from_source]
        tally.by_range[from_source] = <unsigned char>effect
        answer.hindrance = <unsigned char>tally.total
        if tally.total < LAST_DITCH:
            return False
        answer.reason = SIX_HINDRANCES
    answer.blocked = 1
    answer.x = x
    answer.y = y
    answer.cell = cell
    return True


# ------------------------------------------------------------------ the exact thread

cdef struct Walk:
    int cell
    int from_source
    int from_target
    int inherent        # row of remap, 0 for none
    bint roadway        # still only road seen in an orchard hex (B14.6)
    int limit           # the most that this hex can do to the line


cdef inline int visit(Field f, Line* line, Walk* walk, Tally* tally, Answer* answer,
                      int x, int y, int x2, int y2) noexcept nogil:
    """One pixel of a hex, or the two that meet in the edge the line runs along.

    0 to go on, 1 when the line is blocked, 2 when the rest of the hex can change nothing.
    """
    cdef int kind, effect, extra, kind2
    if x < 0 or y < 0 or x >= f.width or y >= f.height:
        x, y = x2, y2
        x2 = -1
    if x < 0 or y < 0 or x >= f.width or y >= f.height:
        return 0
    if x2 < 0 or y2 < 0 or x2 >= f.width or y2 >= f.height:
        x2, y2 = x, y
    kind = f.classes[x, y]
    kind2 = f.classes[x2, y2]
    effect = 0
    if line.verdict[kind] or line.slope or line.below or line.wanted != NULL:
        effect = class_effect(f, line, kind, walk.cell, walk.from_source, walk.from_target, x, y)
        if effect and kind2 != kind:
            effect = min(effect, class_effect(f, line, kind2, walk.cell, walk.from_source,
                                              walk.from_target, x2, y2))
    if walk.inherent and not line.below and line.wanted == NULL and not line.only_bars:
        if walk.roadway and not ((f.traits[kind] & IS_ROAD) or (f.traits[kind2] & IS_ROAD)):
            walk.roadway = False
        if not walk.roadway:
            extra = class_effect(f, line, f.remap[walk.inherent, kind], walk.cell,
                                 walk.from_source, walk.from_target, x, y)
            if extra and kind2 != kind:
                extra = min(extra, class_effect(f, line, f.remap[walk.inherent, kind2], walk.cell,
                                                walk.from_source, walk.from_target, x2, y2))
            effect = max(effect, extra)
    if not effect:
        return 0
    if record(line, tally, answer, effect, walk.from_source, walk.from_target, x, y, walk.cell):
        return 1
    return 2 if tally.by_range[walk.from_source] >= walk.limit else 0


cdef inline long long floor_div(long long a, long long b) noexcept nogil:
    """The last whole number not above a / b, for b > 0 (C division truncates)."""
    cdef long long q = a // b
    return q - 1 if q * b > a else q


cdef inline long long below_div(long long a, long long b) noexcept nogil:
    """The last whole number below a / b, for b > 0."""
    cdef long long q = a // b
    return q - 1 if q * b >= a else q


cdef bint cross_hex(Field f, Line* line, const Step* s, Walk* walk, Tally* tally,
                    Answer* answer) noexcept nogil:
    """Visit every pixel that the line runs through inside one hex, in order."""
    cdef long long xa = line.x0 * s.d0 + line.dx * s.n0, xb = line.x0 * s.d1 + line.dx * s.n1
    cdef long long ya = line.y0 * s.d0 + line.dy * s.n0, yb = line.y0 * s.d1 + line.dy * s.n1
    cdef long long ux0 = <long long>s.d0 * f.units_x, ux1 = <long long>s.d1 * f.units_x
    cdef long long uy0 = <long long>s.d0 * f.units_y, uy1 = <long long>s.d1 * f.units_y
    cdef int right = 1 if line.dx >= 0 else -1, down = 1 if line.dy >= 0 else -1
    cdef long long x, y, x_last, y_last, y_stop, den, q, r, q_step, r_step, edge
    cdef bint tie
    cdef int seen
    if right > 0:
        x, x_last = floor_div(xa, ux0), below_div(xb, ux1)
    else:
        x, x_last = below_div(xa, ux0), floor_div(xb, ux1)
    if down > 0:
        y, y_last = floor_div(ya, uy0), below_div(yb, uy1)
    else:
        y, y_last = below_div(ya, uy0), floor_div(yb, uy1)
    if line.dx == 0:
        tie = line.x0 % f.units_x == 0
        x = floor_div(line.x0, f.units_x)
        while (y - y_last) * down <= 0:
            seen = visit(f, line, walk, tally, answer, <int>x, <int>y,
                         <int>(x - 1) if tie else -1, <int>y)
            if seen:
                return seen == 1
            y += down
        return False
    if line.dy == 0:
        tie = line.y0 % f.units_y == 0
        y = floor_div(line.y0, f.units_y)
        while (x - x_last) * right <= 0:
            seen = visit(f, line, walk, tally, answer, <int>x, <int>y,
                         <int>x if tie else -1, <int>(y - 1))
            if seen:
                return seen == 1
            x += right
        return False
    # y where the line leaves column x is q + r / den; each column adds q_step + r_step / den
    den = line.dx * right * f.units_y
    edge = (x + 1 if right > 0 else x) * f.units_x
    q = (line.y0 * line.dx + (edge - line.x0) * line.dy) * right
    r = q
    q = floor_div(q, den)
    r -= q * den
    r_step = f.units_x * line.dy
    q_step = floor_div(r_step, den)
    r_step -= q_step * den
    while True:
        if x == x_last:
            y_stop = y_last
        elif down > 0:
            y_stop = q if r else q - 1
        else:
            y_stop = q
        while (y - y_stop) * down <= 0:
            seen = visit(f, line, walk, tally, answer, <int>x, <int>y, -1, -1)
            if seen:
                return seen == 1
            y += down
        if x == x_last:
            return False
        if down > 0:
            y = q
        else:
            y = q if r else q - 1
        q += q_step
        r += r_step
        if r >= den:
            r -= den
            q += 1
        x += right


cdef inline int side_effect(Field f, Line* line, const Step* s, int cell, long long x,
                            long long y) noexcept nogil:
    """Effect of the pixel on one side of a hexside that the line runs along; -1 off the map."""
    if not f.on_board[cell] or x < 0 or y < 0 or x >= f.width or y >= f.height:
        return -1
    return class_effect(f, line, f.classes[x, y], cell, s.from_source, s.from_target, <int>x, <int>y)


cdef inline int inherent_effect(Field f, Line* line, const Step* s, int cell, long long x,
                                long long y) noexcept nogil:
    cdef int row, kind
    if not f.on_board[cell] or x < 0 or y < 0 or x >= f.width or y >= f.height:
        return 0
    row = f.inherent[cell]
    kind = f.classes[x, y]
    if not row or (f.orchard[row] and (f.traits[kind] & IS_ROAD)):
        return 0
    return class_effect(f, line, f.remap[row, kind], cell, s.from_source, s.from_target,
                        <int>x, <int>y)


cdef bint follow_hexside(Field f, Line* line, const Step* s, Tally* tally,
                         Answer* answer) noexcept nogil:
    """Compare what shows 1.5 pixels to each side of a hexside the line runs along (A6.1)."""
    cdef int first = line.source + s.cell, second = line.source + (s + 1).cell
    cdef int i, effect, other, axis
    cdef long long ax = f.centre[first, 0] - line.x0, ay = f.centre[first, 1] - line.y0
    cdef long long turn = line.dx * ay - line.dy * ax
    # the three directions: level, falling to the right, rising to the right
    axis = 0 if line.dy == 0 else (1 if (line.dx > 0) == (line.dy > 0) else 2)
    cdef long long nx = f.normal[axis][0], ny = f.normal[axis][1]
    # n points to the side of `first`
    if (line.dx * ny - line.dy * nx > 0) != (turn > 0):
        nx, ny = -nx, -ny
    cdef long long parts = 2 * f.samples, whole = parts * s.d0
    cdef long long den_x = whole * f.units_x, den_y = whole * f.units_y
    cdef long long along, px, py, x1, y1, x2, y2, x, y
    for i in range(f.samples):
        along = s.n0 * parts + (s.n1 - s.n0) * (2 * i + 1)
        px = (line.x0 * whole + line.dx * along) << SHIFT_BITS
        py = (line.y0 * whole + line.dy * along) << SHIFT_BITS
        x1 = floor_div(px + nx * den_x, den_x << SHIFT_BITS)
        y1 = floor_div(py + ny * den_y, den_y << SHIFT_BITS)
        x2 = floor_div(px - nx * den_x, den_x << SHIFT_BITS)
        y2 = floor_div(py - ny * den_y, den_y << SHIFT_BITS)
        effect = side_effect(f, line, s, first, x1, y1)
        other = side_effect(f, line, s, second, x2, y2)
        x, y = x1, y1
        if effect < 0 or (other >= 0 and other < effect):
            effect = other
            x, y = x2, y2
        if effect < 0:
            continue
        if not line.below and line.wanted == NULL:
            effect = max(effect, inherent_effect(f, line, s, first, x1, y1))
            effect = max(effect, inherent_effect(f, line, s, second, x2, y2))
        if effect and record(line, tally, answer, effect, s.from_source, s.from_target,
                             <int>x, <int>y, first if f.on_board[first] else second):
            return True
    return False


cdef inline bint walled(Field f, Line* line, int one, int two, int tip) noexcept nogil:
    """Whether the hexside of two hexes has a wall at the ends' level that reaches the tip hex."""
    cdef int side, flags, base = one
    if not f.on_board[one]:
        base, two = two, one
        if not f.on_board[base]:
            return False
    side = side_towards(f, base, two)
    flags = f.wall[base, side]
    if not flags & 1 or 2 * f.wall_level[base, side] != line.low:
        return False
    if tip < 0:
        return True
    return (flags & 2) != 0 if neighbour(f, base, (side + 5) % 6) == tip else (flags & 4) != 0


cdef inline int within(long long value, int size) noexcept nogil:
    """A pixel's place, pulled onto the picture."""
    return <int>min(max(value, 0), size - 1)


cdef bint follow_hexspine(Field f, Line* line, int i, Tally* tally, Answer* answer) noexcept nogil:
    """Walls and hedges lengthwise along the line, or at the vertices it passes (B9.2)."""
    cdef const Step* s = line.steps + i
    cdef int first = line.source + s.cell, second = line.source + (s + 1).cell
    cdef int before = line.source + (s - 1).cell, behind = line.source + (s + 2).cell
    cdef bint at_source = s.from_source == 1, at_target = s.from_target == 1
    cdef bint spine, near, far
    cdef int effect = 0
    if not line.level or (at_source and at_target):
        return False
    spine = walled(f, line, first, second, -1)
    near = walled(f, line, first, before, second) or walled(f, line, second, before, first)
    far = walled(f, line, first, behind, second) or walled(f, line, second, behind, first)
    if not at_source and not at_target:
        if spine:
            effect = BLOCKED + HEXSPINE
        elif near or far:
            effect = BLOCKED + WALL_HEDGE
    else:
        if at_target:
            far = near
            behind = before
        if spine:
            if (walled(f, line, first, behind, second) and walled(f, line, second, behind, first)):
                effect = BLOCKED + HEXSPINE
        elif far:
            effect = BLOCKED + WALL_HEDGE
    if not effect:
        return False
    return record(line, tally, answer, effect, s.from_source, s.from_target,
                  within((f.centre[first, 0] + f.centre[second, 0]) // (2 * f.units_x), f.width),
                  within((f.centre[first, 1] + f.centre[second, 1]) // (2 * f.units_y), f.height),
                  first if f.on_board[first] else second)


cdef bint touch_hex(Field f, Line* line, int i, Tally* tally, Answer* answer) noexcept nogil:
    """A vertex that the line passes exactly: inherent terrain (B.6) and walls that end there (B9.1)."""
    cdef const Step* s = line.steps + i
    cdef int cell = line.source + s.cell
    cdef int before = line.source + (s - 1).cell, behind = line.source + (s + 1).cell
    cdef long long px = line.x0 * s.d0 + line.dx * s.n0, py = line.y0 * s.d0 + line.dy * s.n0
    cdef long long ux = <long long>s.d0 * f.units_x, uy = <long long>s.d0 * f.units_y
    cdef int x = <int>floor_div(px, ux), y = <int>floor_div(py, uy), effect = -1, one
    cdef int x_first = <int>below_div(px, ux), y_first = <int>below_div(py, uy), xx, yy
    if f.on_board[cell] and f.inherent[cell]:
        for xx in range(x_first if x_first + 1 == x and px % ux == 0 else x, x + 1):
            for yy in range(y_first if y_first + 1 == y and py % uy == 0 else y, y + 1):
                if 0 <= xx < f.width and 0 <= yy < f.height:
                    one = inherent_effect(f, line, s, cell, xx, yy)
                    if effect < 0 or one < effect:
                        effect = one
        if effect > 0 and record(line, tally, answer, effect, s.from_source, s.from_target, x, y,
                                 cell):
            return True
    if line.level:
        if (vertex_wall(f, line, cell, before, behind) or vertex_wall(f, line, cell, behind, before)
                or vertex_wall(f, line, before, behind, cell)):
            return record(line, tally, answer, BLOCKED + WALL_HEDGE, s.from_source, s.from_target,
                          within(x, f.width), within(y, f.height), cell)
    return False


cdef inline bint vertex_wall(Field f, Line* line, int one, int two, int tip) noexcept nogil:
    cdef int side
    if not walled(f, line, one, two, tip):
        return False
    side = side_towards(f, one, two)
    return not near_wall(f, line, one * 6 + side)


cdef inline void start_walk(Field f, Line* line, const Step* s, Walk* walk) noexcept nogil:
    walk.cell = line.source + s.cell
    walk.from_source = s.from_source
    walk.from_target = s.from_target
    walk.inherent = f.inherent[walk.cell]
    walk.roadway = f.orchard[walk.inherent] != 0
    walk.limit = BLOCKED if (
        line.slope or line.below or line.only_bars or line.wanted != NULL or line.notes != NULL) else line.live[walk.cell]


cdef bint leaves_depression(Field f, Line* line, bint from_source, int level,
                            Tally* tally, Answer* answer) noexcept nogil:
    """Whether an end IN a Depression cannot see out (or be seen) along the line (A6.3)."""
    cdef int i, k, found = -1, rise, cell, reach
    cdef Walk walk
    cdef const Step* s
    cdef bint out
    line.below = True
    line.threshold = level
    for k in range(line.count):
        i = k if from_source else line.count - 1 - k
        s = line.steps + i
        if s.kind == TOUCHES:
            continue
        if s.kind == SIDE_FIRST or s.kind == SIDE_SECOND:
            # two steps share one stretch; the first of them speaks for both
            if s.kind == SIDE_SECOND:
                i -= 1
                s -= 1
            elif not from_source:
                continue
            out = follow_hexside(f, line, s, tally, answer)
        else:
            cell = line.source + s.cell
            if not f.on_board[cell] or 2 * f.top_ground[cell] <= level:
                continue
            start_walk(f, line, s, &walk)
            out = cross_hex(f, line, s, &walk, tally, answer)
        if out:
            found = i
            break
    line.below = False
    return found >= 0 and not sees_out(line, found, from_source)


cdef inline bint sees_out(Line* line, int found, bint from_source) noexcept nogil:
    """Whether the other end is as many levels higher as it is hexes beyond the Depression."""
    cdef const Step* s = line.steps + found
    cdef int reach = s.from_target if from_source else s.from_source
    cdef int rise = line.high - line.low
    return (-rise if line.falling == from_source else rise) >= 2 * reach


cdef inline bint stands_in_depression(Field f, int cell, int level, int kind) noexcept nogil:
    return kind == UNDER_PLACE or (f.depression[cell] and level == 2 * f.base[cell])


cdef bint in_depression(Field f, Line* line, Tally* tally, Answer* answer) noexcept nogil:
    """The limits of an end IN a Depression; True when they block the line (A6.3, B19.2)."""
    cdef int side
    cdef bint source_in = stands_in_depression(f, line.source, line.source_level,
                                               line.source_kind)
    cdef bint target_in = stands_in_depression(f, line.target, line.target_level,
                                               line.target_kind)
    cdef Note* notes = line.notes
    cdef bint blocked = False
    if not source_in and not target_in:
        return False
    if line.range <= 1 and not (source_in and target_in):
        return False
    if line.range <= 1:
        side = side_towards(f, line.source, line.target)
        if side < 0 or f.joined[line.source, side]:
            return False
    line.notes = NULL
    if source_in and leaves_depression(f, line, True, line.source_level, tally, answer):
        blocked = True
    elif target_in and leaves_depression(f, line, False, line.target_level, tally, answer):
        blocked = True
    if blocked:
        answer.blocked = 1
        answer.reason = DEPRESSION if line.range > 1 else DEPRESSION_HEXSIDE
    else:
        answer.blocked = 0
        answer.reason = 0
        answer.x = answer.y = answer.cell = -1
    line.notes = notes
    return blocked


cdef inline bint up_slope(Field f, Line* line, bint from_source) noexcept nogil:
    """Whether the line leaves an end's hex through one of its slope hexsides, vertices included."""
    cdef int end = line.source if from_source else line.target, side, k, at
    if not f.slope[end]:
        return False
    for k in range(1, min(3, line.count)):
        at = k if from_source else line.count - 1 - k
        side = side_towards(f, end, line.source + line.steps[at].cell)
        if side >= 0 and f.slope[end] >> side & 1:
            return True
        if line.steps[at].kind == CROSSES or line.steps[at].kind == END_HEX:
            return False
    return False


cdef inline int stance(Field f, Line* line) noexcept nogil:
    """What the ends stand on changes: nothing, a hillock (F6), or an up-slope end (P2)."""
    if f.stances == 1 or line.range == 0:
        return PLAIN
    if up_slope(f, line, True) or up_slope(f, line, False):
        return UPHILL
    return ON_HILLOCK if f.hillock[line.source] or f.hillock[line.target] else PLAIN


cdef bint building_bars(Field f, Line* line, Tally* tally, Answer* answer) noexcept nogil:
    """Walls inside buildings in the two end hexes (B23.71, O5.31).

    Between adjacent hexes a bar must show to both sides of the middle of their hexside.
    """
    cdef int i, k, hits = 0
    cdef long long nx, ny, x0 = line.x0, y0 = line.y0
    cdef Walk walk
    cdef Note* notes = line.notes
    cdef bint found = False
    if not f.bars[line.source] and not f.bars[line.target]:
        return False
    line.only_bars = True
    for k in range(2 if line.range == 1 else 1):
        if line.range == 1:
            bar_shift(f, line, &nx, &ny)
            line.x0 = x0 + (nx if k else -nx)
            line.y0 = y0 + (ny if k else -ny)
            line.notes = NULL
        found = False
        for i in range(line.count):
            if line.steps[i].kind != END_HEX or not f.bars[line.source + line.steps[i].cell]:
                continue
            line.step = i
            start_walk(f, line, line.steps + i, &walk)
            if cross_hex(f, line, line.steps + i, &walk, tally, answer):
                found = True
                break
        if not found:
            break
    line.only_bars = False
    line.x0, line.y0 = x0, y0
    line.notes = notes
    if not found:
        answer.blocked = answer.reason = 0
        answer.x = answer.y = answer.cell = -1
    elif notes != NULL:
        notes[0].effect = BLOCKED + answer.reason
    return found and notes == NULL


cdef inline void bar_shift(Field f, Line* line, long long* x, long long* y) noexcept nogil:
    """1.5 pixels along the hexside between adjacent hexes, in grid units."""
    # the hexside lies across the line: level under a vertical line, else the other slant
    cdef int axis = 0 if line.dx == 0 else (2 if (line.dx > 0) == (line.dy > 0) else 1)
    # turn the normal of that direction by a right angle to run along it
    x[0] = (f.normal[axis][1] * f.units_x) >> SHIFT_BITS
    y[0] = (-f.normal[axis][0] * f.units_y) >> SHIFT_BITS


cdef inline void block(Answer* answer, int reason, int x, int y, int cell) noexcept nogil:
    answer.blocked = 1
    answer.reason = <unsigned char>reason
    answer.x, answer.y, answer.cell = x, y, cell


cdef void same_hex(Field f, Line* line, Answer* answer) noexcept nogil:
    """Two places of one hex: a stairwell joins adjacent levels, a bridge parts (B23.25, B6.2)."""
    cdef int low = line.source_level - 2 * (line.source_kind == CELLAR_PLACE)
    cdef int high = line.target_level - 2 * (line.target_kind == CELLAR_PLACE)
    cdef int x = within(line.x0 // f.units_x, f.width), y = within(line.y0 // f.units_y, f.height)
    if low == high:
        return
    if line.source_kind == UNDER_PLACE or line.target_kind == UNDER_PLACE or f.depression[line.source]:
        block(answer, BRIDGE_DECK, x, y, line.source)
    elif abs(high - low) > 2 or not f.stairs[line.source]:
        block(answer, BUILDING_LEVEL, x, y, line.source)


cdef inline bint in_building(int kind) noexcept nogil:
    return kind == BUILDING_PLACE or kind == CELLAR_PLACE


cdef inline bint building_at(Field f, double px, double py, int level) noexcept nogil:
    """Whether a point shows a building with an inside at a level; off the picture all do.

    On the map's edge the side that exists decides.
    """
    cdef int kind, x = <int>floor(px), y = <int>floor(py)
    if x < 0 or y < 0 or x >= f.width or y >= f.height:
        return True
    kind = f.classes[x, y]
    return f.traits[kind] & IS_BUILDING and f.building_top[kind] > level


cdef bint inside_building(Field f, Line* line, Answer* answer) noexcept nogil:
    """Whether the line enters or leaves an end through a hexside inside a building (B23.25).

    Of ends at one level adjacent hexes see each other; beyond those, the building itself blocks.
    """
    if line.count < 2 or (line.level and (line.source_kind == CELLAR_PLACE)
                          == (line.target_kind == CELLAR_PLACE)):
        return False
    if in_building(line.source_kind) and crosses_inside(f, line, line.steps, True):
        block(answer, INSIDE_BUILDING, 0, 0, line.source)
    elif in_building(line.target_kind) and crosses_inside(f, line, line.steps + line.count - 1, False):
        block(answer, INSIDE_BUILDING, 0, 0, line.target)
    else:
        return False
    answer.x = within(f.centre[answer.cell, 0] // f.units_x, f.width)
    answer.y = within(f.centre[answer.cell, 1] // f.units_y, f.height)
    return True


cdef bint crosses_inside(Field f, Line* line, const Step* end, bint leaving) noexcept nogil:
    """Whether a building shows on both sides of the hexside, within a pixel along the line.

    It must show to both sides of the line there as well, within a quarter of a pixel (A6.1). The
    offsets are odd so that no point falls on a pixel's edge.
    """
    cdef int n = end.n1 if leaving else end.n0, d = end.d1 if leaving else end.d0
    cdef int level = line.source_level if leaving else line.target_level, along, across
    cdef double x = (line.x0 + <double>line.dx * n / d) / f.units_x
    cdef double y = (line.y0 + <double>line.dy * n / d) / f.units_y
    cdef double dx = <double>line.dx / f.units_x, dy = <double>line.dy / f.units_y
    cdef double length = (dx * dx + dy * dy) ** 0.5
    dx /= length
    dy /= length
    for along in range(-1, 2, 2):
        for across in range(-1, 2, 2):
            if not building_at(f, x + BEYOND * along * dx - BESIDE * across * dy,
                               y + BEYOND * along * dy + BESIDE * across * dx, level):
                return False
    return True


cdef void begin(Field f, Line* line, const int* from_place, const int* to_place, Tally* tally,
                Answer* answer, Note* notes) noexcept nogil:
    cdef int row, source = from_place[0], target = to_place[0]
    cdef int source_level = from_place[1], target_level = to_place[1]
    line.source = source
    line.target = target
    line.source_level = source_level
    line.target_level = target_level
    line.source_kind = from_place[3]
    line.target_kind = to_place[3]
    line.range = cell_range(f, source, target)
    line.low = min(source_level, target_level)
    line.high = max(source_level, target_level)
    line.level = line.low == line.high
    line.falling = source_level > target_level
    line.steps = f.path(source, target, &line.count)
    row = ((stance(f, line) * f.levels + line.low - f.lowest) * f.levels + line.high - f.lowest)
    line.verdict = &f.verdict[row, 0]
    line.live = &f.live[row, 0]
    line.x0 = f.centre[source, 0]
    line.y0 = f.centre[source, 1]
    line.dx = f.centre[target, 0] - line.x0
    line.dy = f.centre[target, 1] - line.y0
    line.notes = notes
    line.step = 0
    line.wanted = NULL
    line.only_bars = False
    line.below = False
    line.threshold = 0
    line.aligned = False
    line.slope = False
    tally.total = 0
    memset(&tally.by_range[0], 0, line.range + 1)
    answer.blocked = 0
    answer.hindrance = 0
    answer.reason = 0
    answer.range = line.range
    answer.x = answer.y = answer.cell = -1
    cdef int i
    cdef int across = target // f.stride - source // f.stride
    cdef int down = target % f.stride - source % f.stride
    if line.range > 1:
        # two of the three cube differences are equal exactly along hexsides
        line.aligned = across != 0 and (down == 0 or abs(down) == 3 * abs(across))
        line.slope = not line.level and on_slope(f, line)
    answer.along_hexside = line.aligned
    if notes != NULL:
        for i in range(line.count):
            notes[i].cell = source + line.steps[i].cell
            notes[i].effect = 0
            notes[i].x = notes[i].y = -1


cdef bint on_slope(Field f, Line* line) noexcept nogil:
    """Whether every hex crossed changes level by one the same way (B.5)."""
    cdef int i, cell, from_low
    if line.high - line.low != 2 * line.range:
        return False
    for i in range(line.count):
        cell = line.source + line.steps[i].cell
        from_low = line.steps[i].from_target if line.falling else line.steps[i].from_source
        if f.on_board[cell] and 2 * f.base[cell] != line.low + 2 * from_low:
            return False
    return True


cdef void trace_exact(Field field, const int* source, const int* target, Answer* answer,
                      Note* notes) noexcept nogil:
    cdef Line line
    cdef Tally tally
    cdef Walk walk
    cdef int i, cell
    cdef const Step* s
    begin(field, &line, source, target, &tally, answer, notes)
    if source[0] == target[0]:
        same_hex(field, &line, answer)
        return
    if in_depression(field, &line, &tally, answer) or inside_building(field, &line, answer):
        if notes == NULL:
            return
    if building_bars(field, &line, &tally, answer):
        return
    for i in range(line.count):
        s = line.steps + i
        line.step = i
        cell = line.source + s.cell
        if s.kind == CROSSES:
            if not field.on_board[cell] or not (line.live[cell] or line.slope):
                continue
            start_walk(field, &line, s, &walk)
            if cross_hex(field, &line, s, &walk, &tally, answer):
                return
        elif s.kind == SIDE_FIRST:
            if follow_hexspine(field, &line, i, &tally, answer):
                return
            if not (line.live[cell] or line.live[line.source + (s + 1).cell] or line.slope):
                continue
            if follow_hexside(field, &line, s, &tally, answer):
                return
        elif s.kind == TOUCHES:
            if touch_hex(field, &line, i, &tally, answer):
                return


cdef bint crosses_hex(Field field, int source, int target, int cell,
                      const unsigned char* wanted) noexcept nogil:
    """Whether the exact thread crosses a depiction of a wanted class inside one hex, ends too."""
    cdef Line line
    cdef Tally tally
    cdef Walk walk
    cdef Answer answer
    cdef int i
    cdef int[4] first
    cdef int[4] second
    first[0], first[1], first[2], first[3] = source, 2 * field.base[source], 0, 0
    second[0], second[1], second[2], second[3] = target, 2 * field.base[target], 1, 0
    begin(field, &line, &first[0], &second[0], &tally, &answer, NULL)
    line.wanted = wanted
    for i in range(line.count):
        if line.source + line.steps[i].cell != cell or line.steps[i].kind == TOUCHES:
            continue
        if line.steps[i].kind == SIDE_SECOND:
            i -= 1
        if runs_along(&line, i):
            return follow_hexside(field, &line, line.steps + i, &tally, &answer)
        start_walk(field, &line, line.steps + i, &walk)
        return cross_hex(field, &line, line.steps + i, &walk, &tally, &answer)
    return False


cdef void trace_beside(Field field, const int* source, const int* target, long long shift_x,
                       long long shift_y, Answer* answer) noexcept nogil:
    """The exact thread of a line moved sideways by some grid units, its hexes staying the same.

    Off the line itself nothing is touched or run along: a hexside's hex on that side is crossed.
    """
    cdef Line line
    cdef Tally tally
    cdef Walk walk
    cdef int i
    cdef long long turn
    cdef const Step* s
    begin(field, &line, source, target, &tally, answer, NULL)
    if source[0] == target[0] or in_depression(field, &line, &tally, answer):
        return
    line.x0 += shift_x
    line.y0 += shift_y
    line.aligned = False
    for i in range(line.count):
        s = line.steps + i
        if s.kind == TOUCHES or s.kind == END_HEX:
            continue
        if not field.on_board[line.source + s.cell]:
            continue
        if runs_along(&line, i):
            turn = (line.dx * (field.centre[line.source + s.cell, 1] - line.y0)
                    - line.dy * (field.centre[line.source + s.cell, 0] - line.x0))
            if (turn > 0) != (line.dx * shift_y - line.dy * shift_x > 0):
                continue
        start_walk(field, &line, s, &walk)
        if cross_hex(field, &line, s, &walk, &tally, answer):
            return


# ------------------------------------------------------------------ the sampled thread

cdef inline int sampled_cell(Field f, Line* line, int x, int y) noexcept nogil:
    """Cell of a sampled pixel: an end hex grown by one pixel, else the hex that contains it."""
    cdef int k = y - f.grown_top[line.source]
    if 0 <= k < f.grown.shape[1] and f.grown[line.source, k, 0] <= x <= f.grown[line.source, k, 1]:
        return line.source
    k = y - f.grown_top[line.target]
    if 0 <= k < f.grown.shape[1] and f.grown[line.target, k, 0] <= x <= f.grown[line.target, k, 1]:
        return line.target
    return f.owner[x, y]


cdef struct Sampled:
    int cell
    int beside         # the other hex of a hexside that the line runs along, or -1
    int from_source
    int from_target
    bint roadway
    int first_out      # first and last cell, and pixel, with ground above an end IN a Depression
    int last_out
    int[2] first_at
    int[2] last_at


cdef void enter_cell(Field f, Line* line, Sampled* at, int cell) noexcept nogil:
    cdef int i
    at.cell = cell
    at.beside = -1
    if cell < 0:
        return
    at.from_source = cell_range(f, cell, line.source)
    at.from_target = cell_range(f, cell, line.target)
    at.roadway = f.orchard[f.inherent[cell]] != 0
    for i in range(line.count):
        if line.source + line.steps[i].cell == cell:
            line.step = i
            if line.steps[i].kind == SIDE_FIRST:
                at.beside = line.source + line.steps[i + 1].cell
            elif line.steps[i].kind == SIDE_SECOND:
                at.beside = line.source + line.steps[i - 1].cell
            break
    if at.beside >= 0 and not f.on_board[at.beside]:
        at.beside = -1


cdef inline bint sample(Field f, Line* line, Sampled* at, Tally* tally, Answer* answer,
                        int x, int y) noexcept nogil:
    cdef int kind = f.classes[x, y], effect, row
    effect = class_effect(f, line, kind, at.cell, at.from_source, at.from_target, x, y)
    if at.beside >= 0 and effect >= BLOCKED and line.verdict[kind] & 0xff == LEVEL_GROUND:
        # it is enough that one of the two hexes is the lower one (B10.2)
        effect = min(effect, class_effect(f, line, kind, at.beside, at.from_source,
                                          at.from_target, x, y))
    row = 0 if line.only_bars else f.inherent[at.cell]
    if row:
        if at.roadway and not (f.traits[kind] & IS_ROAD):
            at.roadway = False
        if not at.roadway:
            effect = max(effect, class_effect(f, line, f.remap[row, kind], at.cell,
                                              at.from_source, at.from_target, x, y))
    if at.beside >= 0 and f.inherent[at.beside]:
        row = f.inherent[at.beside]
        if not (f.orchard[row] and (f.traits[kind] & IS_ROAD)):
            effect = max(effect, class_effect(f, line, f.remap[row, kind], at.beside,
                                              at.from_source, at.from_target, x, y))
    if effect:
        return record(line, tally, answer, effect, at.from_source, at.from_target, x, y, at.cell)
    return False


cdef bint walk_samples(Field f, Line* line, Sampled* at, Tally* tally, Answer* answer,
                       bint outside, int source_base, int target_base) noexcept nogil:
    """Visit the sampled pixels in order; in the outside mode note where ground rises instead."""
    cdef int x = f.aim[line.source, 0], y = f.aim[line.source, 1]
    cdef int x_end = f.aim[line.target, 0], y_end = f.aim[line.target, 1]
    cdef int right = 1 if x_end >= x else -1, down = 1 if y_end >= y else -1
    cdef int columns = abs(x_end - x) + 1, k, row, last, cell
    cdef double slope = (<double>(y_end - y)) / columns, enter = y, leave = y + slope
    cdef bint blocked
    if columns == 1:
        leave = y_end
    for k in range(columns):
        row, last = <int>enter, <int>leave
        while True:
            cell = sampled_cell(f, line, x, row)
            if cell != at.cell:
                enter_cell(f, line, at, cell)
            if cell >= 0:
                if outside and f.bridge[cell] and f.traits[f.classes[x, row]] & IS_SPAN:
                    pass
                elif outside:
                    if 2 * f.ground[f.classes[x, row]] > source_base and at.first_out < 0:
                        at.first_out = cell
                        at.first_at[0], at.first_at[1] = x, row
                    if 2 * f.ground[f.classes[x, row]] > target_base:
                        at.last_out = cell
                        at.last_at[0], at.last_at[1] = x, row
                elif cell != line.source and cell != line.target:
                    if sample(f, line, at, tally, answer, x, row):
                        return True
                elif line.range > 1 and line.verdict[f.classes[x, row]] & BAR:
                    line.only_bars = True
                    blocked = sample(f, line, at, tally, answer, x, row)
                    line.only_bars = False
                    if blocked:
                        return True
            if (row - last) * down >= 0:
                break
            row += down
        enter = leave
        leave = y_end if k + 2 == columns else leave + slope
        x += right
    return False


cdef bint sampled_depression(Field f, Line* line, Sampled* at, Tally* tally,
                             Answer* answer) noexcept nogil:
    cdef bint source_in = stands_in_depression(f, line.source, line.source_level,
                                               line.source_kind)
    cdef bint target_in = stands_in_depression(f, line.target, line.target_level,
                                               line.target_kind)
    cdef int side, rise = line.target_level - line.source_level, cell = -1
    if not source_in and not target_in:
        return False
    if line.range <= 1:
        if not (source_in and target_in):
            return False
        side = side_towards(f, line.source, line.target)
        if side < 0 or f.joined[line.source, side]:
            return False
    at.cell = -2
    at.first_out = at.last_out = -1
    walk_samples(f, line, at, tally, answer, True, line.source_level, line.target_level)
    if source_in and at.first_out >= 0 and rise < 2 * cell_range(f, at.first_out, line.target):
        cell = at.first_out
        answer.x, answer.y = at.first_at[0], at.first_at[1]
    elif target_in and at.last_out >= 0 and -rise < 2 * cell_range(f, at.last_out, line.source):
        cell = at.last_out
        answer.x, answer.y = at.last_at[0], at.last_at[1]
    if cell < 0:
        return False
    answer.blocked = 1
    answer.reason = DEPRESSION if line.range > 1 else DEPRESSION_HEXSIDE
    answer.cell = cell
    return True


cdef void trace_sampled(Field field, const int* source, const int* target, Answer* answer,
                        Note* notes) noexcept nogil:
    cdef Line line
    cdef Tally tally
    cdef Sampled at
    cdef int i
    begin(field, &line, source, target, &tally, answer, notes)
    if source[0] == target[0]:
        same_hex(field, &line, answer)
        return
    if (sampled_depression(field, &line, &at, &tally, answer)
            or inside_building(field, &line, answer)):
        if notes == NULL:
            return
    if line.range == 1 and building_bars(field, &line, &tally, answer):
        return
    if line.aligned:
        for i in range(line.count):
            line.step = i
            if line.steps[i].kind == SIDE_FIRST and follow_hexspine(field, &line, i, &tally, answer):
                return
    at.cell = -2
    walk_samples(field, &line, &at, &tally, answer, False, 0, 0)
