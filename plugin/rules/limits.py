"""What forbids a step, what goes with it, and what is left to the caller."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from hexlos.rules.crossing import SIDES, in_stream
from hexlos.rules.entry import Note
from hexlos.rules.step import Step, cost_facts
from hexlos.rules.tables import rule_facts


def forbidden(step: Step) -> tuple[Note, ...]:
    """Why a step may not be made; empty where it may."""
    return (*_hexside(step), *_woods(step), *_one_way(step))


def _hexside(step: Step) -> Iterator[Note]:
    """Cliffs (B11.4) and cactus hedges (F13.3)."""
    cross, unit = step.cross, step.unit
    if cross is None or cross.hexside is None or step.way.by == "road":
        return
    never = rule_facts("hexside-crossing")["never"]
    if cross.hexside in never.words("hexsides"):
        yield Note(never.rule, never.text)
    if not _over_cactus(step):
        return
    facts = rule_facts("cactus-hedge")
    kinds, ways = facts["never_crosses"], facts["infantry_crosses_by"]
    if isinstance(kinds.value, tuple) and unit.kind in kinds.value:
        yield Note(kinds.rule, f"{unit.kind} never crosses a cactus hedge")
    elif unit.kind == "infantry" and step.options.mode == "move":
        words = ", ".join(ways.value) if isinstance(ways.value, tuple) else ""
        yield Note(ways.rule, f"infantry crosses a cactus hedge only by one of: {words}")


def _over_cactus(step: Step) -> bool:
    return step.cross is not None and step.cross.hexside == "Cactus Hedge"


def _woods(step: Step) -> Iterator[Note]:
    """Charges (B13.4), Forest (B13.7) and Riders (B13.43) in woods."""
    if not step.is_woods:
        return
    unit, ground = step.unit, step.ground
    charge = ground.fact("restrictions.charge")
    if step.options.charging and charge is not None:
        yield Note(charge.rule, "cavalry does not charge in woods, on a road or off it")
    vehicles = ground.fact("restrictions.vehicles")
    driven = unit.kind in ("vehicle", "motorcycle")
    if vehicles is not None and driven and step.way.by != "road":
        what = f"{unit.type} vehicle" if unit.is_vehicle else unit.type
        yield Note(vehicles.rule, f"a {what} enters {ground.name} along a road only")
    riders = ground.fact("restrictions.riders")
    free = step.way.by == "road" or in_stream(step.board, step.to_hex)
    if unit.riders and riders is not None and not free:
        yield Note(riders.rule, "no Riders in woods, except on a road or IN a stream")


def _one_way(step: Step) -> Iterator[Note]:
    """Trail Breaks that another unit uses the other way in this phase (B13.4212)."""
    used, cross, state, name = step.way.trail_break, step.cross, step.state, step.unit.name
    if cross is None or state is None:
        return
    ways = [] if used is None else [(used, used.other(cross.entered))]
    standing = state.standing(name) if name else None
    under = standing.trail_break if standing and standing.way == "trail break" else None
    if under is not None and cross.side in under.sides:
        ways.append((under, cross.side))
    fact = rule_facts("trail-break-infantry")["one_way"]
    for trail_break, towards in ways:
        other = state.conflict(trail_break, towards, name)
        if other is not None:
            text = f"{other.unit} uses {trail_break} the other way in this phase"
            yield Note(fact.rule, text)


def demands(step: Step) -> tuple[Note, ...]:
    """What a unit does or suffers beside paying."""
    return (*_by_mode(step), *_in_woods(step))


def _by_mode(step: Step) -> Iterator[Note]:
    mode = step.options.mode
    if mode in ("minimum-move", "low-crawl"):
        yield Note(rule_facts(mode)["cost"].rule, "its move ends there")
    if mode == "advance" and (_over_cactus(step) or _is_difficult(step)):
        difficult = rule_facts("advance")["difficult"]
        yield Note(difficult.rule, difficult.text)


def _is_difficult(step: Step) -> bool:
    """Whether a hex takes all MF that Infantry has, as far as that is known (A4.72)."""
    fact, allotment = next(iter(cost_facts(step.ground, step.unit)), None), step.unit.allotment
    if fact is None or allotment is None or isinstance(fact.value, str) or "of" in fact.more:
        return False
    return Fraction(fact.number) >= allotment


def _in_woods(step: Step) -> Iterator[Note]:
    fact, unit = step.cost_fact, step.unit
    if not step.is_woods or fact is None or step.options.mode != "move":
        return
    if fact.value == "push":
        yield Note(fact.rule, "a motorcycle is pushed into woods, never driven")
    if fact.value == "all":
        yield Note(fact.rule, "it may keep back only MP for starting, stopping and towing")
    used, cross = step.way.trail_break, step.cross
    if used is not None and cross is not None and unit.is_vehicle:
        other = used.other(cross.entered)
        out = SIDES[cross.entered if other is None else other]
        leave = rule_facts("trail-break")["leave_off_it"]
        yield Note(leave.rule, f"it leaves over {out} without a Bog check, elsewhere with one")


def notes(step: Step) -> tuple[Note, ...]:
    """What else is to be known, and what is left to the caller."""
    return (*_ground_notes(step), *_trail_break_notes(step))


def _ground_notes(step: Step) -> Iterator[Note]:
    facts, grid = step.board.facts, step.board.grid
    low = facts.depression[[grid.index(name) for name in (step.from_hex, step.to_hex)]]
    known = step.options.mode == "advance"
    if low.any() and step.cross is not None and not known:
        yield _left_out("depression")
    elif step.cross is not None and step.cross.rise and not known:
        yield _left_out("higher-ground")
    if step.options.reverse:
        yield _left_out("reverse")
    bog = step.ground.fact("bog")
    if bog is not None and step.unit.type in bog.words("except"):
        fact = rule_facts("motorcycle-broken-ground")["bog"]
        yield Note("F3.32", fact.text)


def _left_out(name: str) -> Note:
    fact = rule_facts(name)["cost"]
    return Note(fact.rule, fact.text)


def _trail_break_notes(step: Step) -> Iterator[Note]:
    unit, used, cross = step.unit, step.way.trail_break, step.cross
    if used is not None and unit.walks_trail_breaks and step.options.mode == "move":
        facts = rule_facts("trail-break-infantry")
        drm = facts["first_fire_drm"]
        yield Note(drm.rule, f"DRM {drm.number} in Defensive First Fire, beside FFMO and FFNAM")
        yield Note(facts["optional"].rule, "it may decline the Trail Break, and the DRM with it")
    makes = step.is_woods and step.way.by == "other" and unit.makes_trail_breaks
    if makes and cross is not None:
        fact = rule_facts("trail-break")["maker"]
        yield Note(fact.rule, f"it makes a Trail Break from the {SIDES[cross.entered]} hexside")
