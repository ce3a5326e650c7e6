"""A slow, plain LOS tracer, written from the rules alone, to compare the compiled core against.

``trace`` decides one line. It takes the places of the line in order from the end that comes first
on the map (``reference_path``), asks of each what it does (``reference_rules``), and adds up.
Numbers in brackets are rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from reference_art import (
    gully_terrain,
    hexside_of_pixel,
    hillside_of_pixel,
    lowest_art,
    reaches,
)
from reference_depression import Sunk
from reference_indoors import Indoors, bar_kind, parted
from reference_lattice import (
    Pixel,
    Vertex,
    hexside_tips,
    outline_hex,
)
from reference_path import Look, Path, Place, Stand
from reference_rules import (
    BLOCKED,
    HILLOCKS,
    Sight,
    Spot,
    bar_blocks,
    ground_effect,
    terrain_effect,
)
from reference_units import OwnWalls, without_advantage
from reference_walls import Walls

from hexlos import Board
from hexlos.catalogue import OPEN_GROUND, TerrainType, catalogue

CLIFF = 75
ORCHARDS = frozenset((63, 64, 117, 118))


def trace(board: Board, one: Stand, two: Stand, thread: str) -> tuple[bool, int]:
    """Whether the LOS between two locations is blocked, and its hindrance (0 when blocked)."""
    if one.hex == two.hex and not (one.point or two.point):
        return parted(board, one, two), 0
    line = Line(board, *in_order(board, one, two), thread)
    return (False, 0) if line.path.tips_at[0] == line.path.tips_at[1] else line.verdict()


def in_order(board: Board, one: Stand, two: Stand) -> tuple[Stand, Stand]:
    """The ends, that of the hex named first before the other; vertices turn with the map."""

    def key(stand: Stand) -> tuple[int, int, float, str]:
        turned = stand.point and board.grid.flipped
        order = (stand.point + 2) % 6 + 1 if turned else stand.point
        return stand.hex, order, stand.level, stand.place

    return (one, two) if key(one) <= key(two) else (two, one)


class Line:
    """A LOS between two ends, walked from the first on."""

    def __init__(self, board: Board, source: Stand, target: Stand, thread: str) -> None:
        self.board, self.grid, self.facts = board, board.grid, board.facts
        self.path = Path(board.grid, source, target, thread)
        self.stands = (source, target)
        self.ends = (source.hex, target.hex)
        self.levels = (source.level, target.level)
        falling = source.level > target.level
        self.high_hex, self.low_hex = self.ends if falling else self.ends[::-1]
        self.high_stand = source if falling else target
        self.spots: dict[tuple[int, int], Spot] = {}
        sloped = self.path.range > 0 and any(self.up_slope(k) for k in (0, 1))
        self.sight = Sight(
            max(self.levels), min(self.levels), sloped,
            not sloped and self.path.range > 0
            and any(self.facts.inherent[end] in HILLOCKS for end in self.ends),
            board.alpine_hills,
            self.follows_rails,
            bool(self.path.runs),
        )  # fmt: skip
        self.walls = Walls(self)
        self.in_factory = Indoors(self).within_factory()

    def up_slope(self, k: int) -> bool:
        """Whether the line leaves end k through one of its slope hexsides (P2)."""
        slopes = self.board.slopes.get(self.grid.names[self.ends[k]], ())
        return any(side in slopes for side in self.path.leaves_over(k))

    # ---- the answer

    def verdict(self) -> tuple[bool, int]:
        """Blocked or not, and the hindrance."""
        if any(self.comes_through_cliff(k) for k in (0, 1)):
            return True, 0
        if Sunk(self).blocks() or Indoors(self).blocks() or OwnWalls(self).blocks():
            return True, 0
        if self.walls.block() or self.bars_block():
            return True, 0
        effects = list(self.effects())
        if any(effect >= BLOCKED for _, effect in effects):
            return True, 0
        # between vertices hexes at one range from an end need not be so from the other: the
        # lesser total counts (A6.5, A6.7)
        total = min(hindrance_by_range(effects, end) for end in (0, 1))
        return (True, 0) if total >= 6 else (False, total)

    def comes_through_cliff(self, k: int) -> bool:
        """Whether the line reaches end k, a climber, through the cliff that it climbs (B11.42)."""
        side = self.stands[k].climbs
        if side is None:
            return False
        other, beyond = self.ends[1 - k], self.grid.neighbours[self.ends[k], side]
        return other not in (self.ends[k], beyond) and self.path.comes_over(k, side)

    def effects(self) -> Iterator[tuple[list[int], int]]:
        """What acts, with its ranges from the two ends; hindrances between the ends only."""
        off_road: set[int] = set()
        for place in self.path.places:
            if any(look.hex in self.path.centre_hexes for look in place.looks):
                continue
            effect = self.place_effect(place, off_road)
            if not effect:
                continue
            ranges = [
                min(self.grid.distance(look.hex, end) for look in place.looks) for end in self.ends
            ]
            if effect >= BLOCKED or self.path.bypass or max(ranges) < self.path.range:
                yield ranges, effect

    def counted(self, look: Look, kind: TerrainType, effect: int) -> int:
        """An effect, but none of a hindrance that a line with a vertex end leaves out.

        Only what lies between the ends hinders, and light woods in the own hex of a vertex too
        (A6.7, B35.2).
        """
        if not self.path.bypass or effect >= BLOCKED:
            return effect
        if look.hex in self.path.vertex_hexes:
            return effect if kind.is_light_woods else 0
        away = max(self.grid.distance(look.hex, end) for end in self.ends)
        return effect if away < self.path.range else 0

    def place_effect(self, place: Place, off_road: set[int]) -> int:
        """What a place does; off_road keeps the hexes where the line has left the road."""
        if not place.looks:
            return 0
        if place.kind == "touch":
            return min(self.inherent(look, not self.is_road(look)) for look in place.looks)
        if place.kind == "along":
            drawn = min(self.drawn_along(look) for look in place.looks)
            return max(
                drawn, *(self.inherent(look, not self.is_road(look)) for look in place.looks)
            )
        hex_ = place.looks[0].hex
        if self.path.sampled and hex_ in self.path.beside:
            return self.sampled_beside_effect(place.looks[0])
        if not any(self.is_road(look) for look in place.looks):
            off_road.add(hex_)
        return min(
            max(self.drawn(look), self.inherent(look, hex_ in off_road)) for look in place.looks
        )

    def sampled_beside_effect(self, look: Look) -> int:
        """Effect of a sampled pixel along a hexside: inherent terrain of both hexes counts."""
        looks = [Look(h, look.pixel) for h in self.sharing(look.hex)]
        return max(self.drawn_along(look), *(self.inherent(k, not self.is_road(k)) for k in looks))

    # ---- effects of one pixel

    def shown(self, look: Look) -> TerrainType:
        """The terrain that the pixel shows."""
        return self.kind_at(look.pixel)

    def kind_at(self, pixel: Pixel) -> TerrainType:
        """The terrain of a pixel, rowhouse bars as high as their buildings (B23.71)."""
        kind = catalogue()[self.board.terrain[pixel]]
        return bar_kind(self.board, *pixel) if kind.is_rowhouse_bar else kind

    def is_road(self, look: Look) -> bool:
        """Whether the pixel shows a road."""
        return self.shown(look).is_road

    def ground(self, look: Look) -> int:
        """Level of the ground at the pixel; the art of a hillside wall is no hill (B9.61)."""
        hexside = hillside_of_pixel(self.board, look.pixel)
        if hexside is not None:
            return lowest_art(self.board, *hexside)
        return int(self.board.level[look.pixel])

    def is_ground(self, look: Look) -> bool:
        """Whether the pixel is ground: no bridge, and no road or course beneath one (B5.21, B6)."""
        kind = self.shown(look)
        under = kind.category in ("road", "depression") and self.facts.bridge[look.hex]
        return kind.category != "bridge" and not under

    def sharing(self, hex_: int) -> list[int]:
        """The hexes of which a pixel judged in a hex is: both along a hexside that is sampled."""
        return [hex_, *self.path.beside.get(hex_, [])] if self.path.sampled else [hex_]

    def drawn(self, look: Look) -> int:
        """Effect of the ground at the pixel and of the non-inherent terrain drawn there."""
        kind = self.shown(look)
        sunken = gully_terrain(self.board)[look.pixel]
        if sunken >= 0:
            kind = catalogue()[sunken]
        owner = self.grid.pixel_owner[look.pixel]
        if kind.inherent and not (owner >= 0 and self.facts.partial[owner]):
            kind = catalogue()[OPEN_GROUND]
        if kind.is_hexside and self.hexside_ignored(kind, look):
            kind = catalogue()[OPEN_GROUND]
        hexside = hillside_of_pixel(self.board, look.pixel)
        if hexside is not None and kind.is_wall:
            if self.sight.same and not self.sight.sloped and self.walls.carried(*hexside):
                return BLOCKED
            kind = catalogue()[OPEN_GROUND]
        spot = self.spot(look.hex, self.ground(look))
        ground = ground_effect(self.sight, spot) if self.is_ground(look) else 0
        if look.hex in self.path.vertex_hexes:
            ground = 0  # an end is at the level of its hex, whatever ground is drawn there (A6.2)
        if kind.is_factory_floor and self.in_factory and spot.ground <= self.sight.high:
            # half a level high, and that is seen over from up-slope (B23.741, P2)
            return int(spot.ground == self.sight.high and not self.sight.sloped)
        if kind.is_bar and self.looks_over(kind, look):
            return ground
        return max(ground, self.counted(look, kind, terrain_effect(kind, self.sight, spot)))

    def drawn_along(self, look: Look) -> int:
        """The same along a hexside, where roofless factories hinder twice (O5)."""
        effect = self.drawn(look)
        return 2 * effect if effect < BLOCKED and self.shown(look).is_roofless else effect

    def looks_over(self, kind: TerrainType, look: Look) -> bool:
        """Whether a rooftop looks over a bar of its own hex, as high as itself (B23.71)."""
        high, owner = self.high_stand, self.owner(look)
        top = self.ground(look) + kind.height + kind.half / 2
        return (
            not self.sight.same
            and high.place == "roof"
            and top == high.level
            and owner >= 0
            and high.hex in self.around(owner, hexside_of_pixel(self.board, owner, *look.pixel))[:2]
        )

    def inherent(self, look: Look, off_road: bool) -> int:
        """Effect of the inherent terrain of the pixel's hex (B.6), not of the ground there."""
        code = int(self.facts.inherent[look.hex])
        drawn_only = self.facts.partial[look.hex] and not self.path.runs
        own_side = look.hex in self.path.vertex_hexes and look.hex in self.path.beside
        if code < 0 or drawn_only or own_side or (code in ORCHARDS and not off_road):
            return 0
        if self.sight.railed and catalogue()[code].is_rail:
            return 0  # both ends count as at its level (B32.13)
        kind, ground = catalogue()[code], self.ground(look)
        if self.shown(look).is_depression:
            if self.sight.same and self.sight.high <= ground:
                # it is also IN a gully (B19.21), not IN a stream (B33)
                gully = self.shown(look).name in ("Gully", "Wadi")
                effect = terrain_effect(kind, self.sight, self.spot(look.hex, ground)) * gully
                return self.counted(look, kind, effect)
            ground += 1  # it rises from the surface (B13.2, B33)
        effect = terrain_effect(kind, self.sight, self.spot(look.hex, ground))
        return self.counted(look, kind, effect)

    def spot(self, hex_: int, ground: int) -> Spot:
        """Where a pixel of a hex with ground at a level lies."""
        if (hex_, ground) not in self.spots:
            self.spots[hex_, ground] = Spot(
                ground=ground,
                from_high=self.grid.distance(hex_, self.high_hex),
                from_low=max(1, self.grid.distance(hex_, self.low_hex)),
                beneath=self.looks_down_into(hex_),
                cliff=self.cliff_ahead(hex_),
                slope=int(self.facts.base[hex_]) if self.continuous_slope else None,
            )
        return self.spots[hex_, ground]

    def looks_down_into(self, hex_: int) -> bool:
        """Whether the higher end looks down into an adjacent hex (B10.2 EXC)."""
        beyond = self.grid.neighbours[hex_].tolist()
        return any(
            self.grid.distance(h, self.high_hex) == 1 and self.facts.base[h] < self.sight.high
            for h in self.sharing(hex_)
            # a cliff along the line is no more than the level that it rises from (B11.2)
            if h == hex_ or self.facts.hexside[hex_, beyond.index(h)] == CLIFF
        )

    def cliff_ahead(self, hex_: int) -> bool:
        """Whether the line goes on from a hex, towards the lower end, over a cliff (B11.21).

        Where it goes on along a hexside, the two sides of its vertex must both be cliffs (A6.1).
        """
        beyond = self.grid.neighbours[hex_].tolist()
        sides = [beyond.index(h) for h in self.path.next_hexes(hex_, self.low_hex)]
        cliffs = [self.facts.hexside[hex_, side] == CLIFF for side in sides]
        return bool(cliffs) and all(cliffs)

    @cached_property
    def continuous_slope(self) -> bool:
        """Whether each hex met changes level by one, all in one direction (B.5)."""
        low = self.sight.low
        return (
            self.path.range >= 2
            and self.sight.high - low == self.path.range
            and all(
                self.elevation(h) == low + self.grid.distance(h, self.low_hex)
                for h in self.path.hexes_met
            )
        )

    def elevation(self, hex_: int) -> float:
        """Level of a hex, at a crest status or bridge end that of the end (B20.9, B6.2)."""
        if hex_ in self.ends:
            stand = self.stands[self.ends.index(hex_)]
            if stand.point or stand.place in ("crest", "bridge", "under"):
                return stand.level
        return int(self.facts.base[hex_])

    @cached_property
    def follows_rails(self) -> bool:
        """Whether the line crosses only hexsides that a railroad crosses, no vertex (B32.13)."""
        spans = self.path.spans
        on_rails = [catalogue()[self.facts.centre[end]].is_rail for end in self.ends]
        if self.path.range < 2 or self.path.bypass or not all(on_rails):
            return False
        if any(span.along or span.start == span.end for span in spans):
            return False
        return all(
            b.hex in self.grid.neighbours[a.hex]
            and self.facts.rail_hexside[a.hex, self.side_between(a.hex, b.hex)]
            for a, b in pairwise(spans)
        )

    # ---- bars inside buildings

    def bars_block(self) -> bool:
        """Whether a rowhouse or factory wall in an end hex blocks (B23.71, O5.31)."""
        if self.path.range == 1 and not self.path.bypass:
            return all(any(map(self.bar_at, places)) for places in self.path.abreast())
        return any(
            self.bar_at(place)
            for place in self.path.places
            if any(look.hex in self.path.centre_hexes for look in place.looks)
        )

    def bar_at(self, place: Place) -> bool:
        """Whether a place is a bar that blocks, on both sides where it lies between pixels."""
        return bool(place.looks) and all(self.is_barred(look) for look in place.looks)

    def is_barred(self, look: Look) -> bool:
        """Whether a pixel is a bar that blocks."""
        kind = self.shown(look)
        return bar_blocks(kind, self.sight, self.ground(look)) and not self.looks_over(kind, look)

    # ---- walls, hedges and bocage

    def hexside_ignored(self, kind: TerrainType, look: Look) -> bool:
        """Whether drawn hexside terrain does not count, by the hexside it is part of."""
        owner = self.owner(look)
        if owner < 0 or (kind.is_wall and self.sight.same and self.path.runs):
            return True  # walls along hexsides are facts of the hexsides
        side = hexside_of_pixel(self.board, owner, *look.pixel)
        if kind.is_wall:
            return self.near_end(owner, side)
        formed = self.around(owner, side)[:2]
        seen_over = [
            end in formed and not without_advantage(self, k) for k, end in enumerate(self.ends)
        ]
        return any(seen_over) or self.ends_at_vertex(owner, side)

    def owner(self, look: Look) -> int:
        """The hex whose hexsides a pixel's hexside terrain may be part of, -1 for none."""
        if self.path.sampled:
            return outline_hex(self.grid, look.pixel)
        return int(self.grid.pixel_owner[look.pixel])

    def around(self, hex_: int, side: int) -> list[int]:
        """The two hexes of a hexside, then those at its ends."""
        beyond = self.grid.neighbours[hex_].tolist()
        return [hex_, beyond[side], beyond[(side + 1) % 6], beyond[(side + 5) % 6]]

    def own_side(self, hex_: int, side: int) -> bool:
        """Whether a hexside belongs to an end hex."""
        return any(h in self.ends for h in self.around(hex_, side)[:2])

    def ends_at_vertex(self, hex_: int, side: int) -> bool:
        """Whether the vertex of an end is a tip of a hexside (B9.42)."""
        return any(tip in self.path.vertex_ends for tip in hexside_tips(self.grid, hex_, side))

    def near_end(self, hex_: int, side: int) -> bool:
        """Whether a hexside belongs to an end hex or is a hexspine of one: of one at a vertex only
        that which ends there."""
        return (
            self.own_side(hex_, side)
            or self.ends_at_vertex(hex_, side)
            or any(h in self.path.centre_hexes for h in self.around(hex_, side)[2:])
        )

    def art_reaches(self, code: int, vertex: Vertex) -> bool:
        """Whether terrain of a code is drawn near a vertex."""
        return reaches(self.board, code, vertex)

    def side_between(self, hex_: int, other: int) -> int:
        """The hexside of a hex that it shares with a neighbour."""
        return self.grid.neighbours[hex_].tolist().index(other)


def hindrance_by_range(effects: Sequence[tuple[list[int], int]], end: int) -> int:
    """Sum of the largest hindrance at each range from an end (A6.7)."""
    worst: dict[int, int] = {}
    for ranges, effect in effects:
        worst[ranges[end]] = max(worst.get(ranges[end], 0), effect)
    return sum(worst.values())
