import numpy as np
from numpy.typing import NDArray

from hexlos.ext._field import Field

class Rays:
    def __init__(self, field: Field, offsets: NDArray[np.int32]) -> None: ...
