import numpy as np
from numpy.typing import NDArray

from hexlos.ext._field import Field

def trace_pairs(
    field: Field,
    sampled: bool,
    sources: NDArray[np.int32],
    targets: NDArray[np.int32],
    answers: NDArray[np.int32],
) -> None: ...
def trace_line(
    field: Field, sampled: bool, source: tuple[int, ...], target: tuple[int, ...]
) -> tuple[bool, int, int, int, int, int, int, bool]: ...
def trace_notes(
    field: Field, sampled: bool, ends: NDArray[np.int32], notes: NDArray[np.int32]
) -> int: ...
def find_margin(
    field: Field, ends: NDArray[np.int32], blocked: bool, shifts: NDArray[np.int64]
) -> int: ...
def crosses(
    field: Field, ends: NDArray[np.int32], cell: int, wanted: NDArray[np.uint8]
) -> bool: ...
def trace_table(
    field: Field,
    sampled: bool,
    sources: NDArray[np.int32],
    targets: NDArray[np.int32],
    first: int,
    last: int,
    symmetric: bool,
    max_range: int,
    blocked: NDArray[np.uint8],
    hindrance: NDArray[np.uint8],
    reason: NDArray[np.uint8],
    span: NDArray[np.uint16],
    where: NDArray[np.int16],
) -> None: ...
