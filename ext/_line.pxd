# cython: boundscheck=False, wraparound=False, cdivision=True
# One line of sight as the kernels pass it around, and what a depiction does to it: the lattice,
# effects of drawn terrain, the tally of hindrances. Inline helpers only.

from libc.string cimport memset

from hexlos.ext._codes cimport (
    ALL_HEXES, AT_VERTEX, BAR, BARE, BLIND, BLIND_ADJACENT, BLIND_CLIFF, BLIND_CREST, BLIND_HEX,
    BLIND_HINDERS, BLOCKS, CREST, CREST_LINE, END_POINT, FACTORY, HALF_LEVEL, HEXSIDE, HINDERS,
    LEVEL_GROUND, NEXT_HEX, NO_HEIGHT_ADVANTAGE, ROOF_PLACE, SIDE_FIRST, SIDE_SECOND,
    SIX_HINDRANCES, SPAN, TOUCHES, WALL, WALL_HEDGE, WITHOUT_ADVANTAGE,
)
from hexlos.ext._field cimport Field
from hexlos.ext._paths cimport MAX_STEPS, Step, point_u, point_v

# An effect is one int: 0 nothing, below BLOCKED a hindrance, BLOCKED + reason a block. The weaker
# of two effects is the smaller one, and among blocks the lower reason code: no order matters.
cdef enum:
    BLOCKED = 64
    SHIFT_BITS = 20
    LAST_DITCH = 6
    IS_ROAD = 1
    IS_SPAN = 2
    IS_BUILDING = 4
    IS_HEXSIDE = 8        # an obstacle along hexsides
    IS_MARKET = 16        # open at ground level
    IS_RAIL = 32
    IS_ROOFLESS = 64      # hinders twice along a hexside
    IS_TALL = 128         # an obstacle of a full level along hexsides: bocage
    KIND_BITS = 63        # of a place: PlaceKind, above it PlaceFlag

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
    int source_flags          # PlaceFlag
    int target_flags
    int source_raised         # half a level: on a hillock, or up-slope (F6, P2)
    int target_raised
    int source_point          # aiming point: 0 the centre dot, 1..6 a vertex
    int target_point
    bint bypass               # an end is at a vertex
    int source_level
    int target_level
    int range
    int low                   # levels are doubled: rooftops lie between two
    int high
    bint falling              # the source is the higher end
    bint level                # both ends at one level
    bint uphill               # an end is up-slope: walls are seen over (P2)
    bint aligned
    bint on_edge              # it runs along the edge of two columns or rows of pixels
    bint slope                # continuous slope (B.5)
    bint within_factory       # it never leaves a factory (B23.741)
    bint on_rails             # it follows a railroad: both ends count as at one level (B32.13)
    const int* verdict
    const unsigned char* live
    const Step* steps
    int count
    long long x0
    long long y0
    long long dx
    long long dy
    int asks                  # Question: all, or one thing only
    const unsigned char* wanted   # by class, for ASKS_WANTED
    int threshold             # twice a level, for ASKS_GROUND and ASKS_WALLS
    int walls_of              # cell, for ASKS_WALLS
    int wall_trait            # IS_HEXSIDE, or IS_TALL on its hexsides only, for ASKS_WALLS
    Note* notes               # NULL, or one per step: trace all and stop nowhere
    int step

cdef enum:
    ASKS_ALL = 0
    ASKS_BARS = 1             # in an end hex: only walls inside a building act
    ASKS_GROUND = 2           # only whether the ground is above the threshold
    ASKS_WANTED = 3           # only whether such a depiction is crossed
    ASKS_WALLS = 4            # only hexside terrain at a level, on hexsides or hexspines of a hex

cdef struct Tally:
    int total
    int other_total                      # by ranges from the target, of a line with a vertex end
    unsigned char by_range[MAX_STEPS]
    unsigned char by_other[MAX_STEPS]


cdef inline void clear_line(Line* line) noexcept nogil:
    """A line of which nothing is known yet, that asks for everything."""
    memset(line, 0, sizeof(Line))
    line.asks, line.walls_of, line.wall_trait = ASKS_ALL, -1, IS_HEXSIDE


cdef inline void clear_answer(int range, bint aligned, Answer* answer) noexcept nogil:
    """The answer of a line that nothing has happened to yet."""
    answer.blocked = answer.hindrance = answer.reason = 0
    answer.range = range
    answer.along_hexside = aligned
    answer.x = answer.y = answer.cell = -1


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


cdef inline bint is_cliff(Field f, int cell, int other) noexcept nogil:
    cdef int side = side_towards(f, cell, other)
    return side >= 0 and f.cliff[cell, side]


cdef inline bint over_cliff(Field f, Line* line, int cell) noexcept nogil:
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
    # at an end's vertex the line stops short of the hexsides there
    if i < 0 or i >= line.count or line.steps[i].kind == END_POINT:
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


cdef inline int vertex_cell(Field f, int end, int point, int k) noexcept nogil:
    """The three cells that meet at a vertex of a hex, k = 0..2, that hex first."""
    if k == 0:
        return end
    return neighbour(f, end, point - 1 if k == 1 else (point + 4) % 6)


cdef inline int end_vertex_cell(Field f, Line* line, bint source, int k) noexcept nogil:
    """The three cells that meet at a vertex where the line starts or ends."""
    if source:
        return vertex_cell(f, line.source, line.source_point, k)
    return vertex_cell(f, line.target, line.target_point, k)


cdef inline bint at_vertex(Field f, int end, int point, int cell, int other) noexcept nogil:
    """Whether the hexside of two hexes ends at a vertex of an end hex, that hex being neither."""
    cdef int one = vertex_cell(f, end, point, 1), two = vertex_cell(f, end, point, 2)
    return (cell == one and other == two) or (cell == two and other == one)


cdef inline bint own_step(const Step* s) noexcept nogil:
    """Whether a hex that the line runs beside is that of a vertex end.

    Its whole-hex terrain acts only on a line across its interior (A6.2).
    """
    return s.from_source == 0 or s.from_target == 0


cdef inline bint near_wall(Field f, Line* line, int edge) noexcept nogil:
    """Whether a hexside or hexspine touches an end, so that its art there is ignored (B9.2).

    Of an end at a vertex: only the hexspine that ends there (B9.42).
    """
    cdef int cell = edge // 6, side = edge % 6
    cdef int other = neighbour(f, cell, side)
    cdef int tip = neighbour(f, cell, (side + 5) % 6)
    cdef int tail = neighbour(f, cell, (side + 1) % 6)
    if (line.source == cell or line.source == other or line.target == cell
            or line.target == other):
        return True
    if (at_vertex(f, line.source, line.source_point, cell, other) if line.source_point
            else line.source == tip or line.source == tail):
        return True
    return (at_vertex(f, line.target, line.target_point, cell, other) if line.target_point
            else line.target == tip or line.target == tail)


cdef inline bint near_end(Field f, int edge, int source, int target) noexcept nogil:
    """As near_wall, of a line between two centres."""
    cdef int cell = edge // 6, side = edge % 6
    cdef int other = neighbour(f, cell, side)
    cdef int tip = neighbour(f, cell, side - 1 if side else 5)
    cdef int tail = neighbour(f, cell, side + 1 if side < 5 else 0)
    return (source == cell or source == other or source == tip or source == tail
            or target == cell or target == other or target == tip or target == tail)


cdef inline bint touches_cell(Field f, int edge, int cell, bint spines) noexcept nogil:
    """Whether a hexside is a hexside of a cell, or one of its hexspines."""
    cdef int one = edge // 6, side = edge % 6
    if edge < 0:
        return False
    return (cell == one or cell == neighbour(f, one, side)
            or spines and (cell == neighbour(f, one, (side + 5) % 6)
                           or cell == neighbour(f, one, (side + 1) % 6)))


cdef inline int wall_level(Field f, int kind, int edge) noexcept nogil:
    """Twice the level at which drawn hexside terrain stands (B9.35, B9.62)."""
    if edge >= 0 and f.wall[edge // 6, edge % 6]:
        return 2 * f.wall_level[edge // 6, edge % 6]
    return 2 * f.ground[kind]


cdef inline bint looks_over(Field f, Line* line, int verdict, int edge) noexcept nogil:
    """Whether a rooftop looks over a bar of its own hex that is as high as itself (B23.71)."""
    cdef int end = line.source if line.falling else line.target
    if ((verdict >> 8) & 0xff != NO_HEIGHT_ADVANTAGE or edge < 0
            or (line.source_kind if line.falling else line.target_kind) != ROOF_PLACE):
        return False
    return end == edge // 6 or end == neighbour(f, edge // 6, edge % 6)


cdef inline bint without_advantage(Line* line, bint source) noexcept nogil:
    """Whether an end sees no farther than its own bocage: it has no Wall Advantage there, and the
    other end is neither adjacent nor higher (B9.52, B9.521)."""
    return ((line.source_flags if source else line.target_flags) & WITHOUT_ADVANTAGE
            and line.range > 1 and (line.level or line.falling == source))


cdef inline bint own_hexside(Field f, Line* line, int edge) noexcept nogil:
    """Whether a hexside is one of an end hex that sees over it, or an end's vertex is its tip (B9.42).

    Art beyond the hexes, on the rim of the picture, is of no hexside (-1) and counts as little.
    """
    cdef int cell = edge // 6, other
    if edge < 0:
        return True
    other = neighbour(f, cell, edge % 6)
    return ((line.source == cell or line.source == other) and not without_advantage(line, True)
            or (line.target == cell or line.target == other) and not without_advantage(line, False)
            or line.source_point and at_vertex(f, line.source, line.source_point, cell, other)
            or line.target_point and at_vertex(f, line.target, line.target_point, cell, other))


cdef inline int crest(Field f, Line* line, int verdict, int cell, int high, int low) noexcept nogil:
    """Blind hexes behind a bare crest line (B10.23) or a cliff (B11.21)."""
    cdef int blind = ((verdict >> 16) & 0xff) - 128 + high // 5
    if high > 1 and over_cliff(f, line, cell):
        return BLOCKED + BLIND_CLIFF if low <= max(1, blind + 1) else 0
    if high > 1 and low == 1 and (verdict >> 24) & 1:
        return BLOCKED + BLIND_CREST
    return BLOCKED + BLIND_CREST if low <= blind else 0


cdef inline int on_crest(int verdict, int high, int low) noexcept nogil:
    """Hindrance of what stands on a crest line that does not block (A6.7)."""
    cdef int hindrance = (verdict >> 8) & 0xf, reach = (verdict >> 12) & 0xf
    if reach == ALL_HEXES or (reach == NEXT_HEX and low == 1):
        return hindrance
    if reach == NEXT_HEX or low > max(1, ((verdict >> 16) & 0xff) - 128 + reach + high // 5):
        return 0
    return hindrance


cdef inline int resolve(Field f, Line* line, int verdict, int cell, int from_source,
                        int from_target, int x, int y) noexcept nogil:
    """Effect of one depiction in one hex of the line.

    Of Blind Hexes the verdict has the height, the range adds its share (A6.41); bridges and what
    they span are no ground, so that a LOS may pass beneath (B5.21).
    """
    cdef int kind = verdict & 0xff, amount = (verdict >> 8) & 0xff
    cdef int least
    cdef int high = from_source if line.falling else from_target
    # what stands in the lower end's own hex, before its vertex, hides it as from the next hex
    cdef int low = max(1, from_target if line.falling else from_source)
    if verdict & SPAN and f.bridge[cell]:
        return 0
    # an end is at the level of its hex, whatever ground is drawn in it before a vertex (A6.2)
    if verdict & BARE and (from_source == 0 or from_target == 0):
        return 0
    if kind == BLOCKS:
        if verdict & FACTORY and line.within_factory:
            return ((verdict >> 16) & 0xff) - 128
        return 0 if verdict & BAR and looks_over(f, line, verdict, f.edge[x, y]) else BLOCKED + amount
    if kind == HINDERS:
        return amount
    if kind == LEVEL_GROUND:
        # the higher end looks down into an adjacent lower hex whatever strip is drawn there (B10.2)
        if line.on_rails or (high == 1 and 2 * f.base[cell] < line.high):
            return amount
        return BLOCKED + CREST_LINE
    if kind == CREST:
        amount = 0 if line.on_rails else crest(f, line, verdict, cell, high, low)
        return amount if amount else on_crest(verdict, high, low)
    if kind == BLIND:
        # elevation may leave no Blind Hex behind a hexside that is crossed (B9.531)
        least = 0 if verdict & HEXSIDE and not line.aligned else 1
        return BLOCKED + BLIND_HEX if low <= max(
            least, ((verdict >> 16) & 0xff) - 128 + high // 5) else 0
    if kind == BLIND_HINDERS:
        return amount if low <= max(1, ((verdict >> 16) & 0xff) - 128 + high // 5) else 0
    if kind == BLIND_ADJACENT:
        return amount if low == 1 else 0
    if kind == WALL:
        # along hexsides the hexspine rule decides, never the art
        if (line.aligned and line.level) or f.edge[x, y] < 0 or near_wall(f, line, f.edge[x, y]):
            return 0
        return BLOCKED + WALL_HEDGE
    return 0


cdef inline bint blocks_all(int verdict) noexcept nogil:
    """Whether a depiction blocks every line between two centres that comes through it."""
    return verdict & (0xff | HEXSIDE | BAR | SPAN | FACTORY) == BLOCKS


cdef inline bint only_hinders(int verdict) noexcept nogil:
    """Whether a depiction merely hinders, wherever it shows between two centres."""
    return verdict & (0xff | HEXSIDE | BAR | SPAN | FACTORY) == HINDERS


cdef inline bint is_soft(int verdict) noexcept nogil:
    """Whether it hinders by one and does nothing else."""
    return only_hinders(verdict) and (verdict >> 8) & 0xff == 1


cdef inline bint is_wall(int verdict) noexcept nogil:
    """Whether a depiction is hexside terrain that blocks but near the ends of a line."""
    return verdict & (0xff | HEXSIDE | BAR | SPAN | FACTORY) == WALL


cdef inline bint same_all_over(int verdict) noexcept nogil:
    """Whether an effect depends on the hex only, not on where in it the terrain shows."""
    return not verdict & (HEXSIDE | BAR) and verdict & 0xff != WALL


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


cdef inline bint hinders_bypass(Line* line, int verdict, int from_source,
                                int from_target) noexcept nogil:
    """Whether a hindrance lies between the ends, or is light woods at a vertex (A6.7, B35.2)."""
    if from_source == 0 or from_target == 0:
        return verdict & AT_VERTEX
    return from_source < line.range and from_target < line.range


cdef inline int asked_effect(Field f, Line* line, int kind, int cell, int x, int y) noexcept nogil:
    """Answer of one pixel where only one thing is asked: BLOCKED for yes."""
    cdef int verdict = line.verdict[kind]
    if line.asks == ASKS_BARS:
        if (not verdict & BAR or verdict & 0xff != BLOCKS
                or looks_over(f, line, verdict, f.edge[x, y])):
            return 0
        return BLOCKED + ((verdict >> 8) & 0xff)
    if line.asks == ASKS_WALLS:
        if (not f.traits[kind] & line.wall_trait
                or wall_level(f, kind, f.edge[x, y]) != line.threshold):
            return 0
        return BLOCKED if touches_cell(
            f, f.edge[x, y], line.walls_of, line.wall_trait == IS_HEXSIDE) else 0
    if line.asks == ASKS_GROUND:
        if f.bridge[cell] and f.traits[kind] & IS_SPAN:
            return 0
        return BLOCKED if 2 * f.ground[kind] > line.threshold else 0
    return BLOCKED if line.wanted[kind] else 0


cdef inline bint on_embankment(Field f, Line* line, int kind) noexcept nogil:
    """Whether a railroad that the line follows is shown: half a level of it does not act (B32.13)."""
    return line.on_rails and f.traits[kind] & IS_RAIL


cdef inline int class_effect(Field f, Line* line, int kind, int cell, int from_source,
                             int from_target, int x, int y) noexcept nogil:
    cdef int verdict = line.verdict[kind], effect = 0
    if line.asks:
        return asked_effect(f, line, kind, cell, x, y)
    if verdict:
        if verdict & HEXSIDE and own_hexside(f, line, f.edge[x, y]):
            verdict = line.verdict[f.plain[kind]]
        if not on_embankment(f, line, kind) or (verdict >> 8) & 0xff != HALF_LEVEL:
            effect = resolve(f, line, verdict, cell, from_source, from_target, x, y)
    if line.slope and not on_embankment(f, line, kind):
        effect = max(effect, slope_effect(f, line, cell, kind))
    if line.bypass and 0 < effect < BLOCKED and not hinders_bypass(line, verdict, from_source,
                                                                   from_target):
        return 0
    return effect


cdef inline int count_hindrance(Line* line, Tally* tally, int effect, int from_source,
                                int from_target) noexcept nogil:
    """Add one hex's hindrance, of hexes at one range the larger (A6.7); the total.

    Between two centres hexes at one range from an end are at one range from the other. With a
    vertex end they need not be: the lesser total counts, whichever end fires (A6.5).
    """
    if effect > tally.by_range[from_source]:
        tally.total += effect - tally.by_range[from_source]
        tally.by_range[from_source] = <unsigned char>effect
    if not line.bypass:
        return tally.total
    if effect > tally.by_other[from_target]:
        tally.other_total += effect - tally.by_other[from_target]
        tally.by_other[from_target] = <unsigned char>effect
    return min(tally.total, tally.other_total)


cdef inline bint record(Line* line, Tally* tally, Answer* answer, int effect, int from_source,
                        int from_target, int x, int y, int cell) noexcept nogil:
    """Take an effect into the answer; True when the line is blocked and done (six hinder: B.10)."""
    if line.notes != NULL:
        if effect > line.notes[line.step].effect:
            line.notes[line.step].effect = effect
            line.notes[line.step].x = x
            line.notes[line.step].y = y
        return False
    if effect >= BLOCKED:
        answer.reason = <unsigned char>(effect - BLOCKED)
    else:
        # only between the ends (A6.7)
        if not line.bypass and (from_source >= line.range or from_target >= line.range):
            return False
        answer.hindrance = <unsigned char>count_hindrance(line, tally, effect, from_source,
                                                          from_target)
        if answer.hindrance < LAST_DITCH:
            return False
        answer.reason = SIX_HINDRANCES
    answer.blocked = 1
    answer.x = x
    answer.y = y
    answer.cell = cell
    return True


cdef inline int lattice_axis(Field f, Line* line) noexcept nogil:
    """Direction of a line on the lattice: 0 level, 1 falling to the right, 2 rising; 3 upright."""
    cdef int across = line.target // f.stride - line.source // f.stride
    cdef int down = line.target % f.stride - line.source % f.stride
    if line.bypass:
        across = 3 * across + point_u(line.target_point) - point_u(line.source_point)
        down += point_v(line.target_point) - point_v(line.source_point)
    if across == 0:
        return 3
    return 0 if down == 0 else (1 if (across > 0) == (down > 0) else 2)
