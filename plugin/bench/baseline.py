"""LOS by shapes: a plain tracer over a tree of outlines, to measure against."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely
from shapely.affinity import translate

from hexlos.catalogue import catalogue
from hexlos.geometry import outline

if TYPE_CHECKING:
    from hexlos.board import Board

#: Hindrance from which a LOS is blocked (A6.7).
_TOO_MUCH = 6


class ShapeTracer:
    """The outline of each kind of terrain and ground in each hex, as Polygons in an STRtree.

    It knows obstacles, hindrances, heights, walls and whole-hex terrain between centres at ground
    level. It does not know blind hexes, hexsides along the LOS, Depressions, crest lines or slopes.
    """

    def __init__(self, board: Board) -> None:
        self._centres = board.grid.centres_px
        self._level = 2 * board.facts.base.astype(int)
        self._grid = board.grid
        shapes, rows = [], []
        owner = board.grid.pixel_owner
        for hex_ in range(len(board.grid)):
            x, y = np.nonzero(owner == hex_)
            if not len(x):
                continue
            window = np.s_[x.min() : x.max() + 1, y.min() : y.max() + 1]
            inside = owner[window] == hex_
            look = board.terrain[window].astype(int) * 256 + board.level[window] + 128
            whole = board.facts.inherent[hex_]
            for key in np.unique(look[inside]).tolist():
                code, level = key // 256, key % 256 - 128
                kind = catalogue()[code]
                if kind.los == "none" and level <= 0:
                    continue
                shape = outline((look == key) & inside)
                shapes.append(translate(shape, int(x.min()), int(y.min())))
                rows.append((hex_, level, code))
            if whole >= 0:
                shapes.append(board.geometry.hexes[hex_])
                rows.append((hex_, int(board.facts.base[hex_]), int(whole)))
        self._tree = shapely.STRtree(shapes)
        self._facts = [self._fact(*row) for row in rows]

    @staticmethod
    def _fact(hex_: int, level: int, code: int) -> tuple[int, int, int, bool]:
        """Hex, twice the level of the top, hindrance (0 for what blocks), whether it is a wall."""
        kind = catalogue()[code]
        tall = 0 if kind.los == "none" else 2 * kind.height + kind.half
        hindrance = kind.hindrance if kind.los == "hindrance" else 0
        return hex_, 2 * level + tall, hindrance, kind.is_hexside

    def los(self, a: int, b: int) -> tuple[bool, int]:
        """Whether the LOS between the ground of two hexes is blocked, and else its hindrance."""
        line = shapely.LineString([self._centres[a], self._centres[b]])
        distance = self._grid.distance
        span, low, rise = distance(a, b), self._level[a], self._level[b] - self._level[a]
        hindrances: dict[int, int] = {}
        for hit in self._tree.query(line, predicate="intersects").tolist():
            hex_, top, hindrance, hexside = self._facts[hit]
            from_a = distance(a, hex_)
            if hex_ in (a, b) or (hexside and min(from_a, distance(b, hex_)) == 1):
                continue
            if (top - low) * span <= rise * from_a:
                continue  # the LOS passes above
            if not hindrance:
                return True, 0
            hindrances[from_a] = max(hindrance, hindrances.get(from_a, 0))
        total = sum(hindrances.values())
        return (True, 0) if total >= _TOO_MUCH else (False, total)
