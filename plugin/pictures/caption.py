"""Strips of text above and below a picture: a title, a legend, lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from PIL import ImageFont

from hexlos.pictures.scene import Entry

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

LINE = 26
_MARGIN = 10
_GAP = 28
_KEY = 26
_LARGE, _SMALL = 20.0, 16.0


@dataclass(frozen=True, slots=True)
class Word:
    """A text whose left end and middle are at x, y, in pixels of the picture."""

    x: float
    y: float
    text: str
    size: float
    width: float


@dataclass(frozen=True, slots=True)
class Strip:
    """Texts, and entries of a legend whose signs are at x, y (top left)."""

    name: str
    width: int
    height: int
    words: tuple[Word, ...]
    signs: tuple[tuple[float, float, Entry], ...] = ()


@cache
def font_of(size: float) -> Font:
    """The font of texts in that size, in pixels."""
    return ImageFont.load_default(size)


def title(texts: Sequence[str], width: int) -> Strip:
    """Texts side by side, the first one large, in as many lines as they need."""
    sizes = [_LARGE, *[_SMALL] * (len(texts) - 1)]
    pieces = [(p, size) for t, size in zip(texts, sizes, strict=True) for p in _fit(t, size, width)]
    return _text_strip("Title", pieces, width, side_by_side=True)


def notes(texts: Sequence[str], width: int) -> Strip:
    """Texts each in lines of its own."""
    pieces = [(piece, _SMALL) for text in texts for piece in _fit(text, _SMALL, width)]
    return _text_strip("Text", pieces, width, side_by_side=False)


def legend(entries: Sequence[Entry], width: int) -> Strip:
    """A sign and a text for each entry."""
    wide = [_KEY + font_of(_SMALL).getlength(e.text) for e in entries]
    spots = list(_flow(wide, width))
    words = tuple(
        Word(x + _KEY, y + LINE / 2, e.text, _SMALL, w - _KEY)
        for e, w, (x, y) in zip(entries, wide, spots, strict=True)
    )
    signs = tuple((x, y, entry) for entry, (x, y) in zip(entries, spots, strict=True))
    return Strip("Legend", width, _height(spots), words, signs)


def _text_strip(
    name: str, pieces: Sequence[tuple[str, float]], width: int, side_by_side: bool
) -> Strip:
    wide = [font_of(size).getlength(text) for text, size in pieces]
    spots = list(_flow(wide if side_by_side else [width] * len(wide), width))
    words = tuple(
        Word(x, y + LINE / 2, text, size, w)
        for (text, size), w, (x, y) in zip(pieces, wide, spots, strict=True)
    )
    return Strip(name, width, _height(spots), words)


def _height(spots: Sequence[tuple[float, float]]) -> int:
    return int(max((y for _, y in spots), default=0.0)) + LINE + 6


def _flow(widths: Sequence[float], width: int) -> Iterator[tuple[float, float]]:
    """Top left corners of boxes set in lines, as many in each as there is room for."""
    x, y = float(_MARGIN), 6.0
    for wide in widths:
        if x > _MARGIN and x + wide > width - _MARGIN:
            x, y = float(_MARGIN), y + LINE
        yield x, y
        x += wide + _GAP


def _fit(text: str, size: float, width: int) -> Iterator[str]:
    """A text in pieces that each fit a line; a word that is too long is cut."""
    room = width - 2 * _MARGIN
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and font_of(size).getlength(longer) > room:
            yield line
            longer = word
        while font_of(size).getlength(longer) > room and len(longer) > 1:
            fits = max(1, int(len(longer) * room / font_of(size).getlength(longer)))
            yield longer[:fits]
            longer = longer[fits:]
        line = longer
    yield line
