"""hexlos matrix."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from click.testing import Result

import hexlos
from hexlos.cli import printing

from synthetic import losdata_of, make_board, metadata, write_archive

Run = Callable[..., Result]
Refused = Callable[..., str]

KEYS = {
    "board", "ssr", "reversed", "hexes", "locations", "pairs", "blocked_share", "seconds",
    "los_per_second", "file", "bytes",
}  # fmt: skip


@pytest.fixture
def folder(archive: Path, tmp_path: Path) -> Path:
    """A folder of two boards, one that is damaged, and files that are no boards."""
    made = tmp_path / "boards"
    made.mkdir()
    shutil.copy(archive, made / "bdmade")
    other = metadata().replace(b'name="made"', b'name="../other"')
    write_archive(
        made / "bdother", {"BoardMetadata.xml": other, "LOSData": losdata_of(make_board())}
    )
    (made / "bdbroken").write_bytes(b"PK\x03\x04 and no more")
    (made / "README.md").write_text("no board")
    (made / ".hidden").write_text("no board")
    return made


@pytest.mark.parametrize("suffix", ["npz", "parquet"])
def test_one_board_into_a_file(run: Run, archive: Path, tmp_path: Path, suffix: str) -> None:
    result = run("matrix", archive, "-o", tmp_path / f"x.{suffix}")
    assert result.exit_code == 0, result.output
    made = hexlos.load_matrix(tmp_path / f"x.{suffix}")
    expected = hexlos.open_board(archive).los_matrix()
    assert made.sources == expected.sources
    assert (made.blocked == expected.blocked).all()
    pairs = len(made.sources) * (len(made.sources) - 1) // 2
    share = expected.blocked.sum() / 2 / pairs
    assert f"made: {len(made.sources)} hexes, {pairs} pairs, {share:.1%} blocked" in result.stdout
    assert f"-> {tmp_path}" in result.stdout
    assert result.stderr == ""


def test_json_and_options(run: Run, archive: Path, tmp_path: Path) -> None:
    result = run(
        "matrix", archive, "-o", tmp_path / "x.npz", "--levels", "--max-range", "2",
        "--thread", "vasl", "--threads", "2", "--json",
    )  # fmt: skip
    data = json.loads(result.stdout)
    assert data["failed"] == []
    (row,) = data["boards"]
    assert set(row) == KEYS
    made = hexlos.load_matrix(tmp_path / "x.npz")
    assert "D2:1" in made.sources
    assert made.info["thread"] == "vasl"
    assert made.info["max_range"] == 2
    assert row["locations"] == row["hexes"] + 1 == len(made.sources)
    assert row["pairs"] == (made.computed.sum() - len(made.sources)) // 2
    assert row["bytes"] == (tmp_path / "x.npz").stat().st_size


def test_one_board_into_a_folder(run: Run, archive: Path, tmp_path: Path) -> None:
    assert run("matrix", archive, "-o", tmp_path, "--format", "parquet").exit_code == 0
    assert hexlos.load_matrix(tmp_path / "made.parquet").info["board"] == "made"


def test_a_folder_of_boards_goes_on_after_a_failure(run: Run, folder: Path, tmp_path: Path) -> None:
    result = run("matrix", folder, "-o", tmp_path / "deep" / "out", "--threads", "1")
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("hexlos: bdbroken: ")
    assert result.stdout.splitlines()[-1].startswith("2 boards, ")
    assert result.stdout.splitlines()[-1].endswith("1 failed")
    written = sorted(path.name for path in (tmp_path / "deep" / "out").iterdir())
    assert written == ["made.npz", "other.npz"]


def test_json_lists_failures(run: Run, folder: Path, tmp_path: Path) -> None:
    result = run("matrix", folder, "-o", tmp_path / "out", "--json", "--threads", "1")
    data = json.loads(result.stdout)
    assert [row["board"] for row in data["boards"]] == ["made", "other"]
    assert [row["board"] for row in data["failed"]] == [str(folder / "bdbroken")]


def test_boards_of_one_name_do_not_overwrite_each_other(
    run: Run, archive: Path, tmp_path: Path
) -> None:
    result = run("matrix", archive, archive, "-o", tmp_path)
    assert result.exit_code == 2
    assert "another table is written to" in result.stderr
    assert result.stdout.splitlines()[-1].startswith("1 board, ")


def test_bad_input(refused: Refused, archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "x.npz"
    assert "no board" in refused("matrix", "nothing", "-o", out)
    assert "Missing option" in refused("matrix", archive)
    assert "max_range=-1" in refused("matrix", archive, "-o", out, "--max-range", "-1")
    assert "--threads" in refused("matrix", archive, "-o", out, "--threads", "0")
    assert "use .npz or .parquet" in refused("matrix", archive, "-o", tmp_path / "x.csv")
    assert "cannot be written" in refused("matrix", archive, "-o", tmp_path / "no" / "x.npz")
    (tmp_path / "file").write_text("no folder")
    assert "several tables need one" in refused("matrix", archive, archive, "-o", tmp_path / "file")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_progress_is_shown_on_a_terminal_when_work_is_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with printing.progress("work") as show:
        show(1, 2)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with printing.progress("work") as show:
        show(1, 2)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(printing, "_PATIENCE", -1.0)
    with printing.progress("work") as show:
        show(1, 2)
        show(2, 2)
    captured = capsys.readouterr()
    assert "work" in captured.err
    assert captured.out == ""


@pytest.mark.parametrize(
    ("size", "text"), [(0, "0 B"), (999, "999 B"), (1_234_567, "1.23 MB"), (5e10, "50 GB")]
)
def test_sizes(size: int, text: str) -> None:
    assert printing.size_text(size) == text


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--format", "parquet", "-o", "x.npz"], "a single file's format is its suffix"),
        (["-o", ""], "the name is empty"),
    ],
)
def test_an_output_that_contradicts_itself_is_told(
    refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert told in refused("matrix", "woodland", *options)
    assert list(tmp_path.iterdir()) == []


def test_from_and_to_some_locations(run: Run, archive: Path, tmp_path: Path) -> None:
    """Vertices, regions and single hexes; every hex where an end is not told."""
    board = hexlos.open_board(archive)
    file = tmp_path / "x.npz"
    result = run(
        "matrix", archive, "-o", file, "--from", "C2@N/NW,C2@SE", "--from", "A1", "--to", "B1-C2",
        "--json",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    made = hexlos.load_matrix(file)
    assert made.sources == ("C2@N/NW", "C2@SE", "A1")
    assert made.targets == ("B1", "B2", "C1", "C2")
    expected = board.los_matrix(made.sources, made.targets)
    assert (made.blocked == expected.blocked).all()
    assert (made.source_px == expected.source_px).all()
    (row,) = json.loads(result.stdout)["boards"]
    assert (row["pairs"], row["locations"]) == (12, 7)
    assert row["blocked_share"] == expected.blocked.sum() / 12
    assert run("matrix", archive, "-o", file, "--to", "C2@SE").exit_code == 0
    assert hexlos.load_matrix(file).sources == board.hexes
    assert run("matrix", archive, "-o", file, "--levels", "--from", "C2@SE").exit_code == 0
    assert hexlos.load_matrix(file).targets == board.los_matrix("levels", []).sources


def test_a_location_that_is_none(refused: Refused, archive: Path, tmp_path: Path) -> None:
    said = refused("matrix", archive, "-o", tmp_path / "x.npz", "--from", "C2@N/E")
    assert "vertices of hexside N are NW and NE" in said


def test_entrenched_units(run: Run, tmp_path: Path) -> None:
    """B9.21: the hexes are told in the file, whose table is that of the library."""
    file = tmp_path / "dug.npz"
    result = run("matrix", "village", "-o", file, "--entrenched", "A2,B1")
    assert result.exit_code == 0, result.output
    matrix = hexlos.load_matrix(file)
    assert matrix.info["entrenched"] == ["A2", "B1"]
    made = hexlos.open_board("village").los_matrix(entrenched=["A2", "B1"])
    assert np.array_equal(matrix.blocked, made.blocked)
