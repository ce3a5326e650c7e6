"""hexlos terrain."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from click.testing import Result

from hexlos.rules.terrain import all_terrain

Run = Callable[..., Result]
Refused = Callable[..., str]


def test_a_squad_enters_pine_woods_along_a_path(run: Run) -> None:
    """B13.6, B13.82: what a new user looks for first."""
    shown = run("terrain", "pine woods").stdout
    assert re.search(r"^entry +infantry: 1 1/2 MF +B13\.82$", shown, re.MULTILINE)
    assert re.search(r"^by path +infantry: 1 MF +B13\.6$", shown, re.MULTILINE)


def test_cactus_patches_block_at_half_a_level(run: Run) -> None:
    """F13.4."""
    shown = run("terrain", "cactus-patch").stdout
    assert re.search(r"^LOS obstacle +1/2 level +F13\.4$", shown, re.MULTILINE)


@pytest.mark.parametrize("name", ["Pine", "PINE-WOODS", "pine woods"])
def test_names_in_any_case(run: Run, name: str) -> None:
    assert run("terrain", name).stdout.startswith("pine woods (B13.8, seeds/b13_woods.toml)\n")


def test_the_list_names_all(run: Run) -> None:
    lines = run("terrain").stdout.splitlines()
    assert len(lines) == len(all_terrain())
    for rules, line in zip(all_terrain(), lines, strict=True):
        assert line.startswith(rules.name)
        assert rules.rule in line


def test_json_of_one(run: Run) -> None:
    data = json.loads(run("terrain", "woods", "--json").stdout)
    assert data["height"] == {"value": 1.0, "rule": "B13.2"}
    assert data["tem"]["indirect"] == {"value": -1, "rule": "B13.3"}
    assert data["kindle"] == {"value": 9, "rule": "B13.5"}
    assert data["concealment"] == {"value": None, "rule": None}
    (infantry,) = data["entry"]["infantry"]
    assert (infantry["value"], infantry["rule"]) == (2, "B13.4")
    assert [way["rule"] for way in data["entry"]["fully-tracked"]] == ["B13.42", "B13.41"]
    assert data["by"]["trail-break"]["infantry"][0]["value"] == 1.5
    assert {fact["rule"] for fact in data["restrictions"]} == {"B13.4", "B13.43"}
    assert all(fact["rule"] for fact in data["facts"].values())


def test_json_of_all(run: Run) -> None:
    data = json.loads(run("terrain", "--json").stdout)
    assert [each["name"] for each in data] == [rules.name for rules in all_terrain()]
    forest = next(each for each in data if each["name"] == "Forest")
    assert forest["like"] == ["woods"]


def test_an_unknown_name_is_one_line(refused: Refused) -> None:
    assert "did you mean cactus" in refused("terrain", "cactos")


def test_help_has_examples(run: Run) -> None:
    assert 'hexlos terrain "pine woods"' in run("terrain", "-h").stdout
    assert "terrain " in run("--help").stdout
