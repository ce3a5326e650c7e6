"""What a picture shows, in shapes: the same for every kind of file."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from hexlos.errors import HexlosError
from hexlos.mapgrid import MapGrid
from hexlos.places import place
from hexlos.render import MAX_SCALE

if TYPE_CHECKING:
    from hexlos.board import Board

RGB = tuple[int, int, int]
Point = tuple[float, float]

INK: RGB = (16, 16, 24)
PAPER: RGB = (255, 255, 255)

#: Half the height of a hex below which texts would not fit, in pixels of the picture.
READABLE = 22.0

#: Least and largest sizes of names and of texts in hexes, in pixels of the picture.
_NAMES, _TEXTS = (8.0, 16.0), (9.0, 20.0)

#: Opacity of tints over the map.
SHARE = 0.5

#: Width that a picture gets by default, in pixels.
_WIDTH = 1200

#: Pixels of the largest picture that is drawn.
MOST_PIXELS = 150_000_000

#: Facts about a shape, by name, for those who read the file.
Facts = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Area:
    """A filled polygon."""

    points: tuple[Point, ...]
    fill: RGB
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points, with a rim of paper of that width to either side."""

    points: tuple[Point, ...]
    colour: RGB
    width: float
    rim: float = 0.0
    dashed: bool = False
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Dot:
    """A disc with a rim of that width around it."""

    x: float
    y: float
    radius: float
    fill: RGB
    rim: float = 0.0
    rim_fill: RGB = PAPER
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Label:
    """A text on a plate around (x, y); the first of labels that would overlap is shown."""

    text: str
    x: float
    y: float
    size: float
    facts: Facts = field(default_factory=dict)


Shape = Area | Stroke | Dot


@dataclass(frozen=True, slots=True)
class Layer:
    """Shapes that lie at one height, under a name."""

    name: str
    shapes: tuple[Shape, ...]
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a legend: a sign (tint, frame, dot, source, line, dashed or cross), a text."""

    sign: str
    text: str
    colour: RGB


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a map that a picture shows, in board pixels."""

    left: int
    top: int
    width: int
    height: int


@dataclass(frozen=True, eq=False)
class Sheet:
    """A picture: layers over a map, between a title and a legend with lines of text below.

    Lengths are board pixels, ``scale`` pixels of the picture each. grey is the share of grey in
    the map beneath, lest the colours of the ground turn one tint into another.
    """

    board: Board
    title: tuple[str, ...]
    legend: tuple[Entry, ...]
    layers: tuple[Layer, ...]
    labels: tuple[Label, ...]
    scale: int
    window: Window
    grey: float = 0.6
    notes: tuple[str, ...] = ()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the map in the picture, in pixels."""
        return self.window.width * self.scale, self.window.height * self.scale


def whole(board: Board) -> Window:
    """The window that shows all of a map."""
    return Window(0, 0, board.grid.width, board.grid.height)


def fitting_scale(window: Window, scale: int | None) -> int:
    """The scale asked for, else what makes small maps easy to read.

    HexlosError when it is out of bounds or makes too large a picture.
    """
    if scale is None:
        return min(MAX_SCALE, max(1, math.ceil(_WIDTH / window.width)))
    if not 1 <= scale <= MAX_SCALE:
        raise HexlosError(f"a scale of {scale}: pictures come in scales 1 to {MAX_SCALE}")
    if window.width * window.height * scale * scale > MOST_PIXELS:
        raise HexlosError(f"a scale of {scale} makes too large a picture: use a smaller one")
    return scale


def over_paper(tint: RGB) -> RGB:
    """The colour of a tint in a legend."""
    red, green, blue = (round(SHARE * c + (1 - SHARE) * 255) for c in tint)
    return red, green, blue


def outline(board: Board, index: int) -> tuple[Point, ...]:
    """Corners of a hex in board pixels, clockwise from the top left one."""
    return tuple((float(x), float(y)) for x, y in board.grid.vertices_px[index])


def centre(board: Board, index: int) -> Point:
    """Centre of a hex in board pixels."""
    x, y = board.grid.centres_px[index]
    return float(x), float(y)


def location_point(board: Board, address: str) -> Point:
    """The point of a location in board pixels: its hex's centre, or a vertex."""
    row = place(board, address)
    x, y = board.grid.points_px[row[2], row[4]].tolist()
    return x, y


def location_mark(board: Board, address: str) -> tuple[Shape, ...]:
    """The mark of a location that others are seen from: its hex, with a ring at its point."""
    return target_mark(board, place(board, address)[2], location_point(board, address))


def target_mark(board: Board, index: int, at: Point | None = None) -> tuple[Shape, ...]:
    """The mark of a hex that others are seen from: its outline and a ring at its centre, or at."""
    corners = outline(board, index)
    x, y = at or centre(board, index)
    return (
        Stroke((*corners, *corners[:2]), INK, 4, rim=1.5, facts={"hex": board.hexes[index]}),
        Dot(x, y, 6, PAPER, rim=2, rim_fill=INK),
        Dot(x, y, 3, INK),
    )


def hex_labels(board: Board, scale: int, texts: Sequence[str]) -> tuple[Label, ...]:
    """Names at the tops of hexes, over what the map has there, and texts below them.

    Nothing where hexes are too small to read.
    """
    grid = board.grid
    half = grid.half / grid.units_y
    if half * scale < READABLE:
        return ()
    named = min(max(_NAMES[0] / scale, 0.32 * half), _NAMES[1] / scale)
    texted = min(max(_TEXTS[0] / scale, 0.42 * half), _TEXTS[1] / scale)
    lowest = grid.height - 0.3 * half
    found = []
    for index, name in enumerate(board.hexes):
        x, y = centre(board, index)
        found.append(Label(_short(name), x, y - 0.8 * half, named, {"hex": name}))
        if texts[index]:
            low = min(max(y, 0.68 * half), lowest)
            found.append(Label(texts[index], x, low, texted, {"hex": name}))
    return (*found, *_board_labels(board, 0.5 * half))


def _short(name: str) -> str:
    """A hex's name without that of a board that is long: F9 of woodland-F9, 5F9 as it is."""
    return name.rpartition("-")[2]


def _board_labels(board: Board, size: float) -> Iterator[Label]:
    """The names of the boards of a map, in the hexes at their middles."""
    grid = board.grid
    if isinstance(grid, MapGrid) and grid.is_joined:
        for part in grid.parts:
            middle = (part.left + part.grid.width / 2, part.top + part.grid.height / 2)
            away = np.hypot(*(grid.centres_px - middle).T)
            x, y = centre(board, int(away.argmin()))
            yield Label(part.board, x, y, size, {"board": part.board})


def map_name(board: Board) -> str:
    """The board and its version, for titles."""
    if isinstance(board.grid, MapGrid) and board.grid.is_joined:
        return f"map {board.name}"
    return f"board {board.name}" + (f" version {board.version}" if board.version else "")


def rules_text(board: Board) -> str:
    """The SSRs of a board, for titles."""
    return f"SSRs: {', '.join(board.history) or 'none'}"
