"""What a terrain depiction does to a LOS between two levels, whatever hex it is in.

The compiled core looks verdicts up by (terrain, ground level); what still depends on the hex
(blind hexes, an adjacent lower hex, walls at an end) it decides itself from the verdict's kind.
"""

from __future__ import annotations

from functools import cache

from hexlos.catalogue import HILLOCKS, TerrainType, catalogue
from hexlos.ext import ReasonCode, Stance, Verdict, VerdictFlag

_BLIND_BIAS = 128


def pack_verdict(kind: Verdict, amount: int = 0, param: int = 0) -> int:
    """One verdict as the core reads it: kind, amount and biased parameter, a byte each."""
    biased = min(255, max(0, param + _BLIND_BIAS))
    return int(kind) | amount << 8 | biased << 16


NOTHING = pack_verdict(Verdict.NOTHING) & 0xFF


def _blocks(reason: ReasonCode) -> int:
    return pack_verdict(Verdict.BLOCKS, int(reason))


def _high_ground(kind: TerrainType) -> int:
    """Verdict of ground higher than both ends (A6.2)."""
    stands = kind.los == "obstacle" and kind.height > 0
    return _blocks(ReasonCode.GROUND) | (0 if stands else int(VerdictFlag.BARE))


def _part(kind: TerrainType, does: str, reason: ReasonCode) -> int:
    if does == "obstacle":
        return _blocks(reason)
    return pack_verdict(Verdict.HINDERS, kind.hindrance) if does == "hindrance" else NOTHING


def _bridge(kind: TerrainType, ground: int, low: int, high: int) -> int:
    """A bridge is no ground; it hinders ends at its level, or of which one is below it (B6.2)."""
    acts = 2 * ground == low if low == high else low < 2 * ground <= high
    return pack_verdict(Verdict.HINDERS, kind.hindrance) if acts else NOTHING


def _same_level(kind: TerrainType, ground: int, level: int, stance: Stance) -> int:
    """Verdict when both ends are at ``level``."""
    if 2 * ground > level:
        return _high_ground(kind)
    on_ground = 2 * ground == level
    if stance == Stance.UPHILL and on_ground:
        return _from_slope(kind)
    if kind.lower is not None and on_ground:
        return _part(kind, kind.lower, ReasonCode.OBSTACLE)
    if 2 * (ground + kind.height) + kind.half <= level:
        return NOTHING
    if kind.is_bar:
        return _blocks(ReasonCode.BUILDING_BAR)
    if kind.is_wall:
        return pack_verdict(Verdict.WALL)
    if 2 * (ground + kind.height) > level:
        return _part(kind, kind.los, ReasonCode.OBSTACLE)
    return _part(kind, kind.los, ReasonCode.HALF_LEVEL)


def _from_slope(kind: TerrainType) -> int:
    """On level ground an up-slope end sees over what is half a level high, but no hillock (P2)."""
    if kind.code in HILLOCKS:
        return _part(kind, kind.los, ReasonCode.HALF_LEVEL)
    if kind.lower is not None and kind.los == "obstacle":
        return _blocks(ReasonCode.UP_SLOPE)
    if kind.height == 0 or kind.is_hexside:
        return NOTHING
    return _part(kind, kind.los, ReasonCode.OBSTACLE)


def _on_level_ground(kind: TerrainType, stance: Stance) -> int:
    """Terrain of no full level on ground at the higher end's level."""
    if kind.height:
        return NOTHING
    if stance != Stance.PLAIN:
        # seen from half a level higher, what stands on that ground is at the end's own level
        return _part(kind, kind.los, ReasonCode.HALF_LEVEL)
    return pack_verdict(Verdict.HINDERS, kind.hindrance) if kind.los == "hindrance" else NOTHING


def _blind_param(top: int, low: int, high: int) -> int:
    """What the blind hexes of something at level ``top`` count to before the range's share.

    A height advantage counts in full levels, the first of them not at all (A6.42).
    """
    return 2 * top - max(high // 2, top + 1) - low // 2


def _bare_ground(kind: TerrainType, ground: int, low: int, high: int, stance: Stance) -> int:
    """Verdict of ground without a full-level obstacle on it, between two levels (B10.2, B10.23)."""
    if 2 * ground == high:
        drawn = _on_level_ground(kind, stance)
        if stance != Stance.PLAIN:
            return drawn
        return pack_verdict(Verdict.LEVEL_GROUND, drawn >> 8 & 0xFF) | int(VerdictFlag.BARE)
    if low < 2 * ground < high:
        deep = int(VerdictFlag.DEEP) if 2 * ground - low >= 4 else 0
        crest = pack_verdict(Verdict.CREST, param=_blind_param(ground, low, high))
        return crest | deep | int(VerdictFlag.BARE)
    return NOTHING


def _mixed_levels(kind: TerrainType, ground: int, low: int, high: int, stance: Stance) -> int:
    """Verdict when the ends are at different levels.

    The half of a height counts only against a rooftop, which is at half a level itself (B23.8).
    """
    if 2 * ground > high:
        return _high_ground(kind)
    if kind.height == 0 or _top(kind, ground, low, high) <= low:
        return _bare_ground(kind, ground, low, high, stance)
    if kind.los == "obstacle":
        return _full_level_obstacle(kind, ground, low, high)
    bare = _bare_ground(kind, ground, low, high, stance)
    if bare != NOTHING or kind.los != "hindrance":
        return bare
    return _full_level_hindrance(kind, ground, low, high)


def _top(kind: TerrainType, ground: int, low: int, high: int) -> int:
    """Twice the level of the top, with its half where an end is a rooftop."""
    return 2 * (ground + kind.height) + (kind.half and (low | high) & 1)


def _full_level_obstacle(kind: TerrainType, ground: int, low: int, high: int) -> int:
    top = _top(kind, ground, low, high)
    if top > high:
        return _blocks(ReasonCode.BUILDING_BAR if kind.is_bar else ReasonCode.OBSTACLE)
    if top == high:
        return _blocks(ReasonCode.NO_HEIGHT_ADVANTAGE)
    return pack_verdict(Verdict.BLIND, param=_blind_param(ground + kind.height, low, high) + 1)


def _full_level_hindrance(kind: TerrainType, ground: int, low: int, high: int) -> int:
    top = 2 * (ground + kind.height)
    if kind.is_bare_orchard:
        # any LOS to or from a higher end, but where an end is more than a level above its base
        # only one adjacent to the lower end (B14.2)
        if high > top:
            return pack_verdict(Verdict.BLIND_ADJACENT, kind.hindrance)
        return pack_verdict(Verdict.HINDERS, kind.hindrance)
    if top >= high:
        return pack_verdict(Verdict.HINDERS, kind.hindrance)
    return pack_verdict(
        Verdict.BLIND_HINDERS, kind.hindrance, _blind_param(top // 2, low, high) + 1
    )


def _whole_hex(kind: TerrainType, ground: int, low: int, high: int, stance: Stance) -> int:
    """Inherent terrain by itself (B.6).

    It counts on one side of a LOS or at a vertex, where the ground beneath it does not.
    """
    if low == high and 2 * ground <= low:
        return _same_level(kind, ground, low, stance)
    if kind.height == 0:
        return _on_level_ground(kind, stance) if low < high == 2 * ground else NOTHING
    if _top(kind, ground, low, high) <= low or kind.los == "none":
        return NOTHING
    if kind.los == "obstacle":
        return _full_level_obstacle(kind, ground, low, high)
    return _full_level_hindrance(kind, ground, low, high)


def _flags(kind: TerrainType) -> int:
    if kind.is_hexside and kind.height:
        return int(VerdictFlag.HEXSIDE)
    if kind.is_bar:
        return int(VerdictFlag.BAR)
    if kind.is_light_woods:
        return int(VerdictFlag.AT_VERTEX)
    return int(VerdictFlag.SPAN) if kind.is_road or kind.is_depression else 0


@cache
def _relative(code: int, ground: int, low: int, high: int, stance: Stance, whole: bool) -> int:
    kind = catalogue()[code]
    if whole:
        found = _whole_hex(kind, ground, low, high, stance)
        return found | _flags(kind) if found & 0xFF and kind.is_light_woods else found
    if kind.category == "bridge":
        return _bridge(kind, ground, low, high)
    if low == high:
        found = _same_level(kind, ground, low, stance)
    else:
        found = _mixed_levels(kind, ground, low, high, stance)
    return found | _flags(kind) if found & 0xFF else found


def half_level_verdict(
    code: int,
    ground: int,
    low: int,
    high: int,
    stance: Stance = Stance.PLAIN,
    whole_hex: bool = False,
) -> int:
    """Packed verdict of terrain ``code`` on ground at a level, for ends at low / 2 and high / 2.

    stance is what an end stands on: nothing special, a hillock, or a slope that the LOS leaves
    uphill; whole_hex asks for inherent terrain without the ground that is drawn. Rules A6.2,
    A6.21, A6.4, A6.7, B.6, B6.2, B9.5, B10.2, B10.23, B14.2, B23.71, B23.8, F6, P2; only
    differences of levels matter.
    """
    shift = low // 2
    return _relative(code, ground - shift, low - 2 * shift, high - 2 * shift, stance, whole_hex)


def verdict(code: int, ground: int, low: int, high: int, stance: Stance = Stance.PLAIN) -> int:
    """The same for ends at whole levels."""
    return half_level_verdict(code, ground, 2 * low, 2 * high, stance)
