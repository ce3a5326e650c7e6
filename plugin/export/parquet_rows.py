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


class Writer:
    """A file that rows are added to, a row group at a time."""

    def __init__(self, stream: Any, head: Head) -> None:
        self._pa, self._head = pyarrow(), head
        self._schema = schema_of(self._pa, head.range_type).with_metadata(head.metadata())
        self._names = [self._pa.array(names) for names in (head.sources, head.targets)]
        self._writer = self._pa.parquet.ParquetWriter(
            stream,
            self._schema,
            compression="zstd",
            compression_level=_LEVEL,
            write_page_checksum=True,
        )

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, *_: object) -> None:
        self._writer.close()

    def add(self, rows: Rows) -> int:
        """Write rows as one group; how many they were: the pairs traced, but no diagonal."""
        listed = rows.range < np.iinfo(rows.range.dtype).max
        if self._head.square:
            own = np.arange(len(listed))
            listed[own, own + rows.first] = False
        pick = np.flatnonzero(listed)
        source, target = np.divmod(pick.astype(np.int32), np.int32(max(1, listed.shape[1])))
        source += np.int32(rows.first)
        where = rows.where.reshape(-1, 2)[pick]
        start = self._head.source_px[source]
        far = np.hypot(where[:, 0] + 0.5 - start[:, 0], where[:, 1] + 0.5 - start[:, 1])
        pa = self._pa
        columns = [
            pa.DictionaryArray.from_arrays(source, self._names[0]),
            pa.DictionaryArray.from_arrays(target, self._names[1]),
            *(
                pa.array(values.ravel()[pick])
                for values in (rows.range, rows.blocked, rows.hindrance, rows.reason)
            ),
            pa.array(np.rint(far).astype(np.uint16), mask=where[:, 0] < 0),
        ]
        table = pa.Table.from_arrays(columns, schema=self._schema)
        self._writer.write_table(table, row_group_size=max(1, len(pick)))
        return len(pick)
