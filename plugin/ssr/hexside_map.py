"""Rules by which walls, hedges or cliffs are another hexside terrain, or none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hexlos.catalogue import catalogue, terrain_code
from hexlos.hexgrid import HexGrid
from hexlos.ssr.outcome import Outcome
from hexlos.ssr.paint import repainted

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.ssr.places import Area
    from hexlos.ssr.request import Request


def map_hexsides(board: Board, request: Request, area: Area) -> Outcome:
    """Recode drawn hexside terrain as the rule's table of (from, to) says (B9, B9.7, B11, F13.3).

    Drawn terrain belongs to the nearest hexside of its hex that carries such terrain, on both
    sides of that hexside.
    """
    rows = request.ssr.details["terrain"]
    table = {terrain_code(source): terrain_code(target) for source, target in rows}
    x, y = np.nonzero(np.isin(board.terrain, list(table)))
    owner = board.grid.pixel_owner[x, y]
    inside = owner >= 0
    chosen = np.full(len(x), area.whole)
    lined = np.isin(board.facts.hexside, [*table, *table.values()])
    points = np.stack([x[inside], y[inside]], axis=-1).astype(np.float64) + 0.5
    side = _nearest(board.grid, points, owner[inside], lined)
    chosen[inside] = area.hexsides[owner[inside], side]
    terrain = board.terrain.copy()
    for source, target in table.items():
        here = chosen & (board.terrain[x, y] == source)
        terrain[x[here], y[here]] = target
    words = " or ".join(catalogue()[code].name.lower() for code in table)
    return Outcome(
        board=repainted(board, terrain=terrain),
        able=np.isin(np.arange(len(lined)), np.nonzero(lined)[0]),
        lacks=lambda _: f"has no {words}",
        nothing=f"shows no {words}",
        sides=lined,
    )


def _nearest(
    grid: HexGrid,
    points: NDArray[np.float64],
    owner: NDArray[np.int32],
    lined: NDArray[np.bool_],
) -> NDArray[np.intp]:
    """(k,) hexside 0..5 that each drawn point belongs to: of its hex's lined ones if any."""
    first = grid.vertices_px[owner]
    along = np.roll(first, -1, axis=1) - first
    away = points[:, None, :] - first
    share = np.clip((away * along).sum(axis=-1) / (along * along).sum(axis=-1), 0, 1)
    far = np.hypot(*np.moveaxis(away - share[..., None] * along, -1, 0))
    # of two as near, the one towards the hex named first, however the map lies
    far = np.round(far, 6) + 1e-9 * (grid.neighbours[owner] + 1) / len(grid)
    result: NDArray[np.intp] = np.where(lined[owner], far, far + 1e3).argmin(axis=1)
    return result
