"""Which hexes one building covers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexlos.catalogue import catalogue

if TYPE_CHECKING:
    from hexlos.board import Board

#: Least part of a hexside that a building covers that goes on beyond it.
GOES_ON = 0.1


def building_hexes(board: Board, index: int) -> frozenset[int]:
    """The hexes of a hex's building, rowhouses in a row included (B23.1); none without one."""
    codes = [kind.code for kind in catalogue() if kind.is_building]
    goes_on = board.geometry.hexside_share(codes) >= GOES_ON
    building, beyond = board.facts.building, board.grid.neighbours
    found, waiting = set(), [index] if building[index] else []
    while waiting:
        here = waiting.pop()
        if here in found:
            continue
        found.add(here)
        waiting += [
            int(beyond[here, side])
            for side in range(6)
            if goes_on[here, side] and beyond[here, side] >= 0 and building[beyond[here, side]]
        ]
    return frozenset(found)
