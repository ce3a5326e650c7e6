"""Pictures in vectors: SVG with a layer a kind of thing, for board artists to go on with."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Iterator, Mapping
from xml.sax.saxutils import escape, quoteattr

from hexlos.pictures.caption import LINE, Strip, font_of, legend, notes, title
from hexlos.pictures.labels import plates
from hexlos.pictures.png import bare_map
from hexlos.pictures.scene import INK, PAPER, RGB, Area, Dot, Entry, Layer, Shape, Sheet, Stroke

_HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"\n'
    '     xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
)
_FONT = "Aileron, Helvetica, Arial, sans-serif"

#: What XML cannot hold.
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def text_of(sheet: Sheet) -> str:
    """The picture as SVG, its unit a pixel of the board and its origin that of the board."""
    width, height = sheet.size
    above = title(sheet.title, width)
    below = [legend(sheet.legend, width)]
    if sheet.notes:
        below.append(notes(sheet.notes, width))
    window, scale = sheet.window, sheet.scale
    high = above.height + height + sum(strip.height for strip in below)
    top = window.top - above.height / scale
    box = f"{window.left} {_n(top)} {window.width} {_n(high / scale)}"
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'{_HEAD}\n     width="{width}" height="{high}" viewBox="{box}">',
        f"<title>{_text(sheet.title[0])}</title>",
        f"<desc>{_text('; '.join((*sheet.title, *sheet.notes)))}</desc>",
        *_group("Board", _map(sheet)),
    ]
    for layer in sheet.layers:
        parts += _group(layer.name, _shapes(layer), layer.opacity)
    parts += _group("Labels", _labels(sheet))
    parts += _strip(above, window.left, top, scale)
    y: float = window.top + window.height
    for strip in below:
        parts += _strip(strip, window.left, y, scale)
        y += strip.height / scale
    return "\n".join([*parts, "</svg>", ""])


def _map(sheet: Sheet) -> Iterator[str]:
    """The map as a picture inside the file; greyed by a filter, which can be taken off."""
    stream = io.BytesIO()
    bare_map(sheet).save(stream, format="PNG", optimize=True)
    data = base64.b64encode(stream.getvalue()).decode("ascii")
    window, greyed = sheet.window, ""
    if sheet.grey:
        yield (
            '<defs><filter id="greyed" color-interpolation-filters="sRGB" x="0" y="0" width="1" '
            f'height="1"><feColorMatrix type="saturate" values="{_n(1 - sheet.grey)}"/>'
            "</filter></defs>"
        )
        greyed = ' filter="url(#greyed)"'
    yield (
        f'<image x="{window.left}" y="{window.top}" width="{window.width}" '
        f'height="{window.height}"{greyed} xlink:href="data:image/png;base64,{data}"/>'
    )


def _group(name: str, lines: Iterator[str], opacity: float = 1.0) -> Iterator[str]:
    faint = "" if opacity == 1 else f' opacity="{_n(opacity)}"'
    label = quoteattr(name)
    yield f'<g id="{_id(name)}" inkscape:groupmode="layer" inkscape:label={label}{faint}>'
    yield from lines
    yield "</g>"


def _id(name: str) -> str:
    return "layer-" + re.sub(r"\W+", "-", name.lower())


def _shapes(layer: Layer) -> Iterator[str]:
    for shape in layer.shapes:
        if isinstance(shape, Stroke) and shape.rim:
            yield _stroke(shape, PAPER, shape.width + 2 * shape.rim, {})
    for shape in layer.shapes:
        yield _shape(shape)


def _shape(shape: Shape) -> str:
    if isinstance(shape, Stroke):
        return _stroke(shape, shape.colour, shape.width, shape.facts)
    facts = _facts(shape.facts)
    if isinstance(shape, Area):
        points = " ".join(f"{_n(x)},{_n(y)}" for x, y in shape.points)
        return f'<polygon points="{points}" fill="{_hex(shape.fill)}"{facts}/>'
    rim = ""
    if shape.rim:
        rim = f' stroke="{_hex(shape.rim_fill)}" stroke-width="{_n(2 * shape.rim)}"'
        rim += ' paint-order="stroke"'
    place = f'cx="{_n(shape.x)}" cy="{_n(shape.y)}" r="{_n(shape.radius)}"'
    return f'<circle {place} fill="{_hex(shape.fill)}"{rim}{facts}/>'


def _stroke(shape: Stroke, colour: RGB, width: float, facts: Mapping[str, object]) -> str:
    points = " ".join(f"{_n(x)},{_n(y)}" for x, y in shape.points)
    dashes = f' stroke-dasharray="{_n(3 * shape.width)}"' if shape.dashed else ""
    return (
        f'<polyline points="{points}" fill="none" stroke="{_hex(colour)}" '
        f'stroke-width="{_n(width)}" stroke-linejoin="round"{dashes}{_facts(facts)}/>'
    )


def _labels(sheet: Sheet) -> Iterator[str]:
    """Plates and texts, each text held to the width of its plate whatever the font."""
    scale, window = sheet.scale, sheet.window
    for plate in plates(sheet):
        left, right = (window.left + x / scale for x in (plate.left, plate.right))
        top, bottom = (window.top + y / scale for y in (plate.top, plate.bottom))
        size, wide = plate.size / scale, right - left
        facts = _facts(plate.label.facts)
        yield (
            f'<g class="label"{facts}><rect x="{_n(left)}" y="{_n(top)}" width="{_n(wide)}" '
            f'height="{_n(bottom - top)}" fill="{_hex(PAPER)}"/>'
            + _word(plate.label.text, (left + right) / 2, bottom - 2 / scale, size,
                    wide - 4 / scale, "middle") + "</g>"
        )  # fmt: skip


def _word(text: str, x: float, y: float, size: float, width: float, anchor: str) -> str:
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" font-family="{_FONT}" font-size="{_n(size)}" '
        f'text-anchor="{anchor}" textLength="{_n(width)}" lengthAdjust="spacingAndGlyphs" '
        f'fill="{_hex(INK)}">{_text(text)}</text>'
    )


def _strip(strip: Strip, left: float, top: float, scale: int) -> Iterator[str]:
    def lines() -> Iterator[str]:
        yield f'<g transform="translate({_n(left)} {_n(top)}) scale({_n(1 / scale, 5)})">'
        size = f'width="{strip.width}" height="{strip.height}"'
        yield f'<rect x="0" y="0" {size} fill="{_hex(PAPER)}"/>'
        for x, y, entry in strip.signs:
            yield _sign(entry, x, y)
        for word in strip.words:
            base = word.y + 0.36 * word.size
            width = font_of(word.size).getlength(word.text)
            yield _word(word.text, word.x, base, word.size, width, "start")
        yield "</g>"

    yield from _group(strip.name, lines())


def _sign(entry: Entry, x: float, y: float) -> str:
    cx, cy, colour = x + 9, y + LINE / 2, entry.colour
    if entry.sign in ("tint", "frame"):
        fill, edge, wide = (colour, INK, 1) if entry.sign == "tint" else (None, colour, 4)
        return (
            f'<rect x="{_n(x + 1)}" y="{_n(y + 5)}" width="16" height="{LINE - 10}" '
            f'fill="{_hex(fill) if fill else "none"}" stroke="{_hex(edge)}" stroke-width="{wide}"/>'
        )
    if entry.sign == "dot":
        return _shape(Dot(cx, cy, 4, colour))
    if entry.sign in ("line", "dashed"):
        return _shape(Stroke(((x, cy), (x + 18, cy)), colour, 4, dashed=entry.sign == "dashed"))
    if entry.sign == "cross":
        arms = (((cx - 6, cy - 6), (cx + 6, cy + 6)), ((cx - 6, cy + 6), (cx + 6, cy - 6)))
        return "".join(_shape(Stroke(arm, colour, 4)) for arm in arms)
    return _shape(Dot(cx, cy, 6, PAPER, rim=2, rim_fill=INK)) + _shape(Dot(cx, cy, 3, INK))


def _facts(facts: Mapping[str, object]) -> str:
    return "".join(f" data-{name}={quoteattr(_clean(value))}" for name, value in facts.items())


def _hex(colour: RGB) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _n(value: float, digits: int = 2) -> str:
    return f"{value:.{digits}f}".rstrip("0").rstrip(".") or "0"


def _clean(value: object) -> str:
    return _UNWRITABLE.sub("?", str(value))


def _text(value: str) -> str:
    return escape(_clean(value))
