"""What is installed: the command, the data, the stubs, one version."""

from __future__ import annotations

import importlib
import tomllib
from importlib.metadata import entry_points
from importlib.metadata import version as installed_version
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import hexlos
import hexlos.ext

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    """The [project] table of pyproject.toml."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    table: dict[str, Any] = tomllib.loads(text)["project"]
    return table


def test_the_version_is_one(project: dict[str, Any]) -> None:
    assert hexlos.__version__ == installed_version("hexlos") == project["version"]
    assert f"[{project['version']}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_command_is_registered(project: dict[str, Any]) -> None:
    (script,) = entry_points(group="console_scripts", name="hexlos")
    assert script.value == project["scripts"]["hexlos"]
    assert callable(script.load())


def test_the_licence_is_stated(project: dict[str, Any]) -> None:
    assert project["license"] == "MIT"
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").startswith("MIT License")


@pytest.mark.parametrize("name", ["boards", "seeds"])
def test_data_is_reachable(name: str) -> None:
    folder = files(f"hexlos.{name}")
    for path in (ROOT / name).glob("*.toml"):
        assert folder.joinpath(path.name).read_bytes() == path.read_bytes()
    assert [entry.name for entry in folder.iterdir() if entry.name.endswith(".toml")]


def test_the_parts_of_the_page_are_installed() -> None:
    folder = files("hexlos.page")
    parts = [
        p for p in (ROOT / "plugin" / "page").iterdir() if p.suffix in (".html", ".css", ".js")
    ]
    assert len(parts) >= 6
    for part in parts:
        assert folder.joinpath(part.name).read_bytes() == part.read_bytes()


def test_the_package_is_marked_as_typed() -> None:
    assert files("hexlos").joinpath("py.typed").is_file()


@pytest.mark.parametrize("name", sorted(p.stem for p in (ROOT / "ext").glob("*.pyx")))
def test_a_kernel_has_a_stub_with_its_names(name: str) -> None:
    stub = (ROOT / "ext" / f"{name}.pyi").read_text(encoding="utf-8")
    module = importlib.import_module(f"hexlos.ext.{name}")
    for public in (n for n in vars(module) if not n.startswith("_")):
        assert f"def {public}(" in stub or f"class {public}" in stub


def test_the_stubs_number_the_codes_as_the_kernels_do() -> None:
    stub = (ROOT / "ext" / "_codes.pyi").read_text(encoding="utf-8")
    for enum in (hexlos.ext.Verdict, hexlos.ext.ReasonCode, hexlos.ext.StepKind):
        body = stub.partition(f"class {enum.__name__}(IntEnum):")[2].partition("\n\n")[0]
        assert body.split() == " ".join(f"{e.name} = {e.value}" for e in enum).split()


@pytest.mark.parametrize("package", [hexlos, hexlos.ext])
def test_all_lists_what_is_there(package: Any) -> None:
    assert sorted(package.__all__) == sorted(set(package.__all__))
    assert all(hasattr(package, name) for name in package.__all__)


def test_names_are_found_when_they_are_wanted() -> None:
    """Modules too, without an import of their own; nothing else."""
    assert hexlos.heat.watchers_of is not None
    assert set(hexlos.__all__) <= set(dir(hexlos))
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        hexlos.nothing  # noqa: B018


def test_every_error_is_a_hexlos_error_and_a_builtin() -> None:
    errors = [e for e in vars(hexlos).values() if isinstance(e, type) and issubclass(e, Exception)]
    leaves = [e for e in errors if e is not hexlos.HexlosError]
    assert leaves
    for error in leaves:
        assert issubclass(error, hexlos.HexlosError)
        assert any(base.__module__ == "builtins" for base in error.__bases__)
