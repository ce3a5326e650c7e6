"""Boards and steps that tests of movement share."""

from __future__ import annotations

from hexlos import Board
from hexlos.rules.entry import Entry
from hexlos.rules.movement import entry
from hexlos.rules.trailbreak import TrailBreak
from hexlos.rules.units import Unit

from synthetic import make_board

#: On every board of ``ground`` A2 is open ground and B2, which it touches, is the terrain.
FROM, TO = "A2", "B2"

#: Through E3 of our woodland, from hexside to hexside.
FULL = TrailBreak("E3", (0, 2))


def ground(terrain: str) -> Board:
    """A board with one kind of terrain in B2 and around it, but not in A2."""
    return make_board(terrain={h: terrain for h in ("B1", "B2", "B3", "C1", "C2", "C3")})


def step(board: Board, here: str, there: str, word: str = "infantry", **how: object) -> Entry:
    """What a unit pays, of which only its type matters."""
    about = {k: how.pop(k) for k in ("buttoned_up", "armoured", "riders", "allotment") if k in how}
    return entry(board, here, there, Unit.of_type(word, **about), **how)  # type: ignore[arg-type]
