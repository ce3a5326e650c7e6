"""Maps of boards kept from one run to the next: the same as read, and never another's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

import hexlos
from hexlos import Board, open_map
from hexlos.cache.maps import map_key, pack_map, unpack_map
from hexlos.hexfacts import HexFacts
from hexlos.packing import DamagedError, pack, unpack

LAYOUT = "village+rvillage"


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that maps are kept in."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("HEXLOS_CACHE", str(folder))
    return folder


@pytest.fixture
def read(kept: Path) -> Board:
    """A map that was read, so that it is kept: nothing was there before."""
    board = open_map(LAYOUT)
    assert "compiled" not in vars(board)
    _ = board.compiled.exact
    return board


def _file(folder: Path, board: Board) -> Path:
    return folder / f"{map_key(board)}.board"


@pytest.fixture
def no_reading(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Make all reading of pixels fail from now on."""

    def fail(*_: object) -> None:
        raise AssertionError("pixels were read")

    def forbid() -> None:
        for name in ("board.facts_of_map", "board.read_facts", "grid.read_drawn"):
            monkeypatch.setattr(f"hexlos.{name}", fail)

    return forbid


def _same(one: Board, two: Board) -> bool:
    facts = all(
        np.array_equal(getattr(one.facts, f.name), getattr(two.facts, f.name))
        for f in fields(HexFacts)
    )
    some = one.hexes[::15]
    tables = ([b.los_matrix(some, thread=t) for t in ("exact", "vasl")] for b in (one, two))
    return facts and all(
        np.array_equal(getattr(a, what), getattr(b, what))
        for a, b in zip(*tables, strict=True)
        for what in ("blocked", "hindrance", "range", "reason", "where")
    )


def test_a_kept_map_is_the_one_that_was_read(
    read: Board, kept: Path, no_reading: Callable[[], None]
) -> None:
    assert _file(kept, read).is_file()
    no_reading()
    board = open_map(LAYOUT)
    assert "compiled" in vars(board)
    assert (board.name, board.hexes, board.warnings) == (read.name, read.hexes, read.warnings)
    assert _same(board, read)


def test_what_is_changed_of_a_kept_map_is_read_anew(read: Board) -> None:
    rules, fresh = open_map(LAYOUT).with_ssr("forest"), read.with_ssr("forest")
    assert _same(rules, fresh)
    assert _same(open_map(LAYOUT, ["forest"]), fresh)


def test_whatever_facts_need_is_in_the_key(read: Board) -> None:
    terrain = read.terrain.copy()
    terrain[100, 100] += 1
    level = read.level.copy()
    level[100, 100] += 1
    others = [
        open_map("village+village"),
        open_map("rvillage+village"),
        open_map("village/rvillage"),
        open_map("village[A-K half]+rvillage"),
        open_map(LAYOUT, ["forest"]),
        replace(read, terrain=terrain),
        replace(read, level=level),
        replace(read, whole_hexes={read.hexes[3]: 1}),
        replace(read, slopes={read.hexes[3]: (1,)}),
        replace(read, stairways=frozenset([read.hexes[3]])),
        replace(read, alpine_hills=True),
    ]
    keys = [map_key(board) for board in (read, *others)]
    assert None not in keys
    assert len(set(keys)) == len(keys)
    assert map_key(open_map(LAYOUT)) == keys[0]


def test_boards_by_themselves_and_nothing_at_all(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert map_key(hexlos.open_board("hills")) is None
    assert map_key(open_map("hills")) is None
    monkeypatch.setenv("HEXLOS_CACHE", "off")
    _ = open_map(LAYOUT).compiled.exact
    assert not kept.exists()


@pytest.mark.parametrize("damage", ["cut", "flipped", "empty", "another map", "a board"])
def test_damaged_files_are_passed_over_and_written_again(
    read: Board, kept: Path, damage: str
) -> None:
    file = _file(kept, read)
    data = file.read_bytes()
    if damage == "another map":
        other = open_map("rvillage+village")
        _ = other.compiled.exact
        file.write_bytes(_file(kept, other).read_bytes())
    elif damage == "a board":
        _ = hexlos.open_board("hills").compiled.exact
        (board,) = (p for p in kept.iterdir() if p != file)
        file.write_bytes(board.read_bytes())
    else:
        half = len(data) // 2
        flipped = data[:half] + bytes([data[half] ^ 1]) + data[half + 1 :]
        file.write_bytes({"cut": data[:half], "flipped": flipped, "empty": b""}[damage])
    board = open_map(LAYOUT)
    assert "compiled" not in vars(board)
    assert np.array_equal(board.los_matrix().blocked, read.los_matrix().blocked)
    assert file.read_bytes() == data


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("key", "another map"),
        ("class", "classes"),
        ("run", "runs"),
        ("shows", "shows"),
        ("walls", "walls"),
        ("kinds", "kinds"),
        ("lined", "edge"),
        ("edge", "edge"),
        ("fact base", "base"),
    ],
)
def test_files_that_tell_of_another_map_are_passed_over(read: Board, name: str, why: str) -> None:
    key = map_key(read)
    assert key is not None
    info, arrays = unpack(pack_map(read, key))
    if name == "key":
        key = "0" * 40
    else:
        found = arrays[name]
        more = {"run": 1, "kinds": 1000, "lined": read.terrain.size}
        if name in more:
            arrays[name] = (found + found.dtype.type(more[name])).astype(found.dtype)
        elif name == "class":
            arrays[name] = np.full_like(found, len(arrays["kinds"]))
        else:
            arrays[name] = -1 - found if name == "edge" else found[1:]
    with pytest.raises(DamagedError, match=why):
        unpack_map(pack(info, arrays), read, key)
