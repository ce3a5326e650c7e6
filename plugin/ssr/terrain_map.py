"""Rules by which one terrain is another, wherever it is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexlos.catalogue import catalogue, terrain_code
from hexlos.ssr.outcome import Outcome
from hexlos.ssr.paint import codes_of, recode, repainted, shows

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.ssr.places import Area
    from hexlos.ssr.request import Request


def map_terrain(board: Board, request: Request, area: Area) -> Outcome:
    """Recode terrain as the rule's table of (from, to) or (from, to, rise in levels) says.

    So orchards become cactus patches and olive groves (B14.7, B14.8).
    """
    table: dict[int, int] = {}
    rises: dict[int, int] = {}
    for source, target, *rise in request.ssr.details["terrain"]:
        for code in codes_of([source]):
            table[code] = terrain_code(target)
            if rise:
                rises[code] = rise[0]
    return _mapped(board, area, table, rises)


def map_words(board: Board, request: Request, area: Area) -> Outcome:
    """Recode the terrain of one word of a family as that of the other."""
    ssr = request.ssr
    target = codes_of([str(ssr.to)])[0]
    return _mapped(board, area, dict.fromkeys(codes_of([str(ssr.from_)]), target), {})


def _mapped(board: Board, area: Area, table: dict[int, int], rises: dict[int, int]) -> Outcome:
    pixels = area.pixels(board)
    made = recode(board, table, pixels, area.hexes)
    if rises:
        level = board.level.copy()
        for code, rise in rises.items():
            level[pixels & (board.terrain == code)] += rise
        made = repainted(made, level=level)
    shown = shows(board, [*table, *table.values()])
    for name, code in board.whole_hexes.items():
        shown[board.grid.index(name)] |= code in table
    words = " or ".join(dict.fromkeys(catalogue()[code].name for code in table))
    return Outcome(
        board=made,
        able=shown,
        lacks=lambda _: f"shows no {words}",
        nothing=f"shows no {words}",
    )
