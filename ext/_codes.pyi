from enum import IntEnum

class Verdict(IntEnum):
    NOTHING = 0
    BLOCKS = 1
    HINDERS = 2
    LEVEL_GROUND = 3
    CREST = 4
    BLIND = 5
    BLIND_HINDERS = 6
    BLIND_ADJACENT = 7
    WALL = 8

class Shade(IntEnum):
    NEXT_HEX = 14
    ALL_HEXES = 15

class VerdictFlag(IntEnum):
    DEEP = 1 << 24
    HEXSIDE = 1 << 25
    BAR = 1 << 26
    SPAN = 1 << 27
    AT_VERTEX = 1 << 28
    BARE = 1 << 29
    FACTORY = 1 << 30

class PlaceKind(IntEnum):
    GROUND_PLACE = 0
    BUILDING_PLACE = 1
    CELLAR_PLACE = 2
    ROOF_PLACE = 3
    UNDER_PLACE = 4
    BRIDGE_PLACE = 5
    CREST_PLACE = 6
    VERTEX_PLACE = 7
    CLIMB_AFTER_PLACE = 8
    CLIMB_BEFORE_PLACE = 9

class PlaceFlag(IntEnum):
    ENTRENCHED = 64
    WITHOUT_ADVANTAGE = 128

class Stance(IntEnum):
    PLAIN = 0
    ON_HILLOCK = 1
    UPHILL = 2

class ReasonCode(IntEnum):
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

class StepKind(IntEnum):
    CROSSES = 0
    TOUCHES = 1
    SIDE_FIRST = 2
    SIDE_SECOND = 3
    END_HEX = 4
    END_POINT = 5
