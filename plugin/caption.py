"""Strips of text above and below a picture: a title, a legend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFont

RGB = tuple[int, int, int]
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

_INK: RGB = (16, 16, 24)
_PAPER: RGB = (255, 255, 255)
_MARGIN = 10
_LINE = 26
_GAP = 28
_KEY = 26
_LARGE, _SMALL = 20.0, 16.0


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a legend: its sign is "tint", "frame", "dot" or "source"."""

    sign: str
    text: str
    colour: RGB


def title(texts: Sequence[str], width: int) -> Image.Image:
    """A strip with texts side by side, the first one large, in as many lines as they need."""
    fonts = [ImageFont.load_default(_LARGE if i == 0 else _SMALL) for i in range(len(texts))]
    words = [piece for t, f in zip(texts, fonts, strict=True) for piece in _fitted(t, f, width)]
    spots = list(_flow([w for _, _, w in words], width))
    strip, pen = _strip(spots, width)
    for (text, font, _), (x, y) in zip(words, spots, strict=True):
        pen.text((x, y + _LINE / 2), text, font=font, fill=_INK, anchor="lm")
    return strip


def legend(entries: Sequence[Entry], width: int) -> Image.Image:
    """A strip with a sign and a text for each entry."""
    font = ImageFont.load_default(_SMALL)
    spots = list(_flow([_KEY + font.getlength(e.text) for e in entries], width))
    strip, pen = _strip(spots, width)
    for entry, (x, y) in zip(entries, spots, strict=True):
        _draw_sign(pen, entry, x, y)
        pen.text((x + _KEY, y + _LINE / 2), entry.text, font=font, fill=_INK, anchor="lm")
    return strip


def _flow(widths: Sequence[float], width: int) -> Iterator[tuple[float, float]]:
    """Top left corners of boxes set in lines, as many in each as there is room for."""
    x, y = float(_MARGIN), 6.0
    for wide in widths:
        if x > _MARGIN and x + wide > width - _MARGIN:
            x, y = float(_MARGIN), y + _LINE
        yield x, y
        x += wide + _GAP


def _fitted(text: str, font: Font, width: int) -> Iterator[tuple[str, Font, float]]:
    """A text in pieces that each fit a line."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and font.getlength(longer) > width - 2 * _MARGIN:
            yield line, font, font.getlength(line)
            longer = word
        line = longer
    yield line, font, font.getlength(line)


def _strip(
    spots: Sequence[tuple[float, float]], width: int
) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    height = int(max(y for _, y in spots)) + _LINE + 6
    strip = Image.new("RGB", (width, height), _PAPER)
    return strip, ImageDraw.Draw(strip)


def _draw_sign(pen: ImageDraw.ImageDraw, entry: Entry, x: float, y: float) -> None:
    middle = (x + 9, y + _LINE / 2)
    if entry.sign == "tint":
        box = (x, y + 4, x + 18, y + _LINE - 4)
        pen.rectangle(box, fill=entry.colour, outline=_INK)
    elif entry.sign == "frame":
        pen.rectangle((x + 1, y + 5, x + 17, y + _LINE - 5), outline=entry.colour, width=4)
    elif entry.sign == "dot":
        pen.circle(middle, 4, fill=entry.colour)
    else:
        for radius, colour in ((8, _INK), (6, _PAPER), (3, _INK)):
            pen.circle(middle, radius, fill=colour)
