"""Maps of boards on the command line: every command takes one where it takes a board."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from PIL import Image

import hexlos

from saves import write_save
from synthetic import make_board, write_boards

Run = Callable[..., Result]
Refused = Callable[..., str]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Archives of small boards, 02 and 04."""
    one = make_board(terrain={"C2": "Woods", "E2": "Woods"})
    two = make_board(terrain={"C2": "Grain"})
    return write_boards(tmp_path_factory.mktemp("boards"), {"02": one, "04": two})


@pytest.fixture
def save(folder: Path, tmp_path: Path) -> Path:
    return write_save(tmp_path / "game.vsav", "0 0 02 VER 1 OVR wd1", "0 1 r04 VER 1")


@pytest.fixture
def env(folder: Path) -> dict[str, str]:
    return {"HEXLOS_BOARDS": str(folder)}


def test_a_line_over_a_seam(run: Run, env: dict[str, str]) -> None:
    result = run("los", "2/4", "2C4", "4C1", env=env)
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("2C4 -> 4C1, range 1: clear")
    told = json.loads(run("los", "02+r04", "2D2", "4D2", "--json", env=env).stdout)
    assert told["board"] == "02+r04"


def test_a_plain_name_that_is_ambiguous(refused: Refused, env: dict[str, str]) -> None:
    assert "2C2 or 4C2" in refused("los", "2/4", "C2", "4C1", env=env)


def test_a_saved_game(run: Run, save: Path, env: dict[str, str]) -> None:
    result = run("los", save, "2C4", "4C3", env=env)
    assert result.exit_code == 0, result.output
    assert "2C4 -> 4C3" in result.stdout
    assert result.stderr.startswith("hexlos: warning: overlay 'wd1' of board 02 is not applied")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("2/99", "no board '99'"), ("2+", ""), ("2[A-Z]", "no column 'Z'"),
        ("2[A-B]+4", "half a hex off"), ("nowhere.vsav", "no such saved game"),
    ],
)  # fmt: skip
def test_maps_that_are_none(
    run: Run, refused: Refused, env: dict[str, str], text: str, told: str
) -> None:
    if told:
        assert told in refused("board", text, env=env)
    else:
        assert run("board", text, env=env).exit_code == 0


def test_a_matrix_of_a_map(run: Run, save: Path, env: dict[str, str], tmp_path: Path) -> None:
    result = run("matrix", "2/4", save, "-o", tmp_path / "out", env=env)
    assert result.exit_code == 0, result.output
    assert {p.name for p in (tmp_path / "out").iterdir()} == {"02_04.npz", "02_r04.npz"}
    matrix = hexlos.load_matrix(tmp_path / "out" / "02_04.npz")
    assert {"2A1", "4E4"} <= set(matrix.locations)
    assert matrix.info["board"] == "02/04"


def test_a_picture_of_what_a_hex_sees_of_a_map(
    run: Run, env: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "fan.png"
    result = run("fan", "2+4", "4C3", "-o", file, "--scale", 2, env=env)
    assert result.exit_code == 0, result.output
    with Image.open(file) as image:
        assert image.width == 2 * 2 * 216


def test_what_a_map_is_made_of(run: Run, env: dict[str, str]) -> None:
    result = run("board", "2/4", env=env)
    assert "02/04" in result.stdout
    assert "432 x" not in result.stdout
    assert "216 x 512 pixels" in result.stdout
    assert "2A1 to 4E4" in result.stdout
    told = json.loads(run("board", "2/r04", "--json", env=env).stdout)
    assert told["boards"] == [
        {"name": "02", "reversed": False, "left": 0, "top": 0},
        {"name": "04", "reversed": True, "left": 0, "top": 256},
    ]
    assert told["seam"] == {"2B4": ["4D4"], "2D4": ["4B4"]}


def test_rules_on_a_map(run: Run, env: dict[str, str]) -> None:
    told = json.loads(run("board", "2+4", "--ssr", "pine:2", "--json", env=env).stdout)
    assert told["ssr"] == ["pine:2"]
    result = run("diff", "2+4", "--ssr", "pine", env=env)
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("board 02+04: pine against no rules")


def test_moving_over_a_seam(run: Run, env: dict[str, str]) -> None:
    result = run("move", "2/4", "2C4", "4C1", env=env)
    assert result.exit_code == 0, result.output
    around = run("move", "2/4", "4C1", env=env)
    assert "4C1 -> 2C4" in around.stdout


def test_fire_on_a_map(run: Run, env: dict[str, str]) -> None:
    result = run("tem", "2+4", "4A2", "2D2", env=env)
    assert result.exit_code == 0, result.output


def test_trail_breaks_on_a_map(run: Run, env: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "breaks.json"
    made = run("trail-break", "make", file, "2+4", "2C1", "2C2", "--name", "T-34", env=env)
    assert made.exit_code == 0, made.output
    assert "2C2" in file.read_text()
