"""Repainting a board: other terrain codes or levels for some of its pixels and hexes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hexlos.catalogue import CODES, OPEN_GROUND, WOODS, catalogue, terrain_code

if TYPE_CHECKING:
    from hexlos.board import Board

Mask = NDArray[np.bool_]
Codes = NDArray[np.uint8]

#: Words for terrain that comes under several codes.
GROUPS: Mapping[str, tuple[str, ...]] = {
    "woods": WOODS,
    "orchard": ("Orchard", "Orchard, Out of Season"),
    "paddy": ("Rice Paddy, Drained",),
    "scrub": ("Scrub", "Scrub (second code)"),
}


def codes_of(words: Iterable[str]) -> list[int]:
    """Terrain codes of names of the catalogue and of words for several of them.

    KeyError for a word that is neither.
    """
    found = []
    for word in words:
        found += [terrain_code(name) for name in GROUPS.get(word.casefold(), (word,))]
    return found


def flags(codes: Iterable[int]) -> Mask:
    """(256,) whether a code is one of these."""
    return np.isin(np.arange(CODES), list(codes))


def hex_share(board: Board) -> NDArray[np.float64]:
    """(n, 256) share of each hex's own pixels that each terrain code covers."""
    owner, count = board.grid.pixel_owner, len(board.grid)
    inside = owner >= 0
    pair = owner[inside].astype(np.int64) * CODES + board.terrain[inside]
    counts = np.bincount(pair, minlength=count * CODES).reshape(count, CODES)
    return np.asarray(counts / np.maximum(1, counts.sum(axis=1, keepdims=True)), dtype=np.float64)


def shows(board: Board, codes: Iterable[int]) -> Mask:
    """(n,) hexes in which one of these terrain codes is drawn, be it in one pixel."""
    owner = board.grid.pixel_owner
    inside = owner[(owner >= 0) & flags(codes)[board.terrain]]
    result: Mask = np.bincount(inside, minlength=len(board.grid)) > 0
    return result


def recode(board: Board, table: Mapping[int, int], pixels: Mask, hexes: Mask) -> Board:
    """The board with other terrain codes on these pixels, and for these hexes as wholes (B.6)."""
    codes = np.arange(CODES, dtype=np.uint8)
    for old, new in table.items():
        codes[old] = new
    terrain = np.where(pixels, codes[board.terrain], board.terrain)
    whole = {}
    for name, code in board.whole_hexes.items():
        made = int(codes[code]) if hexes[board.grid.index(name)] else code
        if made != OPEN_GROUND:
            whole[name] = made
    return repainted(board, terrain=terrain, whole_hexes=whole)


def repainted(
    board: Board,
    *,
    terrain: Codes | None = None,
    level: NDArray[np.int8] | None = None,
    whole_hexes: Mapping[str, int] | None = None,
) -> Board:
    """The board with what is given in place of its own; planes that stay alike stay the same."""
    if terrain is None or np.array_equal(terrain, board.terrain):
        terrain = board.terrain
    if level is None or np.array_equal(level, board.level):
        level = board.level
    if whole_hexes is None:
        whole_hexes = board.whole_hexes
    return replace(board, terrain=terrain, level=level, whole_hexes=dict(whole_hexes))


def terrain_hexes(board: Board, codes: list[int]) -> Mask:
    """(n,) hexes of a solidly drawn terrain (B.1).

    Its depiction covers the centre dot; or the dot lies on a road, path, number or hexside, and of
    the rest of the hex that depiction covers a quarter and more than any other natural terrain.
    """
    kinds, facts = catalogue(), board.facts
    crossing = flags(k.code for k in kinds if k.is_road or k.is_hexside or k.name in _LINES)
    dotted = crossing | flags([OPEN_GROUND])
    share = hex_share(board)
    share[:, crossing] = 0.0
    wanted = share[:, codes].sum(axis=1)
    share[:, codes] = 0.0
    covers = (wanted > _LEAST_SHARE) & (wanted >= share.max(axis=1))
    result: Mask = np.isin(facts.centre, codes) | (dotted[facts.centre] & covers)
    return result & ~facts.building


#: Lines drawn across hexes that are coded as ground.
_LINES = ("Path", "Track")
_LEAST_SHARE = 0.25
