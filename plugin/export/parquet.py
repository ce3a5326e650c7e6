"""Matrices as Parquet: a row a pair, for data frames and databases; needs pyarrow."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pluggy
from numpy.typing import NDArray

from hexlos.errors import ResultFormatError
from hexlos.export.atomic import replacing
from hexlos.export.limits import check_names, check_schema, check_size, check_values
from hexlos.export.parquet_rows import PREFIX, Head, Rows, Writer, pyarrow, schema_of
from hexlos.matrix import LosMatrix

hookimpl = pluggy.HookimplMarker("hexlos")

GROUP_ROWS = 100_000

#: Metadata that comes from fields of the matrix, not from its info.
_FIELDS = ("sources", "targets", "source_px", "target_px", "reasons", "range_type")


@hookimpl
def hexlos_write_matrix(matrix: LosMatrix, path: Path) -> bool | None:
    """Write path when it is called .parquet."""
    if path.suffix.lower() != ".parquet":
        return None
    pyarrow()
    check_size(len(matrix.sources), len(matrix.targets))
    head = Head(
        sources=matrix.sources,
        targets=matrix.targets,
        source_px=matrix.source_px,
        target_px=matrix.target_px,
        range_type=matrix.range.dtype,
        info=matrix.info,
    )
    with replacing(path) as stream, Writer(stream, head) as writer:
        for first, last in _groups(matrix):
            part = slice(first, last)
            rows = Rows(
                first=first,
                range=matrix.range[part],
                blocked=matrix.blocked[part],
                hindrance=matrix.hindrance[part],
                reason=matrix.reason[part],
                where=matrix.where[part],
            )
            writer.add(writer.group(rows))
    return True


def _groups(matrix: LosMatrix) -> Iterator[tuple[int, int]]:
    """First and last source of each row group: whole sources, about GROUP_ROWS rows."""
    step = max(1, round(GROUP_ROWS / max(1, len(matrix.targets))))
    for first in range(0, len(matrix.sources), step):
        yield first, min(first + step, len(matrix.sources))


@hookimpl
def hexlos_read_matrix(path: Path) -> LosMatrix | None:
    """Read path when it starts like Parquet or is called .parquet.

    The points where LOS are blocked are rebuilt from their distances along the line, to within
    two pixels or so.
    """
    with path.open("rb") as stream:
        if stream.read(4) != b"PAR1" and path.suffix.lower() != ".parquet":
            return None
    pa = pyarrow()
    try:
        return _read(pa, path)
    except (pa.ArrowException, OSError) as err:
        raise ResultFormatError("it is no Parquet file, or a damaged one") from err


def _read(pa: Any, path: Path) -> LosMatrix:
    with pa.parquet.ParquetFile(path, page_checksum_verification=True) as file:
        found = file.schema_arrow
        meta = _loaded(found.metadata or {})
        check_schema(meta.get("schema"))
        missing = [key for key in _FIELDS if key not in meta]
        if missing:
            raise ResultFormatError(f"its metadata lacks {', '.join(missing)}")
        for own, other in (("targets", "sources"), ("target_px", "source_px")):
            meta[own] = meta[other] if meta[own] is None else meta[own]
        sources, targets = check_names(meta["sources"]), check_names(meta["targets"])
        check_size(len(sources), len(targets))
        if file.metadata.num_rows > len(sources) * len(targets):
            raise ResultFormatError("it has more rows than pairs of its locations")
        range_type = np.dtype(np.uint16 if meta["range_type"] == "uint16" else np.uint8)
        if not found.equals(schema_of(pa, range_type)):
            raise ResultFormatError("its columns are not those of a LOS matrix")
        matrix = _empty(sources, targets, meta, range_type)
        _fill(pa, matrix, file.read())
    return check_values(matrix)


def _loaded(metadata: dict[bytes, bytes]) -> dict[str, Any]:
    return {
        key.removeprefix(PREFIX).decode(): json.loads(value)
        for key, value in metadata.items()
        if key.startswith(PREFIX)
    }


def _empty(
    sources: tuple[str, ...],
    targets: tuple[str, ...],
    meta: dict[str, Any],
    range_type: np.dtype[Any],
) -> LosMatrix:
    """A matrix of pairs that were all left out."""
    shape = (len(sources), len(targets))
    span = np.full(shape, np.iinfo(range_type).max, dtype=range_type)
    if sources == targets:
        np.fill_diagonal(span, 0)
    return LosMatrix(
        sources=sources,
        targets=targets,
        blocked=np.zeros(shape, dtype=np.bool_),
        hindrance=np.zeros(shape, dtype=np.uint8),
        range=span,
        reason=np.zeros(shape, dtype=np.uint8),
        where=np.full((*shape, 2), -1, dtype=np.int16),
        source_px=np.array(meta["source_px"], dtype=np.float64).reshape(-1, 2),
        target_px=np.array(meta["target_px"], dtype=np.float64).reshape(-1, 2),
        info={key: value for key, value in meta.items() if key not in _FIELDS},
    )


def _fill(pa: Any, matrix: LosMatrix, rows: Any) -> None:
    pick = (
        _places(pa, rows["source"], matrix.sources),
        _places(pa, rows["target"], matrix.targets),
    )
    for name in ("range", "blocked", "hindrance", "reason"):
        if rows[name].null_count:
            raise ResultFormatError(f"its column {name} has gaps")
        getattr(matrix, name)[pick] = rows[name].to_numpy()
    far = rows["distance"].fill_null(0).to_numpy().astype(np.float64)
    start = matrix.source_px[pick[0]]
    line = matrix.target_px[pick[1]] - start
    length = np.maximum(np.hypot(*line.T), 1e-9)
    points = start + line * (far / length)[:, None]
    some = rows["distance"].is_valid().to_numpy()
    matrix.where[pick[0][some], pick[1][some]] = np.floor(points[some])


def _places(pa: Any, column: Any, names: tuple[str, ...]) -> NDArray[np.intp]:
    """Index in names of every row's location; ResultFormatError for one that is not there."""
    found = pa.compute.index_in(column.cast(pa.string()), value_set=pa.array(names, pa.string()))
    if found.null_count:
        raise ResultFormatError("it has rows of locations that it does not list")
    result: NDArray[np.intp] = found.to_numpy().astype(np.intp)
    return result
