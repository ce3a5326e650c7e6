"""hexlos board, and the summary behind it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

import hexlos
from hexlos.summary import interior_woods, summary
from hexlos.thumbnail import key, thumbnail

from synthetic import make_board

Run = Callable[..., Result]

KEYS = {
    "name", "version", "source", "ssr", "width", "height", "hexes", "layout", "levels", "terrain",
    "boards", "seam", "hexsides", "interior_woods", "depressions", "buildings", "changes",
    "warnings", "thumbnail",
}  # fmt: skip


def test_text(run: Run, archive: Path) -> None:
    result = run("board", archive)
    assert result.exit_code == 0
    text, _, shown = result.stdout.partition("map:")
    lines = dict(line.split(":", 1) for line in text.splitlines())
    lines = {label: text.strip() for label, text in lines.items()}
    assert lines["board"] == "made 1.0"
    assert lines["SSRs"] == "none"
    assert lines["picture"] == "216 x 256 pixels"
    assert lines["levels"] == "21 at 0, 1 at 1"
    assert lines["terrain"].startswith("19 Open Ground; 1 Grain; ")
    assert lines["buildings"] == "1: D2"
    assert lines["interior woods"] == "1: B1"
    assert lines["depressions"] == "none"
    meaning, *rows = shown.splitlines()
    assert "# building, W woods" in meaning
    assert [row[16:] for row in rows] == list(thumbnail(hexlos.open_board(archive)))


def test_thumbnail_has_a_sign_for_each_hex() -> None:
    board = make_board(
        terrain={"A1": "Woods", "B2": "Grain", "C1": "Orchard", "D2": "Stone Building"},
        levels={"E1": 2, "A3": -1},
    )
    rows = thumbnail(board)
    at = {
        name: rows[int(board.grid.row[i]) // 2][2 * int(board.grid.col[i])]
        for i, name in enumerate(board.hexes)
    }
    told = {name: at[name] for name in ("A1", "B2", "C1", "D2", "E1", "A3", "C3")}
    assert told == dict(zip(told, "W:o#2_.", strict=True))
    assert key(rows).endswith("1-9 open at that level")


def test_thumbnail_of_a_large_map_fits_a_screen() -> None:
    board = hexlos.open_board("hills")
    rows = thumbnail(hexlos.open_map([[board] * 4] * 4))
    assert len(rows) <= 24
    assert 40 < max(map(len, rows)) <= 80


def test_json(run: Run, archive: Path) -> None:
    data = json.loads(run("board", archive, "--json").stdout)
    assert set(data) == KEYS
    assert data["hexes"] == 22 == sum(data["terrain"].values()) == sum(data["levels"].values())
    assert data["layout"]["columns"] == 5
    assert data["buildings"] == ["D2"]
    assert data == summary(hexlos.open_board(archive))


@pytest.mark.parametrize("name", ["woodland", "hills", "village", "desert"])
def test_summary_counts_what_hexes_say(name: str) -> None:
    board = hexlos.open_board(name)
    facts = summary(board)
    lined = {}
    for index, hex_ in enumerate(board.hexes):
        for side, beyond in enumerate(board.grid.neighbours[index].tolist()):
            if board.facts.hexside[index, side]:
                other = board.hexes[beyond] if beyond >= 0 else f"{hex_}/{side}"
                lined[frozenset((hex_, other))] = 1
    assert sum(facts["hexsides"].values()) == len(lined)
    assert sum(facts["terrain"].values()) == len(board.hexes)
    assert all(board.hex(hex_).is_building for hex_ in facts["buildings"][:5])
    assert all(board.hex(hex_).is_depression for hex_ in facts["depressions"][:5])


def test_interior_woods_are_those_of_the_hexes() -> None:
    woods = ("B1", "B2", "B3", "C1", "C2", "C3", "C4", "D1", "D2", "D3", "A2", "A3")
    board = make_board(terrain={name: "Woods" for name in woods})
    found = interior_woods(board)
    assert "C2" in found
    assert found == [name for name in board.hexes if board.hex(name).is_interior_woods]


def test_long_lists_are_cut_in_text_only(run: Run, tmp_path: Path) -> None:
    result = run("board", "village")
    listed = json.loads(run("board", "village", "--json").stdout)["buildings"]
    line = next(t for t in result.stdout.splitlines() if t.startswith("buildings"))
    assert str(len(listed)) in line
    assert (f"and {len(listed) - 40} more" in line) == (len(listed) > 40)
