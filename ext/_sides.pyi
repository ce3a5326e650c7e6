import numpy as np
from numpy.typing import NDArray

from hexlos.ext._field import Field

class Sides:
    def __init__(self, field: Field, hexes: NDArray[np.int32]) -> None: ...

def mark_acting(field: Field, sides: Sides, row: int, acts: NDArray[np.uint8]) -> None: ...
