"""What a board is made of, counted."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hexlos.catalogue import WOODS, catalogue, terrain_code
from hexlos.changes import changes
from hexlos.hexinfo import PARTIAL_SHARE, drawn_share, is_woods_hex
from hexlos.mapgrid import MapGrid
from hexlos.thumbnail import thumbnail

if TYPE_CHECKING:
    from hexlos.board import Board


def summary(board: Board) -> dict[str, Any]:
    """Name, layout, levels, terrain and notable hexes of a board; all of it fits JSON."""
    grid, facts = board.grid, board.facts
    kinds = catalogue()
    return {
        "name": board.name,
        "version": board.version,
        "source": None if board.source is None else str(board.source),
        "ssr": list(board.history),
        "width": grid.width,
        "height": grid.height,
        "hexes": len(grid),
        "layout": {
            "columns": int(grid.col.max()) + 1,
            "first_hex": grid.names[0],
            "last_hex": grid.names[-1],
            "pitch": 3 * grid.third / grid.units_x,
            "hex_height": 2 * grid.half / grid.units_y,
            "reversed": grid.flipped,
        },
        "boards": _boards(board),
        "seam": _seam(board),
        "levels": {str(level): n for level, n in sorted(Counter(facts.base.tolist()).items())},
        "terrain": _counted([kinds[code].name for code in facts.terrain]),
        "hexsides": _counted([kinds[code].name for code in _hexside_codes(board)]),
        "interior_woods": interior_woods(board),
        "depressions": _named(board, facts.depression),
        "buildings": _named(board, facts.building),
        "changes": _changes(board),
        "warnings": list(board.warnings),
        "thumbnail": list(thumbnail(board)),
    }


def _boards(board: Board) -> list[dict[str, Any]]:
    """The boards of a map and where their pictures lie in it, in pixels; [] for a board."""
    if not isinstance(board.grid, MapGrid):
        return []
    return [
        {
            "name": part.board,
            "reversed": part.grid.flipped,
            "left": part.left,
            "top": part.top,
        }
        for part in board.grid.parts
    ]


def _seam(board: Board) -> dict[str, list[str]]:
    """What other boards call each half hex on a seam of a map."""
    grid = board.grid
    if not isinstance(grid, MapGrid):
        return {}
    return {grid.names[i]: list(grid.names_of(i)[1:]) for i in np.flatnonzero(grid.shared).tolist()}


def interior_woods(board: Board) -> list[str]:
    """Names of the hexes that are interior woods (B13.7); like Hex.is_interior_woods of each."""
    share = board.geometry.hexside_share([terrain_code(name) for name in WOODS])
    ringed = np.flatnonzero((share > PARTIAL_SHARE).all(axis=1)).tolist()
    return [board.hexes[i] for i in ringed if is_woods_hex(board, i, drawn_share(board, i))]


def _changes(board: Board) -> list[dict[str, Any]]:
    """What the rules applied to a board changed, hexes by terrain before and after."""
    found = () if board.plain is None else changes(board.plain, board)
    return [{"before": c.before, "after": c.after, "hexes": list(c.hexes)} for c in found]


def _counted(names: list[str]) -> dict[str, int]:
    """How often each name occurs, the most frequent first."""
    return dict(sorted(Counter(names).items(), key=lambda item: (-item[1], item[0])))


def _named(board: Board, flags: NDArray[np.bool_]) -> list[str]:
    return [board.hexes[i] for i in np.flatnonzero(flags)]


def _hexside_codes(board: Board) -> list[int]:
    """Terrain code of each hexside that has one; a hexside of two hexes is counted once."""
    codes, beyond = board.facts.hexside, board.grid.neighbours
    own = np.arange(len(codes))[:, None]
    first = (beyond < 0) | (own < beyond)
    opposite = codes[beyond, (np.arange(6) + 3) % 6]
    either = np.where((codes == 0) & (beyond >= 0), opposite, codes)
    return [int(code) for code in either[first & (either > 0)]]
