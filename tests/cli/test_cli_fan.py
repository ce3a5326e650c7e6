"""hexlos fan."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from click.testing import Result
from PIL import Image

import hexlos
from hexlos.fan import look

Run = Callable[..., Result]
Refused = Callable[..., str]

KEYS = {
    "board", "ssr", "source", "thread", "clear", "hindered", "blocked", "seen", "not_seen",
    "file", "bytes",
}  # fmt: skip


def test_a_picture_is_written(run: Run, archive: Path, tmp_path: Path) -> None:
    result = run("fan", archive, "C1", "-o", tmp_path / "c1.png", "--scale", "2")
    assert result.exit_code == 0, result.output
    found = look(hexlos.open_board(archive), "C1")
    assert result.stdout.startswith(f"C1 on board made: {found.clear} hexes clear, ")
    with Image.open(tmp_path / "c1.png") as image:
        assert image.format == "PNG"
        assert image.width == 2 * 216
    assert [path.name for path in tmp_path.iterdir()] == ["c1.png"]


def test_json(run: Run, archive: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.png"
    data = json.loads(run("fan", archive, "D2:1", "-o", path, "--json").stdout)
    assert set(data) == KEYS
    found = look(hexlos.open_board(archive), "D2:1")
    assert data["hindered"] == {str(n): count for n, count in found.hindered.items()}
    assert data["clear"] + sum(data["hindered"].values()) + data["blocked"] == 21
    assert data["bytes"] == path.stat().st_size
    assert len(data["seen"]) == data["clear"] + sum(data["hindered"].values())
    assert len(data["not_seen"]) == data["blocked"]
    assert not set(data["seen"]) & set(data["not_seen"])


def test_svg_by_suffix(run: Run, archive: Path, tmp_path: Path) -> None:
    result = run("fan", archive, "C1", "-o", tmp_path / "c1.svg")
    assert result.exit_code == 0, result.output
    assert (tmp_path / "c1.svg").read_text(encoding="utf-8").startswith("<?xml")


def test_bad_input(refused: Refused, archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "x.png"
    assert "'Z9'" in refused("fan", archive, "Z9", "-o", out)
    assert "scale of 0" in refused("fan", archive, "A1", "-o", out, "--scale", "0")
    assert "Missing option" in refused("fan", archive, "A1")
    assert "cannot be written" in refused("fan", archive, "A1", "-o", tmp_path / "no" / "x.png")
    assert "ends in .png" in refused("fan", archive, "A1", "-o", tmp_path)
    (tmp_path / "folder.png").mkdir()
    assert "no regular file" in refused("fan", archive, "A1", "-o", tmp_path / "folder.png")
    (tmp_path / "folder.png").rmdir()
    assert not list(tmp_path.iterdir())


def test_a_picture_is_not_written_under_another_kind_of_name(run: Run, tmp_path: Path) -> None:
    there = tmp_path / "x.npz"
    there.write_bytes(b"kept")
    result = run("fan", "woodland", "F4", "-o", there)
    assert result.exit_code == 2
    assert "ends in .png" in result.stderr
    assert there.read_bytes() == b"kept"
