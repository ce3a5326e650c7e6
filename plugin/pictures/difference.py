"""A map of what rules change: each hex tinted by how many of its lines of sight do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from hexlos.changes import changes
from hexlos.pictures.scene import (
    INK,
    RGB,
    SHARE,
    Area,
    Entry,
    Layer,
    Sheet,
    Stroke,
    fitting_scale,
    hex_labels,
    map_name,
    outline,
    over_paper,
    whole,
)
from hexlos.pictures.steps import rounded, span

if TYPE_CHECKING:
    from hexlos.difference import Difference, HexDifference

#: Three steps of tint, few to many lines: opened blue, closed orange, hindrance yellow. Hues differ
#: for every kind of colour vision, steps by lightness; the sign of the number printed tells too.
TINTS: dict[str, tuple[RGB, RGB, RGB]] = {
    "opened": ((150, 205, 240), (40, 140, 205), (0, 70, 140)),
    "closed": ((250, 190, 140), (225, 110, 20), (140, 50, 0)),
    "hindrance": ((250, 246, 170), (236, 218, 60), (176, 156, 0)),
}
_SIGNS = {"opened": "+", "closed": "-", "hindrance": "~"}
_WORDS = {"opened": "mostly opened", "closed": "mostly closed", "hindrance": "hindrance only"}


def sheet(found: Difference, scale: int | None = None) -> Sheet:
    """Hexes tinted by how many of their lines change; scale is pixels a board pixel, 1 to 8.

    HexlosError for a scale out of bounds.
    """
    board, hexes = found.board, found.hexes
    window = whole(board)
    scale = fitting_scale(window, scale)
    steps = edges([one.total for one in hexes])
    texts = [f"{_SIGNS[kind(one)]}{one.total}" if one.total else "" for one in hexes]
    return Sheet(
        board=board,
        title=_title(found),
        legend=_legend(found, steps),
        layers=(
            Layer("Changed lines", _tints(found, steps), SHARE),
            Layer("Other terrain", _frames(found)),
        ),
        labels=hex_labels(board, scale, texts),
        scale=scale,
        window=window,
    )


def _tints(found: Difference, steps: tuple[int, int]) -> tuple[Area, ...]:
    areas = []
    for index, one in enumerate(found.hexes):
        if one.total:
            facts = {
                "hex": one.hex,
                "opened": one.opened,
                "closed": one.closed,
                "hindrance": one.hindrance,
            }
            tint = TINTS[kind(one)][step(one.total, steps)]
            areas.append(Area(outline(found.board, index), tint, facts))
    return tuple(areas)


def kind(one: HexDifference) -> str:
    """What changed of most of a hex's lines; hindrance only where no line opened or closed."""
    if one.opened == one.closed == 0:
        return "hindrance"
    return "opened" if one.opened > one.closed else "closed"


def edges(totals: Sequence[int]) -> tuple[int, int]:
    """Largest counts of the two lower steps of tint: round numbers that part the hexes in three."""
    changed = np.array([total for total in totals if total] or [1])
    low, high = (rounded(float(np.quantile(changed, share))) for share in (1 / 3, 2 / 3))
    return low, max(low + 1, high)


def step(total: int, steps: tuple[int, int]) -> int:
    """Step of tint, 0 to 2, of a count of lines."""
    return sum(total > edge for edge in steps)


def _title(found: Difference) -> tuple[str, ...]:
    board = found.board
    sides = [" + ".join(one.history) or "no rules" for one in (board, found.versus)]
    return (
        f"{sides[0]} against {sides[1]} on {map_name(board)}",
        f"{found.counts['opened']:,} pairs opened",
        f"{found.counts['closed']:,} closed",
        f"{found.counts['more']:,} more hindered",
        f"{found.counts['less']:,} less hindered",
        f"of {found.pairs:,}",
        f"{found.first.info['thread']} thread",
    )


def _legend(found: Difference, steps: tuple[int, int]) -> tuple[Entry, ...]:
    low, high = steps
    spans = (span(1, low), span(low + 1, high), f"more than {high}")
    shown = {(kind(one), step(one.total, steps)) for one in found.hexes if one.total}
    entries = []
    for name, tints in TINTS.items():
        for number, (tint, lines) in enumerate(zip(tints, spans, strict=True)):
            if (name, number) in shown:
                sign, word = _SIGNS[name], _WORDS[name]
                text = f"{word} ({sign}): {lines} lines"
                entries.append(Entry("tint", text, over_paper(tint)))
    entries.append(Entry("frame", "other terrain", INK))
    return tuple(entries)


def _frames(found: Difference) -> tuple[Stroke, ...]:
    """A frame along the rim of the hexes whose terrain or level is not the same."""
    grid = found.board.grid
    changed = {name for one in changes(found.versus, found.board) for name in one.hexes}
    inside = np.isin(grid.names, list(changed))
    strokes = []
    for index in np.flatnonzero(inside).tolist():
        corners = outline(found.board, index)
        for side, beyond in enumerate(grid.neighbours[index].tolist()):
            if beyond < 0 or not inside[beyond]:
                ends = (corners[side], corners[(side + 1) % 6])
                strokes.append(Stroke(ends, INK, 2, rim=0.5, facts={"hex": grid.names[index]}))
    return tuple(strokes)
