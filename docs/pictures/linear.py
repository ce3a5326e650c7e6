"""Measures what tables of LOS cost by pairs and by length, and draws it: ``linear.py FILE.png``.

Left: maps of growing size, pairs within one range. Right: one map, pairs within growing ranges. By
processor time on one core, the planes that tables share being made before.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFont

os.environ["HEXLOS_CACHE"] = "off"

import hexlos

BOARD = "woodland"
SHAPES = ((1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (2, 4), (3, 3))
RANGE, RANGES = 24, (4, 8, 12, 16, 24, 32, 40, 48)
TIMES, WARM = 5, 6
SIZE, SCALE = (1040, 440), 2
LEFT, TOP, WIDE, HIGH, APART = 90, 60, 400, 290, 510
INK, GREY, DOT, LINE = (40, 40, 40), (205, 205, 205), (178, 34, 34), (70, 110, 170)


@dataclass(frozen=True)
class Measured:
    """One table: millions of pairs, millions of hexes that their lines are long, seconds."""

    pairs: float
    length: float
    seconds: float


def measure(board: hexlos.Board, farthest: int) -> Measured:
    """Trace all pairs within a range: the least of some runs."""
    seconds = []
    for _ in range(TIMES):
        start = time.process_time()
        table = board.los_matrix(max_range=farthest)
        seconds.append(time.process_time() - start)
    upper = np.triu(table.computed, 1)
    length = table.range[upper].sum(dtype=np.int64)
    return Measured(upper.sum() / 1e6, length / 1e6, min(seconds))


def laid(rows: int, columns: int) -> hexlos.Board:
    """A map of one board many times, its planes made."""
    made = hexlos.open_map([[BOARD] * columns] * rows)
    for _ in range(WARM):
        made.los_matrix(max_range=RANGE)
    return made


def power(x: Sequence[float], y: Sequence[float]) -> tuple[float, float]:
    """The power of x that y grows with, 1 where it is so many times x; and how many times that."""
    much, once = np.polyfit(np.log(x), np.log(y), 1)
    return float(much), float(np.exp(once))


def draw(
    on: ImageDraw.ImageDraw, left: int, title: str, below: str, x: list[float], y: list[float]
) -> None:
    """One panel: points, and the power of x that fits them best."""
    fonts = {size: ImageFont.load_default(size * SCALE) for size in (12, 13, 15)}
    much, once = power(x, y)
    most_x, most_y = step(max(x)) * 5, step(max(y) * 1100) * 5

    def at(a: float, b: float) -> tuple[float, float]:
        return SCALE * (left + WIDE * a / most_x), SCALE * (TOP + HIGH * (1 - b * 1000 / most_y))

    for k in range(6):
        across, down = most_x * k / 5, most_y * k / 5 / 1000
        on.line([at(across, 0), at(across, most_y / 1000)], fill=GREY, width=SCALE)
        on.line([at(0, down), at(most_x, down)], fill=GREY, width=SCALE)
        px, py = at(across, 0)
        on.text((px, py + 6 * SCALE), f"{across:g}", INK, fonts[12], anchor="mt")
        px, py = at(0, down)
        on.text((px - 8 * SCALE, py), f"{down * 1000:g}", INK, fonts[12], anchor="rm")
    curve = np.linspace(0, max(x), 200)
    on.line([at(c, once * c**much) for c in curve], fill=LINE, width=2 * SCALE)
    for a, b in zip(x, y, strict=True):
        px, py = at(a, b)
        r = 4 * SCALE
        on.ellipse((px - r, py - r, px + r, py + r), fill=DOT)
    middle = SCALE * (left + WIDE // 2)
    on.text((middle, SCALE * 14), title, INK, fonts[15], anchor="mt")
    told = f"time grows as they do to the power {much:.2f}"
    on.text((middle, SCALE * 36), told, LINE, fonts[13], anchor="mt")
    on.text((middle, SCALE * (TOP + HIGH + 28)), below, INK, fonts[13], anchor="mt")
    on.text((SCALE * (left - 8), SCALE * (TOP - 8)), "ms", INK, fonts[12], anchor="rb")


def step(most: float) -> float:
    """A fifth of an axis, a round number, that holds a value."""
    unit = 10.0 ** np.floor(np.log10(most / 5))
    return float(next(unit * n for n in (1, 2, 2.5, 4, 5, 10) if 5 * unit * n >= most))


def main() -> None:
    """Measure, tell and draw."""
    maps = [laid(*shape) for shape in SHAPES]
    sizes = [measure(board, RANGE) for board in maps]
    ranges = [measure(maps[-1], farthest) for farthest in RANGES]
    for one in (*sizes, *ranges):
        print(f"{one.pairs:.3f} M pairs, {one.length:.2f} M hexes: {one.seconds * 1000:.0f} ms")
    image = Image.new("RGB", (SIZE[0] * SCALE, SIZE[1] * SCALE), "white")
    on = ImageDraw.Draw(image)
    one = [s.pairs for s in sizes], [s.seconds for s in sizes]
    draw(on, LEFT, f"By pairs: 1 to 9 boards, range {RANGE}", "million pairs of hexes", *one)
    two = [r.length for r in ranges], [r.seconds for r in ranges]
    below = "million hexes that lines are long, together"
    draw(on, LEFT + APART, f"By length: 9 boards, ranges {RANGES[0]} to {RANGES[-1]}", below, *two)
    image.resize(SIZE, Image.Resampling.LANCZOS).quantize(64).save(sys.argv[1], optimize=True)


if __name__ == "__main__":
    main()
