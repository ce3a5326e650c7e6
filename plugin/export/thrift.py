"""Structures in the compact form of Thrift, in which Parquet files tell of themselves."""

from __future__ import annotations

from typing import Any

#: What a structure holds, by number of the field: its kind and its value. Lists and sets are (kind
#: of what they hold, values), bytes and structures are themselves; of a truth in a structure the
#: kind is the value.
Struct = dict[int, tuple[int, Any]]

STRUCT = 12
_TRUE, _FALSE, _BYTE, _DOUBLE, _BINARY, _LIST, _SET = 1, 2, 3, 7, 8, 9, 10
WHOLE = frozenset({4, 5, 6})
_LONG = 15


def read_struct(data: bytes) -> Struct:
    """The structure that bytes begin with; ValueError or IndexError where there is none."""
    return _Reader(data).struct()


def write_struct(struct: Struct) -> bytes:
    """The bytes of a structure."""
    out = bytearray()
    _write(out, STRUCT, struct)
    return bytes(out)


class _Reader:
    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def struct(self) -> Struct:
        made: Struct = {}
        number = 0
        while head := self._byte():
            kind = head & 15
            number = number + (head >> 4) if head >> 4 else self._whole()
            made[number] = kind, (None if kind in (_TRUE, _FALSE) else self._value(kind))
        return made

    def _value(self, kind: int) -> Any:
        if kind in WHOLE:
            return self._whole()
        if kind == _BINARY:
            return self._bytes(self._varint())
        if kind in (_LIST, _SET):
            head = self._byte()
            count = head >> 4 if head >> 4 < _LONG else self._varint()
            return head & 15, [self._value(head & 15) for _ in range(count)]
        if kind == STRUCT:
            return self.struct()
        if kind in (_TRUE, _FALSE, _BYTE):
            return self._byte()
        if kind == _DOUBLE:
            return self._bytes(8)
        raise ValueError(f"no kind of value has the number {kind}")

    def _byte(self) -> int:
        self._at += 1
        return self._data[self._at - 1]

    def _bytes(self, count: int) -> bytes:
        self._at += count
        return self._data[self._at - count : self._at]

    def _varint(self) -> int:
        value = shift = 0
        while (part := self._byte()) > 127:
            value |= (part & 127) << shift
            shift += 7
        return value | part << shift

    def _whole(self) -> int:
        value = self._varint()
        return value >> 1 ^ -(value & 1)


def _write(out: bytearray, kind: int, value: Any) -> None:
    if kind in WHOLE:
        _write_whole(out, value)
    elif kind == _BINARY:
        _write_varint(out, len(value))
        out += value
    elif kind in (_LIST, _SET):
        inner, values = value
        if len(values) < _LONG:
            out.append(len(values) << 4 | inner)
        else:
            out.append(_LONG << 4 | inner)
            _write_varint(out, len(values))
        for one in values:
            _write(out, inner, one)
    elif kind == STRUCT:
        _write_fields(out, value)
    elif kind == _DOUBLE:
        out += value
    else:
        out.append(value)


def _write_fields(out: bytearray, struct: Struct) -> None:
    before = 0
    for number, (kind, value) in sorted(struct.items()):
        step = number - before
        if step <= _LONG:
            out.append(step << 4 | kind)
        else:
            out.append(kind)
            _write_whole(out, number)
        if kind not in (_TRUE, _FALSE):
            _write(out, kind, value)
        before = number
    out.append(0)


def _write_whole(out: bytearray, value: int) -> None:
    _write_varint(out, value << 1 if value >= 0 else ~(value << 1))


def _write_varint(out: bytearray, value: int) -> None:
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
