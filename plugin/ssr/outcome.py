"""What applying a rule to a board came to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.ssr.places import Area
    from hexlos.ssr.request import Request


@dataclass(frozen=True, eq=False)
class Outcome:
    """The board made, and which hexes (n,) and hexsides (n, 6) could be what the rule makes.

    lacks ends the sentence "F4 ..." about a hex, or hexside, that could not; nothing the sentence
    "board 05 ..." about a board that has none. sides is None where a rule is about whole hexes.
    """

    board: Board
    able: NDArray[np.bool_]
    lacks: Callable[[int], str]
    nothing: str
    sides: NDArray[np.bool_] | None = None


#: Applies a rule within an area of a board.
Effect = Callable[["Board", "Request", "Area"], Outcome]
