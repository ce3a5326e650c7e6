"""The features of a board file, one dataclass a kind, and how their tables are read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from hexlos.catalogue import TerrainType, catalogue
from hexlos.errors import BoardFormatError
from hexlos.files.native_fields import Table
from hexlos.hexgrid import HexGrid

XY = tuple[float, float]

LOWEST, HIGHEST = -9, 9


@dataclass(frozen=True, slots=True)
class Area:
    """Terrain over hexes, or within a polygon (pixels).

    edge is how far the outline lies beyond the hexsides (less than 0: short of them), rounding
    the radius of its corners and wobble how far it strays, in pixels.
    """

    terrain: int
    hexes: tuple[int, ...]
    polygon: tuple[XY, ...]
    edge: float
    rounding: float
    wobble: float


@dataclass(frozen=True, slots=True)
class Level:
    """Ground of one level within the crest line around hexes, or within a polygon (pixels)."""

    level: int
    hexes: tuple[int, ...]
    polygon: tuple[XY, ...]
    edge: float
    rounding: float
    wobble: float


@dataclass(frozen=True, slots=True)
class Line:
    """A road, path, stream, gully ... through stops: hexes, or hexsides as (hex, side) to end at;
    or through points (pixels)."""

    terrain: int
    stops: tuple[tuple[int, int | None], ...]
    points: tuple[XY, ...]
    width: float
    wobble: float


@dataclass(frozen=True, slots=True)
class Hexsides:
    """Walls, hedges, cliffs, bars ... along hexsides (hex, side), each end cut by trim pixels."""

    terrain: int
    sides: tuple[tuple[int, int], ...]
    width: float
    trim: float


@dataclass(frozen=True, slots=True)
class Building:
    """A building: a rectangle (size, turned by angle degrees, moved by offset) in one hex, a strip
    of this width from centre to centre of several, or a polygon (pixels)."""

    terrain: int
    hexes: tuple[int, ...]
    polygon: tuple[XY, ...]
    size: XY
    angle: float | None
    offset: XY
    width: float


@dataclass(frozen=True, slots=True)
class Bridge:
    """A bridge of a road that crosses a hex from one hexside to another."""

    terrain: int
    road: int
    hex: int
    sides: tuple[int, int]
    width: float
    length: float


Feature = Area | Level | Line | Hexsides | Building | Bridge

#: Width in pixels, wobble in pixels of lines whose table does not say.
_LINES = {
    "Dirt Road": (11.0, 0.0),
    "Paved Road": (12.0, 0.0),
    "Elevated Road": (12.0, 0.0),
    "Sunken Road": (13.0, 0.0),
    "Track": (6.0, 1.0),
    "Path": (5.0, 1.5),
    "Gully": (15.0, 3.0),
    "Wadi": (19.0, 3.0),
    "Runway": (40.0, 0.0),
}
_STREAM = (13.0, 3.0)

#: Width in pixels of hexside terrain whose table does not say.
_HEXSIDES = {"Wall": 5.0, "Hedge": 7.0, "Bocage": 8.0, "Cliff": 8.0, "Cactus Hedge": 7.0}
_BAR = 4.0


def _name(code: int) -> str:
    return catalogue()[code].name


def _place(table: Table, grid: HexGrid) -> tuple[tuple[int, ...], tuple[XY, ...]]:
    """Where an area lies: exactly one of its hexes and its polygon."""
    if ("hexes" in table) == ("polygon" in table):
        raise table.fault("it must have either hexes or polygon, one of the two")
    if "hexes" in table:
        return table.hexes("hexes", grid), ()
    return (), table.points("polygon", 3)


def _lies_along_hexsides(kind: TerrainType) -> bool:
    return kind.is_hexside or kind.is_bar


def _area(table: Table, grid: HexGrid) -> Area:
    terrain = table.terrain("terrain")
    kind = catalogue()[terrain]
    if _lies_along_hexsides(kind):
        raise table.fault(f'{kind.name} lies along hexsides: use kind = "hexsides"')
    hexes, polygon = _place(table, grid)
    return Area(
        terrain,
        hexes,
        polygon,
        edge=table.number("edge", -20, 20, -4.0),
        rounding=table.number("rounding", 0, 12, 9.0),
        wobble=table.number("wobble", 0, 12, 6.0 if hexes else 0.0),
    )


def _level(table: Table, grid: HexGrid) -> Level:
    hexes, polygon = _place(table, grid)
    return Level(
        table.whole("level", LOWEST, HIGHEST),
        hexes,
        polygon,
        edge=table.number("edge", -20, 20, -5.0),
        rounding=table.number("rounding", 0, 12, 12.0),
        wobble=table.number("wobble", 0, 12, 5.0 if hexes else 0.0),
    )


def _stops(table: Table, grid: HexGrid) -> tuple[tuple[int, int | None], ...]:
    """Hexes that follow each other, with a hexside, as in ``A5/NW``, at either end only."""
    words = table.words("through")
    stops: list[tuple[int, int | None]] = []
    for place, word in enumerate(words):
        name, slash, side = word.partition("/")
        hex_ = table.hex(name, grid)
        if slash and 0 < place < len(words) - 1:
            raise table.fault(f"{word!r} is within the line: only its ends may be hexsides")
        before = stops[-1][0] if stops else hex_
        if grid.distance(before, hex_) > 1:
            raise table.fault(
                f"{name} is not next to {grid.names[before]}: name every hex that the line crosses"
            )
        stops.append((hex_, table.side(side) if slash else None))
        if len(stops) > 1 and stops[-1] == stops[-2]:
            raise table.fault(f"through names {word} twice in a row")
    if len(stops) < 2:
        raise table.fault('through must name at least two places, as in "A5 B5" or "A5/N A5"')
    return tuple(stops)


def _line(table: Table, grid: HexGrid) -> Line:
    if ("through" in table) == ("points" in table):
        raise table.fault("it must have either through or points, one of the two")
    terrain = table.terrain("terrain")
    hexes = "through" in table
    width, wobble = _LINES.get(_name(terrain), _STREAM)
    return Line(
        terrain,
        stops=_stops(table, grid) if hexes else (),
        points=() if hexes else table.points("points", 2),
        width=table.number("width", 1, 500, width),
        wobble=table.number("wobble", 0, 12, wobble if hexes else 0.0),
    )


def _between(table: Table, word: str, grid: HexGrid) -> tuple[int, int]:
    """A hexside by hex and direction, ``F4/NE``, or by the two hexes, ``F4-G4``."""
    if "/" in word:
        name, _, side = word.partition("/")
        return table.hex(name, grid), table.side(side)
    first, dash, second = word.partition("-")
    if not dash:
        raise table.fault(f"{word!r} is no hexside: write F4/NE or F4-G4")
    a, b = table.hex(first, grid), table.hex(second, grid)
    if grid.distance(a, b) != 1:
        raise table.fault(f"{first} and {second} share no hexside")
    return a, grid.neighbours[a].tolist().index(b)


def _hexsides(table: Table, grid: HexGrid) -> Hexsides:
    terrain = table.terrain("terrain")
    kind = catalogue()[terrain]
    if not _lies_along_hexsides(kind):
        raise table.fault(
            f'{kind.name} does not lie along hexsides: use kind = "area", "line" or "building"'
        )
    sides: dict[tuple[int, int], None] = {}
    for word in table.words("hexsides"):
        hex_, side = _between(table, word, grid)
        beyond = int(grid.neighbours[hex_, side])
        if (hex_, side) in sides or (beyond, (side + 3) % 6) in sides:
            raise table.fault(f"hexsides names {word} more than once")
        sides[hex_, side] = None
    return Hexsides(
        terrain,
        tuple(sides),
        width=table.number("width", 1, 20, _HEXSIDES.get(kind.name, _BAR if kind.is_bar else 6.0)),
        trim=table.number("trim", 0, 8, 0.0),
    )


def _building(table: Table, grid: HexGrid) -> Building:
    terrain = table.terrain("terrain")
    kind = catalogue()[terrain]
    if not kind.is_building or kind.is_bar:
        raise table.fault(f"{kind.name} is no building")
    hexes, polygon = _place(table, grid)
    if len(hexes) != 1 and any(key in table for key in ("size", "angle", "offset")):
        raise table.fault("size, angle and offset are for a building of one hex")
    if len(hexes) == 1 and "width" in table:
        raise table.fault("width is for a building of several hexes; for one hex use size")
    for before, hex_ in pairwise(hexes):
        if grid.distance(before, hex_) != 1:
            raise table.fault(
                f"{grid.names[hex_]} is not next to {grid.names[before]}: list the hexes in the "
                "order in which the building runs"
            )
    size = table.numbers("size", 2, 4, 500) if "size" in table else (32.0, 24.0)
    offset = table.numbers("offset", 2, -100, 100) if "offset" in table else (0.0, 0.0)
    return Building(
        terrain,
        hexes,
        polygon,
        size=(size[0], size[1]),
        angle=table.number("angle", -360, 360, 0.0) if "angle" in table else None,
        offset=(offset[0], offset[1]),
        width=table.number("width", 4, 60, 26.0),
    )


def _bridge(table: Table, grid: HexGrid) -> Bridge:
    terrain = table.terrain("terrain")
    if catalogue()[terrain].category != "bridge":
        raise table.fault(f"{_name(terrain)} is no bridge; it may be a Single Hex Stone Bridge")
    road = table.terrain("road", "Dirt Road")
    if not catalogue()[road].is_road:
        raise table.fault(f"{_name(road)} is no road")
    sides = [table.side(word) for word in table.words("sides")]
    if len(sides) != 2 or sides[0] == sides[1]:
        raise table.fault('sides must name the two hexsides that the road crosses, as in "N S"')
    return Bridge(
        terrain,
        road,
        hex=table.hex(table.text("hex"), grid),
        sides=(sides[0], sides[1]),
        width=table.number("width", 8, 60, 21.0),
        length=table.number("length", 8, 200, 34.0),
    )


_AREA_KEYS = ("hexes", "polygon", "edge", "rounding", "wobble")
_KINDS: dict[str, tuple[tuple[str, ...], Callable[[Table, HexGrid], Feature]]] = {
    "area": (("terrain", *_AREA_KEYS), _area),
    "level": (("level", *_AREA_KEYS), _level),
    "line": (("terrain", "through", "points", "width", "wobble"), _line),
    "hexsides": (("terrain", "hexsides", "width", "trim"), _hexsides),
    "building": (
        ("terrain", "hexes", "polygon", "size", "angle", "offset", "width"),
        _building,
    ),
    "bridge": (("terrain", "road", "hex", "sides", "width", "length"), _bridge),
}


def read_feature(values: object, number: int, grid: HexGrid) -> Feature:
    """One ``[[feature]]`` table, the number-th of its file; BoardFormatError names it."""
    if not isinstance(values, dict):
        raise BoardFormatError(f"feature {number} is no table: begin each with [[feature]]")
    kind, what = values.get("kind"), values.get("name", values.get("terrain"))
    if not isinstance(kind, str) or kind not in _KINDS:
        raise BoardFormatError(f"feature {number}: kind must be one of {', '.join(_KINDS)}")
    named = f", {what}" if isinstance(what, str) and what.isprintable() and len(what) < 60 else ""
    keys, read = _KINDS[kind]
    table = Table(f"feature {number} ({kind}{named})", values, ("kind", "name", *keys))
    table.text("name", "")
    return read(table, grid)
