"""A crop to hexes shows in its hexes, and just beside them, what the whole board shows there.

Lines beside the cut meet pixels of hexes that are none of the crop: a pixel lies across a hexside.
"""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from random_boards import random_board

from hexlos import Board
from hexlos.hexgrid import NEIGHBOUR_STEPS

checks = settings(deadline=None, derandomize=True, database=None, max_examples=20)


def some_crop(board: Board, seed: int) -> Board:
    """A crop to hexes, half of them reversed; the whole board where there is none."""
    rng = np.random.default_rng(seed)
    crop = board.cropped(*rng.choice(board.hexes, 2).tolist())
    return crop.rotated() if rng.random() < 0.5 else crop


def as_it_lies(board: Board, crop: Board) -> tuple[Board, tuple[slice, slice]]:
    """The whole board as the crop lies, and where the crop is in it."""
    board = board.rotated() if crop.grid.flipped != board.grid.flipped else board
    first = board.grid.centres_px[board.grid.index(crop.hexes[0])]
    left, top = np.rint(first - crop.grid.centres_px[0]).astype(int).tolist()
    return board, (slice(left, left + crop.grid.width), slice(top, top + crop.grid.height))


def near(board: Board, crop: Board) -> NDArray[np.bool_]:
    """(width, height) pixels of a board in hexes of a crop, or in the hexes around them."""
    kept = np.append(np.isin(board.hexes, crop.hexes), False)
    kept[:-1] |= kept[board.grid.neighbours].any(axis=1)
    found: NDArray[np.bool_] = kept[board.grid.pixel_owner]
    return found


def hexsides(board: Board, origin: str) -> NDArray[np.int64]:
    """(width, height, 4) hexside of drawn hexside terrain: the places of its two hexes, counted
    from one hex, in order; zeros where there is none."""
    grid = board.grid
    edge = board.compiled.drawn.edge
    if edge.shape != (grid.width, grid.height):
        return np.zeros((grid.width, grid.height, 4), dtype=np.int64)
    cell, side = np.divmod(edge.astype(np.int64), 6)
    start = int(board.compiled.cell_of[grid.index(origin)])
    stride = board.compiled.stride
    one = np.stack([cell // stride - start // stride, cell % stride - start % stride], axis=-1)
    two = one + np.array(NEIGHBOUR_STEPS)[side]
    later = (one[..., 0] > two[..., 0]) | (
        (one[..., 0] == two[..., 0]) & (one[..., 1] > two[..., 1])
    )
    found = np.where(
        later[..., None], np.concatenate([two, one], axis=-1), np.concatenate([one, two], axis=-1)
    )
    found[edge < 0] = 0
    return np.asarray(found, dtype=np.int64)


@checks
@given(seed=st.integers(0, 2**32 - 1))
def test_crops_show_what_boards_show(seed: int) -> None:
    crop = some_crop(random_board(seed), seed)
    board, window = as_it_lies(random_board(seed), crop)
    looked_at = near(board, crop)[window]
    whole, part = board.compiled.drawn, crop.compiled.drawn
    np.testing.assert_array_equal(
        whole.kinds[whole.classes[window]][looked_at], part.kinds[part.classes][looked_at]
    )
    one, two = (hexsides(each, crop.hexes[0]) for each in (board, crop))
    np.testing.assert_array_equal(one[window][looked_at], two[looked_at])
