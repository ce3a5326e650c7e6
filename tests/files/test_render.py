"""Pictures of boards: size, colours where the terrain is known, and that they never change."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files

import numpy as np
import pytest
from PIL import Image

import hexlos
from hexlos.hexgrid import HexGrid
from hexlos.render import picture, render

BOARDS = ("desert", "hills", "village", "woodland")


@pytest.fixture(scope="module")
def woodland() -> hexlos.Board:
    return hexlos.open_board("woodland")


def tone(board: hexlos.Board, image: Image.Image, name: str) -> tuple[float, float, float]:
    """Mean colour of a patch below the dot of a hex."""
    x, y = board.grid.centres_px[board.grid.index(name)].astype(int)
    patch = np.asarray(image)[y + 5 : y + 20, max(0, x - 9) : x + 10]
    red, green, blue = patch.reshape(-1, 3).mean(axis=0)
    return float(red), float(green), float(blue)


def test_size_and_mode(woodland: hexlos.Board) -> None:
    image = render(woodland)
    assert (image.size, image.mode) == ((1800, 645), "RGB")


def test_same_picture_twice(woodland: hexlos.Board) -> None:
    assert render(woodland).tobytes() == render(hexlos.open_board("woodland")).tobytes()


def test_woods_are_darker_and_greener_than_open_ground(woodland: hexlos.Board) -> None:
    image = render(woodland)
    woods, ground = tone(woodland, image, "E4"), tone(woodland, image, "N6")
    assert sum(woods) < sum(ground) - 100
    assert woods[1] > woods[0] + 20


def test_grain_is_yellow(woodland: hexlos.Board) -> None:
    red, green, blue = tone(woodland, render(woodland), "V9")
    assert min(red, green) > blue + 60


def test_each_level_is_darker() -> None:
    board = hexlos.open_board("hills")
    image = render(board)
    tones = [sum(tone(board, image, h)) for h in ("K7", "N3", "P5", "R5")]
    assert tones == sorted(tones, reverse=True)
    assert tones[0] - tones[-1] > 100


def test_stream_is_blue_and_stone_grey() -> None:
    board = hexlos.open_board("village")
    image = render(board)
    x, y = board.grid.centres_px[board.grid.index("G2")].astype(int)
    red, _, blue = np.asarray(image)[y + 6, x]
    assert int(blue) > int(red) + 40
    red, green, blue = tone(board, image, "O7")
    assert max(red, green, blue) - min(red, green, blue) < 25


def test_desert_ground_is_sandy() -> None:
    board = hexlos.open_board("desert")
    red, _, blue = tone(board, render(board), "L9")
    assert red > blue + 50


def test_names_can_be_left_out(woodland: hexlos.Board) -> None:
    assert render(woodland).tobytes() != render(woodland, names=False).tobytes()


def test_picture_prefers_the_artwork(woodland: hexlos.Board) -> None:
    art = replace(woodland, picture=lambda: Image.new("P", (1800, 645), 3))
    assert picture(art).mode == "RGB"
    assert len(picture(art).getcolors() or []) == 1
    assert picture(woodland).tobytes() == render(woodland).tobytes()


def test_picture_in_scale(woodland: hexlos.Board) -> None:
    assert picture(woodland, scale=2).size == (3600, 1290)


@pytest.mark.parametrize("scale", [0, -1, 9])
def test_bad_scale(woodland: hexlos.Board, scale: int) -> None:
    with pytest.raises(hexlos.HexlosError, match="scales 1 to 8"):
        picture(woodland, scale)


@pytest.mark.parametrize("pixels", [9, 16])
def test_tiny_hexes_have_no_names(pixels: int) -> None:
    from fractions import Fraction

    grid = HexGrid.from_layout(4, 3, 3 * pixels, 3 * pixels, Fraction(pixels), Fraction(pixels))
    plane = np.zeros((3 * pixels, 3 * pixels))
    board = hexlos.Board("tiny", grid, plane.astype(np.uint8), plane.astype(np.int8))
    assert render(board).tobytes() == render(board, names=False).tobytes()


@pytest.mark.parametrize("name", BOARDS)
def test_shipped_picture_shows_the_shipped_board(name: str) -> None:
    path = files("hexlos.boards").joinpath(f"{name}.png")
    with path.open("rb") as stream:
        shipped = np.asarray(Image.open(stream).convert("RGB"), dtype=float)
    made = np.asarray(render(hexlos.open_board(name)), dtype=float)
    assert shipped.shape == made.shape
    assert np.abs(shipped - made).mean() < 6
