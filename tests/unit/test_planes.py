"""Planes read at one go, hexes and hexsides of them: as the same done pixel by pixel."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from hexlos import ext
from hexlos.hexgrid import HexGrid
from hexlos.pixels import Marks, as_table, codes_in, pixels_showing

KINDS = np.isin(np.arange(256), [0, 3, 200])
TABLE = KINDS.view(np.uint8)


def _runs(seed: int, shape: tuple[int, int] = (37, 53)) -> NDArray[np.uint8]:
    """A plane of runs as boards have them, some of them a pixel long."""
    rng = np.random.default_rng(seed)
    length = rng.choice([1, 2, 7, 8, 9, 40], shape[0] * shape[1])
    values = rng.choice([0, 1, 3, 77, 200, 255], len(length)).astype(np.uint8)
    return np.repeat(values, length)[: shape[0] * shape[1]].reshape(shape)


@pytest.mark.parametrize("seed", range(4))
def test_codes_and_where_they_show(seed: int) -> None:
    plane = _runs(seed)
    assert np.flatnonzero(codes_in(plane)).tolist() == sorted(set(plane.ravel().tolist()))
    x, y = pixels_showing(plane, KINDS)
    assert list(zip(x.tolist(), y.tolist(), strict=True)) == [
        (i, j) for i, j in np.ndindex(plane.shape) if KINDS[plane[i, j]]
    ]


@pytest.mark.parametrize("shape", [(0, 0), (1, 1), (1, 7), (2, 4), (3, 3)])
def test_planes_of_few_pixels(shape: tuple[int, int]) -> None:
    plane = np.full(shape, 3, dtype=np.uint8)
    assert codes_in(plane).sum() == (plane.size > 0)
    assert len(pixels_showing(plane, KINDS)[0]) == plane.size


def test_a_plane_that_lies_otherwise_in_memory() -> None:
    plane = _runs(9)
    turned = np.asfortranarray(plane)
    assert codes_in(turned).tolist() == codes_in(plane).tolist()
    assert np.array_equal(pixels_showing(turned, KINDS), pixels_showing(plane, KINDS))


@pytest.mark.parametrize("seed", range(4))
def test_pairs_are_counted_and_numbered(seed: int) -> None:
    one, two = _runs(seed), _runs(seed + 50)
    counts = np.zeros(1 << 16, dtype=np.int64)
    ext.count_pairs(one, two, counts)
    key = one.astype(np.int64) * 256 + two
    assert np.array_equal(counts, np.bincount(key.ravel(), minlength=1 << 16))
    number = np.random.default_rng(seed).integers(0, 1 << 16, 1 << 16).astype(np.uint16)
    out = np.empty(one.shape, dtype=np.uint16)
    ext.number_pairs(one, two, number, out)
    assert np.array_equal(out, number[key])


def test_marks_are_moved_and_put_together() -> None:
    marks = Marks(np.array([1, 2]), np.array([3, 4]), np.array([5, 6]))
    both = Marks.together([marks.where(marks.value > 5), marks.moved(10, 20)])
    assert [v.tolist() for v in both] == [[2, 11, 12], [4, 23, 24], [6, 5, 6]]


@pytest.fixture
def grid() -> HexGrid:
    return HexGrid.from_layout(5, 4, 230, 250)


def test_a_pixel_is_of_the_first_hex_that_holds_its_middle(grid: HexGrid) -> None:
    x, y = np.indices((grid.width, grid.height)) + 0.5
    assert np.array_equal(grid.pixel_owner, grid.owner(x, y))


def test_boards_of_one_size_share_their_owners(grid: HexGrid) -> None:
    other = HexGrid.from_layout(5, 4, 230, 250)
    assert grid.pixel_owner is other.pixel_owner
    assert not grid.pixel_owner.flags.writeable
    assert HexGrid.from_layout(5, 4, 230, 251).pixel_owner.shape == (230, 251)


def test_pixels_near_centres_are_counted_by_code(grid: HexGrid) -> None:
    terrain = _runs(5, (grid.width, grid.height))
    middles = np.array([[0.0, -32.0], [28.0, 16.0], [-28.0, 16.0]])
    counts = np.zeros((len(grid), 256), dtype=np.int64)
    ext.count_near_centres(
        terrain, TABLE, grid.pixel_owner, grid.centres_px, middles, counts
    )  # fmt: skip
    wanted = np.zeros_like(counts)
    for x, y in zip(*pixels_showing(terrain, KINDS), strict=True):
        hex_ = grid.pixel_owner[x, y]
        away = np.array([x + 0.5, y + 0.5]) - grid.centres_px[hex_]
        if hex_ >= 0 and all((away**2).sum() < ((away - m) ** 2).sum() for m in middles):
            wanted[hex_, terrain[x, y]] += 1
    assert wanted.any()
    assert np.array_equal(counts, wanted)


@pytest.mark.parametrize("hex_", [-1, 5])
def test_levels_beside_a_segment(grid: HexGrid, hex_: int) -> None:
    terrain, level = (_runs(seed, (grid.width, grid.height)) for seed in (6, 7))
    ends = np.array([[60.5, -4.0], [90.0, 70.25]])
    counts = np.zeros(256, dtype=np.int64)
    ext.levels_beside(
        terrain, level.view(np.int8), grid.pixel_owner, TABLE, hex_, ends, 6.5, counts
    )
    wanted = np.zeros_like(counts)
    along = ends[1] - ends[0]
    for x, y in zip(*pixels_showing(terrain, KINDS), strict=True):
        away = np.array([x + 0.5, y + 0.5]) - ends[0]
        off = away - np.clip(away @ along / (along @ along), 0, 1) * along
        if np.hypot(*off) <= 6.5 and hex_ in (-1, grid.pixel_owner[x, y]):
            wanted[int(level.view(np.int8)[x, y]) + 128] += 1
    assert wanted.any()
    assert np.array_equal(counts, wanted)


def test_how_far_points_are_from_the_hexsides_of_a_hex(grid: HexGrid) -> None:
    """To the last bit what a few lines of array arithmetic give."""
    chance = np.random.default_rng(8)
    owner = chance.integers(len(grid), size=500, dtype=np.int32)
    points = grid.centres_px[owner] + chance.normal(0, 30, (500, 2))
    first = grid.vertices_px[owner]
    along, away = np.roll(first, -1, axis=1) - first, points[:, None] - first
    share = (away * along).sum(axis=-1) / (along * along).sum(axis=-1)
    off = points[:, None] - (first + np.clip(share, 0, 1)[..., None] * along)
    wanted = np.hypot(off[..., 0], off[..., 1])
    assert np.array_equal(grid.hexside_distances(*points.T, owner), wanted)
    with pytest.raises(ValueError, match="that has vertices"):
        grid.hexside_distances(*points.T, owner - 1)
    out = np.empty((500, 6))
    for call in (
        lambda: ext.side_distances(points, owner[1:], grid.vertices_px, out),
        lambda: ext.side_distances(points, owner, grid.vertices_px, out[:, 1:].copy()),
        lambda: ext.side_distances(points, owner, grid.vertices_px[:, 1:].copy(), out),
    ):
        with pytest.raises(ValueError, match=r"\(k, 6\)|\(n, 6, 2\)"):
            call()


def test_shares_inside_by_samples_on_both_sides() -> None:
    terrain = np.zeros((20, 20), dtype=np.uint8)
    terrain[5:15, :] = 3
    table = as_table(np.arange(256) == 3)
    segments = np.array([[0.0, 10, 20, 0], [10.0, -10, 0, 20], [5.2, 0, 0, 10]])
    beside = np.array([[0.0, 1.5], [1.5, 0], [1.5, 0]])
    share = np.empty(3)
    ext.share_inside(terrain, table, segments, beside, 40, share)
    assert share.tolist() == [0.5, 0.5, 0.0]


def test_values_of_hexes_by_pixel(grid: HexGrid) -> None:
    values = np.random.default_rng(4).integers(-5, 10**9, len(grid) + 1, dtype=np.int32)
    assert np.array_equal(grid.by_pixel(values), values[grid.pixel_owner])
    plane = np.full((grid.width + 2, grid.height + 3), 7, dtype=np.int32)
    ext.look_up(grid.pixel_owner, values, plane[1:-1, 2:-1])
    assert np.array_equal(plane[1:-1, 2:-1], values[grid.pixel_owner])
    plane[1:-1, 2:-1] = 7
    assert (plane == 7).all()


def test_what_does_not_fit_is_refused(grid: HexGrid) -> None:
    plane = _runs(1)
    owner = np.zeros(plane.shape, dtype=np.int32)
    level, counts = plane.view(np.int8), np.zeros(256, dtype=np.int64)
    ends, one = np.array([[0.0, 0], [9, 9]]), np.zeros((1, 2))
    pairs = np.zeros(1 << 16, dtype=np.int64)
    number, out = pairs.astype(np.uint16), np.zeros((2, 2), dtype=np.uint16)
    empty, cell, cells = np.empty(1), owner.copy(), np.zeros(2, dtype=np.int32)
    for call, why in (
        (lambda: ext.codes_shown(plane, TABLE[:9].copy()), "one entry a code"),
        (lambda: ext.count_wanted(plane, TABLE[:9]), "one entry a code"),
        (lambda: ext.find_wanted(plane, TABLE, counts, counts[:9]), "as long"),
        (lambda: ext.count_pairs(plane, plane, counts), "pair of codes"),
        (lambda: ext.count_pairs(plane, plane[:9], pairs), "one shape"),
        (lambda: ext.number_pairs(plane, plane, number[:9], out), "pair of codes"),
        (lambda: ext.number_pairs(plane, plane, number, out), "one shape"),
        (lambda: ext.look_up(owner, cells, cell[1:]), "one shape"),
        (lambda: ext.look_up(owner, cells[:0], cell), "the one for none"),
        (lambda: ext.look_up(owner, cells, cell.T.copy().T), "no gaps"),
        (lambda: ext.look_up(owner + 1, cells, cell), "has no value"),
        (lambda: ext.look_up(owner - 2, cells, cell), "has no value"),
        (lambda: ext.own_pixels(one, 0.0, 3.0, owner), "has a size"),
        (lambda: ext.own_pixels(one + np.inf, 1.0, 3.0, owner), "too far off"),
        (
            lambda: ext.count_near_centres(
                plane, TABLE, owner[:9], one, one, np.zeros((1, 256), dtype=np.int64)
            ),
            "one shape",
        ),
        (
            lambda: ext.levels_beside(plane, level, owner[:9], TABLE, -1, ends, 1.0, counts),
            "one shape",
        ),
        (
            lambda: ext.levels_beside(plane, level, owner, TABLE, -1, ends * 0, 1.0, counts),
            "has a length",
        ),
        (
            lambda: ext.levels_beside(plane, level, owner, TABLE, -1, ends, np.nan, counts),
            "number of pixels",
        ),
        (
            lambda: ext.share_inside(plane, TABLE, np.zeros((1, 3)), one, 9, empty),
            "segments is",
        ),
        (
            lambda: ext.share_inside(plane, TABLE, np.zeros((1, 4)), one, 0, empty),
            "a count",
        ),
    ):
        with pytest.raises(ValueError, match=why):
            call()
