"""What each hex of a board is: read from the planes at its centre, hexsides and area."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache

import numpy as np
from numpy.typing import NDArray

from hexlos.building_sides import JOINED_SHARE, beneath_bridges, building_share
from hexlos.catalogue import CODES, FORD, OPEN_GROUND, SUNKEN_ROAD, catalogue
from hexlos.ext import count_near_centres, count_wanted
from hexlos.geometry import BoardGeometry
from hexlos.hexgrid import HexGrid
from hexlos.hexsides import hexside_facts
from hexlos.pixels import as_table, flags, pixels_showing

#: Least share of a hex that the sides of a sunken road cover, and of a hexside that it crosses.
SUNKEN_SHARE = 0.15
SUNKEN_SIDE = 0.1


@dataclass(frozen=True, eq=False)
class HexFacts:
    """Facts of every hex, as arrays over the grid's hexes.

    base: level of the ground at the centre; centre: terrain code there; terrain: what the hex
    counts as (B.1); inherent: its inherent terrain code or -1 (B.6); partial: an orchard hex whose
    centre is neither orchard nor road, so that off its hexsides only what is drawn counts (Q2.2);
    depression: centre in a Depression (A6.3), on a sunken road (B4.1) or a ford (B20.8); bridge,
    ford: shows one (B6, B20.8); bottom: base, in a bridge hex the level of the Depression beneath;
    joined: a building that goes on beyond a hexside (B23.22); hexside: (n, 6) code of the hexside
    terrain, 0 for none; hexside_level: (n, 6) level that it stands on; hillside: (n, 6) whether it
    is a hillside wall or hedge (B9.6); depression_hexside, rail_hexside: (n, 6) whether a
    Depression, a railroad crosses it.
    """

    base: NDArray[np.int8]
    centre: NDArray[np.uint8]
    terrain: NDArray[np.uint8]
    inherent: NDArray[np.int16]
    partial: NDArray[np.bool_]
    depression: NDArray[np.bool_]
    building: NDArray[np.bool_]
    bridge: NDArray[np.bool_]
    ford: NDArray[np.bool_]
    bottom: NDArray[np.int8]
    joined: NDArray[np.bool_]
    hexside: NDArray[np.uint8]
    hexside_level: NDArray[np.int8]
    hillside: NDArray[np.bool_]
    depression_hexside: NDArray[np.bool_]
    rail_hexside: NDArray[np.bool_]

    def turned(self) -> HexFacts:
        """The same facts of a board turned by 180 degrees, whose hexes keep their order."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        sides = {name: np.roll(v, 3, axis=1) for name, v in values.items() if v.ndim == 2}
        return HexFacts(**{**values, **sides})


@cache
def _whole_kinds() -> NDArray[np.int16]:
    """(256,) the inherent terrain of hexes that show a code, -1 for none."""
    return np.array([kind.inherent_as for kind in catalogue()], dtype=np.int16)


@cache
def _bridges() -> NDArray[np.bool_]:
    return np.array([kind.category == "bridge" for kind in catalogue()])


@cache
def _acting() -> NDArray[np.bool_]:
    return np.array([kind.los != "none" for kind in catalogue()])


class _Sampler:
    """Reads planes at exact points, the same way however the board lies.

    A point on the edge or corner of pixels looks at all that touch it and takes the most
    frequent (terrain, level), then the higher level, then the lower code.
    """

    def __init__(self, grid: HexGrid, terrain: NDArray[np.uint8], level: NDArray[np.int8]) -> None:
        self._grid, self._terrain, self._level = grid, terrain, level

    def __call__(
        self, x2: NDArray[np.int64], y2: NDArray[np.int64]
    ) -> tuple[NDArray[np.uint8], NDArray[np.int8], NDArray[np.bool_]]:
        """Terrain, level and whether it is on the picture, at points in half grid units."""
        step_x, step_y = 2 * self._grid.units_x, 2 * self._grid.units_y
        keys = []
        for back_x in (0, 1):
            px = (x2 - back_x) // step_x
            for back_y in (0, 1):
                py = (y2 - back_y) // step_y
                ok = (px >= 0) & (px < self._grid.width) & (py >= 0) & (py < self._grid.height)
                at = np.clip(px, 0, self._grid.width - 1), np.clip(py, 0, self._grid.height - 1)
                key = (127 - self._level[at].astype(np.int32)) * CODES + self._terrain[at]
                keys.append(np.where(ok, key, -1))
        stack = np.stack(keys)
        votes = (stack[:, None] == stack[None]).sum(axis=0)
        rank = np.where(stack < 0, np.int64(1) << 40, stack - (votes.astype(np.int64) << 20))
        best = np.take_along_axis(stack, rank.argmin(axis=0)[None], axis=0)[0]
        found = best >= 0
        best = np.where(found, best, 127 * CODES)
        return (
            (best % CODES).astype(np.uint8),
            (127 - best // CODES).astype(np.int8),
            found,
        )


def _inner_midpoints(grid: HexGrid) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(n, 6) hexside midpoints one pixel inside their hex, in half grid units."""
    third, half, ux, uy = grid.third, grid.half, grid.units_x, grid.units_y
    across = np.array(
        [0, 3 * third - 2 * ux, 3 * third - 2 * ux, 0, -3 * third + 2 * ux, -3 * third + 2 * ux]
    )
    down = np.array(
        [
            -2 * half + 2 * uy,
            -half + 2 * uy,
            half - 2 * uy,
            2 * half - 2 * uy,
            half - 2 * uy,
            -half + 2 * uy,
        ]
    )
    centre = 2 * grid.centres
    return centre[:, :1] + across, centre[:, 1:] + down


def near_centre(
    grid: HexGrid, terrain: NDArray[np.uint8], kinds: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """(n, 256) pixels of each kind in each hex that lie nearer to its centre than its hexsides."""
    counts = np.zeros((len(grid), CODES), dtype=np.int64)
    wanted = as_table(kinds)
    if not count_wanted(terrain, wanted):
        return counts
    mid_x, mid_y = _inner_midpoints(grid)
    middles = np.stack(
        [
            mid_x[0] / (2 * grid.units_x) - grid.centres_px[0, 0],
            mid_y[0] / (2 * grid.units_y) - grid.centres_px[0, 1],
        ],
        axis=1,
    )
    count_near_centres(terrain, wanted, grid.pixel_owner, grid.centres_px, middles, counts)
    return counts


def _most_frequent(codes: NDArray[np.uint8]) -> int:
    """The code that most hexside middles show, the lower of two as frequent; 0 does not count."""
    counts = np.bincount(codes, minlength=CODES)
    counts[OPEN_GROUND] = 0
    return int(counts.argmax())


def _sunken_roads(
    grid: HexGrid,
    terrain: NDArray[np.uint8],
    level: NDArray[np.int8],
    centre: NDArray[np.uint8],
    base: NDArray[np.int8],
) -> NDArray[np.bool_]:
    """(n,) hexes of a sunken road whose dot lies on its roadway, between its sides (B4.1)."""
    x, y = pixels_showing(terrain, np.arange(CODES) == SUNKEN_ROAD)
    owner = grid.pixel_owner[x, y]
    x, y, owner = x[owner >= 0], y[owner >= 0], owner[owner >= 0]
    same = level[x, y] == base[owner]
    shown = np.bincount(owner[same], minlength=len(grid))
    area = 6 * grid.third * grid.half / (grid.units_x * grid.units_y)
    result: NDArray[np.bool_] = flags("is_road")[centre] & (shown > SUNKEN_SHARE * area)
    return result


def read_facts(
    grid: HexGrid,
    terrain: NDArray[np.uint8],
    level: NDArray[np.int8],
    geometry: BoardGeometry,
    whole: NDArray[np.int16],
) -> HexFacts:
    """Derive the facts of every hex from the planes of its board.

    whole is the (n,) terrain code of hexes that are one terrain throughout, whatever their art,
    -1 for others; terrain that acts on LOS is inherent in such a hex (B.6).
    """
    sample = _Sampler(grid, terrain, level)
    # a centre beside the picture counts as the nearest point on it
    last = 2 * np.array([grid.width * grid.units_x, grid.height * grid.units_y])
    centre, base, _ = sample(*np.clip(2 * grid.centres, 0, last).T)
    middle, _, on_picture = sample(*_inner_midpoints(grid))
    middle[~on_picture] = OPEN_GROUND

    buildings = flags("is_building") & ~flags("is_bar")
    kind = centre.copy()
    no_building = ~buildings[kind]
    sides = np.where(buildings[middle], middle, OPEN_GROUND)
    found = no_building & (sides > OPEN_GROUND).any(axis=1)
    kind[found] = [_most_frequent(row) for row in sides[found]]
    no_building &= ~found
    whole_kinds, bridges = _whole_kinds(), _bridges()
    fords = np.arange(CODES) == FORD
    near = near_centre(grid, terrain, buildings | (whole_kinds >= 0) | bridges | fords)
    drawn = near * buildings
    stray = no_building & (drawn.sum(axis=1) > 0)
    kind[stray] = drawn[stray].argmax(axis=1)
    building = buildings[kind]

    shown = near * (whole_kinds >= 0)
    inherent = np.where(shown.any(axis=1), whole_kinds[shown.argmax(axis=1)], np.int16(-1))
    inherent = np.where((whole >= 0) & _acting()[whole], whole, inherent).astype(np.int16)
    orchards = np.isin(np.arange(CODES), (63, 64, 117, 118))
    partial = (inherent >= 0) & orchards[inherent] & ~orchards[centre] & ~flags("is_road")[centre]
    partial &= whole < 0
    kind = np.where((inherent >= 0) & ~building, inherent, kind)
    kind = np.where((whole >= 0) & ~building, whole, kind).astype(np.uint8)

    hexside, hexside_level, hillside = hexside_facts(grid, terrain, level, middle, base)
    depressions = flags("is_depression")
    crossed = depressions[middle]
    sunken = _sunken_roads(grid, terrain, level, centre, base)
    if sunken.any():
        walls = geometry.hexside_share([SUNKEN_ROAD]) > SUNKEN_SIDE
        crossed |= sunken[:, None] & flags("is_road")[middle] & walls
    beyond, back = grid.neighbours, (np.arange(6) + 3) % 6
    crossed |= (beyond >= 0) & crossed[beyond, back]
    railed = flags("is_rail")[middle]
    railed |= (beyond >= 0) & railed[beyond, back]
    shares = building_share(grid, terrain, flags("is_building"))
    has_bridge = np.asarray(near[:, bridges].any(axis=1))
    return HexFacts(
        base=base,
        centre=centre,
        terrain=kind,
        inherent=inherent,
        partial=partial,
        depression=depressions[centre] | sunken | ((centre == FORD) & crossed.any(axis=1)),
        building=building,
        joined=building & (shares > JOINED_SHARE).any(axis=1),
        bridge=has_bridge,
        ford=near[:, FORD] > 0,
        bottom=beneath_bridges(grid, level, base, has_bridge, terrain, depressions),
        hexside=hexside,
        hexside_level=hexside_level,
        hillside=hillside,
        depression_hexside=crossed,
        rail_hexside=railed,
    )
