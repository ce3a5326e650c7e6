import numpy as np
from numpy.typing import NDArray

def share_within(
    terrain: NDArray[np.uint8],
    wanted: NDArray[np.uint8],
    segments: NDArray[np.float64],
    reach: float,
    out: NDArray[np.float64],
) -> None: ...
def mark_shown(
    owner: NDArray[np.int32], classes: NDArray[np.uint16], reach: int, out: NDArray[np.uint8]
) -> None: ...
def grow(mask: NDArray[np.uint8], reach: int, out: NDArray[np.uint8]) -> None: ...
