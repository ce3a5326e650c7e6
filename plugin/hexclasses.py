"""What the rulebook calls a hex or a hexside: every class of terrain that it belongs to."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import shapely

from hexlos.buildings import building_hexes
from hexlos.catalogue import WOODS, TerrainType, catalogue, terrain_code
from hexlos.geometry import HEXSIDE_REACH

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hexlos.board import Board

    Shares = NDArray[np.float64]

#: Least share of what roads, Depressions and buildings leave of a hex that makes it a terrain's.
AREA_SHARE = 0.3
#: The same for terrain that is drawn as stripes or specks, where much of it shows as open ground.
SPECKLED_SHARE = 0.15
SPECKLED = ("Grain", "Hammada", "Scrub", "Scrub (second code)", "Sand")
#: Terrain that a hex shows where strays of a neighbour do not count.
STRAY = 0.02
#: Part of a hexside that must be building for the hexside to be a building hexside.
BUILDING_SIDE = 0.5
#: A break of a wall or hedge so long, in pixels, is an obvious one (B9.1).
GAP = 5.0

_OVERLAID = ("road", "depression", "building", "factory", "bridge", "hexside")
_WATER = ("Water", "Shallow Water")
_RIVERS = ("River", "Shallow River")
_SAME = {
    "Orchard, Out of Season": "orchard",
    "Crag, Broken Terrain": "crag",
    "Scrub (second code)": "scrub",
    "Dry Stream": "stream",
    "Shallow Stream": "stream",
    "Deep Stream": "stream",
    "Flooded Stream": "stream",
}


def slug(name: str) -> str:
    """The class of a terrain by its name.

    >>> slug("Dirt Road"), slug("Shallow Stream")
    ('dirt-road', 'stream')
    """
    return _SAME.get(name) or re.sub(r"\W+", "-", name.casefold()).strip("-")


def hex_classes(board: Board, index: int, shown: Shares, is_woods: bool) -> frozenset[str]:
    """Every class of a hex, by the share of it that each terrain code covers (B.1).

    A terrain's own class ("woods", "brush", "grain", "crag" ...): the dot, the inherent terrain,
    or most of what roads and the like leave of the hex. "road" and its kinds, "path", "runway",
    "bridge", "elevated-road" (B5.1) and "building" (B23.1): shown at all. "gully" (B19.1): its art
    appears; "stream" (B20.1): it extends through two hexsides; "wadi" (F5.11): it is more than a
    sliver. "water-obstacle" (B21.1): the dot is blue, "pond" or "river" by whether its water
    leaves the map on two sides. "hill" and "valley" (B10, B22) by the level. Pairs as in
    "orchard-road" (B14.6), "gully-brush" (B19.21) and "stream-woods" (B33). "rowhouse" (B23.71),
    "split-level-building" and "split-level-rowhouse" (B23.72), "interior-building" (all six
    hexsides are building hexsides), "building-with-level-1", "hut" (G5.1); "open-ground" (B1.1)
    is what has no terrain but roads.
    """
    areas = _areas(board, index, shown, is_woods)
    ways = _ways(board, index, shown)
    sunk = _depressions(board, index, shown)
    wet = _water(board, index)
    built = _buildings(board, index, shown)
    found = areas | ways | sunk | wet | built
    across = {"road", "path"} & ways
    found |= {f"{a}-{b}" for a in areas for b in across}
    found |= {f"{a}-{b}" for a in sunk for b in areas | ({"bridge"} & ways)}
    if not (areas | wet | built | sunk) and not {"bridge", "elevated-road", "sunken-road"} & ways:
        found.add("open-ground")
    base = int(board.facts.base[index])
    if base and not wet and not board.facts.depression[index]:
        found.add("hill" if base > 0 else "valley")
    return frozenset(found)


def _areas(board: Board, index: int, shown: Shares, is_woods: bool) -> set[str]:
    facts, kinds = board.facts, catalogue()
    found = {"woods"} if is_woods else set()
    inherent = int(facts.inherent[index])
    if inherent >= 0:
        found.add(slug(kinds[inherent].name))
    over = sum(float(shown[k.code]) for k in kinds if k.category in _OVERLAID or k.name == "Path")
    left = max(1e-9, 1.0 - over)
    for kind in _area_kinds():
        least = SPECKLED_SHARE if kind.name in SPECKLED else AREA_SHARE
        if facts.centre[index] == kind.code or shown[kind.code] / left >= least:
            found.add(slug(kind.name))
    return found


@cache
def _area_kinds() -> tuple[TerrainType, ...]:
    """Terrain that covers ground, woods, buildings and what is inherent apart."""
    plain = ("Open Ground", "Rooftop", "Path", "Ford")
    return tuple(
        kind
        for kind in catalogue()
        if kind.known
        and kind.category in ("open", "other", "entrenchment")
        and not kind.inherent
        and kind.name not in (*plain, *WOODS)
    )


def _ways(board: Board, index: int, shown: Shares) -> set[str]:
    found = {slug(kind.name) for kind in catalogue() if kind.is_road and shown[kind.code] > STRAY}
    if "elevated-road" in found or found & {"dirt-road", "paved-road"}:
        found.add("road")
    for name in ("Path", "Runway", "Sunken Road"):
        if shown[terrain_code(name)] > STRAY:
            found.add(slug(name))
    if board.facts.bridge[index]:
        found.add("bridge")
    return found


def _depressions(board: Board, index: int, shown: Shares) -> set[str]:
    found = set()
    for kind in catalogue():
        if not kind.is_depression or not shown[kind.code]:
            continue
        crossed = (board.geometry.hexside_share([kind.code])[index] > 0).sum()
        dot = board.facts.centre[index] == kind.code
        enough = {"Gully": shown[kind.code] > STRAY, "Wadi": dot or crossed > 1}
        if enough.get(kind.name, crossed > 1):
            found.add(slug(kind.name))
    return found - {"sunken-road"}


def _water(board: Board, index: int) -> set[str]:
    name = catalogue()[board.facts.centre[index]].name
    if catalogue()[board.facts.centre[index]].category != "water":
        return set()
    if name in _WATER:
        middle = shapely.points(*board.grid.centres_px[index])
        return {"water-obstacle", water_body(board, middle)}
    return {"water-obstacle", "river" if name in _RIVERS else slug(name)}


def water_body(board: Board, where: shapely.Geometry) -> str:
    """A river, where the water at a place leaves the map on two sides, or a pond (B21.1)."""
    codes = [terrain_code(name) for name in (*_WATER, *_RIVERS)]
    bodies = shapely.get_parts(board.geometry.depiction(codes))
    nearest = bodies[shapely.distance(bodies, where).argmin()]
    x0, y0, x1, y1 = shapely.bounds(nearest)
    sides = (x0 <= 0, y0 <= 0, x1 >= board.grid.width, y1 >= board.grid.height)
    return "river" if sum(sides) > 1 else "pond"


def _buildings(board: Board, index: int, shown: Shares) -> set[str]:
    facts = board.facts
    found = {"lumberyard"} if shown[terrain_code("Lumberyard")] >= AREA_SHARE else set()
    if not facts.building[index]:
        return found
    found.add("building")
    kinds = catalogue()
    if any(kinds[code].is_bar for code in facts.hexside[index]):
        found.add("rowhouse")
    codes = [kind.code for kind in kinds if kind.is_building]
    if (board.geometry.hexside_share(codes)[index] >= BUILDING_SIDE).all():
        found.add("interior-building")
    if len({int(facts.base[h]) for h in building_hexes(board, index)}) > 1:
        found.add("split-level-rowhouse" if "rowhouse" in found else "split-level-building")
    if kinds[facts.terrain[index]].half and kinds[facts.terrain[index]].height:
        found.add("building-with-level-1")
    if is_hut(board, index, shown):
        found.add("hut")
    return found


def is_hut(board: Board, index: int, shown: Shares) -> bool:
    """Whether a wooden single-storey building hex has two whole buildings or more (G5.1)."""
    wooden = terrain_code("Wooden Building")
    others = [kind.code for kind in catalogue() if kind.is_building and kind.code != wooden]
    if board.facts.terrain[index] != wooden or shown[others].any():
        return False
    hex_ = board.geometry.hexes[index]
    houses = shapely.get_parts(board.geometry.depiction([wooden]))
    houses = houses[shapely.intersects(houses, hex_)]
    return len(houses) > 1 and bool(shapely.within(houses, hex_).all())


def hexside_classes(board: Board, index: int, side: int) -> frozenset[str]:
    """Every class of a hexside.

    Its terrain ("wall", "hedge", "bocage", "cliff" ...); "rowhouse-bar" (B23.71); "gap": a wall or
    hedge with an obvious break (B9.1); "hillside": one that stands at the higher of two levels
    (B9.6); "depression", and "pond" or "river" where water shows across it (B21.13).
    """
    facts = board.facts
    kind = catalogue()[facts.hexside[index, side]]
    found = set()
    if kind.is_bar:
        found.add("rowhouse-bar")
    elif facts.hexside[index, side]:
        found.add(slug(kind.name))
    if kind.is_wall and _has_gap(board, index, side):
        found.add("gap")
    if facts.hillside[index, side]:
        found.add("hillside")
    if facts.depression_hexside[index, side]:
        found.add("depression")
    wet = [k.code for k in catalogue() if k.category == "water"]
    if board.geometry.hexside_share(wet)[index, side] > STRAY:
        found |= {"water", water_body(board, board.geometry.hexsides[index, side])}
    return frozenset(found)


def _has_gap(board: Board, index: int, side: int) -> bool:
    """Whether a stretch of a hexside on the picture has no art to either side of it."""
    corner = board.grid.vertices_px[index]
    first, along = corner[side], corner[(side + 1) % 6] - corner[side]
    length = float(np.hypot(*along))
    across = np.array([-along[1], along[0]]) / length * HEXSIDE_REACH
    steps = np.arange(0.25, length, 0.5)
    spots = first + steps[:, None] / length * along
    inside = ((spots > 0) & (spots < (board.grid.width, board.grid.height))).all(axis=1)
    lines = shapely.linestrings(np.stack([spots - across, spots + across], axis=1))
    art = board.geometry.depiction([int(board.facts.hexside[index, side])])
    shapely.prepare(art)
    bare = inside & ~shapely.intersects(art, lines)
    ends = np.flatnonzero(np.diff(np.concatenate([[False], bare, [False]]).astype(int)))
    return bool((ends[1::2] - ends[::2]).max(initial=0) * 0.5 >= GAP)
