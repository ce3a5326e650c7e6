"""Ends IN a Depression, for the reference tracer; numbers in brackets are rules."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reference import Line


class Sunk:
    """What the Depressions at the ends of a line hide."""

    def __init__(self, line: Line) -> None:
        self.line, self.path, self.facts = line, line.path, line.facts
        self.inside = [
            stand.place == "under"
            or (
                bool(self.facts.depression[stand.hex]) and stand.level == self.facts.base[stand.hex]
            )
            for stand in line.stands
        ]

    def blocks(self) -> bool:
        """Whether an end IN a Depression cannot see out, or is not seen into (A6.3)."""
        if self.path.range <= 1 and all(self.inside):
            side = self.line.side_between(*self.line.ends)
            if self.facts.depression_hexside[self.line.ends[0], side]:
                return False
        return any(is_in and self.hides(k) for k, is_in in enumerate(self.inside))

    def hides(self, k: int) -> bool:
        """Whether the Depression of end k (0 source, 1 target) hides it from the other end."""
        end, other = self.line.ends[k], self.line.ends[1 - k]
        rise = self.line.levels[1 - k] - self.line.levels[k]
        out = self.first_above(k)
        far = None if out is None else self.line.grid.distance(out, other)
        if self.inside[1 - k]:
            return far is not None and rise < far
        if rise <= 0:
            return out == end or self.past_crest_vertex(k)
        if far is None or self.path.range <= 1 or (out != end and self.enters_from_below(k)):
            return False
        joined = max(1, self.line.grid.distance(self.last_joined(k), other))
        return rise < min(far, joined)

    def first_above(self, k: int) -> int | None:
        """The hex of the first ground, seen from end k, that is above it."""
        level = self.line.levels[k]
        for place in self.path.places if k == 0 else self.path.places[::-1]:
            if place.kind == "touch" or not place.looks:
                continue
            if all(self.line.is_ground(p) and self.line.ground(p) > level for p in place.looks):
                return place.looks[0].hex
        return None

    def crossings(self, k: int) -> list[tuple[int, int]]:
        """Pairs of hexes between which the line crosses a hexside, vertices apart, from end k."""
        spans = self.path.spans if k == 0 else self.path.spans[::-1]
        found = []
        for a, b in pairwise(spans):
            if a.along or b.along or a.start == a.end or b.start == b.end:
                break
            found.append((a.hex, b.hex))
        return found

    def joined(self, hex_: int, other: int) -> bool:
        """Whether the hexside of two hexes is a Depression hexside."""
        return bool(self.facts.depression_hexside[hex_, self.line.side_between(hex_, other)])

    def last_joined(self, k: int) -> int:
        """The last hex reached from end k over Depression hexsides alone (A6.3 EXC)."""
        here = self.line.ends[k]
        for a, b in self.crossings(k):
            if not self.joined(a, b) or not self.in_course(a, b, k):
                break
            here = b
        return here

    def in_course(self, hex_: int, other: int, k: int) -> bool:
        """Whether a hexside is crossed where ground as low as end k shows before and behind."""
        grid, level = self.line.grid, self.line.board.level
        spans = {span.hex: span for span in self.path.spans}
        at = min(spans[hex_].end, spans[other].end)
        u, v = self.path.lattice_point(at)
        x = float(grid.x0 + u * grid.third) / grid.units_x
        y = float(grid.y0 + v * grid.half) / grid.units_y
        (x0, y0), (x1, y1) = ((float(x), float(y)) for x, y in self.path.pixel_ends)
        far = hypot(x1 - x0, y1 - y0)
        dx, dy = (x1 - x0) / far, (y1 - y0) / far

        def ground(away: float, across: float) -> int:
            px, py = x + away * dx - across * dy, y + away * dy + across * dx
            return int(level[min(max(int(px // 1), 0), grid.width - 1),
                             min(max(int(py // 1), 0), grid.height - 1)])  # fmt: skip

        low = self.line.levels[k]
        return all(
            any(
                ground(side * (i + 0.81371), across) <= low
                for i in range(4)
                for across in (-0.23719, 0.23719)
            )
            for side in (-1, 1)
        )

    def drops(self, hex_: int, other: int, level: float) -> bool:
        """Whether a hexside is a Crest Line-Depression one: the ground beyond is no higher."""
        surface = self.facts.base[other] + bool(self.facts.depression[other])
        return self.joined(hex_, other) and bool(surface <= level)

    def enters_from_below(self, k: int) -> bool:
        """Whether the line enters the hex of end k by a Crest Line-Depression hexside (B19.51)."""
        first = self.crossings(k)[:1]
        return any(self.drops(a, b, self.line.levels[k]) for a, b in first)

    def past_crest_vertex(self, k: int) -> bool:
        """Whether the line enters the hex of end k at the end of such a hexside (B19.51)."""
        end = self.line.ends[k]
        sides = self.path.leaves_over(k)
        beyond = self.line.grid.neighbours[end]
        return len(sides) == 2 and any(
            beyond[side] >= 0 and self.drops(end, int(beyond[side]), self.line.levels[k])
            for side in sides
        )
