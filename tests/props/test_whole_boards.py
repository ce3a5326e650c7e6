"""Whole boards answer the same however they lie and whoever asks: reversed, cropped, both ways.

Compared are verdict, hindrance, reason, range, and where and in which hex it is that blocks, in
the exact thread: of all pairs of levels, hex centres among them, and of ``HEXLOS_FUZZ_PAIRS``
random pairs of other locations on each board, by the seed ``HEXLOS_FUZZ_SEED``.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from alike import (
    as_told_of,
    ask,
    changed_on,
    listed,
    not_mutual,
    of_table,
    some_pairs,
    unlike,
)
from numpy.typing import NDArray

from hexlos import Board, BoardFormatError, LosMatrix, open_board
from hexlos.places import place

from seams import beside_a_cut, keeps_to, lattice_points, shown_whole

PAIRS = int(os.environ.get("HEXLOS_FUZZ_PAIRS", "20000"))
SEED = int(os.environ.get("HEXLOS_FUZZ_SEED", "0"))

OWN = ("desert", "hills", "village", "woodland")

#: A small real board, for which there is always time, and pairs of its other locations.
SMALL = "bda"
SOME = 500


@dataclass
class Found:
    """What was compared, and what was not the same."""

    boards: int = 0
    centres: int = 0
    levels: int = 0
    others: int = 0
    unlike: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.boards} boards, {self.centres:,} pairs of hex centres, {self.levels:,} with "
            f"other levels, {self.others:,} of other locations: {len(self.unlike)} not the same"
            + "".join(f"\n{one}" for one in self.unlike[:20])
        )

    def count_table(self, board: Board, names: tuple[str, ...], kept: NDArray[np.bool_]) -> None:
        """Count some pairs of a table's locations by what they are."""
        plain = np.isin(names, board.hexes)
        centres = int((kept & plain[:, None] & plain).sum())
        self.centres += centres
        self.levels += int(kept.sum()) - centres


def reversed_too(board: Board, rng: np.random.Generator, count: int, found: Found) -> None:
    """A board turned by 180 degrees."""
    other = board.rotated()
    tables = [each.los_matrix("levels", thread="exact") for each in (board, other)]
    kept = np.triu(np.ones((len(tables[0].sources),) * 2, dtype=np.bool_), 1)
    compare_tables(board, other, *tables, kept, found)
    pairs = some_pairs(board, count, rng)
    found.others += len(pairs[0])
    found.unlike += changed_on(board, other, pairs)


def compare_tables(
    board: Board,
    other: Board,
    one: LosMatrix,
    two: LosMatrix,
    kept: NDArray[np.bool_],
    found: Found,
) -> None:
    """Compare what two boards' tables of levels say of some pairs of the first's locations."""
    there = {name: n for n, name in enumerate(two.sources)}
    index = np.array([there.get(name, -1) for name in one.sources])
    i, j = np.nonzero(kept)
    assert (index[np.append(i, j)] >= 0).all(), f"{other.name} lacks locations"
    answers = of_table(one, i, j), as_told_of(board, other, of_table(two, index[i], index[j]))
    names = [*map(one.sources.__getitem__, i)], [*map(one.sources.__getitem__, j)]
    found.count_table(board, one.sources, kept)
    found.unlike += listed(f"{other.name}, table", names, unlike(*answers))


def cropped_too(board: Board, rng: np.random.Generator, count: int, found: Found) -> None:
    """Lines that keep to a crop of a board, to hexes or half hexes, as it lies or reversed."""
    table = board.los_matrix("levels", thread="exact")
    hexes = np.array([board.grid.index(name.partition(":")[0]) for name in table.sources])
    points = lattice_points(board.grid)
    plain = np.isin(table.sources, board.hexes)
    i, j = np.triu_indices(len(hexes), 1)
    for crop in some_crops(board, rng):
        whole = shown_whole(board, crop)
        inner = whole & ~beside_a_cut(board, crop)
        there = np.where(plain, whole[hexes], inner[hexes])
        kept = np.zeros((len(hexes), len(hexes)), dtype=np.bool_)
        near = there[i] & there[j]
        a, b = i[near], j[near]
        kept[a, b] = keeps_to(board.grid, whole, points[hexes[a], 0], points[hexes[b], 0])
        compare_tables(board, crop, table, crop.los_matrix("levels", thread="exact"), kept, found)
        if not inner.any():
            continue
        pairs = some_pairs(board, count // 4, rng, inner)
        ends = (
            np.array([points[place(board, name)[2], place(board, name)[4]] for name in names])
            for names in pairs
        )
        stays = np.flatnonzero(keeps_to(board.grid, whole, *ends))
        pairs = [pairs[0][k] for k in stays], [pairs[1][k] for k in stays]
        found.others += len(stays)
        found.unlike += changed_on(board, crop, pairs)


def some_crops(board: Board, rng: np.random.Generator) -> Iterator[Board]:
    """Two crops to hexes and two to half hexes, one of each reversed: a sixth of the board or more
    lies between the corners."""
    for half in (False, True):
        for turned in (False, True):
            while True:
                one, two = rng.choice(board.hexes, 2).tolist()
                crop = board.cropped(one, two, half=half)
                if 6 * len(crop.hexes) >= len(board.hexes) > len(crop.hexes):
                    break
            yield crop.rotated() if turned else crop


def both_ways(board: Board, rng: np.random.Generator, count: int, found: Found) -> None:
    """Lines from either end, one by one and in tables, in both threads."""
    for thread in ("exact", "vasl"):
        table = board.los_matrix("levels", thread=thread)
        names = table.sources
        kept = np.triu(np.ones((len(names),) * 2, dtype=np.bool_), 1)
        i, j = np.nonzero(kept)
        pairs = [*map(names.__getitem__, i)], [*map(names.__getitem__, j)]
        one = ask(board, *pairs, thread)
        two = ask(board, *reversed(pairs), thread)
        found.unlike += listed(f"{board.name} {thread}", pairs, unlike(one, two))
        # a table of both directions, each traced
        table = board.los_matrix(names, names, thread=thread)
        for first, second in ((i, j), (j, i)):
            answers = of_table(table, first, second)
            where = f"{board.name} {thread}, table"
            found.unlike += listed(where, pairs, unlike(one[:, :6], answers))
        found.count_table(board, names, kept)
        pairs = some_pairs(board, count, rng)
        found.others += len(pairs[0])
        found.unlike += not_mutual(board, pairs, thread)


Compare = Callable[[Board, np.random.Generator, int, Found], None]
WAYS = pytest.mark.parametrize("compare", [reversed_too, cropped_too, both_ways])


def compare_all(boards: Iterator[Board], compare: Compare, count: int) -> Found:
    """Compare boards, each with its own random numbers."""
    found = Found()
    for number, board in enumerate(boards):
        compare(board, np.random.default_rng([SEED, number]), count, found)
        found.boards += 1
    return found


def real_boards(peer: Path) -> Iterator[Board]:
    """Every real board that has terrain."""
    for path in sorted((peer / "boards").iterdir()):
        try:
            yield open_board(path)
        except BoardFormatError:
            continue  # without LOSData


@WAYS
def test_a_part_of_a_board(compare: Compare) -> None:
    part = open_board("village").cropped("D1", "Q6")
    found = compare_all(iter([part]), compare, SOME)
    assert not found.unlike, str(found)
    assert found.centres > 1000
    assert found.levels > 100
    assert found.others > SOME / 2


@WAYS
def test_a_small_real_board(compare: Compare, peer: Path) -> None:
    path = peer / "boards" / SMALL
    if not path.exists():
        pytest.skip(f"no {SMALL} among the real boards")
    found = compare_all(iter([open_board(path)]), compare, SOME)
    assert not found.unlike, str(found)


@pytest.mark.slow
@WAYS
def test_our_own_boards(compare: Compare) -> None:
    found = compare_all(map(open_board, OWN), compare, PAIRS)
    print(f"{compare.__name__}, our own boards: {found}")
    assert not found.unlike, str(found)


@pytest.mark.slow
@WAYS
def test_every_real_board(compare: Compare, peer: Path) -> None:
    found = compare_all(real_boards(peer), compare, PAIRS)
    print(f"{compare.__name__}, real boards: {found}")
    assert not found.unlike, str(found)
    assert found.boards > 0
