"""The rulebook's worked examples on real boards: verdicts, and what hexes are."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import hexlos
from peer.examples import Example, load_examples, plain_hex

from conftest import peer_folder

#: Special rules that examples name in words, and hexlos' own; None where it has no such rule yet.
RULES = {
    "in season": (),
    "out of season": ("orchards-out-of-season",),
    "hedges are bocage": ("hedges-to-bocage",),
    "bocage": ("hedges-to-bocage",),
    "Light Woods": ("light-woods",),
}

#: Examples that fail, and the rule that is missing: see docs/decisions.md.
MISSING = {
    "B19.21-03": "woods on both sides of a gully's art, also IN it",
}

_FOLDER = peer_folder()
EXAMPLES = load_examples(_FOLDER) if _FOLDER else []


@cache
def opened(folder: Path, board: str, rules: tuple[str, ...] = ()) -> hexlos.Board:
    return hexlos.open_board(folder / "boards" / f"bd{board}", ssr=list(rules))


def rules_of(example: Example) -> tuple[str, ...] | None:
    """hexlos' special rules for an example, None when one of them does not exist yet."""
    found: tuple[str, ...] = ()
    for words in example.entry.get("ssr", []):
        known = [rules for key, rules in RULES.items() if key in words]
        if not known or "Wall Advantage" in words:
            return None
        # "out of season" holds "in season" in other words only, so the longest key decides
        found += max(known, key=len)
    return found


def can_be_asked(example: Example) -> bool:
    """Whether both ends have an address: no vertex, no crest status, no counters."""
    entry = example.entry
    crest = "crest" in f"{entry.get('from_loc', '')}{entry.get('to_loc', '')}"
    vertex = {"to_vertex", "to_vertexes"} & set(entry)
    return example.supported and not crest and not vertex and rules_of(example) is not None


def address(entry: dict[str, object], end: str) -> str:
    name = plain_hex(str(entry["board"]), str(entry[end]))
    if "beneath" in str(entry.get(f"{end}_loc", "")):
        return f"{name}:under"
    level = entry[f"{end}_level"]
    return f"{name}:{level}" if level else name


VERDICTS = [
    pytest.param(
        e,
        id=e.id,
        marks=[pytest.mark.xfail(reason=MISSING[e.id], strict=True)] if e.id in MISSING else [],
    )
    for e in EXAMPLES
    if e.kind == "los" and can_be_asked(e)
]


@pytest.mark.parametrize("example", VERDICTS)
def test_worked_example(peer: Path, example: Example) -> None:
    entry = example.entry
    board = opened(peer, entry["board"], rules_of(example) or ())
    result = board.los(address(entry, "from"), address(entry, "to"), thread="exact")
    expected = entry["expect"]
    assert result.blocked == expected["blocked"], result.explain()
    if not result.blocked and expected["hindrance"] is not None:
        assert result.hindrance == expected["hindrance"], result.explain()


def kind_of(board: hexlos.Board, name: str, what: str) -> bool | int:
    """Whether a hex is what a class entry says, or its number."""
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
    return hex_.inherent == what.title() or hex_.terrain == what.title()


#: What kind_of tells apart; the others need rules or names that hexlos does not have yet.
TOLD = (
    "road path woods forest-eligible elevation hill building gully orchard crag graveyard "
    "shellholes"
).split()
CLASSES = [
    e
    for e in EXAMPLES
    if e.kind == "class" and e.supported and "hex" in e.entry and e.entry["is"] in TOLD
]


@pytest.mark.parametrize("example", CLASSES, ids=lambda e: e.id)
def test_hex_class(peer: Path, example: Example) -> None:
    entry = example.entry
    board = opened(peer, entry["board"])
    name = plain_hex(entry["board"], entry["hex"])
    found = kind_of(board, name, entry["is"])
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
