import numpy as np
from numpy.typing import NDArray

from hexlos.ext._field import Field
from hexlos.ext._strips import Strips

def find_shown(
    field: Field, owner: NDArray[np.int32], strips: Strips, shown: NDArray[np.uint8]
) -> None: ...
def fill_blind(
    field: Field, row: int, shown: NDArray[np.uint8], blind: NDArray[np.uint8]
) -> None: ...
