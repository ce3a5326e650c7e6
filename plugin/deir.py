"""Deirs: their Lip hexsides, and the hexes off their Lip (F4.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hexlos.catalogue import terrain_code

if TYPE_CHECKING:
    from hexlos.board import Board

#: Bit of a deir hex that shows no Lip; below it one a hexside.
OFF_LIP = 64


def deir_lips(board: Board) -> NDArray[np.uint8]:
    """(n,) bits: hexsides of a Lip hex wholly outside the art of the deir; OFF_LIP (F4.2)."""
    found = np.zeros(len(board.grid), dtype=np.uint8)
    inner, lip = terrain_code("Deir"), terrain_code("Deir Lip")
    if not (board.terrain == lip).any():
        return found
    owner = board.grid.pixel_owner[board.terrain == lip]
    on_lip = np.bincount(owner[owner >= 0], minlength=len(board.grid)) > 0
    outside = board.geometry.hexside_share([inner, lip]) == 0
    for side in range(6):
        found |= (on_lip & outside[:, side]).astype(np.uint8) << side
    found[~on_lip & (board.facts.centre == inner)] = OFF_LIP
    return found
