"""A picture of close calls: each line that a shift of a pixel would decide otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hexlos.close import CloseCall
from hexlos.pictures.scene import (
    PAPER,
    Entry,
    Layer,
    Sheet,
    Stroke,
    fitting_scale,
    hex_labels,
    location_mark,
    location_point,
    map_name,
    rules_text,
    whole,
)
from hexlos.pictures.sightline import SEEN, UNSEEN

if TYPE_CHECKING:
    from hexlos.board import Board

#: Lines that a picture shows, the closest; more would hide each other.
MOST = 250


def sheet(
    board: Board,
    calls: Sequence[CloseCall],
    sources: Sequence[str],
    *,
    within: float,
    thread: str,
    scale: int | None = None,
) -> Sheet:
    """The closest lines, clear and blocked ones, over the map; sources are marked.

    HexlosError for a scale out of bounds.
    """
    window = whole(board)
    scale = fitting_scale(window, scale)
    shown = calls[:MOST]
    clear = sum(not call.blocked for call in calls)
    left_out = len(calls) - len(shown)
    return Sheet(
        board=board,
        title=(
            f"Lines within {within:g} pixel{'s' * (within != 1)} of the other answer on "
            f"{map_name(board)}",
            f"{len(calls):,} lines" + (f", the closest {MOST} shown" if left_out else ""),
            rules_text(board),
            f"{thread} thread",
        ),
        legend=(
            Entry("line", f"clear: {clear}", SEEN),
            Entry("dashed", f"blocked: {len(calls) - clear}", UNSEEN),
            *(Entry("source", name, PAPER) for name in sources[:1] if len(sources) == 1),
        ),
        layers=(
            Layer("Close calls", tuple(_line(board, call) for call in reversed(shown))),
            Layer("Sources", tuple(s for name in sources for s in location_mark(board, name))),
        ),
        labels=hex_labels(board, scale, [""] * len(board.hexes)),
        scale=scale,
        window=window,
        grey=0.5,
    )


def _line(board: Board, call: CloseCall) -> Stroke:
    ends = tuple(location_point(board, address) for address in (call.source, call.target))
    return Stroke(
        ends,
        UNSEEN if call.blocked else SEEN,
        1.2,
        rim=0.6,
        dashed=call.blocked,
        facts={"from": call.source, "to": call.target, "margin": call.margin},
    )
