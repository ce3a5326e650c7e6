"""LOSData: what is written is read back, and damaged or hostile streams are refused."""

from __future__ import annotations

import gzip
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlos import BoardFormatError
from hexlos.files import losdata
from hexlos.files.losdata import LosData, read_losdata, write_losdata

MAGIC = b"\xac\xed\x00\x05"


def sample(width: int = 40, height: int = 30, hexes: int = 12, seed: int = 1) -> LosData:
    """Random planes."""
    rng = np.random.default_rng(seed)
    return LosData(
        columns=3,
        rows=4,
        level=rng.integers(-128, 128, (width, height)).astype(np.int8),
        terrain=rng.integers(0, 256, (width, height)).astype(np.uint8),
        stairways=rng.integers(0, 2, hexes).astype(np.uint8),
    )


def body_of(data: LosData) -> bytes:
    """The block data of a member, laid out pixel by pixel."""
    parts = [struct.pack(">4i", data.columns, data.rows, *data.terrain.shape)]
    for x in range(data.terrain.shape[0]):
        for y in range(data.terrain.shape[1]):
            parts.append(struct.pack(">bB", data.level[x, y], data.terrain[x, y]))
    return b"".join(parts) + data.stairways.tobytes()


def in_blocks(body: bytes, size: int, long: bool = True) -> bytes:
    """A Java stream of block data, uncompressed."""
    parts = [MAGIC]
    for at in range(0, len(body), size):
        block = body[at : at + size]
        head = b"\x7a" + struct.pack(">i", len(block)) if long else bytes([0x77, len(block)])
        parts.append(head + block)
    return b"".join(parts)


def same(one: LosData, two: LosData) -> bool:
    """Whether two are equal in every part."""
    return (
        (one.columns, one.rows) == (two.columns, two.rows)
        and np.array_equal(one.level, two.level)
        and np.array_equal(one.terrain, two.terrain)
        and np.array_equal(one.stairways, two.stairways)
    )


@given(st.integers(1, 50), st.integers(1, 50), st.integers(0, 40), st.integers(0, 10**6))
def test_what_is_written_is_read_back(width: int, height: int, hexes: int, seed: int) -> None:
    data = sample(width, height, hexes, seed)
    assert same(read_losdata(write_losdata(data)), data)


def test_planes_have_their_types() -> None:
    data = read_losdata(write_losdata(sample()))
    assert (data.level.dtype, data.terrain.dtype) == (np.int8, np.uint8)
    assert data.level.shape == data.terrain.shape == (40, 30)


def test_the_layout_is_column_by_column_level_before_terrain() -> None:
    data = sample()
    stream = gzip.compress(in_blocks(body_of(data), 1024))
    assert same(read_losdata(stream), data)


@pytest.mark.parametrize("size", [1, 7, 16, 255])
def test_short_blocks_of_any_size(size: int) -> None:
    data = sample(9, 8)
    assert same(read_losdata(gzip.compress(in_blocks(body_of(data), size, long=False))), data)


@pytest.mark.parametrize("size", [1, 100, 1024, 10**6])
def test_long_blocks_of_any_size(size: int) -> None:
    data = sample(9, 8)
    assert same(read_losdata(gzip.compress(in_blocks(body_of(data), size))), data)


def test_written_blocks_are_those_of_java() -> None:
    data = sample(60, 50)
    raw, at, body = gzip.decompress(write_losdata(data)), 4, b""
    assert raw[:4] == MAGIC
    while at < len(raw):
        if raw[at] == 0x7A:
            size, at = struct.unpack_from(">i", raw, at + 1)[0], at + 5
            assert 256 <= size <= 1024
        else:
            assert raw[at] == 0x77
            size, at = raw[at + 1], at + 2
        body += raw[at : at + size]
        at += size
    assert body == body_of(data)


def test_writing_is_reproducible() -> None:
    assert write_losdata(sample()) == write_losdata(sample())


def test_a_member_cut_short_anywhere_is_refused() -> None:
    member = write_losdata(sample(6, 5))
    for end in range(len(member)):
        with pytest.raises(BoardFormatError, match="LOSData"):
            read_losdata(member[:end])


def test_a_stream_cut_short_within_its_planes_is_refused() -> None:
    data = sample(6, 5)
    raw = in_blocks(body_of(data), 10)
    planes = len(in_blocks(body_of(data)[: 16 + 2 * 30], 10))
    for end in range(planes):
        with pytest.raises(BoardFormatError, match="LOSData"):
            read_losdata(gzip.compress(raw[:end]))


@pytest.mark.parametrize(
    ("raw", "complaint"),
    [
        (b"", "no Java object stream"),
        (b"\x00\x01\x02\x03" + b"\x00" * 40, "no Java object stream"),
        (MAGIC, "too short"),
        (MAGIC + b"\x73abc", "other than block data at byte 4"),
        (MAGIC + b"\x77", "other than block data"),
        (MAGIC + b"\x77\x10abc", "middle of a block"),
        (MAGIC + b"\x7a\xff\xff\xff\xff", "middle of a block"),
        (MAGIC + b"\x7a\x7f\xff\xff\xff", "middle of a block"),
        (MAGIC + b"\x77\x04\x00\x00\x00\x01", "too short"),
    ],
)
def test_something_else_is_refused(raw: bytes, complaint: str) -> None:
    with pytest.raises(BoardFormatError, match=complaint):
        read_losdata(gzip.compress(raw))


@pytest.mark.parametrize("member", [b"PK\x03\x04", b"\x1f\x8b", b"\x1f\x8b" + b"\xff" * 40])
def test_what_is_no_gzip_is_refused(member: bytes) -> None:
    with pytest.raises(BoardFormatError, match="no complete gzip stream"):
        read_losdata(member)


@pytest.mark.parametrize(
    "sizes",
    [
        (0, 4, 6, 5),
        (3, -1, 6, 5),
        (3, 4, 0, 5),
        (3, 4, 6, -5),
        (3, 4, 2**31 - 1, 2**31 - 1),
        (3, 4, 60_000, 60_000),
        (2**31 - 1, 4, 6, 5),
        (3, 4, 6, 6),
    ],
)
def test_absurd_sizes_are_refused(sizes: tuple[int, int, int, int]) -> None:
    body = struct.pack(">4i", *sizes) + bytes(2 * 30)
    with pytest.raises(BoardFormatError, match="LOSData"):
        read_losdata(gzip.compress(in_blocks(body, 1024)))


def test_a_gzip_bomb_is_stopped_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(losdata, "MAX_PIXELS", 1000)
    bomb = gzip.compress(in_blocks(bytes(2_000_000), 1024))
    assert len(bomb) < 50_000
    with pytest.raises(BoardFormatError, match="unpacks to more than 1002000 bytes"):
        read_losdata(bomb)


@given(st.integers(0, 10**6), st.integers(0, 255))
def test_a_flipped_byte_is_read_or_refused(at: int, value: int) -> None:
    member = bytearray(write_losdata(sample(6, 5)))
    member[at % len(member)] = value
    try:
        data = read_losdata(bytes(member))
    except BoardFormatError:
        return
    assert data.level.shape == data.terrain.shape
