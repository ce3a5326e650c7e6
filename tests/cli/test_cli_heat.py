"""hexlos heat."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from click.testing import Result
from PIL import Image

import hexlos
from hexlos.heat import heat

Run = Callable[..., Result]
Refused = Callable[..., str]

KEYS = {
    "board", "ssr", "thread", "max_range", "watchers", "most_seen", "dead_ground", "hexes",
}  # fmt: skip


def test_the_best_are_listed(run: Run, archive: Path) -> None:
    lines = run("heat", archive, "--top", "3").stdout.splitlines()
    found = heat(hexlos.open_board(archive))
    assert lines[0].startswith("board made: 22 hexes, ")
    assert lines[1].split()[:2] == ["hex", "level"]
    assert [line.split()[0] for line in lines[2:]] == [one.hex for one in found.ranked(3)]


def test_json(run: Run, archive: Path) -> None:
    data = json.loads(run("heat", archive, "--json", "--top", "1").stdout)
    assert set(data) == KEYS
    assert data["watchers"] is None
    assert len(data["most_seen"]) == 1
    assert len(data["hexes"]) == 22
    assert set(data["hexes"][0]) == {"hex", "seen_by", "clear", "hindered", "possible"}


def test_watchers_and_dead_ground(run: Run, archive: Path, tmp_path: Path) -> None:
    path = tmp_path / "w.png"
    arguments = ("heat", archive, "--from", "C1,D2:1", "--from", "A1-A2", "--max-range", "2")
    data = json.loads(run(*arguments, "-o", path, "--json").stdout)
    assert set(data) == KEYS | {"file", "bytes"}
    assert data["watchers"] == ["C1", "D2:1", "A1", "A2"]
    assert data["max_range"] == 2
    found = heat(hexlos.open_board(archive), data["watchers"], max_range=2)
    assert data["dead_ground"] == list(found.dead)
    assert found.dead
    text = run(*arguments, "-o", path).stdout.splitlines()
    assert text[0].endswith("up to range 2")
    assert text[1].startswith(f"dead ground: {len(found.dead)} hexes: ")
    with Image.open(path) as image:
        assert image.format == "PNG"


def test_svg_by_suffix(run: Run, archive: Path, tmp_path: Path) -> None:
    run("heat", archive, "-o", tmp_path / "h.svg")
    assert (tmp_path / "h.svg").read_text(encoding="utf-8").startswith("<?xml")


def test_bad_input(refused: Refused, archive: Path, tmp_path: Path) -> None:
    assert "'Z9'" in refused("heat", archive, "--from", "Z9")
    assert "ends in .png or .svg" in refused("heat", archive, "-o", tmp_path / "x.gif")
    assert "max-range" in refused("heat", archive, "--max-range", "0")
    assert not list(tmp_path.iterdir())
