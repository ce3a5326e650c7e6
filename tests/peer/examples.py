"""The rulebook's worked examples, as questions to a board."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import hexlos

SIDES = ("N", "NE", "SE", "S", "SW", "NW")
VERTICES = ("NW", "NE", "E", "SE", "SW", "W")

#: Words of a condition that an example names, and the special rule that it is.
RULES = {
    "out of season": "orchards-out-of-season",
    "bocage": "hedges-to-bocage",
    "Light Woods": "light-woods",
    "Alpine Hills": "alpine-hills",
}

#: Words of conditions that boards show without any rule.
PRINTED = ("orchard in season", "grain in season")


@dataclass(frozen=True)
class Example:
    """One worked example: its id, its rule, and the entry itself."""

    id: str
    rule: str
    kind: str
    entry: dict[str, Any]

    @property
    def data(self) -> str:
        """Whether the archive's own data supports the answer: "ok" if so."""
        return str(self.entry["data"])

    def hex(self, name: str) -> str:
        """A hex's name without its board's number or letters: ``5F4`` of board 05 is ``F4``."""
        return name.removeprefix(str(self.entry["board"]).lstrip("0"))

    @cached_property
    def ssrs(self) -> list[str]:
        """The special rules in force."""
        return [rule for words in self.conditions for rule in self.rule_of(words)]

    @property
    def conditions(self) -> list[str]:
        """What else is so, in the entry's words."""
        return [w for w in self.entry.get("ssr", []) if not w.startswith(PRINTED)]

    def rule_of(self, words: str) -> Iterator[str]:
        """The special rule that a condition is; none for one that is asked with the question."""
        if match := re.fullmatch(r"(\w+) rubbled at ground level", words):
            yield f"rubble:{self.hex(match[1])}"
        elif "Wall Advantage" not in words:
            yield next(rule for key, rule in RULES.items() if key in words)

    @property
    def wall_advantage(self) -> list[str] | None:
        """The hexes whose units hold Wall Advantage, None where nothing is said of it."""
        found = [re.search(r"in (\w+) has Wall Advantage", w) for w in self.conditions]
        return [self.hex(match[1]) for match in found if match] or None

    def board(self, folder: Path) -> hexlos.Board:
        """The example's board, with its special rules."""
        return _opened(folder / "boards" / f"bd{self.entry['board']}", tuple(self.ssrs))

    def address(self, board: hexlos.Board, end: str) -> str:
        """The location at one end, "from" or "to"."""
        name, where = self.hex(self.entry[end]), str(self.entry.get(f"{end}_loc", ""))
        if vertex := self.entry.get(f"{end}_vertex"):
            return f"{name}@{vertex_name(board, name, [self.hex(h) for h in vertex.split('-')])}"
        if "beneath" in where:
            return f"{name}:under"
        if "crest" in where:
            along = re.search(r"(\w+)-(\w+)$", where)
            side = side_name(board, name, self.hex(along[2])) if along else ""
            return f"{name}:crest/{side}" if side else f"{name}:crest"
        level = self.entry[f"{end}_level"]
        return f"{name}:{level}" if level else name


@cache
def _opened(path: Path, ssrs: tuple[str, ...]) -> hexlos.Board:
    return hexlos.open_board(path, ssr=list(ssrs))


def side_of(board: hexlos.Board, name: str, other: str) -> int:
    """The hexside that a hex shares with a neighbour."""
    beyond = board.grid.neighbours[board.grid.index(name)].tolist()
    return beyond.index(board.grid.index(other))


def side_name(board: hexlos.Board, name: str, other: str) -> str:
    """Its name."""
    return SIDES[side_of(board, name, other)]


def vertex_name(board: hexlos.Board, name: str, around: list[str]) -> str:
    """The vertex of a hex where it meets two others."""
    first, second = sorted(side_of(board, name, h) for h in around if h != name)
    # vertex k lies between hexsides k - 1 and k
    return VERTICES[0 if (first, second) == (0, 5) else second]


def load_examples(folder: Path) -> list[Example]:
    """Every entry of examples.jsonl in a folder."""
    lines = (folder / "examples.jsonl").read_text(encoding="utf-8").splitlines()
    entries = [json.loads(line) for line in lines if line.strip()]
    return [Example(e["id"], e["rule"], e["kind"], e) for e in entries]
