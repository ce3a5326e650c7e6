"""What a terrain depiction does to a LOS between two levels, whatever hex it is in.

The compiled core looks verdicts up by (terrain, ground level); what still depends on the hex
(blind hexes, an adjacent lower hex, walls at an end) it decides itself from the verdict's kind.
"""

from __future__ import annotations

from functools import cache

from hexlos.catalogue import TerrainType, catalogue
from hexlos.ext import ReasonCode, Verdict

_BLIND_BIAS = 128


def pack_verdict(kind: Verdict, amount: int = 0, param: int = 0, deep: bool = False) -> int:
    """One verdict as the core reads it: kind, amount and biased parameter, a byte each, a flag."""
    biased = min(255, max(0, param + _BLIND_BIAS))
    return int(kind) | amount << 8 | biased << 16 | int(deep) << 24


NOTHING = pack_verdict(Verdict.NOTHING) & 0xFF


def _blocks(reason: ReasonCode) -> int:
    return pack_verdict(Verdict.BLOCKS, int(reason))


def _same_level(kind: TerrainType, ground: int, level: int) -> int:
    """Verdict when both ends are at ``level``."""
    if ground > level:
        return _blocks(ReasonCode.GROUND)
    if kind.lower is not None and ground == level:
        return _part(kind, kind.lower, ReasonCode.OBSTACLE)
    if 2 * (ground + kind.height) + kind.half <= 2 * level:
        return NOTHING
    if kind.is_wall:
        return pack_verdict(Verdict.WALL)
    if ground + kind.height > level:
        return _part(kind, kind.los, ReasonCode.OBSTACLE)
    return _part(kind, kind.los, ReasonCode.HALF_LEVEL)


def _part(kind: TerrainType, does: str, reason: ReasonCode) -> int:
    if does == "obstacle":
        return _blocks(reason)
    return pack_verdict(Verdict.HINDERS, kind.hindrance) if does == "hindrance" else NOTHING


def _bare_ground(kind: TerrainType, ground: int, low: int, high: int) -> int:
    """Verdict of ground without a full-level obstacle on it, between two levels (B10.2, B10.23)."""
    if ground == high:
        drawn = kind.hindrance if kind.los == "hindrance" and kind.height == 0 else 0
        return pack_verdict(Verdict.LEVEL_GROUND, drawn)
    if low < ground < high:
        return pack_verdict(
            Verdict.CREST, param=2 * ground - high - low, deep=ground - low >= 2
        )
    return NOTHING


def _mixed_levels(kind: TerrainType, ground: int, low: int, high: int) -> int:
    """Verdict when the ends are at different levels; the half of a height never counts."""
    if ground > high:
        return _blocks(ReasonCode.GROUND)
    top = ground + kind.height
    if kind.height == 0 or top <= low:
        return _bare_ground(kind, ground, low, high)
    if kind.los == "obstacle":
        if top > high:
            return _blocks(ReasonCode.OBSTACLE)
        if top == high:
            return _blocks(ReasonCode.NO_HEIGHT_ADVANTAGE)
        return pack_verdict(Verdict.BLIND, param=2 * top - high - low + 1)
    bare = _bare_ground(kind, ground, low, high)
    if bare != NOTHING:
        return bare
    if kind.los != "hindrance":
        return NOTHING
    if kind.lower is not None:
        # an orchard out of season: any LOS to or from a higher end, but where an end is more than
        # a level above its base only one adjacent to the lower end (B14.2)
        if high > top:
            return pack_verdict(Verdict.BLIND_ADJACENT, kind.hindrance)
        return pack_verdict(Verdict.HINDERS, kind.hindrance)
    if top >= high:
        return pack_verdict(Verdict.HINDERS, kind.hindrance)
    return pack_verdict(Verdict.BLIND_HINDERS, kind.hindrance, 2 * top - high - low + 1)


@cache
def _relative(code: int, ground: int, high: int) -> int:
    kind = catalogue()[code]
    if high == 0:
        return _same_level(kind, ground, 0)
    return _mixed_levels(kind, ground, 0, high)


def verdict(code: int, ground: int, low: int, high: int) -> int:
    """Packed verdict of terrain ``code`` on ground at a level, for ends at levels low and high.

    Rules A6.2, A6.21, A6.4, A6.7, B10.2, B10.23, B14.2; only differences of levels matter.
    """
    return _relative(code, ground - low, high - low)
