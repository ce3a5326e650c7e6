"""What each terrain does to a LOS, rule by rule, on small boards."""

from __future__ import annotations

import pytest

from hexlos import Board, Reason

from synthetic import make_board, painted

threads = pytest.mark.parametrize("thread", ["exact", "vasl"])

#: Terrain that no LOS takes notice of: B1.2, B2.2, B3.2, B7, B21.6, F2.2, F3, F7.1, F4.2.
NOTHING = [
    ("Open Ground", "B1.2"), ("Plowed Field", "B1.2"), ("Shellholes", "B2.2"),
    ("Dirt Road", "B3.2"), ("Paved Road", "B3.2"), ("Runway", "B7"), ("Path", "B13.6"),
    ("Ice", "B21.6"), ("Scrub", "F2.2"), ("Hammada", "F3"), ("Sand", "F7.1"), ("Deir", "F4.2"),
    ("Railroad, Ground Level", "B32.1"), ("Rice Paddy, Drained", "G"),
    ("Rice Paddy, Irrigated", "G"), ("Foxholes", "B27"),
]  # fmt: skip

#: Terrain that hinders at one level, by how much, and whether the whole hex does (B.6).
HINDRANCES = [
    ("Brush", 1, False, "B12.2"), ("Grain", 1, False, "B15.2"), ("Marsh", 1, False, "B16.2"),
    ("Mudflats", 1, False, "B16.7"), ("Crag", 1, True, "B17"), ("Graveyard", 1, True, "B18"),
    ("Debris", 1, True, "B37"), ("Vineyard", 1, True, "B12.7"), ("Orchard", 1, True, "B14.21"),
    ("Orchard, Out of Season", 1, True, "B14.21"), ("Olive Grove", 1, True, "B14.8"),
    ("Light Woods", 2, False, "B35.2"), ("Kunai", 1, False, "G"), ("Palm Trees", 1, True, "G"),
    ("Rice Paddy, In Season", 1, True, "G"), ("Huts", 1, False, "G5.1"),
]  # fmt: skip

#: Obstacles, by twice their height, and whether the whole hex is one.
OBSTACLES = [
    ("Woods", 2, False, "B13.2"), ("Pine Woods", 4, False, "B13.81"),
    ("Lumberyard", 2, False, "B23.211"), ("Stone Building", 2, False, "B23.21"),
    ("Stone Building, 1 Level", 3, False, "B23.22"),
    ("Stone Building, 2 Level", 5, False, "B23.23"),
    ("Stone Building, 3 Level", 7, False, "B23.24"), ("Stone Rubble", 1, True, "B24.2"),
    ("Stone Rubble Level 1", 3, True, "B24.2"), ("Cactus Patch", 1, True, "B14.7"),
    ("Crag, Broken Terrain", 1, True, "F13.1"), ("Hillock", 1, True, "F6"),
    ("Sand Dune", 1, True, "F7.5"), ("Bamboo", 2, True, "G"), ("Dense Jungle", 4, True, "G"),
    ("Tower Obstacle", 3, False, "B34.2"), ("Railroad, Embankment", 1, True, "B32.1"),
]  # fmt: skip

#: In C4, off the column's line, and where it touches the hex.
CORNER = (82, 218, 92, 234)


def between(kind: str, levels: dict[str, int] | None = None) -> Board:
    """Column C with a whole hex of terrain in C4."""
    return make_board(5, 9, {"C4": kind}, levels)


def shown_aside(kind: str) -> Board:
    """Terrain in a corner and beside the dot of C4, which lies on a road."""
    board = painted(painted(make_board(5, 9), kind, CORNER), kind, (110, 222, 114, 226))
    return painted(board, "Dirt Road", (107, 223, 109, 225))


@threads
@pytest.mark.parametrize(("kind", "rule"), NOTHING)
def test_terrain_without_effect(kind: str, rule: str, thread: str) -> None:
    """B1.2 and others: neither an obstacle nor a hindrance, at one level or two."""
    for levels in ({}, {"C1": 1}, {"C1": 2, "C9": 2}):
        for ends in (("C1", "C9"), ("C9", "C1")):
            result = between(kind, levels).los(*ends, thread=thread)
            assert (result.clear, result.hindrance) == (True, 0), rule


@threads
@pytest.mark.parametrize(("kind", "amount", "whole", "rule"), HINDRANCES)
def test_hindrances(kind: str, amount: int, whole: bool, rule: str, thread: str) -> None:
    """A6.7: each hex through which the LOS goes, at its level; not those of the ends."""
    board = between(kind)
    assert board.los("C1", "C9", thread=thread).hindrance == amount, rule
    assert board.los("C4", "C9", thread=thread).hindrance == 0
    for levels in ({"C1": 2, "C9": 2}, {"C4": -1}):
        result = between(kind, levels).los("C1", "C9", thread=thread)
        assert (result.clear, result.hindrance) == (True, 0)
    part = shown_aside(kind)
    assert part.los("C1", "C9", thread=thread).hindrance == (amount if whole else 0), rule


@threads
@pytest.mark.parametrize(("kind", "top", "whole", "rule"), OBSTACLES)
def test_obstacles(kind: str, top: int, whole: bool, rule: str, thread: str) -> None:
    """A6.2, A6.21, B10.22: they block what is below their top, not into or out of their hex."""
    board = between(kind)
    assert board.los("C1", "C9", thread=thread).blocked, rule
    assert board.los("C4", "C9", thread=thread).clear
    assert board.los("C1", "C4", thread=thread).clear
    for level in range(1, 4):
        seen = between(kind, {"C1": level, "C9": level}).los("C1", "C9", thread=thread)
        assert seen.clear == (2 * level >= top), (rule, level)
    part = painted(make_board(5, 9), kind, (106, 216, 111, 232))
    assert part.los("C1", "C9", thread=thread).blocked
    assert shown_aside(kind).los("C1", "C9", thread=thread).blocked == whole, rule


@threads
def test_b4_los_over_terrain(thread: str) -> None:
    """B.4: a LOS over terrain is unaffected, by what sits in a Blind Hex as well."""
    board = make_board(5, 9, {"C3": "Woods", "C4": "Brush", "C5": "Grain"}, {"C1": 2})
    assert board.los("C1", "C4", thread=thread).blocked
    result = board.los("C1", "C9", thread=thread)
    assert (result.clear, result.hindrance) == (True, 0)


@threads
def test_b5_continuous_slopes(thread: str) -> None:
    """B.5: one level a hex, all one way: hindrances and half-level obstacles act, walls do not."""
    rising = {f"C{row}": row for row in range(1, 6)}
    slope = make_board(5, 9, {"C2": "Brush", "C4": "Brush"}, rising)
    result = slope.los("C1", "C5", thread=thread)
    assert result.is_continuous_slope
    assert result.hindrance == 2
    patch = make_board(5, 9, {"C3": "Cactus Patch"}, rising)
    assert patch.los("C1", "C5", thread=thread).reason is Reason.HALF_LEVEL
    walled = painted(make_board(5, 9, levels=rising), "Wall", (91, 190, 125, 192), level=3)
    assert walled.los("C1", "C5", thread=thread).clear
    # two hexes at one level: none
    uneven = make_board(5, 9, {"C2": "Brush"}, rising | {"C3": 2, "C4": 3, "C5": 4})
    assert uneven.los("C1", "C5", thread=thread).hindrance == 0
    assert not uneven.los("C1", "C5", thread=thread).is_continuous_slope


@threads
def test_b10_six_hindrances_block(thread: str) -> None:
    """B.10: a total of six or more blocks, five do not."""
    rows = [f"C{row}" for row in range(2, 8)]
    six = make_board(5, 9, dict.fromkeys(rows, "Grain"))
    assert six.los("C1", "C8", thread=thread).reason is Reason.SIX_HINDRANCES
    assert six.los("C1", "C7", thread=thread).hindrance == 5
    three = make_board(5, 9, dict.fromkeys(rows[:3], "Light Woods"))
    assert three.los("C1", "C8", thread=thread).reason is Reason.SIX_HINDRANCES


@threads
def test_b142_orchards_to_and_from_above(thread: str) -> None:
    """B14.2, B14.8: in season a one-level obstacle; out of it one next to the lower end hinders."""
    for kind in ("Orchard", "Olive Grove", "Palm Trees"):
        assert between(kind, {"C1": 1}).los("C1", "C9", thread=thread).blocked
        high = between(kind, {"C1": 2})
        assert high.los("C1", "C5", thread=thread).reason is Reason.BLIND_HEX
        assert high.los("C1", "C6", thread=thread).clear
    bare = "Orchard, Out of Season"
    one = make_board(5, 9, {"C3": bare, "C4": bare}, {"C1": 1})
    assert one.los("C1", "C5", thread=thread).hindrance == 2
    two = make_board(5, 9, {"C3": bare, "C4": bare}, {"C1": 2})
    assert two.los("C1", "C5", thread=thread).hindrance == 1
    assert two.los("C1", "C6", thread=thread).hindrance == 0


@threads
def test_b146_orchard_roads(thread: str) -> None:
    """B14.6: no effect while the LOS stays on the road, at one level or two."""
    road = painted(make_board(5, 9, {"C4": "Orchard"}), "Dirt Road", (102, 192, 114, 256))
    assert road.los("C1", "C9", thread=thread).hindrance == 0
    above = make_board(5, 9, {"C4": "Orchard"}, {"C1": 1})
    assert above.los("C1", "C9", thread=thread).blocked
    above = painted(above, "Dirt Road", (102, 192, 114, 256))
    assert above.los("C1", "C9", thread=thread).clear
    short = painted(make_board(5, 9, {"C4": "Orchard"}), "Dirt Road", (102, 192, 114, 240))
    assert short.los("C1", "C9", thread=thread).hindrance == 1


@threads
def test_q22_partial_orchards(thread: str) -> None:
    """Q2.2: where the dot is neither orchard nor road only drawn trees count, off hexsides."""
    board = painted(make_board(5, 9), "Orchard", CORNER)
    assert "orchard" in board.hex("C4").classes
    assert board.los("C1", "C9", thread=thread).hindrance == 0
    assert painted(board, "Orchard", (100, 200, 116, 210)).los("C1", "C9", thread=thread).hindrance


def test_b1_what_a_hex_is() -> None:
    """B.1, B15.1, B16.1, B19.1, B20.1, B21.1, B23.1: by the dot, or by what shows in it."""
    house = painted(make_board(5, 9), "Wooden Building", (84, 204, 98, 220))
    assert "building" in house.hex("C4").classes
    assert house.los("C1", "C9").clear
    assert house.los("C1", "C9", thread="vasl").clear
    for kind, name in (("Grain", "grain"), ("Marsh", "marsh"), ("Water", "pond")):
        board = make_board(5, 9, {"C4": kind})
        assert name in board.hex("C4").classes, kind
        assert name not in painted(make_board(5, 9), kind, CORNER).hex("C4").classes
    assert "gully" in painted(make_board(5, 9), "Gully", (76, 192, 88, 256), -1).hex("C4").classes
    stub = painted(make_board(5, 9), "Shallow Stream", (100, 192, 116, 214), -1)
    assert "stream" not in stub.hex("C4").classes
    through = painted(make_board(5, 9), "Shallow Stream", (100, 192, 116, 256), -1)
    assert "stream" in through.hex("C4").classes


@threads
def test_b24_rubble(thread: str) -> None:
    """B24.2: that of upper levels covers its hex at ground level, and stands where it is drawn."""
    upper = painted(make_board(5, 9), "Stone Rubble Level 1", CORNER)
    upper = painted(upper, "Stone Rubble Level 1", (111, 222, 122, 226))
    assert upper.los("C1", "C9", thread=thread).reason is Reason.HALF_LEVEL
    high = make_board(5, 9, {"C4": "Stone Rubble Level 1"}, {"C1": 2})
    assert high.los("C1", "C5", thread=thread).reason is Reason.BLIND_HEX
    assert high.los("C1", "C6", thread=thread).clear
    # over a gully: at the surface and IN it
    for kind in ("Stone Rubble", "Wooden Rubble"):
        gully = painted(make_board(5, 9, {"C4": kind}), "Gully", (100, 80, 116, 432), -1)
        assert gully.los("C2", "C6", thread=thread).blocked
        assert gully.los("C1", "C9", thread=thread).blocked


@threads
def test_b101_terrain_on_the_slope_of_a_hill(thread: str) -> None:
    """B10.1: it rises from the ground coded beneath it, on either side of a drawn Crest Line."""
    woods = make_board(5, 9, {"C4": "Woods"}, {"C1": 1, "C9": 1})
    assert woods.los("C1", "C9", thread=thread).clear
    part = painted(woods, "Woods", (76, 192, 140, 210), level=1)
    assert part.los("C1", "C9", thread=thread).blocked
    raised = make_board(5, 9, {"C4": "Woods"}, {"C1": 1, "C4": 1, "C9": 1})
    assert raised.los("C1", "C9", thread=thread).blocked
    orchard = make_board(5, 9, {"C4": "Orchard"}, {"C1": 1, "C9": 1})
    assert orchard.los("C1", "C9", thread=thread).hindrance == 0
    hill = painted(orchard, "Orchard", (76, 192, 140, 210), level=1)
    assert hill.los("C1", "C9", thread=thread).hindrance == 1
