"""Pictures of boards: the archive's own artwork, or a map drawn from the planes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from hexlos.catalogue import OPEN_GROUND, TerrainType, catalogue
from hexlos.errors import HexlosError
from hexlos.render_marks import draw_grid, draw_names, strew_textures
from hexlos.render_style import palette

if TYPE_CHECKING:
    from collections.abc import Callable

    from hexlos.board import Board

Plane = NDArray[np.float32]
Mask = NDArray[np.bool_]

MAX_SCALE = 8

#: Share of a terrain's colour that the colour of its level takes, per level.
_LEVEL_TINT = 0.12

#: Share of pixels that are a little darker, so that open ground is no flat sheet.
_SPECKS = 0.04


def _where(terrain: NDArray[np.uint8], wanted: Callable[[TerrainType], bool]) -> Mask:
    flags = np.array([wanted(kind) for kind in catalogue()])
    result: Mask = flags[terrain]
    return result


def _shifted(plane: NDArray[np.generic], x: int, y: int) -> NDArray[np.generic]:
    """The plane moved by x, y pixels; its edge is repeated."""
    padded = np.pad(plane, ((max(x, 0), max(-x, 0)), (max(y, 0), max(-y, 0))), mode="edge")
    width, height = plane.shape
    left, top = max(-x, 0), max(-y, 0)
    return padded[left : left + width, top : top + height]


def _rim(mask: Mask) -> Mask:
    """Pixels of a mask with a neighbour that is not of it."""
    inner = mask.copy()
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        inner &= _shifted(mask, x, y).astype(bool)
    return mask & ~inner


def _blurred(plane: Plane, radius: float) -> Plane:
    image = Image.fromarray(np.ascontiguousarray(plane.T))
    soft = np.asarray(image.convert("L").filter(ImageFilter.GaussianBlur(radius)))
    return soft.T.astype(np.float32)


def _relief(board: Board) -> Plane:
    """Light from the north-west on the slopes, -1..1; a hillock is half a level (F6)."""
    hillock = _where(board.terrain, lambda k: k.name.startswith("Hillock")).astype(np.float32)
    height = np.clip((board.level + hillock / 2) * 24 + 100, 0, 255).astype(np.float32)
    soft = _blurred(height, 3.0)
    rise = _shifted(soft, -2, -2).astype(np.float32) - _shifted(soft, 2, 2).astype(np.float32)
    return np.clip(rise / 24, -1, 1)


def _base(board: Board) -> Plane:
    """(width, height, 3) colours of terrain and levels, before textures."""
    terrain, level = board.terrain, np.clip(board.level, -2, 4)
    colours, ground = palette(terrain)
    picture = colours[terrain]
    tone = ground[level.astype(np.intp) + 2]
    is_open = terrain == OPEN_GROUND
    picture[is_open] = tone[is_open]
    high = ~is_open & (level > 0) & ~_where(terrain, lambda k: k.is_hexside or k.is_building)
    share = (level[high].astype(np.float32) * _LEVEL_TINT)[:, None]
    picture[high] = picture[high] * (1 - share) + tone[high] * share
    specks = np.random.default_rng(7).random(terrain.shape) < _SPECKS
    picture[specks] -= 7
    return picture


def _edges(picture: Plane, board: Board) -> None:
    """Darken the rims of what has a drawn outline, and the crest lines of hills."""
    terrain, level = board.terrain, board.level
    depression = _where(terrain, lambda k: k.is_depression)
    soft = _where(terrain, lambda k: k.is_road or k.name in ("Path", "Track"))
    picture[_rim(soft)] *= 0.84
    picture[_rim(depression)] *= 0.68
    hillock = _where(terrain, lambda k: k.name.startswith("Hillock"))
    picture[_rim(hillock)] *= 0.8
    water = _where(terrain, lambda k: k.category == "water")
    picture[_rim(water)] *= 0.75
    crest = np.zeros(terrain.shape, dtype=bool)
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        lower = np.less(_shifted(level, x, y), level)
        beside = _shifted(depression, x, y).astype(bool)
        crest |= lower & ~beside & ~depression
    picture[crest] *= 0.66


def _relieved(picture: Plane, board: Board) -> None:
    light = _relief(board)[:, :, None]
    picture *= 1 + 0.22 * light


def _cast_shadow(picture: Plane, terrain: NDArray[np.uint8]) -> None:
    tall = _where(terrain, lambda k: k.is_building and not k.is_bar)
    near = tall.copy()
    for step in (1, 2, 3):
        near |= _shifted(tall, step, step).astype(bool)
    picture[near & ~tall] *= 0.72


def _roofs(picture: Plane, terrain: NDArray[np.uint8]) -> None:
    """Outlines of buildings, one line more inside for each upper level (B23)."""
    for code in np.flatnonzero(np.bincount(terrain.ravel())):
        kind = catalogue()[code]
        if not kind.is_building or kind.is_bar:
            continue
        mask = terrain == code
        edge = _rim(mask)
        picture[edge] = (52, 46, 42)
        picture[mask & _shifted(edge, 1, 1).astype(bool) & ~edge] += 26
        for _ in range(kind.height if kind.half else 0):
            for _ in range(3):
                mask = mask & ~_rim(mask)
            picture[_rim(mask)] *= 0.8


def _hexsides(picture: Plane, terrain: NDArray[np.uint8]) -> None:
    """Walls as stones, hedges as leaves, cliffs as teeth, bars black."""
    x, y = np.indices(terrain.shape)
    lined = _where(terrain, lambda k: k.is_hexside)
    picture[lined & ((x // 4 + y // 4) % 2 == 0)] *= 1.14
    cliffs = _where(terrain, lambda k: k.name == "Cliff")
    picture[cliffs & ((x + y) % 6 < 2)] *= 1.6
    picture[_rim(lined)] *= 0.62
    picture[_where(terrain, lambda k: k.is_bar)] = (18, 16, 16)


def render(board: Board, *, names: bool = True) -> Image.Image:
    """A picture of the board drawn from its planes, one pixel each; names adds those of hexes."""
    terrain = board.terrain
    picture = _base(board)
    _relieved(picture, board)
    _edges(picture, board)
    image = _image(picture)
    strew_textures(image, terrain)
    picture = np.asarray(image, dtype=np.float32).transpose(1, 0, 2).copy()
    _cast_shadow(picture, terrain)
    _roofs(picture, terrain)
    _hexsides(picture, terrain)
    image = _image(picture)
    draw_grid(image, board.grid, 1)
    if names:
        draw_names(image, board.grid, 1)
    return image


def _image(picture: Plane) -> Image.Image:
    whole = np.clip(picture + 0.5, 0, 255).astype(np.uint8)
    return Image.fromarray(np.ascontiguousarray(whole.transpose(1, 0, 2)))


def picture(board: Board, scale: int = 1) -> Image.Image:
    """The board's own artwork where it has one, else ``render``; enlarged by a whole scale.

    HexlosError for a scale that is not 1..8. The result is always RGB and scale times the size
    of the board's planes.
    """
    if not 1 <= scale <= MAX_SCALE:
        raise HexlosError(f"a scale of {scale}: pictures come in scales 1 to {MAX_SCALE}")
    image = render(board) if board.picture is None else board.picture().convert("RGB")
    size = (board.grid.width * scale, board.grid.height * scale)
    return image if image.size == size else image.resize(size, Image.Resampling.LANCZOS)
