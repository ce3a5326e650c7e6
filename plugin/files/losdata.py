"""VASL's LOSData member: the terrain and elevation of every pixel, read and written."""

from __future__ import annotations

import gzip
import io
import struct
import zlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hexlos.errors import BoardFormatError

_MAGIC = b"\xac\xed\x00\x05"
_SHORT_BLOCK, _LONG_BLOCK = 0x77, 0x7A
_BLOCK_BYTES = 1024
_FULL = struct.pack(">Bi", _LONG_BLOCK, _BLOCK_BYTES)
_STRIDE = len(_FULL) + _BLOCK_BYTES
MAX_PIXELS = 64_000_000


@dataclass(frozen=True, eq=False)
class LosData:
    """The planes of a LOSData member.

    columns x rows hexes; level (int8) and terrain (uint8) are (width, height) in pixels;
    stairways has one byte a hex, column by column, top to bottom.
    """

    columns: int
    rows: int
    level: NDArray[np.int8]
    terrain: NDArray[np.uint8]
    stairways: NDArray[np.uint8]


def _payload(raw: bytes) -> bytes:
    """The joined block data of a Java object stream that holds nothing else."""
    if raw[:4] != _MAGIC:
        raise BoardFormatError("LOSData is no Java object stream")
    whole = _whole_blocks(raw)
    view, parts = memoryview(raw), [memoryview(whole)]
    at = 4 + len(whole) // _BLOCK_BYTES * _STRIDE
    while at < len(raw):
        kind = raw[at]
        if kind == _SHORT_BLOCK and at + 2 <= len(raw):
            size, start = raw[at + 1], at + 2
        elif kind == _LONG_BLOCK and at + 5 <= len(raw):
            size, start = struct.unpack_from(">i", raw, at + 1)[0], at + 5
        else:
            raise BoardFormatError(f"LOSData holds something other than block data at byte {at}")
        if size < 0 or start + size > len(raw):
            raise BoardFormatError("LOSData ends in the middle of a block")
        parts.append(view[start : start + size])
        at = start + size
    return b"".join(parts)


def _whole_blocks(raw: bytes) -> bytes:
    """The data of the blocks of full length that a stream starts with, as Java writes them."""
    count = (len(raw) - 4) // _STRIDE
    blocks = np.frombuffer(raw, dtype=np.uint8, count=count * _STRIDE, offset=4)
    blocks = blocks.reshape(count, _STRIDE)
    full = (blocks[:, : len(_FULL)] == np.frombuffer(_FULL, dtype=np.uint8)).all(axis=1)
    return blocks[: count if full.all() else full.argmin(), len(_FULL) :].tobytes()


def _inflate(member: bytes) -> bytes:
    limit = 2 * MAX_PIXELS + 1_000_000
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(member)) as stream:
            raw = stream.read(limit + 1)
    except (OSError, EOFError, zlib.error) as err:
        raise BoardFormatError(f"LOSData is no complete gzip stream ({err})") from err
    if len(raw) > limit:
        raise BoardFormatError(f"LOSData unpacks to more than {limit} bytes")
    return raw


def read_losdata(member: bytes) -> LosData:
    """Decode a LOSData member; BoardFormatError when it is truncated or something else."""
    data = _payload(_inflate(member))
    if len(data) < 16:
        raise BoardFormatError("LOSData is too short to hold its sizes")
    columns, rows, width, height = struct.unpack_from(">4i", data)
    if not (0 < columns < 10_000 and 0 < rows < 10_000 and 0 < width and 0 < height):
        raise BoardFormatError(
            f"LOSData claims {columns} x {rows} hexes on {width} x {height} pixels"
        )
    pixels = width * height
    if pixels > MAX_PIXELS or len(data) < 16 + 2 * pixels:
        raise BoardFormatError(f"LOSData is too short for its {width} x {height} pixels")
    planes = np.frombuffer(data, dtype=np.uint8, count=2 * pixels, offset=16)
    planes = planes.reshape(width, height, 2)
    return LosData(
        columns=columns,
        rows=rows,
        level=np.ascontiguousarray(planes[:, :, 0]).view(np.int8),
        terrain=np.ascontiguousarray(planes[:, :, 1]),
        stairways=np.frombuffer(data, dtype=np.uint8, offset=16 + 2 * pixels),
    )


def write_losdata(data: LosData) -> bytes:
    """Encode planes as a LOSData member that VASL reads."""
    width, height = data.terrain.shape
    planes = np.stack([data.level.view(np.uint8), data.terrain], axis=2)
    body = struct.pack(">4i", data.columns, data.rows, width, height)
    body += planes.tobytes() + data.stairways.tobytes()
    parts = [_MAGIC]
    for at in range(0, len(body), _BLOCK_BYTES):
        block = body[at : at + _BLOCK_BYTES]
        if len(block) < 256:
            parts.append(bytes([_SHORT_BLOCK, len(block)]))
        else:
            parts.append(bytes([_LONG_BLOCK]) + struct.pack(">i", len(block)))
        parts.append(block)
    return gzip.compress(b"".join(parts), mtime=0)
