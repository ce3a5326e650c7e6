"""Everyday rules: orchards, cactus, vineyards, walls, streams, roads, levels, VASL's names."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import hexlos
from hexlos import Board, Reason, SsrError
from hexlos.catalogue import catalogue, terrain_code
from hexlos.ssr import find_ssr

from synthetic import make_board


def row(kind: str | int, **more: int) -> Board:
    """A board with one hex, C2, of a terrain; more gives levels by hex."""
    return make_board(terrain={"C2": kind}, levels=more)


def answer(board: Board, source: str = "C1", target: str = "C3") -> str | int:
    """ "blocked", or the hindrance."""
    los = board.los(source, target)
    return "blocked" if los.blocked else los.hindrance


@pytest.mark.parametrize("kind", ["Orchard", "Orchard, Out of Season", "Olive Grove"])
def test_cactus_patch(kind: str) -> None:
    """F13.4: a half-level obstacle, inherent, and never out of season."""
    made = row(kind).with_ssr("cactus-patch")
    assert made.hex("C2").inherent == "Cactus Patch"
    assert made.los("C1", "C3").reason == Reason.HALF_LEVEL
    above = row(kind, C1=1).with_ssr("cactus-patch")
    assert above.los("C1", "C3").clear
    late = made.with_ssr("orchards-out-of-season")
    assert late.hex("C2").terrain == "Cactus Patch"
    assert "changes nothing" in late.warnings[0]
    with pytest.raises(SsrError, match="D2 shows no Orchard"):
        row(kind).with_ssr("cactus-patch:D2")


@pytest.mark.parametrize("kind", ["Orchard", "Orchard, Out of Season", "Cactus Patch"])
def test_olive_grove(kind: str) -> None:
    """F13.5: LOS as an orchard in season: +1 at its level, an obstacle from above."""
    made = row(kind).with_ssr("olive-grove")
    assert answer(made) == 1
    assert answer(row(kind, C1=1).with_ssr("olive-grove")) == "blocked"
    late = made.with_ssr("orchards-out-of-season")
    assert late.hex("C2").terrain == "Olive Grove"


def test_orchards_out_of_season() -> None:
    """B14.2: from above a hindrance only."""
    board = row("Orchard", C1=1)
    assert answer(board) == "blocked"
    assert answer(board.with_ssr("OrchardOutOfSeason")) == 1


@pytest.mark.parametrize(
    ("terrain", "word"),
    [
        ("Brush", "brush"), ("Woods", "woods"), ("Grain", "grain"), ("Marsh", "Marsh"),
        ("Orchard", "orchard"), ("Scrub", "scrub"), ("Crag", "crag"), ("Palm Trees", "palm_trees"),
    ],
)  # fmt: skip
def test_vineyard(terrain: str, word: str) -> None:
    """F13.6: brush, but inherent."""
    board = row(terrain)
    made = board.with_ssr(f"vineyard:{word}")
    assert made.hex("C2").terrain == made.hex("C2").inherent == "Vineyard"
    assert answer(made) == 1
    assert answer(row(terrain, C1=1).with_ssr(f"vineyard:{word}")) == 0
    assert made.hex("C1").terrain == "Open Ground"


def test_vineyards_are_whole_hexes() -> None:
    """F13.6, B.6: art that does not fill its hex still makes a vineyard of all of it; spilt art
    makes none."""
    board = row("Brush")
    terrain = board.terrain.copy()
    x, y = (int(v) for v in board.grid.centres_px[board.grid.index("C2")])
    terrain[x + 14 :, :] = 0
    terrain[x - 5 : x + 5, y + 28 : y + 38] = terrain_code("Brush")
    drawn = board.with_planes(terrain, board.level, "half")
    made = drawn.with_ssr("vineyard:brush")
    assert {name for name in made.hexes if made.hex(name).inherent} == {"C2"}
    assert answer(drawn, "D1", "D3") == answer(made, "D1", "D3") == 0
    side = "B1", "D1"  # along the top hexside of C2
    assert made.los(*side).along_hexside
    assert answer(made, *side) == 1


def test_vineyards_on_open_ground_are_named() -> None:
    """F13.6: "some terrain" may be open ground, in hexes that are named."""
    made = make_board().with_ssr("vineyard:open-ground:C2,D1-E2")
    assert made.hex("C2").inherent == made.hex("E1").inherent == "Vineyard"
    with pytest.raises(SsrError, match="C2 is no open ground hex"):
        row("Woods").with_ssr("vineyard:open ground:C2")


def test_broken_ground_and_vineyards_are_drawn() -> None:
    made = make_board().with_ssr("vineyard:open-ground:C2")
    assert (made.terrain == terrain_code("Vineyard")).sum() > 2000


def walled(kind: str) -> Board:
    """Hexside terrain four pixels thick between C2 and C3."""
    board = make_board()
    terrain = board.terrain.copy()
    x, y = (int(v) for v in board.grid.vertices_px[board.grid.index("C3")][0])
    terrain[x : x + 36, y - 2 : y + 2] = terrain_code(kind)
    return board.with_planes(terrain, board.level, "a wall")


@pytest.mark.parametrize("kind", ["Wall", "Hedge"])
@pytest.mark.parametrize(
    ("rule", "made_of", "reason"),
    [
        ("cactus-hedge", "Cactus Hedge", Reason.WALL_HEDGE),  # F13.3: LOS as over a hedge
        ("bocage", "Bocage", Reason.OBSTACLE),  # B9.5
    ],
)
def test_walls_and_hedges(kind: str, rule: str, made_of: str, reason: Reason) -> None:
    """F13.3, B9.5: both are turned; the same hexsides, the same pixels."""
    board = walled(kind)
    made = board.with_ssr(rule)
    index, side = board.grid.index("C3"), 0
    assert catalogue()[made.facts.hexside[index, side]].name == made_of
    assert (made.terrain == terrain_code(made_of)).sum() == (board.terrain != 0).sum()
    assert made.los("C1", "C4").reason == reason
    assert made.los("C2", "C3").clear


@pytest.mark.parametrize(
    ("rule", "kind", "becomes"),
    [
        ("WallsToBocage", "Wall", "Bocage"),
        ("HedgesToBocage", "Hedge", "Bocage"),
        ("NoWalls", "Wall", None),
        ("HedgesToOG", "Hedge", None),
        ("NoCliffs", "Cliff", None),
        ("WallToCactus", "Wall", "Cactus Hedge"),
        ("HedgeToCactus", "Hedge", "Cactus Hedge"),
        ("WallsOnly", "Hedge", "Wall"),
        ("HedgesOnly", "Wall", "Hedge"),
        ("WallsToBocage", "Hedge", "Hedge"),
        ("HedgesToBocage", "Wall", "Wall"),
        ("cactus-hedge", "Cliff", "Cliff"),
    ],
)
def test_hexside_rules(rule: str, kind: str, becomes: str | None) -> None:
    made = walled(kind).with_ssr(rule)
    assert made.hex("C3").hexsides[0].terrain == becomes
    assert ("changes nothing" in "".join(made.warnings)) == (kind == becomes)


@pytest.mark.parametrize(
    ("rule", "level", "depression"),
    [("dry-streams", -1, True), ("deep-streams", -1, True), ("flooded-streams", 0, False)],
)
def test_streams(rule: str, level: int, depression: bool) -> None:
    """B20.41, B20.44: dry and deep streams are sunk, flooded ones lie a level higher."""
    board = row("Shallow Stream", C2=-1)
    made = board.with_ssr(rule)
    assert made.hex("C2").base_level == level
    assert made.hex("C2").is_depression == depression
    assert answer(made, "C2", "C4") == (0 if rule == "flooded-streams" else "blocked")


@pytest.mark.parametrize(
    ("rule", "before", "after"),
    [
        ("NoGrain", "Grain", "Open Ground"),
        ("PlowedFields", "Grain", "Plowed Field"),
        ("BrushToOpenGround", "Brush", "Open Ground"),
        ("MarshToOpenGround", "Marsh", "Open Ground"),
        ("PalmTrees", "Orchard", "Palm Trees"),
        ("DenseJungle", "Woods", "Dense Jungle"),
        ("Bamboo", "Brush", "Bamboo"),
        ("AllPaved", "Dirt Road", "Paved Road"),
        ("AllStone", "Wooden Building, 1 Level", "Stone Building, 1 Level"),
        ("StoneToGuttedFactory1.5", "Stone Factory, 1.5 Level", "Gutted Stone Factory, 1.5 Level"),
        ("WoodsToBrush", "Woods", "Brush"),
        ("GrainToPaddy", "Grain", "Rice Paddy, Drained"),
        ("CragsToShellholes", "Crag", "Shellholes"),
    ],
)
def test_terrain_rules(rule: str, before: str, after: str) -> None:
    assert row(before).with_ssr(rule).hex("C2").terrain == after


def test_roads_and_slopes_and_stairways() -> None:
    from dataclasses import replace

    assert not row("Dirt Road").with_ssr("NoRoads").hex("C2").has_road
    sloped = replace(make_board(), slopes={"C2": (0,), "D2": (1,)}, stairways=frozenset({"C2"}))
    assert dict(sloped.with_ssr("NoSlopes").slopes) == {}
    assert dict(sloped.with_ssr("NoSlopes:C2").slopes) == {"D2": (1,)}
    assert sloped.with_ssr("NoStairwells").stairways == frozenset()


def test_rowhouse_bars() -> None:
    """B23.71: they become the building that they part, or open ground."""
    board = row("Stone Building, 2 Level")
    terrain = board.terrain.copy()
    x, y = (int(v) for v in board.grid.centres_px[board.grid.index("C2")])
    terrain[x - 10 : x + 10, y - 2 : y + 2] = terrain_code("Rowhouse Wall, 2 Level")
    barred = board.with_planes(terrain, board.level, "a bar")
    assert np.array_equal(barred.with_ssr("RowhouseBarsToBuildings").terrain, board.terrain)
    opened = barred.with_ssr("RowhouseBarsToOpenGround").terrain
    assert (opened[x - 10 : x + 10, y - 2 : y + 2] == 0).all()


def sunken() -> Board:
    """A road three levels wide apart: sunken through C2, elevated through D2."""
    board = make_board()
    terrain, level = board.terrain.copy(), board.level.copy()
    for name, kind, at in (("C2", "Sunken Road", -1), ("D2", "Elevated Road", 1)):
        x = int(board.grid.centres_px[board.grid.index(name)][0])
        terrain[x - 6 : x + 6] = terrain_code(kind)
        level[x - 6 : x + 6] = at
    return board.with_planes(terrain, level, "roads")


def test_sunken_and_elevated_roads_may_be_level() -> None:
    """B4.1, B5.1."""
    made = sunken().with_ssr("NoSunkElevRoads")
    assert not made.level.any()
    assert made.hex("C2").terrain == made.hex("D2").terrain == "Dirt Road"


def hill() -> Board:
    """A hill of levels 1 and 2 with a gully into its lower part, and a valley."""
    levels = {"C2": 1, "C3": 2, "D2": 1, "B3": -1, "E2": -1}
    board = make_board(levels=levels, terrain={"C3": "Woods"})
    terrain, level = board.terrain.copy(), board.level.copy()
    for name, ground in (("D2", 1), ("E3", 0)):
        inside = board.grid.pixel_owner == board.grid.index(name)
        x = board.grid.centres_px[board.grid.index(name)][0]
        inside &= np.abs(np.arange(board.grid.width)[:, None] - x) < 8
        terrain[inside], level[inside] = terrain_code("Gully"), ground - 1
    return board.with_planes(terrain, level, "gullies")


def levels_of(board: Board, *names: str) -> list[int]:
    return [board.hex(name).base_level for name in names]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("Level1ToLevel0", [0, 2, -1, -1, -1, -1]),
        ("Level2ToLevel1", [1, 1, 0, -1, -1, -1]),
        ("Level_1ToLevel0", [1, 2, 0, 0, 0, -1]),
        ("level1-to-level-1", [-1, 2, -2, -1, -1, -1]),
    ],
)
def test_levels(rule: str, expected: list[int]) -> None:
    """B10.1, B22: with the ground goes what is sunk into it; a gully is no valley."""
    board = hill()
    names = ("C2", "C3", "D2", "B3", "E2", "E3")
    assert levels_of(board, *names) == [1, 2, 0, -1, -1, -1]
    made = board.with_ssr(rule)
    assert levels_of(made, *names) == expected
    assert made.terrain is board.terrain


def test_levels_and_terrain() -> None:
    board = hill()
    woods = board.with_ssr("Level1ToWoods")
    assert (woods.hex("C2").terrain, woods.hex("C2").base_level) == ("Woods", 0)
    assert woods.hex("D2").is_depression
    assert woods.hex("D2").base_level == -1
    assert woods.hex("C3").base_level == 2
    made = board.with_ssr("WoodsToLevel1")
    assert (made.hex("C3").terrain, made.hex("C3").base_level) == ("Open Ground", 1)
    vineyard = board.with_ssr("Level2ToVineyard:C3")
    assert vineyard.hex("C3").base_level == 0
    with pytest.raises(SsrError, match="A1 has no ground at level 1"):
        board.with_ssr("Level1ToLevel0:A1")


def vasl_rules(peer: Path) -> dict[str, ElementTree.Element | None]:
    """Every SSR name of VASL's shared metadata and of the boards, with its LOS rule if any."""
    found: dict[str, ElementTree.Element | None] = {}
    texts = [(peer / "SharedBoardMetadata.xml").read_bytes()]
    for path in sorted((peer / "boards").iterdir()):
        with zipfile.ZipFile(path) as archive:
            names = [n for n in archive.namelist() if n.casefold() == "boardmetadata.xml"]
            texts += [archive.read(name) for name in names]
    for text in texts:
        pattern = rb'<(?:overlaySSRule|underlaySSRule|colorSSR)\s+name="([^"]+)"'
        found |= dict.fromkeys(name.decode() for name in re.findall(pattern, text))
    root = ElementTree.fromstring(texts[0])
    return found | {rule.get("name", ""): rule for rule in root.iter("LOSSSRule")}


def test_every_name_of_vasl_is_known(peer: Path) -> None:
    """A saved game's rules are applied, accepted without effect, or refused as pictures."""
    rules = vasl_rules(peer)
    assert len(rules) > 300
    pictures = {name for name in rules if find_ssr(name)[0].does == "picture"}
    assert {name for name in pictures if rules[name] is not None} == {"NoBridge", "BridgeToFord"}
    own = {name for name in pictures if re.search("[BS]SO", name)}
    assert pictures - own == {"NoBridge", "BridgeToFord"}


def test_rules_do_what_vasl_does_to_los(peer: Path) -> None:
    """Terrain and level maps of VASL's LOS rules, on a board of one hex of that terrain."""
    tried = 0
    for name, rule in vasl_rules(peer).items():
        if rule is None:
            continue
        before, after = rule.get("fromValue", ""), rule.get("toValue", "").replace("_", "-")
        if rule.get("type") == "terrainMap" and before in NAMES and after in NAMES:
            board = row(before, C2=-1) if "Stream" in before else row(before)
            assert int(board.with_ssr(name).facts.centre[board.grid.index("C2")]) == NAMES[after]
        elif rule.get("type") == "elevationMap":
            assert row(0, C2=int(before)).with_ssr(name).hex("C2").base_level == int(after)
        elif rule.get("type") == "terrainToElevationMap":
            hex_ = row(before).with_ssr(name).hex("C2")
            assert (hex_.terrain, hex_.base_level) == ("Open Ground", int(after))
        elif rule.get("type") == "elevationToTerrainMap" and before != "0":
            hex_ = row(0, C2=int(before)).with_ssr(name).hex("C2")
            assert (hex_.terrain, hex_.base_level) == (after, 0)
        else:
            continue
        tried += 1
    assert tried > 90


NAMES = {kind.name: kind.code for kind in catalogue() if kind.known}


@pytest.mark.parametrize("rule", ["cactus-hedge", "cactus-patch", "olive-grove", "pine"])
def test_real_boards_take_rules_quietly(rule: str, peer: Path) -> None:
    """B13.8, F13.3, F13.4, F13.5: board 6 has hedges, orchards and woods."""
    made = hexlos.open_board(peer / "boards" / "bd06", ssr=[rule])
    assert made.warnings == ()
    assert made.history == (rule,)
