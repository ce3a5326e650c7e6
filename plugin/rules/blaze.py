"""Fire in terrain: kindling and spreading (B13.5); and landings by parachute (E9.42)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from hexlos.catalogue import WOODS, terrain_code
from hexlos.errors import RuleError
from hexlos.rules.ground import ground, hex_name
from hexlos.rules.tables import Fact
from hexlos.rules.terrain import terrain

if TYPE_CHECKING:
    from hexlos.board import Board

_SAMPLES = 97

#: How far from a hexside a depiction is looked for on either side of it, in pixels.
_REACH = 1.0

#: A DR is of two dice; DRM may take the sum beyond.
_ROLLS = range(2, 13)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether fire takes hold: the least final DR (None: never), the rule, and why.

    happens is None where the terrain's number is not stated in any table.
    """

    happens: bool | None
    needs: int | None
    rule: str
    text: str


def kindling(name: str, roll: int, drm: int = 0) -> Outcome:
    """Whether terrain is kindled by an original DR and a DRM (B13.5, F13.4).

    UnknownTerrainError for a name that no table has, RuleError for a DR that two dice cannot give.

    >>> kindling("woods", 8, drm=1).happens, kindling("cactus patch", 11).happens
    (True, False)
    """
    rules = terrain(name)
    return _outcome(rules.fact("kindle"), rules.name, _checked(roll) + drm, "kindled")


def spreading(board: Board, blaze: str, to_hex: str, roll: int, drm: int = 0) -> Outcome:
    """Whether fire spreads from a Blaze to another hex by an original DR and a DRM (B13.5, F13.4).

    Only to an adjacent hex, and to woods only where the depiction is shared across the hexside.
    UnknownHexError for a hex off the board, RuleError for a DR that two dice cannot give.
    """
    total = _checked(roll) + drm
    here, there = ground(board, blaze), ground(board, to_hex)
    fact = there.rules.fact("spread")
    if fact is None:
        return _outcome(None, there.rules.name, total, "reached")
    if _side(board, here.hex, there.hex) is None:
        return Outcome(False, None, fact.rule, f"{here.hex} and {there.hex} are not adjacent")
    if fact.more.get("connected") and not connected(board, here.hex, there.hex):
        text = f"no {there.rules.name} is shared across the hexside of {here.hex} and {there.hex}"
        return Outcome(False, None, fact.rule, text)
    return _outcome(fact, there.rules.name, total, "reached")


def parachute_check(name: str) -> Fact | None:
    """The check that a landing in terrain takes at once, None where there is none (E9.42).

    It is stated for cactus patches, olive groves and vineyards (F13.4, F13.5, F13.6).

    >>> parachute_check("olive grove").value, parachute_check("olive grove").rule
    ('NMC', 'F13.5')
    """
    return terrain(name).fact("parachute")


def connected(board: Board, a: str, b: str) -> bool:
    """Whether two hexes are connected woods: adjacent, and woods are shared across the hexside.

    Shared means that woods of any kind are drawn on both sides of one part of it (B13.5). Woods
    that are inherent fill their hex to the hexside (B.6). UnknownHexError off the board.
    """
    first, second = hex_name(board, a), hex_name(board, b)
    side = _side(board, first, second)
    if side is None or not all(ground(board, name).rules.is_woods for name in (first, second)):
        return False
    indices = board.grid.index(first), board.grid.index(second)
    inside = _woods_along(board, indices[0], side, -_REACH) | _fills(board, indices[0])
    outside = _woods_along(board, indices[0], side, _REACH) | _fills(board, indices[1])
    return bool((inside & outside).any())


def _side(board: Board, a: str, b: str) -> int | None:
    """The hexside of a beyond which b lies, None where they are not adjacent."""
    found = np.flatnonzero(board.grid.neighbours[board.grid.index(a)] == board.grid.index(b))
    return int(found[0]) if len(found) else None


def _fills(board: Board, index: int) -> bool:
    """Whether a woods hex is woods throughout, whatever is drawn (B.6)."""
    return bool(board.facts.inherent[index] >= 0)


def _woods_along(
    board: Board, index: int, side: int, away: float
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Whether woods are drawn at each of many points along a hexside, ``away`` pixels off it."""
    grid = board.grid
    ends = grid.vertices_px[index, [side, (side + 1) % 6]]
    outward = grid.centres_px[grid.neighbours[index, side]] - grid.centres_px[index]
    part = np.linspace(0.0, 1.0, _SAMPLES)[:, None]
    points = ends[0] + part * (ends[1] - ends[0]) + away * outward / np.hypot(*outward)
    x, y = np.floor(points).astype(np.intp).T
    shown = (x >= 0) & (x < grid.width) & (y >= 0) & (y < grid.height)
    codes = [terrain_code(word) for word in WOODS]
    found = np.zeros(_SAMPLES, dtype=np.bool_)
    found[shown] = np.isin(board.terrain[x[shown], y[shown]], codes)
    return found


def _checked(roll: int) -> int:
    if roll not in _ROLLS:
        raise RuleError(f"a DR is a sum of two dice, 2 to 12, not {roll}")
    return roll


def _outcome(fact: Fact | None, name: str, total: int, verb: str) -> Outcome:
    if fact is None:
        return Outcome(None, None, "B25", f"no table states the number of {name}")
    needs = int(fact.number)
    happens = total >= needs
    text = f"{name} is {verb if happens else f'not {verb}'} by {total}: it takes {needs} or more"
    return Outcome(happens, needs, fact.rule, text)
