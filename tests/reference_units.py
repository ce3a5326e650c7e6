"""Ends that do not see over the hexside terrain of their own hex, for the reference tracer.

Units in foxholes and trenches (B9.21), in cellars (O6.3), without Wall Advantage (B9.521), in
deirs (F4.2).
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from reference_art import hexside_of_pixel
from reference_lattice import Vertex, hexside_tips
from reference_path import Look
from reference_rules import HILLOCKS

from hexlos.catalogue import TerrainType, catalogue
from hexlos.deir import OFF_LIP, deir_lips

if TYPE_CHECKING:
    from reference import Line


def fenced(kind: TerrainType, tall: bool) -> bool:
    """Whether terrain is a wall, hedge or bocage; tall: bocage alone."""
    return kind.is_hexside and kind.los == "obstacle" and (not tall or kind.height > 0)


def without_advantage(line: Line, k: int) -> bool:
    """Whether end k sees no farther than its own bocage (B9.52, B9.521)."""
    higher = line.levels[1 - k] > line.levels[k]
    return line.stands[k].bare and line.path.range > 1 and not higher


class OwnWalls:
    """What hexside terrain of the hexes of both ends hides."""

    def __init__(self, line: Line) -> None:
        self.line, self.path, self.facts, self.grid = line, line.path, line.facts, line.grid

    def blocks(self) -> bool:
        """Whether either end's own hex hides it from the other, which is not adjacent."""
        return self.path.range > 1 and any(self.hidden(k) for k in (0, 1))

    def hidden(self, k: int) -> bool:
        """Whether end k is hidden."""
        stand = self.line.stands[k]
        if stand.dug and self.past_lip(k):
            return True
        low = (stand.dug or stand.place == "cellar") and not self.overlooked(k)
        if low and self.walled(k, tall=False):
            return True
        return without_advantage(self.line, k) and self.walled(k, tall=True)

    def overlooked(self, k: int) -> bool:
        """Whether the other end is half a level higher or more, hillocks and slopes counted."""
        raised = [self.line.up_slope(end) for end in (0, 1)]
        if not any(raised):
            raised = [self.facts.inherent[end] in HILLOCKS for end in self.line.ends]
        high = [
            level + up / 2 for level, up in zip(self.line.levels, map(int, raised), strict=True)
        ]
        return high[1 - k] > high[k]

    def walled(self, k: int, tall: bool) -> bool:
        """Whether the line meets hexside terrain of the hex of end k, at its level."""
        if self.path.runs:
            return self.walled_vertex(k, tall)
        return any(
            place.looks and all(self.own_wall(look, k, tall) for look in place.looks)
            for place in self.path.places
            if place.kind == "in"
        )

    def own_wall(self, look: Look, k: int, tall: bool) -> bool:
        """Whether a pixel shows terrain of the hexsides, or, unless tall, hexspines of end k."""
        stand, owner = self.line.stands[k], self.line.owner(look)
        if not fenced(self.line.shown(look), tall) or owner < 0:
            return False
        if self.grid.distance(look.hex, stand.hex) > 1:
            return False
        side = hexside_of_pixel(self.line.board, owner, *look.pixel)
        named = fenced(catalogue()[self.facts.hexside[owner, side]], False)
        level = self.facts.hexside_level[owner, side] if named else self.line.ground(look)
        near = self.line.around(owner, side)[: 2 if tall else 4]
        return bool(level == stand.level and stand.hex in near)

    def walled_vertex(self, k: int, tall: bool) -> bool:
        """Whether such terrain meets the vertex by which a line along hexsides leaves end k."""
        end, level = self.line.ends[k], self.line.levels[k]
        run = self.path.runs[0 if k == 0 else -1]
        tip = min(
            self.path.tips(run),
            key=lambda t: (t[0] - 3 * self.grid.col[end]) ** 2 + (t[1] - self.grid.row[end]) ** 2,
        )
        own = [(end, s) for s in range(6) if tip in hexside_tips(self.grid, end, s)]
        spine = self.spine(run[0].hex, set(self.path.tips(run)))
        return (not tall and self.carries(*spine, level, tall)) or any(
            self.carries(h, s, level, tall)
            and self.line.art_reaches(int(self.facts.hexside[h, s]), tip)
            for h, s in own
        )

    def spine(self, hex_: int, tips: set[Vertex]) -> tuple[int, int]:
        """The hexside of a hex between two vertices."""
        return hex_, next(s for s in range(6) if set(hexside_tips(self.grid, hex_, s)) == tips)

    def carries(self, hex_: int, side: int, level: float, tall: bool) -> bool:
        """Whether a hexside carries such terrain at a level."""
        kind = catalogue()[self.facts.hexside[hex_, side]]
        return fenced(kind, tall) and self.facts.hexside_level[hex_, side] == level

    def past_lip(self, k: int) -> bool:
        """Whether the line leaves a deir over a Lip hexside, on to another hex than the next."""
        lips, line = deir_lips(self.line.board), self.line
        if not lips[line.ends[k]] & OFF_LIP or line.levels[1 - k] > line.levels[k]:
            return False
        hexes = [span.hex for span in self.path.crossed if not span.along]
        for here, beyond in pairwise(hexes if k == 0 else hexes[::-1]):
            if self.grid.distance(here, beyond) != 1:
                continue
            side = line.side_between(here, beyond)
            if lips[here] >> side & 1 or lips[beyond] >> (side + 3) % 6 & 1:
                return beyond != line.ends[1 - k] or not line.sight.same
        return False
