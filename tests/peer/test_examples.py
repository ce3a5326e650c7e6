"""The rulebook's worked examples on real boards: verdicts, and what hexes are."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import hexlos
from peer.examples import Example, load_examples, plain_hex

from conftest import peer_folder

#: Sections whose examples ask for rules without code of their own yet (LosResult.unsupported).
LATER = tuple("A6.8 A4.34 B4 B6.2 B9.5 B9.61 B10.211 B19 B20 B23 B24 B35".split())

_FOLDER = peer_folder()
EXAMPLES = load_examples(_FOLDER) if _FOLDER else []


@cache
def opened(folder: Path, board: str) -> hexlos.Board:
    return hexlos.open_board(folder / "boards" / f"bd{board}")


def is_plain(example: Example) -> bool:
    """Whether it asks for two level locations and no special rule."""
    entry = example.entry
    special = {"to_vertex", "to_vertexes", "from_loc", "to_loc"} & set(entry)
    rules = [rule for rule in entry.get("ssr", []) if "in season" not in rule]
    return example.supported and not special and not rules and not example.rule.startswith(LATER)


VERDICTS = [e for e in EXAMPLES if e.kind == "los" and is_plain(e)]


def address(board: hexlos.Board, name: str, level: int) -> str:
    return f"{name}:{level}" if level else name


@pytest.mark.parametrize("example", VERDICTS, ids=lambda e: e.id)
def test_worked_example(peer: Path, example: Example) -> None:
    entry = example.entry
    board = opened(peer, entry["board"])
    ends = [
        address(board, plain_hex(entry["board"], entry[end]), entry[f"{end}_level"])
        for end in ("from", "to")
    ]
    result = board.los(*ends, thread="exact")
    expected = entry["expect"]
    assert result.blocked == expected["blocked"], result.explain()
    if not result.blocked and expected["hindrance"] is not None:
        assert result.hindrance == expected["hindrance"], result.explain()


def kind_of(board: hexlos.Board, name: str, what: str) -> bool | int | None:
    """Whether a hex is what a class entry says, or its number; None for what is not asked yet."""
    hex_ = board.hex(name)
    crossing = {"road": hex_.has_road, "path": hex_.has_path}
    if what in crossing:
        return crossing[what]
    if what == "woods":
        return hex_.is_woods
    if what == "forest-eligible":
        return hex_.is_interior_woods
    if what == "elevation":
        return hex_.base_level
    if what == "hill":
        return hex_.base_level > 0
    if what == "building":
        return hex_.is_building
    if what == "gully":
        return hex_.is_depression
    if what in ("orchard", "crag", "graveyard", "shellholes"):
        return hex_.inherent == what.title() or hex_.terrain == what.title()
    return None


CLASSES = [e for e in EXAMPLES if e.kind == "class" and e.supported and "hex" in e.entry]


@pytest.mark.parametrize("example", CLASSES, ids=lambda e: e.id)
def test_hex_class(peer: Path, example: Example) -> None:
    entry = example.entry
    board = opened(peer, entry["board"])
    name = plain_hex(entry["board"], entry["hex"])
    found = kind_of(board, name, entry["is"])
    if found is None:
        pytest.skip(f"{entry['is']!r} is no fact of a hex that hexlos tells apart yet")
    assert found == entry["value"]


HEXSIDES = [
    e
    for e in EXAMPLES
    if e.kind == "class" and e.supported and e.entry["is"] in ("wall", "hedge", "cliff")
]


@pytest.mark.parametrize("example", HEXSIDES, ids=lambda e: e.id)
def test_hexside_class(peer: Path, example: Example) -> None:
    entry = example.entry
    board = opened(peer, entry["board"])
    first, second = (plain_hex(entry["board"], n) for n in entry["hexside"].split("-"))
    here = board.grid.index(first)
    side = board.grid.neighbours[here].tolist().index(board.grid.index(second))
    found = (board.hex(first).hexsides[side].terrain or "").lower() == entry["is"]
    assert found == entry["value"]
