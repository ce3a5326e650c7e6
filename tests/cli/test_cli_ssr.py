"""hexlos ssr, and rules on the command line of others."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

import hexlos
from hexlos import list_ssrs

Run = Callable[..., Result]
Refused = Callable[..., str]


def test_all_rules_are_listed(run: Run) -> None:
    lines = run("ssr").stdout.splitlines()
    assert len(lines) == len(list_ssrs())
    assert lines[0].split()[:2] == ["forest", "B13.7"]
    assert any(line.startswith("vineyard:TERRAIN ") and " F13.6 " in line for line in lines)
    assert any(line.startswith("steppe[:grain] ") for line in lines)


def test_json(run: Run) -> None:
    data = json.loads(run("ssr", "--json").stdout)
    assert [rule["name"] for rule in data] == [rule.name for rule in list_ssrs()]
    assert {tuple(rule) for rule in data} == {
        ("name", "usage", "rule", "effect", "against", "aliases")
    }


@pytest.mark.parametrize("name", ["broken-terrain", "BrokenTerrain", "BROKEN_TERRAIN:A1"])
def test_one_rule(run: Run, name: str) -> None:
    text = run("ssr", name).stdout
    assert text.startswith("name:           broken-terrain\nrule:           F13.1\n")
    assert "against:        steppe" in text
    assert json.loads(run("ssr", name, "--json").stdout)["against"] == ["steppe"]


def test_a_name_of_vasl(run: Run) -> None:
    assert "NoSunkElevRoads" in run("ssr", "NoSunkElevRoads").stdout
    assert run("ssr", "Level1ToLevel0").stdout.startswith("name:           level1-to-level0\n")


def test_unknown_names(refused: Refused) -> None:
    assert "did you mean 'steppe'" in refused("ssr", "stepe")
    assert "unknown scenario special rule" in refused("los", "hills", "A1", "C1", "--ssr", "frogs")
    assert "contradicts steppe" in refused(
        "board", "desert", "--ssr", "steppe", "--ssr", "broken-terrain"
    )


def test_rules_change_answers(run: Run) -> None:
    plain = run("los", "desert", "W3", "W5").stdout
    broken = run("los", "desert", "N3", "N5", "--ssr", "broken-terrain").stdout
    assert "blocked at N4" in broken
    assert "clear" in run("los", "desert", "N3", "N5").stdout
    assert plain.startswith("W3 -> W5")


def test_what_a_rule_without_effect_says(run: Run, archive: Path) -> None:
    result = run("los", archive, "A1", "C1", "--ssr", "no-cliffs")
    assert result.exit_code == 0
    assert result.stderr == (
        "hexlos: warning: no-cliffs changes nothing: board made shows no cliff\n"
    )
    assert run("los", archive, "A1", "C1", "--ssr", "winter").stderr == ""


def test_board_lists_what_changed(run: Run) -> None:
    result = run("board", "woodland", "--ssr", "forest:F4,G4", "--ssr", "no-grain")
    lines = result.stdout.splitlines()
    assert "SSRs:           forest:F4,G4, no-grain" in lines
    changed = [line for line in lines if " -> " in line]
    assert changed[0].startswith("changed:        Grain -> Open Ground, ")
    assert changed[1] == " " * 16 + "Woods -> Forest, 2: F4 G4"
    data = json.loads(run("board", "woodland", "--ssr", "forest:F4,G4", "--json").stdout)
    assert data["changes"] == [{"before": "Woods", "after": "Forest", "hexes": ["F4", "G4"]}]
    assert data["ssr"] == ["forest:F4,G4"]


def test_board_lists_what_changed_on_hexsides_and_levels(run: Run) -> None:
    data = json.loads(
        run("board", "hills", "--ssr", "cactus-hedge", "--ssr", "level3-to-level2", "--json").stdout
    )
    pairs = {(one["before"], one["after"]): one["hexes"] for one in data["changes"]}
    assert set(pairs) == {
        ("Wall", "Cactus Hedge"),
        ("Hedge", "Cactus Hedge"),
        ("level 3", "level 2"),
    }
    plain = hexlos.open_board("hills")
    high = [name for name in plain.hexes if plain.hex(name).base_level == 3]
    assert set(high) <= set(pairs["level 3", "level 2"])
