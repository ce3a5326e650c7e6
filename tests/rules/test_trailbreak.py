"""Trail Breaks (B13.421 to B13.4212), on the woods of our woodland board and on pine and Forest."""

from __future__ import annotations

from itertools import pairwise

import pytest

import hexlos
from hexlos import Board, HexlosError, RuleError
from hexlos.rules.movement import entry
from hexlos.rules.trailbreak import Standing, TrailBreak, TrailBreaks, Use
from hexlos.rules.trailbreak_steps import (
    gone,
    immobilise,
    leave_road,
    move,
    remove,
    set_up,
)
from hexlos.rules.units import Unit
from hexlos.rules.ways import choose

from synthetic import make_board

EMPTY = TrailBreaks()


@pytest.fixture(scope="module")
def board() -> Board:
    """E3 and its neighbours are woods without roads; a road runs E5 - F4 - G5 in woods."""
    return hexlos.open_board("woodland")


def tank(name: str = "T1") -> Unit:
    """A fully-tracked AFV."""
    return Unit.of_type("fully-tracked", name=name)


def squad(name: str = "squad") -> Unit:
    """An infantry unit."""
    return Unit.of_type("infantry", name=name)


def drive(board: Board, *hexes: str, unit: Unit | None = None, state: TrailBreaks = EMPTY,
          use_trail_break: TrailBreak | bool = True) -> TrailBreaks:  # fmt: skip
    """The state after a unit went from hex to hex."""
    for here, there in pairwise(hexes):
        state = move(state, board, unit or tank(), here, there, use_trail_break=use_trail_break)
    return state


def names(state: TrailBreaks) -> list[str]:
    return [str(t) for t in state]


def test_a_partial_one_on_entry_and_a_full_one_on_exit(board: Board) -> None:
    """B13.421."""
    inside = drive(board, "E2", "E3")
    assert names(inside) == ["E3:N-centre"]
    assert inside.standing("T1") == Standing("T1", "E3", "woods", 0, TrailBreak("E3", (0,)))
    beyond = move(inside, board, tank(), "E3", "F3")
    assert names(beyond) == ["E3:N-SE", "F3:NW-centre"]
    assert names(inside) == ["E3:N-centre"], "the state of before is as it was"


def test_back_over_the_hexside_entered_it_stays_partial(board: Board) -> None:
    """B13.421."""
    state = drive(board, "E2", "E3", "E2")
    assert "E3:N-centre" in names(state)
    assert not any(t.is_full for t in state.in_hex("E3"))


@pytest.mark.parametrize(
    ("unit", "why"),
    [
        (Unit.of_type("wheeled", armoured=True, name="T1"), "not fully tracked"),
        (Unit.of_type("halftrack", armoured=True, name="T1"), "not fully tracked"),
        (Unit.of_type("fully-tracked", armoured=False, name="T1"), "no AFV"),
    ],
)
def test_only_fully_tracked_afv_make_one(board: Board, unit: Unit, why: str) -> None:
    """B13.421."""
    assert names(drive(board, "E2", "E3", "F3", unit=unit)) == [], why


def test_none_over_a_road_hexside_or_by_bypass(board: Board) -> None:
    """B13.421."""
    assert names(drive(board, "E5", "F4", "G5")) == []
    assert names(move(EMPTY, board, tank(), "E2", "E3", bypass=True)) == []
    declined = move(EMPTY, board, tank(), "E5", "F4", use_road=False)
    assert names(declined) == ["F4:SW-centre"]


def test_no_partial_one_in_open_ground(board: Board) -> None:
    """B13.421."""
    assert drive(board, "B3", "B2") == EMPTY


def test_another_vehicle_uses_it(board: Board) -> None:
    """B13.421."""
    state = drive(board, "E2", "E3", "F3").next_phase()
    full = TrailBreak("E3", (0, 2))
    used = move(state, board, tank("T2"), "E2", "E3")
    assert used.breaks == state.breaks
    assert used.standing("T2") == Standing("T2", "E3", "trail break", 0, full)
    assert used.uses == (Use(full, 2, "T2"),)


def test_an_unarmoured_fully_tracked_vehicle_uses_one(board: Board) -> None:
    """B13.421."""
    state = drive(board, "E2", "E3", "F3")
    tractor = Unit.of_type("fully-tracked", armoured=False, name="tractor")
    used = move(state, board, tractor, "E2", "E3")
    assert used.standing("tractor") == Standing(
        "tractor", "E3", "trail break", 0, TrailBreak("E3", (0, 2))
    )


@pytest.mark.parametrize("word", ["wheeled", "halftrack", "motorcycle", "wagon", "horse"])
def test_others_cannot_use_one(board: Board, word: str) -> None:
    """B13.421."""
    state, full = drive(board, "E2", "E3", "F3"), TrailBreak("E3", (0, 2))
    unit = Unit.of_type(word, name="other")
    with pytest.raises(RuleError, match=r"B13\.421"):
        move(state, board, unit, "E2", "E3", use_trail_break=full)
    assert choose(state, "E3", 0, unit, True) is None


def test_off_the_trail_break_it_entered_by_makes_no_new_one(board: Board) -> None:
    """B13.421."""
    state = drive(board, "E2", "E3", "F3")
    off = drive(board, "E2", "E3", "E4", unit=tank("T2"), state=state)
    assert [str(t) for t in off.in_hex("E3")] == ["E3:N-SE"]


def test_set_up_in_woods_places_none(board: Board) -> None:
    """B13.421."""
    state = set_up(EMPTY, board, tank(), "E3")
    assert names(state) == []
    assert state.standing("T1") == Standing("T1", "E3", "set up")
    assert [str(t) for t in move(state, board, tank(), "E3", "E2").in_hex("E3")] == []


def test_set_up_in_the_woods_part_of_a_woods_road_hex_places_one(board: Board) -> None:
    """B13.421."""
    state = set_up(EMPTY, board, tank(), "F4", in_woods=True, hexside=0)
    assert names(state) == ["F4:N-centre"]
    assert "F4:N-S" in names(move(state, board, tank(), "F4", "F5"))
    with pytest.raises(RuleError, match=r"hexside.*B13\.421"):
        set_up(EMPTY, board, tank(), "F4", in_woods=True)
    with pytest.raises(RuleError, match=r"no road.*B13\.421"):
        set_up(EMPTY, board, tank(), "E3", in_woods=True, hexside=0)


def test_set_up_on_the_road_and_by_a_truck(board: Board) -> None:
    """B13.421."""
    assert set_up(EMPTY, board, tank(), "F4").standing("T1") == Standing("T1", "F4", "road")
    truck = Unit.of_type("wheeled", name="truck")
    state = set_up(EMPTY, board, truck, "F4", in_woods=True, hexside=0)
    assert state == TrailBreaks(standings=(Standing("truck", "F4", "set up"),))


def test_set_up_needs_woods_and_a_vehicle(board: Board) -> None:
    """B13.421."""
    with pytest.raises(RuleError, match="no woods hex"):
        set_up(EMPTY, board, tank(), "B2")
    with pytest.raises(RuleError, match="only a vehicle"):
        set_up(EMPTY, board, squad(), "E3")
    with pytest.raises(RuleError, match="already"):
        set_up(set_up(EMPTY, board, tank(), "E3"), board, tank(), "E4")


def test_off_the_road_within_its_hex(board: Board) -> None:
    """B13.41."""
    state = leave_road(drive(board, "E5", "F4"), board, tank())
    assert state == TrailBreaks(standings=(Standing("T1", "F4", "off road"),))
    with pytest.raises(RuleError, match=r"B13\.41"):
        leave_road(state, board, tank())


def test_a_wreck_removes_the_one_it_stands_on(board: Board) -> None:
    """B13.4211."""
    wrecked = immobilise(drive(board, "E2", "E3"), "T1")
    assert wrecked == EMPTY
    assert names(drive(board, "E2", "E3", unit=tank("T2"), state=wrecked)) == ["E3:N-centre"]


def test_a_wreck_leaves_the_others(board: Board) -> None:
    """B13.4211."""
    state = drive(board, "E2", "E3", "F3")
    state = drive(board, "D2", "E3", "E4", unit=tank("T2"), state=state)
    state = move(state, board, tank("T3"), "E2", "E3")
    left = [str(t) for t in immobilise(state, "T3").in_hex("E3")]
    assert left == ["E3:S-NW"]


def test_a_wreck_beside_a_trail_break_removes_none(board: Board) -> None:
    """B13.4211."""
    state = set_up(drive(board, "E2", "E3", "F3"), board, tank("T2"), "E3")
    assert immobilise(state, "T2").breaks == state.breaks
    with pytest.raises(RuleError, match="no vehicle"):
        immobilise(state, "T9")


def test_several_a_hex_but_no_two_of_the_same_hexsides(board: Board) -> None:
    """B13.4211."""
    state = drive(board, "E2", "E3", "F3")
    again = drive(board, "E2", "E3", "F3", unit=tank("T2"), state=state, use_trail_break=False)
    assert [str(t) for t in again.in_hex("E3")] == ["E3:N-SE"]
    back = drive(board, "F3", "E3", "E2", unit=tank("T3"), state=again, use_trail_break=False)
    assert [str(t) for t in back.in_hex("E3")] == ["E3:N-SE"], "the same pair the other way"
    more = drive(board, "D3", "E3", "F2", unit=tank("T4"), state=back)
    assert [str(t) for t in more.in_hex("E3")] == ["E3:N-SE", "E3:NE-SW"]
    twice = TrailBreak("E3", (0, 2))
    with pytest.raises(RuleError, match=r"B13\.4211"):
        TrailBreaks((twice, twice))


def test_two_vehicles_over_one_hexside_make_a_way_each(board: Board) -> None:
    """B13.4211."""
    state = drive(board, "E2", "E3")
    state = move(state, board, tank("T2"), "E2", "E3", use_trail_break=False)
    assert names(state) == ["E3:N-centre"]
    state = move(state, board, tank("T2"), "E3", "F3")
    assert [str(t) for t in state.in_hex("E3")] == ["E3:N-centre", "E3:N-SE"]
    state = move(state, board, tank("T1"), "E3", "D3")
    assert [str(t) for t in state.in_hex("E3")] == ["E3:N-SE", "E3:N-SW"]


def test_what_sits_beneath_a_partial_one_sits_beneath_it_when_full(board: Board) -> None:
    """B13.4211."""
    state = drive(board, "E2", "E3")
    state = move(state, board, tank("T2"), "E2", "E3")
    state = move(state, board, tank("T1"), "E3", "E4")
    full = TrailBreak("E3", (0, 3))
    assert state.standing("T2") == Standing("T2", "E3", "trail break", 0, full)
    assert state.uses == (Use(full, 3, "T2"),)


def test_a_vehicle_sits_beneath_the_one_it_used(board: Board) -> None:
    """B13.4211."""
    state = drive(board, "E2", "E3", "F3")
    state = drive(board, "E2", "E3", "D3", unit=tank("T2"), state=state, use_trail_break=False)
    assert [str(t) for t in state.in_hex("E3")] == ["E3:N-SE", "E3:N-SW"]
    with pytest.raises(RuleError, match=r"name the one.*B13\.4211"):
        move(state, board, tank("T3"), "E2", "E3")
    chosen = TrailBreak("E3", (0, 4))
    state = move(state, board, tank("T3"), "E2", "E3", use_trail_break=chosen)
    assert state.beneath(chosen) == (Standing("T3", "E3", "trail break", 0, chosen),)
    with pytest.raises(RuleError, match="no E3:SE-SW at the N hexside"):
        move(state, board, tank("T4"), "E2", "E3", use_trail_break=TrailBreak("E3", (2, 4)))


def test_one_way_in_a_phase(board: Board) -> None:
    """B13.4212."""
    state = drive(board, "E2", "E3", "F3").next_phase()
    used = move(state, board, squad("first"), "E2", "E3")
    assert used.uses == (Use(TrailBreak("E3", (0, 2)), 2, "first"),)
    same_way = move(used, board, squad("second"), "E2", "E3")
    assert len(same_way.uses) == 2
    with pytest.raises(RuleError, match=r"one-way.*B13\.4212"):
        move(same_way, board, squad("third"), "F3", "E3")
    declined = move(same_way, board, squad("third"), "F3", "E3", use_trail_break=False)
    assert declined.uses == same_way.uses
    later = move(same_way.next_phase(), board, squad("third"), "F3", "E3")
    assert later.uses == (Use(TrailBreak("E3", (0, 2)), 0, "third"),)


def test_a_vehicle_that_leaves_along_one_is_on_it_too(board: Board) -> None:
    """B13.4212."""
    state = drive(board, "E2", "E3", "F3").next_phase()
    state = move(state, board, tank("T2"), "E2", "E3").next_phase()
    state = move(state, board, squad(), "F3", "E3")
    with pytest.raises(RuleError, match=r"B13\.4212"):
        move(state, board, tank("T2"), "E3", "F3", use_trail_break=False)
    found = entry(board, "E3", "F3", tank("T2"), trail_breaks=state, use_trail_break=False)
    assert [note.rule for note in found.forbidden] == ["B13.4212"]
    assert move(state, board, tank("T2"), "E3", "E2").uses == (
        Use(TrailBreak("E3", (0, 2)), 0, "T2"),
        Use(TrailBreak("E3", (0, 2)), 0, "squad"),
    )


def test_a_unit_may_turn_back_alone(board: Board) -> None:
    """B13.4212."""
    state = drive(board, "E2", "E3", "F3").next_phase()
    state = drive(board, "E2", "E3", "E2", unit=tank("T2"), state=state)
    assert [use.towards for use in state.uses if use.trail_break.hex == "E3"] == [0]


def test_partial_ones_lead_to_the_centre(board: Board) -> None:
    """B13.4212."""
    state = drive(board, "E2", "E3")
    used = move(state, board, squad(), "E2", "E3").uses
    assert used == (Use(TrailBreak("E3", (0,)), -1, "squad"),)


def test_a_trail_break_changes_no_line(board: Board) -> None:
    """B13.4212."""
    before = [board.los("D3", b).blocked for b in ("E3", "F2", "G3")]
    drive(board, "E2", "E3", "F3")
    assert [board.los("D3", b).blocked for b in ("E3", "F2", "G3")] == before


@pytest.fixture(scope="module")
def forest() -> Board:
    return make_board(terrain={h: "Forest" for h in ("B1", "B2", "B3", "C1", "C2", "C3")})


def test_no_vehicle_in_forest(forest: Board) -> None:
    """B13.7."""
    with pytest.raises(RuleError, match=r"Forest.*B13\.7"):
        move(EMPTY, forest, tank(), "A2", "B2")
    with pytest.raises(RuleError, match=r"Forest.*B13\.7"):
        set_up(EMPTY, forest, tank(), "B2")
    with pytest.raises(RuleError, match=r"Forest.*B13\.7"):
        move(EMPTY, forest, tank(), "A2", "B2", bypass=True)


def test_pine_woods_are_woods_to_them() -> None:
    """B13.81."""
    pine = make_board(terrain={h: "Pine Woods" for h in ("B1", "B2", "B3")})
    assert names(move(EMPTY, pine, tank(), "A2", "B2")) == ["B2:NW-centre"]


def test_steps_that_are_none(board: Board) -> None:
    state = drive(board, "E2", "E3")
    for broken in (
        lambda: move(state, board, tank(), "E2", "E3"),
        lambda: move(state, board, squad("T1"), "E3", "E2"),
        lambda: move(state, board, tank(""), "E3", "E2"),
        lambda: move(state, board, tank("T2"), "E3", "E3"),
        lambda: move(state, board, tank("T2"), "E3", "G3"),
        lambda: remove(state, TrailBreak("E3", (1,))),
        lambda: gone(state, "T9"),
    ):
        with pytest.raises(RuleError):
            broken()
    with pytest.raises(HexlosError):
        move(state, board, tank("T2"), "E3", "QQ77")
    assert names(state) == ["E3:N-centre"]


@pytest.mark.parametrize(
    "make",
    [
        lambda: TrailBreak("", (0,)),
        lambda: TrailBreak("E3", ()),
        lambda: TrailBreak("E3", (2, 0)),
        lambda: TrailBreak("E3", (1, 1)),
        lambda: TrailBreak("E3", (0, 6)),
        lambda: TrailBreak.parse("E3:N-S-centre"),
        lambda: TrailBreak.parse("E3"),
        lambda: TrailBreak.parse("E3:X"),
        lambda: Standing("T1", "E3", "swims", 0),
        lambda: Standing("T1", "E3", "woods"),
        lambda: Standing("", "E3", "set up"),
        lambda: Standing("T1", "E3", "woods", 7),
        lambda: Standing("T1", "E3", "woods", 0, TrailBreak("E4", (0,))),
        lambda: Standing("T1", "E3", "woods", 1, TrailBreak("E3", (0,))),
        lambda: Use(TrailBreak("E3", (0, 2)), 1, "T1"),
        lambda: Use(TrailBreak("E3", (0, 2)), -1, "T1"),
        lambda: Use(TrailBreak("E3", (0, 2)), 2, ""),
        lambda: TrailBreaks((), (Standing("T1", "E3", "set up"), Standing("T1", "E4", "set up"))),
        lambda: TrailBreaks(standings=(Standing("T1", "E3", "woods", 0, TrailBreak("E3", (0,))),)),
        lambda: TrailBreaks(uses=(Use(TrailBreak("E3", (0, 2)), 2, "T1"),)),
    ],
)
def test_states_that_contradict_the_rules(make: object) -> None:
    with pytest.raises(RuleError):
        make()  # type: ignore[operator]


def test_json_keeps_everything(board: Board) -> None:
    state = drive(board, "E2", "E3", "F3")
    state = move(state, board, tank("T2"), "E2", "E3")
    state = move(state, board, squad(), "E2", "E3")
    state = set_up(state, board, tank("T3"), "F4", in_woods=True, hexside=5)
    assert TrailBreaks.from_json(state.to_json()) == state
    assert TrailBreaks.from_json(state.to_json().encode()) == state


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "null", "{", "nan", "[" * 100_000, b"\xff\xfe",
        '{"format": 2}', '{"format": true}',
        '{"format": 1, "extra": 0}', '{"format": 1, "trail_breaks": {}}',
        '{"format": 1, "trail_breaks": [1]}', '{"format": 1, "trail_breaks": [{"hex": "E3"}]}',
        '{"format": 1, "trail_breaks": [{"hex": 3, "hexsides": ["N"]}]}',
        '{"format": 1, "trail_breaks": [{"hex": "E3", "hexsides": ["N", "N"]}]}',
        '{"format": 1, "trail_breaks": [{"hex": "E3", "hexsides": ["N", "S", "NE"]}]}',
        '{"format": 1, "trail_breaks": [{"hex": "E3", "hexsides": [["N"]]}]}',
        '{"format": 1, "trail_breaks": [{"hex": "E3", "hexsides": ["N"], "x": 1}]}',
        '{"format": 1, "trail_breaks": [{"hex": "E\\u0000", "hexsides": ["N"]}]}',
        '{"format": 1, "vehicles": [{"name": "T1", "hex": "E3", "way": "woods", "hexside": "N",'
        ' "beneath": "E3:N-centre"}]}',
        '{"format": 1, "uses": [{"trail_break": "E3:N-S", "towards": "NE", "unit": "T1"}]}',
    ],
)  # fmt: skip
def test_json_that_is_damaged(text: str | bytes) -> None:
    with pytest.raises(RuleError):
        TrailBreaks.from_json(text)
