# What a depiction does at a pair of levels (verdict kinds), why a LOS is blocked (reason codes),
# and how a path meets a hex (step kinds). Python sees the same names through hexlos.ext.

cpdef enum Verdict:
    NOTHING = 0
    BLOCKS = 1          # amount = reason code
    HINDERS = 2         # amount = hindrance
    LEVEL_GROUND = 3    # bare ground at the higher end's level; amount = hindrance if excepted
    CREST = 4           # ground between the two levels; param for the blind hexes, amount for what
                        # stands there and merely hinders: hindrance, 16 times how far it reaches
    BLIND = 5           # obstacle top between the two levels; param for the blind hexes
    BLIND_HINDERS = 6   # hindrance top between the two levels
    BLIND_ADJACENT = 7  # hindrance that counts for a lower end adjacent to it only
    WALL = 8            # half-level hexside obstacle at both ends' level

# How far what stands on a crest line hinders: so many blind hexes more than the crest's own, or
cpdef enum Shade:
    NEXT_HEX = 14       # a lower end adjacent to it
    ALL_HEXES = 15

# Flags of a packed verdict, above kind, amount and parameter.
cpdef enum VerdictFlag:
    DEEP = 1 << 24      # a crest line two or more levels above the lower end
    HEXSIDE = 1 << 25   # does nothing to the hexes that its hexside belongs to (bocage)
    BAR = 1 << 26       # a wall inside a building: acts in end hexes too
    SPAN = 1 << 27      # what a bridge spans or carries: no ground in a hex that shows one
    AT_VERTEX = 1 << 28   # hinders a LOS to a vertex of its own hex too (light woods)
    BARE = 1 << 29      # ground alone, without an obstacle on it, does this
    FACTORY = 1 << 30   # merely hinders a LOS that lies wholly within a factory

# What a location is, where its level does not say it all.
cpdef enum PlaceKind:
    GROUND_PLACE = 0
    BUILDING_PLACE = 1  # inside a building
    CELLAR_PLACE = 2
    ROOF_PLACE = 3
    UNDER_PLACE = 4     # in the Depression beneath a bridge
    BRIDGE_PLACE = 5    # on the bridge, where the hex's plain location is beneath it
    CREST_PLACE = 6     # crest status: at the surface of a Depression hex
    VERTEX_PLACE = 7    # in bypass, at a vertex (A6.12)
    CLIMB_AFTER_PLACE = 8   # at a vertex, climbing the cliff clockwise of it (B11.42)
    CLIMB_BEFORE_PLACE = 9  # the cliff counter-clockwise of it

# What the unit at a location does, above its kind.
cpdef enum PlaceFlag:
    ENTRENCHED = 64         # in a foxhole or trench (B9.21)
    WITHOUT_ADVANTAGE = 128 # without Wall Advantage over bocage (B9.521)

# Rows of verdicts: what an end on a slope or hillock changes.
cpdef enum Stance:
    PLAIN = 0
    ON_HILLOCK = 1
    UPHILL = 2

cpdef enum ReasonCode:
    CLEAR = 0
    GROUND = 1
    OBSTACLE = 2
    HALF_LEVEL = 3
    NO_HEIGHT_ADVANTAGE = 4
    CREST_LINE = 5
    BLIND_HEX = 6
    BLIND_CREST = 7
    BLIND_CLIFF = 8
    WALL_HEDGE = 9
    HEXSPINE = 10
    SIX_HINDRANCES = 11
    DEPRESSION = 12
    DEPRESSION_HEXSIDE = 13
    BUILDING_BAR = 14
    UP_SLOPE = 15
    BUILDING_LEVEL = 16
    INSIDE_BUILDING = 17
    CELLAR_WALL = 18
    BRIDGE_DECK = 19
    BELOW_CREST = 20
    ALPINE_HILL = 21
    FACTORY_ROOF = 22
    CLIMBED_CLIFF = 23
    ENTRENCHED_WALL = 24
    NO_WALL_ADVANTAGE = 25
    DEIR_LIP = 26

cpdef enum StepKind:
    CROSSES = 0   # the line runs through the hex
    TOUCHES = 1   # it touches the hex at a vertex
    SIDE_FIRST = 2   # it runs along the hexside between this hex and the next step's
    SIDE_SECOND = 3
    END_HEX = 4   # the own hex of an end at its centre dot
    END_POINT = 5   # the own hex of an end at a vertex, where the line does not go through it
