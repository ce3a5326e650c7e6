"""Fan: all that one location sees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from PIL.Image import Image

    from hexlos.board import Board
    from hexlos.matrix import LosMatrix

#: Kinds beyond 0..5, the hindrance of what is seen.
BLOCKED = 6
OWN_HEX = -1


@dataclass(frozen=True, eq=False)
class Fan:
    """What one location sees: kinds is 0..5 for a hindrance, 6 blocked, -1 the own hex, by hex."""

    board: Board
    source: str
    row: LosMatrix
    kinds: NDArray[np.int8]

    @property
    def clear(self) -> int:
        """Hexes seen without hindrance."""
        return int((self.kinds == 0).sum())

    @property
    def hindered(self) -> dict[int, int]:
        """Hexes seen through each amount of hindrance."""
        return {n: int((self.kinds == n).sum()) for n in range(1, BLOCKED)}

    @property
    def blocked(self) -> int:
        """Hexes not seen."""
        return int((self.kinds == BLOCKED).sum())

    def draw(self, scale: int | None = None) -> Image:
        """The picture; scale is pixels a board pixel, 1 to 8, by default easy to read."""
        from hexlos.pictures.fan import sheet
        from hexlos.pictures.png import image

        return image(sheet(self, scale))


def look(board: Board, source: str, thread: str | None = None) -> Fan:
    """Trace source against every hex of the board at ground level."""
    row = board.los_matrix(sources=[source], targets=board.hexes, thread=thread)
    kinds = np.where(row.blocked[0], BLOCKED, row.hindrance[0]).astype(np.int8)
    kinds[row.range[0] == 0] = OWN_HEX
    return Fan(board, source, row, kinds)
