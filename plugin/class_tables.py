"""Tables by class of pixel (terrain, level, whole hex) that the compiled core looks up."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hexlos.catalogue import OPEN_GROUND, catalogue
from hexlos.ext import count_pairs, number_pairs
from hexlos.pixels import Marks
from hexlos.sunken import GULLIES
from hexlos.verdicts import DRAWN, HILLSIDE, IN_GULLY, OVER_GULLY, OVER_STREAM, WHOLE_HEX

#: How many forms terrain may show in.
FORMS = HILLSIDE + 256


def numbered(
    terrain: NDArray[np.uint8],
    level: NDArray[np.int8],
    rise: Marks,
    sunken: Marks,
) -> tuple[NDArray[np.int64], NDArray[np.uint16]]:
    """The classes that a board shows, ascending, and which of them each pixel is.

    Classes are (code * 256 + level + 128) * FORMS + form. rise is by how many levels hillside
    walls stand higher, sunken the code of what is IN gullies, which counts where both are.
    """
    height = level.view(np.uint8) ^ np.uint8(128)
    drawn = np.zeros(1 << 16, dtype=np.int64)
    count_pairs(terrain, height, drawn)
    at_sunken, at_rise = (marks.x * terrain.shape[1] + marks.y for marks in (sunken, rise))
    alone = ~_among(at_rise, at_sunken)
    special = np.concatenate([at_rise[alone], at_sunken])
    ground = height.ravel()[special].astype(np.int64)
    plain = terrain.ravel()[special].astype(np.int64)
    drawn -= np.bincount(plain * 256 + ground, minlength=1 << 16)
    code = np.concatenate([plain[: alone.sum()], sunken.value])
    form = np.concatenate([HILLSIDE + rise.value[alone], np.full(len(at_sunken), IN_GULLY)])
    others = (code * 256 + ground) * FORMS + form
    # no np.unique or np.isin: their first call in a process imports masked arrays
    kept = {*(np.flatnonzero(drawn) * FORMS + DRAWN).tolist(), *others.tolist()}
    present = np.array(sorted(kept), dtype=np.int64)
    number = np.searchsorted(present, np.arange(1 << 16) * FORMS + DRAWN).astype(np.uint16)
    classes = np.empty(terrain.shape, dtype=np.uint16)
    number_pairs(terrain, height, number, classes)
    classes.ravel()[special] = np.searchsorted(present, others)
    return present, classes


def _among(values: NDArray[np.int64], several: NDArray[np.int64]) -> NDArray[np.bool_]:
    """(k,) whether each value is one of several."""
    if not len(several):
        return np.zeros(len(values), dtype=np.bool_)
    order = np.sort(several)
    place = np.minimum(np.searchsorted(order, values), len(order) - 1)
    found: NDArray[np.bool_] = order[place] == values
    return found


def traits(kinds: NDArray[np.int64]) -> NDArray[np.uint8]:
    """(classes,) bits of what a class shows.

    1 road, 2 what a bridge spans or carries, 4 building, 8 obstacle along hexsides, 16 market
    place, 32 railroad, 64 inside of a roofless factory, 128 bocage and the like.
    """
    found = []
    for code in kinds[:, 0]:
        kind = catalogue()[code]
        bits = (
            kind.is_road,
            kind.is_road or kind.is_depression or kind.category == "bridge",
            kind.is_building,
            kind.is_wall or kind.is_tall_hexside,
            kind.category == "marketplace",
            kind.is_rail,
            kind.is_roofless,
            kind.is_tall_hexside,
        )
        found.append(sum(bit << place for place, bit in enumerate(bits)))
    return np.array(found, dtype=np.uint8)


def outdoors(kinds: NDArray[np.int64]) -> NDArray[np.uint8]:
    """(classes,) 1 for those that show that a line has left a factory (B23.741)."""
    return np.array([catalogue()[c].category != "factory" for c in kinds[:, 0]], dtype=np.uint8)


def bare_beneath(drawn: NDArray[np.int64]) -> list[tuple[int, int, int]]:
    """Bare ground of the levels at which bocage is drawn, where no class is that already.

    Where bocage does nothing to its own hexes, the ground beneath it still counts (B9.52).
    """
    tall = [level for code, level, _ in drawn.tolist() if catalogue()[code].is_tall_hexside]
    known = {tuple(kind) for kind in drawn.tolist()}
    bare = {(OPEN_GROUND, level, DRAWN) for level in tall}
    return sorted(bare - known)


def plain_classes(kinds: NDArray[np.int64]) -> NDArray[np.uint16]:
    """(classes,) class of the bare ground beneath bocage, of all else the class itself."""
    order = {tuple(kind): place for place, kind in reversed(list(enumerate(kinds.tolist())))}
    found = [
        order[OPEN_GROUND, level, DRAWN]
        if catalogue()[code].is_tall_hexside and form == DRAWN
        else place
        for place, (code, level, form) in enumerate(kinds.tolist())
    ]
    return np.array(found, dtype=np.uint16)


def building_tops(kinds: NDArray[np.int64]) -> NDArray[np.int8]:
    """(classes,) twice the level of the top of a building with walls, -128 for all else."""
    found = []
    for code, ground, _ in kinds.tolist():
        kind = catalogue()[code]
        walled = kind.is_building and kind.los == "obstacle" and not kind.inherent
        found.append(2 * (ground + kind.height) + kind.half if walled else -128)
    return np.array(found, dtype=np.int8)


def whole_form(kind: list[int]) -> int:
    """How inherent terrain shows over a class of drawn terrain (terrain, level, form)."""
    drawn = catalogue()[kind[0]]
    if kind[2] == IN_GULLY or drawn.name in GULLIES:
        return OVER_GULLY
    return OVER_STREAM if drawn.is_depression else WHOLE_HEX
