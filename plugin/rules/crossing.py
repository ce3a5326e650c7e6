"""What lies on the hexside between two adjacent hexes, read from the drawn map."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hexlos.catalogue import CODES, OPEN_GROUND, WOODS, TerrainType, catalogue, terrain_code
from hexlos.errors import RuleError
from hexlos.hexinfo import drawn_share, is_woods_hex

if TYPE_CHECKING:
    from hexlos.board import Board

#: Names of hexsides 0..5, clockwise from the top one.
SIDES = ("N", "NE", "SE", "S", "SW", "NW")

#: A depiction that covers less of a hexside does not cross it.
CROSSING_SHARE = 0.03

#: One that covers more runs along it (B31.1), unless it reaches the centre dots beside it.
ALONG_SHARE = 0.75

#: How far from a hexside a depiction must be found on both sides of it, in pixels.
REACH = 1.0

_SAMPLES = 49


@dataclass(frozen=True, slots=True)
class Crossing:
    """The hexside over which to_hex is entered from from_hex.

    side is its number in from_hex, 0..5 clockwise from the top; road and path: such a depiction
    crosses it (B3.4, B13.6); hexside names a wall, hedge, cliff ... on it; depression: a
    Depression crosses it; rise is the level of to_hex less that of from_hex.
    """

    from_hex: str
    to_hex: str
    side: int
    road: bool
    path: bool
    hexside: str | None
    depression: bool
    rise: int

    @property
    def entered(self) -> int:
        """Number of the hexside in to_hex."""
        return (self.side + 3) % 6


def side_number(name: str) -> int:
    """Number of the hexside called N, NE, SE, S, SW or NW; RuleError for another name.

    >>> side_number("SE")
    2
    """
    if name not in SIDES:
        raise RuleError(f"no hexside is called {name!r}: use {', '.join(SIDES)}")
    return SIDES.index(name)


def crossing(board: Board, from_hex: str, to_hex: str) -> Crossing:
    """The hexside between two hexes.

    UnknownHexError when one is not on the board, RuleError when they are not adjacent.
    """
    names = board.plain_name(from_hex), board.plain_name(to_hex)
    start, end = (board.grid.index(name) for name in names)
    found = np.flatnonzero(board.grid.neighbours[start] == end)
    if not len(found):
        what = "the same hex" if start == end else "not adjacent"
        raise RuleError(f"{' and '.join(names)} are {what}: a unit enters an adjacent hex (A4.1)")
    side = int(found[0])
    facts, back = board.facts, (side + 3) % 6
    code = int(facts.hexside[start, side]) or int(facts.hexside[end, back])
    return Crossing(
        from_hex=names[0],
        to_hex=names[1],
        side=side,
        road=bool(road_sides(board)[start, side]),
        path=bool(path_sides(board)[start, side]),
        hexside=catalogue()[code].name if code else None,
        depression=bool(facts.depression_hexside[start, side]),
        rise=int(facts.base[end]) - int(facts.base[start]),
    )


def road_codes() -> tuple[int, ...]:
    """Codes of what carries a road: roads (B3), sunken roads (B4) and bridges (B6)."""
    return tuple(
        kind.code
        for kind in catalogue()
        if kind.is_road or kind.category == "bridge" or kind.name == "Sunken Road"
    )


@lru_cache(maxsize=4)
def road_sides(board: Board) -> NDArray[np.bool_]:
    """(n, 6) whether a road crosses each hexside (B3.4)."""
    return _crossed(board, road_codes())


@lru_cache(maxsize=4)
def path_sides(board: Board) -> NDArray[np.bool_]:
    """(n, 6) whether a path crosses each hexside (B13.6)."""
    return _crossed(board, (terrain_code("Path"),))


def _crossed(board: Board, codes: tuple[int, ...]) -> NDArray[np.bool_]:
    """(n, 6) whether a depiction crosses each hexside: it is drawn on it and on both its sides."""
    share = board.geometry.hexside_share(codes)
    drawn = np.isin(np.arange(CODES), codes)
    sides = (share >= CROSSING_SHARE) & (board.grid.neighbours >= 0)
    dots = drawn[board.facts.centre]
    for hex_, side in zip(*np.nonzero(sides), strict=True):
        beyond = board.grid.neighbours[hex_, side]
        along = share[hex_, side] > ALONG_SHARE and not (dots[hex_] and dots[beyond])
        sides[hex_, side] = not along and all(
            drawn[_strip(board, hex_, side, way)].any() for way in (-REACH, REACH)
        )
    return sides


def _strip(board: Board, hex_: int, side: int, away: float) -> NDArray[np.uint8]:
    """Terrain of the pixels along a hexside, ``away`` pixels outside the hex (less than 0: in)."""
    grid = board.grid
    ends = grid.vertices_px[hex_, [side, (side + 1) % 6]]
    outward = grid.centres_px[grid.neighbours[hex_, side]] - grid.centres_px[hex_]
    outward = outward / np.hypot(*outward)
    part = np.linspace(0.0, 1.0, _SAMPLES)[:, None]
    points = ends[0] + part * (ends[1] - ends[0]) + away * outward
    x, y = np.floor(points).astype(np.intp).T
    shown = (x >= 0) & (x < grid.width) & (y >= 0) & (y < grid.height)
    result: NDArray[np.uint8] = board.terrain[x[shown], y[shown]]
    return result


def woods_kind(board: Board, name: str) -> str | None:
    """What kind of woods a hex is: "Woods", "Forest", "Pine Woods" ..., None where it is no woods.

    Of several kinds drawn in it the one that covers most. UnknownHexError off the board.
    """
    index = board.grid.index(board.plain_name(name))
    known = _woods_kinds(board)
    if index not in known:
        shown = drawn_share(board, index)
        kind = max(WOODS, key=lambda word: float(shown[terrain_code(word)]))
        known[index] = kind if is_woods_hex(board, index, shown) else None
    return known[index]


@lru_cache(maxsize=4)
def _woods_kinds(board: Board) -> dict[int, str | None]:
    """What is known so far of a board's hexes; a table a board, so that few boards are kept."""
    return {}


def natural_terrain(board: Board, name: str) -> str:
    """Name in the catalogue of what a hex is (B.1); where its dot lies on a road, path, bridge
    or hexside, of what else covers most of it. UnknownHexError off the board.
    """
    index = board.grid.index(board.plain_name(name))
    kinds = catalogue()
    kind = kinds[int(board.facts.terrain[index])]
    if not _crosses(kind):
        return kind.name
    rest = drawn_share(board, index).copy()
    rest[[k.code for k in kinds if _crosses(k)]] = 0.0
    return kinds[int(rest.argmax()) if rest.any() else OPEN_GROUND].name


def _crosses(kind: TerrainType) -> bool:
    """Whether it lies across or beside the ground of a hex."""
    return kind.category in ("road", "bridge", "hexside") or kind.name in ("Path", "Track")


def has_road(board: Board, name: str) -> bool:
    """Whether a road is drawn in a hex and leaves it (B3); UnknownHexError off the board."""
    return bool(road_sides(board)[board.grid.index(board.plain_name(name))].any())


def in_stream(board: Board, name: str) -> bool:
    """Whether a unit that enters a hex is IN a stream (B20.2); UnknownHexError off the board."""
    index = board.grid.index(board.plain_name(name))
    kind = catalogue()[board.facts.centre[index]]
    return kind.is_depression and "Stream" in kind.name
