"""A map of what rules change: each hex tinted by how many of its lines of sight do."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from hexlos.canvas import (
    INK,
    PAPER,
    READABLE,
    check_scale,
    default_scale,
    over_paper,
    plate,
    stacked,
    tinted,
)
from hexlos.caption import RGB, Entry, legend, title
from hexlos.changes import changes

if TYPE_CHECKING:
    from hexlos.difference import Difference, HexDifference

#: Three steps of tint, few to many lines: opened blue, closed orange, hindrance yellow. Hues differ
#: for every kind of colour vision, steps by lightness; the sign of the number printed tells too.
TINTS: dict[str, tuple[RGB, RGB, RGB]] = {
    "opened": ((150, 205, 240), (40, 140, 205), (0, 70, 140)),
    "closed": ((250, 190, 140), (225, 110, 20), (140, 50, 0)),
    "hindrance": ((250, 246, 170), (236, 218, 60), (176, 156, 0)),
}
_SIGNS = {"opened": "+", "closed": "-", "hindrance": "~"}
_WORDS = {"opened": "mostly opened", "closed": "mostly closed", "hindrance": "hindrance only"}

_MAX_PIXELS = 150_000_000


def draw(found: Difference, scale: int | None = None) -> Image.Image:
    """The picture, between a title and a legend; scale is pixels a board pixel, 1 to 8.

    HexlosError for a scale out of bounds.
    """
    board = found.board
    if scale is None:
        scale = default_scale(board)
    check_scale(board, scale, _MAX_PIXELS)
    hexes = found.hexes
    steps = edges([one.total for one in hexes])
    tints = [TINTS[kind(one)][step(one.total, steps)] if one.total else None for one in hexes]
    image = tinted(board, tints, scale)
    pen = ImageDraw.Draw(image)
    _draw_frames(pen, found, scale)
    _draw_texts(pen, found, hexes, scale)
    strips = [title(_title(found), image.width), image, legend(_legend(found, steps), image.width)]
    return stacked(strips)


def kind(one: HexDifference) -> str:
    """What changed of most of a hex's lines; hindrance only where no line opened or closed."""
    if one.opened == one.closed == 0:
        return "hindrance"
    return "opened" if one.opened > one.closed else "closed"


def edges(totals: Sequence[int]) -> tuple[int, int]:
    """Largest counts of the two lower steps of tint: round numbers that part the hexes in three."""
    changed = np.array([total for total in totals if total] or [1])
    low, high = (_rounded(float(np.quantile(changed, share))) for share in (1 / 3, 2 / 3))
    return low, max(low + 1, high)


def step(total: int, steps: tuple[int, int]) -> int:
    """Step of tint, 0 to 2, of a count of lines."""
    return sum(total > edge for edge in steps)


def _rounded(value: float) -> int:
    """One or two digits of a number, the second 0 or 5."""
    if value < 10:
        return max(1, round(value))
    unit = 10 ** (int(math.log10(value)) - 1) * 5
    return int(round(value / unit) * unit)


def _title(found: Difference) -> list[str]:
    board = found.board
    sides = [" + ".join(one.history) or "no rules" for one in (board, found.versus)]
    return [
        f"{sides[0]} against {sides[1]} on board {board.name}",
        f"{found.counts['opened']:,} pairs opened",
        f"{found.counts['closed']:,} closed",
        f"{found.counts['more']:,} more hindered",
        f"{found.counts['less']:,} less hindered",
        f"of {found.pairs:,}",
        f"{found.first.info['thread']} thread",
    ]


def _legend(found: Difference, steps: tuple[int, int]) -> list[Entry]:
    low, high = steps
    spans = (_span(1, low), _span(low + 1, high), f"more than {high}")
    shown = {(kind(one), step(one.total, steps)) for one in found.hexes if one.total}
    entries = []
    for name, tints in TINTS.items():
        for number, (tint, span) in enumerate(zip(tints, spans, strict=True)):
            if (name, number) in shown:
                sign, word = _SIGNS[name], _WORDS[name]
                entries.append(Entry("tint", f"{word} ({sign}): {span} lines", over_paper(tint)))
    entries.append(Entry("frame", "other terrain", INK))
    return entries


def _span(first: int, last: int) -> str:
    return f"{first}" if first == last else f"{first}-{last}"


def _draw_frames(pen: ImageDraw.ImageDraw, found: Difference, scale: int) -> None:
    """A frame along the rim of the hexes whose terrain or level is not the same."""
    grid = found.board.grid
    changed = {name for one in changes(found.versus, found.board) for name in one.hexes}
    inside = np.isin(grid.names, list(changed))
    beyond = grid.neighbours
    rims = [
        [tuple(corner * scale) for corner in grid.vertices_px[index][[side, (side + 1) % 6]]]
        for index in np.flatnonzero(inside)
        for side in range(6)
        if beyond[index, side] < 0 or not inside[beyond[index, side]]
    ]
    for width, colour in ((3, PAPER), (2, INK)):
        for rim in rims:
            pen.line(rim, fill=colour, width=width * scale)


def _draw_texts(
    pen: ImageDraw.ImageDraw, found: Difference, hexes: Sequence[HexDifference], scale: int
) -> None:
    """Names at the tops of hexes, over what the picture has there, and counts below them."""
    grid = found.board.grid
    half = grid.half / grid.units_y * scale
    if half < READABLE:
        return
    name_font = ImageFont.load_default(max(8.0, 0.32 * half))
    count_font = ImageFont.load_default(max(9.0, 0.4 * half))
    lowest = grid.height * scale - 0.3 * half
    for one, (x, y) in zip(hexes, grid.centres_px * scale, strict=True):
        plate(pen, one.hex, x, y - 0.8 * half, name_font)
        if one.total:
            text = f"{_SIGNS[kind(one)]}{one.total}"
            plate(pen, text, x, min(max(y, 0.68 * half), lowest), count_font)
