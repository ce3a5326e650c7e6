"""Row groups that were encoded side by side, each as a small Parquet file, joined to one file."""

from __future__ import annotations

from typing import Any

from hexlos.export.thrift import WHOLE, Struct, read_struct, write_struct

MAGIC = b"PAR1"
_TAIL = 8

#: Numbers of fields, of the footer, of row groups, of their columns, and of what these tell.
_ROWS, _GROUPS = 3, 4
_COLUMNS, _GROUP_OFFSET, _ORDINAL = 1, 5, 7
_CHUNK_OFFSET, _CHUNK_META = 2, 3
_PLACES = (9, 10, 11, 14)  # where pages begin: of data, an index, a dictionary, a filter
_MORE = (4, 6)  # indices that lie behind all row groups, which are not kept


class Joined:
    """A file that is written a row group at a time, after a file without any rows.

    empty is that file: it has the schema and the metadata. What comes out is, byte for byte,
    what one writer makes of all the rows.
    """

    def __init__(self, stream: Any, empty: bytes | memoryview) -> None:
        self._stream = stream
        self._footer, _ = _split(empty)
        self._groups: list[Struct] = []
        self._rows = 0
        self._at = stream.write(MAGIC)

    def append(self, file: bytes | memoryview) -> None:
        """Add the row groups of a file of the same schema."""
        footer, pages = _split(file)
        moved = self._at - len(MAGIC)
        for group in footer[_GROUPS][1][1]:
            _move(group, moved)
            if _ORDINAL in group:
                group[_ORDINAL] = group[_ORDINAL][0], len(self._groups)
            self._groups.append(group)
        self._rows += footer[_ROWS][1]
        self._stream.write(pages)
        self._at += len(pages)

    def finish(self) -> None:
        """Write the footer."""
        footer = dict(self._footer)
        footer[_ROWS] = footer[_ROWS][0], self._rows
        kind, (inner, _) = footer[_GROUPS]
        footer[_GROUPS] = kind, (inner, self._groups)
        text = write_struct(footer)
        self._stream.write(text + len(text).to_bytes(4, "little") + MAGIC)


def _split(file: bytes | memoryview) -> tuple[Struct, memoryview]:
    """A file's footer, and its pages."""
    view = memoryview(file)
    length = int.from_bytes(view[-_TAIL:-4], "little")
    end = len(view) - _TAIL - length
    return read_struct(bytes(view[end:-_TAIL])), view[len(MAGIC) : end]


def _move(group: Struct, by: int) -> None:
    """Tell of a row group that lies so many bytes further on."""
    _add(group, (_GROUP_OFFSET,), by)
    for column in group[_COLUMNS][1][1]:
        _add(column, (_CHUNK_OFFSET,), by)
        for number in _MORE:
            assert number not in column, "an index would have to move as well"
        _add(column[_CHUNK_META][1], _PLACES, by)


def _add(struct: Struct, numbers: tuple[int, ...], by: int) -> None:
    for number in numbers:
        kind, value = struct.get(number, (0, 0))
        if kind in WHOLE and value:  # none of what there is begins with the file
            struct[number] = kind, value + by
