"""What the ground and the terrain at one spot of a line do, by the rules' numbers in brackets.

A helper of the reference tracer. Effects are numbers: 0 nothing, a hindrance its amount, and
BLOCKED. What a spot does depends on the line (``Sight``) and on where the spot lies (``Spot``).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

from hexlos.catalogue import TerrainType

BLOCKED = 100
HILLOCKS = (105, 106, 154)
#: Hinders from above as an orchard out of season does: that and huts (B14.2, G5.1).
THIN = (64, 130, 131)


@dataclass(frozen=True)
class Sight:
    """The levels of a line's ends, a rooftop's being half ones.

    sloped: an end is up-slope (P2); knoll: one is on a hillock (F6); railed: the line follows a
    railroad, whose hexes count as at one level (B32.13); along: it runs along hexsides.
    """

    high: float
    low: float
    sloped: bool
    knoll: bool
    alpine: bool = False
    railed: bool = False
    along: bool = False

    @property
    def from_roof(self) -> bool:
        """Whether an end is at half a level, so that halves of heights count (B23.8)."""
        return self.high % 1 > 0 or self.low % 1 > 0

    @property
    def same(self) -> bool:
        """Whether both ends are at one level."""
        return self.high == self.low

    @property
    def over_the_edge(self) -> bool:
        """Whether ground at the higher end's level hides nothing behind it."""
        return self.sloped or self.knoll


@dataclass(frozen=True)
class Spot:
    """A spot's ground level, the ranges of its hex from the two ends, and its hex.

    beneath: the higher end looks down into the hex (B10.2 EXC); cliff: the line goes on from it,
    towards the lower end, over a cliff (B11.21); slope: level of the hex where the line runs up a
    continuous slope (B.5), else None.
    """

    ground: int
    from_high: int
    from_low: int
    beneath: bool
    cliff: bool
    slope: int | None


def acts_as(kind: TerrainType, los: str) -> int:
    """Effect of terrain that acts as "none", "hindrance" or "obstacle"."""
    return {"none": 0, "hindrance": kind.hindrance, "obstacle": BLOCKED}[los]


def ground_effect(sight: Sight, spot: Spot) -> int:
    """Effect of the bare ground (A6.2, B10.2, B10.23)."""
    if spot.ground > sight.high:
        return BLOCKED
    if sight.alpine and sight.same and spot.ground == sight.high > 0:
        return BLOCKED
    if sight.same or spot.ground <= sight.low:
        return 0
    if sight.railed:
        return 0
    if spot.ground == sight.high:
        return 0 if spot.beneath or sight.over_the_edge else BLOCKED
    return BLOCKED if crest_blinds(sight, spot) else 0


def crest_blinds(sight: Sight, spot: Spot) -> bool:
    """Whether a crest line strictly between the ends hides the lower one (B10.23, B11.21)."""
    advantage = max(0, sight.high - spot.ground - 1)
    blind = floor(spot.from_high // 5 - advantage + spot.ground - sight.low - 1)
    if spot.from_high > 1 and spot.cliff:
        return spot.from_low <= max(1, blind + 1)
    if spot.from_high > 1 and spot.from_low == 1 and spot.ground - sight.low >= 2:
        return True
    return spot.from_low <= max(0, blind)


def obstacle_blinds(kind: TerrainType, sight: Sight, spot: Spot) -> bool:
    """Whether terrain whose top is strictly between the ends hides the lower one (A6.4).

    The full levels of its height count, and of the advantage over its top what exceeds a level.
    """
    if spot.ground + kind.height <= sight.low:
        return False
    advantage = max(0, sight.high - spot.ground - kind.height - kind.half / 2 - 1)
    blind = kind.height + spot.from_high // 5 - advantage + spot.ground - sight.low
    # elevation may leave no Blind Hex behind a hexside that is crossed (B9.531)
    least = 0 if kind.is_hexside and not sight.along else 1
    return spot.from_low <= max(least, floor(blind))


def terrain_effect(kind: TerrainType, sight: Sight, spot: Spot) -> int:
    """Effect of terrain that stands at the spot, without that of the ground beneath it."""
    if kind.category == "bridge":
        crossed = spot.ground == sight.high if sight.same else (
            sight.low < spot.ground <= sight.high)  # fmt: skip
        return kind.hindrance if crossed else 0
    if sight.same:
        return level_effect(kind, spot.ground, sight.high, sight.sloped)
    effect = mixed_effect(kind, sight, spot)
    if spot.slope is not None and not kind.is_hexside:
        also = level_effect(kind, spot.ground, spot.slope, sloped=False)
        if also < BLOCKED or spot.ground + kind.height == spot.slope:
            effect = max(effect, also)
    return effect


def level_effect(kind: TerrainType, ground: int, level: float, sloped: bool) -> int:
    """Effect of terrain on a LOS between two ends at one level (A6.2, A6.21, P2)."""
    if ground > level:
        return acts_as(kind, kind.los) if kind.height else 0
    if ground == level and sloped:
        return sloped_effect(kind)
    if ground == level and kind.lower is not None:
        return acts_as(kind, kind.lower)
    above = 2 * (ground + kind.height) + kind.half > 2 * level
    return acts_as(kind, kind.los) if above else 0


def sloped_effect(kind: TerrainType) -> int:
    """Effect of terrain on level ground where an end is up-slope (P2)."""
    if kind.code in HILLOCKS:
        return acts_as(kind, kind.los)
    if kind.height == 0 or kind.is_hexside:
        return 0
    if kind.lower is not None and kind.los != "obstacle":
        return acts_as(kind, kind.lower)
    return acts_as(kind, kind.los)


def mixed_effect(kind: TerrainType, sight: Sight, spot: Spot) -> int:
    """Effect of terrain on a LOS between different levels."""
    top = spot.ground + kind.height + (kind.half / 2 if sight.from_roof else 0)
    if kind.height == 0:
        if spot.ground != sight.high:
            return 0
        acts = sight.over_the_edge or kind.los == "hindrance"
        return acts_as(kind, kind.los) if acts else 0
    if top <= sight.low:
        return 0
    if top >= sight.high:
        return acts_as(kind, kind.los)
    if kind.code in THIN:
        return kind.hindrance if spot.from_low == 1 else 0
    return acts_as(kind, kind.los) if obstacle_blinds(kind, sight, spot) else 0


def bar_blocks(kind: TerrainType, sight: Sight, ground: int) -> bool:
    """Whether a wall inside a building blocks, in the end hexes too (B23.71, O5.31)."""
    top = ground + kind.height + (kind.half / 2 if sight.same or sight.from_roof else 0)
    above = top > sight.high if sight.same else top >= sight.high
    return kind.is_bar and above
