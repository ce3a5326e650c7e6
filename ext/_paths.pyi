import numpy as np
from numpy.typing import NDArray

def step_size() -> int: ...
def fill_paths(
    first_dc: int,
    last_dc: int,
    last_dr: int,
    stride: int,
    starts: NDArray[np.int32],
    steps: NDArray[np.uint8],
) -> int: ...
