"""What is drawn over the colours of a board: textures, the hex grid, dots and names."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from hexlos.catalogue import catalogue
from hexlos.hexgrid import HexGrid
from hexlos.render_style import RGB, TEXTURES, Texture

#: Textures are drawn this many times larger, then reduced, for smooth edges.
SMOOTH = 2

#: Half the height in pixels of the smallest hexes that carry names.
LEAST_NAMED = 12

Mask = NDArray[np.bool_]


def _mask_image(mask: Mask) -> Image.Image:
    return Image.fromarray(mask.T.astype(np.uint8) * 255)


def _spots(texture: Texture, mask: Mask, number: int) -> NDArray[np.float64]:
    """(k, 2) marks of a texture that lie on its terrain, from top to bottom, in pixels."""
    width, height = mask.shape
    across, down = np.meshgrid(
        np.arange(int(width / texture.spacing) + 1),
        np.arange(int(height / texture.spacing) + 1),
        indexing="xy",
    )
    at: NDArray[np.float64] = np.stack([across.ravel(), down.ravel()], axis=1).astype(np.float64)
    at = (at + 0.5) * texture.spacing
    if texture.jitter:
        at[:, 0] += (down.ravel() % 2 - 0.5) * texture.spacing / 2
    chance = np.random.default_rng(number).uniform(-1, 1, at.shape)
    at += chance * texture.jitter
    x = np.clip(at[:, 0].astype(np.intp), 0, width - 1)
    y = np.clip(at[:, 1].astype(np.intp), 0, height - 1)
    found = at[mask[x, y]]
    result: NDArray[np.float64] = found[np.argsort(found[:, 1], kind="stable")]
    return result


def _mark(pen: ImageDraw.ImageDraw, shape: str, x: float, y: float, r: float, fill: RGB) -> None:
    thick = SMOOTH
    if shape == "disc":
        pen.ellipse((x - r, y - r, x + r, y + r), fill=fill)
    elif shape == "dash":
        pen.line((x - r, y, x + r, y), fill=fill, width=thick)
    elif shape == "tuft":
        for lean in (-0.7, 0.0, 0.7):
            pen.line((x, y + r * 0.6, x + lean * r, y - r * 0.6), fill=fill, width=thick)
    elif shape == "cross":
        pen.line((x, y - r, x, y + r), fill=fill, width=thick)
        pen.line((x - r * 0.7, y - r * 0.3, x + r * 0.7, y - r * 0.3), fill=fill, width=thick)
    else:
        pen.polygon(
            [(x - r, y + r * 0.5), (x - r * 0.4, y - r * 0.7), (x + r * 0.6, y - r * 0.5),
             (x + r, y + r * 0.5)],
            fill=fill,
        )  # fmt: skip


def _highlight(colour: RGB) -> RGB:
    red, green, blue = (min(255, c + 22) for c in colour)
    return red, green, blue


def _strew(image: Image.Image, texture: Texture, mask: Mask, number: int) -> None:
    spots = _spots(texture, mask, number)
    if not len(spots):
        return
    chance = np.random.default_rng(1000 + number).random((len(spots), 2))
    layer = image.resize((image.width * SMOOTH, image.height * SMOOTH), Image.Resampling.NEAREST)
    pen = ImageDraw.Draw(layer)
    low, high = texture.size
    for (x, y), (grows, picks) in zip(spots * SMOOTH, chance, strict=True):
        r = (low + (high - low) * grows) * SMOOTH
        fill = texture.colours[int(picks * len(texture.colours))]
        if texture.shadow is not None:
            _mark(pen, texture.shape, x + r * 0.25, y + r * 0.3, r, texture.shadow)
        _mark(pen, texture.shape, x, y, r, fill)
        if texture.shadow is not None:
            _mark(pen, texture.shape, x - r * 0.25, y - r * 0.3, r * 0.45, _highlight(fill))
    image.paste(layer.resize(image.size, Image.Resampling.BOX), mask=_mask_image(mask))


def strew_textures(image: Image.Image, terrain: NDArray[np.uint8]) -> None:
    """Draw every texture on its terrain, cut off at its outline."""
    names = [kind.name for kind in catalogue()]
    present = set(np.flatnonzero(np.bincount(terrain.ravel())).tolist())
    for number, texture in enumerate(TEXTURES):
        codes = [code for code in present if names[code] in texture.terrain]
        if codes:
            _strew(image, texture, np.isin(terrain, codes), number)


def draw_grid(image: Image.Image, grid: HexGrid, scale: int) -> None:
    """Thin hexsides and a dot at every centre."""
    smooth = 2 if image.width * image.height < 16_000_000 else 1
    lines = Image.new("L", (image.width * smooth, image.height * smooth), 0)
    pen = ImageDraw.Draw(lines)
    factor = scale * smooth
    for corners in grid.vertices_px * factor:
        ring = [tuple(corner) for corner in corners]
        pen.line([*ring, ring[0]], fill=120, width=max(2, factor) if smooth > 1 else scale)
    radius = 1.7 * factor
    for x, y in grid.centres_px * factor:
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=235)
    mask = lines.resize(image.size, Image.Resampling.BOX)
    image.paste((38, 36, 30), (0, 0), mask)


def _spot(
    centre: NDArray[np.float64], half: float, size: tuple[float, float], text: tuple[int, int]
) -> tuple[float, float]:
    """Middle of a hex's name: under its top hexside, or its dot where that is off the picture."""
    x, y = centre
    wide, high = text[0] / 2 + 2, text[1] / 2 + 1
    top = y - half + high + 2 if y - half >= -1 else y + half * 0.35
    return min(max(x, wide), size[0] - wide), min(max(top, high), size[1] - high)


def draw_names(image: Image.Image, grid: HexGrid, scale: int) -> None:
    """The name of every hex, where hexes are large enough that names stay apart."""
    half = grid.half / grid.units_y * scale
    pitch = 3 * grid.third / grid.units_x * scale
    size = min(9.5 * scale, half * 0.3)
    font = ImageFont.load_default(max(6.0, size))
    pen = ImageDraw.Draw(image)
    longest = max(grid.names, key=len)
    box = pen.textbbox((0, 0), longest, font=font)
    text = (int(box[2] - box[0]), int(box[3] - box[1]))
    if text[0] + 4 > pitch or text[1] * 4 > 2 * half or half < LEAST_NAMED * scale:
        return
    for name, centre in zip(grid.names, grid.centres_px * scale, strict=True):
        own = pen.textbbox((0, 0), name, font=font)
        fits = (int(own[2] - own[0]), int(own[3] - own[1]))
        x, y = _spot(centre, half, (image.width, image.height), fits)
        pen.text(
            (x, y),
            name,
            font=font,
            anchor="mm",
            fill=(30, 28, 22),
            stroke_width=scale,
            stroke_fill=(244, 240, 222),
        )
