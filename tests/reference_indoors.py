"""Ends in buildings, on rooftops and bridges, for the reference tracer; numbers are rules."""

from __future__ import annotations

from functools import lru_cache
from math import floor, hypot
from typing import TYPE_CHECKING

from reference_lattice import hexsides_away, on_picture
from reference_path import Stand

from hexlos import Board
from hexlos.address import SIDES, VERTICES
from hexlos.catalogue import CLIFF, TerrainType, catalogue

if TYPE_CHECKING:
    from reference import Line

#: How far beyond a hexside, and beside the line, a building must show, in pixels (A6.1, B23.25).
BEYOND, BESIDE = 0.81371, 0.23719


def stand_at(board: Board, address: str) -> Stand:
    """The end that an address means."""
    if "@" in address:
        return vertex_stand(board, address)
    name, _, place = address.partition(":")
    hex_ = board.grid.index(name)
    base, kind = int(board.facts.base[hex_]), catalogue()[board.facts.terrain[hex_]]
    level = {
        "crest": base + 1, "bridge": base + 1, "roof": base + kind.height + 0.5,
        "under": int(board.facts.bottom[hex_]),
    }.get(place, base)  # fmt: skip
    return Stand(hex_, base + int(place) if place.isdigit() else level, place)


def vertex_stand(board: Board, address: str) -> Stand:
    """The end at a vertex: at the level of its hex, in a Depression hex at the surface."""
    name, _, way = address.partition("@")
    side, _, vertex = way.rpartition("/")
    hex_, facts = board.grid.index(name), board.facts
    named = SIDES.index(side) if side else None
    climbs = named if named is not None and facts.hexside[hex_, named] == CLIFF else None
    surface = int(facts.base[hex_]) + bool(facts.depression[hex_])
    return Stand(hex_, surface, "", VERTICES.index(vertex) + 1, climbs)


def parted(board: Board, one: Stand, two: Stand) -> bool:
    """Whether two places of one hex do not see each other (B23.25, B23.87, B6.2)."""
    places = {one.place, two.place}
    if len(places) == 1 or "crest" in places:
        return False
    if places & {"under", "bridge"}:
        return True
    kind = catalogue()[board.facts.terrain[one.hex]]
    if kind.category == "factory" and "roof" in places:
        return "" not in places
    storeys = [stand.level - (stand.place == "cellar") for stand in (one, two)]
    stairs = board.grid.names[one.hex] in board.stairways or (kind.height == 1 and kind.half)
    return abs(storeys[0] - storeys[1]) > 1 or not stairs


@lru_cache(maxsize=1 << 12)
def bar_kind(board: Board, x: int, y: int) -> TerrainType:
    """A rowhouse bar's pixel as high as the lower of the buildings that it parts (B23.71)."""
    facts, grid, kinds = board.facts, board.grid, catalogue()
    drawn = kinds[board.terrain[x, y]]
    owner = int(grid.pixel_owner[x, y])
    if owner < 0:
        return drawn

    def top(hex_: int) -> int | None:
        kind = kinds[facts.terrain[hex_]]
        high = 2 * (int(facts.base[hex_]) + kind.height) + kind.half
        return high if facts.building[hex_] else None

    away = hexsides_away(grid, owner, (x, y))
    # of two hexsides as near, the one between the hexes named first
    side = min(range(6), key=lambda one: (away[one], grid.neighbours[owner, one]))
    beyond = int(grid.neighbours[owner, side])
    tops = [top(owner), top(beyond) if beyond >= 0 else None]
    known = [high for high in tops if high is not None]
    if tops[0] is None:
        return drawn
    rise = min(known) - 2 * int(board.level[x, y])
    fitting = [k for k in kinds if k.is_rowhouse_bar and 2 * k.height + k.half == rise]
    return fitting[0] if fitting and rise > 2 * drawn.height + drawn.half else drawn


def has_walls(kind: TerrainType) -> bool:
    """Whether terrain is a building drawn with its walls, not one of whole hexes."""
    return kind.is_building and kind.los == "obstacle" and not kind.inherent


class Indoors:
    """What the buildings at the ends of a line hide."""

    def __init__(self, line: Line) -> None:
        self.line, self.path, self.facts, self.grid = line, line.path, line.facts, line.grid

    def blocks(self) -> bool:
        """Whether an end's building hides it from the other end."""
        return any(self.inside(k) for k in (0, 1))

    # ---- hexsides inside buildings

    def is_inside(self, k: int) -> bool:
        """Whether an end is a location inside a building, its ground level too."""
        stand = self.line.stands[k]
        if stand.point:
            return False
        kind = catalogue()[self.facts.terrain[stand.hex]]
        ground = self.facts.building[stand.hex] and kind.category != "marketplace"
        return stand.is_storey or stand.place == "cellar" or (stand.place == "" and bool(ground))

    def inside(self, k: int) -> bool:
        """Whether the line leaves an end, at another level than the other one, inside a building.

        So it is where a building higher than the end shows on both sides of the hexside (B23.25).
        """
        cellars = [stand.place == "cellar" for stand in self.line.stands]
        if not self.is_inside(k) or (self.line.sight.same and cellars[0] == cellars[1]):
            return False
        span = next(s for s in self.path.spans if s.hex == self.line.ends[k])
        if (span.end == 1) if k == 0 else (span.start == 0):
            return False  # it ends at a vertex of the same hex
        x, y = map(float, self.path.point(span.end if k == 0 else span.start))
        (ax, ay), (bx, by) = self.path.pixel_ends
        dx, dy = float(bx - ax), float(by - ay)
        length = hypot(dx, dy)
        dx, dy = dx / length, dy / length
        return all(
            self.building_at(
                x + BEYOND * i * dx - BESIDE * j * dy, y + BEYOND * i * dy + BESIDE * j * dx,
                self.line.levels[k],
            )
            for i in (-1, 1)
            for j in (-1, 1)
        )  # fmt: skip

    def building_at(self, x: float, y: float, level: float) -> bool:
        """Whether a point is within a building at a level; off the picture all points are."""
        pixel = floor(x), floor(y)
        if not on_picture(self.grid, pixel):
            return True
        kind, ground = self.line.kind_at(pixel), int(self.line.board.level[pixel])
        if not has_walls(kind) or (kind.category == "marketplace" and level <= ground):
            return False
        return ground + kind.height + kind.half / 2 > level

    # ---- factories

    def within_factory(self) -> bool:
        """Whether both ends are at one level of a factory that the line never leaves (B23.741)."""
        kinds = [catalogue()[self.facts.terrain[end]].category for end in self.line.ends]
        return (
            self.line.sight.same
            and not self.path.bypass
            and kinds == ["factory", "factory"]
            and all(self.facts.building[end] for end in self.line.ends)
            and not any(
                all(self.line.shown(look).category != "factory" for look in place.looks)
                for place in self.path.places
                if place.looks and place.kind != "touch"
            )
        )
