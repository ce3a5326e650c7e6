import numpy as np
from numpy.typing import NDArray

from hexlos.ext._field import Field
from hexlos.ext._rays import Rays
from hexlos.ext._reach import Reach

def trace_vectors(
    field: Field,
    reach: Reach,
    rays: Rays,
    first: int,
    last: int,
    max_range: int,
    sources: NDArray[np.int32],
    targets: NDArray[np.int32],
    source_at: NDArray[np.int32],
    target_at: NDArray[np.int32],
    source_list: NDArray[np.int32],
    target_list: NDArray[np.int32],
    symmetric: bool,
    blocked: NDArray[np.uint8],
    hindrance: NDArray[np.uint8],
    reason: NDArray[np.uint8],
    span: NDArray[np.uint16],
    where: NDArray[np.int16],
    *,
    eight: bool = True,
) -> None: ...
