"""Rules of buildings, bridges, bocage, slopes and hillocks, on small boards made for each."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hexlos import Board, Reason, UnknownHexError
from hexlos.catalogue import terrain_code

from synthetic import make_board, painted

HOUSE = "Stone Building, 2 Level"
threads = pytest.mark.parametrize("thread", ["exact", "vasl"])


@threads
def test_b2325_no_los_through_a_hexside_inside_a_building(thread: str) -> None:
    board = make_board(5, 4, {"C2": HOUSE, "C3": HOUSE})
    assert board.los("C2", "C3", thread=thread).clear
    assert board.los("C2:1", "C3:1", thread=thread).clear
    crossing = board.los("C2:1", "C3", thread=thread)
    assert crossing.blocked
    assert crossing.reason is Reason.INSIDE_BUILDING
    assert board.los("C2:1", "C1", thread=thread).clear  # out of the building, not through it


def test_b2325_a_stairwell_joins_adjacent_levels() -> None:
    board = make_board(5, 4, {"C2": HOUSE})
    assert board.los("C2", "C2:1").reason is Reason.BUILDING_LEVEL
    stairs = replace(board, stairways=frozenset({"C2"}))
    assert stairs.los("C2", "C2:1").clear
    assert stairs.los("C2", "C2:2").reason is Reason.BUILDING_LEVEL


def test_b2322_a_building_of_one_level_has_its_own_stairs() -> None:
    board = make_board(5, 4, {"C2": "Wooden Building, 1 Level"})
    assert board.los("C2", "C2:1").clear


@threads
def test_b238_a_rooftop_is_half_a_level_above_the_top_floor(thread: str) -> None:
    board = make_board(5, 8, {f"C{n}": HOUSE for n in (1, 2, 4, 6, 7)})
    assert "C2:roof" in board.hex("C2").locations
    # over a building as high as itself to another rooftop, but not down to the ground behind
    assert board.los("C2:roof", "C6:roof", thread=thread).clear
    assert board.los("C2:2", "C6:2", thread=thread).reason is Reason.HALF_LEVEL
    assert board.los("C2:roof", "C5", thread=thread).reason is Reason.NO_HEIGHT_ADVANTAGE


def test_single_hexes_have_no_rooftop() -> None:
    board = painted(make_board(5, 4), HOUSE, (96, 86, 120, 106))
    assert board.hex("C2").levels == ("C2", "C2:1", "C2:2")
    with pytest.raises(UnknownHexError, match="C2:1"):
        board.los("C2:roof", "C1")


def walled() -> Board:
    """Two houses in C1 and C2, and a wall along the far side of C2."""
    return painted(make_board(5, 6, {"C1": HOUSE, "C2": HOUSE}), "Wall", (91, 126, 125, 130))


@threads
def test_o63_a_cellar_sees_no_farther_than_its_own_wall(thread: str) -> None:
    board = walled()
    assert board.hex("C2").hexsides[3].terrain == "Wall"
    assert board.los("C2", "C5", thread=thread).clear
    assert board.los("C2:cellar", "C5", thread=thread).reason is Reason.CELLAR_WALL
    assert board.los("C2:cellar", "C3", thread=thread).clear


@threads
def test_b952_bocage_is_an_obstacle_but_not_at_its_own_hexes(thread: str) -> None:
    board = painted(make_board(5, 6), "Bocage", (91, 126, 125, 130))
    assert board.los("C2", "C5", thread=thread).clear
    assert board.los("C1", "C3", thread=thread).clear
    assert board.los("C1", "C4", thread=thread).reason is Reason.OBSTACLE


@threads
def test_b2371_a_rowhouse_bar_blocks_in_the_end_hexes_too(thread: str) -> None:
    board = make_board(5, 6, {"C2": HOUSE, "C3": HOUSE})
    whole = painted(board, "Rowhouse Wall, 2 Level", (91, 127, 125, 129))
    assert whole.los("C2", "C3", thread=thread).reason is Reason.BUILDING_BAR
    # a bar that stops at the middle of the hexside does not show on both sides of the line
    half = painted(board, "Rowhouse Wall, 2 Level", (91, 127, 108, 129))
    assert half.los("C2", "C3", thread=thread).clear


def bridged() -> Board:
    """A stream down column C, one level lower, with a bridge over it in C3 from side to side."""
    board = make_board(5, 6)
    board = painted(board, "Shallow Stream", (100, 0, 116, 384), level=-1)
    board = painted(board, "Stone Bridge", (92, 150, 124, 170))
    return painted(board, "Dirt Road", (0, 156, 216, 164))


@threads
def test_b62_a_bridge_is_no_ground_and_parts_what_is_beneath(thread: str) -> None:
    board = bridged()
    assert board.facts.bridge[board.grid.index("C3")]
    assert board.hex("C3").levels == ("C3", "C3:under")
    assert board.los("C3", "C3:under", thread=thread).reason is Reason.BRIDGE_DECK
    assert board.los("C2", "C4", thread=thread).clear  # along the stream, beneath the bridge
    assert board.los("C2", "C3:under", thread=thread).clear
    along_road = board.los("A3", "E3", thread=thread)
    assert along_road.clear
    assert along_road.hindrance == 0


@threads
def test_p2_an_up_slope_end_sees_over_half_level_terrain(thread: str) -> None:
    plain = make_board(5, 6, {"C3": "Brush", "C4": "Stone Rubble"})
    assert plain.los("C2", "C5", thread=thread).blocked
    sloped = replace(plain, slopes={"C2": (3,)})
    assert sloped.los("C2", "C5", thread=thread).clear
    assert sloped.los("C2", "C5", thread=thread).hindrance == 0
    orchard = replace(make_board(5, 6, {"C3": "Orchard"}), slopes={"C2": (3,)})
    assert orchard.los("C2", "C5", thread=thread).reason is Reason.UP_SLOPE
    away = replace(plain, slopes={"C2": (0,)})
    assert away.los("C2", "C5", thread=thread).blocked


@threads
def test_f6_an_intervening_hillock_blocks_at_its_level(thread: str) -> None:
    board = make_board(5, 6, {"C3": "Hillock"})
    assert board.los("C2", "C5", thread=thread).reason is Reason.HALF_LEVEL
    assert board.los("C3", "C5", thread=thread).clear


@threads
def test_f6_from_a_hillock_level_ground_does_not_block(thread: str) -> None:
    # C1 is one level up, C2 as high, and the hill ends in C3: only a hillock sees over its edge
    levels = {"C1": 1, "C2": 1, "C3": 1}
    plain = make_board(5, 6, levels=levels)
    assert plain.los("C1", "C5", thread=thread).reason is Reason.CREST_LINE
    raised = make_board(5, 6, {"C1": "Hillock"}, levels)
    assert raised.los("C1", "C5", thread=thread).clear


def test_every_location_of_a_village_is_reciprocal() -> None:
    board = make_board(5, 5, {"B1": HOUSE, "B2": HOUSE, "D2": "Wooden Building, 1 Level"})
    matrix = board.los_matrix("levels")
    assert len(matrix.sources) > len(board.hexes)
    assert np.array_equal(matrix.blocked, matrix.blocked.T)
    assert np.array_equal(matrix.hindrance, matrix.hindrance.T)


@threads
def test_b132_inherent_woods_in_a_depression_hex_rise_from_the_surface(thread: str) -> None:
    board = painted(make_board(5, 6), "Wadi", (100, 128, 116, 256), level=-1)
    wooded = replace(board, whole_hexes={"C3": terrain_code("Woods")})
    assert board.los("C2", "C4", thread=thread).clear
    assert wooded.los("C2", "C4", thread=thread).reason is Reason.OBSTACLE


def test_explained_hexes_name_what_the_verdict_blames() -> None:
    """A6.3, B.6: blocks at an end, and hindrances along the map's edge, have their row."""
    stream = painted(make_board(5, 6), "Gully", (100, 0, 116, 128), level=-1)
    blocked = stream.los("C1", "C5")
    assert blocked.reason is Reason.DEPRESSION
    assert any(step.reason is Reason.DEPRESSION for step in blocked.steps)
    edge = make_board(5, 4, {"C1": "Orchard"}).los("B0", "D0")
    assert (edge.hindrance, edge.hindrances) == (1, {"C1": 1})
