"""Which rules a LOS meets that are not decided by their own rule yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from hexlos.catalogue import CODES, catalogue
from hexlos.hexinfo import drawn_share

if TYPE_CHECKING:
    from hexlos.los import LosResult

#: Rule -> terrain categories or names whose own rule is still missing.
_RULES: dict[str, frozenset[str]] = {
    "B23.73": frozenset({"marketplace"}),
    "B23.74": frozenset({"factory"}),
    "B32.1": frozenset({"Railway Embankment", "Railroad Embankment Hexside"}),
}


def _codes(words: frozenset[str]) -> list[int]:
    return [
        kind.code
        for kind in catalogue()
        if kind.known and (kind.category in words or kind.name in words)
    ]


def unsupported(result: LosResult) -> tuple[str, ...]:
    """Rule numbers met by a LOS, in order, whose own rule is still missing.

    A line that meets none of them is decided in full; one that does gets the answer of the plain
    obstacle and hindrance rules.
    """
    board = result._board
    shown = np.zeros(CODES)
    names = {step.hex for step in result.steps}
    for name in names:
        shown += drawn_share(board, board.grid.index(name))
    found = [rule for rule, words in _RULES.items() if shown[_codes(words)].any()]
    return tuple(sorted(found))
