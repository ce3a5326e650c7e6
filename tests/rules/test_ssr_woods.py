"""Rules about woods: Forest, pine, light woods, roads through them (B13)."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import hexlos
from hexlos import Board, Reason, SsrError
from hexlos.catalogue import terrain_code
from hexlos.changes import changes
from hexlos.ssr.woods import middle

from synthetic import make_board

#: All six hexsides of these are wholly or partly woods (B13.7).
INTERIOR = {
    "05": "F4 I5 J2 J3 J4 K2 K3 K4 K10 L1 L2 L3 L9 M2 M3 M8 M9 M10 N3 N7 N8 N9 O4 O5 O6 O7 O8 O9 "
    "P4 P5 P6 P7 P8 Q5 Q6 Q7 Q8 R5 R6 R7 V1 W2",
    "19": "H1 I2 N1 O9 T1 V1 Z1",
}
ARE = [("05", "F4"), ("05", "J3"), ("19", "O9")]
ARE_NOT = [("05", "E3"), ("05", "G5")]

#: A clump of seven woods hexes, D3 in its middle.
CLUMP = ("D2", "E3", "E4", "D4", "C4", "C3")


def clump() -> Board:
    """Woods 75 pixels around the middle of D3, with a hex of level 1 on either side of them."""
    board = make_board(7, 6, levels={"D0": 1, "D6": 1})
    x, y = np.indices(board.terrain.shape)
    middle_ = board.grid.centres_px[board.grid.index("D3")]
    near = np.hypot(x + 0.5 - middle_[0], y + 0.5 - middle_[1]) < 75
    return drawn_as(board, np.where(near, terrain_code("Woods"), 0).astype(np.uint8))


@cache
def real(peer: Path, name: str) -> Board:
    """A real board, opened once."""
    return hexlos.open_board(peer / "boards" / f"bd{name}")


def is_forest(board: Board) -> set[str]:
    """Hexes that show Forest."""
    shown = board.grid.pixel_owner[board.terrain == terrain_code("Forest")]
    return {board.hexes[i] for i in np.unique(shown)}


def drawn_as(board: Board, terrain: np.ndarray) -> Board:
    """The board with another terrain plane."""
    return board.with_planes(terrain, board.level, "drawn")


@pytest.mark.parametrize("name", INTERIOR, ids=[f"B13.7-{n}" for n in INTERIOR])
def test_forest_raises_exactly_the_interior_woods_hexes(name: str, peer: Path) -> None:
    """B13.7: other pixels, and every level, stay as they are."""
    board = real(peer, name)
    made = board.with_ssr("forest")
    expected = INTERIOR[name].split()
    (change,) = changes(board, made)
    assert (change.before, change.after) == ("Woods", "Forest")
    assert list(change.hexes) == expected
    assert is_forest(made) == set(expected)
    inside = np.isin(board.grid.pixel_owner, [board.grid.index(h) for h in expected])
    woods = board.terrain == terrain_code("Woods")
    assert (made.terrain[inside & woods] == terrain_code("Forest")).all()
    assert np.array_equal(made.terrain[~(inside & woods)], board.terrain[~(inside & woods)])
    assert made.level is board.level


@pytest.mark.parametrize(("name", "hex_"), ARE + ARE_NOT)
def test_interior_woods_hexes_of_the_rulebook(name: str, hex_: str, peer: Path) -> None:
    """B13.7: 5F4, 5J3 and 19O9 can be Forest, 5E3 and 5G5 cannot, and an error says why."""
    board = real(peer, name)
    if (name, hex_) in ARE:
        assert is_forest(board.with_ssr(f"forest:{hex_}")) == {hex_}
        assert board.hex(hex_).is_interior_woods
    else:
        with pytest.raises(SsrError, match=rf"{hex_} is no interior woods hex, .* \(B13\.7\)"):
            board.with_ssr(f"forest:{hex_}")


def test_forest_of_a_clump() -> None:
    """B13.7: the hex in the middle only; it is woods still, and of two levels."""
    board = clump()
    made = board.with_ssr("forest")
    assert is_forest(made) == {"D3"}
    assert made.hex("D3").is_woods
    assert made.hex("D3").is_interior_woods
    assert made.hex("D3").terrain == "Forest"
    assert board.los("D0", "D6").clear
    assert made.los("D0", "D6").reason == Reason.OBSTACLE
    assert made.los("D0", "D6").blocked_hex == "D3"


@pytest.mark.parametrize("side", range(6))
def test_six_hexsides_are_needed(side: int) -> None:
    """B13.7: woods that stop short of one hexside are no interior woods."""
    board = clump()
    a, b = board.grid.vertices_px[board.grid.index("D3")][[side, (side + 1) % 6]]
    x, y = np.indices(board.terrain.shape)
    near = np.hypot(x + 0.5 - (a + b)[0] / 2, y + 0.5 - (a + b)[1] / 2) < 24
    bare = drawn_as(board, np.where(near, 0, board.terrain).astype(np.uint8))
    assert is_forest(board.with_ssr("forest")) == {"D3"}
    assert is_forest(bare.with_ssr("forest")) == set()
    with pytest.raises(SsrError, match=r"for its hexside [NSEW]+ is free of woods"):
        bare.with_ssr("forest:D3")


def test_partly_wooded_hexsides_suffice() -> None:
    """B13.7: a clearing over half a hexside does not keep a hex from being Forest."""
    board = clump()
    terrain = board.terrain.copy()
    x, y = (int(v) for v in board.grid.vertices_px[board.grid.index("D3")][1])
    terrain[x - 12 : x + 12, y - 8 : y + 8] = 0
    assert is_forest(drawn_as(board, terrain).with_ssr("forest")) == {"D3"}


def test_no_forest_without_woods_hexes() -> None:
    """B13.1, B13.7: woods round about do not make a clearing Forest."""
    board = clump()
    inside = board.grid.pixel_owner == board.grid.index("D3")
    cleared = drawn_as(board, np.where(inside, 0, board.terrain).astype(np.uint8))
    assert is_forest(cleared.with_ssr("forest")) == set()
    with pytest.raises(SsrError, match="D3 is no woods hex"):
        cleared.with_ssr("forest:D3")


def test_pine_woods_are_all_woods() -> None:
    """B13.8, B13.81: every woods hex, interior or not, and two levels high."""
    board = clump()
    made = board.with_ssr("pine")
    (change,) = changes(board, made)
    assert (change.after, set(change.hexes)) == ("Pine Woods", {*CLUMP, "D3"})
    assert made.hex("C3").is_woods
    assert made.los("D0", "D6").reason == Reason.OBSTACLE
    assert made.with_ssr("pine").history[1:] == ("pine", "pine")


def test_forest_and_pine_leave_out_what_is_named_so() -> None:
    """B13.7, B13.8: hexes named and left out."""
    board = clump()
    pines = board.with_ssr("pine:!C3,!D2")
    assert {name for name in board.hexes if pines.hex(name).terrain == "Woods"} == {"C3", "D2"}
    assert is_forest(board.with_ssr("forest:!D3")) == set()
    assert "no interior woods hex" in board.with_ssr("forest:!D3").warnings[0]
    assert is_forest(board.with_ssr("forest:A1-D3")) == {"D3"}


def test_light_woods() -> None:
    """B35: at their own level +2 a hex and no obstacle."""
    board = make_board(terrain={"C2": "Woods"}).with_ssr("light-woods")
    assert board.hex("C2").is_woods
    assert board.los("C1", "C3").hindrance == 2


def road_through_woods() -> Board:
    """Woods in C1 to C3 with a road twelve pixels wide down the column."""
    board = make_board(terrain=dict.fromkeys(("C1", "C2", "C3"), "Woods"))
    terrain = board.terrain.copy()
    x = int(board.grid.centres_px[board.grid.index("C2")][0])
    terrain[x - 6 : x + 6] = terrain_code("Dirt Road")
    return drawn_as(board, terrain)


def test_roads_through_woods_may_be_paths() -> None:
    """B13.6: a path in the middle, woods over the rest; roads elsewhere stay."""
    board = road_through_woods()
    made = board.with_ssr("RoadsToPaths")
    assert board.hex("C2").kind == "woods-road"
    assert made.hex("C2").kind == "woods-path"
    assert made.hex("C4").has_road
    grown = made.terrain[board.terrain != made.terrain]
    assert set(np.unique(grown)) == {terrain_code("Woods"), terrain_code("Path")}
    assert (grown == terrain_code("Woods")).sum() > 3 * (grown == terrain_code("Path")).sum()
    with pytest.raises(SsrError, match=re.escape("C4 is no woods-road hex (B13.1)")):
        board.with_ssr("roads-to-paths:C4")


def test_roads_through_woods_may_be_away() -> None:
    """B13.1: without its road the hex is woods throughout."""
    made = road_through_woods().with_ssr("no-woods-roads")
    assert made.hex("C2").kind == "woods"
    assert made.los("C1", "C3").blocked
    assert made.hex("C4").has_road
    assert not road_through_woods().with_ssr("no-roads").hex("C4").has_road


@pytest.mark.parametrize("width", [3, 4, 9, 12])
def test_the_middle_of_a_strip_is_thin_and_whole(width: int) -> None:
    mask = np.zeros((40, 30), dtype=bool)
    mask[10 : 10 + width] = True
    found = middle(mask)
    assert (found.sum(axis=0) == (1 if width % 2 else 2)).all()
    assert not (found & ~mask).any()
