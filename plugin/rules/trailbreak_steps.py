"""Steps in woods that make, use and remove Trail Breaks; each returns a new state (B13.421)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hexlos.errors import RuleError
from hexlos.rules.crossing import crossing, has_road, woods_kind
from hexlos.rules.ground import ground
from hexlos.rules.trailbreak import MAKING, Standing, TrailBreak, TrailBreaks, Use
from hexlos.rules.units import Unit
from hexlos.rules.ways import Way, Wish, way_in

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.rules.crossing import Crossing


def set_up(
    state: TrailBreaks,
    board: Board,
    unit: Unit,
    hex_: str,
    *,
    in_woods: bool = False,
    hexside: int | None = None,
) -> TrailBreaks:
    """A vehicle sets up in a woods hex, which places no Trail Break (B13.421).

    in_woods: in the woods part of a woods-road hex, where a fully-tracked AFV does place a
    partial one, towards hexside. On the road it counts as having come by it. RuleError where the
    rules do not let it set up so, UnknownHexError off the board.
    """
    name = _vehicle_name(unit)
    hex_ = board.plain_name(hex_)
    kind = _woods(board, hex_)
    if state.standing(name):
        raise RuleError(f"{name} is on the board already")
    on_road = has_road(board, hex_) and not in_woods
    if in_woods and not has_road(board, hex_):
        raise RuleError(f"{hex_} has no road, so all of it is its woods part (B13.421)")
    if kind == "Forest" and not on_road:
        raise RuleError(f"{hex_} is Forest, where a vehicle may be on a road only (B13.7)")
    if on_road:
        return _stand(state, Standing(name, hex_, "road"))
    if not (in_woods and unit.makes_trail_breaks):
        return _stand(state, Standing(name, hex_, "set up"))
    if hexside is None or hexside not in range(6):
        raise RuleError(f"{name}: say towards which hexside its Trail Break leads (B13.421)")
    made = TrailBreak(hex_, (hexside,))
    return _stand(_place(state, made), Standing(name, hex_, "set up in woods", hexside, made))


def move(
    state: TrailBreaks,
    board: Board,
    unit: Unit,
    from_hex: str,
    to_hex: str,
    *,
    use_trail_break: TrailBreak | bool = True,
    use_road: bool = True,
    use_path: bool = True,
    bypass: bool = False,
) -> TrailBreaks:
    """A unit goes from a hex to an adjacent one; what that does to Trail Breaks.

    It goes by road, path or Trail Break as ``ways.way_in`` says, unless it declines; a
    fully-tracked AFV that enters woods otherwise, not by bypass, makes one (B13.421). Costs and
    Bog checks are those of ``movement.entry``. RuleError for a step that the rules of Trail Breaks
    or Forest forbid, or of a vehicle that is elsewhere; UnknownHexError off the board.
    """
    if not unit.name:
        raise RuleError("a unit that moves with Trail Breaks needs a name (B13.4212)")
    cross = crossing(board, from_hex, to_hex)
    standing = state.standing(unit.name)
    if standing and not unit.is_vehicle:
        raise RuleError(f"{unit.name} is the name of a vehicle in {standing.hex}")
    if standing and standing.hex != cross.from_hex:
        raise RuleError(f"{unit.name} is in {standing.hex}, not in {cross.from_hex}")
    state = _leave(state, unit, standing, cross) if standing else state
    wish = Wish(use_trail_break, use_road, use_path, bypass)
    way = way_in(board, cross, unit, ground(board, cross.to_hex).rules, state, wish)
    if way.trail_break is not None:
        state = _use(state, way.trail_break, way.trail_break.other(cross.entered), unit)
    if not unit.is_vehicle or woods_kind(board, cross.to_hex) is None:
        return state
    return _arrive(state, board, unit, cross, way)


def leave_road(state: TrailBreaks, board: Board, unit: Unit) -> TrailBreaks:
    """A vehicle moves off the road into the woods part of its woods-road hex (B13.41).

    RuleError when it is not on a road there, or the woods are Forest (B13.7).
    """
    name = _vehicle_name(unit)
    standing = state.standing(name)
    if standing is None or standing.way != "road":
        raise RuleError(f"{name} is not on the road of a woods-road hex (B13.41)")
    if _woods(board, standing.hex) == "Forest":
        raise RuleError(f"{standing.hex} is Forest, where a vehicle may be on a road only (B13.7)")
    return _stand(state, Standing(name, standing.hex, "off road"))


def immobilise(state: TrailBreaks, vehicle: str) -> TrailBreaks:
    """A vehicle becomes a wreck or Immobile: the Trail Break it stands on is gone (B13.4211).

    It counts no longer as a vehicle that moves. RuleError when no vehicle of that name stands in
    woods.
    """
    standing = _known(state, vehicle)
    rest = gone(state, vehicle)
    return rest if standing.trail_break is None else remove(rest, standing.trail_break)


def gone(state: TrailBreaks, vehicle: str) -> TrailBreaks:
    """A vehicle leaves the map without a trace, its Trail Breaks stay; RuleError if unknown."""
    standing = _known(state, vehicle)
    return replace(state, standings=tuple(s for s in state.standings if s != standing))


def remove(state: TrailBreaks, trail_break: TrailBreak) -> TrailBreaks:
    """The state without one Trail Break (B13.4211); RuleError when it is not there."""
    if trail_break not in state:
        raise RuleError(f"there is no Trail Break {trail_break} to remove (B13.4211)")
    return TrailBreaks(
        breaks=tuple(t for t in state.breaks if t != trail_break),
        standings=tuple(
            replace(s, trail_break=None) if s.trail_break == trail_break else s
            for s in state.standings
        ),
        uses=tuple(use for use in state.uses if use.trail_break != trail_break),
    )


def _leave(state: TrailBreaks, unit: Unit, standing: Standing, cross: Crossing) -> TrailBreaks:
    """A vehicle leaves a woods hex; what it was making becomes full (B13.421)."""
    under, side = standing.trail_break, cross.side
    if standing.way == "trail break" and under and side in under.sides:
        state = _use(state, under, side, unit)
    state = gone(state, unit.name)
    making = standing.way in MAKING and unit.makes_trail_breaks
    if not making or standing.side is None or side == standing.side:
        return state
    partial = TrailBreak(standing.hex, (standing.side,))
    full = TrailBreak(standing.hex, tuple(sorted((standing.side, side))))
    known, state = full in state, _place(state, full)
    others = any(s.way in MAKING for s in state.beneath(partial))
    # a partial one stays while another vehicle is still making its own way from it
    return state if others or partial not in state else _flip(state, partial, full, side, known)


def _flip(
    state: TrailBreaks, partial: TrailBreak, full: TrailBreak, side: int, known: bool
) -> TrailBreaks:
    """The partial Trail Break's counter becomes the full one, also for what is beneath it.

    Where the full one was known already, its uses of this phase are the ones that count.
    """
    standings = tuple(
        replace(s, trail_break=full) if s.trail_break == partial else s for s in state.standings
    )
    uses = {
        replace(use, trail_break=full, towards=side if use.towards == -1 else use.towards)
        if use.trail_break == partial
        else use
        for use in state.uses
        if not (known and use.trail_break == partial)
    }
    return TrailBreaks(tuple(t for t in state.breaks if t != partial), standings, tuple(uses))


def _arrive(state: TrailBreaks, board: Board, unit: Unit, cross: Crossing, way: Way) -> TrailBreaks:
    """A vehicle is in its new woods hex."""
    name, hex_, side = unit.name, cross.to_hex, cross.entered
    if way.by == "road":
        return _stand(state, Standing(name, hex_, "road", side))
    if woods_kind(board, hex_) == "Forest":
        raise RuleError(f"{hex_} is Forest, which a vehicle enters along a road only (B13.7)")
    if way.by == "bypass":
        return _stand(state, Standing(name, hex_, "bypass", side))
    if way.trail_break is not None:
        return _stand(state, Standing(name, hex_, "trail break", side, way.trail_break))
    if not unit.makes_trail_breaks:
        return _stand(state, Standing(name, hex_, "woods", side))
    made = TrailBreak(hex_, (side,))
    return _stand(_place(state, made), Standing(name, hex_, "woods", side, made))


def _use(
    state: TrailBreaks, trail_break: TrailBreak, towards: int | None, unit: Unit
) -> TrailBreaks:
    """Note a use; RuleError when another unit uses it the other way in this phase (B13.4212)."""
    other = state.conflict(trail_break, towards, unit.name)
    if other:
        raise RuleError(
            f"{other.unit} uses {trail_break} the other way in this phase, and it is one-way "
            "like a one-lane bridge (B13.4212)"
        )
    rest = tuple(u for u in state.uses if u.trail_break != trail_break or u.unit != unit.name)
    way = -1 if towards is None else towards
    return replace(state, uses=(*rest, Use(trail_break, way, unit.name)))


def _place(state: TrailBreaks, trail_break: TrailBreak) -> TrailBreaks:
    """The state with a Trail Break, unless one marks the same hexsides already (B13.4211)."""
    if trail_break in state:
        return state
    return replace(state, breaks=(*state.breaks, trail_break))


def _stand(state: TrailBreaks, standing: Standing) -> TrailBreaks:
    rest = tuple(s for s in state.standings if s.unit != standing.unit)
    return replace(state, standings=(*rest, standing))


def _vehicle_name(unit: Unit) -> str:
    if not unit.is_vehicle or not unit.name:
        raise RuleError("only a vehicle with a name stands in woods as a vehicle does (B13.421)")
    return unit.name


def _known(state: TrailBreaks, vehicle: str) -> Standing:
    standing = state.standing(vehicle)
    if standing is None:
        raise RuleError(f"no vehicle called {vehicle!r} stands in woods")
    return standing


def _woods(board: Board, hex_: str) -> str:
    """The kind of woods of a hex; RuleError where it is no woods."""
    kind = woods_kind(board, hex_)
    if kind is None:
        raise RuleError(f"{hex_} is no woods hex, and Trail Breaks are in woods only (B13.421)")
    return kind
