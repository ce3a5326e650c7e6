"""Broken Terrain and Steppe, on desert boards (F13.1, F13.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from hexlos.address import board_name
from hexlos.catalogue import OPEN_GROUND, catalogue, terrain_code
from hexlos.errors import SsrError
from hexlos.hexfacts import near_centre
from hexlos.ssr.outcome import Outcome
from hexlos.ssr.paint import Mask, codes_of, flags, hex_share, repainted
from hexlos.ssr.registry import table

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.ssr.places import Area
    from hexlos.ssr.request import Request


def is_desert(board: Board) -> bool:
    """Whether a board is a desert board (F.1): one of those, or one that shows desert terrain.

    A board stays one when a rule has made something else of that terrain (F13.1, F13.2).
    """
    entry = table()["desert"]
    plain = board.plain or board
    shown = np.isin(plain.terrain, codes_of(entry["terrain"])).any()
    return bool(shown) or any(board_name(one.name) in entry["boards"] for one in board.boards)


def scattered_hexes(board: Board, *words: str) -> Mask:
    """(n,) hexes of a terrain whose art is scattered: scrub, hammada, sand (F2, F3, F7).

    Such a hex shows most of that art, of all of these kinds, among what is nearer to its centre
    than to its hexsides; a sliver that spills over from a neighbour is none (B.6).
    """
    every = table()["desert"]["scattered"]
    near = near_centre(board.grid, board.terrain, flags(codes_of(every)))
    amounts = {word: near[:, codes_of([word])].sum(axis=1) for word in every}
    most = np.max(list(amounts.values()), axis=0)
    result: Mask = np.zeros(len(board.grid), dtype=np.bool_)
    for word in words:
        result |= (amounts[word] == most) & (most > 0)
    return result


def accessible(board: Board, hexes: Mask) -> Mask:
    """(n,) hexes Accessible to one of these: adjacent, and not across a cliff (F13.1)."""
    barred = np.isin(board.facts.hexside, codes_of(table()["accessible"]["barred"]))
    beyond = board.grid.neighbours
    near = (beyond >= 0) & ~barred & hexes[beyond]
    return np.asarray(near.any(axis=1), dtype=np.bool_)


def open_ground_hexes(board: Board) -> Mask:
    """(n,) Open Ground hexes, roads through them or not, that are no Depression (B1, F13.1)."""
    kinds, facts = catalogue(), board.facts
    plain = codes_of(["Open Ground", "Broken Ground"])
    lines = flags(k.code for k in kinds if k.is_road or k.name in ("Path", "Track"))
    share = hex_share(board)
    share[:, lines | flags(k.code for k in kinds if k.is_hexside)] = 0.0
    rest = share.copy()
    rest[:, plain] = 0.0
    mostly = share[:, plain].sum(axis=1) > rest.max(axis=1)
    dry = np.array([not kind.is_depression for kind in kinds])
    sunken = facts.depression | near_centre(board.grid, board.terrain, ~dry).any(axis=1)
    found: Mask = np.isin(facts.terrain, plain) | (lines[facts.terrain] & mostly)
    return found & ~sunken & ~facts.building & (facts.inherent < 0)


def broken_terrain(board: Board, request: Request, area: Area) -> Outcome:
    """Scrub is brush, hammada half-level crag, and Open Ground beside it Broken Ground (F13.1)."""
    _check_desert(board, request)
    scrub, hammada = (scattered_hexes(board, word) for word in ("scrub", "Hammada"))
    beside = accessible(board, hammada & area.hexes) & open_ground_hexes(board)
    beside &= ~scattered_hexes(board, *table()["desert"]["scattered"])
    made = _remade(
        board,
        area,
        [(scrub, "scrub", "Brush"), (hammada, "Hammada", "Crag, Broken Terrain")],
        [(beside, "Broken Ground")],
    )
    already = _whole(board, "Crag, Broken Terrain", "Broken Ground", "Brush")
    return Outcome(
        board=made,
        able=scrub | hammada | beside | already,
        lacks=lambda _: "is neither scrub nor hammada nor open ground Accessible to it (F13.1)",
        nothing="has neither scrub nor hammada there",
    )


def steppe(board: Board, request: Request, area: Area) -> Outcome:
    """Hammada is brush and scrub woods; sand is grain if so named; all of it inherent (F13.2)."""
    _check_desert(board, request)
    rows = [("scrub", "Woods"), ("Hammada", "Brush")]
    if request.argument == "grain":
        rows.append(("Sand", "Grain"))
    turned = [(scattered_hexes(board, word), word, target) for word, target in rows]
    able = np.any([hexes for hexes, _, _ in turned], axis=0) | _whole(board, "Woods", "Brush")
    words = " nor ".join(word.lower() for word, _ in rows)
    return Outcome(
        board=_remade(board, area, turned, []),
        able=able,
        lacks=lambda _: f"is neither {words} (F13.2)",
        nothing=f"has neither {words} there",
    )


def _check_desert(board: Board, request: Request) -> None:
    if not is_desert(board):
        words = ", ".join(word.lower() for word in table()["desert"]["terrain"][:5])
        raise SsrError(
            f"{request.text}: board {board.name} is no desert board, for it shows no {words} "
            f"or the like ({request.ssr.rule})"
        )


def _whole(board: Board, *names: str) -> Mask:
    """(n,) hexes that a rule made one terrain throughout, of these names."""
    codes = codes_of(names)
    made = [name for name, code in board.whole_hexes.items() if code in codes]
    result: Mask = np.isin(board.hexes, made)
    return result


def _remade(
    board: Board,
    area: Area,
    scattered: list[tuple[Mask, str, str]],
    ground: list[tuple[Mask, str]],
) -> Board:
    """The board with hexes made one terrain: (hexes, their art, terrain), (hexes, terrain).

    Art of these kinds that spills over into other hexes stays what it is, without effect (B.6).
    """
    owner, terrain, whole = board.grid.pixel_owner, board.terrain.copy(), dict(board.whole_hexes)
    plain = board.terrain == OPEN_GROUND
    layers = [
        *((hexes, np.isin(board.terrain, codes_of([word])), to) for hexes, word, to in scattered),
        *((hexes, plain, to) for hexes, to in ground),
    ]
    for hexes, drawn, name in layers:
        chosen = hexes & area.hexes
        terrain[drawn & np.append(chosen, False)[owner]] = terrain_code(name)
        whole |= {board.hexes[i]: terrain_code(name) for i in np.flatnonzero(chosen)}
    return repainted(board, terrain=terrain, whole_hexes=whole)
