"""Every example in a docstring is right."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

PACKAGES = ("hexlos", "hexlos.ext", "hexlos.boards", "hexlos.seeds")


def modules() -> list[str]:
    """Names of all modules; the four packages need not lie in one folder."""
    found = set(PACKAGES)
    for package in PACKAGES:
        path = importlib.import_module(package).__path__
        found |= {info.name for info in pkgutil.walk_packages(path, f"{package}.")}
    return sorted(found)


@pytest.mark.parametrize("name", modules())
def test_examples(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", modules())
def test_a_module_says_what_it_is_for(name: str) -> None:
    module = importlib.import_module(name)
    first = (module.__doc__ or "").strip().splitlines()
    assert first
    assert first[0].endswith((".", ":"))


def test_the_tour_in_the_readme() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted > 0
    assert result.failed == 0
