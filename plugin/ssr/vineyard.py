"""Vineyards: some terrain that is inherent brush instead (F13.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from hexlos.catalogue import OPEN_GROUND, TerrainType, catalogue, terrain_code
from hexlos.errors import SsrError
from hexlos.ssr.desert import open_ground_hexes, scattered_hexes
from hexlos.ssr.outcome import Outcome
from hexlos.ssr.paint import GROUPS, Mask, codes_of, repainted, terrain_hexes
from hexlos.ssr.registry import key, table

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.ssr.places import Area
    from hexlos.ssr.request import Request


def vineyard(board: Board, request: Request, area: Area) -> Outcome:
    """Make vineyards of the hexes of the terrain that the rule names (B12.7, F13.6).

    Art of that terrain that spills over into other hexes is dropped, for vineyards are inherent
    (B.6). Open ground needs hexes or regions that say where.
    """
    word, codes = _codes(request)
    ground = OPEN_GROUND in codes
    if ground and (area.whole or all(place.startswith("!") for place in area.places)):
        raise SsrError(f"{request.text}: name the hexes, as in vineyard:open-ground:F4,J3")
    found = open_ground_hexes(board) if ground else _hexes(board, codes)
    target = terrain_code("Vineyard")
    made = np.array([code == target for code in _whole_codes(board)])
    chosen = found & area.hexes
    drawn = np.isin(board.terrain, codes)
    terrain = board.terrain.copy()
    if not ground:
        terrain[drawn & area.pixels(board)] = OPEN_GROUND
    terrain[drawn & np.append(chosen, False)[board.grid.pixel_owner]] = target
    whole = {board.hexes[i]: target for i in np.flatnonzero(chosen)}
    return Outcome(
        board=repainted(board, terrain=terrain, whole_hexes={**board.whole_hexes, **whole}),
        able=found | made,
        lacks=lambda _: f"is no {word} hex (F13.6)",
        nothing=f"has no {word} hex there",
    )


def _hexes(board: Board, codes: list[int]) -> Mask:
    """(n,) hexes of a terrain, however it is drawn."""
    scattered = [w for w in table()["desert"]["scattered"] if codes_of([w])[0] in codes]
    found = terrain_hexes(board, codes) | np.isin(board.facts.inherent, codes)
    return found | scattered_hexes(board, *scattered) if scattered else found


def _whole_codes(board: Board) -> list[int]:
    return [board.whole_hexes.get(name, -1) for name in board.hexes]


def _codes(request: Request) -> tuple[str, list[int]]:
    """The terrain that is to be vineyard, in words and codes."""
    wanted = key(request.argument or "")
    for word in GROUPS:
        if key(word) == wanted:
            return word, codes_of([word])
    for kind in catalogue():
        if kind.known and key(kind.name.replace(",", "")) == wanted:
            if not _can_be(kind):
                raise SsrError(f"{request.text}: {kind.name.lower()} cannot be a vineyard (F13.6)")
            return kind.name.lower(), [kind.code]
    raise SsrError(f"{request.text}: no terrain is named {request.argument!r}")


def _can_be(kind: TerrainType) -> bool:
    """Whether it is terrain that may grow: neither a hexside, a building, a road nor water."""
    return kind.category in ("open", "other", "woods") and kind.name != "Vineyard"
