"""A board in a few lines of text, one sign a hex."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexlos.catalogue import TerrainType, catalogue

if TYPE_CHECKING:
    from hexlos.board import Board

#: What the signs mean; a digit is open ground at that level above 0.
SIGNS = {
    ".": "open",
    "_": "open below 0",
    "#": "building",
    "W": "woods",
    "o": "other obstacle",
    ":": "hindrance",
    "+": "road",
    "=": "depression",
    "~": "water",
    "*": "other",
}

#: Characters of a line, and lines, at most; of larger maps only every so many hexes are shown.
WIDTH, HEIGHT = 80, 24


def thumbnail(board: Board) -> tuple[str, ...]:
    """One line a row of hexes, top to bottom, odd columns half a hex higher or lower than shown."""
    grid, facts, kinds = board.grid, board.facts, catalogue()
    rows = grid.row // 2
    step = max(-(-(int(grid.col.max()) + 1) // WIDTH), -(-(int(rows.max()) + 1) // HEIGHT))
    columns, lines = grid.col // step, rows // step
    width, height = int(columns.max()) + 1, int(lines.max()) + 1
    signs = [[" "] * width for _ in range(height)]
    for i in reversed(range(len(grid))):  # of the hexes of one sign the first is shown
        level = int(facts.base[i])
        signs[lines[i]][columns[i]] = _sign(kinds[facts.terrain[i]], level)
    gap = " " if 2 * width <= WIDTH else ""
    return tuple(gap.join(line).rstrip() for line in signs)


def key(lines: tuple[str, ...]) -> str:
    """What the signs of some lines mean."""
    used = set("".join(lines))
    told = [f"{sign} {meaning}" for sign, meaning in SIGNS.items() if sign in used]
    if any(sign.isdigit() for sign in used):
        told.append("1-9 open at that level")
    return ", ".join(told)


def _sign(kind: TerrainType, level: int) -> str:
    if kind.is_building:
        return "#"
    if kind.is_woods:
        return "W"
    if kind.is_depression:
        return "="
    if kind.category == "water":
        return "~"
    if kind.is_road or kind.category == "bridge":
        return "+"
    if kind.los == "obstacle":
        return "o"
    if kind.los == "hindrance":
        return ":"
    if kind.category != "open":
        return "*"
    return "_" if level < 0 else str(min(level, 9)) if level else "."
