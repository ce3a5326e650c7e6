import numpy as np
from numpy.typing import NDArray

from hexlos.ext._field import Field

class Reach:
    def __init__(
        self,
        field: Field,
        *,
        planes: NDArray[np.uint8],
        blocks: NDArray[np.uint8],
        same: NDArray[np.uint8],
        plane_of: NDArray[np.int32],
        spots: NDArray[np.int32],
        special: NDArray[np.uint8],
        noted: NDArray[np.uint8],
        hexes: NDArray[np.int32],
        last_column: int,
        last_row: int,
    ) -> None: ...

def plane_shape(width: int, height: int) -> tuple[int, int]: ...
def block_shape(width: int, height: int) -> tuple[int, int]: ...
def fill_same(field: Field, same: NDArray[np.uint8]) -> None: ...
def fill_distance(
    field: Field,
    row: int,
    owner: NDArray[np.int32],
    plane: NDArray[np.uint8],
    blocks: NDArray[np.uint8],
) -> None: ...
