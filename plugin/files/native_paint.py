"""Draws the features of a board file onto its planes."""

from __future__ import annotations

from functools import cached_property, singledispatchmethod

import numpy as np
from numpy.typing import NDArray

from hexlos.catalogue import catalogue
from hexlos.depict import (
    Points,
    Shape,
    Wobble,
    band,
    block,
    chances,
    common,
    hex_shapes,
    joined,
    middle_part,
    natural_area,
    polygon,
    polyline,
    smooth_line,
    with_midpoints,
)
from hexlos.errors import BoardFormatError
from hexlos.files.native_canvas import Canvas, Patch
from hexlos.files.native_features import (
    Area,
    Bridge,
    Building,
    Feature,
    Hexsides,
    Level,
    Line,
)

#: How far from a cliff the ground on each side has the level of that side's hex, in pixels.
CLIFF_REACH = 13.0

#: Share of a bridge's width that its roadway leaves to the two parapets.
PARAPETS = 0.42


class Painter:
    """Draws features in order; two painters of one seed draw the same."""

    def __init__(self, canvas: Canvas, seed: int) -> None:
        self._canvas = canvas
        self._grid = canvas.grid
        self._seed = seed
        self._wobbles: dict[str, Wobble] = {}

    @cached_property
    def _hexes(self) -> NDArray[np.object_]:
        return hex_shapes(self._grid)

    def _wobble(self, channel: str) -> Wobble:
        return self._wobbles.setdefault(channel, Wobble(self._grid, self._seed, channel))

    def _midpoint(self, hex_: int, side: int) -> Points:
        corners = self._grid.vertices_px[hex_]
        result: Points = (corners[side] + corners[(side + 1) % 6]) / 2
        return result

    @singledispatchmethod
    def paint(self, feature: Feature) -> None:
        """Draw one feature over what is there; BoardFormatError when it does not fit there."""
        raise TypeError(f"no way to draw {feature!r}")

    def _blob(self, feature: Area | Level, channel: str) -> Patch:
        if feature.polygon:
            shape = polygon(feature.polygon)
        else:
            hexes = [self._hexes[i] for i in feature.hexes]
            shape = natural_area(hexes, feature.edge, feature.rounding)
        return self._canvas.fill(self._wobble(channel).shape(shape, feature.wobble))

    @paint.register
    def _area(self, feature: Area) -> None:
        patch = self._blob(feature, catalogue()[feature.terrain].name)
        self._canvas.paint(patch, feature.terrain)

    @paint.register
    def _level(self, feature: Level) -> None:
        # one wobble for all levels: nested crest lines must not cross
        self._canvas.raise_to(self._blob(feature, "level"), feature.level)

    @paint.register
    def _line(self, feature: Line) -> None:
        points = feature.points
        line = polyline(points) if points else smooth_line(self._course(feature.stops))
        line = self._wobble("line").shape(line, feature.wobble)
        self._canvas.paint(self._canvas.fill(band(line, feature.width)), feature.terrain)

    def _course(self, stops: tuple[tuple[int, int | None], ...]) -> Points:
        """Centres and hexside middles that a line passes, in order."""
        centres = self._grid.centres_px
        spots = []
        for hex_, side in stops:
            spots.append(centres[hex_] if side is None else self._midpoint(hex_, side))
        return with_midpoints(np.array(spots))

    @paint.register
    def _hexsides(self, feature: Hexsides) -> None:
        kind = catalogue()[feature.terrain]
        pieces = [self._hexside(hex_, side, feature.trim) for hex_, side in feature.sides]
        if kind.name == "Cliff":
            for hex_, side in feature.sides:
                self._part_levels(hex_, side)
        patch = self._canvas.fill(band(joined(pieces), feature.width))
        if kind.is_bar:
            walls = np.array([k.is_building for k in catalogue()])
            patch = self._canvas.shows(patch, walls)
            if not patch.inside.any():
                raise BoardFormatError(f"{kind.name} stands in no building: draw that first")
        self._canvas.paint(patch, feature.terrain)
        if kind.name == "Cliff":
            self._foot(feature)

    def _hexside(self, hex_: int, side: int, trim: float) -> Shape:
        corners = self._grid.vertices_px[hex_]
        first, last = corners[side], corners[(side + 1) % 6]
        step = (last - first) / np.hypot(*(last - first)) * trim
        return polyline(np.array([first + step, last - step]))

    def _part_levels(self, hex_: int, side: int) -> None:
        """Let a cliff's hexside part the ground of its two hexes (B11.1)."""
        near = band(self._hexside(hex_, side, 0.0), 2 * CLIFF_REACH)
        for index in self._two(hex_, side):
            own = common(near, self._hexes[index])
            self._canvas.raise_to(self._canvas.fill(own), self._canvas.ground_at(index))

    def _foot(self, feature: Hexsides) -> None:
        """Put a cliff's own art at its lower level: it is no higher obstacle than that (B11.2)."""
        for hex_, side in feature.sides:
            art = band(self._hexside(hex_, side, feature.trim), feature.width)
            lower = min(self._canvas.ground_at(index) for index in self._two(hex_, side))
            self._canvas.raise_to(self._canvas.fill(art), lower)

    def _two(self, hex_: int, side: int) -> list[int]:
        beyond = int(self._grid.neighbours[hex_, side])
        return [hex_] if beyond < 0 else [hex_, beyond]

    @paint.register
    def _building(self, feature: Building) -> None:
        if feature.polygon:
            shape = polygon(feature.polygon)
        elif len(feature.hexes) == 1:
            shape = self._house(feature)
        else:
            shape = self._row(feature)
        self._canvas.paint(self._canvas.fill(shape), feature.terrain)

    def _house(self, feature: Building) -> Shape:
        hex_ = feature.hexes[0]
        angle = feature.angle
        if angle is None:
            name = self._grid.names[hex_]
            angle = float(int(chances(self._seed, "house", name, 1)[0] * 12) * 15)
        return block(self._grid.centres_px[hex_] + np.array(feature.offset), feature.size, angle)

    def _row(self, feature: Building) -> Shape:
        """A strip from hex to hex, square at its ends."""
        course = polyline(self._grid.centres_px[list(feature.hexes)])
        return band(course, feature.width, "square")

    @paint.register
    def _bridge(self, feature: Bridge) -> None:
        first, last = (self._midpoint(feature.hex, side) for side in feature.sides)
        centre = self._grid.centres_px[feature.hex]
        course = smooth_line(np.array([first, centre, last]))
        span = middle_part(course, feature.length)
        deck = band(span, feature.width, "flat")
        road = band(span, feature.width * (1 - PARAPETS), "flat")
        self._canvas.span(self._canvas.fill(deck), feature.terrain)
        self._canvas.span(self._canvas.fill(road), feature.road)
