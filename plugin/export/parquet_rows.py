"""Rows and metadata of Parquet files: one row a pair of locations."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexlos.errors import MissingExtraError
from hexlos.export.limits import SCHEMA
from hexlos.reasons import Reason

PREFIX = b"hexlos."
_LEVEL = 3

#: Columns that refer to a dictionary of their values, and how another is encoded but plainly: what
#: has few values, or many, is as small without one, and sooner written.
_DICTIONARIES = ("source", "target", "reason")
_ENCODINGS = {"distance": "DELTA_BINARY_PACKED"}


def pyarrow() -> Any:
    """The library, with the parts that are used; MissingExtraError where it is not installed."""
    try:
        for part in ("compute", "parquet"):  # each has to be imported to be there
            import_module(f"pyarrow.{part}")
        return import_module("pyarrow")
    except ImportError as err:
        raise MissingExtraError(
            "Parquet files need pyarrow: install it with pip install 'hexlos[parquet]'"
        ) from err


@dataclass(frozen=True, eq=False)
class Head:
    """What a file says once: locations, their (n, 2) points in pixels, and what was asked."""

    sources: tuple[str, ...]
    targets: tuple[str, ...]
    source_px: NDArray[np.float64]
    target_px: NDArray[np.float64]
    range_type: np.dtype[Any]
    info: dict[str, Any]

    @property
    def square(self) -> bool:
        """Whether sources and targets are the same."""
        return self.sources == self.targets

    def metadata(self) -> dict[bytes, bytes]:
        """Key-value metadata; every value is JSON. Targets that are the sources are null."""
        values = {
            "schema": SCHEMA,
            **self.info,
            "sources": self.sources,
            "targets": None if self.square else self.targets,
            "source_px": self.source_px.tolist(),
            "target_px": None if self.square else self.target_px.tolist(),
            "reasons": {int(r): [r.rule, r.text] for r in Reason},
            "range_type": self.range_type.name,
        }
        return {PREFIX + key.encode(): json.dumps(value).encode() for key, value in values.items()}


@dataclass(frozen=True, eq=False)
class Rows:
    """Answers of whole sources, (sources, targets) each, from the source numbered first on."""

    first: int
    range: NDArray[Any]
    blocked: NDArray[np.bool_]
    hindrance: NDArray[np.uint8]
    reason: NDArray[np.uint8]
    where: NDArray[np.int16]


def schema_of(pa: Any, range_type: np.dtype[Any]) -> Any:
    """Columns of a file."""
    name = pa.dictionary(pa.int32(), pa.string())
    return pa.schema(
        [
            pa.field("source", name, nullable=False),
            pa.field("target", name, nullable=False),
            pa.field("range", pa.from_numpy_dtype(range_type), nullable=False),
            pa.field("blocked", pa.bool_(), nullable=False),
            pa.field("hindrance", pa.uint8(), nullable=False),
            pa.field("reason", pa.uint8(), nullable=False),
            pa.field("distance", pa.uint16()),
        ]
    )


@dataclass(frozen=True, eq=False)
class Group:
    """Rows as the columns of a row group: how many they are, and how many of them are blocked."""

    columns: Any
    rows: int
    blocked: int


class Writer:
    """A file that rows are added to, a row group at a time."""

    def __init__(self, stream: Any, head: Head) -> None:
        self._pa, self.head = pyarrow(), head
        self._schema = schema_of(self._pa, head.range_type).with_metadata(head.metadata())
        self._names = [self._pa.array(names) for names in (head.sources, head.targets)]
        self._file = self._pa.parquet.ParquetWriter(
            stream,
            self._schema,
            compression="zstd",
            compression_level=_LEVEL,
            use_dictionary=_DICTIONARIES,
            column_encoding=_ENCODINGS,
            # every group has all targets: what the least and the last of them are tells nothing
            write_statistics=[name for name in self._schema.names if name != "target"],
            write_page_checksum=True,
        )

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, group: Group) -> None:
        """Write a row group."""
        self._file.write_table(group.columns, row_group_size=max(1, group.rows))

    def group(self, rows: Rows) -> Group:
        """Rows as a group, the pairs traced, but no diagonal; several may be made side by side."""
        source, target, pick = self._listed(rows)
        away, beside = self._away(rows)
        pa = self._pa
        columns = [
            pa.DictionaryArray.from_arrays(source, self._names[0]),
            pa.DictionaryArray.from_arrays(target, self._names[1]),
            *(
                pa.array(pick(values))
                for values in (rows.range, rows.blocked, rows.hindrance, rows.reason)
            ),
            pa.array(pick(away), mask=pick(beside)),
        ]
        table = pa.Table.from_arrays(columns, schema=self._schema)
        # of a pair that was left out nothing is blocked
        blocked = int(np.count_nonzero(rows.blocked))
        return Group(table, len(source), blocked)

    def _listed(self, rows: Rows) -> tuple[NDArray[np.int32], NDArray[np.int32], Any]:
        """Source and target of each row, and what picks the values of rows out of a table."""
        size, targets = len(rows.range), rows.range.shape[1]
        listed = rows.range < np.iinfo(rows.range.dtype).max
        if self.head.square:
            own = np.arange(size)
            listed[own, own + rows.first] = False
        source = np.arange(rows.first, rows.first + size, dtype=np.int32)
        target = np.arange(targets, dtype=np.int32)
        return (
            np.repeat(source, np.count_nonzero(listed, axis=1)),
            np.broadcast_to(target, listed.shape)[listed],
            lambda values: values[listed],
        )

    def _away(self, rows: Rows) -> tuple[NDArray[np.uint16], NDArray[np.bool_]]:
        """How far from its source each LOS is blocked, in whole pixels, and which are not."""
        start = self.head.source_px[rows.first : rows.first + len(rows.where), None]
        across, down = (rows.where[..., k] + 0.5 - start[..., k] for k in (0, 1))
        far = np.sqrt(across * across + down * down)
        return np.rint(far).astype(np.uint16), rows.where[..., 0] < 0
