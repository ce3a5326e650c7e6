"""Arrays and a JSON header in one run of bytes, with a checksum over all of it.

Read back, arrays are views of these bytes: nothing is copied, nothing unpickled.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: Number of the format: another one is not read.
FORMAT = 1

_MAGIC = b"hexlos packed data\n"
_CHECK = 32
_HEAD = len(_MAGIC) + _CHECK + 8
_ALIGNED = 8
_KINDS = ("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64")

Arrays = dict[str, NDArray[Any]]


class DamagedError(ValueError):
    """Bytes that are not what was packed."""


def pack(info: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """One run of bytes with JSON and arrays of whole numbers."""
    listed, parts = [], []
    for name, array in arrays.items():
        data = np.ascontiguousarray(array).tobytes()
        listed.append([name, array.dtype.name, list(array.shape)])
        parts.append(data + b"\0" * (-len(data) % _ALIGNED))
    text = json.dumps({"format": FORMAT, "info": info, "arrays": listed}).encode()
    text += b" " * (-(_HEAD + len(text)) % _ALIGNED)
    body = b"".join([len(text).to_bytes(8, "little"), text, *parts])
    return _MAGIC + hashlib.sha256(body).digest() + body


def unpack(data: bytes) -> tuple[dict[str, Any], Arrays]:
    """The JSON and the arrays, which cannot be written to; DamagedError when it is none of ours."""
    if len(data) < _HEAD or not data.startswith(_MAGIC):
        raise DamagedError("not packed by hexlos")
    body = memoryview(data)[len(_MAGIC) + _CHECK :]
    if hashlib.sha256(body).digest() != data[len(_MAGIC) : len(_MAGIC) + _CHECK]:
        raise DamagedError("the checksum is another")
    end = _HEAD + int.from_bytes(body[:8], "little")
    if end > len(data):
        raise DamagedError("the header is cut off")
    header = json.loads(data[_HEAD:end])
    if header["format"] != FORMAT:
        raise DamagedError("another format")
    arrays: Arrays = {}
    for name, kind, shape in header["arrays"]:
        if kind not in _KINDS or not all(type(n) is int and n >= 0 for n in shape):
            raise DamagedError(f"{name} is no array of whole numbers")
        dtype, count = np.dtype(kind), 1
        for n in shape:
            count *= n
        if end + count * dtype.itemsize > len(data):
            raise DamagedError(f"{name} is cut off")
        arrays[name] = np.frombuffer(data, dtype, count, end).reshape(shape)
        end += -(-count * dtype.itemsize // _ALIGNED) * _ALIGNED
    return header["info"], arrays
