"""hexlos close."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from click.testing import Result
from PIL import Image

import hexlos
from hexlos.close import close_calls

Run = Callable[..., Result]
Refused = Callable[..., str]


def test_the_closest_are_listed(run: Run) -> None:
    calls = close_calls(hexlos.open_board("village"), ["F4", "J3"])
    lines = run("close", "village", "--from", "F4,J3", "--top", "2").stdout.splitlines()
    clear = sum(not call.blocked for call in calls)
    assert lines[0] == f"board village: {len(calls)} lines, {clear} of them clear"
    assert len(lines) == 3
    assert [line.split()[:2] for line in lines[1:]] == [[c.source, c.target] for c in calls[:2]]


def test_json_and_picture(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "close.png"
    told = run("close", "village", "--from", "F4", "--within", "2", "-o", path, "--json").stdout
    data = json.loads(told)
    calls = close_calls(hexlos.open_board("village"), ["F4"], within=2)
    assert data["calls"] == [asdict(call) for call in calls]
    assert data["within"] == 2
    assert data["sources"] == ["F4"]
    with Image.open(path) as picture:
        assert picture.width == 1800


def test_bad_questions_get_a_sentence(refused: Refused, tmp_path: Path) -> None:
    assert "margins are known" in refused("close", "village", "--within", "0")
    assert "Q99" in refused("close", "village", "--from", "Q99", "-o", tmp_path / "x.png")
    assert list(tmp_path.iterdir()) == []
