"""A heat map: each hex tinted by how many see it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hexlos.heat import Heat
from hexlos.pictures.scene import (
    INK,
    RGB,
    Area,
    Entry,
    Layer,
    Shape,
    Sheet,
    Stroke,
    fitting_scale,
    hex_labels,
    map_name,
    outline,
    rules_text,
    target_mark,
    whole,
)
from hexlos.pictures.steps import round_steps, span

#: Few to many: dark violet over green to yellow, which rise in lightness for all eyes.
TINTS: tuple[RGB, ...] = (
    (68, 1, 84),
    (65, 68, 135),
    (42, 120, 142),
    (34, 168, 132),
    (122, 209, 81),
    (253, 231, 37),
)
DEAD: RGB = (30, 30, 40)
_SHARE = 0.6
_FRAME: RGB = (230, 97, 0)


def sheet(found: Heat, scale: int | None = None) -> Sheet:
    """Hexes tinted by how many see them, with the number; dead ground is dark and framed.

    HexlosError for a scale out of bounds.
    """
    board = found.board
    window = whole(board)
    scale = fitting_scale(window, scale)
    counts = found.seen_by.tolist()
    steps = round_steps([c for c in counts if c], len(TINTS))
    watched = found.watchers is not None
    layers = [Layer("Heat", _tints(found, steps), _SHARE)]
    if watched:
        layers.append(Layer("Dead ground", _frames(found)))
        layers.append(Layer("Watchers", _watchers(found)))
    texts = [
        "" if watched and (inside or not count) else str(count)
        for count, inside in zip(counts, found.inside.tolist(), strict=True)
    ]
    return Sheet(
        board=board,
        title=_title(found),
        legend=_legend(found, steps),
        layers=tuple(layers),
        labels=hex_labels(board, scale, texts),
        scale=scale,
        window=window,
    )


def _tint(count: int, steps: Sequence[int]) -> RGB:
    """The tint of a count; few steps take tints far apart, the last always the lightest."""
    if not count:
        return DEAD
    last = len(TINTS) - 1
    step = sum(count > edge for edge in steps)
    return TINTS[round(last - (len(steps) - step) * last / max(len(steps), 1.5))]


def _tints(found: Heat, steps: Sequence[int]) -> tuple[Area, ...]:
    board, areas = found.board, []
    for index, count in enumerate(found.seen_by.tolist()):
        if found.inside[index]:
            continue
        tint = _tint(count, steps)
        facts = {"hex": board.hexes[index], "seen-by": count}
        areas.append(Area(outline(board, index), tint, facts))
    return tuple(areas)


def _frames(found: Heat) -> tuple[Stroke, ...]:
    """The rim of dead ground."""
    grid = found.board.grid
    blind = (found.seen_by == 0) & ~found.inside
    strokes = []
    for index in np.flatnonzero(blind).tolist():
        corners = outline(found.board, index)
        for side, beyond in enumerate(grid.neighbours[index].tolist()):
            if beyond < 0 or not blind[beyond]:
                ends = (corners[side], corners[(side + 1) % 6])
                strokes.append(Stroke(ends, _FRAME, 2.5, facts={"hex": grid.names[index]}))
    return tuple(strokes)


def _watchers(found: Heat) -> tuple[Shape, ...]:
    marks = [target_mark(found.board, i) for i in np.flatnonzero(found.inside).tolist()]
    return tuple(shape for mark in marks for shape in mark)


def _title(found: Heat) -> tuple[str, ...]:
    board = found.board
    if found.watchers is None:
        head = f"How many hexes see each hex of {map_name(board)}"
        more = f"of {len(board.hexes) - 1} others"
    else:
        few = len(found.watchers)
        who = ", ".join(found.watchers[:6]) + (f" and {few - 6} more" if few > 6 else "")
        head = f"What {who} see{'s' if few == 1 else ''} on {map_name(board)}"
        more = f"{len(found.dead)} hexes of dead ground"
    limit = found.matrix.info["max_range"]
    reach = [] if limit is None else [f"up to range {limit}"]
    return (head, more, *reach, rules_text(board), f"{found.matrix.info['thread']} thread")


def _legend(found: Heat, steps: Sequence[int]) -> tuple[Entry, ...]:
    counts = found.seen_by[~found.inside]
    entries = []
    low = 1
    for last in (*steps, int(counts.max(initial=0))):
        of = int(((counts >= low) & (counts <= last)).sum())
        if of:
            text = f"seen by {span(low, last)}: {of}"
            entries.append(Entry("tint", text, _over_paper(_tint(last, steps))))
        low = last + 1
    unseen = int((counts == 0).sum())
    if unseen:
        entries.append(Entry("tint", f"seen by none: {unseen}", _over_paper(DEAD)))
    if found.watchers is not None:
        if found.dead:
            entries.append(Entry("frame", "rim of dead ground", _FRAME))
        entries.append(Entry("source", "watcher", INK))
    return tuple(entries)


def _over_paper(tint: RGB) -> RGB:
    red, green, blue = (round(_SHARE * c + (1 - _SHARE) * 255) for c in tint)
    return red, green, blue
