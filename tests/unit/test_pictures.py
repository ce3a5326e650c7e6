"""Pictures by their content: tints where they belong, layers by name, texts that stay apart."""

from __future__ import annotations

import base64
import io
import xml.etree.ElementTree as ET
from collections.abc import Callable
from itertools import combinations, pairwise

import numpy as np
import pytest
from PIL import Image

from hexlos import Board, compare
from hexlos.fan import look
from hexlos.heat import heat
from hexlos.pictures import caption
from hexlos.pictures.difference import sheet as difference_sheet
from hexlos.pictures.fan import DOT, TINTS
from hexlos.pictures.fan import sheet as fan_sheet
from hexlos.pictures.heat import TINTS as HEAT
from hexlos.pictures.heat import sheet as heat_sheet
from hexlos.pictures.labels import plates
from hexlos.pictures.png import backdrop, image
from hexlos.pictures.scene import SHARE, Area, Dot, Entry, Sheet, Stroke
from hexlos.pictures.sightline import SEEN, UNSEEN
from hexlos.pictures.sightline import sheet as los_sheet
from hexlos.pictures.svg import text_of

from synthetic import make_board

SVG = "{http://www.w3.org/2000/svg}"
INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"
XLINK = "{http://www.w3.org/1999/xlink}"


@pytest.fixture(scope="module")
def board() -> Board:
    terrain = {"C2": "Grain", "D3": "Stone Building, 2 Level", "F4": "Orchard", "G2": "Woods"}
    return make_board(9, 6, terrain=terrain, levels={"H4": 1})


def shapes(sheet: Sheet, layer: str) -> list[Area | Stroke | Dot]:
    (found,) = (one for one in sheet.layers if one.name == layer)
    return list(found.shapes)


def sheets(board: Board) -> dict[str, Callable[[], Sheet]]:
    """A picture of each kind."""
    return {
        "fan": lambda: fan_sheet(look(board, "C1"), 2),
        "clear": lambda: los_sheet(board.los("C1", "C4")),
        "blocked": lambda: los_sheet(board.los("D1", "D6")),
        "heat": lambda: heat_sheet(heat(board), 2),
        "overwatch": lambda: heat_sheet(heat(board, ["D1", "G5"]), 2),
        "diff": lambda: difference_sheet(compare(board.with_ssr("cactus-patch"), board), 2),
    }


KINDS = ("fan", "clear", "blocked", "heat", "overwatch", "diff")


@pytest.mark.parametrize("kind", KINDS)
def test_texts_stay_apart_and_on_the_picture(board: Board, kind: str) -> None:
    sheet = sheets(board)[kind]()
    found = plates(sheet)
    assert found
    width, height = sheet.size
    for plate in found:
        assert plate.left >= 0
        assert plate.top >= 0
        assert plate.right < width
        assert plate.bottom < height
    for a, b in combinations(found, 2):
        apart = a.right < b.left or b.right < a.left or a.bottom < b.top or b.bottom < a.top
        assert apart, (a.label, b.label)


@pytest.mark.parametrize("scale", [1, 2])
def test_every_hex_is_named_and_every_amount_told(board: Board, scale: int) -> None:
    found = look(board, "C1")
    shown = [plate.label.text for plate in plates(fan_sheet(found, scale))]
    assert set(board.hexes) <= set(shown)
    assert len(shown) == len(board.hexes) + sum(found.hindered.values())


@pytest.mark.parametrize("kind", KINDS)
def test_words_of_strips_stay_apart(board: Board, kind: str) -> None:
    sheet = sheets(board)[kind]()
    width = sheet.size[0]
    for strip in (
        caption.title(sheet.title, width),
        caption.legend(sheet.legend, width),
        caption.notes(sheet.notes or ("nothing",), width),
    ):
        for word in strip.words:
            assert word.x + word.width <= width
            assert word.y + word.size / 2 < strip.height
        for a, b in combinations(strip.words, 2):
            assert a.y != b.y or a.x + a.width < b.x or b.x + b.width < a.x


@pytest.mark.parametrize("width", [80, 200, 600, 1800])
def test_captions_fit_any_width(width: int) -> None:
    entries = [Entry("tint", f"hindrance +{n}: 5", (200, 0, 0)) for n in range(5)]
    strip = caption.legend(entries, width)
    assert len({(x, y) for x, y, _ in strip.signs}) == 5
    assert strip.height > max(y for _, y, _ in strip.signs) + 20
    long = caption.title(["What F4 sees on a board of an " + "endless" * 30 + " name"], width)
    assert all(word.x + word.width <= width for word in long.words)


def pixel(sheet: Sheet, drawn: Image.Image, x: float, y: float) -> np.ndarray:
    """Colour of a picture at a place of the board."""
    top = caption.title(sheet.title, drawn.width).height
    left = (x - sheet.window.left) * sheet.scale
    down = (y - sheet.window.top) * sheet.scale
    return np.asarray(drawn)[int(top + down), int(left)].astype(int)


def below(board: Board, name: str) -> tuple[float, float]:
    """A place in a hex where no text or dot is."""
    x, y = board.grid.centres_px[board.grid.index(name)]
    return float(x) + 6, float(y) + 20


@pytest.mark.parametrize("scale", [1, 3])
def test_hexes_have_the_tint_of_their_answer(board: Board, scale: int) -> None:
    found = look(board, "C1")
    sheet = fan_sheet(found, scale)
    drawn, ground = image(sheet), np.asarray(backdrop(sheet)).astype(int)
    kinds = dict(zip(board.hexes, found.kinds.tolist(), strict=True))
    names = {kinds[name]: name for name in ("F1", "C4", "E5")}
    assert set(names) == {0, 1, 6}
    for kind, name in names.items():
        x, y = below(board, name)
        under = ground[int(y * scale), int(x * scale)]
        expected = (1 - SHARE) * under + SHARE * np.array(TINTS[kind])
        assert np.abs(pixel(sheet, drawn, x, y) - expected).max() < 4, name


def test_blocking_points_are_dotted(board: Board) -> None:
    found = look(board, "D1")
    sheet = fan_sheet(found, 2)
    drawn = image(sheet)
    points = {tuple(p) for p in found.row.where[0][found.kinds == 6].tolist()}
    assert {(dot.x - 0.5, dot.y - 0.5) for dot in shapes(sheet, "Where blocked")} == points
    named = [plate for plate in plates(sheet)]
    bare = [
        (x, y)
        for x, y in points
        if not any(p.left <= 2 * x <= p.right and p.top <= 2 * y <= p.bottom for p in named)
    ]
    assert bare
    for x, y in bare:
        assert tuple(pixel(sheet, drawn, x + 0.5, y + 0.5)) == DOT


def test_a_clear_line_is_drawn_from_end_to_end(board: Board) -> None:
    los = board.los("C1", "C4")
    assert los.hindrance == 1
    sheet = los_sheet(los)
    drawn = image(sheet)
    (ax, ay), (bx, by) = los.ends_px
    for share in (0.35, 0.65):
        x, y = ax + share * (bx - ax), ay + share * (by - ay)
        assert tuple(pixel(sheet, drawn, x, y)) == SEEN
    hinders = [a.facts["hex"] for a in shapes(sheet, "Hexes met") if a.facts["does"] == "hinders"]
    assert hinders == ["C2"]
    assert "+1" in [plate.label.text for plate in plates(sheet)]
    assert any("C2" in note and "A6.7" in note for note in sheet.notes)


def test_a_blocked_line_is_crossed_where_it_is_blocked(board: Board) -> None:
    los = board.los("D1", "D6")
    assert los.blocked
    assert los.blocked_at is not None
    sheet = los_sheet(los)
    x, y = (v + 0.5 for v in los.blocked_at)
    for arm in shapes(sheet, "Where blocked"):
        assert tuple(np.mean(arm.points, axis=0)) == pytest.approx((x, y))
        assert arm.facts["rule"] == los.reason.rule
    assert tuple(pixel(sheet, image(sheet), x, y)) == UNSEEN
    solid, dashed = (s for s in shapes(sheet, "LOS") if isinstance(s, Stroke))
    assert (solid.dashed, dashed.dashed) == (False, True)
    assert solid.points[1] == dashed.points[0]
    assert los.reason.text in sheet.notes[0]
    blocks = [a.facts["hex"] for a in shapes(sheet, "Hexes met") if a.facts["does"] == "blocks"]
    assert los.blocked_hex in blocks


def test_a_line_shows_the_part_of_the_map_around_it() -> None:
    large = make_board(30, 20)
    sheet = los_sheet(large.los("C3", "F5"))
    assert sheet.window.width < large.grid.width / 3
    for x, y in large.los("C3", "F5").ends_px:
        assert sheet.window.left < x < sheet.window.left + sheet.window.width
        assert sheet.window.top < y < sheet.window.top + sheet.window.height


def test_a_location_seen_from_itself_has_one_label(board: Board) -> None:
    sheet = los_sheet(board.los("C3", "C3"))
    assert [plate.label.text for plate in plates(sheet)] == ["C3"]
    assert "clear" in sheet.title


def test_a_line_from_a_vertex_starts_there(board: Board) -> None:
    los = board.los("C3@NE", "F3")
    first = shapes(los_sheet(los), "LOS")[0]
    assert isinstance(first, Stroke)
    corner = board.grid.vertices_px[board.grid.index("C3"), 1]
    assert first.points[0] == pytest.approx(tuple(corner))


def test_later_blocks_are_told_apart_from_the_one_that_counts() -> None:
    wooded = make_board(9, 6, terrain={"D3": "Woods", "F3": "Woods"})
    los = wooded.los("B3", "H3")
    assert los.blocked
    notes = los_sheet(los).notes
    (too,) = (note for note in notes if note.startswith("Would block too: "))
    others = [s.hex for s in los.steps if s.reason is not None and s.hex != los.blocked_hex]
    assert others
    assert all(f"{name} (" in too for name in others)
    assert f"{los.blocked_hex} (" not in too
    told = {line.split()[0]: line for line in los.explain().splitlines()}
    assert "blocks: " in told[str(los.blocked_hex)]
    assert all("would block too: " in told[name] for name in others)


def test_heat_has_lighter_tints_for_more() -> None:
    light = [0.299 * r + 0.587 * g + 0.114 * b for r, g, b in HEAT]
    assert light == sorted(light)
    assert min(b - a for a, b in pairwise(light)) > 15


def test_heat_tints_follow_the_counts(board: Board) -> None:
    found = heat(board)
    sheet = heat_sheet(found, 2)
    areas = sorted(shapes(sheet, "Heat"), key=lambda a: int(str(a.facts["seen-by"])))
    places = [HEAT.index(area.fill) for area in areas]
    assert places == sorted(places)
    assert len(set(places)) >= 4
    assert {a.facts["hex"]: a.facts["seen-by"] for a in areas} == {
        one.hex: one.seen_by for one in found.hexes
    }


def test_dead_ground_is_framed_and_dark(board: Board) -> None:
    found = heat(board, ["D1"])
    assert found.dead
    sheet = heat_sheet(found, 2)
    framed = {s.facts["hex"] for s in shapes(sheet, "Dead ground")}
    assert framed <= set(found.dead)
    dark = {a.facts["hex"] for a in shapes(sheet, "Heat") if not a.facts["seen-by"]}
    assert dark == set(found.dead)


# ---- SVG


@pytest.mark.parametrize(
    ("kind", "layers"),
    [
        ("fan", ["Seen", "Where blocked", "Source"]),
        ("blocked", ["Hexes met", "LOS", "Where blocked"]),
        ("heat", ["Heat"]),
        ("overwatch", ["Heat", "Dead ground", "Watchers"]),
        ("diff", ["Changed lines", "Other terrain"]),
    ],
)
def test_svg_has_the_layers_by_name(board: Board, kind: str, layers: list[str]) -> None:
    sheet = sheets(board)[kind]()
    root = ET.fromstring(text_of(sheet))
    groups = [g for g in root if g.get(f"{INKSCAPE}groupmode") == "layer"]
    names = [g.get(f"{INKSCAPE}label") for g in groups]
    strips = ["Title", "Legend", "Text"] if sheet.notes else ["Title", "Legend"]
    assert names == ["Board", *layers, "Labels", *strips]
    assert len({g.get("id") for g in groups}) == len(groups)


def test_svg_is_in_pixels_of_the_board(board: Board) -> None:
    found = look(board, "C1")
    root = ET.fromstring(text_of(fan_sheet(found, 2)))
    left, _, width, _ = (float(v) for v in str(root.get("viewBox")).split())
    assert (left, width) == (0, board.grid.width)
    assert int(str(root.get("width"))) == 2 * board.grid.width
    polygons = {p.get("data-hex"): p for p in root.iter(f"{SVG}polygon")}
    assert set(polygons) == set(board.hexes) - {"C1"}
    for name, polygon in polygons.items():
        kind = found.kinds[board.grid.index(name)]
        assert polygon.get("fill") == "#{:02x}{:02x}{:02x}".format(*TINTS[kind])
        corners = [tuple(map(float, p.split(","))) for p in str(polygon.get("points")).split()]
        assert np.allclose(corners, board.grid.vertices_px[board.grid.index(name)], atol=0.006)


def test_svg_holds_the_map_and_asks_for_nothing_else(board: Board) -> None:
    text = text_of(fan_sheet(look(board, "C1"), 2))
    (picture,) = ET.fromstring(text).iter(f"{SVG}image")
    kind, _, data = str(picture.get(f"{XLINK}href")).partition(",")
    assert kind == "data:image/png;base64"
    with Image.open(io.BytesIO(base64.b64decode(data))) as inside:
        assert inside.size == (board.grid.width, board.grid.height)
    assert text.count("http") == text.count("http://www.w3.org/") + text.count(
        "http://www.inkscape.org/"
    )


def test_svg_texts_are_held_to_their_plates(board: Board) -> None:
    root = ET.fromstring(text_of(fan_sheet(look(board, "C1"), 2)))
    labels = [g for g in root.iter(f"{SVG}g") if g.get("class") == "label"]
    assert len(labels) > len(board.hexes)
    for label in labels:
        plate, text = label
        assert float(str(text.get("textLength"))) < float(str(plate.get("width")))


def test_svg_of_a_board_with_an_awkward_name() -> None:
    from dataclasses import replace

    odd = replace(make_board(), name='a <b> & "c"\x07')
    root = ET.fromstring(text_of(fan_sheet(look(odd, "A1"), 1)))
    title = root.find(f"{SVG}title")
    assert title is not None
    assert 'board a <b> & "c"?' in str(title.text)


def test_a_map_of_boards_names_them_and_shortens_the_names_of_hexes() -> None:
    from hexlos import open_map

    joined = open_map([["woodland"], ["rhills"]])
    found = look(joined, "woodland-F9")
    shown = plates(fan_sheet(found, 1))
    assert [p.label.text for p in shown if "board" in p.label.facts] == ["woodland", "hills"]
    names = {p.label.facts["hex"]: p.label.text for p in reversed(shown) if "hex" in p.label.facts}
    assert set(names) == set(joined.hexes)
    assert names["woodland-A1"] == "A1"
