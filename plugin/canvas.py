"""What pictures with an answer for every hex share: tinted maps, plates of text, strips."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from hexlos.caption import RGB, Font
from hexlos.errors import HexlosError
from hexlos.render import MAX_SCALE, render
from hexlos.render import picture as board_picture

if TYPE_CHECKING:
    from hexlos.board import Board

INK: RGB = (16, 16, 24)
PAPER: RGB = (255, 255, 255)

#: Half the height of a hex below which texts would not fit, in pixels of the picture.
READABLE = 22.0

#: Share of a tint over the map, and of grey in the map beneath it.
SHARE, GREYED = 0.5, 0.6

#: Width that a picture gets by default, in pixels.
_WIDTH = 1200


def default_scale(board: Board) -> int:
    """Pixels a board pixel that make small boards easy to read."""
    return min(MAX_SCALE, max(1, math.ceil(_WIDTH / board.grid.width)))


def check_scale(board: Board, scale: int, most_pixels: int) -> None:
    """HexlosError when a scale is out of bounds or makes too large a picture."""
    if not 1 <= scale <= MAX_SCALE:
        raise HexlosError(f"a scale of {scale}: pictures come in scales 1 to {MAX_SCALE}")
    if board.grid.width * board.grid.height * scale * scale > most_pixels:
        raise HexlosError(f"a scale of {scale} makes too large a picture: use a smaller one")


def tinted(board: Board, tints: Sequence[RGB | None], scale: int) -> Image.Image:
    """The map, greyed, with a tint over each hex that has one."""
    if board.picture is None:
        image = render(board, names=False)
        size = (image.width * scale, image.height * scale)
        image = image.resize(size, Image.Resampling.LANCZOS) if scale > 1 else image
    else:
        image = board_picture(board, scale)
    # greyed, lest the colours of the ground turn one tint into another
    grey = Image.blend(image, image.convert("L").convert("RGB"), GREYED)
    layer = grey.copy()
    pen = ImageDraw.Draw(layer)
    for tint, corners in zip(tints, board.grid.vertices_px * scale, strict=True):
        if tint is not None:
            pen.polygon([tuple(c) for c in corners], fill=tint)
    return Image.blend(grey, layer, SHARE)


def over_paper(tint: RGB) -> RGB:
    """The colour of a tint in a legend."""
    red, green, blue = (round(SHARE * c + (1 - SHARE) * 255) for c in tint)
    return red, green, blue


def stacked(strips: Sequence[Image.Image]) -> Image.Image:
    """Pictures of one width above each other."""
    whole = Image.new("RGB", (strips[0].width, sum(s.height for s in strips)), PAPER)
    top = 0
    for strip in strips:
        whole.paste(strip, (0, top))
        top += strip.height
    return whole


def plate(pen: ImageDraw.ImageDraw, text: str, x: float, y: float, font: Font) -> None:
    """Text on a plate centred at x, y, moved as little as keeps it on the picture."""
    left, top, right, bottom = pen.textbbox((0, 0), text, font=font)
    wide, high = (right - left) / 2 + 2, (bottom - top) / 2 + 2
    x = min(max(x, wide), pen.im.size[0] - wide - 1)
    y = min(max(y, high), pen.im.size[1] - high - 1)
    pen.rectangle((x - wide, y - high, x + wide, y + high), fill=PAPER)
    pen.text((x - (left + right) / 2, y - (top + bottom) / 2), text, font=font, fill=INK)
