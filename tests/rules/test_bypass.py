"""LOS to and from vertices: bypass aiming points, climbers (A6.12, A6.2, A6.7, B9.42, B11.42)."""

from __future__ import annotations

from dataclasses import replace

import pytest

import hexlos
from hexlos import Board, Reason, UnknownHexError

from synthetic import make_board, painted

threads = pytest.mark.parametrize("thread", ["exact", "vasl"])

#: The middle of each hexside and vertex of C3, whose centre is (108, 160): boxes of wall art.
NORTH = (92, 126, 124, 130)
SOUTH = (92, 190, 124, 194)
EAST_SPINE = (146, 158, 178, 162)
NORTH_EAST = [(128 + k, 131 + 2 * k, 132 + k, 133 + 2 * k) for k in range(14)]


def along(board: Board, kind: str, boxes: list[tuple[int, int, int, int]]) -> Board:
    for box in boxes:
        board = painted(board, kind, box)
    return board


@threads
def test_a62_the_own_hex_of_a_vertex_may_block(thread: str) -> None:
    """A6.2: woods of the own hex block from a vertex across its interior, not from its centre."""
    board = painted(make_board(5, 7), "Woods", (84, 140, 132, 180))
    assert board.los("C5", "C3", thread=thread).clear
    assert board.los("C5", "C3@S/SE", thread=thread).clear
    assert board.los("C1", "C3@N/NW", thread=thread).clear
    hidden = board.los("C5", "C3@N/NW", thread=thread)
    assert hidden.reason is Reason.OBSTACLE
    assert hidden.blocked_hex == "C3"
    assert board.los("C3@N/NW", "C3@S/SE", thread=thread).blocked
    assert board.los("C3", "C3@N/NW", thread=thread).clear


@threads
def test_a612_the_hexside_named_with_a_vertex_changes_nothing(thread: str) -> None:
    """A6.12: F4@N/NW, F4@NW/NW and F4@NW are one point, at whatever range the hex is."""
    board = hexlos.open_board("woodland")
    ways = ("F4@N/NW", "F4@NW/NW", "F4@NW")
    made = board.los_matrix(ways, board.hexes, thread=thread)
    for values in (made.blocked, made.hindrance, made.range, made.reason, made.where):
        assert (values == values[:1]).all()
    assert made.range[0].tolist() == board.los_matrix(["F4"], board.hexes).range[0].tolist()
    assert (made.source_px == made.source_px[0]).all()


@threads
def test_a612_one_vertex_has_three_hexes(thread: str) -> None:
    """A6.12: ends at one vertex see each other, whatever stands around it."""
    board = make_board(5, 6, {"C3": "Woods", "D2": "Stone Building", "D3": "Woods"})
    for one, two in (("C3@E", "D2@SW"), ("D2@SW", "D3@NW"), ("C3@E", "D3@NW")):
        result = board.los(one, two, thread=thread)
        assert result.clear
        assert result.range == 1
        assert result.margin is None
        assert {step.meets for step in result.steps} == {"end"}


@threads
def test_a67_hindrances_count_between_the_ends(thread: str) -> None:
    """A6.7: grain in the own hex of a vertex costs nothing, light woods do there too (B35.2)."""
    for terrain, own, between in (("Grain", 0, 1), ("Light Woods", 2, 2)):
        board = make_board(5, 8, {"C3": terrain, "C5": terrain})
        assert board.los("C4", "C3@N/NE", thread=thread).hindrance == own
        across = board.los("C7", "C3@N/NE", thread=thread)
        assert across.hindrance == own + between
        assert sum(across.hindrances.values()) == own + between
        assert board.los("C7", "C3@S/SE", thread=thread).hindrance == between


@threads
def test_a67_hexes_at_one_range_from_either_end_hinder_once(thread: str) -> None:
    """A6.7: G8 and G9 are both five hexes from B6, and three and four from J10."""
    board = along(make_board(12, 12), "Grain", [(307, 470, 311, 512), (330, 514, 336, 560)])
    assert [board.grid.distance(*map(board.grid.index, pair)) for pair in (
        ("B6", "G8"), ("B6", "G9"), ("J10", "G8"), ("J10", "G9"))] == [5, 5, 4, 3]  # fmt: skip
    for source, target in (("J10@NE", "B6"), ("B6", "J10@NE")):
        result = board.los(source, target, thread=thread)
        assert {step.hex for step in result.steps if step.hindrance} == {"G8", "G9"}
        assert result.hindrance == 1
        assert sum(result.hindrances.values()) == 1


@threads
def test_b101_a_vertex_is_at_the_level_of_its_hex(thread: str) -> None:
    """B10.1: over the valley around it, and beneath no strip of its own hex."""
    board = make_board(5, 8, levels={"C3": 1})
    assert board.los("C3@N/NE", "C7", thread=thread).clear
    low = make_board(5, 8, levels={"C3": 1, "C4": 1})
    assert low.los("C3@N/NE", "C7", thread=thread).reason is Reason.CREST_LINE
    strip = painted(make_board(5, 8), "Open Ground", (100, 134, 127, 150), level=1)
    assert strip.los("C3@N/NE", "C5", thread=thread).clear
    assert strip.los("C1", "C5", thread=thread).reason is Reason.GROUND


@threads
def test_b192_a_vertex_of_a_depression_hex_is_at_the_surface(thread: str) -> None:
    """B19.2: a unit in bypass is not IN the gully."""
    board = painted(make_board(7, 6), "Gully", (100, 0, 116, 384), level=-1)
    assert board.los("C3", "G3", thread=thread).reason is Reason.DEPRESSION
    assert board.los("C3@NE/E", "G3", thread=thread).clear
    assert board.los("C3@NW/W", "G3", thread=thread).clear
    assert board.los("C3", "C3@NE/E", thread=thread).clear


@threads
def test_b92_walls_of_the_own_hex_never_block(thread: str) -> None:
    """B9.2: no wall blocks LOS to any part of its own hex, of a vertex on the far side either."""
    board = along(make_board(5, 7), "Wall", [NORTH, SOUTH])
    for vertex in ("N/NW", "N/NE", "S/SE", "NW/W"):
        assert board.los("C5", f"C3@{vertex}", thread=thread).clear
        assert board.los("C1", f"C3@{vertex}", thread=thread).clear
    assert board.los("C1", "C5", thread=thread).reason is Reason.WALL_HEDGE


@threads
def test_b942_a_wall_at_the_vertex_matters_lengthwise_only(thread: str) -> None:
    """B9.42: a hexside touching the vertex affects a LOS that runs exactly along it."""
    board = along(make_board(9, 6), "Wall", [EAST_SPINE])
    assert board.hex("D2").hexsides[3].terrain == "Wall"
    assert board.los("D0", "C3@NE/E", thread=thread).clear
    # lengthwise it blocks with walls on all three hexspines at its far end [B9.2]
    assert board.los("G3", "C3@NE/E", thread=thread).clear
    beyond = [(180 + k, 160 + s * 2 * k - 1, 184 + k, 160 + s * 2 * k + 2) for k in range(15)
              for s in (-1, 1)]  # fmt: skip
    closed = along(board, "Wall", beyond)
    assert closed.hex("E3").hexsides[5].terrain == "Wall"
    assert closed.los("G3", "C3@NE/E", thread=thread).reason is Reason.HEXSPINE
    assert closed.los("C3@NE/E", "G3", thread=thread).reason is Reason.HEXSPINE


@threads
def test_b92_a_hexspine_may_be_crossed_on_the_way_to_another_vertex(thread: str) -> None:
    """B9.2: it is no hexside of the target's hex, and to a far vertex LOS goes across it."""
    board = along(make_board(9, 6), "Wall", [EAST_SPINE])
    assert board.los("F1", "C3", thread=thread).clear
    assert board.los("F1", "C3@SE", thread=thread).reason is Reason.WALL_HEDGE


@threads
def test_a61_along_the_own_hexside_terrain_must_show_on_both_sides(thread: str) -> None:
    """A6.1: LOS from vertex to vertex of one hex runs along its hexside."""
    for terrain, blocked in (({"D2": "Woods", "C3": "Woods"}, True), ({}, False)):
        result = make_board(6, 6, terrain).los("C3@NE", "C3@E", thread=thread)
        assert result.along_hexside
        assert result.range == 0
        assert result.blocked == blocked
    one_side = make_board(6, 6, {"D2": "Woods"})
    assert one_side.los("C3@NE", "C3@E", thread="exact").clear


def test_b6_inherent_terrain_of_the_own_hex_counts_across_it_only() -> None:
    """B.6, A6.2: rubble of the hex bypassed along blocks no LOS down its hexside."""
    own = make_board(6, 6, {"C3": "Stone Rubble"})
    assert own.los("C3@NE", "C3@E").clear
    assert own.los("C3@NW", "C3@SE").reason is Reason.HALF_LEVEL
    beside = make_board(6, 6, {"D2": "Stone Rubble"})
    assert beside.los("C3@NE", "C3@E").reason is Reason.HALF_LEVEL


@threads
def test_b1142_no_los_through_the_cliff_that_is_climbed(thread: str) -> None:
    """B11.42: LOS goes to the climbing vertex, through its cliff only from a hex formed by it."""
    board = along(make_board(5, 7), "Cliff", [NORTH])
    assert board.hex("C3").hexsides[0].terrain == "Cliff"
    for source, target in (("C1", "C3@N/NW"), ("C3@N/NE", "C1")):
        result = board.los(source, target, thread=thread)
        assert result.reason is Reason.CLIMBED_CLIFF
        assert result.blocked_hex == "C3"
        assert result.reason.rule == "B11.42"
    for other in ("C2", "C2@N/NW", "C5", "A2", "C3@S/SE", "E4"):
        assert board.los(other, "C3@N/NW", thread=thread).clear, other
    assert board.los("C1", "C3@NW", thread=thread).clear  # in bypass, not climbing
    assert board.los("C1", "C3@NW/NW", thread=thread).clear


@threads
def test_b1142_a_cliff_on_the_rim_of_a_bare_place_hides_its_climber(thread: str) -> None:
    """B11.42: what no board covers hinders nothing, but the cliff is there all the same."""
    a, b, c = (make_board(5, 7, name=name) for name in "abc")
    laid = hexlos.open_map([[a, None], [b, along(c, "Cliff", [(92, 0, 124, 3)])]])
    assert laid.los("a-D1", "c-C1@N/NW", thread=thread).reason is Reason.CLIMBED_CLIFF
    assert laid.los("a-D1", "c-C1@NW", thread=thread).clear  # in bypass, not climbing
    assert laid.los("b-D3", "c-C1@N/NW", thread=thread).clear


@threads
def test_p2_a_vertex_of_a_slope_hexside_is_up_slope(thread: str) -> None:
    """P2: slopes matter where the LOS crosses a slope hexside, its vertices included."""
    plain = along(make_board(5, 8), "Hedge", [(92, 254, 124, 258)])
    assert plain.los("C3@S/SE", "C7", thread=thread).reason is Reason.WALL_HEDGE
    for side, clear in ((3, True), (2, True), (0, False)):
        sloped = hexlos.Board(
            "sloped", plain.grid, plain.terrain, plain.level, slopes={"C3": (side,)}
        )
        assert sloped.los("C3@S/SE", "C7", thread=thread).clear == clear, side


@threads
def test_p2_down_its_own_hexside_to_a_slope(thread: str) -> None:
    """P2: the vertex at which a LOS ends is one of the slope hexside that begins there."""
    market = {name: "Wooden Market Place" for name in ("C3", "C4")}
    plain = make_board(5, 8, terrain=market)
    assert plain.los("C3@SW", "C4@NE", thread=thread).clear  # open at ground level (B23.73)
    for side, clear in ((2, False), (3, False), (5, True), (0, True)):
        sloped = replace(plain, slopes={"C3": (side,)})
        for ends in (("C3@SW", "C4@NE"), ("C4@NE", "C3@SW")):
            assert sloped.los(*ends, thread=thread).clear == clear, side


def test_addresses_of_a_hex() -> None:
    """A6.12: six vertices, each by either of its hexsides; those that the map shows."""
    board = make_board(5, 6)
    inner = board.hex("C3")
    assert inner.vertices == tuple(f"C3@{v}" for v in ("NW", "NE", "E", "SE", "SW", "W"))
    assert inner.bypass[:4] == ("C3@N/NW", "C3@N/NE", "C3@NE/NE", "C3@NE/E")
    assert len(inner.bypass) == 12
    assert inner.locations == inner.levels + inner.vertices + inner.bypass
    # the edge of the map cuts B0 in two; A2's upper hexside shows half
    assert board.hex("B0").vertices == ("B0@E", "B0@SE", "B0@SW", "B0@W")
    assert "A2@N/NW" in board.hex("A2").bypass
    assert "A2@NW" not in board.hex("A2").vertices


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("C3@N/E", "the vertices of hexside N are NW and NE"),
        ("C3@X", "the vertices of a hex are NW, NE, E, SE, SW, W"),
        ("C3@Q/NW", "the hexsides of a hex are N, NE, SE, S, SW, NW"),
        ("C3@", "a vertex as F4@NW"),
        ("C3:1@N", "a vertex as F4@NW"),
        ("B0@N/NW", "'B0@N/NW' is beside the map"),
        ("A2@W", "the vertices of A2 on it are A2@NE, A2@E, A2@SE"),
    ],
)
def test_what_is_no_vertex(address: str, says: str) -> None:
    with pytest.raises(UnknownHexError, match=says):
        make_board(5, 6).los(address, "C1")


@threads
def test_a612_every_address_of_a_board_in_one_call(thread: str) -> None:
    """A6.12: the bulk call takes all locations, and says what single questions say."""
    board = make_board(4, 3, {"B1": "Woods", "C2": "Stone Building, 2 Level"})
    names = [name for hex_ in board.hexes for name in board.hex(hex_).locations]
    made = board.los_matrix(names, names, thread=thread)
    assert made.sources == tuple(names)
    for i in range(0, len(names), 37):
        for j in range(0, len(names), 41):
            one = board.los(names[i], names[j], thread=thread)
            assert (one.blocked, one.hindrance, one.range, one.reason) == (
                made.blocked[i, j], made.hindrance[i, j], made.range[i, j], made.reason[i, j],
            )  # fmt: skip


def test_levels_of_a_matrix_are_no_vertices() -> None:
    board = make_board(5, 6)
    assert not [name for name in board.los_matrix("levels", []).sources if "@" in name]
