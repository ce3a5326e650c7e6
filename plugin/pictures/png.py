"""Pictures in pixels."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from hexlos.pictures.caption import LINE, Strip, font_of, legend, notes, title
from hexlos.pictures.labels import plates
from hexlos.pictures.scene import INK, PAPER, RGB, Area, Dot, Entry, Layer, Point, Sheet, Stroke
from hexlos.render import picture, render

#: Pictures up to this many pixels are drawn twice as large, for smooth edges.
_SMOOTH = 16_000_000


def image(sheet: Sheet) -> Image.Image:
    """The picture, RGB."""
    drawn = backdrop(sheet)
    for layer in sheet.layers:
        drawn = _with_layer(drawn, layer, sheet)
    _draw_labels(drawn, sheet)
    strips = [_strip(title(sheet.title, drawn.width)), drawn]
    strips.append(_strip(legend(sheet.legend, drawn.width)))
    if sheet.notes:
        strips.append(_strip(notes(sheet.notes, drawn.width)))
    return _stacked(strips)


def bare_map(sheet: Sheet) -> Image.Image:
    """The window of the map in board pixels, as it is: the archive's artwork, or our own."""
    board, window = sheet.board, sheet.window
    shown = render(board, names=False) if board.picture is None else picture(board)
    box = (window.left, window.top, window.left + window.width, window.top + window.height)
    return shown.crop(box)


def backdrop(sheet: Sheet) -> Image.Image:
    """The window of the map, greyed, at the picture's scale."""
    shown = bare_map(sheet)
    if sheet.scale > 1:
        shown = shown.resize(sheet.size, Image.Resampling.LANCZOS)
    return Image.blend(shown, shown.convert("L").convert("RGB"), sheet.grey)


def _with_layer(drawn: Image.Image, layer: Layer, sheet: Sheet) -> Image.Image:
    smooth = 2 if drawn.width * drawn.height <= _SMOOTH else 1
    size = (drawn.width * smooth, drawn.height * smooth)
    over = Image.new("RGBA", size, (255, 255, 255, 0))
    factor = sheet.scale * smooth
    pen = _Pen(ImageDraw.Draw(over), factor, (sheet.window.left, sheet.window.top))
    # rims first, so that none lies over a neighbour
    for shape in layer.shapes:
        if isinstance(shape, Stroke | Dot) and shape.rim:
            pen.draw(shape, rim=True)
    for shape in layer.shapes:
        pen.draw(shape, rim=False)
    if smooth > 1:
        over = over.resize(drawn.size, Image.Resampling.BOX)
    if layer.opacity < 1:
        over.putalpha(over.getchannel("A").point(lambda a: round(a * layer.opacity)))
    return Image.alpha_composite(drawn.convert("RGBA"), over).convert("RGB")


class _Pen:
    """Draws shapes given in board pixels."""

    def __init__(self, pen: ImageDraw.ImageDraw, factor: int, origin: tuple[int, int]) -> None:
        self.pen, self.factor, self.origin = pen, factor, origin

    def draw(self, shape: Area | Stroke | Dot, rim: bool) -> None:
        if isinstance(shape, Area):
            self.pen.polygon(self._places(shape.points), fill=(*shape.fill, 255))
        elif isinstance(shape, Stroke):
            wide = shape.width + (2 * shape.rim if rim else 0)
            self._stroke(shape, PAPER if rim else shape.colour, wide * self.factor)
        else:
            (spot,) = self._places(((shape.x, shape.y),))
            radius = (shape.radius + (shape.rim if rim else 0)) * self.factor
            self.pen.circle(spot, radius, fill=(*(shape.rim_fill if rim else shape.fill), 255))

    def _stroke(self, shape: Stroke, colour: RGB, width: float) -> None:
        places = self._places(shape.points)
        for part in _dashes(places, 3 * width) if shape.dashed else [places]:
            self.pen.line(part, fill=(*colour, 255), width=max(1, round(width)), joint="curve")

    def _places(self, points: Sequence[Point]) -> list[Point]:
        left, top = self.origin
        return [((x - left) * self.factor, (y - top) * self.factor) for x, y in points]


def _dashes(places: Sequence[Point], length: float) -> list[list[Point]]:
    """A straight line from the first place to the last in dashes."""
    (x0, y0), (x1, y1) = places[0], places[-1]
    whole = max(1.0, ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5)
    parts = []
    for start in range(0, int(whole), max(2, round(2 * length))):
        ends = (start / whole, min(1.0, (start + length) / whole))
        parts.append([(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t) for t in ends])
    return parts


def _draw_labels(drawn: Image.Image, sheet: Sheet) -> None:
    pen = ImageDraw.Draw(drawn)
    for plate in plates(sheet):
        pen.rectangle((plate.left, plate.top, plate.right, plate.bottom), fill=PAPER)
        font = font_of(plate.size)
        left, top, right, bottom = font.getbbox(plate.label.text)
        x, y = plate.middle
        place = (x - (left + right) / 2, y - (top + bottom) / 2)
        pen.text(place, plate.label.text, font=font, fill=INK)


def _strip(strip: Strip) -> Image.Image:
    drawn = Image.new("RGB", (strip.width, strip.height), PAPER)
    pen = ImageDraw.Draw(drawn)
    for x, y, entry in strip.signs:
        _draw_sign(pen, entry, x, y)
    for word in strip.words:
        pen.text((word.x, word.y), word.text, font=font_of(word.size), fill=INK, anchor="lm")
    return drawn


def _draw_sign(pen: ImageDraw.ImageDraw, entry: Entry, x: float, y: float) -> None:
    middle = (x + 9, y + LINE / 2)
    box = (x, y + 4, x + 18, y + LINE - 4)
    if entry.sign == "tint":
        pen.rectangle(box, fill=entry.colour, outline=INK)
    elif entry.sign == "frame":
        pen.rectangle((x + 1, y + 5, x + 17, y + LINE - 5), outline=entry.colour, width=4)
    elif entry.sign == "dot":
        pen.circle(middle, 4, fill=entry.colour)
    elif entry.sign in ("line", "dashed"):
        ends = [(0, 18)] if entry.sign == "line" else [(0, 7), (11, 18)]
        for a, b in ends:
            pen.line((x + a, middle[1], x + b, middle[1]), fill=entry.colour, width=4)
    elif entry.sign == "cross":
        for turn in (-1, 1):
            arm = (middle[0] - 6, middle[1] - 6 * turn, middle[0] + 6, middle[1] + 6 * turn)
            pen.line(arm, fill=entry.colour, width=4)
    else:
        for radius, colour in ((8, INK), (6, PAPER), (3, INK)):
            pen.circle(middle, radius, fill=colour)


def _stacked(strips: Sequence[Image.Image]) -> Image.Image:
    whole = Image.new("RGB", (strips[0].width, sum(s.height for s in strips)), PAPER)
    top = 0
    for strip in strips:
        whole.paste(strip, (0, top))
        top += strip.height
    return whole
