"""Vehicles in woods, and along Trail Breaks (B13.41 to B13.43, B13.6 to B13.8)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from moving import FROM, FULL, TO, ground, step

import hexlos
from hexlos import Board, RuleError
from hexlos.rules.movement import entry
from hexlos.rules.trailbreak import TrailBreak, TrailBreaks
from hexlos.rules.trailbreak_steps import move
from hexlos.rules.units import MOVEMENTS, TYPES, Unit

HALF, ALL = Fraction(1, 2), Fraction(1)


@pytest.fixture(scope="module")
def woodland() -> Board:
    """E2 - E3 is woods; a path runs F1 - F2, a road E5 - F4 - G5, all in woods; B2 is open."""
    return hexlos.open_board("woodland")


# ---- vehicles in woods


@pytest.mark.parametrize("word", ["wheeled", "halftrack"])
@pytest.mark.parametrize("reverse", [False, True])
def test_any_vehicle_spends_its_whole_allotment_then_bog(
    woodland: Board, word: str, reverse: bool
) -> None:
    """B13.41."""
    found = step(woodland, "E2", "E3", word, reverse=reverse, allotment=Fraction(20))
    assert (found.share, found.amount, found.total) == (ALL, 0, 20)
    assert found.costs[0].rule == "B13.41"
    assert [(check.drm, check.drms[0].rule) for check in found.bog] == [(0, "B13.41")]
    assert "starting, stopping and towing" in found.demands[0].text
    assert found.demands[0].rule == "B13.41"
    assert ("D2.2" in [note.rule for note in found.notes]) == reverse


def test_motorcycles_are_pushed(woodland: Board) -> None:
    """B13.41."""
    found = step(woodland, "E2", "E3", "motorcycle")
    assert found.needs == ("the MF for pushing the motorcycle",)
    assert [note.rule for note in found.demands] == ["B13.41"]
    assert found.bog == ()
    assert step(woodland, "E5", "F4", "motorcycle", base_cost=1).demands == ()


@pytest.mark.parametrize("word", MOVEMENTS)
def test_off_the_road_into_the_woods_of_its_hex(woodland: Board, word: str) -> None:
    """B13.41."""
    found = step(woodland, "F4", "F4", word, off_road=True)
    assert (found.share, found.way, found.costs[0].rule) == (ALL, "off road", "B13.41")
    assert [(check.drm, check.drms[0].rule) for check in found.bog] == [(0, "B13.41")]


def test_penalties_double_in_woods(woodland: Board) -> None:
    """B13.41."""

    def cost(here: str, there: str, **how: object) -> Fraction | None:
        return step(woodland, here, there, "fully-tracked", **how).amount

    assert cost("B3", "B2", wreck_or_vehicle_in_hex=1) == 1 + 1
    assert cost("E2", "E3", wreck_or_vehicle_in_hex=1) == 2, "twice 1, beside half the MP"
    assert cost("E5", "F4", wreck_or_vehicle_in_hex=Fraction(3, 2)) == HALF + 3
    assert cost("B3", "B2", vca_changes=2) == 1 + 2
    assert cost("E3", "E2", vca_changes=2) == 4, "twice 2, beside half the MP"
    lines = step(woodland, "E2", "E3", "fully-tracked", vca_changes=1, wreck_or_vehicle_in_hex=1)
    assert [line.rule for line in lines.costs] == ["B13.42", "D2.11, B13.41", "D2.14, B13.41"]


def test_fully_tracked_half_and_bog_at_3(woodland: Board) -> None:
    """B13.42."""
    found = step(woodland, "E2", "E3", "fully-tracked", allotment=Fraction(13))
    assert (found.share, found.total, found.costs[0].rule) == (HALF, Fraction(13, 2), "B13.42")
    assert [(check.drm, check.drms[0].rule) for check in found.bog] == [(3, "B13.42")]
    assert found.price == "half its MP = 6 1/2 MP"


def test_fully_tracked_may_spend_all(woodland: Board) -> None:
    """B13.41, B13.42."""
    for how in ({"whole_allotment": True}, {"reverse": True}):
        found = step(woodland, "E2", "E3", "fully-tracked", **how)
        assert (found.share, found.costs[0].rule) == (ALL, "B13.41")
        assert [check.drm for check in found.bog] == [0]


def test_not_by_bypass(woodland: Board) -> None:
    """B13.42."""
    found = step(woodland, "E2", "E3", "fully-tracked", bypass=True, base_cost=2)
    assert (found.share, found.total, found.bog) == (0, 2, ())
    assert found.costs[0].rule == "D2.3"
    assert step(woodland, "E2", "E3", bypass=True).costs[0].rule == "A4.3"


@pytest.mark.parametrize("word", [*MOVEMENTS, "motorcycle"])
def test_no_vehicle_in_forest_but_along_a_road(woodland: Board, word: str) -> None:
    """B13.7."""
    forest = woodland.with_ssr("forest")
    for there, how in (("F3", {}), ("F3", {"bypass": True}), ("F4", {"off_road": True})):
        found = step(forest, "F4", there, word, **how)
        assert [note.rule for note in found.forbidden] == ["B13.7"], (there, how)
    road = step(forest, "F4", "G5", word, base_cost=1)
    assert road.allowed
    assert road.way == "road"


def test_passing_others_on_the_road_at_double_cost(woodland: Board) -> None:
    """B13.7."""
    forest = woodland.with_ssr("forest")
    found = step(forest, "F4", "G5", "fully-tracked", wreck_or_vehicle_in_hex=1)
    assert found.total == HALF + 2
    assert found.costs[-1].rule == "D2.14, B13.7"


@pytest.mark.parametrize("word", MOVEMENTS)
def test_no_riders_in_woods_but_on_a_road(woodland: Board, word: str) -> None:
    """B13.43."""
    found = step(woodland, "E2", "E3", word, riders=True)
    assert [note.rule for note in found.forbidden] == ["B13.43"]
    assert step(woodland, "E5", "F4", word, riders=True).allowed
    assert not step(woodland, "F4", "F4", word, riders=True, off_road=True).allowed


def test_riders_in_a_stream_and_on_a_trail_break(woodland: Board) -> None:
    """B13.43."""
    from dataclasses import replace

    from hexlos.catalogue import terrain_code

    woods = ground("Woods")
    plane = woods.terrain.copy()
    x, y = (int(c) for c in woods.grid.centres_px[woods.grid.index(TO)])
    plane[x - 8 : x + 9, y - 40 : y + 41] = terrain_code("Deep Stream")
    stream = replace(woods, terrain=plane)
    assert step(stream, FROM, TO, "wheeled", riders=True).allowed
    assert not step(woods, FROM, TO, "wheeled", riders=True).allowed
    tank = Unit.of_type("fully-tracked", riders=True, name="T2")
    found = entry(woodland, "E2", "E3", tank, trail_breaks=driven(woodland))
    assert [note.rule for note in found.forbidden] == ["B13.43"]


# ---- Trail Breaks


def driven(board: Board, *hexes: str) -> TrailBreaks:
    """What a tank leaves that went E2, E3, F3, a phase ago."""
    state = TrailBreaks()
    for here, there in (("E2", "E3"), ("E3", "F3")):
        state = move(state, board, Unit.of_type("fully-tracked", name="T1"), here, there)
    return state.next_phase()


@pytest.mark.parametrize("armoured", [True, False])
def test_half_the_allotment_and_no_bog_along_a_trail_break(woodland: Board, armoured: bool) -> None:
    """B13.421."""
    state = driven(woodland)
    found = step(woodland, "E2", "E3", "fully-tracked", armoured=armoured, trail_breaks=state)
    assert (found.way, found.share, found.trail_break) == ("trail-break", HALF, FULL)
    assert found.costs[0].rule == "B13.421"
    assert found.bog == ()
    assert found.first_fire_drm == 0
    about = {"trail_breaks": state, "use_trail_break": False}
    declined = step(woodland, "E2", "E3", "fully-tracked", **about)
    assert [check.drm for check in declined.bog] == [3]


@pytest.mark.parametrize(
    ("word", "amount"),
    [
        pytest.param("infantry", Fraction(3, 2), id="B13.4212 infantry 1 1/2 MF"),
        pytest.param("cavalry", Fraction(3), id="B13.4212 cavalry 3 MF"),
    ],
)
def test_infantry_and_cavalry(woodland: Board, word: str, amount: Fraction) -> None:
    """B13.4212."""
    state = driven(woodland)
    found = step(woodland, "E2", "E3", word, trail_breaks=state)
    assert (found.total, found.way, found.costs[0].rule) == (amount, "trail-break", "B13.4212")
    assert found.first_fire_drm == -1
    declined = step(woodland, "E2", "E3", word, trail_breaks=state, use_trail_break=False)
    assert (declined.way, declined.first_fire_drm) == ("other", 0)
    assert declined.total == (2 if word == "infantry" else 4)
    elsewhere = step(woodland, "D3", "E3", word, trail_breaks=state)
    assert (elsewhere.way, elsewhere.first_fire_drm) == ("other", 0)


def test_in_pine_woods_it_saves_nothing_so_it_is_not_used(woodland: Board) -> None:
    """B13.4212."""
    pine = woodland.with_ssr("pine")
    state = driven(pine)
    for word in ("infantry", "cavalry"):
        found = step(pine, "E2", "E3", word, trail_breaks=state)
        assert (found.way, found.first_fire_drm) == ("other", 0)
    named = step(pine, "E2", "E3", trail_breaks=state, use_trail_break=FULL)
    assert (named.total, named.first_fire_drm) == (Fraction(3, 2), -1)


def test_one_way(woodland: Board) -> None:
    """B13.4212."""
    state = move(driven(woodland), woodland, Unit.of_type("infantry", name="a"), "E2", "E3")
    against = entry(woodland, "F3", "E3", Unit.of_type("infantry", name="b"), trail_breaks=state)
    assert [note.rule for note in against.forbidden] == ["B13.4212"]
    with_it = entry(woodland, "E2", "E3", Unit.of_type("infantry", name="b"), trail_breaks=state)
    assert with_it.allowed


@pytest.mark.parametrize("word", [w for w in TYPES if w not in ("fully-tracked",)])
def test_no_other_vehicle_uses_one(woodland: Board, word: str) -> None:
    """B13.421."""
    state = driven(woodland)
    found = step(woodland, "E2", "E3", word, trail_breaks=state)
    if word in ("infantry", "cavalry"):
        assert found.way == "trail-break"
        return
    assert found.way == "other"
    with pytest.raises(RuleError, match=r"B13\.421"):
        step(woodland, "E2", "E3", word, trail_breaks=state, use_trail_break=FULL)


def test_a_trail_break_beside_a_road_may_be_chosen(woodland: Board) -> None:
    """B13.421."""
    tank = Unit.of_type("fully-tracked", name="T1")
    state = move(TrailBreaks(), woodland, tank, "E5", "F4", use_road=False)
    state = move(state, woodland, tank, "F4", "F5").next_phase()
    made = TrailBreak("F4", (3, 4))
    assert made in state
    assert step(woodland, "E5", "F4", "fully-tracked", trail_breaks=state).way == "road"
    by = step(woodland, "E5", "F4", "fully-tracked", trail_breaks=state, use_trail_break=made)
    assert (by.way, by.share, by.bog) == ("trail-break", HALF, ())
