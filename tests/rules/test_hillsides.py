"""Walls between two levels, Alpine Hills, and terrain on hills and in Depressions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import hexlos
from hexlos import Board, Reason, SsrError
from hexlos.catalogue import terrain_code

from synthetic import make_board, painted

threads = pytest.mark.parametrize("thread", ["exact", "vasl"])

HILL = {f"C{row}": 1 for row in range(1, 5)}


def wall_below_the_hill(strip: int, level: int = 0) -> Board:
    """A hill in C1 to C4 and a wall along its foot, C4-C5, so many pixels below the crest."""
    board = make_board(5, 8, levels={**HILL, "C8": 1})
    # the wall lies along C4's lower hexside, at y 256; the ground above it is lowered for the strip
    board = painted(board, "Open Ground", (81, 256 - strip, 135, 256), level=0)
    return painted(board, "Wall", (91, 253, 125, 259), level=level)


def test_b935_lower_ground_behind_it_puts_a_wall_on_the_lower_level() -> None:
    """B9.35, B9.6, B9.62: else it is a hillside wall, at the higher level."""
    lower = wall_below_the_hill(12).hex("C4").hexsides[3]
    assert (lower.level, "hillside" in lower.classes) == (0, False)
    hillside = wall_below_the_hill(0).hex("C4").hexsides[3]
    assert (hillside.level, "hillside" in hillside.classes) == (1, True)
    assert wall_below_the_hill(0).hex("C5").hexsides[0].level == 1


@threads
@pytest.mark.parametrize("level", [0, 1])
def test_b962_a_hillside_wall_stands_at_the_higher_level(thread: str, level: int) -> None:
    """B9.62, B9.2: it blocks at that level, whatever level its art is coded at."""
    board = wall_below_the_hill(0, level)
    assert board.los("C2", "C8", thread=thread).reason is Reason.WALL_HEDGE
    assert board.los("C4", "C8", thread=thread).clear  # a hexside of its own hex
    below = wall_below_the_hill(12)
    assert below.los("C2", "C8", thread=thread).clear


@threads
@pytest.mark.parametrize("level", [0, 1])
def test_b961_a_hillside_wall_is_ignored_between_levels(thread: str, level: int) -> None:
    """B9.61: art and hexside count for nothing, and the art is no hill."""
    board = wall_below_the_hill(0, level)
    assert board.los("C4", "C5", thread=thread).clear
    assert board.los("C4", "C7", thread=thread).clear
    bare = make_board(5, 8, levels={**HILL, "C8": 1})
    for source in ("C1", "C2", "C3", "C4"):
        for target in ("C5", "C6", "C7"):
            ours, plain = (b.los(source, target, thread=thread) for b in (board, bare))
            assert (ours.blocked, ours.hindrance) == (plain.blocked, plain.hindrance)


@threads
@pytest.mark.parametrize("level", [0, 1])
def test_b961_nor_does_an_up_slope_end_see_a_hillside_wall(thread: str, level: int) -> None:
    """B9.61, P2: between levels, where a wall on level ground of the higher end's would count."""
    slopes = {"C6": (0,), "C7": (0,)}
    board = replace(wall_below_the_hill(0, level), slopes=slopes)
    assert "hillside" in board.hex("C4").hexsides[3].classes
    for source in ("C1", "C2", "C3"):
        for target in ("C6", "C7"):
            assert board.los(source, target, thread=thread).clear
    drawn = painted(make_board(5, 8, levels=HILL), "Wall", (91, 125, 125, 131), level=1)
    assert replace(drawn, slopes=slopes).los("C1", "C6", thread=thread).reason is Reason.WALL_HEDGE


@threads
def test_b10211_alpine_hills_block_through_them(thread: str) -> None:
    """B10.211: at their own level, and only by the special rule."""
    board = make_board(5, 8, levels={"C2": 1, "C4": 1, "C6": 1})
    assert board.los("C2", "C6", thread=thread).clear
    alpine = board.with_ssr("alpine-hills")
    assert alpine.los("C2", "C6", thread=thread).reason is Reason.ALPINE_HILL
    assert alpine.los("C2", "C4", thread=thread).clear  # into the hill hex, not through it
    assert alpine.los("B1", "B7", thread=thread).clear  # level 0 is no hill
    assert not make_board(5, 8, levels={"C4": -1}).with_ssr("alpine-hills").alpine_hills


def test_b10211_is_about_the_whole_board() -> None:
    """B10.211: no hexes can be named; without hills it changes nothing, and says so."""
    board = make_board(5, 8, levels={"C2": 1})
    with pytest.raises(SsrError, match="whole board"):
        board.with_ssr("alpine-hills:C2")
    assert "has no hills" in make_board().with_ssr("alpine-hills").warnings[-1]


def gully(terrain: str, box: tuple[int, int, int, int], course: str = "Gully") -> Board:
    """A gully or stream down column C at -1, with terrain drawn in a box around it."""
    board = painted(make_board(5, 8), terrain, box)
    return painted(board, course, (100, 0, 116, 512), level=-1)


@threads
@pytest.mark.parametrize(
    ("terrain", "blocked", "hindrance"), [("Woods", True, 0), ("Brush", False, 1)]
)
def test_b1921_terrain_on_both_banks_is_also_in_the_gully(
    thread: str, terrain: str, blocked: bool, hindrance: int
) -> None:
    """B19.21: woods block and brush hinders also IN it; on one bank only it does not."""
    for course in ("Gully", "Wadi"):
        both = gully(terrain, (84, 140, 132, 180), course).los("C1", "C5", thread=thread)
        assert (both.blocked, both.hindrance) == (blocked, hindrance)
    one = gully(terrain, (84, 140, 108, 180)).los("C1", "C5", thread=thread)
    assert (one.blocked, one.hindrance) == (False, 0)
    beside = gully(terrain, (84, 140, 132, 180)).los("B2", "D3", thread=thread)
    assert (beside.blocked, beside.hindrance) == (blocked, hindrance)


@threads
def test_b33_terrain_along_a_stream_is_not_in_it(thread: str) -> None:
    """B33: it rises from the crest level, so that LOS along the stream is clear."""
    board = gully("Woods", (84, 140, 132, 180), "Shallow Stream")
    assert board.los("C1", "C5", thread=thread).clear
    assert board.los("B2", "D3", thread=thread).reason is Reason.OBSTACLE


@threads
def test_inherent_terrain_over_a_depression_rises_from_the_surface(thread: str) -> None:
    """B33, B24.2, B10.1: a crag over a stream hinders above it; gully rubble blocks in both."""
    crag = gully("Crag", (70, 128, 146, 192), "Shallow Stream")
    assert crag.hex("C3").inherent == "Crag"
    assert crag.los("C1", "C5", thread=thread).hindrance == 0
    assert crag.los("C1:crest", "C5:crest", thread=thread).hindrance == 1
    in_gully = gully("Crag", (70, 128, 146, 192))
    assert in_gully.los("C1", "C5", thread=thread).hindrance == 1
    rubble = gully("Stone Rubble", (70, 128, 146, 192))
    assert rubble.los("C1", "C5", thread=thread).reason is Reason.HALF_LEVEL
    assert rubble.los("C1:crest", "C5:crest", thread=thread).reason is Reason.HALF_LEVEL


@threads
def test_b42_a_sunken_road_is_a_depression(thread: str) -> None:
    """B4.1, B4.2: its dot lies on the roadway, between the sides; it sees out as from a gully."""
    board = painted(make_board(5, 8), "Sunken Road", (92, 0, 124, 512), level=-1)
    board = painted(board, "Dirt Road", (102, 0, 114, 512), level=-1)
    hex_ = board.hex("C3")
    assert hex_.is_depression
    assert "sunken-road" in hex_.classes
    assert hex_.hexsides[0].depression
    assert not hex_.hexsides[1].depression
    assert board.los("C3", "D2", thread=thread).clear
    assert board.los("C3", "E3", thread=thread).reason is Reason.DEPRESSION
    assert board.los("C1", "C8", thread=thread).clear
    assert board.los("C3:crest", "E3", thread=thread).clear


@threads
def test_b242_rubble_is_the_whole_hex(thread: str) -> None:
    """B24.2: a building in rubble is a half-level obstacle, hexsides included."""
    board = make_board(5, 8, levels={"C1": 1, "E4": 1})
    board = painted(board, "Stone Building, 2 Level", (98, 150, 118, 170))
    assert board.los("C2", "C4", thread=thread).reason is Reason.OBSTACLE
    fallen = board.with_ssr("rubble:C3")
    assert fallen.hex("C3").inherent == "Stone Rubble Ground Level"
    assert fallen.los("C2", "C4", thread=thread).reason is Reason.HALF_LEVEL
    assert fallen.los("C1", "C5", thread=thread).clear
    along = fallen.los("B2", "D2", thread=thread)  # beside the building's hex, not through its art
    assert along.reason is Reason.HALF_LEVEL
    with pytest.raises(SsrError, match="C4 is no building hex"):
        board.with_ssr("rubble:C4")


@threads
def test_g51_huts_hinder(thread: str) -> None:
    """G5.1, G5.2: several whole wooden houses are huts, a hindrance as orchards out of season."""
    levels = {"C1": 1, "E1": 2, "C7": 2}
    board = make_board(5, 8, levels=levels)
    board = painted(board, "Wooden Building", (104, 140, 112, 148))
    assert "hut" not in board.hex("C3").classes  # a single one
    board = painted(board, "Wooden Building", (104, 170, 112, 178))
    assert "hut" in board.hex("C3").classes
    assert board.los("C2", "C4", thread=thread).blocked
    made = board.with_ssr("huts")
    for source, target in (("C2", "C4"), ("C1", "C5"), ("C7", "C2")):
        result = made.los(source, target, thread=thread)
        assert (result.blocked, result.hindrance) == (False, 1), (source, target)
    # an end more than a level above them: only adjacent to the lower end
    assert made.los("C7", "C1", thread=thread).hindrance == 0
    with pytest.raises(SsrError, match="C5 has no two whole wooden houses"):
        made.with_ssr("huts:C5")


@threads
def test_g_in_season_paddies_hinder(thread: str) -> None:
    """G: in-season paddies are inherent terrain that hinders; drained ones are not."""
    board = make_board(5, 6, {"C3": "Rice Paddy, Drained"})
    assert board.los("C2", "C4", thread=thread).hindrance == 0
    season = board.with_ssr("in-season-paddies")
    assert season.los("C2", "C4", thread=thread).hindrance == 1


@threads
def test_f75_a_high_dune_is_a_half_level_obstacle(thread: str) -> None:
    """F7.5: the whole hex, as is a dune crest hexside."""
    board = make_board(5, 8)
    dune = painted(board, "Sand Dune", (100, 150, 116, 170))
    assert dune.hex("C3").inherent == "Sand Dune"
    assert dune.los("C2", "C4", thread=thread).reason is Reason.HALF_LEVEL
    crest = painted(board, "Dune, Crest Low", (91, 126, 125, 130))
    assert crest.los("C1", "C4", thread=thread).reason is Reason.WALL_HEDGE
    assert crest.los("C2", "C4", thread=thread).clear


def test_hillside_walls_of_real_boards(peer: Path) -> None:
    """B9.6: the rulebook's own examples on boards 8, 12 and 13."""
    for board, first, second in (
        ("08", "M4", "M5"), ("08", "X3", "X4"), ("12", "X4", "Y4"), ("13", "S4", "S5"),
    ):  # fmt: skip
        map_ = hexlos.open_board(board, boards_dir=peer / "boards")
        side = map_.grid.neighbours[map_.grid.index(first)].tolist().index(map_.grid.index(second))
        assert map_.facts.hillside[map_.grid.index(first), side], (board, first, second)


def test_a_reversed_board_has_the_same_hillsides() -> None:
    """B9.6, B19.21: hillside walls and what is IN gullies do not depend on how a board lies."""
    board = wall_below_the_hill(0)
    assert np.array_equal(board.rotated().facts.hillside[::-1].sum(), board.facts.hillside.sum())
    wooded = gully("Woods", (84, 140, 132, 180))
    for source, target in (("C1", "C5"), ("C2", "D4"), ("B2", "D3")):
        turned = replace(wooded, name="turned").rotated().los(source, target)
        assert turned.blocked == wooded.los(source, target).blocked
    assert terrain_code("Woods") in wooded.terrain
