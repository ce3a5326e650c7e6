"""The boards that come along show what their descriptions say."""

from __future__ import annotations

import numpy as np
import pytest

import hexlos
from hexlos.catalogue import catalogue, terrain_code

BOARDS = ("desert", "hills", "village", "woodland")


def at(made: hexlos.Board, name: str) -> str:
    return catalogue()[made.facts.centre[made.grid.index(name)]].name


def share(made: hexlos.Board, terrain: str) -> float:
    return float((made.terrain == terrain_code(terrain)).mean())


def chosen(made: hexlos.Board, flags: np.ndarray) -> set[str]:
    return {made.hexes[i] for i in np.flatnonzero(flags)}


def of(made: hexlos.Board, *terrains: str) -> set[str]:
    """Hexes that count as one of these terrains."""
    return chosen(made, np.isin(made.facts.terrain, [terrain_code(t) for t in terrains]))


def side(made: hexlos.Board, name: str, number: int) -> str:
    return catalogue()[made.facts.hexside[made.grid.index(name), number]].name


def base(made: hexlos.Board, *names: str) -> list[int]:
    return [int(made.facts.base[made.grid.index(name)]) for name in names]


@pytest.fixture(scope="module")
def shipped() -> dict[str, hexlos.Board]:
    return {name: hexlos.open_board(name) for name in BOARDS}


@pytest.mark.parametrize("name", BOARDS)
def test_shipped_board_opens(shipped: dict[str, hexlos.Board], name: str) -> None:
    made = shipped[name]
    assert name in hexlos.built_in_boards()
    assert (made.name, made.warnings, made.version) == (name, (), "1.0")
    assert made.terrain.shape == (1800, 645)
    assert (made.hexes[0], made.hexes[-1], len(made.hexes)) == ("A1", "GG10", 346)


def test_woodland(shipped: dict[str, hexlos.Board]) -> None:
    made = shipped["woodland"]
    share_of_sides = made.geometry.hexside_share([terrain_code("Woods")])
    interior = chosen(made, (share_of_sides > 0.02).all(axis=1))
    assert interior >= set("E4 E5 F3 F4 F5 G3 G4 G5 G6 H5 H6 I6 I7 X1 X2 X3 Y2 Y3 Y4 Z2 Z3".split())
    assert not interior & set("D2 E7 F1 J4 K5 W1 AA5 CC4 P7 S9".split())  # B13.7
    assert [made.hex(h).is_interior_woods for h in ("E4", "D2")] == [True, False]
    assert {h: made.hex(h).kind for h in ("H6", "D4", "AA5", "F3", "Q9")} == {
        "H6": "woods",
        "D4": "woods-road",
        "AA5": "woods-road",
        "F3": "woods-path",
        "Q9": "woods-path",
    }
    assert of(made, "Orchard") == set("L8 L9 M8 M9 N8 U4 U5 V4".split())
    assert side(made, "T4", 0) == side(made, "L9", 3) == "Wall"
    assert side(made, "X8", 0) == side(made, "O5", 3) == "Hedge"
    assert (made.level == 0).all()
    for terrain in ("Brush", "Grain", "Path", "Dirt Road"):
        assert share(made, terrain) > 0.002


def test_hills(shipped: dict[str, hexlos.Board]) -> None:
    made = shipped["hills"]
    assert set(np.unique(made.facts.base[~made.facts.depression])) == {-1, 0, 1, 2, 3}
    assert base(made, "H5", "G5", "M4", "O4", "R5", "CC8") == [0, 2, 1, 2, 3, -1]
    for name, number in (("G5", 1), ("G6", 2), ("M4", 5), ("O4", 4), ("BB8", 5)):
        assert side(made, name, number) == "Cliff"
    assert of(made, "Gully") == set("V5 W6 X6 Y7 Z7 AA7".split())
    assert base(made, "W6", "Y7", "EE8") == [0, -1, -2]  # one below levels 1, 0, -1
    assert of(made, "Crag") == set("C6 N6 R6 W7 X7".split())
    assert (at(made, "U8"), base(made, "U8")) == ("Woods", [1])
    assert not made.facts.depression[made.grid.index("K4")]  # the bridge's roadway
    assert share(made, "Single Hex Wooden Bridge") > 0


def test_village(shipped: dict[str, hexlos.Board]) -> None:
    made = shipped["village"]
    kinds = {catalogue()[code].name for code in made.facts.terrain[made.facts.building]}
    assert kinds == {
        "Lumberyard", "Stone Building", "Stone Building, 1 Level", "Stone Building, 2 Level",
        "Stone Building, 3 Level", "Stone Factory, 1.5 Level", "Stone Market Place",
        "Wooden Building", "Wooden Building, 1 Level", "Wooden Building, 2 Level",
        "Wooden Factory, 1.5 Level",
    }  # fmt: skip
    for name, number in {"O1": 3, "O2": 3, "O3": 3, "Q7": 3, "Q8": 3, "R6": 2, "S7": 2}.items():
        assert side(made, name, number).startswith("Rowhouse Wall")
    assert of(made, "Graveyard") == {"S3", "T2"}
    assert side(made, "T2", 0) == "Wall"
    assert made.hex("O6").levels == ("O6", "O6:1", "O6:2", "O6:3", "O6:cellar", "O6:roof")
    assert (at(made, "G5"), base(made, "G5", "G4")) == ("Paved Road", [0, -1])
    assert chosen(made, made.facts.depression) == set("G1 G2 G4 G6 G9 G10 H2 H3 H6 H7 H8".split())
    assert set(base(made, "EE9", "FF9", "P5")) == {0, 1}
    assert made.stairways == {"W2", "CC3"}


def test_desert(shipped: dict[str, hexlos.Board]) -> None:
    made = shipped["desert"]
    hammada = of(made, "Hammada")
    assert len(hammada) == 20
    around = {int(n) for h in hammada for n in made.grid.neighbours[made.grid.index(h)] if n >= 0}
    terrains = {catalogue()[made.facts.terrain[n]].name for n in around}
    assert {"Open Ground", "Scrub", "Sand", "Wadi"} <= terrains
    assert side(made, "W4", 0) == "Cliff"
    assert base(made, "W3", "W4", "K8") == [1, 0, -1]
    assert {"A3", "K8", "Y7", "GG4", "M5"} <= chosen(made, made.facts.depression)
    assert of(made, "Hillock") >= {"T7", "J8"}
    assert of(made, "Hillock Summit") == {"U8"}
