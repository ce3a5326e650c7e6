"""Matrices in files: what is written comes back, damage is named, and nothing is lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hexlos
from hexlos import HexlosError, LosMatrix, MissingExtraError, Reason, ResultFormatError
from hexlos.export import limits, parquet, parquet_rows

from synthetic import make_board

SUFFIXES = ("npz", "parquet")
TABLES = ("blocked", "hindrance", "range", "reason", "where", "source_px", "target_px")

every_format = pytest.mark.parametrize("suffix", SUFFIXES)


@pytest.fixture(scope="module")
def board() -> hexlos.Board:
    terrain = {"B2": "Woods", "C2": "Grain", "C3": "Stone Building, 1 Level", "D3": "Brush"}
    return make_board(7, 5, terrain=terrain, levels={"E2": 1, "E3": 2})


QUESTIONS: dict[str, dict[str, Any]] = {
    "ground": {},
    "levels": {"sources": "levels"},
    "sampled": {"thread": "vasl"},
    "near": {"max_range": 2},
    "numpy": {"max_range": np.int64(2)},
    "rectangle": {"sources": ["C3:1", "A1"], "targets": ["A1", "G4", "E2"]},
    "same": {"sources": ["A1", "E2"], "targets": ["A1", "E2"]},
    "nothing": {"sources": [], "targets": ["A1"]},
}


def assert_equal(read: LosMatrix, made: LosMatrix, pixels: float) -> None:
    assert (read.sources, read.targets, read.info) == (made.sources, made.targets, made.info)
    for name in TABLES:
        one, other = getattr(read, name), getattr(made, name)
        assert (one.dtype, one.shape) == (other.dtype, other.shape), name
        if name != "where" or not pixels:
            np.testing.assert_array_equal(one, other, err_msg=name)
    np.testing.assert_array_equal(read.where < 0, made.where < 0)
    assert np.abs(read.where - made.where).max(initial=0) <= pixels


@pytest.mark.parametrize("question", QUESTIONS)
def test_npz_brings_everything_back(board: hexlos.Board, question: str, tmp_path: Path) -> None:
    made = board.los_matrix(**QUESTIONS[question])
    hexlos.save_matrix(made, tmp_path / "x.npz")
    assert_equal(hexlos.load_matrix(tmp_path / "x.npz"), made, pixels=0)


@pytest.mark.parametrize("question", QUESTIONS)
def test_parquet_brings_all_but_exact_points_back(
    board: hexlos.Board, question: str, tmp_path: Path
) -> None:
    made = board.los_matrix(**QUESTIONS[question])
    hexlos.save_matrix(made, tmp_path / "x.parquet")
    assert_equal(hexlos.load_matrix(tmp_path / "x.parquet"), made, pixels=3)


def test_wide_ranges_come_back(tmp_path: Path) -> None:
    made = make_board(262, 1).los_matrix(sources=["A1"], targets=["A1", "BBBBBBBBBBB0"])
    assert made.range.dtype == np.uint16
    for suffix in SUFFIXES:
        hexlos.save_matrix(made, tmp_path / f"x.{suffix}")
        assert_equal(hexlos.load_matrix(tmp_path / f"x.{suffix}"), made, pixels=3)


def test_npz_is_plain_numpy_with_blocked_as_bits(board: hexlos.Board, tmp_path: Path) -> None:
    made = board.los_matrix()
    hexlos.save_matrix(made, tmp_path / "x.npz")
    with np.load(tmp_path / "x.npz", allow_pickle=False) as read:
        assert read["blocked"].dtype == np.uint8
        bits = np.unpackbits(read["blocked"], axis=1, count=len(made.targets))
        np.testing.assert_array_equal(bits.astype(bool), made.blocked)
        assert json.loads(str(read["info"]))["board"] == board.name


def test_parquet_has_a_row_a_pair(
    board: hexlos.Board, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    made = board.los_matrix(max_range=3)
    monkeypatch.setattr(parquet, "GROUP_ROWS", 100)
    hexlos.save_matrix(made, tmp_path / "x.parquet")
    with pq.ParquetFile(tmp_path / "x.parquet") as file:
        rows = file.read()
        groups = [
            set(file.read_row_group(i)["source"].to_pylist()) for i in range(file.num_row_groups)
        ]
        metadata = {k.decode(): json.loads(v) for k, v in file.schema_arrow.metadata.items()}
    assert rows.column_names == [
        "source", "target", "range", "blocked", "hindrance", "reason", "distance",
    ]  # fmt: skip
    index = {name: i for i, name in enumerate(made.sources)}
    sources = [index[name] for name in rows["source"].to_pylist()]
    assert sources == sorted(sources)
    assert len(rows) == made.computed.sum() - len(made.sources)
    assert len(groups) > 1
    assert sum(map(len, groups)) == len(set.union(*groups))
    assert rows["distance"].is_null().to_pylist() == [not b for b in rows["blocked"].to_pylist()]
    assert metadata["hexlos.board"] == board.name
    assert metadata["hexlos.hexlos"] == hexlos.__version__
    assert metadata["hexlos.reasons"][str(int(Reason.BLIND_HEX))] == [
        Reason.BLIND_HEX.rule, Reason.BLIND_HEX.text,
    ]  # fmt: skip
    assert {"hexlos.schema", "hexlos.geometry", "hexlos.ssr", "hexlos.thread"} <= set(metadata)


def test_distance_is_that_of_the_point_from_the_source(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    board = make_board(5, 4, terrain={"C2": "Stone Building, 2 Level"})
    made = board.los_matrix(sources=["C4"], targets=["C1"])
    hexlos.save_matrix(made, tmp_path / "x.parquet")
    row = pq.read_table(tmp_path / "x.parquet").to_pylist()[0]
    x, y = made.where[0, 0] + 0.5
    assert row["blocked"]
    assert row["distance"] == round(
        float(np.hypot(*(board.grid.centres_px[board.grid.index("C4")] - (x, y))))
    )


def test_parquet_without_pyarrow_says_how_to_get_it(
    board: hexlos.Board, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> Any:
        raise ImportError(name)

    made = board.los_matrix()
    hexlos.save_matrix(made, tmp_path / "x.parquet")
    monkeypatch.setattr(parquet_rows, "import_module", missing)
    with pytest.raises(MissingExtraError, match=r"hexlos\[parquet\]"):
        hexlos.load_matrix(tmp_path / "x.parquet")
    with pytest.raises(MissingExtraError, match=r"hexlos\[parquet\]"):
        hexlos.save_matrix(made, tmp_path / "y.parquet")


def test_an_unknown_suffix_is_named(board: hexlos.Board, tmp_path: Path) -> None:
    with pytest.raises(HexlosError, match=r"x\.csv.*\.npz"):
        hexlos.save_matrix(board.los_matrix(), tmp_path / "x.csv")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("suffix", [".npz", ".parquet"])
def test_a_location_that_is_listed_twice_is_named(
    board: hexlos.Board, suffix: str, tmp_path: Path
) -> None:
    """None of both could be told from the other in a file."""
    file = tmp_path / f"x{suffix}"
    file.write_text("mine")
    one, two, three = board.hexes[:3]
    twice = board.los_matrix([one], [two, three, two])
    with pytest.raises(hexlos.HexlosError, match=f"^{two} is listed twice"):
        hexlos.save_matrix(twice, file)
    if suffix == ".parquet":
        with pytest.raises(hexlos.HexlosError, match=f"^{two} is listed twice"):
            hexlos.stream_matrix(board, file, [two, one, two], [three])
    assert file.read_text() == "mine"


@every_format
def test_too_large_a_matrix_is_not_written(
    board: hexlos.Board, suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = board.los_matrix()
    hexlos.save_matrix(made, tmp_path / f"x.{suffix}")
    monkeypatch.setattr(limits, "MAX_PAIRS", 10)
    with pytest.raises(ResultFormatError, match="10 pairs"):
        hexlos.save_matrix(made, tmp_path / f"y.{suffix}")
    with pytest.raises(ResultFormatError, match="10 pairs"):
        hexlos.load_matrix(tmp_path / f"x.{suffix}")
    assert [p.name for p in tmp_path.iterdir()] == [f"x.{suffix}"]
