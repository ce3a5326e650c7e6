"""A board's own artwork with what rules changed painted over it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from hexlos.render_style import palette

if TYPE_CHECKING:
    from PIL.Image import Image

    from hexlos.board import Board

#: Share of the new terrain's colour in changed pixels, and in the rest of hexes made one terrain.
_DRAWN, _WHOLE = 0.55, 0.3


def repainted_picture(plain: Board, made: Board) -> Callable[[], Image] | None:
    """Loader of the artwork of ``plain``, the changes of ``made`` coloured in; None without any."""
    load = plain.picture
    if load is None:
        return None

    def picture() -> Image:
        return _painted(load().convert("RGB"), plain, made)

    return picture


def _painted(image: Image, plain: Board, made: Board) -> Image:
    from PIL import Image as images

    if image.size != (made.grid.width, made.grid.height):
        return image
    colours, ground = palette(made.terrain)
    paint = colours[made.terrain]
    high = made.level != plain.level
    paint[high] = ground[np.clip(made.level[high].astype(np.intp), -2, 4) + 2]
    share = np.where((made.terrain != plain.terrain) | high, _DRAWN, 0.0)
    code = np.zeros(len(made.grid) + 1, dtype=np.uint8)
    for name in made.whole_hexes.keys() - plain.whole_hexes.keys():
        code[made.grid.index(name)] = made.whole_hexes[name]
    whole = code[made.grid.pixel_owner]
    rest = (whole > 0) & (share == 0)
    paint[rest], share[rest] = colours[whole[rest]], _WHOLE
    art = np.asarray(image, dtype=np.float32).transpose(1, 0, 2)
    mixed = art + share[..., None].astype(np.float32) * (paint - art)
    return images.fromarray(np.ascontiguousarray(mixed.transpose(1, 0, 2).astype(np.uint8)))
