"""The slow tracer with inherent terrain read against B.6, as a peer engine reads it.

Off hexsides, and along the outer edge of the map, only drawn pixels of inherent terrain count,
those that spill over into a neighbour too; along other hexsides whole hexes do.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from reference_path import Look, Stand
from reference_rules import terrain_effect

from hexlos import Board
from hexlos.catalogue import CODES, terrain_code

from reference import Line, in_order


def trace_drawn(board: Board, one: Stand, two: Stand, thread: str) -> tuple[bool, int]:
    """Like ``reference.trace`` for two hexes, with this reading of inherent terrain."""
    return DrawnLine(board, *in_order(board, one, two), thread).verdict()


def with_spilt_art(board: Board, turned: Mapping[str, str]) -> Board:
    """The board with what a rule left of some terrain, spilt over, turned as the rest was."""
    codes = np.arange(CODES, dtype=np.uint8)
    for before, after in turned.items():
        codes[terrain_code(before)] = terrain_code(after)
    return board.with_planes(codes[board.terrain], board.level, "spilt art")


class DrawnLine(Line):
    """A LOS for which a hex off its hexsides is no more than what is drawn in it."""

    def inherent(self, look: Look, off_road: bool) -> int:
        """Effect of inherent terrain: of the hex along a hexside, else of the pixel."""
        if self.path.beside.get(look.hex):
            return super().inherent(look, off_road)
        kind = self.shown(look)
        if not kind.inherent:
            return 0
        return terrain_effect(kind, self.sight, self.spot(look.hex, self.ground(look)))
