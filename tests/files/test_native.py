"""Boards as TOML: what each kind of feature draws, and what is refused."""

from __future__ import annotations

from pathlib import Path
from zlib import crc32

import numpy as np
import pytest
import shapely

import hexlos
from hexlos.catalogue import catalogue, terrain_code

HEAD = 'format = 1\nname = "test"\ncolumns = 7\nrows = 4\nseed = 5\n'

WOODS = 'kind = "area"\nterrain = "Woods"\nhexes = "C2 C3 D1..D3 E2 E3"'
GULLY = 'kind = "line"\nterrain = "Gully"\nthrough = "C1/N C1 C2 D2 D3 D4"'


def board(tmp_path: Path, *features: str, head: str = HEAD) -> hexlos.Board:
    path = tmp_path / "test.toml"
    path.write_text(head + "".join(f"\n[[feature]]\n{text}\n" for text in features))
    return hexlos.open_board(path)


def at(made: hexlos.Board, name: str) -> str:
    return catalogue()[made.facts.centre[made.grid.index(name)]].name


def share(made: hexlos.Board, terrain: str) -> float:
    return float((made.terrain == terrain_code(terrain)).mean())


def test_layout(tmp_path: Path) -> None:
    made = board(tmp_path)
    assert made.terrain.shape == made.level.shape == (338, 258)
    assert (made.terrain.dtype, made.level.dtype) == (np.uint8, np.int8)
    assert made.name == "test"
    assert made.warnings == ()
    assert len(made.hexes) == 4 * 4 + 3 * 5


def test_ground_pitch_slopes_and_stairways(tmp_path: Path) -> None:
    head = HEAD + (
        'pitch = 30.5\nhex_height = "141/4"\nground = "sand"\nlevel = 2\nversion = "2"\n'
        'stairways = "C2"\n[slopes]\nC3 = "NE N"\n'
    )
    made = board(tmp_path, head=head)
    assert made.terrain.shape == (183, 141)
    assert at(made, "B2") == "Sand"
    assert made.hex("B2").base_level == 2
    assert made.slopes == {"C3": (0, 1)}
    assert made.stairways == {"C2"}
    assert made.version == "2"


def test_area_is_natural_yet_keeps_its_hexes(tmp_path: Path) -> None:
    made = board(tmp_path, WOODS)
    assert {h for h in made.hexes if made.hex(h).is_woods} == set("C2 C3 D1 D2 D3 E2 E3".split())
    exact = board(tmp_path, WOODS + "\nedge = 0\nrounding = 0\nwobble = 0")
    assert share(exact, "Woods") == pytest.approx(7 * 56.25 * 64.5 / (338 * 258), rel=0.01)
    assert share(made, "Woods") < share(exact, "Woods")
    assert made.hex("D2").is_interior_woods
    outer = [s.woods_share for s in made.hex("D1").hexsides]
    assert min(outer) < 0.5
    assert max(outer) == pytest.approx(1)


def test_exact_area_is_the_owner_plane(tmp_path: Path) -> None:
    made = board(tmp_path, WOODS + "\nedge = 0\nrounding = 0\nwobble = 0")
    names = np.array([*made.hexes, ""])[made.grid.pixel_owner]
    inside = np.isin(names, "C2 C3 D1 D2 D3 E2 E3".split())
    x, y = np.nonzero(inside != (made.terrain == terrain_code("Woods")))
    outline = shapely.union_all(made.geometry.hexsides.ravel())
    assert (shapely.distance(outline, shapely.points(x + 0.5, y + 0.5)) < 1e-9).all()


def test_polygon_area_samples_pixel_centres(tmp_path: Path) -> None:
    made = board(
        tmp_path,
        'kind = "area"\nterrain = "Water"\n'
        "polygon = [[10, 10], [20.5, 10], [20.5, 14.6], [10, 14.6]]",
    )
    x, y = np.nonzero(made.terrain == terrain_code("Water"))
    assert (x.min(), x.max(), y.min(), y.max()) == (10, 19, 10, 14)
    assert len(x) == 50


def test_polygon_off_the_board_draws_what_is_on_it(tmp_path: Path) -> None:
    made = board(
        tmp_path,
        'kind = "area"\nterrain = "Water"\n'
        "polygon = [[-500, -500], [3, -500], [3, 900], [-500, 900]]",
        'kind = "area"\nterrain = "Sand"\npolygon = [[900, 900], [999, 900], [999, 999]]',
    )
    assert (made.terrain[:3] == terrain_code("Water")).all()
    assert share(made, "Water") == pytest.approx(3 / 338)
    assert share(made, "Sand") == 0


def test_file_order_is_draw_order(tmp_path: Path) -> None:
    brush = WOODS.replace("Woods", "Brush")
    assert at(board(tmp_path, WOODS, brush), "D2") == "Brush"
    assert at(board(tmp_path, brush, WOODS), "D2") == "Woods"


def test_levels_nest(tmp_path: Path) -> None:
    made = board(
        tmp_path,
        'kind = "level"\nlevel = 1\nhexes = "C2 C3 D1..D3 E2 E3"',
        'kind = "level"\nlevel = 2\nhexes = "D1 D2"',
        'kind = "level"\nlevel = -1\nhexes = "A1..A4"',
    )
    levels = {h: made.hex(h).base_level for h in ("A2", "B2", "C2", "D1", "D2", "D3", "F2")}
    assert levels == {"A2": -1, "B2": 0, "C2": 1, "D1": 2, "D2": 2, "D3": 1, "F2": 0}
    # where two crest lines run along one hexside they keep together, but for a pixel
    alone = board(tmp_path, 'kind = "level"\nlevel = 1\nhexes = "C2 C3 D1..D3 E2 E3"')
    assert (alone.level[made.level == 2] != 1).sum() <= 2


@pytest.mark.parametrize("hill_first", [True, False])
def test_depressions_lie_below_their_ground(tmp_path: Path, hill_first: bool) -> None:
    hill = 'kind = "level"\nlevel = 1\nhexes = "C1..C3 D1 D2"'
    made = board(tmp_path, *([hill, GULLY] if hill_first else [GULLY, hill]))
    assert {h: made.hex(h).base_level for h in ("C1", "C2", "D2", "D3")} == {
        "C1": 0, "C2": 0, "D2": 0, "D3": -1
    }  # fmt: skip
    assert all(made.hex(h).is_depression for h in ("C1", "C2", "D2", "D3", "D4"))
    assert made.hex("C2").hexsides[0].depression
    assert not made.hex("C2").hexsides[4].depression


def test_two_depressions_sink_once(tmp_path: Path) -> None:
    cross = 'kind = "line"\nterrain = "Shallow Stream"\nthrough = "B2 C2 D1"'
    assert board(tmp_path, GULLY, cross).level.min() == -1


def test_line_runs_through_centres_and_hexside_middles(tmp_path: Path) -> None:
    made = board(tmp_path, 'kind = "line"\nterrain = "Dirt Road"\nthrough = "A2 B1 C2 D2 D3 D4"')
    assert all(at(made, h) == "Dirt Road" for h in ("A2", "B1", "C2", "D2", "D3", "D4"))
    centres = {h: made.grid.centres_px[made.grid.index(h)] for h in ("C2", "D2")}
    x, y = ((centres["C2"] + centres["D2"]) / 2).astype(int)
    assert made.terrain[x, y] == terrain_code("Dirt Road")
    assert made.level.max() == made.level.min() == 0


def test_line_of_points(tmp_path: Path) -> None:
    made = board(
        tmp_path, 'kind = "line"\nterrain = "Path"\npoints = [[0, 100], [338, 100]]\nwidth = 4'
    )
    x, y = np.nonzero(made.terrain == terrain_code("Path"))
    assert (set(y.tolist()), len(set(x.tolist()))) == ({98, 99, 100, 101}, 338)


def test_hexsides(tmp_path: Path) -> None:
    made = board(
        tmp_path,
        'kind = "hexsides"\nterrain = "Wall"\nhexsides = "C3/NE D2-D3"',
        'kind = "hexsides"\nterrain = "Hedge"\nhexsides = ["F1/S", "F2/SE"]',
    )
    assert made.hex("C3").hexsides[1].terrain == "Wall"
    assert made.hex("D2").hexsides[4].terrain == "Wall"
    assert made.hex("D3").hexsides[0].terrain == "Wall"
    assert made.hex("F2").hexsides[0].terrain == "Hedge"
    assert made.hex("F2").hexsides[3].terrain is None


def test_cliff_parts_the_levels_and_stands_on_the_lower(tmp_path: Path) -> None:
    made = board(
        tmp_path,
        'kind = "level"\nlevel = 2\nhexes = "D1 D2"',
        'kind = "hexsides"\nterrain = "Cliff"\nhexsides = "D2/S"',
    )
    assert made.hex("D2").hexsides[3].terrain == "Cliff"
    assert made.facts.hexside_level[made.grid.index("D2"), 3] == 0
    centre = made.grid.centres_px[made.grid.index("D2")]
    x, edge = int(centre[0]), int(centre[1] + 32.25)
    assert (made.level[x, edge - 6], made.level[x, edge + 6]) == (2, 0)


def test_buildings(tmp_path: Path) -> None:
    made = board(
        tmp_path,
        'kind = "building"\nterrain = "Stone Building, 1 Level"\nhexes = "C2 C3 D3"',
        'kind = "building"\nterrain = "Wooden Building"\nhexes = "F2"\nsize = [20, 10]\nangle = 0',
        'kind = "building"\nterrain = "Stone Building"\n'
        "polygon = [[5, 5], [25, 5], [25, 25], [5, 25]]",
    )
    assert made.hex("C3").levels == ("C3", "C3:1", "C3:cellar", "C3:roof")
    assert made.hex("F2").levels == ("F2",)
    assert all(made.hex(h).is_building for h in ("A1", "C2", "C3", "D3", "F2"))
    assert not made.hex("D2").is_building
    assert share(made, "Wooden Building") == pytest.approx(200 / (338 * 258), rel=0.1)
    assert share(made, "Stone Building") == 400 / (338 * 258)


def test_bars_show_in_their_building_only(tmp_path: Path) -> None:
    made = board(
        tmp_path,
        'kind = "building"\nterrain = "Stone Building, 1 Level"\nhexes = "C2 C3"\nwidth = 30',
        'kind = "hexsides"\nterrain = "Rowhouse Wall, 1 Level"\nhexsides = "C2-C3"',
    )
    x, _ = np.nonzero(made.terrain == terrain_code("Rowhouse Wall, 1 Level"))
    assert x.max() - x.min() + 1 == 30
    assert made.hex("C2").hexsides[3].terrain == "Rowhouse Wall, 1 Level"
    assert made.hex("C3").is_building


def test_bridge_carries_its_road_over_the_depression(tmp_path: Path) -> None:
    made = board(
        tmp_path,
        'kind = "line"\nterrain = "Shallow Stream"\nthrough = "C1/N C1 C2 C3 C4 C4/S"',
        'kind = "line"\nterrain = "Dirt Road"\nthrough = "B2 C2 D1"',
        'kind = "bridge"\nterrain = "Single Hex Stone Bridge"\nhex = "C2"\nsides = "SW NE"',
    )
    hex_ = made.hex("C2")
    assert (hex_.centre_terrain, hex_.base_level, hex_.is_depression) == ("Dirt Road", 0, False)
    assert hex_.hexsides[0].depression
    assert share(made, "Single Hex Stone Bridge") > 0
    bridge = made.terrain == terrain_code("Single Hex Stone Bridge")
    assert set(made.level[bridge].tolist()) == {0}


def test_two_reads_are_equal(tmp_path: Path) -> None:
    first, second = board(tmp_path, WOODS, GULLY), board(tmp_path, WOODS, GULLY)
    assert np.array_equal(first.terrain, second.terrain)
    assert np.array_equal(first.level, second.level)


def test_seed_changes_outlines(tmp_path: Path) -> None:
    first = board(tmp_path, WOODS)
    second = board(tmp_path, WOODS, head=HEAD.replace("seed = 5", "seed = 6"))
    assert not np.array_equal(first.terrain, second.terrain)


def test_outlines_elsewhere_stay_when_a_hex_is_added(tmp_path: Path) -> None:
    first = board(tmp_path, WOODS)
    second = board(tmp_path, WOODS.replace('E3"', 'E3 F3"'))
    differs = np.flatnonzero((first.terrain != second.terrain).any(axis=1))
    assert differs.min() > made_x(first, "E3") - 20


def made_x(made: hexlos.Board, name: str) -> float:
    return float(made.grid.centres_px[made.grid.index(name), 0])


@pytest.mark.parametrize(
    ("feature", "terrain", "level"),
    [
        (WOODS, 0xF2ABF312, 0xB703DF1E),
        (GULLY, 0x17A6DA84, 0xE22E62C4),
        ('kind = "building"\nterrain = "Stone Building"\nhexes = "D2"', 0x378C2793, 0xB703DF1E),
        ('kind = "level"\nlevel = 1\nhexes = "D2 E3"', 0xB703DF1E, 0x6AEDB673),
    ],
    ids=["area", "line", "building", "level"],
)
def test_planes_are_pinned(tmp_path: Path, feature: str, terrain: int, level: int) -> None:
    made = board(tmp_path, feature)
    assert (crc32(made.terrain.tobytes()), crc32(made.level.tobytes())) == (terrain, level)


AREA = 'kind = "area"\nterrain = "Woods"\n'
LINE = 'kind = "line"\nterrain = "Path"\n'
SIDES = 'kind = "hexsides"\nterrain = "Wall"\n'
HOUSE = 'kind = "building"\nterrain = "Stone Building"\n'
BRIDGE = 'kind = "bridge"\nterrain = "Stone Bridge"\n'


@pytest.mark.parametrize(
    ("feature", "fault"),
    [
        ("terrain = 3", "feature 1: kind must be one of area, level, line"),
        ('kind = "forest"', "feature 1: kind must be one of"),
        ('kind = "area"\nhexes = "C2"', "terrain is missing"),
        ('kind = "area"\nterrain = "Wods"\nhexes = "C2"', "unknown terrain 'Wods'; near to it are"),
        ('kind = "area"\nterrain = "!"\nhexes = "C2"', "the names are those of seeds"),
        ('kind = "area"\nterrain = 60\nhexes = "C2"', "terrain must be a short text in quotes"),
        (AREA + 'hexes = "Z9"', "feature 1 (area, Woods): no hex 'Z9' on this board"),
        (AREA + 'name = "Elm"\nhexes = "Z9"', "feature 1 (area, Elm): no hex 'Z9'"),
        (AREA + 'hexes = "C2 C3 C2"', "hexes names C2 more than once"),
        (AREA + 'hexes = "C1..D3"', "no run of hexes of one column"),
        (AREA + 'hexes = "C1..C999999"', "no run of hexes"),
        (AREA + 'hexes = ""', "hexes must be names in quotes"),
        (AREA + "hexes = [3]", "hexes must be names in quotes"),
        (AREA, "either hexes or polygon"),
        (AREA + 'hexes = "C2"\npolygon = [[0, 0], [9, 0], [9, 9]]', "either hexes or polygon"),
        (AREA + "polygon = [[0, 0], [9, 0]]", "list of 3 to 5000 points"),
        (AREA + "polygon = [[0, 0], [9, 0], [9]]", "points [x, y], not [9]"),
        (AREA + "polygon = [[0, 0], [9, 0], [9, nan]]", "a number from -100000 to 100000, not nan"),
        (AREA + "polygon = [[0, 0], [9, 0], [inf, 9]]", "not inf"),
        (AREA + "polygon = [[0, 0], [9, 0], [1e99, 9]]", "not 1e+99"),
        (AREA + "polygon = [[0, 0], [9, 0], [true, 9]]", "not True"),
        (AREA + 'hexes = "C2"\nwobble = 99', "wobble must be a number from 0 to 12, not 99"),
        (AREA + 'hexes = "C2"\nwobbel = 9', "unknown key 'wobbel'; it may have kind, name"),
        (AREA.replace("Woods", "Wall") + 'hexes = "C2"', 'use kind = "hexsides"'),
        ('kind = "level"\nhexes = "C2"', "level is missing"),
        ('kind = "level"\nlevel = 40\nhexes = "C2"', "level must be a whole number from -9 to 9"),
        ('kind = "level"\nlevel = 1.5\nhexes = "C2"', "level must be a whole number"),
        ('kind = "level"\nlevel = true\nhexes = "C2"', "level must be a whole number"),
        (LINE, "either through or points"),
        (LINE + 'through = "C2"', "at least two places"),
        (LINE + 'through = "C2 C4"', "C4 is not next to C2: name every hex"),
        (LINE + 'through = "C2 C2"', "names C2 twice in a row"),
        (LINE + 'through = "C1 C2/N C3"', "only its ends may be hexsides"),
        (LINE + 'through = "C1 C2/X"', "no hexside 'X'; hexsides are N, NE, SE, S, SW, NW"),
        (LINE + 'through = "C1 C2"\nwidth = -1', "width must be a number from 1 to 500"),
        (SIDES + 'hexsides = "C2"', "'C2' is no hexside: write F4/NE or F4-G4"),
        (SIDES + 'hexsides = "C2-C4"', "C2 and C4 share no hexside"),
        (SIDES + 'hexsides = "C2/S C3/N"', "hexsides names C3/N more than once"),
        (SIDES.replace("Wall", "Woods") + 'hexsides = "C2/S"', "does not lie along hexsides"),
        (SIDES.replace("Wall", "Rowhouse Wall") + 'hexsides = "C2/S"', "stands in no building"),
        (HOUSE.replace("Stone Building", "Woods") + 'hexes = "C2"', "Woods is no building"),
        (HOUSE + 'hexes = "C2 C4"', "C4 is not next to C2"),
        (HOUSE + 'hexes = "C2 C3"\nangle = 3', "for a building of one hex"),
        (HOUSE + 'hexes = "C2"\nwidth = 30', "width is for a building of several hexes"),
        (HOUSE + 'hexes = "C2"\nsize = [3]', "size must be a list of 2 numbers"),
        (HOUSE + 'hexes = "C2"\nsize = [30, 9e9]', "size must be a number from 4 to 500"),
        (BRIDGE + 'hex = "C2"\nsides = "N"', "the two hexsides"),
        (BRIDGE + 'hex = "C2"\nsides = "N N"', "the two hexsides"),
        (BRIDGE + 'hex = "Q2"\nsides = "N S"', "no hex 'Q2'"),
        (BRIDGE + 'hex = "C2"\nsides = "N S"\nroad = "Woods"', "Woods is no road"),
        (BRIDGE.replace("Stone Bridge", "Woods") + 'hex = "C2"\nsides = "N S"', "is no bridge"),
    ],
)
def test_bad_feature(tmp_path: Path, feature: str, fault: str) -> None:
    with pytest.raises(hexlos.BoardFormatError) as raised:
        board(tmp_path, feature)
    text = str(raised.value)
    assert text.startswith("test.toml: feature 1")
    assert fault in text
    assert "\n" not in text


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "format is missing"),
        ("format = 2", "format 2 is unknown; this version reads 1"),
        (HEAD[:-12] + '\n[[feature]]\nkind = "ar', "no valid TOML"),
        ("x = " + "[" * 5000, "no valid TOML"),
        ("format = 0x" + "f" * 9000, "format must be a whole number from 1 to 1000000, not that"),
        ("format = " + "9" * 9000, "no valid TOML"),
        (HEAD + "size = 3", "unknown key 'size'; it may have format, name"),
        (HEAD + "feature = 3", "[[feature]] tables"),
        (HEAD + "feature = [3]", "feature 1 is no table"),
        (HEAD + "[feature]", "[[feature]] tables"),
        (HEAD + 'ground = "Lava"', "unknown terrain 'Lava'"),
        (HEAD + "level = 99", "level must be a whole number from -9 to 9"),
        (HEAD + "slopes = 3", "slopes must be a table"),
        (HEAD + '[slopes]\nZ9 = "N"', "slopes: no hex 'Z9'"),
        (HEAD + '[slopes]\nC2 = "UP"', "slopes: no hexside 'UP'"),
        (HEAD + 'stairways = "Z9"', "no hex 'Z9'"),
        (HEAD.replace("columns = 7", "columns = 0"), "columns must be a whole number from 2"),
        (HEAD.replace("columns = 7", "columns = 1000000000"), "columns must be a whole number"),
        (HEAD.replace("columns = 7\nrows = 4", "columns = 900\nrows = 900"), "is the most"),
        (HEAD.replace('name = "test"', 'name = ""\nname = ""'), "no valid TOML"),
        (HEAD.replace('name = "test"', "name = 1979-05-27"), "name must be a short text"),
        (HEAD + "pitch = inf", "pitch must be from 8 to 1000 pixels"),
        (HEAD + "pitch = nan", "pitch must be from 8 to 1000 pixels"),
        (HEAD + 'pitch = "1e999999999"', "pitch must be from 8 to 1000 pixels"),
        (HEAD + 'pitch = "9/0"', "pitch must be from 8 to 1000 pixels"),
        (HEAD + "hex_height = -3", "hex_height must be from 8 to 1000 pixels"),
    ],
)
def test_bad_file(tmp_path: Path, text: str, fault: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(hexlos.BoardFormatError) as raised:
        hexlos.open_board(path)
    assert str(raised.value).startswith("bad.toml: ")
    assert fault in str(raised.value)


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(b"name = \xff\xfe")
    with pytest.raises(hexlos.BoardFormatError, match="no UTF-8 text"):
        hexlos.open_board(path)


def test_file_of_too_many_bytes(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("#" * 1_000_001)
    with pytest.raises(hexlos.BoardFormatError, match="larger than 1000000 bytes"):
        hexlos.open_board(path)


def test_too_much_to_draw(tmp_path: Path) -> None:
    wide = AREA + "polygon = [[0, 0], [99999, 0], [99999, 99999], [0, 99999]]"
    head = HEAD.replace("columns = 7\nrows = 4", "columns = 70\nrows = 60")
    with pytest.raises(hexlos.BoardFormatError, match=r"feature 27 .*more than 400000000 pixels"):
        board(tmp_path, *[wide] * 40, head=head)


@pytest.mark.parametrize("cut", [10, 47, 90, 121, 160, 300, 377, 414, 1000])
def test_truncated_board(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "bad.toml"
    source = Path(hexlos.open_board("village").source or "").read_text()
    path.write_text(source[:cut])
    with pytest.raises(hexlos.BoardFormatError, match=r"\Abad\.toml: "):
        hexlos.open_board(path)
