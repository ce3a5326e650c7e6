import numpy as np
from numpy.typing import NDArray

def codes_shown(plane: NDArray[np.uint8], out: NDArray[np.uint8]) -> None: ...
def count_wanted(plane: NDArray[np.uint8], wanted: NDArray[np.uint8]) -> int: ...
def find_wanted(
    plane: NDArray[np.uint8], wanted: NDArray[np.uint8], x: NDArray[np.int64], y: NDArray[np.int64]
) -> None: ...
def count_pairs(
    first: NDArray[np.uint8], second: NDArray[np.uint8], counts: NDArray[np.int64]
) -> None: ...
def number_pairs(
    first: NDArray[np.uint8],
    second: NDArray[np.uint8],
    number: NDArray[np.uint16],
    out: NDArray[np.uint16],
) -> None: ...
def look_up(
    owner: NDArray[np.int32], values: NDArray[np.int32], out: NDArray[np.int32]
) -> None: ...
