"""Which table, code and tests stand for each rule: makes docs/rules.md; run it to renew that."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from los_rules import APPLIED, LEFT_OUT

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "rules.md"

#: Every rule of sections B13 and F13 with what it is about.
MISSION: Mapping[str, str] = {
    "B13.1": "woods, woods-road and woods-path hexes",
    "B13.2": "height of woods, on hills and in Depressions",
    "B13.3": "TEM and air bursts",
    "B13.31": "Defensive First Fire at movement along a woods road",
    "B13.32": "overruns in woods-road hexes",
    "B13.4": "Infantry and Cavalry entering woods",
    "B13.41": "vehicles entering woods",
    "B13.42": "fully-tracked vehicles entering woods",
    "B13.421": "Trail Breaks",
    "B13.4211": "several Trail Breaks, and their removal",
    "B13.4212": "Infantry and Cavalry on Trail Breaks",
    "B13.43": "Riders in woods",
    "B13.5": "kindling and spreading of fire",
    "B13.6": "paths",
    "B13.7": "Forest",
    "B13.8": "pine woods",
    "B13.81": "height of pine woods",
    "B13.82": "cost of entering pine woods",
    "F13.1": "Broken Terrain",
    "F13.2": "Steppe",
    "F13.3": "cactus hedges",
    "F13.4": "cactus patches",
    "F13.5": "olive groves",
    "F13.6": "vineyards",
}

#: So many tests are named for a rule; of more it only says that there are some.
SHOWN = 4

_HEAD = """# Rules

Where each rule is: the entries of `seeds/` that state it, the code that applies it (whose docstring
names it), and tests that name it. `python tests/rules_table.py` makes this page; a test fails where
a rule lacks what it should have, or where the page is out of date.

## Woods and alternate terrain

Every rule of sections B13 and F13.

| rule | about | seeds | code | tests |
|---|---|---|---|---|
"""

_LOS = """
## Line of sight

Every rule of LOS that is applied. What terrain does is stated in `seeds/`, and the code goes by it.

| rule | about | where | tests |
|---|---|---|---|
"""

_LEFT_OUT = """
## Not applied

Rules that have to do with LOS, and why they are not applied.

| rule | why not |
|---|---|
"""


#: Where a function of the compiled core begins: its name.
_FUNCTION = re.compile(r"^(?:cp?def|def) (?:[^\n(]* )?(\w+)\(", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Row:
    """One rule: where it is stated, applied and tested, all sorted."""

    rule: str
    about: str
    seeds: tuple[str, ...]
    code: tuple[str, ...]
    tests: tuple[str, ...]


def names(text: str, rule: str) -> bool:
    """Whether a text names a rule by its number, and not one that only begins like it.

    >>> names("see B13.31.", "B13.3"), names("see B13.3.", "B13.3")
    (False, True)
    """
    return re.search(rf"(?<![\w.]){re.escape(rule)}(?!\.?\d)", text) is not None


def seeds() -> Iterator[tuple[str, set[str]]]:
    """Every entry of every table, as ``file:table``, with the rule numbers in it."""
    for path in sorted((ROOT / "seeds").glob("*.toml")):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        for kind, entries in table.items():
            if not isinstance(entries, dict):
                continue
            for name, entry in entries.items():
                if isinstance(entry, dict):
                    yield f"{path.name}:{kind}.{name}", set(_rules(entry))


def _rules(data: Mapping[str, Any]) -> Iterator[str]:
    for key, item in data.items():
        if key == "rule":
            yield str(item)
        elif isinstance(item, dict):
            yield from _rules(item)


def kernels() -> Iterator[tuple[str, str]]:
    """Every function of the compiled core, as ``ext.module.name``, with its docstring and notes."""
    for path in sorted((ROOT / "ext").glob("_*.p[yx][xd]")):
        parts = _FUNCTION.split(path.read_text(encoding="utf-8"))
        for name, body in zip(parts[1::2], parts[2::2], strict=True):
            if '"""' in body:
                yield f"ext.{path.stem}.{name}", body


def code() -> Iterator[tuple[str, str]]:
    """Every function and class of the library, as ``module.name``, with its docstring."""
    for path in sorted((ROOT / "plugin").rglob("*.py")):
        parts = path.relative_to(ROOT / "plugin").with_suffix("").parts
        module = ".".join(part for part in parts if part != "__init__")
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for name, node in _defined(tree.body, ()):
            yield f"{module}.{name}".lstrip("."), ast.get_docstring(node) or ""


_Definition = ast.FunctionDef | ast.ClassDef


def _defined(body: list[ast.stmt], inside: tuple[str, ...]) -> Iterator[tuple[str, _Definition]]:
    for node in body:
        if isinstance(node, _Definition):
            path = (*inside, node.name)
            yield ".".join(path), node
            if isinstance(node, ast.ClassDef):
                yield from _defined(node.body, path)


def tests() -> Iterator[tuple[str, str]]:
    """Every test, as ``file::test``, with its source and the lists that its parameters are from."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        tree = ast.parse(source)
        lists = {
            target.id: ast.get_source_segment(source, node) or ""
            for node in tree.body
            if isinstance(node, ast.Assign | ast.AnnAssign)
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            if isinstance(target, ast.Name)
        }
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield f"{path.relative_to(ROOT / 'tests')}::{node.name}", _said(source, node, lists)


def _said(source: str, node: ast.FunctionDef, lists: Mapping[str, str]) -> str:
    """What a test's name, parameters and docstring say."""
    used = {
        name.id
        for decorator in node.decorator_list
        for name in ast.walk(decorator)
        if isinstance(name, ast.Name)
    }
    decorators = (ast.get_source_segment(source, each) or "" for each in node.decorator_list)
    parameters = (text for name, text in lists.items() if name in used)
    return "\n".join([node.name, ast.get_docstring(node) or "", *decorators, *parameters])


def rows(rules: Mapping[str, str] = MISSION) -> list[Row]:
    """One row a rule."""
    stated, tested = list(seeds()), list(tests())
    applied = list(code()) + (list(kernels()) if rules is APPLIED else [])
    return [
        Row(
            rule=rule,
            about=about,
            seeds=tuple(sorted(name for name, rules in stated if rule in rules)),
            code=tuple(sorted(name for name, text in applied if names(text, rule))),
            tests=tuple(sorted(name for name, text in tested if names(text, rule))),
        )
        for rule, about in rules.items()
    ]


def page() -> str:
    """The text of docs/rules.md."""
    lines = []
    for row in rows():
        more = ("and others",) if len(row.tests) > SHOWN else ()
        cells = [_cell(row.seeds), _cell(row.code), _cell(_spread(row.tests), more)]
        lines.append(f"| {row.rule} | {row.about} | {' | '.join(cells)} |")
    return _HEAD + "\n".join(lines) + "\n" + _los_page()


def _los_page() -> str:
    lines = []
    for row in rows(APPLIED):
        places = (*row.code[:SHOWN], *row.seeds)[: SHOWN + 2]
        more = ("and others",) if len(row.code) + len(row.seeds) > len(places) else ()
        others = ("and others",) if len(row.tests) > SHOWN else ()
        cells = [_cell(places, more), _cell(_spread(row.tests), others)]
        lines.append(f"| {row.rule} | {row.about} | {' | '.join(cells)} |")
    why = [f"| {rule} | {reason} |" for rule, reason in LEFT_OUT.items()]
    return _LOS + "\n".join(lines) + "\n" + _LEFT_OUT + "\n".join(why) + "\n"


def _spread(found: tuple[str, ...]) -> list[str]:
    """At most SHOWN tests, of as many files as there are."""
    first: dict[str, str] = {}
    for test in found:
        first.setdefault(test.partition("::")[0], test)
    chosen = [*first.values(), *(test for test in found if test not in first.values())]
    return sorted(chosen[:SHOWN])


def _cell(found: Iterable[str], more: tuple[str, ...] = ()) -> str:
    return "<br>".join([*(f"`{name}`" for name in found), *more])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
