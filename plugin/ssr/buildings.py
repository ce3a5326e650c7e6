"""Rules by which buildings are something else: rubble, huts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from hexlos.catalogue import catalogue, terrain_code
from hexlos.hexclasses import is_hut
from hexlos.hexinfo import drawn_share
from hexlos.ssr.outcome import Outcome
from hexlos.ssr.paint import repainted

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.ssr.places import Area
    from hexlos.ssr.request import Request


def rubble(board: Board, request: Request, area: Area) -> Outcome:
    """Lay the buildings of hexes in rubble at ground level: the whole hex is rubble (B24.2).

    Their walls inside fall too; the walls and hedges along their hexsides stay.
    """
    able, kinds = board.facts.building, catalogue()
    chosen = able & area.hexes
    terrain, whole = board.terrain.copy(), {}
    houses = np.array([kind.is_building or kind.is_bar for kind in kinds])
    for index in np.flatnonzero(chosen):
        wooden = "Wooden" in kinds[board.facts.terrain[index]].name
        code = terrain_code(f"{'Wooden' if wooden else 'Stone'} Rubble Ground Level")
        terrain[(board.grid.pixel_owner == index) & houses[terrain]] = code
        whole[board.hexes[index]] = code
    made = repainted(board, terrain=terrain, whole_hexes={**board.whole_hexes, **whole})
    return Outcome(
        replace(made, stairways=board.stairways - set(whole)),
        able,
        lambda _: "is no building hex (B24.2)",
        "has no building there",
    )


def huts(board: Board, request: Request, area: Area) -> Outcome:
    """Draw wooden houses as huts in hexes of several whole ones (G5.1)."""
    indices = range(len(board.hexes))
    able = np.array([is_hut(board, index, drawn_share(board, index)) for index in indices])
    pixels = np.append(able & area.hexes, False)[board.grid.pixel_owner]
    terrain = board.terrain.copy()
    terrain[pixels & (terrain == terrain_code("Wooden Building"))] = terrain_code("Huts")
    return Outcome(
        repainted(board, terrain=terrain),
        able | np.isin(board.facts.terrain, terrain_code("Huts")),
        lambda _: "has no two whole wooden houses of one storey (G5.1)",
        "has no hex of two whole wooden houses there",
    )
