"""Forest, and roads through woods that are paths or none."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from hexlos.catalogue import WOODS, catalogue, terrain_code
from hexlos.hexinfo import PARTIAL_SHARE
from hexlos.ssr.outcome import Outcome
from hexlos.ssr.paint import (
    Codes,
    Mask,
    codes_of,
    hex_share,
    recode,
    repainted,
    shows,
    terrain_hexes,
)
from hexlos.ssr.places import SIDES
from hexlos.summary import interior_woods

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.ssr.places import Area
    from hexlos.ssr.request import Request

_Pixel = TypeVar("_Pixel", bound=np.generic)


def forest(board: Board, request: Request, area: Area) -> Outcome:
    """Make Forest of the woods drawn in interior woods hexes (B13.7), and of no other."""
    woods = codes_of(["woods"])
    interior = np.isin(board.hexes, interior_woods(board))
    chosen = interior & area.hexes
    pixels = np.append(chosen, False)[board.grid.pixel_owner]
    made = recode(board, dict.fromkeys(woods, terrain_code("Forest")), pixels, chosen)

    def lacks(index: int) -> str:
        share = board.geometry.hexside_share(woods)[index]
        bare = [SIDES[side] for side in range(6) if share[side] <= PARTIAL_SHARE]
        if len(bare) == 6 or not bare:
            return "is no woods hex, and Forest is made of interior woods hexes only (B13.7)"
        words = f"hexside {bare[0]} is" if len(bare) == 1 else f"hexsides {' '.join(bare)} are"
        return f"is no interior woods hex, for its {words} free of woods (B13.7)"

    return Outcome(made, interior, lacks, "has no interior woods hex there (B13.7)")


def no_woods_roads(board: Board, request: Request, area: Area) -> Outcome:
    """Let the woods of woods-road hexes cover their roads."""
    return _overgrown(board, area, None)


def roads_to_paths(board: Board, request: Request, area: Area) -> Outcome:
    """Let the woods of woods-road hexes cover their roads but for a path in the middle (B13.6)."""
    return _overgrown(board, area, terrain_code("Path"))


def _overgrown(board: Board, area: Area, path: int | None) -> Outcome:
    road = np.array([kind.is_road for kind in catalogue()])
    woods = codes_of(WOODS)
    share = hex_share(board)
    able = terrain_hexes(board, woods) & shows(board, np.flatnonzero(road))
    grown = np.array(woods, dtype=np.uint8)[share[:, woods].argmax(axis=1)]
    chosen = np.append(able & area.hexes, False)[board.grid.pixel_owner]
    pixels = chosen & road[board.terrain]
    terrain: Codes = board.terrain.copy()
    terrain[pixels] = grown[board.grid.pixel_owner[pixels]]
    if path is not None:
        terrain[pixels & middle(road[board.terrain])] = path
    return Outcome(
        board=repainted(board, terrain=terrain),
        able=able,
        lacks=lambda _: "is no woods-road hex (B13.1)",
        nothing="has no woods-road hex there",
    )


def middle(mask: Mask) -> Mask:
    """The middle, two or three pixels wide, of a strip that the mask shows."""
    depth = np.zeros(mask.shape, dtype=np.uint8)
    rest = mask.copy()
    while rest.any() and depth.max(initial=0) < 20:
        depth += rest
        rest = _eroded(rest)
    near = depth.copy()
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            near = np.maximum(near, _moved(depth, dx, dy))
    result: Mask = mask & (depth == near)
    return result


def _eroded(mask: Mask) -> Mask:
    """The mask without its rim; the picture's edge is no rim."""
    inner = mask.copy()
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        inner &= _moved(mask, dx, dy)
    return inner


def _moved(plane: NDArray[_Pixel], dx: int, dy: int) -> NDArray[_Pixel]:
    """The plane moved by dx, dy pixels; its edge is repeated."""
    padded = np.pad(plane, 1, mode="edge")
    width, height = plane.shape
    return padded[1 - dx : 1 - dx + width, 1 - dy : 1 - dy + height]
