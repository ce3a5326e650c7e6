"""Rules that concern few facts of a board, or none that LOS depends on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from hexlos.catalogue import catalogue
from hexlos.errors import SsrError
from hexlos.ssr.outcome import Outcome
from hexlos.ssr.paint import Codes, hex_share, repainted, shows

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.ssr.places import Area
    from hexlos.ssr.request import Request


def no_effect(board: Board, request: Request, area: Area) -> Outcome:
    """Accept a rule that changes nothing that hexlos knows of a board."""
    return Outcome(replace(board), np.ones(len(board.grid), dtype=np.bool_), lambda _: "", "")


def needs_picture(board: Board, request: Request, area: Area) -> Outcome:
    """Refuse a rule that is drawn as a picture over the board, of which no terrain is known."""
    raise SsrError(
        f"{request.text}: VASL lays a picture over the board for this rule, whose terrain the "
        "board file does not give, so it cannot be applied"
    )


def no_stairways(board: Board, request: Request, area: Area) -> Outcome:
    """Take the stairways away (B23.25)."""
    able = np.isin(board.hexes, list(board.stairways))
    left = frozenset(name for name in board.stairways if not area.hexes[board.grid.index(name)])
    return Outcome(
        replace(board, stairways=left), able, lambda _: "has no stairway", "has no stairway there"
    )


def no_slopes(board: Board, request: Request, area: Area) -> Outcome:
    """Take the slopes away (P2)."""
    able = np.isin(board.hexes, list(board.slopes))
    left = {n: s for n, s in board.slopes.items() if not area.hexes[board.grid.index(n)]}
    return Outcome(
        replace(board, slopes=left), able, lambda _: "has no slope", "has no slope there"
    )


def alpine_hills(board: Board, request: Request, area: Area) -> Outcome:
    """Let hills block LOS through them at their own level (B10.211)."""
    if not area.whole:
        raise SsrError(f"{request.text}: alpine-hills is about the whole board; name no hexes")
    hills = board.facts.base > 0
    made = replace(board, alpine_hills=True) if (board.level > 0).any() else board
    return Outcome(made, hills, lambda _: "is no hill hex", "has no hills")


def bars_to_buildings(board: Board, request: Request, area: Area) -> Outcome:
    """Draw the buildings of a hex over the rowhouse bars in it (B23.71)."""
    kinds = catalogue()
    bar = np.array([kind.name.startswith("Rowhouse") for kind in kinds])
    house = np.flatnonzero([kind.is_building and not kind.is_bar for kind in kinds])
    share = hex_share(board)
    able = shows(board, np.flatnonzero(bar)) & shows(board, house)
    grown = house[share[:, house].argmax(axis=1)].astype(np.uint8)
    owner = board.grid.pixel_owner
    pixels = np.append(able & area.hexes, False)[owner] & bar[board.terrain]
    terrain: Codes = board.terrain.copy()
    terrain[pixels] = grown[owner[pixels]]
    return Outcome(
        repainted(board, terrain=terrain),
        able,
        lambda _: "has no rowhouse bar",
        "has no rowhouse bar there",
    )
