"""The rulebook's worked examples on real boards: lines of sight, what is seen, what hexes are."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import hexlos
from peer.examples import Example, load_examples, side_of

from conftest import ROOT, peer_folder

#: Examples that fail, and what is at fault: see docs/decisions.md.
FAILING: dict[str, str] = {}

#: Least share of the examples supported by the boards' data that must hold.
LEAST = 0.98

_FOLDER = peer_folder()
EXAMPLES = load_examples(_FOLDER) if _FOLDER else []


def marks(example: Example) -> list[pytest.MarkDecorator]:
    """Expected failures: by the data, or by a decision."""
    if example.data != "ok":
        why = f"{example.data}: {example.entry['data_note']}"
        return [pytest.mark.xfail(reason=why, strict=False)]
    if example.id in FAILING:
        return [pytest.mark.xfail(reason=FAILING[example.id], strict=True)]
    return []


@pytest.mark.parametrize("example", [pytest.param(e, id=e.id, marks=marks(e)) for e in EXAMPLES])
def test_worked_example(peer: Path, example: Example) -> None:
    """Rules A4 to P as the rulebook's own examples have them (A6.3, B9.2, B10.2, B24.2 ...)."""
    board = example.board(peer)
    {"los": check_los, "los-set": check_set, "class": check_class}[example.kind](board, example)


def test_most_examples_hold() -> None:
    supported = [e for e in EXAMPLES if e.data == "ok"]
    assert len(FAILING) <= (1 - LEAST) * len(supported)


def test_failing_examples_are_explained() -> None:
    text = (ROOT / "docs" / "decisions.md").read_text(encoding="utf-8")
    assert [e for e in FAILING if e not in text] == []


def check_los(board: hexlos.Board, example: Example) -> None:
    ends = [example.address(board, end) for end in ("from", "to")]
    result = board.los(*ends, thread="exact", wall_advantage=example.wall_advantage)
    expected = example.entry["expect"]
    assert result.blocked == expected["blocked"], result.explain()
    if not result.blocked and expected["hindrance"] is not None:
        assert result.hindrance == expected["hindrance"], result.explain()


def check_set(board: hexlos.Board, example: Example) -> None:
    """All hexes that are said to be visible are, and none else of those it is complete for."""
    entry = example.entry
    source = example.address(board, "from")
    seen = {h for h in board.hexes if board.los(source, h, thread="exact").clear} - {source}
    visible = entry["visible"]
    named = set(map(example.hex, visible)) if isinstance(visible, list) else set()
    among = described(board, entry.get("complete_for") or visible) - {source}
    assert seen & among == (named or among)


def described(board: hexlos.Board, words: str) -> set[str]:
    """The hexes of "all level N hexes", of a hexrow where one is named."""
    level = re.search(r"level (-?\d+)", words)
    row = re.search(r"hexrow ([A-Z]+)", words)
    assert level, words
    return {
        name
        for name, base in zip(board.hexes, board.facts.base.tolist(), strict=True)
        if base == int(level[1]) and (not row or name.rstrip("0123456789") == row[1])
    }


def check_class(board: hexlos.Board, example: Example) -> None:
    entry = example.entry
    what, expected = str(entry["is"]), entry["value"]
    if "los" in entry:
        found: Any = board.los(*map(example.hex, entry["los"])).is_continuous_slope
    elif "hex" in entry:
        found = hex_answer(board.hex(example.hex(entry["hex"])), what)
    else:
        first, second = map(example.hex, entry["hexside"].split("-"))
        found = hexside_answer(board, first, second, what)
    assert found == expected


def hex_answer(hex_: hexlos.Hex, what: str) -> Any:
    """What a hex answers to an entry's word: a level, a height, or whether it is of a class."""
    if what == "elevation":
        return hex_.base_level
    if what.startswith("elevation-"):
        return hex_.base_level == int(what.removeprefix("elevation-"))
    if what == "building-height":
        return hex_.building_height
    if what == "forest-eligible":
        return hex_.is_interior_woods
    words = {"hut (PTO)": "hut", "interior-building-hex": "interior-building"}
    return words.get(what, what) in hex_.classes


def hexside_answer(board: hexlos.Board, first: str, second: str, what: str) -> bool:
    """Whether the hexside of two hexes is what an entry calls it."""
    hexes = [board.hex(name) for name in (first, second)]
    side = hexes[0].hexsides[side_of(board, first, second)]
    lower = min(hex_.base_level for hex_ in hexes)
    if what == "wall/hedge on lower level":
        return bool(side.classes & {"wall", "hedge"}) and side.level == lower
    if match := re.fullmatch(r"(\w+) on level (-?\d+)", what):
        return match[1] in side.classes and side.level == int(match[2])
    if what.startswith("pond hexside (neither hex"):
        return "pond" in side.classes and not any("water-obstacle" in h.classes for h in hexes)
    words = {
        "hillside wall/hedge": "hillside",
        "wall/hedge gap": "gap",
        "rowhouse black bar": "rowhouse-bar",
    }
    return words.get(what, what) in side.classes
