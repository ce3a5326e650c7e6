"""What it costs a unit to enter a hex from its neighbour, and what else that demands."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from hexlos.errors import RuleError
from hexlos.rules.bill import bill
from hexlos.rules.bog import bog_check, is_bog_hex, leaving_bog
from hexlos.rules.crossing import crossing, has_road, woods_kind
from hexlos.rules.entry import BogCheck, Entry
from hexlos.rules.ground import ground as ground_of
from hexlos.rules.limits import demands, forbidden, notes
from hexlos.rules.step import Options, Step
from hexlos.rules.tables import rule_facts
from hexlos.rules.trailbreak import TrailBreak, TrailBreaks
from hexlos.rules.units import MAX_ALLOTMENT, Unit
from hexlos.rules.ways import Way, Wish, way_in

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.rules.crossing import Crossing

Number = int | float | Fraction


def entry(
    board: Board,
    from_hex: str,
    to_hex: str,
    unit: Unit,
    *,
    trail_breaks: TrailBreaks | None = None,
    use_trail_break: TrailBreak | bool = True,
    use_road: bool = True,
    use_path: bool = True,
    bypass: bool = False,
    mode: str = "move",
    charging: bool = False,
    reverse: bool = False,
    whole_allotment: bool = False,
    wreck_or_vehicle_in_hex: Number = 0,
    vca_changes: int = 0,
    off_road: bool = False,
    base_cost: Number | None = None,
    hexside_cost: Number | None = None,
) -> Entry:
    """What it takes a unit to enter to_hex from the adjacent from_hex, MF or MP with rule numbers.

    The unit goes by road (B3.4), path (B13.6) or Trail Break (B13.421) as ``ways.way_in`` says;
    use_road, use_path, use_trail_break decline, or name the Trail Break; bypass keeps it to the
    hexsides. trail_breaks also tells, by the unit's name, how a vehicle came into from_hex.

    mode is "move", and for Infantry "advance" (A4.7), "low-crawl" (A10.52) or "minimum-move"
    (A4.134); charging is for Cavalry (A13.6), reverse for vehicles (D2.2). whole_allotment: a
    fully-tracked vehicle spends all of it in woods (B13.41) rather than half (B13.42).
    wreck_or_vehicle_in_hex is the penalty in MP that wrecks and vehicles in to_hex make elsewhere
    (D2.14), vca_changes the hexspines by which the VCA changes in from_hex, across hexsides
    without a road, before leaving (D2.11). off_road: a vehicle goes from the road into the woods
    of its own hex, which both hexes name (B13.41).

    base_cost is what the tables lack of the terrain, or of what its cost is a multiple of;
    hexside_cost what they lack of crossing a hexside. Costs of a change of level are not included.
    UnknownHexError for a hex that is not on the board; RuleError for hexes that are not adjacent,
    options that do not go with the unit, or a Trail Break that it cannot use.
    """
    options = Options(
        mode=mode,
        charging=charging,
        reverse=reverse,
        whole_allotment=whole_allotment,
        wreck_mp=_fraction(wreck_or_vehicle_in_hex, "wreck_or_vehicle_in_hex"),
        vca_changes=vca_changes,
        base_cost=None if base_cost is None else _fraction(base_cost, "base_cost"),
        hexside_cost=None if hexside_cost is None else _fraction(hexside_cost, "hexside_cost"),
    )
    options.check(unit)
    named = isinstance(use_trail_break, TrailBreak)
    if named and (mode != "move" or bypass or off_road):
        raise RuleError("a Trail Break is used by a move over its hexside only (B13.4212)")
    if off_road:
        return _off_road(board, from_hex, to_hex, unit, trail_breaks, options)
    cross = crossing(board, from_hex, to_hex)
    ground = ground_of(board, cross.to_hex).rules
    wish = Wish(use_trail_break if mode == "move" else False, use_road, use_path, bypass)
    way = way_in(board, cross, unit, ground, trail_breaks, wish)
    step = Step(
        board, cross.from_hex, cross.to_hex, cross, unit, ground, way, trail_breaks, options
    )
    return _entry(step, _bog(step, cross))


def _entry(step: Step, checks: tuple[BogCheck, ...]) -> Entry:
    (costs, needs), bars = bill(step), forbidden(step)
    used, unit = step.way.trail_break, step.unit
    walks = used is not None and unit.walks_trail_breaks and step.options.mode == "move"
    drm = rule_facts("trail-break-infantry")["first_fire_drm"]
    return Entry(
        from_hex=step.from_hex,
        to_hex=step.to_hex,
        unit=unit.type,
        points=unit.points,
        way=step.way.by,
        terrain=step.ground.name,
        hexside=step.cross.hexside if step.cross else None,
        costs=costs,
        bog=checks,
        demands=demands(step),
        notes=notes(step),
        forbidden=bars,
        needs=() if bars else needs,
        first_fire_drm=int(drm.number) if walks else 0,
        trail_break=used,
        allotment=unit.allotment,
    )


def _bog(step: Step, cross: Crossing) -> tuple[BogCheck, ...]:
    """Bog checks of a step: before it leaves its hex, and in the one that it enters."""
    name, unit = step.unit.name, step.unit
    standing = step.state.standing(name) if step.state is not None and name else None
    turned = step.options.vca_changes > 0
    leaving = leaving_bog(step.board, cross, unit, standing, turned)
    return tuple(check for check in (leaving, _entering_bog(step)) if check is not None)


def _entering_bog(step: Step) -> BogCheck | None:
    when, unit = f"in {step.to_hex}", step.unit
    if step.way.by == "other" and step.is_woods and unit.is_vehicle:
        fact = step.cost_fact
        if fact is None or not fact.more.get("bog"):
            return None
        reason = "woods-half" if fact.more.get("bog_drm") else "woods"
        return BogCheck(when, bog_check(reason, unit))
    if step.way.by in ("other", "bypass") and is_bog_hex(step.ground, unit):
        return BogCheck(when, bog_check("bog-hex", unit, step.ground))
    return None


def _off_road(
    board: Board,
    from_hex: str,
    to_hex: str,
    unit: Unit,
    state: TrailBreaks | None,
    options: Options,
) -> Entry:
    """A vehicle moves off the road into the woods of its woods-road hex (B13.41)."""
    name = board.plain_name(from_hex)
    board.grid.index(name)
    if board.plain_name(to_hex) != name:
        raise RuleError("off the road a vehicle stays in its hex: name it twice (B13.41)")
    if unit.kind not in ("vehicle", "motorcycle"):
        raise RuleError(f"{unit.type} does not leave a road within a hex, vehicles do (B13.41)")
    if woods_kind(board, name) is None or not has_road(board, name):
        raise RuleError(f"{name} is no woods-road hex, where a vehicle may leave the road (B13.41)")
    standing = state.standing(unit.name) if state is not None and unit.name else None
    if standing and (standing.hex, standing.way) != (name, "road"):
        raise RuleError(f"{unit.name} is not on the road of {name} (B13.41)")
    way = Way("off road")
    step = Step(board, name, name, None, unit, ground_of(board, name).rules, way, state, options)
    check = BogCheck(f"in {name}", bog_check("off-road", unit)) if unit.is_vehicle else None
    return _entry(step, (check,) if check else ())


def _fraction(value: Number, name: str) -> Fraction:
    """A number of MF or MP; RuleError when it is none that a hex may cost."""
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        raise RuleError(f"{name} is a number of MF or MP, not {str(value)[:40]!r}")
    if not 0 <= value <= MAX_ALLOTMENT:
        raise RuleError(f"{name} is from 0 to {MAX_ALLOTMENT} MF or MP")
    return Fraction(value)
