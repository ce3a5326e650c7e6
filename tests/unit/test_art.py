"""Kernels that read planes of pixels, compared with the same done by geometry or pixel by pixel."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray

import hexlos
from hexlos.catalogue import terrain_code
from hexlos.class_tables import FORMS, numbered
from hexlos.ext import grow, mark_shown, share_within
from hexlos.geometry import HEXSIDE_REACH, outline
from hexlos.pixels import Marks
from hexlos.shares import hexside_shares
from hexlos.verdicts import HILLSIDE, IN_GULLY

WANTED = np.isin(np.arange(256), [1]).astype(np.uint8)


def _speckles(seed: int, shape: tuple[int, int], share: float) -> NDArray[np.bool_]:
    return np.random.default_rng(seed).random(shape) < share


@pytest.mark.parametrize("name", ["Wall", "Hedge"])
def test_art_along_hexsides_is_what_the_geometry_of_it_says(name: str) -> None:
    board = hexlos.open_board("village")
    code = terrain_code(name)
    near = shapely.buffer(outline(board.terrain == code), HEXSIDE_REACH, quad_segs=4)
    picture = shapely.box(0, 0, board.grid.width, board.grid.height)
    sides = shapely.intersection(board.geometry.hexsides, picture)
    length = shapely.length(sides)
    share = np.divide(
        shapely.length(shapely.intersection(sides, near)),
        length,
        out=np.zeros_like(length),
        where=length > 0,
    )
    assert share.max() > 0.9
    assert (
        np.abs(hexside_shares(board.grid, board.terrain, [code], HEXSIDE_REACH) - share).max()
        < 1e-6
    )


def test_parts_of_segments_near_speckles() -> None:
    terrain = _speckles(5, (60, 50), 0.004).astype(np.uint8)
    ends = np.random.default_rng(6).uniform(-10, 65, (400, 4))
    found = np.empty(len(ends))
    share_within(terrain, WANTED, ends, 4.0, found)
    near = shapely.union_all(
        [
            shapely.buffer(shapely.box(x, y, x + 1, y + 1), 4.0, quad_segs=4)
            for x, y in np.argwhere(terrain)
        ]
    )
    shown = shapely.intersection(
        shapely.linestrings(ends.reshape(-1, 2, 2)), shapely.box(0, 0, 60, 50)
    )
    length = shapely.length(shown)
    wanted = shapely.length(shapely.intersection(shown, near)) / np.where(length > 0, length, 1)
    assert 0 < wanted.max()
    assert (length == 0).any()
    assert np.abs(found - wanted).max() < 1e-9


@pytest.mark.parametrize("reach", [0, 1, 5, 12])
def test_growing_reaches_as_far_as_a_disc(reach: int) -> None:
    mask = _speckles(reach, (40, 33), 0.01)
    grown = np.empty(mask.shape, dtype=np.uint8)
    grow(mask.view(np.uint8), reach, grown)
    x, y = np.nonzero(mask)
    across, down = np.indices(mask.shape)[..., None] - np.array([x, y])[:, None, None]
    assert (grown > 0).tolist() == (across**2 + down**2 <= reach**2).any(axis=-1).tolist()


def test_what_shows_in_a_cell_or_two_pixels_beside_it() -> None:
    rng = np.random.default_rng(8)
    owner = np.repeat(np.repeat(rng.integers(-1, 9, (6, 5)), 7, axis=0), 5, axis=1)
    owner = np.ascontiguousarray(owner, dtype=np.int32)
    classes = rng.integers(0, 12, owner.shape).astype(np.uint16)
    made = np.zeros((9, 12), dtype=np.uint8)
    mark_shown(owner, classes, 2, made)
    wanted = np.zeros_like(made)
    for x, y in np.ndindex(owner.shape):
        for dx, dy in np.ndindex(3, 3):
            at = x + 2 * (dx - 1), y + 2 * (dy - 1)
            if 0 <= at[0] < owner.shape[0] and 0 <= at[1] < owner.shape[1] and owner[at] >= 0:
                wanted[owner[at], classes[x, y]] = 1
    assert made.tolist() == wanted.tolist()


def test_every_pixel_has_the_number_of_its_class() -> None:
    rng = np.random.default_rng(9)
    shape = (30, 20)
    terrain = rng.integers(0, 256, shape).astype(np.uint8)
    level = rng.integers(-128, 128, shape).astype(np.int8)
    rise = np.where(_speckles(1, shape, 0.1), rng.integers(0, 200, shape), -1).astype(np.int16)
    sunken = np.where(_speckles(2, shape, 0.1), 70, -1).astype(np.int16)
    marks = [Marks(*np.nonzero(p >= 0), p[p >= 0].astype(np.int64)) for p in (rise, sunken)]
    present, plane = numbered(terrain, level, *marks)
    assert np.all(np.diff(present) > 0)
    form = np.where(sunken >= 0, IN_GULLY, np.where(rise >= 0, HILLSIDE + rise, 0))
    code = np.where(sunken >= 0, sunken, terrain).astype(np.int64)
    wanted = (code * 256 + level + 128) * FORMS + form
    assert (present[plane] == wanted).all()
    assert set(present) == set(wanted.ravel())


def test_planes_that_do_not_fit_are_refused() -> None:
    plane, owner = np.zeros((4, 5), dtype=np.uint8), np.zeros((4, 5), dtype=np.int32)
    with pytest.raises(ValueError, match="the mask's shape"):
        grow(plane, 3, plane[:3].copy())
    with pytest.raises(ValueError, match="0 to 254"):
        grow(plane, 255, plane.copy())
    with pytest.raises(ValueError, match="cells, classes"):
        mark_shown(owner, np.full((4, 5), 3, dtype=np.uint16), 2, np.zeros((1, 3), dtype=np.uint8))
    with pytest.raises(ValueError, match="the picture's shape"):
        mark_shown(owner, np.zeros((4, 4), dtype=np.uint16), 2, np.zeros((1, 3), dtype=np.uint8))
    with pytest.raises(ValueError, match="too long"):
        share_within(plane, WANTED, np.array([[0.0, 0, 2e4, 0]]), 3.0, np.zeros(1))
    with pytest.raises(ValueError, match="one entry a code"):
        share_within(plane, WANTED[:255], np.zeros((1, 4)), 3.0, np.zeros(1))
    with pytest.raises(ValueError, match="segments is"):
        share_within(plane, WANTED, np.zeros((1, 3)), 3.0, np.zeros(1))
