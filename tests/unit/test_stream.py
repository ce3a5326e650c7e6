"""Tables streamed into Parquet: the same rows as from memory, whenever and wherever they stop."""

from __future__ import annotations

import errno
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

import hexlos
from hexlos.catalogue import terrain_code
from hexlos.export import stream, stream_matrix
from hexlos.export.scratch import Scratch
from hexlos.matrix import LosMatrix

from synthetic import make_board, make_grid

MAIN = "from hexlos.cli import main; main()"
TABLES = ("range", "blocked", "hindrance", "reason", "where", "source_px", "target_px")


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks and groups so small that a little board has many."""
    monkeypatch.setattr(stream, "TRACED_BYTES", 9 * 3000)
    monkeypatch.setattr(stream, "WRITTEN_BYTES", 9 * 4000)
    monkeypatch.setattr(stream, "GROUP_ROWS", 1500)
    monkeypatch.setattr(stream, "AT_ONCE_BYTES", 0)


at_once = pytest.mark.parametrize("at_once", [False, True])


@pytest.fixture
def board() -> hexlos.Board:
    terrain = {"B2": "Woods", "D3": "Woods", "F5": "Grain", "G2": "Stone Building, 1 Level"}
    return make_board(9, 8, terrain=terrain, levels={"C4": 1, "H6": 2})


def _same(file: Path, tmp_path: Path, wanted: LosMatrix) -> bool:
    """Whether a file holds the rows and the facts that one from memory holds."""
    other = tmp_path / "from-memory.parquet"
    hexlos.save_matrix(wanted, other)
    made, plain = hexlos.load_matrix(file), hexlos.load_matrix(other)
    rows = [pq.read_table(path).to_pydict() for path in (file, other)]
    facts = all((getattr(made, name) == getattr(plain, name)).all() for name in TABLES)
    return facts and made.info == plain.info and rows[0] == rows[1]


def _left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize(
    "how",
    [
        {},
        {"sources": "levels"},
        {"max_range": 3},
        {"thread": "vasl"},
        {"sources": ["C4", "G2:1", "A1"]},
        {"sources": ["C4", "H6"], "targets": [f"F{n}" for n in range(9)]},
        {"sources": [], "targets": ["F4"]},
        {"threads": 2},
    ],
)
@at_once
def test_rows_are_those_of_a_table_from_memory(
    board: hexlos.Board,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    how: dict[str, Any],
    at_once: bool,
) -> None:
    """Traced in blocks or at once, where it may be."""
    if at_once:
        monkeypatch.setattr(stream, "AT_ONCE_BYTES", 10**8)
    file = tmp_path / "x.parquet"
    told: list[tuple[int, int]] = []
    made = stream_matrix(board, file, **how, progress=lambda *at: told.append(at))
    wanted = board.los_matrix(**how)
    assert _left(tmp_path) == ["x.parquet"]
    assert _same(file, tmp_path, wanted)
    square = wanted.sources == wanted.targets
    rows = int(wanted.computed.sum()) - (len(wanted.sources) if square else 0)
    assert (made.rows, made.blocked) == (rows, int(wanted.blocked.sum()))
    assert told == sorted(told)
    if wanted.sources:
        assert told[-1] == (len(wanted.sources), len(wanted.sources))


@pytest.mark.parametrize("threads", [2, 3])
def test_a_file_is_the_same_on_any_number_of_cores(
    board: hexlos.Board, tmp_path: Path, threads: int
) -> None:
    one, more = tmp_path / "one.parquet", tmp_path / "more.parquet"
    told = stream_matrix(board, one)
    assert stream_matrix(board, more, threads=threads) == told
    assert one.read_bytes() == more.read_bytes()


class _StopError(Exception):
    """Somebody stops a run."""


def _stopping(after: int) -> Callable[[int, int], None]:
    calls = iter(range(10**6))

    def tell(done: int, total: int) -> None:
        if next(calls) >= after:
            raise _StopError

    return tell


def _stopped(board: hexlos.Board, file: Path, after: int, **how: Any) -> None:
    with pytest.raises(_StopError):
        stream_matrix(board, file, progress=_stopping(after), **how)


@at_once
@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupted_run_goes_on_where_it_stopped(
    board: hexlos.Board,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    threads: int,
    at_once: bool,
) -> None:
    file = tmp_path / "x.parquet"
    file.write_bytes(b"what was there before")
    if at_once:
        monkeypatch.setattr(stream, "AT_ONCE_BYTES", 10**8)
    _stopped(board, file, 15 if at_once else 9, threads=threads)
    assert file.read_bytes() == b"what was there before"
    assert _left(tmp_path) == [".x.parquet.part", "x.parquet"]
    kept = {path.name for path in (tmp_path / ".x.parquet.part").glob("*.tile")}
    assert kept
    saved: list[tuple[int, int]] = []
    real = Scratch.save

    def save(self: Scratch, row: int, column: int, slab: Any) -> None:
        saved.append((row, column))
        real(self, row, column, slab)

    monkeypatch.setattr(Scratch, "save", save)
    stream_matrix(board, file)
    again = {f"{row:06d}-{column:06d}.tile" for row, column in saved}
    assert again
    # a block is done again as a whole where its last tile was not there yet
    assert {name[:6] for name in again} & {name[:6] for name in kept} <= {max(kept)[:6]}
    assert _same(file, tmp_path, board.los_matrix())
    assert _left(tmp_path) == ["from-memory.parquet", "x.parquet"]


@pytest.mark.parametrize("threads", [1, 2])
def test_a_run_that_stops_while_it_writes_leaves_the_file_alone(
    board: hexlos.Board, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    file = tmp_path / "x.parquet"
    file.write_bytes(b"what was there before")
    real = stream._rows

    def fail(*asked: Any) -> Any:
        if asked[3] == len(board.hexes):  # the last of all
            raise _StopError
        return real(*asked)

    def no_jobs(*_: object) -> None:
        raise AssertionError("nothing is left to trace")

    with monkeypatch.context() as patch:
        patch.setattr(stream, "_rows", fail)
        with pytest.raises(_StopError):
            stream_matrix(board, file, threads=threads)
    assert file.read_bytes() == b"what was there before"
    assert _left(tmp_path) == [".x.parquet.part", "x.parquet"]
    with monkeypatch.context() as patch:
        patch.setattr(stream, "table_jobs", no_jobs)
        stream_matrix(board, file, threads=threads)
    assert _same(file, tmp_path, board.los_matrix())


def test_a_disk_that_is_full_stops_the_tracing(
    board: hexlos.Board, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(stream, "_rows", full)
    told: list[tuple[int, int]] = []
    with pytest.raises(hexlos.HexlosError, match="No space left"):
        stream_matrix(
            board, tmp_path / "x.parquet", threads=2, progress=lambda *at: told.append(at)
        )
    assert told[-1][0] < 0.5 * told[-1][1]
    assert _left(tmp_path) == [".x.parquet.part"]


@pytest.mark.parametrize("changed", ["range", "thread", "board", "program", "sources"])
def test_another_question_starts_afresh(
    board: hexlos.Board, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    file = tmp_path / "x.parquet"
    _stopped(board, file, 9)
    how: dict[str, Any] = {
        "range": {"max_range": 4},
        "thread": {"thread": "vasl"},
        "sources": {"sources": ["C4", "H6"]},
    }.get(changed, {})
    if changed == "board":
        board = make_board(9, 8, terrain={"B2": "Woods"}, name=board.name)
    if changed == "program":
        monkeypatch.setattr(stream, "program", lambda: "another one")
    seen: list[bool] = []
    real = Scratch.__enter__

    def enter(self: Scratch) -> Scratch:
        real(self)
        seen.append(self.resumed or bool(list(self.folder.glob("*.tile"))))
        return self

    monkeypatch.setattr(Scratch, "__enter__", enter)
    stream_matrix(board, file, **how)
    assert seen == [False]
    assert _same(file, tmp_path, board.los_matrix(**how))


@pytest.mark.parametrize("damage", ["cut", "flipped", "another shape", "gone"])
def test_damaged_tiles_are_traced_again(board: hexlos.Board, tmp_path: Path, damage: str) -> None:
    file = tmp_path / "x.parquet"
    _stopped(board, file, 30)
    tiles = sorted((tmp_path / ".x.parquet.part").glob("*.tile"))
    data = tiles[0].read_bytes()
    if damage == "cut":
        tiles[0].write_bytes(data[:-1])
    elif damage == "flipped":
        tiles[0].write_bytes(data[:-20] + bytes([data[-20] ^ 1]) + data[-19:])
    elif damage == "another shape":
        tiles[0].write_bytes(tiles[-1].read_bytes())
    else:
        tiles[0].unlink()
    stream_matrix(board, file)
    assert _same(file, tmp_path, board.los_matrix())


def test_two_runs_do_not_write_one_file(board: hexlos.Board, tmp_path: Path) -> None:
    file = tmp_path / "x.parquet"
    with Scratch(file, "a question"), pytest.raises(hexlos.HexlosError, match="another process"):
        stream_matrix(board, file)
    stream_matrix(board, file)
    assert _left(tmp_path) == ["x.parquet"]


def test_what_is_not_of_the_run_stays(board: hexlos.Board, tmp_path: Path) -> None:
    part = tmp_path / ".x.parquet.part"
    part.mkdir()
    (part / "notes.txt").write_text("mine")
    stream_matrix(board, tmp_path / "x.parquet")
    assert _left(part) == ["notes.txt"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("x.npz", "streamed to .parquet files only"),
        ("nowhere/x.parquet", "cannot be written"),
        ("folder.parquet", "no regular file"),
    ],
)
def test_places_that_cannot_be_written_are_told(
    board: hexlos.Board, tmp_path: Path, name: str, why: str
) -> None:
    (tmp_path / "folder.parquet").mkdir()
    with pytest.raises(hexlos.HexlosError, match=why):
        stream_matrix(board, tmp_path / name)
    assert _left(tmp_path) == ["folder.parquet"]


def test_a_command_is_interrupted_at_once_and_goes_on(tmp_path: Path) -> None:
    """Nine boards of 340 hexes: more than a second of tracing."""
    layout = "/".join(["woodland+rwoodland+woodland"] * 3)
    file = tmp_path / "x.parquet"
    command = [sys.executable, "-c", MAIN, "matrix", layout, "-o", str(file)]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    part = tmp_path / ".x.parquet.part"
    deadline = time.monotonic() + 60
    while not list(part.glob("*.tile")) and time.monotonic() < deadline:
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    start = time.monotonic()
    _, told = running.communicate(timeout=30)
    assert time.monotonic() - start < 2  # a quarter of a second where the machine is idle
    assert running.returncode == 130
    assert "goes on" in told
    assert not file.exists()
    assert list(part.glob("*.tile"))
    assert [path for path in part.iterdir() if path.suffix == ".tmp"] == []


@pytest.mark.slow
def test_a_map_of_ten_thousand_hexes_needs_less_than_a_gigabyte(tmp_path: Path) -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from test_stream import ten_thousand\n"
        "import hexlos\n"
        "made = hexlos.stream_matrix(ten_thousand(), sys.argv[2], threads=2)\n"
        "print(made.locations, made.rows)\n"
    )
    paths = [str(Path(__file__).parent), str(tmp_path / "x.parquet")]
    tests = str(Path(__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-c", code, *paths],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": tests},
    )
    locations, rows = map(int, done.stdout.split())
    assert locations > 10_000
    assert rows == locations * (locations - 1)
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    assert most < 1_000_000  # kilobytes


def ten_thousand() -> hexlos.Board:
    """A map of 100 x 100 hexes of mixed terrain on three levels."""
    grid = make_grid(100, 100)
    chance = np.random.default_rng(1)
    codes = np.array([0] * 10 + [terrain_code(n) for n in ("Woods", "Grain", "Brush")])
    terrain = np.append(chance.choice(codes, len(grid)), 0).astype(np.uint8)
    level = np.append(chance.choice([0, 0, 0, 0, 1, 2], len(grid)), 0).astype(np.int8)
    owner = grid.pixel_owner
    return hexlos.Board(name="big", grid=grid, terrain=terrain[owner], level=level[owner])
