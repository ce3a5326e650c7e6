"""Imports point down the layers only."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

PLUGIN = Path(__file__).resolve().parents[1] / "plugin"
COMPILED_CORE = {
    "building_sides",
    "bulk",
    "class_tables",
    "cores",
    "drawn",
    "jobs",
    "los",
    "margin",
    "matrix",
    "grid",
    "hexfacts",
    "hexgrid",
    "hexsides",
    "locations",
    "offsets",
    "pixels",
    "standing",
    "verdicts",
    "reasons",
    "shares",
    "sunken",
}
SHAPES = {"bench.baseline", "depict", "geometry", "hexclasses", "hexinfo"}


def _name(path: Path) -> str:
    """Name of a module below hexlos: "board", "files.vasl", "" for the package itself."""
    parts = path.relative_to(PLUGIN).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {_name(path): path for path in sorted(PLUGIN.rglob("*.py"))}


def _nodes(body: list[ast.stmt], everywhere: bool) -> Iterator[ast.stmt]:
    """Statements that run: all of them, or only those that run on import."""
    for node in body:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        yield node
        inner = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for part in ("body", "orelse", "finalbody"):
            if everywhere or not inner:
                yield from _nodes(getattr(node, part, []), everywhere)


def imports(name: str, everywhere: bool = True) -> set[str]:
    """Full names of the modules and names that a module imports, types apart."""
    tree = ast.parse(SOURCES[name].read_text(encoding="utf-8"))
    found: set[str] = set()
    for node in _nodes(tree.body, everywhere):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name} imports relatively"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def own(name: str, everywhere: bool = True) -> set[str]:
    """Modules of hexlos' own that a module imports."""
    found = set()
    for full in imports(name, everywhere):
        if full.startswith("hexlos."):
            path = full.removeprefix("hexlos.")
            found.add(path if path in SOURCES else path.rpartition(".")[0])
    return found - {""}


def importers(prefix: str) -> set[str]:
    """Modules that import a module or anything in it."""
    return {
        name
        for name in SOURCES
        if any(full == prefix or full.startswith(f"{prefix}.") for full in imports(name))
    }


def test_nothing_but_the_command_line_imports_it() -> None:
    assert {n for n in importers("hexlos.cli") if not n.startswith("cli")} == set()


def test_only_the_fronts_import_the_compiled_core() -> None:
    assert importers("hexlos.ext") <= COMPILED_CORE


def test_the_core_is_entered_by_its_front_door_only() -> None:
    assert {
        n for n in SOURCES if any(full.startswith("hexlos.ext._") for full in imports(n))
    } == set()


def test_only_what_deals_in_shapes_imports_shapely() -> None:
    found = {n for n in importers("shapely") if not n.startswith("files.native")}
    assert found <= SHAPES


def test_only_the_command_line_and_its_hook_import_click() -> None:
    found = {n for n in importers("click") if not n.startswith("cli")}
    assert found <= {"hookspecs"}


@pytest.mark.parametrize("name", ["errors", "hookspecs"])
def test_the_bottom_imports_nothing_of_ours(name: str) -> None:
    assert own(name) == set()


@pytest.mark.parametrize("name", ["address", "catalogue", "hexgrid"])
def test_the_vocabulary_imports_errors_only(name: str) -> None:
    assert own(name) <= {"errors", "ext"}


@pytest.mark.parametrize("name", [n for n in SOURCES if n.startswith("files.")])
def test_readers_know_boards_and_no_answers(name: str) -> None:
    above = {"los", "matrix", "grid", "opening", "maps", "plugins"}
    assert not {n for n in own(name) if n in above or n.startswith("export")}


def test_no_module_needs_itself_to_be_imported() -> None:
    graph = {name: own(name, everywhere=False) for name in SOURCES if name}
    assert list(TopologicalSorter(graph).static_order())
