"""What rules changed: hexes by terrain before and after."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from hexlos.catalogue import CODES, catalogue

if TYPE_CHECKING:
    from hexlos.board import Board

#: Share of a hex's pixels that must have changed for it to count.
LEAST_SHARE = 0.01


@dataclass(frozen=True, slots=True)
class Change:
    """Hexes that were one thing and are another: terrain, or "level N" of the ground."""

    before: str
    after: str
    hexes: tuple[str, ...]


def changes(before: Board, after: Board) -> tuple[Change, ...]:
    """What changed between two states of one map, the most frequent change first.

    Each hex counts under what changed in most of its pixels, terrain and level apart. A hex in
    which less than a hundredth changed counts only when it has become another terrain as a whole.
    """
    owner, names = before.grid.pixel_owner, [kind.name for kind in catalogue()]
    codes = before.terrain.astype(np.int64) * CODES + after.terrain
    found: dict[tuple[str, str], list[str]] = {}
    drawn = _most(owner, codes, before.terrain != after.terrain, len(before.grid))
    levels = (before.level.astype(np.int64) + 128) * CODES + after.level.astype(np.int64) + 128
    moved = _most(owner, levels, before.level != after.level, len(before.grid))
    for index, hex_ in enumerate(before.hexes):
        if drawn[index] >= 0:
            old, new = divmod(int(drawn[index]), CODES)
            found.setdefault((names[old], names[new]), []).append(hex_)
        elif before.whole_hexes.get(hex_) != after.whole_hexes.get(hex_):
            old, new = (int(board.facts.terrain[index]) for board in (before, after))
            found.setdefault((names[old], names[new]), []).append(hex_)
        if moved[index] >= 0:
            low, high = divmod(int(moved[index]), CODES)
            pair = f"level {low - 128}", f"level {high - 128}"
            found.setdefault(pair, []).append(hex_)
    made = [Change(old, new, tuple(hexes)) for (old, new), hexes in found.items()]
    return tuple(sorted(made, key=lambda change: (-len(change.hexes), change.before, change.after)))


def _most(owner: np.ndarray, pairs: np.ndarray, changed: np.ndarray, count: int) -> np.ndarray:
    """(n,) the pair that most changed pixels of each hex have, -1 where too few did."""
    result = np.full(count, -1, dtype=np.int64)
    size = np.bincount(owner[owner >= 0], minlength=count)
    hexes, values = owner[changed & (owner >= 0)], pairs[changed & (owner >= 0)]
    kinds, number = np.unique(values, return_inverse=True)
    if not len(kinds):
        return result
    votes = np.bincount(hexes * len(kinds) + number, minlength=count * len(kinds))
    votes = votes.reshape(count, len(kinds))
    enough = votes.sum(axis=1) > LEAST_SHARE * size
    result[enough] = kinds[votes.argmax(axis=1)][enough]
    return result
