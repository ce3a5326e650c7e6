"""What one depiction does between two levels, and the blind hexes that a board gets from it."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlos import Board, Reason
from hexlos.catalogue import catalogue, terrain_code
from hexlos.ext import ReasonCode, Verdict
from hexlos.verdicts import verdict

from synthetic import make_board


class Decoded(NamedTuple):
    """A packed verdict taken apart."""

    kind: Verdict
    amount: int
    param: int
    deep: bool


def decoded(name: str, ground: int, low: int, high: int) -> Decoded:
    packed = verdict(terrain_code(name), ground, low, high)
    return Decoded(
        Verdict(packed & 255), packed >> 8 & 255, (packed >> 16 & 255) - 128, bool(packed >> 24 & 1)
    )


BLOCKS, HINDERS, NOTHING = Verdict.BLOCKS, Verdict.HINDERS, Verdict.NOTHING
OBSTACLE, GROUND, HALF = ReasonCode.OBSTACLE, ReasonCode.GROUND, ReasonCode.HALF_LEVEL
NO_ADVANTAGE = ReasonCode.NO_HEIGHT_ADVANTAGE

CASES = [
    # rule, terrain, its ground, lower end, higher end, verdict, reason or hindrance
    ("A6.2", "Woods", 0, 0, 0, BLOCKS, OBSTACLE),
    ("A6.2", "Woods", 0, 0, 1, BLOCKS, NO_ADVANTAGE),
    ("A6.4", "Woods", 0, 0, 2, Verdict.BLIND, 0),
    ("B10.22", "Woods", 0, 1, 1, NOTHING, 0),
    ("B10.22", "Woods", 0, 1, 3, NOTHING, 0),
    ("B13.2", "Woods", 1, 1, 1, BLOCKS, OBSTACLE),
    ("B13.2", "Woods", 1, 1, 2, BLOCKS, NO_ADVANTAGE),
    ("B13.2", "Woods", 1, 0, 3, Verdict.BLIND, 0),
    ("B10.2", "Woods", 1, 0, 0, BLOCKS, GROUND),
    ("B13.81", "Pine Woods", 0, 0, 1, BLOCKS, OBSTACLE),
    ("B13.81", "Pine Woods", 0, 1, 1, BLOCKS, OBSTACLE),
    ("B13.81", "Pine Woods", 0, 0, 2, BLOCKS, NO_ADVANTAGE),
    ("B13.81", "Pine Woods", 0, 2, 2, NOTHING, 0),
    ("B13.7", "Forest", 0, 0, 3, Verdict.BLIND, 0),
    ("B35", "Light Woods", 0, 0, 0, HINDERS, 2),
    ("B35", "Light Woods", 0, 0, 1, BLOCKS, NO_ADVANTAGE),
    ("B35", "Light Woods", 0, 0, 2, Verdict.BLIND, 0),
    ("A6.21", "Stone Rubble", 0, 0, 0, BLOCKS, HALF),
    ("A6.21", "Stone Rubble", 0, 0, 1, NOTHING, 0),
    ("A6.21", "Stone Rubble", 0, 1, 1, NOTHING, 0),
    ("F13.4", "Cactus Patch", 0, 0, 0, BLOCKS, HALF),
    ("F13.4", "Cactus Patch", 0, 0, 2, NOTHING, 0),
    ("B9.2", "Wall", 0, 0, 0, Verdict.WALL, 0),
    ("B9.2", "Hedge", 0, 0, 1, NOTHING, 0),
    ("B9.2", "Hedge", 0, 1, 1, NOTHING, 0),
    ("F13.3", "Cactus Hedge", 0, 0, 0, Verdict.WALL, 0),
    ("B9.52", "Bocage", 0, 0, 0, BLOCKS, OBSTACLE),
    ("B9.52", "Bocage", 0, 0, 2, Verdict.BLIND, 0),
    ("A6.7", "Brush", 0, 0, 0, HINDERS, 1),
    ("A6.7", "Brush", 0, 0, 1, NOTHING, 0),
    ("A6.7", "Brush", 0, 1, 1, NOTHING, 0),
    ("B10.2", "Brush", 1, 0, 1, Verdict.LEVEL_GROUND, 1),
    ("B15.2", "Grain", 0, 0, 0, HINDERS, 1),
    ("B16.2", "Marsh", 0, 0, 0, HINDERS, 1),
    ("B17", "Crag", 0, 0, 0, HINDERS, 1),
    ("B17", "Crag", 0, 0, 1, NOTHING, 0),
    ("B14.21", "Orchard", 0, 0, 0, HINDERS, 1),
    ("B14.2", "Orchard", 0, 0, 1, BLOCKS, NO_ADVANTAGE),
    ("B14.2", "Orchard", 0, 0, 2, Verdict.BLIND, 0),
    ("B14.2", "Orchard", 0, 1, 1, NOTHING, 0),
    ("B14.21", "Orchard, Out of Season", 0, 0, 0, HINDERS, 1),
    ("B14.2", "Orchard, Out of Season", 0, 0, 1, HINDERS, 1),
    ("B14.2", "Orchard, Out of Season", 0, 0, 2, Verdict.BLIND_ADJACENT, 1),
    ("B14.2", "Orchard, Out of Season", 1, 1, 2, HINDERS, 1),
    ("B14.2", "Orchard, Out of Season", 0, 1, 1, NOTHING, 0),
    ("B14.8", "Olive Grove", 0, 0, 0, HINDERS, 1),
    ("B14.8", "Olive Grove", 0, 0, 2, Verdict.BLIND, 0),
    ("B23.21", "Stone Building", 0, 0, 0, BLOCKS, OBSTACLE),
    ("B23.2", "Stone Building", 0, 1, 1, NOTHING, 0),
    ("B23.22", "Stone Building, 1 Level", 0, 1, 1, BLOCKS, HALF),
    ("B23.22", "Stone Building, 1 Level", 0, 2, 2, NOTHING, 0),
    ("B23.22", "Stone Building, 1 Level", 0, 0, 2, Verdict.BLIND, 0),
    ("B23.23", "Wooden Building, 2 Level", 0, 2, 2, BLOCKS, HALF),
    ("B23.23", "Wooden Building, 2 Level", 0, 0, 2, BLOCKS, NO_ADVANTAGE),
    ("B23.23", "Wooden Building, 2 Level", 0, 0, 3, Verdict.BLIND, 0),
    ("B23.73", "Stone Market Place", 0, 0, 0, NOTHING, 0),
    ("B23.73", "Stone Market Place", 0, 1, 1, BLOCKS, HALF),
    ("B23.73", "Stone Market Place", 0, 0, 2, Verdict.BLIND, 0),
    ("B23.74", "Wooden Factory, 1.5 Level", 0, 0, 0, BLOCKS, OBSTACLE),
    ("O5", "Roofless Stone Factory, 1.5 Level", 0, 0, 0, HINDERS, 1),
    ("B34.2", "Tower Hindrance", 0, 0, 1, HINDERS, 1),
    ("B32.1", "Railroad, Embankment", 0, 0, 0, BLOCKS, HALF),
    ("B6.2", "Stone Bridge", 0, 0, 0, HINDERS, 1),
    ("G5.1", "Huts", 0, 0, 0, HINDERS, 1),
    ("G5.1", "Huts", 0, 0, 2, Verdict.BLIND_ADJACENT, 1),
    ("B1.2", "Open Ground", 0, 0, 0, NOTHING, 0),
    ("B2.2", "Shellholes", 0, 0, 0, NOTHING, 0),
    ("B3.2", "Paved Road", 0, 0, 1, NOTHING, 0),
    ("B10.2", "Open Ground", 1, 0, 0, BLOCKS, GROUND),
    ("B10.2", "Open Ground", 2, 0, 1, BLOCKS, GROUND),
    ("B10.2", "Open Ground", 1, 0, 1, Verdict.LEVEL_GROUND, 0),
    ("B10.21", "Open Ground", 1, 1, 1, NOTHING, 0),
    ("B10.21", "Open Ground", 1, 2, 2, NOTHING, 0),
    ("B10.23", "Open Ground", 1, 0, 2, Verdict.CREST, 0),
    ("B11.2", "Cliff", 1, 0, 2, Verdict.CREST, 0),
    ("A6.3", "Gully", -1, 0, 0, NOTHING, 0),
    ("A6.3", "Gully", -1, -1, 0, NOTHING, 0),
]


@pytest.mark.parametrize(
    ("rule", "name", "ground", "low", "high", "kind", "amount"),
    CASES,
    ids=[f"{c[0]}-{c[1]}@{c[2]}-{c[3]}to{c[4]}" for c in CASES],
)
def test_verdict(
    rule: str, name: str, ground: int, low: int, high: int, kind: Verdict, amount: int
) -> None:
    found = decoded(name, ground, low, high)
    assert (found.kind, found.amount) == (kind, amount)


@given(
    code=st.integers(0, 255),
    ground=st.integers(-2, 4),
    low=st.integers(-2, 5),
    rise=st.integers(0, 6),
    shift=st.integers(-3, 6),
)
def test_only_differences_of_levels_matter(
    code: int, ground: int, low: int, rise: int, shift: int
) -> None:
    here = verdict(code, ground, low, low + rise)
    assert verdict(code, ground + shift, low + shift, low + rise + shift) == here


@given(code=st.integers(0, 255), low=st.integers(0, 5), rise=st.integers(0, 6))
def test_nothing_reaches_ends_above_it(code: int, low: int, rise: int) -> None:
    top = catalogue()[code].height + catalogue()[code].half
    assert verdict(code, low - top - 1, low, low + rise) & 255 == NOTHING


@pytest.mark.parametrize(("viewer", "blind"), [(2, 3), (3, 2), (4, 1), (5, 0)])
def test_a642_count_at_range_twelve_before_the_minimum(viewer: int, blind: int) -> None:
    assert decoded("Stone Building, 1 Level", 0, 0, viewer).param + 12 // 5 == blind


@pytest.mark.parametrize(("ground", "deep"), [(1, False), (2, True), (3, True)])
def test_b1023_a_drop_of_two_levels_is_marked(ground: int, deep: bool) -> None:
    assert decoded("Open Ground", ground, 0, 4).deep is deep


@pytest.fixture(params=["exact", "vasl"])
def thread(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def _blocked_behind(board: Board, obstacle: int, thread: str) -> list[int]:
    """How far behind row ``obstacle`` of column C each hex lies that C1 does not see."""
    rows = range(obstacle + 1, 21)
    return [n - obstacle for n in rows if board.los("C1", f"C{n}", thread=thread).blocked]


@pytest.mark.parametrize(("viewer", "blind"), [(2, 3), (3, 2), (4, 1), (5, 1)])
def test_a642_blind_hexes_behind_a_building_at_range_twelve(
    viewer: int, blind: int, thread: str
) -> None:
    board = make_board(5, 20, {"C13": "Stone Building, 1 Level"}, {"C1": viewer})
    assert _blocked_behind(board, 13, thread) == list(range(1, blind + 1))
    assert board.los("C1", "C14", thread=thread).reason is Reason.BLIND_HEX
    assert board.los("C1", "C12", thread=thread).clear
    assert board.los("C1", "C13", thread=thread).clear


@pytest.mark.parametrize(("away", "blind"), [(1, 1), (4, 1), (5, 2), (9, 2), (10, 3)])
def test_a641_one_more_blind_hex_for_five_hexes_of_range(
    away: int, blind: int, thread: str
) -> None:
    board = make_board(5, 20, {f"C{1 + away}": "Woods"}, {"C1": 2})
    assert _blocked_behind(board, 1 + away, thread) == list(range(1, blind + 1))


def test_a643_a_lower_hex_behind_adds_and_a_higher_one_subtracts(thread: str) -> None:
    levels = {"C1": 3, **{f"C{n}": 1 for n in range(2, 21)}}
    woods = {"C4": "Woods"}
    flat = make_board(5, 20, woods, levels)
    assert _blocked_behind(flat, 4, thread) == [1]
    falling = make_board(5, 20, woods, levels | {f"C{n}": 0 for n in range(5, 21)})
    assert _blocked_behind(falling, 4, thread) == [1, 2]
    rising = make_board(5, 20, woods, levels | {f"C{n}": 2 for n in range(5, 21)})
    assert _blocked_behind(rising, 4, thread) == []


@pytest.mark.parametrize(("away", "blind"), [(1, 0), (4, 0), (5, 1), (9, 1), (10, 2), (15, 3)])
def test_b1023_blind_hexes_behind_a_crest_line(away: int, blind: int, thread: str) -> None:
    board = make_board(5, 20, levels={"C1": 2, f"C{1 + away}": 1})
    assert _blocked_behind(board, 1 + away, thread) == list(range(1, blind + 1))


def test_b102_the_higher_end_sees_over_an_adjacent_lower_crest_only(thread: str) -> None:
    board = make_board(5, 20, levels={"C1": 1, "C5": 1})
    assert board.los("C1", "C5", thread=thread).clear
    behind = board.los("C1", "C6", thread=thread)
    assert (behind.blocked, behind.reason) == (True, Reason.CREST_LINE)


def test_b142_out_of_season_orchards_from_two_levels_up(thread: str) -> None:
    orchards = {f"C{n}": "Orchard, Out of Season" for n in (4, 5, 6)}
    board = make_board(5, 20, orchards, {"C1": 2})
    hindrance = [board.los("C1", f"C{n}", thread=thread).hindrance for n in (7, 8, 9)]
    assert hindrance == [1, 0, 0]


def test_b142_out_of_season_orchards_from_one_level_up(thread: str) -> None:
    orchards = {f"C{n}": "Orchard, Out of Season" for n in (4, 5, 6)}
    board = make_board(5, 20, orchards, {"C1": 1})
    assert board.los("C1", "C8", thread=thread).hindrance == 3


@pytest.mark.parametrize(("count", "blocked"), [(5, False), (6, True)])
def test_b10_six_hindrances_block(count: int, blocked: bool, thread: str) -> None:
    board = make_board(5, 20, {f"C{n}": "Brush" for n in range(2, 2 + count)})
    result = board.los("C1", "C12", thread=thread)
    assert result.blocked is blocked
    assert result.hindrance == (0 if blocked else count)
    assert result.reason is (Reason.SIX_HINDRANCES if blocked else Reason.CLEAR)


def test_a67_the_hindrance_of_the_ends_is_free(thread: str) -> None:
    board = make_board(5, 20, {f"C{n}": "Brush" for n in (1, 2, 6)})
    assert board.los("C1", "C6", thread=thread).hindrance == 1


def test_a63_a_depression_is_seen_from_one_level_a_hex(thread: str) -> None:
    gully = {"C3": "Gully", "C4": "Gully"}
    board = make_board(5, 20, gully, {"C1": 1, "C3": -1, "C4": -1})
    assert board.los("C5", "C4", thread=thread).clear
    assert board.los("C6", "C4", thread=thread).blocked
    assert board.los("C1", "C3", thread=thread).clear
    # range counts only to where the line enters the continuous Depression
    assert board.los("C1", "C4", thread=thread).clear


def test_a63_a_depression_hides_nothing_on_the_surface(thread: str) -> None:
    board = make_board(5, 20, {"C3": "Gully"}, {"C3": -1})
    assert board.los("C1", "C6", thread=thread).clear


def test_b192_two_gullies_apart_do_not_see_each_other(thread: str) -> None:
    board = make_board(5, 20, {"C3": "Gully", "C5": "Gully"}, {"C3": -1, "C5": -1})
    result = board.los("C3", "C5", thread=thread)
    assert (result.blocked, result.reason) == (True, Reason.DEPRESSION)
