"""What lies along each hexside, and at which level it stands."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hexlos.catalogue import CODES, catalogue
from hexlos.ext import levels_beside
from hexlos.geometry import HEXSIDE_REACH
from hexlos.hexgrid import HexGrid
from hexlos.pixels import as_table, codes_in, flags
from hexlos.shares import hexside_shares

#: Share of a hexside that its wall, hedge or cliff must cover for the hexside to be one.
HEXSIDE_SHARE = 0.5

#: The same where it also shows at the hexside's middle.
MIDDLE_SHARE = 0.2

#: How far behind a wall's art the ground is looked at that tells on which level it stands.
BEHIND = 2.5


def hexside_facts(
    grid: HexGrid,
    terrain: NDArray[np.uint8],
    level: NDArray[np.int8],
    middle: NDArray[np.uint8],
    base: NDArray[np.int8],
) -> tuple[NDArray[np.uint8], NDArray[np.int8], NDArray[np.bool_]]:
    """(n, 6) hexside terrain codes, levels that it stands on, and hillside walls (B9.1, B11.1).

    A hexside carries what covers most of it, or, where its art is short or runs beside it, what
    shows at its middle, on either side. It stands on the ground that its art is drawn on; a wall
    or hedge between hexes of different levels on the lower, where lower ground is drawn between
    it and the higher hex's crest line (B9.35), else on the higher (B9.62).
    """
    codes = _codes(grid, terrain, middle)
    levels = np.zeros((len(grid), 6), dtype=np.int8)
    hillside = np.zeros((len(grid), 6), dtype=bool)
    ground = _Ground(grid, terrain, level)
    for hex_, side in np.argwhere(codes):
        levels[hex_, side] = ground.along(hex_, side, int(codes[hex_, side]))
    walls = flags("is_wall")[codes]
    beyond = grid.neighbours
    higher = (beyond >= 0) & (base[:, None] > base[beyond])
    for hex_, side in np.argwhere(walls & higher):
        if ground.behind(hex_, side) >= base[hex_]:
            for h, s in ((hex_, side), (beyond[hex_, side], (side + 3) % 6)):
                levels[h, s], hillside[h, s] = base[hex_], True
    return codes, levels, hillside


def _codes(
    grid: HexGrid,
    terrain: NDArray[np.uint8],
    middle: NDArray[np.uint8],
) -> NDArray[np.uint8]:
    codes = np.zeros((len(grid), 6), dtype=np.uint8)
    most = np.full((len(grid), 6), HEXSIDE_SHARE)
    for code in np.flatnonzero(codes_in(terrain)):
        kind = catalogue()[code]
        if not (kind.is_hexside or kind.is_bar):
            continue
        share = hexside_shares(grid, terrain, [int(code)], HEXSIDE_REACH)
        shows = middle == code
        beyond, back = grid.neighbours, (np.arange(6) + 3) % 6
        shows |= (beyond >= 0) & (middle[beyond, back] == code)
        better = (share > most) | (shows & (codes == 0) & (share > MIDDLE_SHARE))
        codes[better], most[better] = code, np.maximum(share[better], HEXSIDE_SHARE)
    return codes


class _Ground:
    """Ground levels of one board beside its hexsides."""

    def __init__(
        self,
        grid: HexGrid,
        terrain: NDArray[np.uint8],
        level: NDArray[np.int8],
    ) -> None:
        self._grid, self._terrain, self._level = grid, terrain, level
        self._lined = flags("is_hexside")
        self._codes = np.arange(CODES)

    def along(self, hex_: int, side: int, code: int) -> int:
        """Level of most pixels of the terrain drawn along a hexside, the higher on a tie."""
        return self._most(-1, self._ends(hex_, side), HEXSIDE_REACH, self._codes == code)

    def behind(self, hex_: int, side: int) -> int:
        """Level of most of the ground behind the art of a hexside, within its hex."""
        reach = self._art_depth(hex_, side) + BEHIND
        return self._most(hex_, self._ends(hex_, side), reach, ~self._lined)

    def _art_depth(self, hex_: int, side: int) -> float:
        """How far into its hex the middle of a hexside's art reaches, in pixels."""
        grid = self._grid
        corner = grid.vertices_px[hex_]
        middle = (corner[side] + corner[(side + 1) % 6]) / 2
        inward = grid.centres_px[hex_] - middle
        inward /= np.hypot(*inward)
        away = 0.0
        # to both sides of the middle, so that it does not matter how the board lies
        beside = 0.2137 * np.array([[-inward[1], inward[0]], [inward[1], -inward[0]]])
        while away < 2 * HEXSIDE_REACH:
            x, y = np.floor(middle + (away + 0.3719) * inward + beside).astype(int).T
            if min(*x, *y) < 0 or max(x) >= grid.width or max(y) >= grid.height:
                break
            if not self._lined[self._terrain[x, y]].any():
                break
            away += 1.0
        return away

    def _ends(self, hex_: int, side: int) -> NDArray[np.float64]:
        """(2, 2) ends of a hexside."""
        ends: NDArray[np.float64] = self._grid.vertices_px[hex_, [side, (side + 1) % 6]]
        return ends

    def _most(
        self, hex_: int, ends: NDArray[np.float64], reach: float, kinds: NDArray[np.bool_]
    ) -> int:
        """The level that most pixels of (256,) kinds within reach of a line have, else 0.

        Of one hex only, where it is not -1.
        """
        counts = np.zeros(256, dtype=np.int64)
        owner = self._grid.pixel_owner
        levels_beside(self._terrain, self._level, owner, as_table(kinds), hex_, ends, reach, counts)
        # the last of the greatest, which is 0 where there is none
        highest = 255 - int(counts[::-1].argmax())
        return highest - 128 if counts[highest] else 0
