"""Applying scenario special rules to a board, in the order given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from hexlos.errors import SsrError
from hexlos.mapgrid import MapGrid
from hexlos.ssr.artwork import repainted_picture
from hexlos.ssr.buildings import huts, rubble
from hexlos.ssr.desert import broken_terrain, steppe
from hexlos.ssr.hexside_map import map_hexsides
from hexlos.ssr.levels import level_roads, map_level, map_level_to_terrain, map_terrain_to_level
from hexlos.ssr.outcome import Effect, Outcome
from hexlos.ssr.places import SIDES, Area, find_area, on_map
from hexlos.ssr.plain_effects import (
    alpine_hills,
    bars_to_buildings,
    needs_picture,
    no_effect,
    no_slopes,
    no_stairways,
)
from hexlos.ssr.registry import find_ssr
from hexlos.ssr.request import Request, read_request
from hexlos.ssr.terrain_map import map_terrain, map_words
from hexlos.ssr.vineyard import vineyard
from hexlos.ssr.woods import forest, no_woods_roads, roads_to_paths

if TYPE_CHECKING:
    from hexlos.board import Board

#: What the word ``does`` of the table of rules stands for.
EFFECTS: Mapping[str, Effect] = {
    "alpine-hills": alpine_hills,
    "bars-to-buildings": bars_to_buildings,
    "broken-terrain": broken_terrain,
    "forest": forest,
    "hexsides": map_hexsides,
    "huts": huts,
    "level": map_level,
    "level-roads": level_roads,
    "level-to-terrain": map_level_to_terrain,
    "no-slopes": no_slopes,
    "no-stairways": no_stairways,
    "no-woods-roads": no_woods_roads,
    "none": no_effect,
    "picture": needs_picture,
    "roads-to-paths": roads_to_paths,
    "rubble": rubble,
    "steppe": steppe,
    "terrain": map_terrain,
    "terrain-to-level": map_terrain_to_level,
    "vineyard": vineyard,
    "words": map_words,
}


def apply_ssrs(board: Board, rules: Sequence[str]) -> Board:
    """The board with these rules applied one after the other; see Board.with_ssr."""
    made = board
    for rule in rules:
        made = _applied(made, rule)
    if made is board:
        return board
    plain = board.plain or board
    done = replace(made, plain=plain, picture=repainted_picture(plain, made))
    if _same(board, done) and "compiled" in vars(board):
        done.prepare(board.facts, board.compiled)
    return done


def _applied(board: Board, rule: str) -> Board:
    request = read_request(rule)
    area = find_area(board, request.places, rule)
    _check_history(board, request, area)
    outcome = EFFECTS[request.ssr.does](board, request, area)
    _check_named(board, request, area, outcome)
    made = outcome.board
    spelt = request.spelt(area.places)
    notes = board.notes
    if _same(board, made) and request.ssr.does != "none":
        notes = (*notes, f"{spelt} changes nothing: board {board.name} {outcome.nothing}")
    return replace(
        made,
        history=(*board.history, spelt),
        notes=tuple(dict.fromkeys(notes)),
        plain=board.plain or board,
    )


def _same(board: Board, made: Board) -> bool:
    """Whether two boards show the same."""
    return (
        made.terrain is board.terrain
        and made.level is board.level
        and made.whole_hexes == board.whole_hexes
        and made.stairways == board.stairways
        and made.slopes == board.slopes
        and made.alpine_hills == board.alpine_hills
    )


def _check_named(board: Board, request: Request, area: Area, outcome: Outcome) -> None:
    """SsrError when a hex or hexside that was named one by one cannot be what the rule makes."""
    if area.sides and outcome.sides is None and request.ssr.does != "none":
        raise SsrError(
            f"{request.text}: {request.ssr.name} is about whole hexes; name them without '/'"
        )
    for index in area.named:
        if not outcome.able[index]:
            raise SsrError(f"{request.text}: {board.hexes[index]} {outcome.lacks(index)}")
    for index, side in area.sides:
        if outcome.sides is not None and not outcome.sides[index, side]:
            name = f"{board.hexes[index]}/{SIDES[side]}"
            raise SsrError(f"{request.text}: {name} {outcome.lacks(index)}")


def _check_history(board: Board, request: Request, area: Area) -> None:
    """SsrError when a rule applied earlier contradicts this one where both apply."""
    for earlier in board.history:
        ssr = find_ssr(earlier.partition(":")[0])[0] if _is_rule(earlier) else None
        if ssr is None or ssr.name not in request.ssr.against:
            continue
        try:
            other = find_area(board, read_request(earlier).places, earlier)
        except SsrError:
            continue  # it was about hexes that were cropped away since
        if request.ssr.whole_board or _overlap(board, area, other):
            raise SsrError(f"{request.text} contradicts {earlier}, which was applied before it")


def _overlap(board: Board, area: Area, other: Area) -> bool:
    """Whether two areas share a hex, or a hexside that one of them names.

    The half hexes on a seam are of both boards, which may have rules of their own.
    """
    own = ~board.grid.shared if isinstance(board.grid, MapGrid) else np.True_
    sides = bool(area.sides or other.sides) and (area.hexsides & other.hexsides).any()
    return bool((area.hexes & other.hexes & own).any() or sides)


def _is_rule(text: str) -> bool:
    """Whether an entry of a board's history is a rule; other changes may be listed there too."""
    try:
        read_request(text)
    except SsrError:
        return False
    return True


def on_board_of_map(rule: str, label: str, name: str) -> str:
    """A rule of a board's history as that of a map where the board lies under a name.

    label starts the names of the board's hexes there. A change that is no rule is told as it is.
    """
    if not _is_rule(rule):
        return f"{name}: {rule}"
    request = read_request(rule)
    places = [on_map(place, label) for place in request.places]
    if all(place.startswith("!") for place in places):
        places.insert(0, name)
    return request.spelt(tuple(places))
