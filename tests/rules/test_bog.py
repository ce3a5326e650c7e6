"""Bog checks: what asks for one and what it adds (B13.41 to B13.421, F13.1, F13.6, D8.21)."""

from __future__ import annotations

from itertools import pairwise

import pytest

import hexlos
from hexlos import Board, RuleError
from hexlos.rules.bog import REASONS, bog_check
from hexlos.rules.entry import BogCheck, BogDrm, Entry
from hexlos.rules.movement import entry
from hexlos.rules.terrain import terrain
from hexlos.rules.trailbreak import TrailBreaks
from hexlos.rules.trailbreak_steps import leave_road, move, set_up
from hexlos.rules.units import MOVEMENTS, TYPES, Unit

TANK = Unit.of_type("fully-tracked", name="T1")


@pytest.fixture(scope="module")
def board() -> Board:
    """E3 and around it woods; a road E5 - F4 - G5 in woods."""
    return hexlos.open_board("woodland")


@pytest.mark.parametrize(
    ("reason", "drm", "rule"),
    [
        pytest.param("woods", 0, "B13.41", id="B13.41 whole allotment"),
        pytest.param("woods-half", 3, "B13.42", id="B13.42 +3"),
        pytest.param("off-road", 0, "B13.41", id="B13.41 off the road"),
        pytest.param("off-trail-break", 0, "B13.421", id="B13.421 off the Trail Break"),
        pytest.param("road-to-woods", 0, "B13.421", id="B13.421 in by road"),
        pytest.param("set-up", 0, "B13.421", id="B13.421 set up"),
    ],
)
def test_reasons(reason: str, drm: int, rule: str) -> None:
    found = bog_check(reason, TANK)
    assert [(each.drm, each.rule) for each in found] == [(drm, rule)]
    assert found[0].text
    assert reason in REASONS


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        pytest.param("broken ground", "F13.1", id="F13.1"),
        pytest.param("vineyard", "F13.6", id="F13.6"),
    ],
)
@pytest.mark.parametrize("word", MOVEMENTS)
def test_bog_hexes(name: str, rule: str, word: str) -> None:
    found = bog_check("bog-hex", Unit.of_type(word), terrain(name))
    assert [(each.drm, each.rule) for each in found] == [(0, rule)]


def test_the_callers_modifiers_come_after() -> None:
    """D8.21."""
    extra = (BogDrm(1, "D8.21", "high ground pressure"), BogDrm(-1, "D8.21", "low"))
    found = BogCheck("in E3", bog_check("woods-half", TANK, extra=extra))
    assert found.drms[1:] == extra
    assert found.drm == 3
    assert found.label == "Bog DR at +3 in E3"
    assert str(BogCheck("in E3", bog_check("woods", TANK))).startswith("Bog DR in E3: ")


@pytest.mark.parametrize("word", [w for w in TYPES if w not in MOVEMENTS])
def test_only_vehicles_check(word: str) -> None:
    """D8.21."""
    with pytest.raises(RuleError, match=r"D8\.21"):
        bog_check("woods", Unit.of_type(word))


def test_no_bog_hex_to_motorcycles() -> None:
    """F13.1."""
    with pytest.raises(RuleError, match="no Bog hex to a motorcycle"):
        bog_check("bog-hex", Unit.of_type("motorcycle"), terrain("broken ground"))
    assert bog_check("bog-hex", Unit.of_type("motorcycle"), terrain("vineyard"))[0].rule == "F13.6"


def test_reasons_that_are_none() -> None:
    for broken in (
        lambda: bog_check("rain", TANK),
        lambda: bog_check("bog-hex", TANK),
        lambda: bog_check("bog-hex", TANK, terrain("brush")),
    ):
        with pytest.raises(RuleError):
            broken()


# ---- leaving a woods hex


def leave(board: Board, state: TrailBreaks | None, here: str, there: str, turn: int = 0) -> Entry:
    return entry(board, here, there, TANK, trail_breaks=state, vca_changes=turn)


def rules(found: Entry) -> list[tuple[str, str]]:
    return [(check.when, check.drms[0].rule) for check in found.bog]


@pytest.fixture(scope="module")
def made(board: Board) -> TrailBreaks:
    """E3:N-SE and E3:SW-NE are Trail Breaks."""
    state = TrailBreaks()
    for name, *route in (("A", "E2", "E3", "F3"), ("B", "D3", "E3", "F2")):
        unit = Unit.of_type("fully-tracked", name=name)
        for here, there in pairwise(route):
            state = move(state, board, unit, here, there)
    return state.next_phase()


def test_along_the_trail_break_no_bog(board: Board, made: TrailBreaks) -> None:
    """B13.421."""
    state = move(made, board, TANK, "E2", "E3")
    out = leave(board, state, "E3", "F3")
    assert ("before leaving E3", "B13.421") not in rules(out)
    assert rules(leave(board, state, "E3", "E2")) == [("in E2", "B13.42")]


def test_off_the_trail_break_bog(board: Board, made: TrailBreaks) -> None:
    """B13.421."""
    state = move(made, board, TANK, "E2", "E3")
    assert rules(leave(board, state, "E3", "E4"))[0] == ("before leaving E3", "B13.421")


def test_one_trail_breaks_benefit_is_not_anothers(board: Board, made: TrailBreaks) -> None:
    """B13.4211."""
    state = move(made, board, TANK, "E2", "E3")
    assert rules(leave(board, state, "E3", "F2"))[0] == ("before leaving E3", "B13.421")


def test_the_maker_owes_none_on_leaving(board: Board) -> None:
    """B13.421."""
    state = move(TrailBreaks(), board, TANK, "E2", "E3")
    assert [when for when, _ in rules(leave(board, state, "E3", "E4"))] == ["in E4"]


def test_in_by_road_and_out_over_another_hexside(board: Board) -> None:
    """B13.421."""
    state = move(TrailBreaks(), board, TANK, "E5", "F4")
    assert rules(leave(board, state, "F4", "F3"))[0] == ("before leaving F4", "B13.421")
    assert rules(leave(board, state, "F4", "G5")) == []


def test_a_vehicle_in_a_woods_road_hex_is_on_the_road_unless_told(board: Board) -> None:
    """B13.31."""
    assert rules(leave(board, None, "F4", "F3"))[0] == ("before leaving F4", "B13.421")
    off = leave_road(move(TrailBreaks(), board, TANK, "E5", "F4"), board, TANK)
    assert [when for when, _ in rules(leave(board, off, "F4", "F3"))] == ["in F3"]


@pytest.mark.parametrize(("turn", "bogs"), [(0, False), (1, True)])
def test_set_up_in_woods(board: Board, turn: int, bogs: bool) -> None:
    """B13.421."""
    states = (
        set_up(TrailBreaks(), board, TANK, "E3"),
        set_up(TrailBreaks(), board, TANK, "F4", in_woods=True, hexside=0),
    )
    for state, here, there in zip(states, ("E3", "F4"), ("E4", "F5"), strict=True):
        found = rules(leave(board, state, here, there, turn))
        assert ((f"before leaving {here}", "B13.421") in found) == bogs


def test_a_trail_break_that_a_wreck_removed_helps_nobody(board: Board, made: TrailBreaks) -> None:
    """B13.4211."""
    from hexlos.rules.trailbreak_steps import immobilise

    state = move(made, board, Unit.of_type("fully-tracked", name="W"), "E2", "E3")
    state = move(state, board, TANK, "E2", "E3")
    state = immobilise(state, "W")
    assert rules(leave(board, state, "E3", "F3"))[0] == ("before leaving E3", "B13.421")


def test_leaving_open_ground_asks_nothing(board: Board) -> None:
    assert rules(leave(board, None, "B3", "B2")) == []
