import numpy as np
from numpy.typing import NDArray

from hexlos.ext._field import Field
from hexlos.ext._sides import Sides
from hexlos.ext._strips import Strips

class Reach:
    def __init__(
        self,
        field: Field,
        *,
        planes: NDArray[np.uint8],
        same: NDArray[np.uint8],
        plane_of: NDArray[np.int32],
        hard_of: NDArray[np.int32],
        above_of: NDArray[np.int32],
        spots: NDArray[np.int32],
        special: NDArray[np.uint8],
        noted: NDArray[np.uint8],
        hexes: NDArray[np.int32],
        sides: Sides,
        blind: NDArray[np.uint8],
        acting: NDArray[np.uint8],
        last_column: int,
        last_row: int,
        regular: bool,
    ) -> None: ...

def plane_size(width: int, height: int) -> int: ...
def fill_same(field: Field, same: NDArray[np.uint8]) -> None: ...
def fill_plane(
    field: Field,
    row: int,
    strips: Strips,
    plane: NDArray[np.uint8],
    shown: NDArray[np.uint8] | None = None,
) -> None: ...
def fill_above(field: Field, level: int, plane: NDArray[np.uint8]) -> None: ...
def has_soft(field: Field, row: int) -> bool: ...
