"""Boards kept from one run to the next: the same as read, and never anything else."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pluggy
import pytest

import hexlos
from hexlos import Board, open_board
from hexlos.cache import folder as cache_files
from hexlos.cache import key_of
from hexlos.hexfacts import HexFacts
from hexlos.packing import DamagedError, pack, unpack
from hexlos.plugins import manager

from synthetic import write_archive

hookimpl = pluggy.HookimplMarker("hexlos")


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that boards are kept in."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("HEXLOS_CACHE", str(folder))
    return folder


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return write_archive(tmp_path / "bd77")


@pytest.fixture
def no_reader(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Make all reading fail from now on: what still opens was kept."""

    def forbid() -> None:
        for module in ("vasl.read_vasl", "native.read_native"):
            monkeypatch.setattr(f"hexlos.files.{module}", _fail)

    return forbid


def _fail(path: Path) -> Board:
    raise hexlos.BoardFormatError(f"{path.name} was read")


def _used(name: str | Path) -> Board:
    """A board opened and asked, so that it is kept."""
    board = open_board(name)
    board.los(board.hexes[0], board.hexes[-1])
    return board


def _files(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []


@pytest.mark.parametrize("name", ["village", "hills"])
def test_a_kept_board_is_the_one_that_was_read(
    kept: Path, no_reader: Callable[[], None], name: str
) -> None:
    read = _used(name)
    assert len(_files(kept)) == 1
    no_reader()
    board = open_board(name)
    assert "compiled" in vars(board)
    assert (board.terrain == read.terrain).all()
    assert (board.level == read.level).all()
    for field in fields(HexFacts):
        mine, theirs = (getattr(b.facts, field.name) for b in (board, read))
        assert mine.dtype == theirs.dtype, field.name
        assert mine.tolist() == theirs.tolist(), field.name
    plain = ("name", "version", "slopes", "stairways", "whole_hexes", "alpine_hills", "notes")
    for what in (*plain, "hexes", "source", "history", "warnings"):
        assert getattr(board, what) == getattr(read, what), what
    mine, theirs = board.los_matrix("levels"), read.los_matrix("levels")
    for what in ("blocked", "hindrance", "range", "reason", "where", "source_px"):
        assert (getattr(mine, what) == getattr(theirs, what)).all(), what
    mine, theirs = (b.los_matrix(["F4"], thread="vasl") for b in (board, read))
    assert (mine.where == theirs.where).all()
    assert board.with_ssr("forest").los_matrix().blocked.tolist() == (
        read.with_ssr("forest").los_matrix().blocked.tolist()
    )


def test_an_archive_is_kept_with_its_picture(
    kept: Path, archive: Path, no_reader: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    read = _used(archive)
    with monkeypatch.context() as patch:
        patch.setattr("hexlos.files.vasl.read_vasl", _fail)
        board = open_board(archive)
    assert (board.name, board.picture is None) == (read.name, read.picture is None)
    if board.picture is not None and read.picture is not None:
        assert board.picture().tobytes() == read.picture().tobytes()


def test_another_content_name_or_program_is_another_board(
    kept: Path, archive: Path, no_reader: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = key_of(archive)
    other = archive.rename(archive.with_name("bd78"))
    second = key_of(other)
    other.write_bytes(other.read_bytes() + b"\0")
    third = key_of(other)
    monkeypatch.setattr("hexlos.cache.keys.FORMAT", 999)
    hexlos.cache.keys.program.cache_clear()
    fourth = key_of(other)
    monkeypatch.undo()
    hexlos.cache.keys.program.cache_clear()
    assert len({first, second, third, fourth}) == 4


def test_what_rules_make_of_a_board_is_not_kept(kept: Path) -> None:
    board = open_board("village", ssr=["forest"])
    board.los("A1", "B3")
    assert _files(kept) == []


def test_a_file_that_changes_while_it_is_read_is_not_kept(
    kept: Path, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hexlos.files import vasl

    real = vasl.read_vasl

    def slow(path: Path) -> Board:
        board = real(path)
        path.write_bytes(path.read_bytes() + b"\0")
        return board

    monkeypatch.setattr(vasl, "read_vasl", slow)
    _used(archive)
    assert _files(kept) == []


def _cut(data: bytes) -> list[bytes]:
    return [data[:n] for n in (0, 1, 10, 40, 70, 200, len(data) // 2, len(data) - 1)]


def _flipped(data: bytes) -> list[bytes]:
    places = np.random.default_rng(4).integers(0, len(data), 12).tolist()
    return [data[:n] + bytes([data[n] ^ 1 << n % 8]) + data[n + 1 :] for n in places]


def test_damaged_files_are_passed_over_and_written_again(
    kept: Path, no_reader: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = _used("village").los("F4", "J3").reason
    (file,) = _files(kept)
    good = file.read_bytes()
    for bad in [*_cut(good), *_flipped(good), b"\0" * 500, good + b"\0" * 8, good * 2]:
        file.write_bytes(bad)
        assert hexlos.cache.recall(Path("village.toml"), file.stem) is None
    board = open_board("village")
    assert board.los("F4", "J3").reason == wanted
    assert file.read_bytes() == good


def _set(name: str, at: Any, value: int) -> Callable[[dict[str, Any], dict[str, Any]], None]:
    def change(info: dict[str, Any], arrays: dict[str, Any]) -> None:
        arrays[name] = arrays[name].copy()
        arrays[name][at] = value

    return change


def _say(name: str, value: object) -> Callable[[dict[str, Any], dict[str, Any]], None]:
    def change(info: dict[str, Any], arrays: dict[str, Any]) -> None:
        info[name] = value

    return change


def _as(name: str, kind: str) -> Callable[[dict[str, Any], dict[str, Any]], None]:
    def change(info: dict[str, Any], arrays: dict[str, Any]) -> None:
        arrays[name] = arrays[name].astype(kind)

    return change


def _short(name: str) -> Callable[[dict[str, Any], dict[str, Any]], None]:
    def change(info: dict[str, Any], arrays: dict[str, Any]) -> None:
        arrays[name] = arrays[name][: len(arrays[name]) // 2]

    return change


HOSTILE = [
    _set("pixel", 5, 0xFFFFFFFF),
    _set("run", 5, 0xFFFFFFFF),
    _set("run", 5, 10**9),
    _set("edge", 3, 10**9),
    _set("edge", 3, -7),
    _set("lined", 3, 10**9),
    _set("lined", 3, -2),
    _set("kinds", (0, 0), 300),
    _set("kinds", (0, 1), -400),
    _set("kinds", (0, 2), 10**12),
    _set("place", (0, 1), 1500),
    _set("place", (1, 1), -1),
    _set("place", (0, 1), 10**8),
    _set("fact inherent", 0, 5000),
    _set("fact inherent", 0, -5000),
    _set("fact inherent", 0, 77),
    *(_short(name) for name in ("pixel", "run", "kinds", "shows", "walls", "edge", "fact base")),
    *(_as(name, "int64") for name in ("pixel", "run", "shows", "walls", "place", "fact hexside")),
    _say("lengths", [2**40] * 8),
    _say("lengths", [-1] * 8),
    _say("lengths", [100, 100, 1, 1, 0, 0, 0, 0]),
    _say("lengths", []),
    _say("names", ["F4"] * 10),
    _say("names", []),
    _say("names", 7),
    _say("name", 7),
    _say("slopes", {"F4": "NE"}),
    _say("slopes", []),
    _say("whole_hexes", {"F4": None}),
    _say("stairways", [[]]),
    _say("notes", 7),
]


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_files_that_tell_of_no_board_are_passed_over(
    kept: Path, packed: tuple[dict[str, Any], dict[str, Any]], number: int
) -> None:
    info, arrays = dict(packed[0]), dict(packed[1])
    HOSTILE[number](info, arrays)
    kept.mkdir()
    (kept / f"{'0' * 40}.board").write_bytes(pack(info, arrays))
    found = hexlos.cache.recall(Path("village.toml"), "0" * 40)
    assert found is None


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], dict[str, Any]]:
    """What is kept of a board with walls."""
    from hexlos.cache.boards import pack_board

    data = pack_board(open_board("village"))
    assert data is not None
    return unpack(data)


def test_a_header_may_not_claim_more_than_there_is() -> None:
    data = pack({}, {"one": np.zeros(3, dtype=np.int32)})
    info, arrays = unpack(data)
    assert (info, arrays["one"].tolist()) == ({}, [0, 0, 0])
    for shape in ([2**40, 2**40], [-3], [3.0], [4]):
        with pytest.raises(DamagedError):
            unpack(_with_header(data, shape))


def _with_header(data: bytes, shape: list[Any]) -> bytes:
    import hashlib
    import json

    text = json.dumps({"format": 1, "info": {}, "arrays": [["one", "int32", shape]]}).encode()
    body = len(text).to_bytes(8, "little") + text + b"\0" * 12
    return data[:19] + hashlib.sha256(body).digest() + body


@pytest.mark.parametrize("what", ["file", "below a file", "pipe", "read-only"])
def test_a_folder_that_cannot_be_used_is_no_error(
    tmp_path: Path, archive: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    folder = tmp_path / "here"
    monkeypatch.setenv("HEXLOS_CACHE", str(folder / "x" if what == "below a file" else folder))
    if what == "pipe":
        folder.mkdir()
        key = key_of(archive)
        os.mkfifo(folder / f"{key}.board")
    elif what == "read-only":
        folder.mkdir()
        monkeypatch.setattr(os, "replace", _denied)
    else:
        folder.write_bytes(b"")
    assert _used(archive).hexes
    assert not folder.is_dir() or not [f for f in _files(folder) if f.suffix == ".tmp"]


def _denied(*how: object) -> None:
    raise PermissionError(13, "Permission denied")


def test_off_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, archive: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("HEXLOS_CACHE", "off")
    _used(archive)
    assert not (tmp_path / "xdg").exists()
    monkeypatch.delenv("HEXLOS_CACHE")
    _used(archive)
    assert len(_files(tmp_path / "xdg" / "hexlos")) == 1


def test_the_folder_stays_within_bounds(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept.mkdir()
    strange = kept / "notes.txt"
    strange.write_bytes(b"x" * 5000)
    monkeypatch.setattr(cache_files, "MAX_FOLDER", 2500)
    keys = [f"{n:040x}" for n in range(5)]
    for n, key in enumerate(keys):
        cache_files.save(key, b"x" * 1000)
        os.utime(kept / f"{key}.board", (1000 + n, 1000 + n))
    assert [cache_files.load(key) is not None for key in keys] == [False] * 3 + [True] * 2
    assert strange.exists()
    monkeypatch.setattr(cache_files, "MAX_FILE", 999)
    cache_files.save("f" * 40, b"x" * 1000)
    assert cache_files.load("f" * 40) is None
    assert cache_files.load(keys[-1]) is None  # larger than may be


def test_what_is_used_stays_longer(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_files, "MAX_FOLDER", 2500)
    for n, key in enumerate(("a" * 40, "b" * 40)):
        cache_files.save(key, b"x" * 1000)
        os.utime(kept / f"{key}.board", (1000 + n, 1000 + n))
    cache_files.load("a" * 40)
    cache_files.save("c" * 40, b"x" * 1000)
    assert [cache_files.load(key * 40) is not None for key in "abc"] == [True, False, True]


def test_drafts_of_processes_that_are_gone_are_removed(kept: Path) -> None:
    kept.mkdir()
    old, new = (kept / f".{'a' * 40}.board.{n:08x}.tmp" for n in (1, 2))
    old.write_bytes(b"")
    new.write_bytes(b"")
    os.utime(old, (1, 1))
    cache_files.save("b" * 40, b"x")
    assert (old.exists(), new.exists()) == (False, True)


def test_strange_readers_keep_boards_from_being_kept(kept: Path, archive: Path) -> None:
    class Reader:
        @hookimpl
        def hexlos_read_board(self, path: Path) -> Board | None:
            return None

    assert key_of(archive) is not None
    manager().register(Reader(), name="stranger")
    try:
        assert key_of(archive) is None
        _used(archive)
    finally:
        manager().unregister(name="stranger")
    assert _files(kept) == []


def test_two_processes_at_once(kept: Path) -> None:
    code = (
        "import hexlos\n"
        "for _ in range(3):\n"
        "    for name in ('village', 'desert'):\n"
        "        board = hexlos.open_board(name)\n"
        "        print(board.los('F4', 'J3').reason.rule)\n"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    told = [process.communicate(timeout=60)[0] for process in running]
    assert [process.returncode for process in running] == [0, 0]
    assert told[0] == told[1] != ""
    names = [file.name for file in _files(kept)]
    assert len(names) == 2
    assert all(name.endswith(".board") for name in names)
    assert all(unpack(file.read_bytes()) for file in _files(kept))
