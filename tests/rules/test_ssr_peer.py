"""Rules against a peer engine's tables (B13.8, F13.1 to F13.5)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from reference_drawn import trace_drawn, with_spilt_art
from reference_indoors import stand_at

import hexlos
from hexlos import Board

#: Rules by the kind of table that tells what a peer engine says under them.
RULES = {
    "pine": "pine",
    "cactuspatch": "cactus-patch",
    "olive": "olive-grove",
    "cactushedge": "cactus-hedge",
    "steppe": "steppe",
    "broken": "broken-terrain",
}

#: Boards without slopes, cliffs or rowhouses, on which both engines read the same rules.
AGREEING = [(name, kind) for name in ("06", "19") for kind in ("pine", "cactuspatch", "olive")]
AGREEING += [("06", "cactushedge"), ("02", "cactushedge"), ("05", "pine")]
TURNED = {
    "steppe": {"Scrub": "Woods", "Hammada": "Brush"},
    "broken": {"Scrub": "Brush", "Hammada": "Crag, Broken Terrain"},
}
DESERTS = [(name, kind) for name in ("26", "28", "30") for kind in ("steppe", "broken")]


def table(peer: Path, name: str, kind: str) -> tuple[Board, Any, np.ndarray]:
    """The board under the rule, the table, and the index of each of the table's hexes."""
    board = hexlos.open_board(peer / "boards" / f"bd{name}", ssr=RULES[kind])
    rows = np.load(peer / "tables" / f"bd{name}.{kind}.npz")
    return board, rows, np.array([board.grid.index(str(hex_)) for hex_ in rows["hexes"]])


def differing(board: Board, rows: Any, order: np.ndarray) -> np.ndarray:
    """(n, n) pairs of the table, each once, on which the sampled thread says something else."""
    made = board.los_matrix(thread="vasl", threads=2)
    blocked = made.blocked[np.ix_(order, order)]
    hindrance = made.hindrance[np.ix_(order, order)]
    says = rows["blocked"] == 1
    counted = (rows["blocked"] < 2) & (rows["blocked"].T < 2) & (says == says.T)
    counted &= says | (rows["hindrance"] == rows["hindrance"].T)
    other = (blocked != says) | (~blocked & ~says & (hindrance != rows["hindrance"]))
    result: np.ndarray = np.triu(counted & other, 1)
    return result


@pytest.mark.slow
@pytest.mark.parametrize(("name", "kind"), AGREEING)
def test_the_peer_agrees(name: str, kind: str, peer: Path) -> None:
    """B13.8, F13.3, F13.4, F13.5: on 99.9 % of all pairs and more."""
    board, rows, order = table(peer, name, kind)
    pairs = len(order) * (len(order) - 1) // 2
    assert differing(board, rows, order).sum() < 0.001 * pairs


@pytest.mark.slow
@pytest.mark.parametrize(("name", "kind"), DESERTS)
def test_the_peer_counts_drawn_pixels(name: str, kind: str, peer: Path) -> None:
    """F13.1, F13.2, B.6: whole hexes are inherent; read by drawn pixels off hexsides, against the
    rule, the pairs that differ say what the peer says."""
    board, rows, order = table(peer, name, kind)
    other = differing(board, rows, order)
    board = with_spilt_art(board, TURNED[kind])
    rng = np.random.default_rng(13)
    alike = np.triu(~other, 1)
    wrong = tried = 0
    for pairs in (np.argwhere(other), np.argwhere(alike)):
        for i, j in rng.choice(pairs, 40, replace=False):
            ends = (stand_at(board, board.hexes[order[k]]) for k in (i, j))
            blocked, hindrance = trace_drawn(board, *ends, "vasl")
            says = rows["blocked"][i, j] == 1, int(rows["hindrance"][i, j])
            wrong += (blocked, hindrance if not blocked else says[1]) != says
            tried += 1
    assert tried == 80
    assert wrong == 0
