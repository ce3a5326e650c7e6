"""Pictures of what a location sees: tints where they belong, texts that stay apart."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

import hexlos
from hexlos import HexlosError, caption, fan
from hexlos.fan import BLOCKED, TINTS, look

from synthetic import make_board


@pytest.fixture(scope="module")
def board() -> hexlos.Board:
    return make_board(9, 6, terrain={"C2": "Grain", "D3": "Stone Building, 2 Level"})


def test_kinds_are_the_answers(board: hexlos.Board) -> None:
    found = look(board, "C1")
    for name, kind in zip(board.hexes, found.kinds.tolist(), strict=True):
        los = board.los("C1", name)
        assert kind == (-1 if name == "C1" else BLOCKED if los.blocked else los.hindrance)
    assert found.clear + sum(found.hindered.values()) + found.blocked == len(board.hexes) - 1
    assert found.hindered[1] > 0
    assert found.blocked > 0


#: A hex seen clear, one through grain, one behind the building.
HEXES = ("F1", "C4", "E5")


def _pixel(board: hexlos.Board, image: Image.Image, name: str, scale: int) -> np.ndarray:
    """Mean colour right below the middle of a hex, where no text or dot is."""
    x, y = board.grid.centres_px[board.grid.index(name)] * scale
    top = image.height - board.grid.height * scale - _legend_height(board, image)
    box = np.asarray(image)[int(top + y + 14 * scale) :, int(x - 4 * scale) :]
    return box[: 6 * scale, : 8 * scale].reshape(-1, 3).mean(axis=0)


def _legend_height(board: hexlos.Board, image: Image.Image) -> int:
    return caption.legend(look(board, "C1")._legend(), image.width).height


@pytest.mark.parametrize("scale", [1, 3])
def test_hexes_have_the_tint_of_their_answer(board: hexlos.Board, scale: int) -> None:
    found = look(board, "C1")
    image = found.draw(scale)
    plain = fan._tinted(found, scale)
    kinds = dict(zip(board.hexes, found.kinds.tolist(), strict=True))
    assert {kinds[name] for name in HEXES} == {1, 0, BLOCKED}
    for name in HEXES:
        seen = _pixel(board, image, name, scale)
        x, y = board.grid.centres_px[board.grid.index(name)] * scale
        expected = np.asarray(plain)[int(y + 17 * scale), int(x)]
        assert np.abs(seen - expected).max() < 25, name
    blue, yellow, dark = (_pixel(board, image, name, scale) for name in HEXES)
    assert blue[2] > blue[0] + 30
    assert yellow[0] > yellow[2] + 30
    assert dark.max() < min(blue.max(), yellow.max()) - 30


def test_size_is_that_of_the_board_between_two_strips(board: hexlos.Board) -> None:
    for scale in (1, 2):
        image = look(board, "A1").draw(scale)
        assert image.mode == "RGB"
        assert image.width == board.grid.width * scale
        assert image.height > board.grid.height * scale + 60
    assert look(board, "A1").draw().width >= 1200


@pytest.mark.parametrize("scale", [0, 9, -1])
def test_scales_out_of_bounds(board: hexlos.Board, scale: int) -> None:
    with pytest.raises(HexlosError, match=f"a scale of {scale}"):
        look(board, "A1").draw(scale)


def test_a_picture_too_large_is_not_drawn(
    board: hexlos.Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fan, "_MAX_PIXELS", 1000)
    with pytest.raises(HexlosError, match="too large"):
        look(board, "A1").draw(1)


def test_tints_differ_in_lightness_or_hue_for_all_eyes() -> None:
    """Brightness falls from +1 to blocked, and clear is the only blue."""
    light = [0.299 * r + 0.587 * g + 0.114 * b for r, g, b in TINTS]
    assert light[1:] == sorted(light[1:], reverse=True)
    assert min(a - b for a, b in pairwise(light[1:])) > 15
    assert TINTS[0][2] > TINTS[0][0]
    assert all(tint[2] < tint[0] for tint in TINTS[1:BLOCKED])


def test_blocking_points_are_dotted(board: hexlos.Board) -> None:
    found = look(board, "D1")
    image = Image.new("RGB", (board.grid.width, board.grid.height))
    fan._draw_dots(ImageDraw.Draw(image), found, 1)
    shown = np.asarray(image)
    points = found.row.where[0][found.kinds == BLOCKED]
    assert len(points)
    for x, y in points.tolist():
        assert tuple(shown[y, x]) == fan._DOT


@pytest.mark.parametrize("source", ["A1", "C2", "I6", "B0"])
def test_texts_stay_apart_and_on_the_picture(
    board: hexlos.Board, source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    boxes: list[tuple[float, ...]] = []
    plate = ImageDraw.ImageDraw.rectangle

    def note(self: ImageDraw.ImageDraw, box: tuple[float, ...], **style: object) -> None:
        boxes.append(box)
        plate(self, box, **style)

    monkeypatch.setattr(ImageDraw.ImageDraw, "rectangle", note)
    found = look(board, source)
    image = Image.new("RGB", (board.grid.width, board.grid.height))
    fan._draw_texts(ImageDraw.Draw(image), found, 1)
    assert len(boxes) == len(board.hexes) + sum(found.hindered.values())
    for i, (x0, y0, x1, y1) in enumerate(boxes):
        assert x0 >= 0
        assert y0 >= 0
        assert x1 < image.width
        assert y1 < image.height
        for u0, v0, u1, v1 in boxes[:i]:
            assert x1 < u0 or u1 < x0 or y1 < v0 or v1 < y0


@pytest.mark.parametrize("width", [80, 200, 600, 1800])
def test_captions_fit_any_width(width: int) -> None:
    font = ImageFont.load_default(16)
    entries = [caption.Entry("tint", f"hindrance +{n}: 5", (200, 0, 0)) for n in range(5)]
    spots = list(caption._flow([26 + font.getlength(e.text) for e in entries], width))
    assert len({tuple(spot) for spot in spots}) == len(spots)
    assert caption.legend(entries, width).size == (width, int(spots[-1][1]) + 26 + 6)
    words = "What F4 sees on board of a long name"
    strip = caption.title([words, "SSRs: none"], width)
    assert strip.width == width
    if width >= 200:
        assert (np.asarray(strip)[:, -4:] == 255).all()
