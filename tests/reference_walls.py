"""Walls and hedges as facts of the hexsides, for the reference tracer; numbers are rules.

Hexes about a vertex are named by their centres on the lattice: on the map's edge, and beside a
place that no board covers, some of them are no hexes of the map, but a hexside on the rim is still
one of the hex that the map has.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from reference_art import reaches
from reference_lattice import Vertex, centres_at, hex_about, hexside_tips, lattice_place
from reference_path import Span

from hexlos.catalogue import catalogue

if TYPE_CHECKING:
    from reference import Line


class Walls:
    """What walls along a line, or at the vertices that it passes, hide."""

    def __init__(self, line: Line) -> None:
        self.line, self.path, self.facts, self.grid = line, line.path, line.facts, line.grid
        #: the hexes of the ends, by their centres
        self.ends = [lattice_place(line.grid, end, 0) for end in line.ends]

    def block(self) -> bool:
        """Whether a wall along the line or at a vertex of it blocks (B9.1, B9.2)."""
        if not self.line.sight.same or self.line.sight.sloped:
            return False
        if self.path.runs:
            return any(self.spine_blocks(run) for run in self.path.runs)
        return not self.path.sampled and any(map(self.vertex_blocks, self.vertices()))

    def carried(self, hex_: int, side: int) -> bool:
        """Whether a hexside carries a wall at the ends' level."""
        code, level = self.facts.hexside[hex_, side], self.facts.hexside_level[hex_, side]
        return catalogue()[code].is_wall and bool(level == self.line.sight.high)

    def reaching(self, one: Vertex, two: Vertex, vertex: Vertex) -> tuple[int, int] | None:
        """The hexside of two hexes, as hex and side, where its wall at level reaches a vertex."""
        for this, that in ((one, two), (two, one)):
            hex_ = hex_about(self.grid, this)
            if hex_ >= 0:
                side = self.side_to(this, that)
                code = int(self.facts.hexside[hex_, side])
                near = self.carried(hex_, side) and reaches(self.line.board, code, vertex)
                return (hex_, side) if near else None
        return None

    def side_to(self, one: Vertex, two: Vertex) -> int:
        """The hexside by which a hex of the map touches another, on the map or off it."""
        hex_ = hex_about(self.grid, one)
        middle = one[0] + two[0], one[1] + two[1]
        tips = ((side, hexside_tips(self.grid, hex_, side)) for side in range(6))
        return next(side for side, (a, b) in tips if (a[0] + b[0], a[1] + b[1]) == middle)

    def spine_blocks(self, run: list[Span]) -> bool:
        """Whether walls on or at the tips of a hexside run along block (hexspines, B9.2)."""
        tips = self.path.tips(run)
        beside = [at for at in centres_at(tips[0]) if at in centres_at(tips[1])]
        at_tips = [(tip, next(at for at in centres_at(tip) if at not in beside)) for tip in tips]
        ends = [at in self.ends or tip in self.path.vertex_ends for tip, at in at_tips]
        if all(ends):
            return False
        around = [
            [(h, self.reaching(h, at, tip) is not None) for h in beside]
            for (tip, at), is_end in zip(at_tips, ends, strict=True)
            if not is_end
        ]
        hex_ = run[0].hex
        side = next(s for s in range(6) if set(hexside_tips(self.grid, hex_, s)) == set(tips))
        if self.carried(hex_, side):
            return not any(ends) or all(reached for _, reached in around[0])
        # a wall on an end's own hexside never blocks
        return any(reached and h not in self.ends for tip in around for h, reached in tip)

    def vertices(self) -> list[Vertex]:
        """Vertices of the lattice that the line passes through."""
        times = {t for span in self.path.spans for t in (span.start, span.end) if 0 < t < 1}
        points = [self.path.lattice_point(Fraction(t)) for t in sorted(times)]
        whole = [(int(u), int(v)) for u, v in points if u.denominator == v.denominator == 1]
        return [vertex for vertex in whole if self.is_vertex(vertex)]

    def is_vertex(self, point: Vertex) -> bool:
        """Whether hexes meet at a point of the lattice."""
        odd = int(self.grid.col[0] + self.grid.row[0]) % 2
        return point[0] % 3 > 0 and all((u // 3 + v) % 2 == odd for u, v in centres_at(point))

    def vertex_blocks(self, vertex: Vertex) -> bool:
        """Whether a wall at a vertex that the line passes through blocks."""
        a, b, c = centres_at(vertex)
        found = [self.reaching(one, two, vertex) for one, two in ((a, b), (b, c), (c, a))]
        return any(edge is not None and not self.line.near_end(*edge) for edge in found)
