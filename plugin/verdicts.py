"""What a terrain depiction does to a LOS between two levels, whatever hex it is in.

The compiled core looks verdicts up by (terrain, ground level); what still depends on the hex
(blind hexes, an adjacent lower hex, walls at an end) it decides itself from the verdict's kind.
"""

from __future__ import annotations

from functools import cache

from hexlos.catalogue import HILLOCKS, OPEN_GROUND, TerrainType, catalogue
from hexlos.ext import ReasonCode, Shade, Stance, Verdict, VerdictFlag

_BLIND_BIAS = 128

#: How terrain of a class shows: see half_level_verdict. From HILLSIDE on: by how many levels a
#: hillside wall stands higher than its ground.
DRAWN, WHOLE_HEX, IN_GULLY, OVER_GULLY, OVER_STREAM, HILLSIDE = 0, 1, 2, 3, 4, 5


def pack_verdict(kind: Verdict, amount: int = 0, param: int = 0) -> int:
    """One verdict as the core reads it: kind, amount and biased parameter, a byte each."""
    biased = min(255, max(0, param + _BLIND_BIAS))
    return int(kind) | amount << 8 | biased << 16


NOTHING = pack_verdict(Verdict.NOTHING) & 0xFF


def _blocks(reason: ReasonCode) -> int:
    return pack_verdict(Verdict.BLOCKS, int(reason))


def _high_ground(kind: TerrainType) -> int:
    """Verdict of ground higher than both ends (A6.2)."""
    stands = kind.los == "obstacle" and kind.height > 0 and not kind.is_hexside
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
    """Verdict when both ends are at ``level``: what is no higher hides nothing (B10.21, B10.22)."""
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
    if kind.is_factory_floor:
        # the parameter is its hindrance to a LOS within the factory, half a level high (B23.741)
        return pack_verdict(Verdict.BLOCKS, int(ReasonCode.OBSTACLE), int(on_ground))
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
    """Terrain on ground at the higher end's level; obstacles of no full level only."""
    if kind.height and (stance != Stance.PLAIN or kind.los != "hindrance"):
        return NOTHING
    if stance != Stance.PLAIN:
        # seen from half a level higher, what stands on that ground is at the end's own level
        if kind.is_wall:
            return pack_verdict(Verdict.WALL)
        return _part(kind, kind.los, ReasonCode.HALF_LEVEL)
    return pack_verdict(Verdict.HINDERS, kind.hindrance) if kind.los == "hindrance" else NOTHING


def _blind_param(ground: int, full: int, half: int, low: int, high: int) -> int:
    """What the blind hexes behind something count to before the range's share (A6.4, A6.42, A6.43).

    It stands on ground and is full levels high and half half a level. A height advantage beyond
    the first level over its top counts, halves included; of the sum the whole hexes count.
    """
    advantage = high - 2 * (ground + full) - half
    return (2 * full - max(0, advantage - 2) + 2 * ground - low) // 2


def _bare_ground(kind: TerrainType, ground: int, low: int, high: int, stance: Stance) -> int:
    """Verdict of ground without a full-level obstacle on it, between two levels (B10.2, B10.23).

    Wherever levels meet there is a Crest Line (B10.11): of hills, of valleys (B22.2), and of
    elevated roads (B5.21, B5.22).
    """
    if 2 * ground == high:
        drawn = _on_level_ground(kind, stance)
        if stance != Stance.PLAIN:
            return drawn
        return pack_verdict(Verdict.LEVEL_GROUND, drawn >> 8 & 0xFF) | int(VerdictFlag.BARE)
    if low < 2 * ground < high:
        deep = int(VerdictFlag.DEEP) if 2 * ground - low >= 4 else 0
        blind = _blind_param(ground, 0, 0, low, high) - 1
        crest = pack_verdict(Verdict.CREST, _shade(kind, ground, low, high, blind), blind)
        return crest | deep | int(VerdictFlag.BARE)
    return NOTHING


def _shade(kind: TerrainType, ground: int, low: int, high: int, blind: int) -> int:
    """Amount of a crest line for the hindrance that stands on it, 0 for none."""
    if kind.los != "hindrance" or _top(kind, ground, low, high) <= low or not kind.height:
        return 0
    found = _full_level_hindrance(kind, ground, low, high)
    if found == NOTHING:
        return 0
    reach = {Verdict.HINDERS: Shade.ALL_HEXES, Verdict.BLIND_ADJACENT: Shade.NEXT_HEX}.get(
        Verdict(found & 0xFF), (found >> 16 & 0xFF) - _BLIND_BIAS - blind
    )
    return kind.hindrance | int(reach) << 4


def _mixed_levels(kind: TerrainType, ground: int, low: int, high: int, stance: Stance) -> int:
    """Verdict when the ends are at different levels; what the LOS goes over does nothing (B.4).

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
    if 2 * (ground + kind.height) <= low:
        return NOTHING
    blind = _blind_param(ground, kind.height, kind.half, low, high)
    return pack_verdict(Verdict.BLIND, param=blind)


def _full_level_hindrance(kind: TerrainType, ground: int, low: int, high: int) -> int:
    top = _top(kind, ground, low, high)
    if kind.is_bare_orchard:
        # any LOS to or from a higher end, but where an end is more than a level above its base
        # only one adjacent to the lower end (B14.2)
        if high > top:
            return pack_verdict(Verdict.BLIND_ADJACENT, kind.hindrance)
        return pack_verdict(Verdict.HINDERS, kind.hindrance)
    if top >= high:
        return pack_verdict(Verdict.HINDERS, kind.hindrance)
    if 2 * (ground + kind.height) <= low:
        return NOTHING
    return pack_verdict(
        Verdict.BLIND_HINDERS,
        kind.hindrance,
        _blind_param(ground, kind.height, kind.half, low, high),
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
    if kind.is_factory_floor:
        return int(VerdictFlag.FACTORY)
    return int(VerdictFlag.SPAN) if kind.is_road or kind.is_depression else 0


def _hillside(rise: int, ground: int, low: int, high: int, stance: Stance) -> int:
    """A hillside wall, which acts at the higher level only; its art is no hill (B9.61, B9.62)."""
    if low == high == 2 * (ground + rise) and stance != Stance.UPHILL:
        return pack_verdict(Verdict.WALL)
    bare = catalogue()[OPEN_GROUND]
    if low == high:
        return _same_level(bare, ground, low, stance)
    return _mixed_levels(bare, ground, low, high, stance)


def _over_depression(
    kind: TerrainType, ground: int, low: int, high: int, stance: Stance, form: int
) -> int:
    """Inherent terrain over a Depression at a level: it rises from the surface (B13.2, B33).

    What is inherent is on both banks, so it is also IN a gully, but not IN a stream (B19.21,
    B24.2).
    """
    if low == high <= 2 * ground:
        return _whole_hex(kind, ground, low, high, stance) if form == OVER_GULLY else NOTHING
    return _whole_hex(kind, ground + 1, low, high, stance)


@cache
def _relative(
    code: int, ground: int, low: int, high: int, stance: Stance, form: int, alpine: bool
) -> int:
    kind = catalogue()[code]
    if form in (WHOLE_HEX, OVER_GULLY, OVER_STREAM):
        if form == WHOLE_HEX:
            found = _whole_hex(kind, ground, low, high, stance)
        else:
            found = _over_depression(kind, ground, low, high, stance, form)
        return found | _flags(kind) if found & 0xFF and kind.is_light_woods else found
    if form >= HILLSIDE:
        found = _hillside(form - HILLSIDE, ground, low, high, stance)
    elif kind.category == "bridge":
        return _bridge(kind, ground, low, high)
    elif low == high:
        found = _same_level(kind, ground, low, stance)
    else:
        found = _mixed_levels(kind, ground, low, high, stance)
    if alpine and low == high == 2 * ground:
        found = _blocks(ReasonCode.ALPINE_HILL) | int(VerdictFlag.BARE)
    if kind.is_factory_floor and 2 * ground > high:
        return found  # ground above both ends, inside a factory too (A6.2)
    return found | _flags(kind) if found & 0xFF else found


def half_level_verdict(
    code: int,
    ground: int,
    low: int,
    high: int,
    stance: Stance = Stance.PLAIN,
    form: int = DRAWN,
    alpine: bool = False,
) -> int:
    """Packed verdict of terrain ``code`` on ground at a level, for ends at low / 2 and high / 2.

    stance is what an end stands on: nothing special, a hillock, or a slope that the LOS leaves
    uphill; form is how the terrain shows: DRAWN; WHOLE_HEX, inherent without the ground that is
    drawn; OVER_GULLY and OVER_STREAM, inherent over such ground; IN_GULLY, also there; and from
    HILLSIDE on a hillside wall, that stands by as many levels higher than its ground. alpine:
    hills block LOS through them at their own level. Rules A6.2, A6.21, A6.4, A6.7, B.6, B6.2,
    B9.5, B9.61, B9.62, B10.2, B10.211, B10.23, B13.2, B14.2, B19.21, B23.71, B23.8, B24.2, B33,
    F6, P2; only differences of levels matter, but for alpine hills, which lie above level 0.
    """
    shift = low // 2
    hill = alpine and ground > 0
    return _relative(code, ground - shift, low - 2 * shift, high - 2 * shift, stance, form, hill)


def verdict(code: int, ground: int, low: int, high: int, stance: Stance = Stance.PLAIN) -> int:
    """The same for ends at whole levels."""
    return half_level_verdict(code, ground, 2 * low, 2 * high, stance)
