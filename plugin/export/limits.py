"""What every reader of a matrix file demands of it, whatever its format."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexlos.errors import ResultFormatError
from hexlos.matrix import Asked, LosMatrix
from hexlos.reasons import Reason

SCHEMA = 1

#: Pairs of the largest matrix that is written or read; more would not fit the memory of most.
MAX_PAIRS = 400_000_000

_MAX_HINDRANCE = 5


def check_size(sources: int, targets: int) -> None:
    """ResultFormatError when a matrix has more pairs than a file may hold."""
    if sources * targets > MAX_PAIRS:
        raise ResultFormatError(
            f"{sources} x {targets} locations are more than {MAX_PAIRS} pairs: split the sources"
        )


def check_schema(schema: object) -> None:
    """ResultFormatError when a file's schema is not one that this version reads."""
    if not isinstance(schema, int) or schema < 1:
        raise ResultFormatError(f"its schema {schema!r} is no version number")
    if schema > SCHEMA:
        raise ResultFormatError(f"its schema {schema} is newer than {SCHEMA}: update hexlos")


def check_listed_once(matrix: LosMatrix | Asked) -> None:
    """ResultFormatError when a matrix to be written has a location twice: files list each once."""
    for names in (matrix.sources, matrix.targets):
        if len(set(names)) != len(names):
            twice = next(name for n, name in enumerate(names) if name in names[:n])
            raise ResultFormatError(f"{twice} is listed twice: a file has each location once")


def check_names(names: Sequence[Any]) -> tuple[str, ...]:
    """The names of locations; ResultFormatError when they are no distinct strings."""
    if not all(isinstance(name, str) for name in names) or len(set(names)) != len(names):
        raise ResultFormatError("its locations are no distinct addresses")
    return tuple(names)


def check_values(matrix: LosMatrix) -> LosMatrix:
    """The matrix itself; ResultFormatError when its answers are none that hexlos gives."""
    shape = (len(matrix.sources), len(matrix.targets))
    fits = (
        _is(matrix.blocked, shape, np.bool_)
        and _is(matrix.hindrance, shape, np.uint8)
        and _is(matrix.range, shape, np.uint8, np.uint16)
        and _is(matrix.reason, shape, np.uint8)
        and _is(matrix.where, (*shape, 2), np.int16)
        and _is(matrix.source_px, (shape[0], 2), np.float64)
        and _is(matrix.target_px, (shape[1], 2), np.float64)
    )
    if not fits:
        raise ResultFormatError("its tables do not fit its locations")
    worst = matrix.hindrance.max(initial=0)
    if matrix.reason.max(initial=0) > max(Reason) or worst > _MAX_HINDRANCE:
        raise ResultFormatError("it has reasons or hindrances that do not exist")
    return matrix


def _is(array: NDArray[Any], shape: tuple[int, ...], *kinds: type[np.generic]) -> bool:
    return array.shape == shape and array.dtype.type in kinds
