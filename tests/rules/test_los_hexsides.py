"""Roads, hexsides, water, buildings and railroads, rule by rule, on small boards."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import hexlos
from hexlos import Board, Reason

from synthetic import make_board, painted

threads = pytest.mark.parametrize("thread", ["exact", "vasl"])

#: Along the hexside of C4 and C5, and of C6 and C7.
SOUTH = (91, 253, 125, 259)
FARTHER = (91, 381, 125, 387)


@threads
def test_a68_adjacent_hexes_need_not_see_each_other(thread: str) -> None:
    """A6.8, B19.2, B23.25: Depressions that no hexside joins; levels of one building."""
    apart = painted(make_board(5, 9), "Gully", (100, 200, 116, 240), -1)
    apart = painted(apart, "Gully", (100, 270, 116, 300), -1)
    assert apart.los("C4", "C5", thread=thread).reason is Reason.DEPRESSION_HEXSIDE
    joined = painted(apart, "Gully", (100, 200, 116, 300), -1)
    assert joined.los("C4", "C5", thread=thread).clear
    house = make_board(5, 9, dict.fromkeys(("C4", "C5"), "Stone Building, 2 Level"))
    assert house.los("C4:1", "C5:1", thread=thread).clear
    assert house.los("C4:1", "C5:2", thread=thread).reason is Reason.INSIDE_BUILDING


@threads
def test_b52_elevated_roads(thread: str) -> None:
    """B5.2, B5.22: a level high, contour lines too; one hides what is below beyond another."""
    road = make_board(5, 9, {"C4": "Elevated Road"}, {"C4": 1})
    assert road.hex("C4").base_level == 1
    assert road.los("C1", "C9", thread=thread).reason is Reason.GROUND
    assert road.los("C4", "C9", thread=thread).clear
    contour = painted(make_board(5, 9), "Open Ground", (90, 200, 126, 204), level=1)
    assert contour.los("C1", "C9", thread=thread).reason is Reason.GROUND
    two = make_board(5, 9, dict.fromkeys(("C1", "C4"), "Elevated Road"), {"C1": 1, "C4": 1})
    assert two.los("C1", "C3", thread=thread).clear
    assert two.los("C1", "C4", thread=thread).clear
    assert two.los("C1", "C6", thread=thread).reason is Reason.CREST_LINE


@threads
def test_b521_through_a_hex_with_an_elevated_road(thread: str) -> None:
    """B5.21: ends below it see each other where the LOS meets neither contour lines nor road."""
    beside = painted(make_board(5, 9), "Elevated Road", (116, 192, 140, 256), level=1)
    assert beside.los("C1", "C9", thread=thread).clear
    across = painted(beside, "Elevated Road", (84, 210, 116, 220), level=1)
    assert across.los("C1", "C9", thread=thread).reason is Reason.GROUND


@threads
def test_b521_beneath_the_bridge_of_an_elevated_road(thread: str, peer: Path) -> None:
    """B5.21: the rulebook's LOS from 13L7 to 13J4, and beneath a bridge of our own."""
    assert hexlos.open_board("13", boards_dir=peer / "boards").los("L7", "J4", thread=thread).clear
    board = painted(make_board(5, 9), "Elevated Road", (76, 216, 140, 232), level=1)
    board = painted(board, "Single Hex Stone Bridge", (76, 212, 140, 216), level=1)
    board = painted(board, "Single Hex Stone Bridge", (76, 232, 140, 236), level=1)
    assert board.los("C1", "C9", thread=thread).clear


@threads
def test_b9531_height_over_bocage(thread: str) -> None:
    """B9.52, B9.531: the hex next to it is blind to level 2, to level 3 no more; not lengthwise."""
    bocage = ("Bocage", SOUTH)
    two = painted(make_board(5, 9, levels={"C2": 2}), *bocage)
    assert two.los("C2", "C5", thread=thread).clear
    assert two.los("C2", "C6", thread=thread).reason is Reason.BLIND_HEX
    three = painted(make_board(5, 9, levels={"C2": 3}), *bocage)
    assert three.los("C2", "C6", thread=thread).clear
    # along the hexspine between C4 and C5, from B4 to D4 and on
    for level in (0, 3):
        along = painted(make_board(7, 9, levels={"B4": level}), *bocage)
        result = along.los("B4", "D4", thread=thread)
        assert result.along_hexside
        assert result.blocked


@threads
@pytest.mark.parametrize("kind", ["Wall", "Hedge", "Cactus Hedge", "Road Block"])
def test_b92_half_level_hexsides(kind: str, thread: str) -> None:
    """B9.2, B9.7, B29: of no end's own, at both ends' level; seen over from higher."""
    board = painted(make_board(5, 9), kind, SOUTH)
    assert board.los("C2", "C7", thread=thread).reason is Reason.WALL_HEDGE
    assert board.los("C4", "C7", thread=thread).clear
    higher = painted(make_board(5, 9, levels={"C2": 1}), kind, SOUTH)
    assert higher.los("C2", "C7", thread=thread).clear


@threads
def test_b1011_crest_lines(thread: str) -> None:
    """B10.11, B10.2, B10.21, B10.22: wherever levels meet; lower and equal ones hide nothing."""
    board = painted(make_board(5, 9), "Open Ground", (76, 196, 140, 200), level=1)
    assert board.los("C1", "C9", thread=thread).blocked
    assert board.los("C4", "C9", thread=thread).clear
    for level in (1, 2):
        raised = make_board(5, 9, levels={"C1": level, "C9": level, "C4": 1, "C6": 1})
        assert raised.los("C1", "C9", thread=thread).clear
    over = make_board(5, 9, {"C4": "Woods"}, {"C1": 1, "C9": 1})
    assert over.los("C1", "C9", thread=thread).clear
    down = make_board(5, 9, {"C4": "Woods"}, {"C1": 1})
    assert down.los("C1", "C9", thread=thread).reason is Reason.NO_HEIGHT_ADVANTAGE
    # a lower end sees to the first hex of a level above it
    hill = make_board(5, 9, levels={f"C{row}": 1 for row in range(4, 10)})
    assert hill.los("C1", "C4", thread=thread).clear
    assert hill.los("C1", "C5", thread=thread).reason is Reason.CREST_LINE


@threads
def test_b212_water(thread: str) -> None:
    """B21.2: a level lower, its shore a Crest Line: seen from the shore, and from above."""
    water = {f"C{row}": "Water" for row in (4, 5, 6)}
    low = {hex_: -1 for hex_ in water}
    board = make_board(5, 9, water, low)
    assert board.los("C3", "C6", thread=thread).clear
    assert board.los("C4", "C6", thread=thread).clear
    assert board.los("C2", "C4", thread=thread).reason is Reason.CREST_LINE
    assert board.los("C5", "C2", thread=thread).blocked
    assert board.los("C2", "C8", thread=thread).clear
    assert make_board(5, 9, water, low | {"C2": 1}).los("C2", "C4", thread=thread).clear


@threads
def test_b2372_split_levels(thread: str) -> None:
    """B23.72: the part on the hill is a storey lower and as high; B23.722: its top does not see
    the top of the lower part."""
    kinds = {"C4": "Stone Building, 1 Level", "C5": "Stone Building, 2 Level"}
    board = make_board(5, 9, kinds, {"C4": 1})
    assert "split-level-building" in board.hex("C4").classes
    for level in (2, 3):
        ends = make_board(5, 9, kinds, {"C4": 1, "C2": level, "C8": level})
        assert ends.los("C2", "C8", thread=thread).clear == (level == 3)
    both = make_board(5, 9, dict.fromkeys(kinds, "Stone Building, 2 Level"), {"C4": 1})
    assert both.los("C4:2", "C5:2", thread=thread).reason is Reason.INSIDE_BUILDING


@threads
def test_b23741_within_a_factory(thread: str) -> None:
    """B23.74, B23.741, O5.31: a hindrance each hex inside, an obstacle from outside; its inner
    walls block."""
    rows = [f"C{row}" for row in range(3, 7)]
    board = make_board(5, 9, dict.fromkeys(rows, "Stone Factory, 1.5 Level"))
    assert board.los("C3", "C6", thread=thread).hindrance == 2
    assert board.los("C2", "C7", thread=thread).blocked
    assert painted(board, "Interior Factory Wall, 1 Level", SOUTH).los("C3", "C6").blocked
    roofless = make_board(5, 9, dict.fromkeys(rows, "Roofless Stone Factory, 1.5 Level"))
    assert roofless.los("C2", "C7", thread=thread).hindrance == 4


@threads
def test_b3213_along_a_railroad(thread: str) -> None:
    """B32.13, B32.1: along it embankments and Crest Lines hide nothing; across it one blocks."""
    rows = [f"C{row}" for row in range(2, 9)]
    kinds = dict.fromkeys(rows, "Railroad, Embankment")
    assert make_board(5, 9, kinds).los("C2", "C8", thread=thread).clear
    assert make_board(5, 9, {"C5": "Railroad, Embankment"}).los("C2", "C8", thread=thread).blocked
    down = {"C2": 2, "C3": 1, "C4": 1}
    assert make_board(5, 9, kinds, down).los("C2", "C5", thread=thread).clear
    drop = {"C2": 2, "C3": 2}
    assert make_board(5, 9, kinds, drop).los("C2", "C5", thread=thread).clear
    assert make_board(5, 9, levels=drop).los("C2", "C5", thread=thread).blocked
    # a sunken one is a Depression
    sunken = painted(make_board(5, 9), "Railroad, Sunken", (100, 200, 116, 440), -1)
    assert sunken.los("C5", "C6", thread=thread).clear
    assert sunken.los("C5", "C9", thread=thread).reason is Reason.DEPRESSION
    elevated = make_board(5, 9, {"C5": "Railroad, Elevated"}, {"C5": 1})
    assert elevated.los("C2", "C8", thread=thread).blocked


@threads
def test_f6_hillocks(thread: str) -> None:
    """F6: half a level high, on a hillock one sees over walls; another hillock between blocks."""
    between = make_board(5, 9, {"C5": "Hillock"})
    assert between.los("C2", "C8", thread=thread).reason is Reason.HALF_LEVEL
    assert between.los("C5", "C8", thread=thread).clear
    three = make_board(5, 9, dict.fromkeys(("C2", "C5", "C8"), "Hillock"))
    assert three.los("C2", "C8", thread=thread).blocked
    assert make_board(5, 9, {"C5": "Hillock Summit"}).los("C2", "C8", thread=thread).clear


def sloped(sides: dict[str, tuple[int, ...]], board: Board) -> Board:
    """The board with slopes on hexsides."""
    return replace(board, slopes=sides)


@threads
def test_p2_slopes(thread: str) -> None:
    """P2: up-slope through a slope hexside or its vertex one sees over half a level, no hillock."""
    walled = painted(painted(make_board(5, 9), "Wall", FARTHER), "Brush", (100, 270, 116, 300))
    assert walled.los("C2", "C9", thread=thread).reason is Reason.WALL_HEDGE
    for sides in ({"C2": (3,)}, {"C9": (0,)}):
        result = sloped(sides, walled).los("C2", "C9", thread=thread)
        assert (result.clear, result.hindrance) == (True, 0)
    assert sloped({"C2": (0, 1, 5)}, walled).los("C2", "C9", thread=thread).blocked
    hillock = make_board(5, 9, {"C5": "Hillock"})
    assert sloped({"C2": (3,)}, hillock).los("C2", "C9", thread=thread).blocked
    woods = make_board(5, 9, {"C5": "Woods"})
    assert sloped({"C2": (3,)}, woods).los("C2", "C9", thread=thread).blocked
    # out through the vertex of hexsides 1 and 2, of either of them
    spine = make_board(7, 9, dict.fromkeys(("D2", "D3"), "Crag, Broken Terrain"))
    assert spine.los("C3", "G3", thread=thread).along_hexside
    assert spine.los("C3", "G3", thread=thread).blocked
    for side in (1, 2):
        assert sloped({"C3": (side,)}, spine).los("C3", "G3", thread=thread).clear
    assert sloped({"C3": (3,)}, spine).los("C3", "G3", thread=thread).blocked


@threads
def test_b2373_market_places(thread: str) -> None:
    """B23.73: open at ground level, along it too; above, an obstacle of 1 1/2 levels."""
    market = {"C4": "Stone Market Place"}
    assert make_board(5, 9, market).los("C1", "C9", thread=thread).clear
    pair = make_board(5, 9, dict.fromkeys(("C4", "C5"), "Stone Market Place"))
    assert pair.los("B4", "D4", thread=thread).clear
    for level, seen in ((1, False), (2, True)):
        board = make_board(5, 9, market, {"C1": level, "C9": level})
        assert board.los("C1", "C9", thread=thread).clear == seen
    assert make_board(5, 9, market, {"C1": 1}).los("C1", "C4", thread=thread).clear
    assert make_board(5, 9, market, {"C1": 1}).los("C1", "C5", thread=thread).blocked
    high = make_board(5, 9, market, {"C1": 2})
    assert high.los("C1", "C5", thread=thread).reason is Reason.BLIND_HEX
    assert high.los("C1", "C6", thread=thread).clear


@threads
def test_b62_bridges(thread: str) -> None:
    """B6.2: across the road to hinder, along it not; both ends at its level or one below it."""
    board = painted(make_board(5, 9), "Gully", (76, 216, 140, 232), -1)
    board = painted(board, "Stone Bridge", (96, 210, 120, 238))
    board = painted(board, "Dirt Road", (105, 192, 111, 256))
    assert board.los("C2", "C7", thread=thread).hindrance == 0
    assert board.los("A3", "E5", thread=thread).hindrance == 1
    assert board.los("C4", "C4:under", thread=thread).reason is Reason.BRIDGE_DECK
    wide = painted(board, "Dirt Road", (84, 205, 132, 243))
    assert wide.los("A3", "E5", thread=thread).hindrance == 0
    raised = painted(painted(board, "Open Ground", (0, 140, 20, 180), 1), "Open Ground",
                     (196, 268, 216, 300), 1)  # fmt: skip
    assert raised.los("A3", "E5", thread=thread).hindrance == 0
