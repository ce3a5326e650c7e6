"""Places that a rule names: hexes, regions, hexsides, and what is excluded."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hexlos.errors import SsrError, UnknownHexError

if TYPE_CHECKING:
    from hexlos.board import Board

#: Hexsides 0..5 as they are written, clockwise from the top one.
SIDES = ("N", "NE", "SE", "S", "SW", "NW")

_HEX = re.compile(r"([A-Z])(\1*)(\d+)\Z")
_REGION = re.compile(r"(([A-Z])\2*\d+)-(([A-Z])\4*\d+)")

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
    match = _REGION.fullmatch(text.upper())
    if match is None:
        index = _index(board, text)
        return Place(board.hexes[index], (index,), None, False, excluded)
    hexes = _region(board, match[1], match[3])
    return Place(f"{match[1]}-{match[3]}", hexes, None, True, excluded)


def _index(board: Board, text: str) -> int:
    plain = board.plain_name(text)
    return board.grid.index(plain if plain in board.hexes else board.plain_name(text.upper()))


def _region(board: Board, first: str, last: str) -> tuple[int, ...]:
    """Hexes of the columns and numbers between two corners, both included."""
    (column1, number1), (column2, number2) = (_coordinates(name) for name in (first, last))
    columns = range(min(column1, column2), max(column1, column2) + 1)
    numbers = range(min(number1, number2), max(number1, number2) + 1)
    found = []
    for index, name in enumerate(board.hexes):
        column, number = _coordinates(name)
        if column in columns and number in numbers:
            found.append(index)
    if not found:
        raise UnknownHexError(f"no hex of this board lies in the region {first}-{last}")
    return tuple(found)


def _coordinates(name: str) -> tuple[int, int]:
    """Column, from 0, and number of a hex by its name."""
    match = _HEX.search(name)
    if match is None:
        return -1, -1
    return ord(match[1]) - ord("A") + 26 * len(match[2]), int(match[3])
