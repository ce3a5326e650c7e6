"""hexlos bench."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

import hexlos
from hexlos.bench import measure
from hexlos.bench.baseline import ShapeTracer

Run = Callable[..., Result]
Refused = Callable[..., str]


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """As few rounds and lines as will do."""
    monkeypatch.setattr(measure, "_ROUNDS", 1)
    monkeypatch.setattr(measure, "_SECONDS", 0)
    monkeypatch.setattr(measure, "SAMPLE", 50)


@pytest.mark.usefixtures("short")
def test_json_and_text_tell_the_same_kinds_of_figures(run: Run, archive: Path) -> None:
    data = json.loads(run("bench", archive, "--threads", 2, "--json").stdout)
    assert set(data) == set(measure.Measured.__dataclass_fields__)
    assert data["hexes"] == len(hexlos.open_board(archive).hexes)
    assert data["lines"] == data["hexes"] * (data["hexes"] - 1) // 2
    assert data["baseline_lines"] == 50
    assert 0.9 <= data["baseline_agreement"] <= 1
    assert all(value > 0 for value in data.values() if isinstance(value, int | float)), (
        "every figure was measured"
    )
    assert data["answers_per_second"] == pytest.approx(2 * data["los_per_second"], abs=1)
    speeds = data["los_per_second"] / data["baseline_los_per_second"]
    assert data["ratio"] == pytest.approx(speeds, rel=0.1)
    text = run("bench", archive, "--thread", "vasl").stdout
    assert [line[:12].strip() for line in text.splitlines()] == [
        "machine", "board", "to answer", "one core", text.splitlines()[4][:12].strip(),
        "single LOS", "memory", "baseline", "ratio",
    ]  # fmt: skip
    assert "made, 22 hexes, 231 lines, vasl" in text


def test_the_baseline_sees_what_anyone_sees(archive: Path) -> None:
    board = hexlos.open_board(archive)
    plain = ShapeTracer(board)
    for a, b, blocked, hindrance in (
        ("B0", "B2", True, 0),  # woods
        ("C1", "C3", False, 1),  # grain
        ("B3", "E3", False, 0),
        ("D1", "D3", True, 0),  # a house
        ("E1", "E3", True, 0),  # a hill
        ("B1", "C1", False, 0),  # an end's own woods
    ):
        expected = board.los(a, b)
        found = plain.los(board.grid.index(a), board.grid.index(b))
        assert found == (blocked, hindrance)
        assert found == (expected.blocked, 0 if blocked else expected.hindrance), (a, b)


def test_bad_input(refused: Refused) -> None:
    assert "no board 'nowhere'" in refused("bench", "nowhere")
    assert "--threads" in refused("bench", "--threads", 0)
