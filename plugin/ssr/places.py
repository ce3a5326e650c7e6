"""Places that a rule names: hexes, regions, hexsides, and what is excluded."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hexlos.errors import SsrError, UnknownHexError
from hexlos.mapgrid import MapGrid

if TYPE_CHECKING:
    from hexlos.board import Board

#: Hexsides 0..5 as they are written, clockwise from the top one.
SIDES = ("N", "NE", "SE", "S", "SW", "NW")

_HEX = re.compile(r"([A-Z])(\1*)(\d+)\Z")
#: Two corners of a region; on a map the first says of which board: 5A1-F10, BFPA-A1-F10.
_REGION = re.compile(
    r"(?P<prefix>\d+[a-z]?|[a-z]|.+-)??(?P<first>([A-Za-z])\3*\d+)"
    r"-(?P=prefix)?(?P<last>([A-Za-z])\5*\d+)"
    r"|(?P<plain>([A-Za-z])\7*\d+)-(?P<other>([A-Za-z])\9*\d+)"
)

#: Columns of a mask over the hexsides 0..5 of hexes, and over hexes as wholes.
_PARTS, _HEXES = 7, 6

Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Area:
    """Where a rule applies.

    hexes (n,) and hexsides (n, 6) are masks; a hexside is in it with either of its hexes. named
    are the hexes, and sides the (hex, side) pairs, that were named one by one, so that each must
    be what the rule is about; whole: nothing limits the rule; places: the canonical spelling.
    """

    hexes: Mask
    hexsides: Mask
    named: tuple[int, ...]
    sides: tuple[tuple[int, int], ...]
    whole: bool
    places: tuple[str, ...]

    def pixels(self, board: Board) -> Mask:
        """(width, height) pixels in the area; all of them, off the hexes too, when whole."""
        if self.whole:
            return np.ones(board.terrain.shape, dtype=np.bool_)
        result: Mask = np.append(self.hexes, False)[board.grid.pixel_owner]
        return result


@dataclass(frozen=True, slots=True)
class Place:
    """One place: its hexes, its hexside or None, and how it is spelt."""

    text: str
    hexes: tuple[int, ...]
    side: int | None
    region: bool
    excluded: bool


def find_area(board: Board, texts: tuple[str, ...], rule: str) -> Area:
    """Resolve the places of a rule on a board; SsrError for one that is not on it.

    A region ``A1-F10`` holds the hexes of columns A to F whose numbers are 1 to 10. A hexside is
    written ``F4/NE``. Without any place that includes, all that is not excluded is meant.
    """
    try:
        places = [_place(board, text) for text in texts]
    except UnknownHexError as err:
        raise SsrError(f"{rule}: {err}") from err
    single = [place for place in places if not place.excluded and not place.region]
    taken, left_out = (_mask(board, places, excluded) for excluded in (False, True))
    if all(place.excluded for place in places):
        taken[:] = True
    within = taken & ~left_out
    for place in single:
        if left_out[place.hexes[0], _HEXES if place.side is None else place.side]:
            raise SsrError(f"{rule}: {place.text} is both named and excluded")
    return Area(
        hexes=within[:, _HEXES],
        hexsides=within[:, :_HEXES],
        named=tuple(place.hexes[0] for place in single if place.side is None),
        sides=tuple((place.hexes[0], place.side) for place in single if place.side is not None),
        whole=not places,
        places=tuple(f"{'!' * place.excluded}{place.text}" for place in places),
    )


def _mask(board: Board, places: list[Place], excluded: bool) -> Mask:
    """(n, 7) hexsides, in both of their hexes, and hexes of the places."""
    mask = np.zeros((len(board.grid), _PARTS), dtype=np.bool_)
    for place in places:
        if place.excluded == excluded:
            mask[list(place.hexes), slice(None) if place.side is None else place.side] = True
    beyond = board.grid.neighbours
    both = mask.copy()
    for side in range(6):
        there = beyond[:, side]
        both[:, side] |= (there >= 0) & mask[there, (side + 3) % 6]
    return both


def _place(board: Board, text: str) -> Place:
    excluded, text = text.startswith("!"), text.removeprefix("!")
    name, slash, side = text.partition("/")
    if slash:
        if side.upper() not in SIDES:
            raise UnknownHexError(f"{text!r} is no hexside: write it as in F4/NE")
        index = _index(board, name)
        spelt = f"{board.hexes[index]}/{side.upper()}"
        return Place(spelt, (index,), SIDES.index(side.upper()), False, excluded)
    place = _board_of_map(board, text)
    if place is None:
        try:
            index = _index(board, text)
        except UnknownHexError:
            place = _region(board, text)
            if place is None:
                raise
        else:
            return Place(board.hexes[index], (index,), None, False, excluded)
    return Place(place[0], place[1], None, True, excluded)


def _index(board: Board, text: str) -> int:
    try:
        return board.grid.index(board.plain_name(text))
    except UnknownHexError:
        name = re.search(r"[A-Za-z]+\d+\Z", text)
        if name is None or name[0].isupper():
            raise
        return board.grid.index(board.plain_name(text[: name.start()] + name[0].upper()))


def _board_of_map(board: Board, text: str) -> tuple[str, tuple[int, ...]] | None:
    """All hexes of a board of a map that is meant by its name, and its name; else None."""
    grid = board.grid
    if not isinstance(grid, MapGrid) or re.search(r"[A-Z]\d+\Z", text.upper()):
        return None
    parts = grid.parts_named(f"{text}-")
    hexes = np.unique(np.concatenate([part.hexes for part in parts]))
    return text, tuple(hexes[hexes >= 0].tolist())


def _region(board: Board, text: str) -> tuple[str, tuple[int, ...]] | None:
    """Hexes of the columns and numbers between two corners of a board, both included."""
    match = _REGION.fullmatch(text)
    if match is None:
        return None
    prefix = match["prefix"] or ""
    first = (match["first"] or match["plain"]).upper()
    last = (match["last"] or match["other"]).upper()
    (column1, number1), (column2, number2) = (_coordinates(name) for name in (first, last))
    columns = range(min(column1, column2), max(column1, column2) + 1)
    numbers = range(min(number1, number2), max(number1, number2) + 1)
    found = []
    for index, name in _names_of(board, prefix, first):
        column, number = _coordinates(name)
        if column in columns and number in numbers:
            found.append(index)
    if not found:
        raise UnknownHexError(f"no hex of this board lies in the region {first}-{last}")
    return f"{prefix}{first}-{last}", tuple(found)


def _names_of(board: Board, prefix: str, corner: str) -> list[tuple[int, str]]:
    """Index and name of each hex of the board that a prefix means, or the one with the corner."""
    grid = board.grid
    if not isinstance(grid, MapGrid):
        if board.plain_name(prefix + corner) != corner:
            grid.index(prefix + corner)  # says that no such board is here
        return list(enumerate(board.hexes))
    parts = grid.parts_named(prefix) if prefix else grid.parts
    if len(parts) > 1:
        index = grid.index(grid.plain_name(prefix + corner))
        parts = tuple(part for part in parts if index in part.hexes)
    pairs = zip(parts[0].hexes.tolist(), parts[0].grid.names, strict=True)
    return [(there, name) for there, name in pairs if there >= 0]


def _coordinates(name: str) -> tuple[int, int]:
    """Column, from 0, and number of a hex by its name."""
    match = _HEX.search(name)
    if match is None:
        return -1, -1
    return ord(match[1]) - ord("A") + 26 * len(match[2]), int(match[3])


def on_map(text: str, label: str) -> str:
    """A place of a board as a map names it, where label starts the names of the board's hexes.

    >>> on_map("!F4/NE", "5"), on_map("A1-F10", "BFPA-")
    ('!5F4/NE', 'BFPA-A1-F10')
    """
    mark = "!" if text.startswith("!") else ""
    return f"{mark}{label}{text.removeprefix('!')}"


def find_hexes(board: Board, text: str) -> tuple[int, ...]:
    """Hexes that a hex's name or a region ``A1-F10`` means; UnknownHexError for none."""
    return _place(board, text).hexes
