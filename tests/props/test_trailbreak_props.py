"""What holds for Trail Breaks after any sequence of steps (B13.421 to B13.4212)."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hexlos
from hexlos import Board, RuleError
from hexlos.rules.crossing import woods_kind
from hexlos.rules.movement import entry
from hexlos.rules.trailbreak import TrailBreaks
from hexlos.rules.trailbreak_steps import gone, immobilise, leave_road, move, remove, set_up
from hexlos.rules.units import TYPES, Unit

#: Woods with and without road and path, and their edge, of the woodland board.
HEXES = ("D2", "D3", "D4", "E2", "E3", "E4", "E5", "F2", "F3", "F4", "F5", "G3", "G4", "G5", "B3")

NAMES = ("T1", "T2", "T3", "S1")

Step = Callable[[TrailBreaks, Board], TrailBreaks]


@st.composite
def steps(draw: st.DrawFn) -> Step:
    """Any step, legal or not, but for a hex that is on no board."""
    name, where = draw(st.sampled_from(NAMES)), draw(st.sampled_from(HEXES))
    word = "infantry" if name == "S1" else draw(st.sampled_from(("fully-tracked",) * 6 + TYPES))
    unit = Unit.of_type(word, name=name)
    rare = ("set up", "off", "wreck", "gone", "out", "phase")
    kind = draw(st.sampled_from(("move",) * 12 + rare))
    flags = draw(st.tuples(st.booleans(), st.booleans(), st.booleans()))
    side = draw(st.integers(0, 5))
    if kind == "set up":
        return lambda s, b: set_up(s, b, unit, where, in_woods=flags[0], hexside=side)
    if kind == "off":
        return lambda s, b: leave_road(s, b, unit)
    if kind == "wreck":
        return lambda s, b: immobilise(s, name)
    if kind == "gone":
        return lambda s, b: gone(s, name)
    if kind == "phase":
        return lambda s, b: s.next_phase()
    if kind == "out":
        return lambda s, b: remove(s, s.breaks[side % len(s)]) if len(s) else s

    def go(state: TrailBreaks, board: Board) -> TrailBreaks:
        standing = state.standing(name)
        start = standing.hex if standing else where
        end = board.grid.neighbours[board.grid.index(start), side]
        over = state.over(board.hexes[end], (side + 3) % 6)
        wish = over[0] if over and flags[2] else flags[0]
        bypass = flags[2] and not flags[0] and wish is not over[0] if over else flags[2]
        how = {"use_trail_break": wish, "use_road": flags[1], "bypass": bypass}
        asked = entry(board, start, board.hexes[end], unit, trail_breaks=state, **how)
        if not asked.allowed or (standing and not unit.is_vehicle):
            with pytest.raises(RuleError):
                move(state, board, unit, start, board.hexes[end], **how)
            return state
        after = move(state, board, unit, start, board.hexes[end], **how)
        used = [u for u in after.uses if u.unit == name and u.trail_break == asked.trail_break]
        assert bool(used) == (asked.trail_break is not None), "B13.4212: what was asked is done"
        return after

    return go


@pytest.fixture(scope="module")
def board() -> Board:
    return hexlos.open_board("woodland")


@given(st.lists(steps(), max_size=40))
@settings(max_examples=150, deadline=None)
def test_any_sequence(board: Board, sequence: list[Step]) -> None:
    state = TrailBreaks()
    for step in sequence:
        before = state.to_json()
        try:
            after = step(state, board)
        except RuleError:
            after = state
        assert state.to_json() == before, "a step leaves the state of before as it was"
        check(after, board)
        state = after


def check(state: TrailBreaks, board: Board) -> None:
    """What the rules say of every state."""
    for trail_breaks in state.by_hex.values():
        pairs = [t.sides for t in trail_breaks]
        assert len(pairs) == len(set(pairs)), "B13.4211: no two mark the same hexsides"
    for trail_break in state:
        assert woods_kind(board, trail_break.hex), "B13.421: they lie in woods"
    for standing in state.standings:
        if standing.trail_break:
            assert standing.side in standing.trail_break.sides, "B13.4211: beneath the one used"
    for use in state.uses:
        same = [u for u in state.uses if u.trail_break == use.trail_break]
        assert {u.towards for u in same} == {use.towards}, "B13.4212: one way"
    assert TrailBreaks.from_json(state.to_json()) == state


@given(st.text() | st.binary())
@settings(max_examples=200, deadline=None)
def test_any_text_is_read_or_refused(text: str | bytes) -> None:
    try:
        TrailBreaks.from_json(text)
    except RuleError:
        pass


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(("hex", "hexsides", "name", "way", "beneath", "unit", "towards")), inner
    ),
    max_leaves=12,
)  # fmt: skip


@given(st.dictionaries(st.sampled_from(("trail_breaks", "vehicles", "uses")), st.lists(JSON)))
@settings(max_examples=200, deadline=None)
def test_any_json_is_read_or_refused(data: dict[str, object]) -> None:
    try:
        TrailBreaks.from_json(json.dumps({"format": 1, **data}))
    except RuleError:
        pass


def test_a_trail_break_changes_no_los(board: Board) -> None:
    """B13.4212."""
    matrix = board.los_matrix(max_range=3).blocked
    state = TrailBreaks()
    for here, there in (("E2", "E3"), ("E3", "F3"), ("F3", "F4"), ("F4", "F5")):
        state = move(state, board, Unit.of_type("fully-tracked", name="T1"), here, there)
    assert len(state) == 4
    assert (board.los_matrix(max_range=3).blocked == matrix).all()
