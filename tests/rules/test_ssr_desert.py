"""Broken Terrain and Steppe: desert boards, scattered art, Accessible hexes (F13.1, F13.2)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

import hexlos
from hexlos import Board, Reason, SsrError
from hexlos.catalogue import terrain_code

from synthetic import make_board

DESERTS = ("26", "28", "30")


@cache
def desert() -> Board:
    return hexlos.open_board("desert")


@cache
def broken() -> Board:
    return desert().with_ssr("broken-terrain")


def terrains(board: Board) -> dict[str, str]:
    """Terrain of every hex."""
    return {name: board.hex(name).terrain for name in board.hexes}


def of(board: Board, *names: str) -> set[str]:
    """Hexes of these terrains."""
    return {hex_ for hex_, terrain in terrains(board).items() if terrain in names}


def adjacent(board: Board, name: str) -> dict[str, int]:
    """Hexes around a hex, found by distance, with the hexside that leads there."""
    index = board.grid.index(name)
    here = board.grid.centres_px
    found = {}
    for side in range(6):
        a, b = board.grid.vertices_px[index][[side, (side + 1) % 6]]
        there = here[index] + 2 * ((a + b) / 2 - here[index])
        near = np.hypot(*(here - there).T)
        if near.min() < 5:
            found[board.hexes[int(near.argmin())]] = side
    return found


def has_cliff(board: Board, name: str, side: int) -> bool:
    """Whether cliff art runs along most of a hexside: looked up pixel by pixel."""
    a, b = board.grid.vertices_px[board.grid.index(name)][[side, (side + 1) % 6]]
    hits = 0
    for share in np.linspace(0.05, 0.95, 31):
        x, y = a + share * (b - a)
        window = board.terrain[max(0, int(x) - 3) : int(x) + 4, max(0, int(y) - 3) : int(y) + 4]
        hits += bool((window == terrain_code("Cliff")).any())
    return hits > 15


def test_broken_ground_is_what_is_accessible() -> None:
    """F13.1: exactly the Open Ground hexes, tracks through them or not, beside hammada and not
    across a cliff: found here from the planes alone."""
    board = desert()
    was = terrains(board)
    hammada = of(board, "Hammada")
    dry = {name for name in board.hexes if not board.hex(name).is_depression}
    ground = {name for name in dry if was[name] in ("Open Ground", "Track")}
    accessible = {
        name
        for name in ground
        for beside, side in adjacent(board, name).items()
        if beside in hammada and not has_cliff(board, name, side)
    }
    assert of(broken(), "Broken Ground") == accessible
    beyond_cliffs = {name for name in ground - accessible if hammada & set(adjacent(board, name))}
    assert beyond_cliffs, "the board has hexes that only a cliff keeps from being Broken Ground"
    assert {was[name] for name in accessible} == {"Open Ground", "Track"}


def test_broken_terrain() -> None:
    """F13.1: scrub is inherent brush and hammada half-level crag; what else there is stays."""
    board, made = desert(), broken()
    was, now = terrains(board), terrains(made)
    for name in board.hexes:
        if was[name] == "Scrub":
            assert (now[name], made.hex(name).inherent) == ("Brush", "Brush")
        elif was[name] == "Hammada":
            assert now[name] == made.hex(name).inherent == "Crag, Broken Terrain"
        elif now[name] != "Broken Ground":
            assert now[name] == was[name]
    assert made.level is board.level


def test_broken_ground_has_no_los_effect() -> None:
    """F13.1: it is neither obstacle nor hindrance."""
    ground = make_board(terrain={"C2": "Hammada", "C3": "Scrub"}).with_ssr("broken-terrain")
    assert ground.hex("B2").terrain == "Broken Ground"
    assert ground.hex("B2").inherent is None
    assert ground.los("B1", "B3").clear
    assert ground.los("B1", "B3").hindrance == 0


def test_crag_of_broken_terrain_is_a_half_level_obstacle() -> None:
    """F13.1, A6.21: like rubble; it blocks at its own level, from above nothing."""
    levels = {"B1": 1}
    board = make_board(terrain={"C2": "Hammada"}, levels=levels).with_ssr("broken-terrain")
    assert board.los("C1", "C3").reason == Reason.HALF_LEVEL
    assert board.los("B1", "D3").clear
    assert board.los("B2", "C2").clear


def test_steppe() -> None:
    """F13.2: hammada is brush, scrub woods; sand is grain where the rule says so."""
    board = desert()
    made, grain = board.with_ssr("steppe"), board.with_ssr("SteppeTerrain:grain")
    turned = {"Scrub": "Woods", "Hammada": "Brush"}
    was, now = terrains(board), terrains(made)
    assert now == {name: turned.get(terrain, terrain) for name, terrain in was.items()}
    assert of(grain, "Grain") == of(board, "Sand")
    assert of(grain, "Woods") == of(board, "Scrub")
    assert grain.history == ("steppe:grain",)
    for name in of(grain, "Grain", "Woods", "Brush"):
        assert grain.hex(name).inherent == grain.hex(name).terrain
    assert all(made.hex(name).is_woods for name in of(made, "Woods"))
    assert made.level is board.level


@pytest.mark.parametrize(
    ("rule", "kind", "los"),
    [
        ("steppe", "Scrub", "blocked"),
        ("steppe", "Hammada", 1),
        ("steppe:grain", "Sand", 1),
        ("broken-terrain", "Scrub", 1),
        ("broken-terrain", "Hammada", "blocked"),
    ],
)
def test_all_of_it_is_inherent(rule: str, kind: str, los: str | int) -> None:
    """F13.1, F13.2, B.6: one dot of art makes the whole hex count, its hexsides included."""
    board = make_board(7, 5, terrain={"A1": "Scrub"})
    terrain = board.terrain.copy()
    x, y = (int(v) for v in board.grid.centres_px[board.grid.index("D3")])
    terrain[x + 3 : x + 5, y + 4 : y + 6] = terrain_code(kind)
    made = board.with_planes(terrain, board.level, "a dot").with_ssr(rule)
    through, along = made.los("D1", "D5"), made.los("C3", "E3")
    assert along.along_hexside
    for result in (through, along):
        assert ("blocked" if result.blocked else result.hindrance) == los


def test_slivers_of_a_neighbour_make_no_hex() -> None:
    """B.6: art that spills over stays without effect."""
    board = make_board(terrain={"C2": "Hammada"})
    terrain = board.terrain.copy()
    x, y = (int(v) for v in board.grid.centres_px[board.grid.index("C3")])
    terrain[x - 4 : x + 4, y - 31 : y - 27] = terrain_code("Hammada")
    made = board.with_planes(terrain, board.level, "a sliver").with_ssr("steppe")
    assert of(made, "Brush") == {"C2"}
    assert made.hex("C3").inherent is None


def test_a_hex_of_two_arts_is_what_it_shows_most_of() -> None:
    board = make_board(terrain={"C2": "Hammada"})
    terrain = board.terrain.copy()
    x, y = (int(v) for v in board.grid.centres_px[board.grid.index("C2")])
    terrain[x - 3 : x + 3, y - 3 : y + 3] = terrain_code("Scrub")
    made = board.with_planes(terrain, board.level, "a bush").with_ssr("steppe")
    assert made.hex("C2").inherent == "Brush"


def test_both_codes_of_scrub_are_scrub() -> None:
    board = make_board(terrain={"C2": 100, "C3": 121})
    assert of(board.with_ssr("steppe"), "Woods") == {"C2", "C3"}


def test_depressions_and_hillocks_beside_hammada_are_no_broken_ground() -> None:
    """F13.1: non-Depression Open Ground only; scrub, sand and other terrain stay."""
    beside = {"C1": "Wadi", "D1": "Sand", "D2": "Hillock", "C3": "Scrub", "B2": "Stone Building"}
    made = make_board(terrain={"C2": "Hammada", **beside}).with_ssr("broken-terrain")
    assert of(made, "Broken Ground") == {"B1"}


def test_a_desert_board_shows_desert_terrain_or_bears_the_name_of_one() -> None:
    """F.1: other boards are refused."""
    for rule in ("broken-terrain", "steppe"):
        with pytest.raises(SsrError, match=r"board made is no desert board, .* \(F13\.[12]\)"):
            make_board(terrain={"C2": "Woods"}).with_ssr(rule)
        for kind in ("Scrub", "Hammada", "Sand", "Wadi", "Hillock"):
            assert make_board(terrain={"C2": kind}).with_ssr(rule).history == (rule,)
        assert (
            make_board(name="27").with_ssr(rule).warnings[0].startswith(f"{rule} changes nothing")
        )


def test_a_board_stays_a_desert_board() -> None:
    """F13.1, F13.2: applied again the rule changes nothing; other rules may follow."""
    made = make_board(terrain={"C2": "Scrub"}).with_ssr("steppe")
    again = made.with_ssr("steppe")
    assert np.array_equal(again.terrain, made.terrain)
    assert again.whole_hexes == made.whole_hexes
    pines = made.with_ssr("pine")
    assert pines.hex("C2").inherent == "Pine Woods"
    cleared = made.with_ssr("woods-to-brush").with_ssr("brush-to-open-ground")
    assert cleared.hex("C2").inherent is None
    assert cleared.whole_hexes == {}


def test_named_hexes() -> None:
    """F13.1, F13.2: each hex named must be what the rule is about; a rule may leave some out."""
    board = desert()
    assert of(board.with_ssr("steppe:D7"), "Brush") == {"D7"}
    with pytest.raises(SsrError, match=r"L8 is neither scrub nor hammada \(F13\.2\)"):
        board.with_ssr("steppe:L8")
    with pytest.raises(SsrError, match="L8 is neither scrub nor hammada nor open ground"):
        board.with_ssr("broken-terrain:L8")
    without = board.with_ssr("broken-terrain:!S9,!D7")
    assert of(without, "Hammada") == {"S9", "D7"}
    assert not of(without, "Broken Ground") & {"S8", "S10", "R8", "T9", "D6"}
    assert board.with_ssr("broken-terrain:S9,S8").hex("S8").terrain == "Broken Ground"


@pytest.mark.parametrize("name", DESERTS)
def test_real_desert_boards(name: str, peer: Path) -> None:
    """F13.1, F13.2: boards 26, 28 and 30 open and work; hexes with a pixel of spilt art stay."""
    board = hexlos.open_board(peer / "boards" / f"bd{name}")
    steppe, made = board.with_ssr("steppe"), board.with_ssr("broken-terrain")
    expected = REAL[name]
    for kind, hexes in expected.items():
        assert of(steppe, {"scrub": "Woods", "hammada": "Brush"}[kind]) == set(hexes.split())
    assert of(made, "Brush") == set(expected["scrub"].split())
    assert of(made, "Crag, Broken Terrain") == set(expected["hammada"].split())
    around = {beside for name in expected["hammada"].split() for beside in adjacent(board, name)}
    stays = {*expected["hammada"].split(), *expected["scrub"].split()}
    assert of(made, "Broken Ground") == around - stays
    assert steppe.warnings == made.warnings == ()
    assert made.los(*ACROSS[name]).blocked
    assert steppe.los(*ACROSS[name]).hindrance == 1


#: Hexes on either side of a hex of hammada, in a column.
ACROSS = {"26": ("D3", "D5"), "28": ("G1", "G3"), "30": ("D1", "D3")}

#: Hexes of scrub and hammada, as the pictures of the boards show them.
REAL = {
    "26": {
        "scrub": "E9 P2 R7 Z7 Z8 AA8 BB8",
        "hammada": "B6 D4 G6 J6 K3 M6 P7 R1 R9 T3 U8 W6 Y2 Z4 CC3 EE9 FF4",
    },
    "28": {
        "scrub": "H3 K9 L8 U6 AA1 AA2 BB2 DD9",
        "hammada": "B4 E6 F1 G2 G8 J7 M9 O7 P1 P4 P9 S3 V4 W7 Z7 AA6 AA7 DD1 DD7 FF6",
    },
    "30": {
        "scrub": "O9 T3 U2 V2 EE9",
        "hammada": "B6 D2 E8 H7 J1 J6 K7 N3 O6 P1 R6 S9 U6 U7 V7 W6 Z4 BB9 CC3 FF4",
    },
}
