"""Levels of buildings: rooftops, cellars, rowhouses, market places, factories, huts, towers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hexlos import Board, Reason

from synthetic import make_board, painted

HOUSE, LOW, HUT = "Stone Building, 2 Level", "Stone Building, 1 Level", "Huts"
threads = pytest.mark.parametrize("thread", ["exact", "vasl"])


def blind(board: Board, source: str, behind: int, thread: str) -> list[int]:
    """How many hexes from the one in column C after ``behind`` on source does not see."""
    last = max(int(name[1:]) for name in board.hexes if name[0] == "C")
    rows = range(behind + 1, last + 1)
    return [n - behind for n in rows if board.los(source, f"C{n}", thread=thread).blocked]


@threads
@pytest.mark.parametrize(("level", "hexes"), [(2, 3), (3, 2), (4, 1)])
def test_a642_a_low_house_at_range_twelve(level: int, hexes: int, thread: str) -> None:
    board = make_board(5, 18, {"C13": LOW}, {"C1": level})
    assert blind(board, "C1", 13, thread) == list(range(1, hexes + 1))


@threads
@pytest.mark.parametrize(
    ("obstacle", "place", "hexes"),
    [("Woods", "2", 2), ("Woods", "roof", 1), (LOW, "2", 2), (LOW, "roof", 2)],
)
def test_a642_half_a_level_of_a_rooftop_counts(
    obstacle: str, place: str, hexes: int, thread: str
) -> None:
    """B23.8: it overtops woods by 1 1/2 levels, a low house by one; whole blind hexes count."""
    board = make_board(5, 12, {"C1": HOUSE, "C2": HOUSE, "C7": obstacle})
    assert blind(board, f"C2:{place}", 7, thread) == list(range(1, hexes + 1))


@threads
def test_a64_no_hex_as_high_as_the_full_levels_of_an_obstacle_is_blind(thread: str) -> None:
    board = make_board(5, 8, {"C1": HOUSE, "C2": HOUSE, "C5": LOW, "C6": LOW})
    board = painted(board, "Open Ground", (91, 310, 125, 330))  # C5 and C6 are two houses
    assert board.los("C2:roof", "C6", thread=thread).reason is Reason.BLIND_HEX
    assert board.los("C2:roof", "C6:1", thread=thread).clear


def test_b2322_a_building_of_several_hexes_has_a_cellar_and_a_rooftop() -> None:
    board = make_board(5, 4, {"C2": LOW, "C3": LOW, "E2": LOW})
    assert board.hex("C2").levels == ("C2", "C2:1", "C2:cellar", "C2:roof")
    # the one beside C2 only strays over the hexside
    apart = painted(make_board(5, 4), LOW, (100, 70, 116, 129))
    assert apart.hex("C2").levels == ("C2", "C2:1")


def test_b313_a_small_house_of_two_storeys_has_no_rooftop() -> None:
    """B31.3, B23.8: nor has a building of one storey, whatever its hexes."""
    house = painted(make_board(5, 4), LOW, (96, 86, 120, 106))
    assert house.hex("C2").levels == ("C2", "C2:1")
    barn = make_board(5, 4, {"C2": "Wooden Building", "C3": "Wooden Building"})
    assert barn.hex("C2").levels == ("C2",)


def test_b23211_a_lumberyard_is_a_building_of_one_storey() -> None:
    board = make_board(5, 4, {"C2": "Lumberyard"})
    assert board.hex("C2").is_building
    assert board.hex("C2").levels == ("C2",)
    assert board.los("C1", "C3").reason is Reason.OBSTACLE


@threads
def test_b2325_what_counts_is_the_hexside_not_how_the_line_gets_there(thread: str) -> None:
    """A notch that the line crosses before does not open a hexside inside the building."""
    board = make_board(5, 4, {"C2": HOUSE, "C3": HOUSE})
    notched = painted(board, "Open Ground", (91, 108, 125, 120))
    assert notched.los("C2:1", "C3", thread=thread).reason is Reason.INSIDE_BUILDING
    assert notched.los("C3", "C2:1", thread=thread).reason is Reason.INSIDE_BUILDING
    open_hexside = painted(board, "Open Ground", (91, 120, 125, 136))
    assert open_hexside.los("C2:1", "C3", thread=thread).clear


@threads
def test_b2325_a_rooftop_does_not_see_into_its_building(thread: str) -> None:
    stairs = frozenset({"C2"})
    board = replace(make_board(5, 4, {"C2": HOUSE, "C3": HOUSE}), stairways=stairs)
    for place in ("C3", "C3:1", "C3:2", "C3:cellar"):
        assert board.los("C2:roof", place, thread=thread).reason is Reason.INSIDE_BUILDING
    for place in ("C2", "C2:1", "C2:cellar"):
        assert board.los("C2:roof", place, thread=thread).reason is Reason.BUILDING_LEVEL
    assert board.los("C2:roof", "C2:2", thread=thread).clear
    assert board.los("C2:roof", "C3:roof", thread=thread).clear


# ---- cellars


@threads
def test_o63_a_cellar_sees_as_the_ground_does(thread: str) -> None:
    board = make_board(5, 9, {"C1": LOW, "C2": LOW, "C5": "Woods"}, {"C8": 2})
    for target in ("C4", "C6", "C7", "C8"):
        ground, cellar = (board.los(s, target, thread=thread) for s in ("C2", "C2:cellar"))
        assert (ground.blocked, ground.hindrance) == (cellar.blocked, cellar.hindrance)


@threads
def test_o63_no_wall_of_its_own_hex_is_seen_over_from_a_cellar(thread: str) -> None:
    houses = make_board(5, 8, {"C1": LOW, "C2": LOW})
    own = painted(houses, "Wall", (91, 126, 125, 130))
    assert own.los("C2:cellar", "C5", thread=thread).reason is Reason.CELLAR_WALL
    assert own.los("C2:cellar", "C3", thread=thread).clear  # adjacent
    far = painted(houses, "Wall", (91, 254, 125, 258))  # a hexside of C5
    assert far.los("C2:cellar", "C5", thread=thread).clear
    assert far.los("C2:cellar", "C6", thread=thread).reason is Reason.WALL_HEDGE
    bocage = painted(houses, "Bocage", (91, 126, 125, 130))
    assert bocage.los("C2", "C5", thread=thread).clear
    assert bocage.los("C2:cellar", "C5", thread=thread).reason is Reason.CELLAR_WALL


@threads
def test_o63_what_is_higher_is_seen_over_a_wall_and_what_is_lower_is_not(thread: str) -> None:
    """B9.21: as from an entrenchment."""
    board = make_board(5, 8, {"C1": LOW, "C2": LOW}, {"C1": 1, "C2": 1, "C3": 1, "C6": 2})
    board = painted(board, "Wall", (91, 126, 125, 130), level=1)
    assert board.los("C2:cellar", "C6", thread=thread).clear
    assert board.los("C2", "C4", thread=thread).reason is not Reason.CELLAR_WALL
    assert board.los("C2:cellar", "C4", thread=thread).reason is Reason.CELLAR_WALL


@threads
def test_o63_along_hexsides_the_vertex_and_the_hexspine_count(thread: str) -> None:
    board = make_board(7, 6, {"C2": LOW, "C3": LOW})
    target = "E3"  # the line runs along the hexside of D2 and D3
    assert board.los("C3:cellar", target, thread=thread).along_hexside
    assert board.los("C3:cellar", target, thread=thread).clear
    x, y = board.grid.vertices_px[board.grid.index("C3")][2]
    spine = painted(board, "Hedge", (int(x), int(y) - 2, int(x) + 36, int(y) + 2))
    assert spine.los("C3", target, thread=thread).clear  # it touches both ends
    assert spine.los("C3:cellar", target, thread=thread).reason is Reason.CELLAR_WALL


# ---- rowhouses


BAR = "Rowhouse Wall, 1 Level"


def rowhouses(kind: str = HOUSE) -> Board:
    """Two houses in C2 and C3 with a bar on the hexside between them."""
    board = make_board(5, 6, {"C2": kind, "C3": kind})
    return painted(board, BAR, (91, 127, 125, 129))


@threads
def test_b2371_a_bar_is_as_high_as_the_houses_it_parts(thread: str) -> None:
    board = rowhouses()
    for level in ("", ":1", ":2"):
        result = board.los(f"C2{level}", f"C3{level}", thread=thread)
        assert result.reason is Reason.BUILDING_BAR


@threads
def test_b2371_between_unequal_houses_the_lower_one_counts(thread: str) -> None:
    board = painted(rowhouses(), LOW, (91, 129, 125, 192))
    assert board.hex("C3").terrain == LOW
    # level 2 of the higher house looks over the lower one
    assert board.los("C2:2", "C5", thread=thread).reason is not Reason.BUILDING_BAR
    assert board.los("C2:1", "C3:1", thread=thread).reason is Reason.BUILDING_BAR


@threads
def test_b2371_a_rooftop_looks_over_the_bars_of_its_own_hex(thread: str) -> None:
    board = rowhouses(LOW)
    assert board.los("C2:roof", "C3:roof", thread=thread).clear
    # C3 is as high as the rooftop, and no part of its own hex
    assert board.los("C2:roof", "C5", thread=thread).reason is Reason.NO_HEIGHT_ADVANTAGE
    only_bar = painted(make_board(5, 6, {"C1": LOW, "C2": LOW}), BAR, (91, 127, 125, 129))
    assert only_bar.los("C2:roof", "C5", thread=thread).clear
    assert only_bar.los("C2:1", "C5", thread=thread).blocked


def test_b23722_the_top_levels_of_a_split_level_building_do_not_see_each_other() -> None:
    board = make_board(5, 4, {"C2": HOUSE, "C3": HOUSE}, {"C2": 1})
    assert board.los("C2:2", "C3:2").reason is Reason.INSIDE_BUILDING


# ---- market places


def market() -> Board:
    """A market place in C3."""
    return make_board(5, 8, {"C3": "Stone Market Place"})


@threads
def test_b2373_a_market_place_is_open_below(thread: str) -> None:
    board = market()
    assert board.los("C2", "C4", thread=thread).clear
    assert board.los("C1", "C3", thread=thread).clear
    along = make_board(7, 6, {"D2": "Stone Market Place", "D3": "Stone Market Place"})
    assert along.los("C3", "E3", thread=thread).along_hexside
    assert along.los("C3", "E3", thread=thread).clear


@threads
def test_b2373_first_level_los_goes_into_both_levels_but_through_neither(thread: str) -> None:
    board = painted(market(), LOW, (100, 20, 116, 50))  # a house in C1
    for target in ("C3", "C3:1"):
        assert board.los("C1:1", target, thread=thread).clear
    assert board.los("C1:1", "C5", thread=thread).reason is Reason.NO_HEIGHT_ADVANTAGE
    opposite = painted(board, LOW, (100, 276, 116, 306))
    assert opposite.los("C1:1", "C5:1", thread=thread).reason is Reason.HALF_LEVEL


@threads
def test_b2373_from_higher_it_casts_blind_hexes(thread: str) -> None:
    board = painted(market(), HOUSE, (100, 20, 116, 50))
    assert blind(board, "C1:2", 3, thread) == [1]


@threads
def test_b2373_its_ground_is_outside_of_its_building(thread: str) -> None:
    board = make_board(5, 6, {"C2": HOUSE, "C3": "Stone Market Place"})
    assert board.los("C2:2", "C3", thread=thread).clear
    assert board.los("C2:2", "C3:1", thread=thread).reason is Reason.INSIDE_BUILDING


# ---- factories


FLOOR = "Stone Factory, 1.5 Level"


def factory(kind: str = FLOOR) -> Board:
    """A factory from C2 to C5."""
    return make_board(5, 8, dict.fromkeys(("C2", "C3", "C4", "C5"), kind))


@threads
def test_b23741_inside_a_factory_each_hex_passed_hinders(thread: str) -> None:
    board = factory()
    assert board.los("C2", "C3", thread=thread).hindrance == 0
    assert board.los("C2", "C4", thread=thread).hindrance == 1
    assert board.los("C2", "C5", thread=thread).hindrance == 2
    assert board.los("C2", "C5", thread=thread).clear


@threads
def test_b2374_from_outside_a_factory_is_an_obstacle(thread: str) -> None:
    board = factory()
    assert board.los("C1", "C6", thread=thread).reason is Reason.OBSTACLE
    assert board.los("C1", "C3", thread=thread).reason is Reason.OBSTACLE
    assert board.los("C1", "C2", thread=thread).clear


@threads
def test_b23741_a_line_that_leaves_the_factory_is_one_from_outside(thread: str) -> None:
    board = painted(factory(), "Open Ground", (80, 236, 136, 248))  # a yard across C4
    assert board.los("C2", "C4", thread=thread).hindrance == 1
    assert board.los("C2", "C5", thread=thread).reason is Reason.OBSTACLE


@threads
def test_o531_an_interior_wall_blocks_inside_a_factory(thread: str) -> None:
    board = painted(factory(), "Interior Factory Wall, 1 Level", (80, 190, 136, 194))
    assert board.los("C2", "C3", thread=thread).clear
    assert board.los("C2", "C4", thread=thread).reason is Reason.BUILDING_BAR


@threads
def test_o5_a_roofless_factory_hinders_twice_along_a_hexside(thread: str) -> None:
    inside = dict.fromkeys(("D2", "D3"), "Roofless Stone Factory, 1.5 Level")
    board = make_board(7, 6, inside)
    along = board.los("C3", "E3", thread=thread)
    assert along.along_hexside
    assert along.hindrance == 2
    assert board.los("D1", "D4", thread=thread).hindrance == 2
    assert board.los("D1", "D3", thread=thread).hindrance == 1


def test_b2374_a_factory_has_levels_by_its_stairways_only() -> None:
    board = factory("Stone Factory, 2.5 Level")
    assert board.hex("C3").levels == ("C3", "C3:roof")
    stairs = replace(board, stairways=frozenset({"C3"}))
    assert stairs.hex("C3").levels == ("C3", "C3:1", "C3:2", "C3:roof")


@threads
def test_b2387_a_factorys_rooftop_sees_the_ground_of_its_own_hex_only(thread: str) -> None:
    board = replace(factory("Stone Factory, 2.5 Level"), stairways=frozenset({"C3"}))
    assert board.los("C3:roof", "C3", thread=thread).clear
    assert board.los("C3:roof", "C3:2", thread=thread).reason is Reason.FACTORY_ROOF
    assert board.los("C3:roof", "C4", thread=thread).reason is Reason.INSIDE_BUILDING


# ---- huts and towers


@threads
def test_g51_huts_hinder_and_from_above_only_next_to_the_lower_end(thread: str) -> None:
    board = painted(make_board(5, 8), HUT, (100, 150, 116, 170), 0)  # drawn in C3
    assert board.los("C2", "C4", thread=thread).hindrance == 1
    high = painted(board, HOUSE, (100, 20, 116, 50))
    assert high.los("C1:2", "C4", thread=thread).hindrance == 1
    assert high.los("C1:2", "C5", thread=thread).hindrance == 0
    assert high.los("C1:1", "C5", thread=thread).hindrance == 1


@threads
def test_b342_a_tower_may_hinder_los_between_levels(thread: str) -> None:
    board = painted(make_board(5, 8), "Tower, 2 Level Hindrance", (100, 150, 116, 170))
    assert board.hex("C3").levels[:2] == ("C3", "C3:1")
    high = painted(board, HOUSE, (100, 20, 116, 50))
    assert high.los("C1:1", "C5", thread=thread).hindrance == 1
    obstacle = painted(high, "Tower, 2 Level Obstacle", (100, 150, 116, 170))
    assert obstacle.los("C1:1", "C5", thread=thread).reason is Reason.OBSTACLE


@threads
def test_a67_what_stands_on_a_crest_line_hinders_where_the_crest_does_not_block(
    thread: str,
) -> None:
    """B10.23: the tower stands on a ridge between the levels of the ends."""
    board = make_board(5, 9, levels={"C1": 3, "C4": 1})
    board = painted(board, "Tower, 2 Level Hindrance", (100, 214, 116, 234), 1)
    assert board.los("C1", "C6", thread=thread).clear
    assert board.los("C1", "C6", thread=thread).hindrance == 1


def test_every_level_of_a_town_is_seen_both_ways() -> None:
    kinds = ("Stone Factory, 1.5 Level", "Stone Market Place", HOUSE, LOW, "Huts")
    board = make_board(7, 5)
    for number, name in enumerate(board.hexes):
        if number % 3:
            board = _settle(board, name, kinds[number % len(kinds)])
    names = [place for name in board.hexes for place in board.hex(name).levels]
    matrix = board.los_matrix(names, names)
    assert len(names) > len(board.hexes) + 20
    assert np.array_equal(matrix.blocked, matrix.blocked.T)
    assert np.array_equal(matrix.hindrance, matrix.hindrance.T)
    assert np.array_equal(matrix.reason, matrix.reason.T)


def _settle(board: Board, name: str, kind: str) -> Board:
    x, y = (int(v) for v in board.grid.centres_px[board.grid.index(name)])
    return painted(board, kind, (max(0, x - 12), max(0, y - 12), x + 12, y + 12))
