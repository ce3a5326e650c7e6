"""hexlos los."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

import hexlos

Run = Callable[..., Result]
Refused = Callable[..., str]

KEYS = {
    "board", "ssr", "thread", "source", "target", "clear", "blocked", "hindrance", "hindrances",
    "entrenched", "without_wall_advantage",
    "range", "reason", "blocked_at", "blocked_hex", "along_hexside", "margin",
    "steps",
}  # fmt: skip


def test_blocked_names_hex_pixel_and_rule(run: Run, archive: Path) -> None:
    result = run("los", archive, "A2", "C1")
    los = hexlos.open_board(archive).los("A2", "C1")
    assert result.exit_code == 0, result.output
    assert los.blocked
    assert result.stdout.splitlines()[0] == (
        f"A2 -> C1, range 2: blocked at {los.blocked_hex} {los.blocked_at}: "
        f"{los.reason.text} ({los.reason.rule})"
    )


def test_clear_and_hindered(run: Run, archive: Path) -> None:
    assert run("los", archive, "A1", "A3").stdout.splitlines()[0] == "A1 -> A3, range 2: clear"
    hindered = run("los", archive, "C1", "C3").stdout.splitlines()[0]
    assert hindered == "C1 -> C3, range 2: clear, hindrance +1 (C2 +1)"


def test_a_margin_is_told_where_there_is_one(run: Run, archive: Path) -> None:
    board = hexlos.open_board(archive)
    close = next(
        (a, b) for a in board.hexes for b in board.hexes if board.los(a, b).margin is not None
    )
    assert f"margin {board.los(*close).margin:.2f} px" in run("los", archive, *close).stdout
    assert "margin" not in run("los", archive, "A1", "A1").stdout


def test_along_a_hexside_is_said(run: Run, archive: Path) -> None:
    los = hexlos.open_board(archive).los("A1", "C1")
    assert los.along_hexside
    assert "along a hexside" in run("los", archive, "A1", "C1").stdout


def test_explain_is_the_text_of_the_result(run: Run, archive: Path) -> None:
    text = hexlos.open_board(archive).los("C1", "C3").explain()
    assert run("los", archive, "C1", "C3", "--explain").stdout.strip() == text.strip()


@pytest.mark.parametrize("thread", ["exact", "vasl"])
def test_json_has_everything(run: Run, archive: Path, thread: str) -> None:
    result = run("los", archive, "D2:1", "A2", "--json", "--thread", thread)
    data = json.loads(result.stdout)
    assert set(data) == KEYS
    los = hexlos.open_board(archive).los("D2:1", "A2", thread=thread)
    assert data["blocked"] == los.blocked
    assert data["range"] == los.range
    assert data["thread"] == thread
    assert data["reason"] == {
        "name": los.reason.name, "rule": los.reason.rule, "text": los.reason.text,
    }  # fmt: skip
    assert [step["hex"] for step in data["steps"]] == [step.hex for step in los.steps]
    told = run("los", archive, "A1", "A2", "--json", "--explain").stdout
    assert set(json.loads(told)) == KEYS | {"explanation"}


def test_the_environment_chooses_the_thread(run: Run, archive: Path) -> None:
    result = run("los", archive, "A1", "A2", "--json", env={"HEXLOS_THREAD": "vasl"})
    assert json.loads(result.stdout)["thread"] == "vasl"


@pytest.mark.parametrize(
    ("ends", "says"),
    [
        (("A1", "Z9"), "'Z9'"),
        (("nonsense", "A1"), "'nonsense'"),
        (("A1", "D2:9"), "D2:1"),
    ],
)
def test_bad_addresses(refused: Refused, archive: Path, ends: tuple[str, str], says: str) -> None:
    assert says in refused("los", archive, *ends)


def test_bad_thread(refused: Refused, archive: Path) -> None:
    assert "use exact or vasl" in refused("los", archive, "A1", "A2", "--thread", "thick")
    assert "use exact or vasl" in refused(
        "los", archive, "A1", "A2", env={"HEXLOS_THREAD": "thick"}
    )


def test_a_board_of_our_own(run: Run) -> None:
    assert run("los", "woodland", "F4", "J3").stdout.startswith("F4 -> J3, range 4: ")


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_a_picture_is_written(run: Run, archive: Path, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"l.{suffix}"
    result = run("los", archive, "A2", "C1", "--picture", path)
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[-1].startswith(f"-> {path} (")
    head = {"png": b"\x89PNG", "svg": b"<?xml"}[suffix]
    assert path.read_bytes().startswith(head)
    data = json.loads(run("los", archive, "A2", "C1", "--picture", path, "--json").stdout)
    assert set(data) == KEYS | {"file", "bytes"}
    assert data["bytes"] == path.stat().st_size


def test_a_picture_is_not_written_under_another_kind_of_name(
    refused: Refused, archive: Path, tmp_path: Path
) -> None:
    told = refused("los", archive, "A2", "C1", "--picture", tmp_path / "l.jpeg")
    assert "ends in .png or .svg" in told
    assert "scale of 99" in refused(
        "los", archive, "A2", "C1", "--picture", tmp_path / "l.png", "--scale", "99"
    )
    assert not list(tmp_path.iterdir())


def test_from_a_vertex(run: Run, archive: Path) -> None:
    """Commands that take a location take a vertex (A6.12)."""
    board = hexlos.open_board(archive)
    los = board.los("C2@N/NW", "A1")
    told = run("los", archive, "C2@N/NW", "A1").stdout.splitlines()[0]
    assert told == los.explain().splitlines()[0]
    data = json.loads(run("los", archive, "C2@N/NW", "A1", "--json").stdout)
    assert data["source"] == "C2@N/NW"
    assert data["steps"][-1]["meets"] == "end"
    shot = run("tem", archive, "C2@N/NW", "A1@SE", "--moving")
    assert shot.exit_code == 0, shot.output
    assert shot.stdout.startswith("C2@N/NW -> A1")


def test_a_fan_from_a_vertex(run: Run, archive: Path, tmp_path: Path) -> None:
    result = run("fan", archive, "C2@N/NW", "-o", tmp_path / "x.png")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("C2@N/NW on board made: ")
    assert (tmp_path / "x.png").stat().st_size > 0


def test_entrenched_ends(run: Run, refused: Refused) -> None:
    """B9.21: --entrenched names the ends; one that is no end is refused in a line."""
    assert "clear" in run("los", "village", "A2", "D1").stdout.splitlines()[0]
    assert "(B9.21)" in run("los", "village", "A2", "D1", "--entrenched", "D1").stdout
    shown = run("los", "village", "A2", "D1", "--entrenched", "D1", "--json").stdout
    assert json.loads(shown)["entrenched"] == ["D1"]
    assert "not about that hex" in refused("los", "village", "A2", "D1", "--entrenched", "F4")


def test_wall_advantage(run: Run) -> None:
    """B9.521: --wall-advantage none shuts bocage to all but adjacent hexes."""
    bocage = ("los", "village", "A2", "D1", "--ssr", "bocage")
    assert "clear" in run(*bocage).stdout.splitlines()[0]
    assert "blocked" in run(*bocage, "--wall-advantage", "none").stdout.splitlines()[0]
    shown = run(*bocage, "--wall-advantage", "D1", "--json").stdout
    assert json.loads(shown)["without_wall_advantage"] == ["A2"]
