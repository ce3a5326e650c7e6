"""One question: LosResult, with why, where, how close, and hex by hex."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hexlos.catalogue import catalogue, depicted
from hexlos.ext import PlaceFlag, PlaceKind, StepKind, crosses, trace_line, trace_notes
from hexlos.places import Row, place, thread_name
from hexlos.reasons import Reason
from hexlos.standing import Hexes, standing

if TYPE_CHECKING:
    from hexlos.board import Board

_BLOCKED = 64
_REASONS = {int(reason): reason for reason in Reason}


@dataclass(frozen=True, slots=True)
class HexStep:
    """What one hex did to a LOS.

    meets is "crosses", "touches" (at a vertex), "along" (its hexside) or "end"; hindrance is what
    it adds by itself, reason the rule by which it blocks, else None; at the pixel where it acts.
    """

    hex: str
    terrain: str
    level: int
    from_source: int
    from_target: int
    meets: str
    hindrance: int
    reason: Reason | None
    at: tuple[int, int] | None


_MEETS = {
    StepKind.CROSSES: "crosses",
    StepKind.TOUCHES: "touches",
    StepKind.SIDE_FIRST: "along",
    StepKind.SIDE_SECOND: "along",
    StepKind.END_HEX: "end",
    StepKind.END_POINT: "end",
}


@dataclass(frozen=True, eq=False)
class LosResult:
    """The answer for one pair of locations.

    hindrance is the total that hinders a clear LOS (0..5, 0 when blocked); range in hexes; reason
    the rule that blocks (Reason.CLEAR otherwise); blocked_at the first pixel (x, y) and
    blocked_hex the hex where it does, seen from the end that comes first on the map;
    along_hexside: the LOS runs along hexsides.
    """

    source: str
    target: str
    blocked: bool
    hindrance: int
    range: int
    reason: Reason
    blocked_at: tuple[int, int] | None
    blocked_hex: str | None
    along_hexside: bool
    thread: str
    _board: Board = field(repr=False)
    _rows: tuple[Row, Row] = field(repr=False)

    @property
    def board(self) -> Board:
        """The map that was asked."""
        return self._board

    @cached_property
    def ends_px(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Where the LOS starts and ends, in pixels; hex centres and vertices."""
        board = self._board
        ends = self._ends
        (ax, ay), (bx, by) = board.grid.points_px[ends[:, 2], ends[:, 4]].tolist()
        return (ax, ay), (bx, by)

    @property
    def clear(self) -> bool:
        """Whether the LOS exists."""
        return not self.blocked

    @cached_property
    def steps(self) -> tuple[HexStep, ...]:
        """Every hex that the LOS meets, from source to target, with what it does by itself."""
        if self._in_order:
            return self._met
        return tuple(_turned(step) for step in reversed(self._met))

    @cached_property
    def _met(self) -> tuple[HexStep, ...]:
        """The steps from the end that comes first on the map."""
        return _steps(self)

    @property
    def _in_order(self) -> bool:
        """Whether the source comes first on the map."""
        one, two = self._rows
        return (one[2], one[5]) <= (two[2], two[5])

    @cached_property
    def hindrances(self) -> dict[str, int]:
        """Hindrance of each hex that counts: one a range, the larger (A6.7), of equals the one met
        first from the end that comes first on the map; from source to target."""
        steps = [step for step in self._met if step.hindrance]
        if not self.from_vertex:
            steps = [s for s in steps if max(s.from_source, s.from_target) < self.range]
        found = _largest(steps, lambda step: step.from_source)
        if self.from_vertex:
            # whichever end fires, the lesser total: see the core's count_hindrance
            other = _largest(steps, lambda step: step.from_target)
            found = min(found, other, key=lambda counted: sum(counted.values()))
        return found if self._in_order else dict(reversed(found.items()))

    @property
    def entrenched(self) -> tuple[str, ...]:
        """The ends whose units are in a foxhole or trench (B9.21)."""
        return self._flagged(PlaceFlag.ENTRENCHED)

    @property
    def without_advantage(self) -> tuple[str, ...]:
        """The ends whose units were said to hold no Wall Advantage (B9.521)."""
        return self._flagged(PlaceFlag.WITHOUT_ADVANTAGE)

    def _flagged(self, flag: PlaceFlag) -> tuple[str, ...]:
        ends = zip((self.source, self.target), self._rows, strict=True)
        return tuple(end for end, row in ends if row[3] & flag)

    @property
    def _ends(self) -> NDArray[np.int32]:
        """(2, 6) both ends as the core takes them."""
        return np.array(self._rows, dtype=np.int32)

    @property
    def from_vertex(self) -> bool:
        """Whether an end is at a vertex (A6.12)."""
        return "@" in self.source or "@" in self.target

    @cached_property
    def margin(self) -> float | None:
        """How close the call is: see hexlos.margin.margin."""
        from hexlos.margin import margin

        return margin(self)

    @property
    def is_continuous_slope(self) -> bool:
        """Whether every hex met changes level by one the same way (B.5)."""
        one, two = self._rows
        low, high = min(one[1], two[1]), max(one[1], two[1])
        if self.range < 2 or high - low != 2 * self.range:
            return False
        return all(
            2 * step.level == low + 2 * (step.from_target if one[1] == high else step.from_source)
            for step in self.steps
            # an end's own hex has another level than a bridge, a crest, or a vertex in it
            if not (step.from_source == 0 and _off_base(one))
            and not (step.from_target == 0 and _off_base(two))
        )

    def crosses(self, terrain: str, hex_name: str) -> bool:
        """Whether the line crosses the drawn terrain inside one hex, an end hex included.

        terrain is a name of the catalogue; "woods" means woods of any kind (B13.31). False for a
        hex that the LOS does not cross; UnknownHexError for one that is not on the map.
        """
        board = self._board
        compiled = board.compiled
        cell = int(compiled.cell_of[board.grid.index(board.plain_name(hex_name))])
        wanted = compiled.classes_of(depicted(terrain))
        return bool(crosses(compiled.exact, self._ends, cell, wanted))

    def explain(self) -> str:
        """The answer and every hex passed, in order, with what it did."""
        from hexlos.explain import explain

        return explain(self)


def _largest(steps: list[HexStep], away: Callable[[HexStep], int]) -> dict[str, int]:
    """Of the hexes at one range the one that hinders most (A6.7)."""
    best: dict[int, HexStep] = {}
    for step in steps:
        known = best.get(away(step))
        if known is None or step.hindrance > known.hindrance:
            best[away(step)] = step
    return {step.hex: step.hindrance for step in best.values()}


def line_of_sight(
    board: Board,
    source: str,
    target: str,
    thread: str | None = None,
    entrenched: Hexes | None = None,
    wall_advantage: Hexes | None = None,
) -> LosResult:
    """Trace one pair of locations; see Board.los."""
    name = thread_name(thread)
    compiled = board.compiled
    rows = place(board, source), place(board, target)
    units = standing(board, entrenched, wall_advantage, (source, target))
    if units is not None:
        manned = units.manned(board, np.array(rows, dtype=np.int32))
        rows = tuple(manned[0].tolist()), tuple(manned[1].tolist())
    blocked, hindrance, reason, span, x, y, cell, along = trace_line(
        compiled.field(name), name == "vasl", *rows
    )
    made = object.__new__(LosResult)
    # what a frozen dataclass does one by one: half of the time of a short LOS
    made.__dict__.update(
        source=source,
        target=target,
        blocked=blocked,
        hindrance=hindrance,
        range=span,
        reason=_REASONS[reason],
        blocked_at=(x, y) if x >= 0 else None,
        blocked_hex=board.hexes[compiled.hex_of[cell]] if cell >= 0 else None,
        along_hexside=along,
        thread=name,
        _board=board,
        _rows=rows,
    )
    return made


def _steps(result: LosResult) -> tuple[HexStep, ...]:
    board, compiled, ends = result._board, result._board.compiled, result._ends
    notes = np.empty((8 * result.range + 64, 7), dtype=np.int32)
    count = trace_notes(compiled.field(result.thread), result.thread == "vasl", ends, notes)
    found = []
    beside = (0, -1, -1)
    for cell, effect, x, y, near, far, kind in notes[:count].tolist():
        # along the map's edge the hex that is there speaks for the hexside
        effect, x, y = max((effect, x, y), beside)
        index = int(compiled.hex_of[cell])
        beside = (effect, x, y) if index < 0 and kind == StepKind.SIDE_FIRST else (0, -1, -1)
        if index < 0:
            continue
        name = board.hexes[index]
        reason = Reason(effect - _BLOCKED) if effect >= _BLOCKED else None
        at = (x, y) if x >= 0 else None
        if name == result.blocked_hex and result.reason is not Reason.SIX_HINDRANCES:
            reason, at = result.reason, result.blocked_at
        found.append(
            HexStep(
                hex=name,
                terrain=catalogue()[board.facts.terrain[index]].name,
                level=int(board.facts.base[index]),
                from_source=near,
                from_target=far,
                meets=_MEETS[StepKind(kind)],
                hindrance=effect if effect < _BLOCKED else 0,
                reason=reason,
                at=at,
            )
        )
    return tuple(found)


def _off_base(row: Row) -> bool:
    """Whether a place need not be at its hex's base level though it is in no building."""
    return row[3] & (PlaceFlag.ENTRENCHED - 1) >= PlaceKind.UNDER_PLACE


def _turned(step: HexStep) -> HexStep:
    from dataclasses import replace

    return replace(step, from_source=step.from_target, from_target=step.from_source)
