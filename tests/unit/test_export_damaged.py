"""Matrix files that are damaged, foreign or hostile: each is refused in one sentence."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hexlos
from hexlos import ResultFormatError

from synthetic import make_board, write_archive

SUFFIXES = ("npz", "parquet")

every_format = pytest.mark.parametrize("suffix", SUFFIXES)


@pytest.fixture(scope="module")
def board() -> hexlos.Board:
    return make_board(7, 5, terrain={"B2": "Woods", "C2": "Grain"}, levels={"E2": 1})


@every_format
def test_damaged_files_are_named(board: hexlos.Board, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"x.{suffix}"
    hexlos.save_matrix(board.los_matrix(), path)
    whole = path.read_bytes()
    for part in range(40):
        path.write_bytes(whole[: len(whole) * part // 40])
        assert _is_refused(path)
    rng = np.random.default_rng(1)
    refused = 0
    for _ in range(60):
        broken = bytearray(whole)
        broken[rng.integers(len(broken))] ^= 1 + int(rng.integers(255))
        path.write_bytes(bytes(broken))
        refused += _is_refused(path)
    assert refused >= 30  # the others changed what carries no checksum, or nothing that counts


def _is_refused(path: Path) -> bool:
    try:
        hexlos.load_matrix(path)
    except ResultFormatError as err:
        return str(err).startswith(f"{path.name}: ") and "\n" not in str(err)
    return False


@pytest.mark.parametrize("name", ["x.npz", "x.parquet", "x.csv", "x"])
@pytest.mark.parametrize("data", [b"", b"PK", b"PAR1", b"PAR1 and PAR1", b"nothing of the kind"])
def test_foreign_files_are_named(name: str, data: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(ResultFormatError, match=f"^{name}: "):
        hexlos.load_matrix(tmp_path / name)


def test_a_board_a_folder_and_nothing_are_no_matrices(tmp_path: Path) -> None:
    for path in (write_archive(tmp_path / "bdx"), tmp_path, tmp_path / "none.npz"):
        with pytest.raises(ResultFormatError, match=f"^{path.name}: "):
            hexlos.load_matrix(path)


class _Bomb:
    """Unpickling it makes a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.path,)


def _members(board: hexlos.Board, tmp_path: Path) -> dict[str, Any]:
    hexlos.save_matrix(board.los_matrix(), tmp_path / "good.npz")
    with np.load(tmp_path / "good.npz") as archive:
        return {name: archive[name] for name in archive.files}


@pytest.mark.parametrize("member", ["sources", "blocked", "where", "info"])
def test_a_pickle_is_never_run(board: hexlos.Board, member: str, tmp_path: Path) -> None:
    members = _members(board, tmp_path)
    members[member] = np.array([_Bomb(tmp_path / "ran")], dtype=object)
    np.savez(tmp_path / "x.npz", **members)
    with pytest.raises(ResultFormatError):
        hexlos.load_matrix(tmp_path / "x.npz")
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    ("member", "value", "says"),
    [
        ("sources", np.array(["A1", "A1"]), "distinct"),
        ("sources", np.array([1, 2]), "distinct"),
        ("where", np.zeros((3, 3, 2), dtype=np.int16), "do not fit"),
        ("blocked", np.zeros((1, 1), dtype=np.uint8), "do not fit"),
        ("hindrance", None, "lacks hindrance"),
        ("info", np.array("[1]"), "no table"),
        ("info", np.array("{"), "damaged"),
        ("info", np.array('{"schema": 99}'), "newer"),
        ("info", np.array('{"schema": "one"}'), "no version"),
    ],
)
def test_npz_that_makes_no_sense(
    board: hexlos.Board, member: str, value: Any, says: str, tmp_path: Path
) -> None:
    members = _members(board, tmp_path)
    members[member] = value
    if value is None:
        del members[member]
    np.savez(tmp_path / "x.npz", **members)
    with pytest.raises(ResultFormatError, match=says):
        hexlos.load_matrix(tmp_path / "x.npz")


@pytest.mark.parametrize(("table", "value"), [("reason", 200), ("hindrance", 6)])
def test_answers_that_do_not_exist(
    board: hexlos.Board, table: str, value: int, tmp_path: Path
) -> None:
    members = _members(board, tmp_path)
    members[table][0, 1] = value
    np.savez(tmp_path / "x.npz", **members)
    with pytest.raises(ResultFormatError, match="do not exist"):
        hexlos.load_matrix(tmp_path / "x.npz")


def test_a_member_that_unpacks_to_more_than_its_locations_need(
    board: hexlos.Board, tmp_path: Path
) -> None:
    members = _members(board, tmp_path)
    members["where"] = np.zeros((2000, 2000, 2), dtype=np.int16)
    np.savez_compressed(tmp_path / "x.npz", **members)
    with pytest.raises(ResultFormatError, match="do not fit"):
        hexlos.load_matrix(tmp_path / "x.npz")


def test_an_archive_without_tables(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.npz", "w") as archive:
        archive.writestr("readme", "no tables")
    with pytest.raises(ResultFormatError, match="lacks sources"):
        hexlos.load_matrix(tmp_path / "x.npz")


def _rewritten(path: Path, change: Any) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    pq.write_table(change(pq.read_table(path)), path)


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("schema", 99, "newer"),
        ("sources", ["Q1"], "more rows|do not fit|does not list"),
        ("sources", 5, "x.parquet: "),
        ("source_px", [[0]], "x.parquet: "),
        ("range_type", None, "lacks range_type"),
        ("range_type", "uint16", "columns"),
    ],
)
def test_parquet_metadata_that_makes_no_sense(
    board: hexlos.Board, key: str, value: Any, says: str, tmp_path: Path
) -> None:
    path = tmp_path / "x.parquet"
    hexlos.save_matrix(board.los_matrix(), path)

    def change(table: Any) -> Any:
        metadata = dict(table.schema.metadata)
        metadata[f"hexlos.{key}".encode()] = json.dumps(value).encode()
        if value is None:
            del metadata[f"hexlos.{key}".encode()]
        return table.replace_schema_metadata(metadata)

    _rewritten(path, change)
    with pytest.raises(ResultFormatError, match=says):
        hexlos.load_matrix(path)


def test_parquet_of_something_else(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    pq.write_table(pa.table({"a": [1, 2]}), tmp_path / "x.parquet")
    with pytest.raises(ResultFormatError, match=r"^x\.parquet: its schema"):
        hexlos.load_matrix(tmp_path / "x.parquet")


def test_parquet_with_the_columns_of_another_table(board: hexlos.Board, tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    hexlos.save_matrix(board.los_matrix(), path)
    _rewritten(path, lambda table: table.drop_columns(["range"]))
    with pytest.raises(ResultFormatError, match="columns"):
        hexlos.load_matrix(path)
