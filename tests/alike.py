"""Lines of one board asked for on others that show the same: reversed, and cropped.

Answers are rows of blocked, hindrance, reason, range, and x and y of the block; of single lines
also the hex of the block and whether the line runs along hexsides.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexlos import Board, LosMatrix
from hexlos.address import SIDES, VERTICES, Address
from hexlos.ext import trace_pairs
from hexlos.locations import (
    bypass_addresses,
    crest_addresses,
    level_addresses,
    vertex_addresses,
)
from hexlos.places import place

#: How far the ends of every second pair are apart at most, in hexes.
NEAR = 6

Answers = NDArray[np.int32]
Pairs = tuple[list[str], list[str]]


def turned(name: str) -> str:
    """A location as it is called on the reversed board, where directions are the opposite ones."""
    parsed = Address.parse(name)
    side, vertex = (
        names[(names.index(one) + 3) % 6] if one else ""
        for names, one in ((SIDES, parsed.side), (VERTICES, parsed.vertex))
    )
    return str(Address(parsed.hex, parsed.place, side, vertex))


def ask(
    board: Board, sources: Sequence[str], targets: Sequence[str], thread: str
) -> NDArray[np.int32]:
    """(n, 8) answers of single lines."""
    answers = np.empty((len(sources), 8), dtype=np.int32)
    rows = (
        np.array([place(board, name) for name in names], dtype=np.int32).reshape(-1, 6)
        for names in (sources, targets)
    )
    trace_pairs(board.compiled.field(thread), thread == "vasl", *rows, answers)
    blocked = answers[:, 0] != 0
    answers[blocked, 6] = board.compiled.hex_of[answers[blocked, 6]]
    return answers


def of_table(table: LosMatrix, first: NDArray[np.intp], second: NDArray[np.intp]) -> Answers:
    """(n, 6) answers that a table has for pairs of its locations."""
    verdict = [table.blocked, table.hindrance, table.reason, table.range]
    columns = [*(each[first, second] for each in verdict), *table.where[first, second].T]
    return np.stack(columns, axis=1).astype(np.int32)


def as_told_of(board: Board, other: Board, answers: Answers) -> Answers:
    """Answers of a board that shows the same, wholly or in part, with places as on the first."""
    told = answers.copy()
    blocked = told[:, 0] != 0
    places = told[blocked, 4:6]
    one = np.array([board.grid.index(name) for name in other.hexes])
    centres = other.grid.centres_px
    if other.grid.flipped != board.grid.flipped:
        size = np.array([other.grid.width, other.grid.height])
        places, centres = size - 1 - places, size - centres
    told[blocked, 4:6] = places + np.rint(board.grid.centres_px[one[0]] - centres[0])
    if told.shape[1] > 6:
        told[blocked, 6] = one[told[blocked, 6]]
    return told


def unlike(one: Answers, two: Answers) -> NDArray[np.intp]:
    """Rows that differ.

    A line within one hex has no direction by which to choose between the pixels that meet at its
    dot: of that only the rest is compared.
    """
    differ = one != two
    differ[(one[:, 3] == 0) & (two[:, 3] == 0), 4:6] = False
    return np.flatnonzero(differ.any(axis=1))


def not_mutual(board: Board, pairs: Pairs, thread: str) -> list[str]:
    """Pairs that get another answer when they are asked from the other end."""
    sources, targets = pairs
    one, two = ask(board, sources, targets, thread), ask(board, targets, sources, thread)
    return listed(f"{board.name} {thread}", pairs, unlike(one, two))


def changed_when_reversed(board: Board, pairs: Pairs) -> list[str]:
    """Pairs whose answer in the exact thread is another on the reversed board."""
    return changed_on(board, board.rotated(), pairs)


def changed_on(board: Board, other: Board, pairs: Pairs) -> list[str]:
    """Pairs whose answer in the exact thread is another on a board that shows the same."""
    one = ask(board, *pairs, "exact")
    if other.grid.flipped != board.grid.flipped:
        two = ask(other, *([*map(turned, names)] for names in pairs), "exact")
    else:
        two = ask(other, *pairs, "exact")
    return listed(other.name, pairs, unlike(one, as_told_of(board, other, two)))


def listed(where: str, pairs: Pairs, found: NDArray[np.intp]) -> list[str]:
    """Notes of some of the pairs."""
    return [f"{where}: {pairs[0][i]} {pairs[1][i]}" for i in found]


def other_locations(board: Board) -> list[list[tuple[int, str]]]:
    """What is no plain hex, with its hex, by sort: building levels, rooftops, cellars, beside
    and beneath bridges, crest status, vertices, and vertices by hexside."""
    found: dict[str, list[tuple[int, str]]] = {}
    for index in range(len(board.hexes)):
        for name in level_addresses(board, index)[1:]:
            sort = name.partition(":")[2]
            found.setdefault("level" if sort.isdigit() else sort, []).append((index, name))
        for sort, names in (
            ("crest", crest_addresses(board, index)),
            ("vertex", vertex_addresses(board, index)),
            ("bypass", bypass_addresses(board, index)),
        ):
            if names:
                found.setdefault(sort, []).extend((index, name) for name in names)
    return list(found.values())


def some_pairs(
    board: Board, count: int, rng: np.random.Generator, kept: NDArray[np.bool_] | None = None
) -> Pairs:
    """Random pairs of which one end at least is no plain hex; every second one within six hexes.

    Of each sort there are as many sources, however many vertices a board has. kept (n,) tells the
    hexes to take them from, all for None.
    """
    kept = np.ones(len(board.hexes), dtype=np.bool_) if kept is None else kept
    sorts = [[one for one in sort if kept[one[0]]] for sort in other_locations(board)]
    others = [sort for sort in sorts if sort]
    sorts = [*others, [one for one in enumerate(board.hexes) if kept[one[0]]]]
    by_hex: list[list[list[str]]] = [[] for _ in board.hexes]
    for sort in sorts:
        here: dict[int, list[str]] = {}
        for index, name in sort:
            here.setdefault(index, []).append(name)
        for index, names in here.items():
            by_hex[index].append(names)
    every = np.arange(len(board.hexes))
    near = board.grid.distances(every[:, None], every[None]) <= NEAR
    around = [np.flatnonzero(row & kept) for row in near]
    sources, targets = [], []
    for chance in rng.random((count, 5)).tolist():
        index, source = _one(_one(others, chance[0]), chance[1])
        if chance[2] < 0.5:
            there = int(_one(around[index], 2 * chance[2]))
            target = _one(_one(by_hex[there], chance[3]), chance[4])
        else:
            target = _one(_one(sorts, chance[3]), chance[4])[1]
        sources.append(source)
        targets.append(target)
    return sources, targets


def _one(things: Sequence[Any], chance: float) -> Any:
    return things[int(chance * len(things))]
