"""The locations of a hex: ground, levels, cellar, rooftop, bridges, crest status, vertices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexlos.address import SIDES, VERTICES, Address, hexside_vertices
from hexlos.catalogue import CLIFF, catalogue
from hexlos.ext import PlaceKind

if TYPE_CHECKING:
    from hexlos.board import Board


@dataclass(frozen=True, slots=True)
class Location:
    """A place in a hex: its name after the colon ("" for the plain hex), level and kind.

    level counts half levels: twice the level, a rooftop's being odd. point is what a LOS aims at:
    0 the centre dot, 1..6 a vertex, clockwise from the top-left one.
    """

    place: str
    level: int
    kind: PlaceKind = PlaceKind.GROUND_PLACE
    point: int = 0


def hex_locations(board: Board, index: int) -> tuple[Location, ...]:
    """Every location of a hex, the plain one first (B6, B23).

    Building levels rise one each; a cellar sees as the ground does; a rooftop, of buildings of
    more than one hex (not B31.3), is half a level above the top floor.
    """
    facts = board.facts
    base = 2 * int(facts.base[index])
    found = [plain_location(board, index)]
    if facts.building[index]:
        floors = _floors(board, index)
        inside = PlaceKind.BUILDING_PLACE
        found += [Location(str(n), base + 2 * n, inside) for n in range(1, floors + 1)]
        kind = catalogue()[facts.terrain[index]]
        if facts.joined[index] and kind.half and kind.height:
            if kind.category != "factory":
                found.append(Location("cellar", base, PlaceKind.CELLAR_PLACE))
            found.append(Location("roof", base + 2 * kind.height + 1, PlaceKind.ROOF_PLACE))
    if facts.bridge[index]:
        if facts.depression[index]:
            found.append(Location("bridge", base + 2, PlaceKind.BRIDGE_PLACE))
        else:
            found.append(Location("under", 2 * int(facts.bottom[index]), PlaceKind.UNDER_PLACE))
    if not crest_refused(board, index):
        found.append(Location("crest", base + 2, PlaceKind.CREST_PLACE))
    return tuple(found)


def crest_refused(board: Board, index: int, side: str = "") -> str:
    """Why there is no crest status in a hex, or along one of its hexsides; "" where there is.

    It needs a Depression hex without a bridge or ford, and no Depression cliff along it (B20.9).
    """
    facts, name = board.facts, board.hexes[index]
    for what, found in (("bridge", facts.bridge[index]), ("ford", facts.ford[index])):
        if found:
            return f"{name} has a {what}"
    if not facts.depression[index]:
        return f"{name} is no Depression hex"
    cliffs = facts.hexside[index] == CLIFF
    if cliffs.all() or (side and cliffs[SIDES.index(side)]):
        return f"a Depression cliff lies along {f'the {side} hexside' if side else 'all'} of {name}"
    return ""


def plain_location(board: Board, index: int) -> Location:
    """The location that a hex's plain name means: where its centre is."""
    # beneath a market place's first level is no building (B23.73)
    open_below = catalogue()[board.facts.terrain[index]].category == "marketplace"
    inside = board.facts.building[index] and not open_below
    kind = PlaceKind.BUILDING_PLACE if inside else PlaceKind.GROUND_PLACE
    return Location("", 2 * int(board.facts.base[index]), kind)


def vertex_location(board: Board, index: int, vertex: int, side: int | None = None) -> Location:
    """A vertex of a hex, where a unit in bypass is aimed at (A6.12).

    It is at the level of its hex (B10.1), in a Depression hex at the surface. side is the hexside
    that it is named with: a unit at a cliff climbs it (B11.42).
    """
    facts = board.facts
    surface = int(facts.base[index]) + bool(facts.depression[index])
    kind = PlaceKind.VERTEX_PLACE
    if side is not None and facts.hexside[index, side] == CLIFF:
        kind = PlaceKind.CLIMB_AFTER_PLACE if side == vertex else PlaceKind.CLIMB_BEFORE_PLACE
    return Location("", 2 * surface, kind, vertex + 1)


def vertex_addresses(board: Board, index: int) -> tuple[str, ...]:
    """Addresses of the vertices of a hex that the map shows, without a hexside."""
    shown = board.grid.vertex_shown[index]
    name = board.hexes[index]
    return tuple(str(Address(name, vertex=v)) for v, on in zip(VERTICES, shown, strict=True) if on)


def bypass_addresses(board: Board, index: int) -> tuple[str, ...]:
    """Addresses of the vertices of a hex by the hexside that is bypassed along."""
    name = board.hexes[index]
    return tuple(
        str(Address(name, side=side, vertex=VERTICES[vertex]))
        for number, side in enumerate(SIDES)
        for vertex in hexside_vertices(number)
        if shows_vertex(board, index, vertex, number)
    )


def shows_vertex(board: Board, index: int, vertex: int, side: int | None = None) -> bool:
    """Whether the map shows a vertex, or else the hexside that is named with it.

    A half hex has hexsides of which the map's edge cuts one end off.
    """
    grid = board.grid
    named = side is not None and grid.hexside_shown[index, side]
    return bool(grid.vertex_shown[index, vertex] or named)


def crest_addresses(board: Board, index: int) -> tuple[str, ...]:
    """Addresses of crest status in a hex, and of each hexside that it may face (B20.9)."""
    if crest_refused(board, index):
        return ()
    name = board.hexes[index]
    sides = [side for side in SIDES if not crest_refused(board, index, side)]
    return tuple(str(Address(name, "crest", side)) for side in ("", *sides))


def _floors(board: Board, index: int) -> int:
    """Levels above the ground of a building hex (B23.22, B23.23, B23.73, B23.74)."""
    kind = catalogue()[board.facts.terrain[index]]
    if kind.category == "factory" and board.hexes[index] not in board.stairways:
        return 0
    return kind.height if kind.half else 0


def level_addresses(board: Board, index: int) -> tuple[str, ...]:
    """Addresses of the level locations of a hex, the plain one first."""
    name = board.hexes[index]
    return tuple(
        str(Address(name, found.place))
        for found in hex_locations(board, index)
        if found.kind != PlaceKind.CREST_PLACE
    )
