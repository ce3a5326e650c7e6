"""Files are there as a whole or not at all, and a failed write loses nothing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import hexlos
from hexlos import HexlosError
from hexlos.export import atomic

from synthetic import make_board

SUFFIXES = ("npz", "parquet")

every_format = pytest.mark.parametrize("suffix", SUFFIXES)


@pytest.fixture(scope="module")
def board() -> hexlos.Board:
    return make_board(7, 5, terrain={"B2": "Woods", "C2": "Grain"}, levels={"E2": 1})


@every_format
@pytest.mark.parametrize("failure", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_failed_write_leaves_what_was_there(
    board: hexlos.Board,
    suffix: str,
    failure: BaseException,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = board.los_matrix()
    path = tmp_path / f"x.{suffix}"
    path.write_bytes(b"from before")

    def fail(descriptor: int) -> None:
        raise failure

    monkeypatch.setattr(atomic.os, "fsync", fail)
    expected = HexlosError if isinstance(failure, OSError) else KeyboardInterrupt
    with pytest.raises(expected):
        hexlos.save_matrix(made, path)
    assert [p.name for p in tmp_path.iterdir()] == [path.name]
    assert path.read_bytes() == b"from before"


@every_format
def test_a_folder_that_cannot_be_written(
    board: hexlos.Board, suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = board.los_matrix()
    (tmp_path / "file").write_text("no folder")
    for folder in ("none", "file"):
        with pytest.raises(HexlosError, match=r"cannot be written .* give a file in a folder"):
            hexlos.save_matrix(made, tmp_path / folder / f"x.{suffix}")
    (tmp_path / f"x.{suffix}").mkdir()
    with pytest.raises(HexlosError, match="no regular file"):
        hexlos.save_matrix(made, tmp_path / f"x.{suffix}")

    def denied(self: Path, mode: str) -> Any:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", denied)
    with pytest.raises(HexlosError, match="Permission denied"):
        hexlos.save_matrix(made, tmp_path / f"y.{suffix}")


def test_a_written_file_is_as_readable_as_any_other(tmp_path: Path) -> None:
    (tmp_path / "plain").write_bytes(b"")
    with atomic.replacing(tmp_path / "new") as stream:
        stream.write(b"new")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "plain").stat().st_mode
    (tmp_path / "new").chmod(0o640)
    with atomic.replacing(tmp_path / "new") as stream:
        stream.write(b"newer")
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "new").read_bytes() == b"newer"


def test_of_a_link_the_target_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    os.symlink(tmp_path / "real", tmp_path / "link")
    with atomic.replacing(tmp_path / "link") as stream:
        stream.write(b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"
