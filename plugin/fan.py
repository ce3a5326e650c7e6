"""Fan: a picture of all that one location sees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
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

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.matrix import LosMatrix

#: Tints by hindrance 0..5, then blocked. Blue, yellow to red, and dark differ for every kind of
#: colour vision, the steps of hindrance also by their lightness and by the number printed.
TINTS: tuple[RGB, ...] = (
    (86, 180, 233),
    (250, 238, 120),
    (244, 200, 50),
    (230, 159, 0),
    (213, 94, 0),
    (150, 50, 20),
    (30, 30, 40),
)
BLOCKED = 6
_OWN_HEX = -1

_DOT: RGB = (204, 40, 140)

#: Pixels of the largest picture that is drawn.
_MAX_PIXELS = 150_000_000


@dataclass(frozen=True, eq=False)
class Fan:
    """What one location sees: kinds is 0..5 for a hindrance, 6 blocked, -1 the own hex, by hex."""

    board: Board
    source: str
    row: LosMatrix
    kinds: NDArray[np.int8]

    @property
    def clear(self) -> int:
        """Hexes seen without hindrance."""
        return int((self.kinds == 0).sum())

    @property
    def hindered(self) -> dict[int, int]:
        """Hexes seen through each amount of hindrance."""
        return {n: int((self.kinds == n).sum()) for n in range(1, BLOCKED)}

    @property
    def blocked(self) -> int:
        """Hexes not seen."""
        return int((self.kinds == BLOCKED).sum())

    def draw(self, scale: int | None = None) -> Image.Image:
        """The picture: the board tinted hex by hex, between a title and a legend.

        scale is pixels a board pixel; by default what makes small boards easy to read.
        """
        if scale is None:
            scale = default_scale(self.board)
        check_scale(self.board, scale, _MAX_PIXELS)
        image = _tinted(self, scale)
        pen = ImageDraw.Draw(image)
        _draw_dots(pen, self, scale)
        _draw_source(pen, self, scale)
        _draw_texts(pen, self, scale)
        width = image.width
        return stacked((title(self._title(), width), image, legend(self._legend(), width)))

    def _title(self) -> list[str]:
        board = self.board
        version = f" version {board.version}" if board.version else ""
        seen = self.clear + sum(self.hindered.values())
        return [
            f"What {self.source} sees on board {board.name}{version}",
            f"{seen} of {seen + self.blocked} hexes seen",
            f"SSRs: {', '.join(board.history) or 'none'}",
            f"{self.row.info['thread']} thread",
        ]

    def _legend(self) -> list[Entry]:
        entries = [Entry("source", self.source, PAPER)]
        entries.append(Entry("tint", f"clear: {self.clear}", _over_paper(0)))
        for amount, count in self.hindered.items():
            if count:
                entries.append(Entry("tint", f"hindrance +{amount}: {count}", _over_paper(amount)))
        entries.append(Entry("tint", f"blocked: {self.blocked}", _over_paper(BLOCKED)))
        entries.append(Entry("dot", "where LOS is blocked", _DOT))
        return entries


def look(board: Board, source: str, thread: str | None = None) -> Fan:
    """Trace source against every hex of the board at ground level."""
    row = board.los_matrix(sources=[source], targets=board.hexes, thread=thread)
    kinds = np.where(row.blocked[0], BLOCKED, row.hindrance[0]).astype(np.int8)
    kinds[row.range[0] == 0] = _OWN_HEX
    return Fan(board, source, row, kinds)


def _over_paper(kind: int) -> RGB:
    return over_paper(TINTS[kind])


def _tinted(fan: Fan, scale: int) -> Image.Image:
    kinds = fan.kinds.tolist()
    return tinted(fan.board, [None if k == _OWN_HEX else TINTS[k] for k in kinds], scale)


def _draw_dots(pen: ImageDraw.ImageDraw, fan: Fan, scale: int) -> None:
    """A dot at each point where a LOS is blocked, whatever number of LOS are blocked there."""
    points = np.unique(fan.row.where[0][fan.kinds == BLOCKED], axis=0)
    radius = 2.0 * scale
    for x, y in (points[points[:, 0] >= 0] + 0.5) * scale:
        pen.circle((x, y), radius + scale, fill=PAPER)
    for x, y in (points[points[:, 0] >= 0] + 0.5) * scale:
        pen.circle((x, y), radius, fill=_DOT)


def _draw_source(pen: ImageDraw.ImageDraw, fan: Fan, scale: int) -> None:
    for index in np.flatnonzero(fan.kinds == _OWN_HEX):
        corners = [tuple(c) for c in fan.board.grid.vertices_px[index] * scale]
        for width, colour in ((7, PAPER), (4, INK)):
            pen.line([*corners, *corners[:2]], fill=colour, width=width * scale, joint="curve")
        centre = tuple(fan.board.grid.centres_px[index] * scale)
        for radius, colour in ((8, INK), (6, PAPER), (3, INK)):
            pen.circle(centre, radius * scale, fill=colour)


def _draw_texts(pen: ImageDraw.ImageDraw, fan: Fan, scale: int) -> None:
    """Names at the tops of hexes, over what the picture has there, and hindrances below them."""
    grid = fan.board.grid
    half = grid.half / grid.units_y * scale
    if half < READABLE:
        return
    name_font = ImageFont.load_default(max(8.0, 0.32 * half))
    amount_font = ImageFont.load_default(max(9.0, 0.44 * half))
    for (x, y), name, kind in _places(fan, scale):
        plate(pen, name, x, y - 0.8 * half, name_font)
        if 0 < kind < BLOCKED:
            lowest = grid.height * scale - 0.3 * half
            plate(pen, f"+{kind}", x, min(max(y, 0.68 * half), lowest), amount_font)


def _places(fan: Fan, scale: int) -> Iterator[tuple[tuple[float, float], str, int]]:
    centres = fan.board.grid.centres_px * scale
    for centre, name, kind in zip(centres, fan.board.hexes, fan.kinds.tolist(), strict=True):
        yield (float(centre[0]), float(centre[1])), name, kind
