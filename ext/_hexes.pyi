import numpy as np
from numpy.typing import NDArray

def own_pixels(
    centres: NDArray[np.float64], across: float, down: float, out: NDArray[np.int32]
) -> None: ...
def count_near_centres(
    terrain: NDArray[np.uint8],
    wanted: NDArray[np.uint8],
    owner: NDArray[np.int32],
    centres: NDArray[np.float64],
    middles: NDArray[np.float64],
    counts: NDArray[np.int64],
) -> None: ...
def levels_beside(
    terrain: NDArray[np.uint8],
    level: NDArray[np.int8],
    owner: NDArray[np.int32],
    wanted: NDArray[np.uint8],
    hex_: int,
    ends: NDArray[np.float64],
    reach: float,
    counts: NDArray[np.int64],
) -> None: ...
def side_distances(
    points: NDArray[np.float64],
    owner: NDArray[np.int32],
    vertices: NDArray[np.float64],
    out: NDArray[np.float64],
) -> None: ...
def share_inside(
    terrain: NDArray[np.uint8],
    wanted: NDArray[np.uint8],
    segments: NDArray[np.float64],
    beside: NDArray[np.float64],
    samples: int,
    out: NDArray[np.float64],
) -> None: ...
