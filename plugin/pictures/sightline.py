"""A picture of one line of sight: the hexes it meets, what hinders it, where it is blocked."""

from __future__ import annotations

import numpy as np

from hexlos.explain import explain, verdict_line
from hexlos.los import LosResult
from hexlos.pictures.fan import TINTS
from hexlos.pictures.scene import (
    INK,
    PAPER,
    RGB,
    Area,
    Dot,
    Entry,
    Label,
    Layer,
    Point,
    Shape,
    Sheet,
    Stroke,
    Window,
    centre,
    fitting_scale,
    map_name,
    outline,
    over_paper,
    rules_text,
)
from hexlos.places import place

SEEN: RGB = (0, 90, 181)
UNSEEN: RGB = (170, 30, 60)
_PASSED: RGB = TINTS[0]
_HINDERS: RGB = TINTS[2]
_BLOCKS: RGB = TINTS[6]

#: Pixels of the picture's width at least, and hexes around the line that are shown.
_WIDTH, _AROUND = 1000, 1.6


def sheet(los: LosResult, scale: int | None = None) -> Sheet:
    """The part of the map around a LOS, with the LOS on it and its explanation below.

    HexlosError for a scale out of bounds.
    """
    window = _window(los)
    scale = _scale(window, scale)
    board = los.board
    return Sheet(
        board=board,
        title=(
            f"LOS from {los.source} to {los.target} on {map_name(board)}",
            _verdict(los),
            rules_text(board),
            f"{los.thread} thread",
        ),
        legend=_legend(los),
        layers=(
            Layer("Hexes met", _hexes(los), 0.4),
            Layer("LOS", _line(los)),
            Layer("Where blocked", _cross(los)),
        ),
        labels=_labels(los, scale),
        scale=scale,
        window=window,
        grey=0.25,
        notes=_notes(los),
    )


def _verdict(los: LosResult) -> str:
    if los.blocked:
        return "blocked"
    return f"clear, hindrance +{los.hindrance}" if los.hindrance else "clear"


def _notes(los: LosResult) -> tuple[str, ...]:
    """The verdict, what goes with it, and the hexes that do something."""
    telling = explain(los).split("\n")
    between = [line for line in telling[1:] if line.endswith(".")]
    counted = los.hindrances if los.clear else {}
    acting, too = [], []
    for step in los.steps:
        what = f"{step.hex}, {step.terrain} at level {step.level}"
        if step.reason is not None and step.hex != los.blocked_hex:
            too.append(f"{step.hex} ({step.reason.rule})")
        elif step.reason is not None:
            acting.append(f"{what}: blocks ({step.reason.rule})")
        elif step.hex in counted:
            acting.append(f"{what}: hinders +{step.hindrance} (A6.7)")
    others = [f"Would block too: {', '.join(dict.fromkeys(too))}"] if too else []
    return (verdict_line(los), *between, *dict.fromkeys(acting), *others)


def _window(los: LosResult) -> Window:
    """All hexes that the line meets and some room around them, no wider or higher than the map."""
    grid = los.board.grid
    met = [grid.index(step.hex) for step in los.steps]
    met += [_index(los, end) for end in (los.source, los.target)]
    corners = grid.vertices_px[met].reshape(-1, 2)
    hex_high = 2 * grid.half / grid.units_y
    room = _AROUND * hex_high
    low, high = corners.min(axis=0) - room, corners.max(axis=0) + room
    # no strips: at least half as high as wide, and as wide as high
    size = high - low
    grow = np.maximum(size[::-1] * 0.5 - size, 0) / 2
    low, high = low - grow, high + grow
    left, top = (max(0, int(v)) for v in low)
    right, bottom = min(grid.width, int(high[0]) + 1), min(grid.height, int(high[1]) + 1)
    return Window(left, top, max(1, right - left), max(1, bottom - top))


def _scale(window: Window, scale: int | None) -> int:
    if scale is None:
        scale = min(4, max(1, round(_WIDTH / window.width)))
    return fitting_scale(window, scale)


def _index(los: LosResult, address: str) -> int:
    return place(los.board, address)[2]


def _acting(los: LosResult) -> dict[str, RGB]:
    """Tints of the hexes met, by name: the strongest thing that each does."""
    counted = los.hindrances if los.clear else {}
    found: dict[str, RGB] = {}
    for step in los.steps:
        tint = _PASSED
        if step.reason is not None:
            tint = _BLOCKS
        elif step.hex in counted:
            tint = _HINDERS
        if found.get(step.hex, _PASSED) == _PASSED:
            found[step.hex] = tint
    return found


def _hexes(los: LosResult) -> tuple[Area, ...]:
    grid = los.board.grid
    words = {_PASSED: "met", _HINDERS: "hinders", _BLOCKS: "blocks"}
    return tuple(
        Area(outline(los.board, grid.index(name)), tint, {"hex": name, "does": words[tint]})
        for name, tint in _acting(los).items()
    )


def _line(los: LosResult) -> tuple[Shape, ...]:
    a, b = los.ends_px
    size = _hex_size(los)
    wide = max(1.2, 0.035 * size)
    facts = {"from": los.source, "to": los.target, "blocked": str(los.blocked).lower()}
    line: tuple[Stroke, ...]
    if los.blocked:
        stop = _stop(los, a, b)
        line = (
            Stroke((a, stop), SEEN, wide, rim=wide / 2, facts=facts),
            Stroke((stop, b), UNSEEN, wide, rim=wide / 2, dashed=True, facts=facts),
        )
    else:
        line = (Stroke((a, b), SEEN, wide, rim=wide / 2, facts=facts),)
    ends = []
    for (x, y), name in ((a, los.source), (b, los.target)):
        radius = 0.07 * size
        ends.append(Dot(x, y, radius, PAPER, rim=wide, rim_fill=INK, facts={"hex": name}))
    return (*line, *ends)


def _hex_size(los: LosResult) -> float:
    grid = los.board.grid
    return 2 * grid.half / grid.units_y


def _stop(los: LosResult, a: Point, b: Point) -> Point:
    """The point of the line nearest to where it is blocked; of none its middle."""
    if los.blocked_at is None:
        return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    along = np.subtract(b, a)
    share = float(np.dot(np.add(los.blocked_at, 0.5) - a, along) / max(1e-9, along @ along))
    x, y = a + min(1.0, max(0.0, share)) * along
    return float(x), float(y)


def _cross(los: LosResult) -> tuple[Shape, ...]:
    if not los.blocked or los.blocked_at is None:
        return ()
    x, y = (v + 0.5 for v in los.blocked_at)
    size = _hex_size(los)
    arm, wide = 0.11 * size, max(1.5, 0.045 * size)
    facts = {"hex": los.blocked_hex or "", "rule": los.reason.rule}
    return tuple(
        Stroke(((x - arm, y - t * arm), (x + arm, y + t * arm)), UNSEEN, wide, wide / 2,
               facts=facts)
        for t in (-1, 1)
    )  # fmt: skip


def _labels(los: LosResult, scale: int) -> tuple[Label, ...]:
    """Ends first, then what acts, then the other hexes met."""
    board, half = los.board, _hex_size(los) / 2
    size = min(max(10 / scale, 0.3 * half), 18 / scale)
    counted = los.hindrances if los.clear else {}
    first, last = (_index(los, end) for end in (los.source, los.target))
    labels = []
    # of one location seen from itself one label
    for end, index in dict([(los.source, first), (los.target, last)]).items():
        x, y = centre(board, index)
        labels.append(Label(end, x, y - 0.72 * half, size * 1.15, {"hex": end}))
    names = dict.fromkeys(step.hex for step in los.steps)
    texts = {name: f"+{amount}" for name, amount in counted.items()}
    if los.blocked_hex is not None:
        texts[los.blocked_hex] = los.reason.rule
    for name, text in texts.items():
        x, y = centre(board, board.grid.index(name))
        labels.append(Label(text, x, y + 0.68 * half, size * 1.15, {"hex": name}))
    for name in names:
        index = board.grid.index(name)
        if index not in (first, last):
            x, y = centre(board, index)
            labels.append(Label(name, x, y - 0.72 * half, size, {"hex": name}))
    return tuple(labels)


def _legend(los: LosResult) -> tuple[Entry, ...]:
    shown = set(_acting(los).values())
    entries = [Entry("line", "line of sight", SEEN)]
    if los.blocked:
        entries.append(Entry("dashed", "beyond the block", UNSEEN))
    if los.blocked_at is not None:
        entries.append(Entry("cross", "where it is blocked", UNSEEN))
    words = {_PASSED: "hex met", _HINDERS: "hex that hinders", _BLOCKS: "hex that blocks"}
    for tint, text in words.items():
        if tint in shown:
            entries.append(Entry("tint", text, over_paper(tint)))
    return tuple(entries)
