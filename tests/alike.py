"""One line asked for in several ways: the addresses, the answers, and where they are not alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexlos import Board
from hexlos.address import SIDES, VERTICES, Address
from hexlos.ext import trace_pairs
from hexlos.locations import (
    bypass_addresses,
    crest_addresses,
    level_addresses,
    vertex_addresses,
)
from hexlos.places import place

#: Columns of answers that say the same from however the board lies; then come x, y and the hex
#: of the block, and whether the line runs along hexsides.
VERDICT = slice(0, 4)

#: How far the ends of every second pair are apart at most, in hexes.
NEAR = 6

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
    """Rows of what the compiled core says: blocked, hindrance, reason, range, x, y, hex, along."""
    answers = np.empty((len(sources), 8), dtype=np.int32)
    rows = (
        np.array([place(board, name) for name in names], dtype=np.int32).reshape(-1, 6)
        for names in (sources, targets)
    )
    trace_pairs(board.compiled.field(thread), thread == "vasl", *rows, answers)
    blocked = answers[:, 0] != 0
    answers[blocked, 6] = board.compiled.hex_of[answers[blocked, 6]]
    return answers


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


def some_pairs(board: Board, count: int, rng: np.random.Generator) -> Pairs:
    """Random pairs of which one end at least is no plain hex; every second one within six hexes.

    Of each sort there are as many sources, however many vertices a board has.
    """
    others = other_locations(board)
    sorts = [*others, list(enumerate(board.hexes))]
    places: list[list[list[str]]] = [[] for _ in board.hexes]
    for sort in sorts:
        here: dict[int, list[str]] = {}
        for index, name in sort:
            here.setdefault(index, []).append(name)
        for index, names in here.items():
            places[index].append(names)
    every = np.arange(len(board.hexes))
    near = board.grid.distances(every[:, None], every[None]) <= NEAR
    around = [np.flatnonzero(row) for row in near]
    sources, targets = [], []
    for chance in rng.random((count, 5)).tolist():
        index, source = _one(_one(others, chance[0]), chance[1])
        if chance[2] < 0.5:
            there = int(_one(around[index], 2 * chance[2]))
            target = _one(_one(places[there], chance[3]), chance[4])
        else:
            target = _one(_one(sorts, chance[3]), chance[4])[1]
        sources.append(source)
        targets.append(target)
    return sources, targets


def _one(things: Sequence[Any], chance: float) -> Any:
    return things[int(chance * len(things))]
