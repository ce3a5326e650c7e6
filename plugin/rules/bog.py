"""Bog checks: when a vehicle takes one, and what is added to the dice, which are the caller's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from hexlos.errors import RuleError
from hexlos.rules.crossing import has_road, woods_kind
from hexlos.rules.entry import BogCheck, BogDrm
from hexlos.rules.tables import rule_facts
from hexlos.rules.terrain import TerrainRules

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.rules.crossing import Crossing
    from hexlos.rules.trailbreak import Standing
    from hexlos.rules.units import Unit


def _of(rule: str, fact: str, text: str, drm: str | None = None) -> Callable[[], BogDrm]:
    """A modifier from facts of a rule; 0 where no fact says how much."""

    def look() -> BogDrm:
        facts = rule_facts(rule)
        found = facts[drm or fact]
        return BogDrm(int(found.number) if drm else 0, found.rule, text)

    return look


#: What asks for a Bog check, by name.
REASONS: Mapping[str, Callable[[], BogDrm]] = {
    "woods": _of("woods-movement", "vehicle", "woods entered with the whole allotment"),
    "woods-half": _of(
        "woods-movement",
        "fully_tracked",
        "woods entered with half the allotment",
        "fully_tracked_bog_drm",
    ),
    "off-road": _of("woods-movement", "vehicle_off_road", "off the road into the woods of its hex"),
    "off-trail-break": _of(
        "trail-break", "leave_off_it", "in by a Trail Break and out over another hexside"
    ),
    "road-to-woods": _of("trail-break", "road_to_woods", "in by road and out over another hexside"),
    "set-up": _of(
        "trail-break", "set_up_leave_bog", "set up in woods and leaving with a change of VCA"
    ),
}


def bog_check(
    reason: str,
    unit: Unit,
    terrain: TerrainRules | None = None,
    extra: Iterable[BogDrm] = (),
) -> tuple[BogDrm, ...]:
    """The modifiers of one Bog DR, each (drm, rule, text); the reason's own comes first.

    reason is one of REASONS, or "bog-hex" with the terrain that is one (F13.1, F13.6). extra are
    those of ground pressure, weather and so on (D8.21), which are the caller's to know. RuleError
    for another reason, terrain that is no Bog hex to the unit, or a unit that never bogs.
    """
    if not unit.is_vehicle and not (unit.kind == "motorcycle" and reason == "bog-hex"):
        raise RuleError(f"{unit.type} takes no Bog check there: only vehicles do (D8.21)")
    if reason == "bog-hex":
        return (_bog_hex(unit, terrain), *extra)
    if reason not in REASONS:
        raise RuleError(f"no Bog check is for {reason!r}: use bog-hex or {', '.join(REASONS)}")
    return (REASONS[reason](), *extra)


def is_bog_hex(terrain: TerrainRules, unit: Unit) -> bool:
    """Whether terrain other than woods is a Bog hex to a unit (F13.1, F13.6)."""
    fact = terrain.fact("bog")
    if fact is None or not fact.value or terrain.is_woods:
        return False
    return unit.kind in ("vehicle", "motorcycle") and unit.type not in fact.words("except")


def _bog_hex(unit: Unit, terrain: TerrainRules | None) -> BogDrm:
    fact = terrain.fact("bog") if terrain is not None else None
    if terrain is None or fact is None or not is_bog_hex(terrain, unit):
        raise RuleError(
            f"{terrain.name if terrain else 'no terrain'} is no Bog hex to a {unit.type} (D8.21)"
        )
    return BogDrm(0, fact.rule, f"{terrain.name} is a Bog hex")


def leaving_bog(
    board: Board, cross: Crossing, unit: Unit, standing: Standing | None, vca_changed: bool
) -> BogCheck | None:
    """The Bog check of a vehicle that leaves a woods hex over a hexside, or None (B13.421).

    standing tells how it came there. Without one, a vehicle in a woods-road hex is taken to be on
    the road (B13.31), and one in other woods to owe nothing.
    """
    if not unit.is_vehicle or woods_kind(board, cross.from_hex) is None:
        return None
    way = standing.way if standing else "road" if has_road(board, cross.from_hex) else "woods"
    reason = None
    if way == "trail break":
        under = standing.trail_break if standing else None
        if under is None or cross.side not in under.sides:
            reason = "off-trail-break"
    elif way == "road" and not cross.road:
        reason = "road-to-woods"
    elif way in ("set up", "set up in woods") and vca_changed:
        reason = "set-up"
    if reason is None:
        return None
    return BogCheck(f"before leaving {cross.from_hex}", bog_check(reason, unit))
