"""hexlos trail-break: states in files."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import pytest
from click.testing import Result

from hexlos import Board, open_board, opening
from hexlos.export import atomic
from hexlos.rules.trailbreak import TrailBreaks

ROOT = Path(__file__).resolve().parents[2]
Run = Callable[..., Result]
Refused = Callable[..., str]


@lru_cache(maxsize=16)
def opened(name: str, ssr: tuple[str, ...], boards_dir: str | None) -> Board:
    """A board, opened once for all tests."""
    return open_board(name, ssr, boards_dir)


@pytest.fixture(autouse=True)
def _open_each_board_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "open_board", opened)


@pytest.fixture
def path(run: Run, tmp_path: Path) -> Path:
    """A file with E3:N-SE and F3:NW-centre, beneath which T1 sits (B13.421)."""
    file = tmp_path / "breaks.json"
    route = ("E2", "E3", "F3")
    assert run("trail-break", "make", file, "woodland", *route, "--name", "T1").exit_code == 0
    return file


def breaks(path: Path) -> list[str]:
    """Names of the Trail Breaks of a file."""
    return [str(t) for t in TrailBreaks.from_json(path.read_text(encoding="utf-8"))]


def test_make_and_show(run: Run, path: Path) -> None:
    """B13.421."""
    assert breaks(path) == ["E3:N-SE", "F3:NW-centre"]
    assert run("trail-break", "show", path).stdout.splitlines() == [
        "trail breaks: E3:N-SE; F3:NW-centre",
        "vehicles:     T1 in F3 beneath F3:NW-centre",
        "this phase:   none",
    ]


def test_make_adds_to_what_is_there(run: Run, path: Path) -> None:
    """B13.4211: several a hex, none of the same hexsides."""
    result = run("trail-break", "make", path, "woodland", "D3", "E3", "F2", "--name", "T2")
    assert result.stdout == f"{path}: made E3:NE-SW, F2:SW-centre\n"
    run("trail-break", "make", path, "woodland", "E2", "E3", "F3", "--name", "T3")
    assert [t for t in breaks(path) if t.startswith("E3")] == ["E3:N-SE", "E3:NE-SW"]


def test_make_along_a_road_makes_none(run: Run, tmp_path: Path) -> None:
    """B13.421."""
    arguments = ("trail-break", "make", tmp_path / "x", "woodland", "E5", "F4", "--name", "T1")
    assert run(*arguments).stdout.endswith("no Trail Break changed\n")
    assert breaks(tmp_path / "x") == []
    other = ("trail-break", "make", tmp_path / "y", *arguments[3:], "--no-road")
    assert run(*other).stdout.endswith("made F4:SW-centre\n")


def test_use_one_way_in_a_phase(run: Run, refused: Refused, path: Path) -> None:
    """B13.4212."""
    squad = ("--unit", "infantry", "--name")
    result = run("trail-break", "use", path, "woodland", "E2", "E3", *squad, "a")
    assert result.stdout == f"{path}: a uses E3:N-SE towards SE\n"
    before = path.read_bytes()
    assert "one-way" in refused("trail-break", "use", path, "woodland", "F3", "E3", *squad, "b")
    assert path.read_bytes() == before, "what is refused leaves the file as it was"
    run("trail-break", "next-phase", path)
    result = run("trail-break", "use", path, "woodland", "F3", "E3", *squad, "b")
    assert result.stdout == f"{path}: b uses E3:N-SE towards N\n"


def test_use_by_vehicles(run: Run, refused: Refused, path: Path) -> None:
    """B13.421, B13.4211."""
    result = run("trail-break", "use", path, "woodland", "E2", "E3", "--name", "T2", "--unarmoured")
    assert "T2 uses E3:N-SE towards SE" in result.stdout
    assert "T2 in E3 beneath E3:N-SE" in run("trail-break", "show", path).stdout
    truck = ("--unit", "wheeled", "--name", "truck")
    assert "B13.421" in refused("trail-break", "use", path, "woodland", "E2", "E3", *truck)
    named = (*truck, "--along", "E3:N-SE")
    assert "cannot use" in refused("trail-break", "use", path, "woodland", "E2", "E3", *named)
    run("trail-break", "make", path, "woodland", "E2", "E3", "D3", "--name", "T4")
    tank = ("trail-break", "use", path, "woodland", "E2", "E3", "--name", "T5")
    assert "name the one" in refused(*tank)
    assert "towards SW" in run(*tank, "--along", "E3:N-SW").stdout


def test_set_up(run: Run, refused: Refused, tmp_path: Path) -> None:
    """B13.421."""
    file = tmp_path / "new.json"
    in_woods = ("trail-break", "set-up", file, "woodland", "F4", "--in-woods", "--name")
    assert "say towards which hexside" in refused(*in_woods, "T1")
    assert not file.exists()
    assert run(*in_woods, "T1", "--hexside", "N").stdout == f"{file}: made F4:N-centre\n"
    assert "no hexside is called 'X'" in refused(*in_woods, "T2", "--hexside", "X")
    truck = ("--name", "truck", "--unit", "wheeled")
    run("trail-break", "set-up", file, "woodland", "E3", *truck)
    run("trail-break", "set-up", file, "woodland", "E4", "--name", "tractor", "--unarmoured")
    assert breaks(file) == ["F4:N-centre"]


def test_remove(run: Run, refused: Refused, path: Path) -> None:
    """B13.4211."""
    assert run("trail-break", "remove", path, "E3:SE-N").stdout == f"{path}: removed E3:N-SE\n"
    assert "there is no Trail Break" in refused("trail-break", "remove", path, "E3:N-SE")
    result = run("trail-break", "remove", path, "--wreck", "T1")
    assert result.stdout == f"{path}: removed F3:NW-centre\n"
    assert "no vehicle" in refused("trail-break", "remove", path, "--gone", "T1")
    assert breaks(path) == []


def test_gone_leaves_them(run: Run, path: Path) -> None:
    """B13.4211."""
    assert run("trail-break", "remove", path, "--gone", "T1").exit_code == 0
    assert breaks(path) == ["E3:N-SE", "F3:NW-centre"]


@pytest.mark.parametrize("before", [True, False])
def test_json(run: Run, path: Path, before: bool) -> None:
    flags = (["--json"], []) if before else ([], ["--json"])
    for words in (["show"], ["next-phase"]):
        result = run("trail-break", *flags[0], *words, path, *flags[1])
        assert json.loads(result.stdout) == json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("show none.json", "there is no file none.json"),
        ("use none.json woodland E2 E3 --name a", "there is no file none.json"),
        ("remove none.json E3:N-SE", "there is no file none.json"),
        ("next-phase none.json", "there is no file none.json"),
        ("make none.json woodland E2 --name a", "Give two hexes or more"),
        ("make none.json woodland E2 E9 --name a", "not adjacent"),
        ("make none.json woodland E2 E99 --name a", "no hex 'E99'"),
        ("make none.json woodland E2 E3", "Missing option '--name'"),
        ("make none.json woodland E2 E3 --name ''", "needs a name"),
        ("make none.json nowhere E2 E3 --name a", "no board 'nowhere'"),
        ("remove none.json", "Give a Trail Break"),
        ("remove none.json E3:N-SE --gone a", "Give a Trail Break"),
        ("nothing", "No such command"),
        ("make . woodland E2 E3 --name a", ". cannot be read"),
        ("make none/x.json woodland E2 E3 --name a", "cannot be written"),
    ],
)
def test_bad_input(
    refused: Refused, words: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert says in refused("trail-break", *shlex.split(words))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b"[]", b'{"format": 1, "x": 2}'])
def test_a_damaged_file_is_left_alone(refused: Refused, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "damaged.json"
    file.write_bytes(content)
    for words in (["show", file], ["make", file, "woodland", "E2", "E3", "--name", "a"]):
        assert "damaged.json: " in refused("trail-break", *words)
    assert file.read_bytes() == content


def test_a_write_that_fails_loses_nothing(
    refused: Refused, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(atomic.os, "fsync", full)
    says = refused("trail-break", "make", path, "woodland", "D3", "E3", "--name", "T2")
    assert "No space left" in says
    assert path.read_bytes() == before
    assert [p.name for p in path.parent.iterdir()] == ["breaks.json"]


def test_help_without_a_command(run: Run) -> None:
    result = run("trail-break")
    assert result.exit_code == 0
    assert "Commands:" in result.stdout
    for name in ("show", "make", "set-up", "use", "remove", "next-phase"):
        shown = run("trail-break", name, "-h").stdout
        assert f"\n    hexlos trail-break {name}" in shown


def test_no_los_changes(path: Path) -> None:
    """B13.4212: a board knows of no Trail Breaks, so none changes a line."""
    assert not hasattr(open_board("woodland"), "trail_breaks")


def test_the_example_of_the_documentation(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    section = text.split("\n## hexlos trail-break\n")[1].split("\n## ")[0]
    (example,) = re.findall(r"```text\n(.*?)```", section, re.DOTALL)
    steps = re.findall(r"^\$ hexlos ([^\n]+)\n((?:[^$][^\n]*\n)*)", example, re.MULTILINE)
    assert len(steps) >= 5
    for arguments, output in steps:
        assert run(*shlex.split(arguments)).output == output, arguments
