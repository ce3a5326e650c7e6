"""Why a LOS is blocked: one member a rule, with its number and a sentence."""

from __future__ import annotations

from enum import IntEnum

from hexlos.ext import ReasonCode

_TEXTS = {
    "CLEAR": ("A6.1", "Nothing blocks the LOS"),
    "GROUND": ("A6.2", "The ground is higher than both ends"),
    "OBSTACLE": ("A6.2", "An obstacle is higher than both ends"),
    "HALF_LEVEL": ("A6.21", "A half-level obstacle stands at the level of both ends"),
    "NO_HEIGHT_ADVANTAGE": ("A6.2", "The higher end has no height advantage over an obstacle"),
    "CREST_LINE": ("B10.2", "The LOS crosses ground as high as the higher end"),
    "BLIND_HEX": ("A6.4", "The lower end is in a blind hex behind an obstacle"),
    "BLIND_CREST": ("B10.23", "The lower end is in a blind hex behind a crest line"),
    "BLIND_CLIFF": ("B11.21", "The lower end is in a blind hex behind a cliff"),
    "WALL_HEDGE": ("B9.2", "A wall or hedge stands at the level of both ends"),
    "HEXSPINE": ("B9.2", "A wall or hedge runs lengthwise along the LOS"),
    "SIX_HINDRANCES": ("B.10", "The hindrances total six or more"),
    "DEPRESSION": ("A6.3", "An end IN a Depression cannot see out that far"),
    "DEPRESSION_HEXSIDE": ("B19.2", "No Depression hexside joins the two Depression hexes"),
    "BUILDING_BAR": ("B23.71", "A wall inside a building is higher than both ends"),
    "UP_SLOPE": ("P2", "An orchard in season blocks LOS to an up-slope end"),
    "BUILDING_LEVEL": ("B23.25", "No stairwell joins the two levels, or a level lies between"),
    "INSIDE_BUILDING": ("B23.25", "The LOS crosses a hexside inside a building between levels"),
    "CELLAR_WALL": ("O6.3", "A cellar cannot see over hexside terrain beyond adjacent hexes"),
    "FACTORY_ROOF": (
        "B23.87",
        "Inside, a factory's rooftop sees only the ground of its own hex",
    ),
    "BRIDGE_DECK": ("B6.2", "The bridge is between its road and the space beneath it"),
    "ALPINE_HILL": ("B10.211", "Among Alpine Hills a hill as high as both ends is in between"),
    "CLIMBED_CLIFF": ("B11.42", "The LOS reaches a climber through the cliff that it climbs"),
    "ENTRENCHED_WALL": ("B9.21", "An entrenched end does not see over its own wall or hedge"),
    "NO_WALL_ADVANTAGE": (
        "B9.521",
        "An end without Wall Advantage sees no farther than its bocage",
    ),
    "DEIR_LIP": ("F4.2", "An entrenched end in a deir does not see past the hexes at its lip"),
    "BELOW_CREST": ("B19.51", "From no higher, a Depression is not seen into over its crest"),
}


class Reason(IntEnum):
    """Why a LOS is blocked; ``rule`` is the rulebook's number, ``text`` a sentence.

    >>> Reason.BLIND_HEX.rule
    'A6.4'
    """

    CLEAR = ReasonCode.CLEAR
    GROUND = ReasonCode.GROUND
    OBSTACLE = ReasonCode.OBSTACLE
    HALF_LEVEL = ReasonCode.HALF_LEVEL
    NO_HEIGHT_ADVANTAGE = ReasonCode.NO_HEIGHT_ADVANTAGE
    CREST_LINE = ReasonCode.CREST_LINE
    BLIND_HEX = ReasonCode.BLIND_HEX
    BLIND_CREST = ReasonCode.BLIND_CREST
    BLIND_CLIFF = ReasonCode.BLIND_CLIFF
    WALL_HEDGE = ReasonCode.WALL_HEDGE
    HEXSPINE = ReasonCode.HEXSPINE
    SIX_HINDRANCES = ReasonCode.SIX_HINDRANCES
    DEPRESSION = ReasonCode.DEPRESSION
    DEPRESSION_HEXSIDE = ReasonCode.DEPRESSION_HEXSIDE
    BUILDING_BAR = ReasonCode.BUILDING_BAR
    UP_SLOPE = ReasonCode.UP_SLOPE
    BUILDING_LEVEL = ReasonCode.BUILDING_LEVEL
    INSIDE_BUILDING = ReasonCode.INSIDE_BUILDING
    CELLAR_WALL = ReasonCode.CELLAR_WALL
    BRIDGE_DECK = ReasonCode.BRIDGE_DECK
    FACTORY_ROOF = ReasonCode.FACTORY_ROOF
    BELOW_CREST = ReasonCode.BELOW_CREST
    ALPINE_HILL = ReasonCode.ALPINE_HILL
    CLIMBED_CLIFF = ReasonCode.CLIMBED_CLIFF
    ENTRENCHED_WALL = ReasonCode.ENTRENCHED_WALL
    NO_WALL_ADVANTAGE = ReasonCode.NO_WALL_ADVANTAGE
    DEIR_LIP = ReasonCode.DEIR_LIP

    @property
    def rule(self) -> str:
        """Rulebook number of the rule."""
        return _TEXTS[self.name][0]

    @property
    def text(self) -> str:
        """The rule in one sentence."""
        return _TEXTS[self.name][1]
