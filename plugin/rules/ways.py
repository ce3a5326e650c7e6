"""The way by which a unit enters a hex: a road, path or Trail Break where there is one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexlos.errors import RuleError
from hexlos.rules.crossing import SIDES, woods_kind
from hexlos.rules.terrain import TerrainRules
from hexlos.rules.trailbreak import TrailBreak, TrailBreaks
from hexlos.rules.units import Unit

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.rules.crossing import Crossing


@dataclass(frozen=True, slots=True)
class Wish:
    """What a unit means to use as it enters a hex.

    trail_break is the one it means, True for whichever there is, False for none; road, path:
    whether it uses one over such a hexside; bypass: it enters in bypass (A4.3, D2.3).
    """

    trail_break: TrailBreak | bool = True
    road: bool = True
    path: bool = True
    bypass: bool = False


@dataclass(frozen=True, slots=True)
class Way:
    """How a hex is entered: "road", "path", "trail-break", "bypass" or "other"."""

    by: str
    trail_break: TrailBreak | None = None


def way_in(
    board: Board,
    cross: Crossing,
    unit: Unit,
    ground: TerrainRules,
    state: TrailBreaks | None,
    wish: Wish,
) -> Way:
    """The way that a unit takes into a hex of a kind of terrain, the cheapest that it may.

    A Trail Break that is named comes first; else a road comes before a path, and that before a
    Trail Break, which Infantry and Cavalry use only where it saves them MF (B13.4212). RuleError
    when the Trail Break named cannot be used (B13.421), or a vehicle must name one (B13.4211).
    """
    woods = woods_kind(board, cross.to_hex) is not None
    named = isinstance(wish.trail_break, TrailBreak)
    if wish.bypass and not named:
        return Way("bypass")
    used = None
    if (woods or named) and (named or not (cross.road and wish.road)):
        used = choose(state or TrailBreaks(), cross.to_hex, cross.entered, unit, wish.trail_break)
    if named:
        return Way("trail-break", used)
    if cross.road and wish.road:
        return Way("road")
    if cross.path and wish.path and ground.fact(f"by.path.{unit.type}") is not None:
        return Way("path")
    if used is not None and (unit.is_vehicle or _saves(ground, unit)):
        return Way("trail-break", used)
    return Way("other")


def choose(
    state: TrailBreaks, hex_: str, side: int, unit: Unit, wish: TrailBreak | bool
) -> TrailBreak | None:
    """The Trail Break that a unit uses as it enters a woods hex over a hexside.

    wish is the one it means to use, True for whichever there is, False for none. RuleError when
    it may not use the one it means (B13.421), or several ways of a vehicle begin there and none
    is named (B13.4211).
    """
    over = state.over(hex_, side)
    may = unit.is_fully_tracked or unit.walks_trail_breaks
    if isinstance(wish, TrailBreak):
        if not may:
            raise RuleError(
                f"{unit.type} cannot use {wish}: only fully-tracked vehicles, infantry and "
                "cavalry use Trail Breaks (B13.421)"
            )
        if wish not in over:
            raise RuleError(
                f"there is no {wish} at the {SIDES[side]} hexside of {hex_} to use (B13.421)"
            )
        return wish
    if not (wish and may and over):
        return None
    if len(over) > 1 and unit.is_vehicle:
        raise RuleError(
            f"{', '.join(map(str, over))} begin at one hexside: name the one that is used, or "
            "decline them all (B13.4211)"
        )
    free = [t for t in over if not state.conflict(t, t.other(side), unit.name)]
    return (free or list(over))[0]


def _saves(ground: TerrainRules, unit: Unit) -> bool:
    """Whether a Trail Break lets a unit in at less than the terrain does."""
    along, without = ground.entry_cost(unit, "trail-break"), ground.entry_cost(unit, "other")
    return along is not None and without is not None and along < without
