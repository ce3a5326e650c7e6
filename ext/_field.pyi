from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

class Field:
    def __init__(
        self,
        *,
        classes: NDArray[np.uint16],
        edge: NDArray[np.int32],
        owner: NDArray[np.int32],
        ground: NDArray[np.int8],
        traits: NDArray[np.uint8],
        outdoors: NDArray[np.uint8],
        plain: NDArray[np.uint16],
        building_top: NDArray[np.int8],
        verdict: NDArray[np.int32],
        live: NDArray[np.uint8],
        bars: NDArray[np.uint8],
        bridge: NDArray[np.uint8],
        slope: NDArray[np.uint8],
        hillock: NDArray[np.uint8],
        stairs: NDArray[np.uint8],
        factory: NDArray[np.uint8],
        on_board: NDArray[np.uint8],
        rail: NDArray[np.uint8],
        rail_side: NDArray[np.uint8],
        base: NDArray[np.int8],
        top_ground: NDArray[np.int8],
        inherent: NDArray[np.uint8],
        depression: NDArray[np.uint8],
        joined: NDArray[np.uint8],
        wall: NDArray[np.uint8],
        wall_level: NDArray[np.int8],
        cliff: NDArray[np.uint8],
        centre: NDArray[np.int64],
        aim: NDArray[np.int32],
        grown_top: NDArray[np.int32],
        grown: NDArray[np.int16],
        remap: NDArray[np.uint16],
        orchard: NDArray[np.uint8],
        starts: NDArray[np.int32],
        steps: NDArray[np.uint8],
        first_dc: int,
        last_dr: int,
        units_x: int,
        units_y: int,
        stride: int,
        lowest: int,
        levels: int,
        column_step: int,
        row_step: int,
        samples: int,
        normal: Sequence[tuple[int, int]],
        bare: int = -1,
    ) -> None: ...
    @property
    def cells(self) -> int: ...
    @property
    def level_range(self) -> tuple[int, int]: ...
