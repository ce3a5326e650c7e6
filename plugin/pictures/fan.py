"""A picture of all that one location sees."""

from __future__ import annotations

import numpy as np

from hexlos.fan import BLOCKED, OWN_HEX, Fan
from hexlos.pictures.scene import (
    PAPER,
    RGB,
    SHARE,
    Area,
    Dot,
    Entry,
    Layer,
    Sheet,
    fitting_scale,
    hex_labels,
    location_mark,
    map_name,
    outline,
    over_paper,
    rules_text,
    whole,
)

#: Tints by hindrance 0..5, then blocked. Blue, yellow to red, and dark differ for every kind of
#: colour vision, the steps of hindrance also by their lightness and by the number printed.
TINTS: tuple[RGB, ...] = (
    (86, 180, 233),
    (250, 238, 120),
    (244, 200, 50),
    (230, 159, 0),
    (213, 94, 0),
    (150, 50, 20),
    (30, 30, 40),
)
DOT: RGB = (204, 40, 140)


def sheet(fan: Fan, scale: int | None = None) -> Sheet:
    """Hexes tinted by what is seen of them, and dots where lines are blocked.

    HexlosError for a scale out of bounds.
    """
    window = whole(fan.board)
    scale = fitting_scale(window, scale)
    texts = [f"+{kind}" if 0 < kind < BLOCKED else "" for kind in fan.kinds.tolist()]
    return Sheet(
        board=fan.board,
        title=_title(fan),
        legend=_legend(fan),
        layers=(
            Layer("Seen", _tints(fan), SHARE),
            Layer("Where blocked", _dots(fan)),
            Layer("Source", location_mark(fan.board, fan.source)),
        ),
        labels=hex_labels(fan.board, scale, texts),
        scale=scale,
        window=window,
    )


def word(kind: int) -> str:
    """A kind of sight in a word."""
    return "blocked" if kind == BLOCKED else f"hindered +{kind}" if kind else "clear"


def _tints(fan: Fan) -> tuple[Area, ...]:
    return tuple(
        Area(
            outline(fan.board, index),
            TINTS[kind],
            {"hex": fan.board.hexes[index], "sight": word(kind)},
        )
        for index, kind in enumerate(fan.kinds.tolist())
        if kind != OWN_HEX
    )


def _dots(fan: Fan) -> tuple[Dot, ...]:
    """A dot at each point where a LOS is blocked, whatever number of LOS are blocked there."""
    points = np.unique(fan.row.where[0][fan.kinds == BLOCKED], axis=0)
    kept = points[points[:, 0] >= 0] + 0.5
    return tuple(Dot(x, y, 2.0, DOT, rim=1.0) for x, y in kept.tolist())


def _title(fan: Fan) -> tuple[str, ...]:
    seen = fan.clear + sum(fan.hindered.values())
    return (
        f"What {fan.source} sees on {map_name(fan.board)}",
        f"{seen} of {seen + fan.blocked} hexes seen",
        rules_text(fan.board),
        f"{fan.row.info['thread']} thread",
    )


def _legend(fan: Fan) -> tuple[Entry, ...]:
    entries = [Entry("source", fan.source, PAPER)]
    entries.append(Entry("tint", f"clear: {fan.clear}", over_paper(TINTS[0])))
    for amount, count in fan.hindered.items():
        if count:
            tint = over_paper(TINTS[amount])
            entries.append(Entry("tint", f"hindrance +{amount}: {count}", tint))
    entries.append(Entry("tint", f"blocked: {fan.blocked}", over_paper(TINTS[BLOCKED])))
    entries.append(Entry("dot", "where LOS is blocked", DOT))
    return tuple(entries)
