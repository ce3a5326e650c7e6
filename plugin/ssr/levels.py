"""Rules by which the ground of one level lies at another, or carries other terrain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hexlos.catalogue import OPEN_GROUND, catalogue, terrain_code
from hexlos.ssr.outcome import Outcome
from hexlos.ssr.paint import Mask, codes_of, recode, repainted, shows

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.ssr.places import Area
    from hexlos.ssr.request import Request

_LOWEST = -128


def map_level(board: Board, request: Request, area: Area) -> Outcome:
    """Lay all ground of one level at another, with what is sunk into it (B10, B22)."""
    source, target = int(request.ssr.from_ or 0), int(request.ssr.to or 0)
    ground, sunk = _of_level(board, source)
    return _result(board, area, source, _moved(board, area, ground | sunk, target - source))


def map_level_to_terrain(board: Board, request: Request, area: Area) -> Outcome:
    """Lay all ground of one level at level 0, and cover what of it is open with a terrain."""
    source = int(request.ssr.from_ or 0)
    ground, sunk = _of_level(board, source)
    made = _moved(board, area, ground | sunk, -source)
    covered = ground & area.pixels(board) & (board.terrain == OPEN_GROUND)
    terrain = board.terrain.copy()
    terrain[covered] = codes_of([str(request.ssr.to)])[0]
    return _result(board, area, source, repainted(made, terrain=terrain))


def map_terrain_to_level(board: Board, request: Request, area: Area) -> Outcome:
    """Make open ground of a terrain, at a level."""
    codes = codes_of([str(request.ssr.from_)])
    pixels = area.pixels(board)
    level = board.level.copy()
    level[pixels & np.isin(board.terrain, codes)] = int(request.ssr.to or 0)
    made = recode(board, dict.fromkeys(codes, OPEN_GROUND), pixels, area.hexes)
    return Outcome(
        board=repainted(made, level=level),
        able=shows(board, codes),
        lacks=lambda _: f"shows no {request.ssr.from_}",
        nothing=f"shows no {request.ssr.from_}",
    )


def level_roads(board: Board, request: Request, area: Area) -> Outcome:
    """Lay sunken and elevated roads at the level of the ground beside them (B4, B5)."""
    codes = codes_of(["Sunken Road", "Elevated Road"])
    pixels = np.isin(board.terrain, codes) & area.pixels(board)
    level = board.level.copy()
    beside = _surroundings(board, np.isin(board.terrain, codes))
    known = pixels & (beside > _LOWEST)
    level[known] = beside[known]
    made = recode(board, dict.fromkeys(codes, terrain_code("Dirt Road")), pixels, area.hexes)
    return Outcome(
        board=repainted(made, level=level),
        able=shows(board, codes),
        lacks=lambda _: "shows no sunken or elevated road",
        nothing="shows no sunken or elevated road",
    )


def _of_level(board: Board, wanted: int) -> tuple[Mask, Mask]:
    """Pixels of the ground of a level, and pixels of what is sunk into it by a level.

    Depressions and water lie a level below the ground around them (B19.2, B20, B21.2).
    """
    low = np.array([kind.is_depression or kind.category == "water" for kind in catalogue()])
    sunk = low[board.terrain]
    around = _surroundings(board, sunk)
    return ~sunk & (board.level == wanted), sunk & (around == wanted) & (board.level == wanted - 1)


def _surroundings(board: Board, left_out: Mask) -> NDArray[np.int8]:
    """(width, height) the level that most of the rest of each pixel's hex has, -128 for none."""
    owner, count = board.grid.pixel_owner, len(board.grid)
    use = (owner >= 0) & ~left_out
    pair = owner[use].astype(np.int64) * 256 + board.level[use].astype(np.int64) + 128
    votes = np.bincount(pair, minlength=count * 256).reshape(count, 256)
    most = np.where(votes.any(axis=1), votes.argmax(axis=1) - 128, _LOWEST).astype(np.int8)
    result: NDArray[np.int8] = np.append(most, np.int8(_LOWEST))[owner]
    return result


def _moved(board: Board, area: Area, pixels: Mask, rise: int) -> Board:
    level = board.level.copy()
    level[pixels & area.pixels(board)] += rise
    return repainted(board, level=level)


def _result(board: Board, area: Area, source: int, made: Board) -> Outcome:
    owner, count = board.grid.pixel_owner, len(board.grid)
    moved = (made.level != board.level) | (made.terrain != board.terrain)
    inside = moved & (owner >= 0)
    return Outcome(
        board=made,
        able=np.bincount(owner[inside], minlength=count) > 0,
        lacks=lambda _: f"has no ground at level {source}",
        nothing=f"has no ground at level {source} there",
    )
