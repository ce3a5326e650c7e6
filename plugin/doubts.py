"""What a board says that cannot be: named in its warnings, and read in one fixed way.

Nothing here changes a board. docs/decisions.md has the readings.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hexlos.address import SIDES
from hexlos.catalogue import CLIFF, catalogue

if TYPE_CHECKING:
    from hexlos.board import Board

#: Hexes that a warning names, at most.
_LISTED = 8


def doubts(board: Board) -> tuple[str, ...]:
    """A sentence for each kind of contradiction in a board's data, with the hexes it is in."""
    found = (
        ("cliffs without a drop, read as cliffs all the same", _level_cliffs(board)),
        ("stairways without a building, left out", _stairways(board)),
        ("buildings that no hex is a building hex of, read as obstacles only", _buildings(board)),
        ("Depressions no lower than the ground beside them, read as Depressions", _shallow(board)),
        ("bridges over neither a Depression nor water, read as bridges", _bridges(board)),
    )
    return tuple(f"{what}: {listed(names)}" for what, names in found if names)


def listed(names: Sequence[str]) -> str:
    """The first of some names, and how many more there are."""
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return f"{', '.join(names[:_LISTED])}{more}"


def _named(board: Board, hexes: Iterable[int]) -> list[str]:
    return [board.hexes[index] for index in hexes]


def _level_cliffs(board: Board) -> list[str]:
    """Hexsides with a cliff between hexes of one level (B11.1)."""
    facts, beyond = board.facts, board.grid.neighbours
    own = np.arange(len(beyond))[:, None]
    level = facts.base[:, None] == facts.base[beyond]
    flat = (facts.hexside == CLIFF) & (beyond > own) & level
    # a cliff may drop within a hex, where the dots of both lie above it
    x, y = board.grid.pixel_owner, board.level
    return [
        f"{board.hexes[h]}/{SIDES[side]}"
        for h, side in np.argwhere(flat).tolist()
        if len(np.unique(y[(x == h) | (x == beyond[h, side])])) == 1
    ]


def _stairways(board: Board) -> list[str]:
    flags = np.isin(board.hexes, list(board.stairways)) & ~board.facts.building
    return _named(board, np.flatnonzero(flags))


def _buildings(board: Board) -> list[str]:
    """Where a whole building lies in hexes none of which is a building hex (B23.1)."""
    codes = [k.code for k in catalogue() if k.known and k.is_building and not k.is_bar]
    if not np.isin(board.terrain, codes).any():
        return []
    points = board.geometry.pieces_outside(codes, board.facts.building)
    return [_place(board, point) for point in points.tolist()]


def _place(board: Board, point: list[float]) -> str:
    grid = board.grid
    x, y = (min(max(0, int(p)), n - 1) for p, n in zip(point, grid.pixel_owner.shape, strict=True))
    owner = int(grid.pixel_owner[x, y])
    return board.hexes[owner] if owner >= 0 else f"pixel {x},{y}"


def _shallow(board: Board) -> list[str]:
    """Depression hexes that show ground at their level, and none above it (A6.3, B19)."""
    sunken = np.array([kind.is_depression for kind in catalogue()])[board.terrain]
    owner = np.where(sunken, -1, board.grid.pixel_owner)
    highest = np.full(len(board.hexes), -128, dtype=np.int64)
    inside = owner >= 0
    np.maximum.at(highest, owner[inside], board.level[inside])
    shows = highest > -128
    return _named(
        board, np.flatnonzero(board.facts.depression & shows & (highest <= board.facts.base))
    )


def _bridges(board: Board) -> list[str]:
    """Bridge hexes that show nothing to bridge (B6)."""
    kinds = catalogue()
    low = np.array([kind.is_depression or kind.category == "water" for kind in kinds])
    owner, count = board.grid.pixel_owner, len(board.hexes)
    here: NDArray[np.int32] = owner[(owner >= 0) & low[board.terrain]]
    spans = np.bincount(here, minlength=count) > 0
    return _named(board, np.flatnonzero(board.facts.bridge & ~spans))
