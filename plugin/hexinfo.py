"""Hex: the facts of one hex in the words of the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import shapely

from hexlos.catalogue import WOODS, TerrainType, catalogue, terrain_code
from hexlos.hexclasses import hex_classes, hexside_classes
from hexlos.locations import (
    bypass_addresses,
    crest_addresses,
    level_addresses,
    vertex_addresses,
)

if TYPE_CHECKING:
    from hexlos.board import Board

#: A hexside with less wooded length than this share is not partly woods (B13.7).
PARTIAL_SHARE = 0.02

#: Least share of a hex that woods cover where its dot is not woods; strays of a neighbour's
#: woods stay below it on the boards looked at.
WOODS_SHARE = 0.3


@dataclass(frozen=True, slots=True)
class HexsideInfo:
    """One hexside: its terrain's name or None, and the share of it that woods cover.

    level is the level that its terrain stands on, None without any (B9.35, B9.62); classes is
    everything that the rulebook calls it: see hexlos.hexclasses.hexside_classes.
    """

    terrain: str | None
    woods_share: float
    depression: bool
    level: int | None
    classes: frozenset[str]


@dataclass(frozen=True, slots=True)
class Hex:
    """What one hex is.

    terrain is the name of the terrain it counts as (B.1); base_level the level at its centre;
    inherent the name of its inherent terrain or None (B.6); hexsides run clockwise from the top;
    locations are the addresses in it; is_interior_woods: woods with all six hexsides wholly or
    partly woods (B13.7); has_road, has_path: such a depiction is drawn in it; classes is
    everything that the rulebook calls it, as "orchard-road" (see hexlos.hexclasses.hex_classes);
    building_height is that of the building above its ground in levels, or None (B23.2).
    """

    name: str
    terrain: str
    centre_terrain: str
    base_level: int
    inherent: str | None
    hexsides: tuple[HexsideInfo, ...]
    levels: tuple[str, ...]
    crest: tuple[str, ...]
    vertices: tuple[str, ...]
    bypass: tuple[str, ...]
    is_woods: bool
    is_interior_woods: bool
    has_road: bool
    has_path: bool
    is_depression: bool
    is_building: bool
    classes: frozenset[str]
    building_height: float | None

    @property
    def locations(self) -> tuple[str, ...]:
        """Every address of the hex: levels, crest status, vertices, and vertices by hexside."""
        return self.levels + self.crest + self.vertices + self.bypass

    @property
    def kind(self) -> str:
        """Terrain and what crosses it, as in "woods-road" (B13.1)."""
        word = "woods" if self.is_woods else self.terrain.lower()
        if self.is_woods and self.has_road:
            return f"{word}-road"
        return f"{word}-path" if self.is_woods and self.has_path else word


def hex_info(board: Board, index: int) -> Hex:
    """Assemble the facts of hex ``index`` of a board."""
    facts, names = board.facts, catalogue()
    name = board.hexes[index]
    woods = [terrain_code(w) for w in WOODS]
    share = board.geometry.hexside_share(woods)[index]
    shown = drawn_share(board, index)
    wooded = float(shown[woods].sum())
    roads = [k.code for k in names if k.is_road]
    inherent = int(facts.inherent[index])
    is_building = bool(facts.building[index])
    is_woods = is_woods_hex(board, index, shown)
    return Hex(
        name=name,
        terrain=names[facts.terrain[index]].name,
        centre_terrain=names[facts.centre[index]].name,
        base_level=int(facts.base[index]),
        inherent=None if inherent < 0 else names[inherent].name,
        hexsides=tuple(
            HexsideInfo(
                terrain=names[facts.hexside[index, s]].name if facts.hexside[index, s] else None,
                woods_share=float(share[s]),
                depression=bool(facts.depression_hexside[index, s]),
                level=int(facts.hexside_level[index, s]) if facts.hexside[index, s] else None,
                classes=hexside_classes(board, index, s),
            )
            for s in range(6)
        ),
        levels=level_addresses(board, index),
        crest=crest_addresses(board, index),
        vertices=vertex_addresses(board, index),
        bypass=bypass_addresses(board, index),
        is_woods=is_woods,
        is_interior_woods=bool(wooded > 0 and is_woods and (share > PARTIAL_SHARE).all()),
        has_road=bool(shown[roads].sum() > 0),
        has_path=bool(shown[terrain_code("Path")] > 0),
        is_depression=bool(facts.depression[index]),
        is_building=is_building,
        classes=hex_classes(board, index, shown, is_woods),
        building_height=_building_height(names[facts.terrain[index]]) if is_building else None,
    )


def _building_height(kind: TerrainType) -> float:
    return kind.height + 0.5 * kind.half


def drawn_share(board: Board, index: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """(256,) share of a hex's own pixels that each terrain code covers."""
    x0, y0, x1, y1 = shapely.bounds(board.geometry.hexes[index])
    window = (slice(max(0, int(x0)), int(x1) + 1), slice(max(0, int(y0)), int(y1) + 1))
    inside = board.grid.pixel_owner[window] == index
    counts = np.bincount(board.terrain[window][inside], minlength=256)
    return np.asarray(counts / max(1, int(inside.sum())), dtype=np.float64)


def is_woods_hex(
    board: Board, index: int, shown: np.ndarray[tuple[int], np.dtype[np.float64]]
) -> bool:
    """Whether a hex is woods (B13.1): its dot is, or lies on what crosses or marks woods.

    Where the dot lies on a road, path, number or clearing, woods decide that cover at least
    WOODS_SHARE of the hex and no less than any other natural terrain.
    """
    kinds = catalogue()
    woods = [terrain_code(w) for w in WOODS]
    if int(board.facts.centre[index]) in woods:
        return True
    if board.facts.building[index] or board.facts.inherent[index] >= 0:
        return False
    plain = ("road", "open", "depression", "hexside")
    if kinds[board.facts.centre[index]].category not in plain:
        return False
    wooded = float(shown[woods].sum())
    others = [k.code for k in kinds if k.category not in plain and k.code not in woods]
    return wooded >= WOODS_SHARE and wooded >= float(shown[others].max())
