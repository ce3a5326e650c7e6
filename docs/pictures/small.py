"""Makes pictures small for the README: ``small.py FOLDER PICTURE...``, 800 pixels, few colours."""

from __future__ import annotations

import io
import sys
from pathlib import Path

from PIL import Image

WIDTH, BYTES = 800, 145_000


def small(path: Path) -> bytes:
    """The picture as PNG, with as many colours as keep it below BYTES."""
    with Image.open(path) as image:
        size = (WIDTH, round(image.height * WIDTH / image.width))
        shrunk = image.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    for colours in (200, 128, 96, 64, 48, 32):
        stream = io.BytesIO()
        few = shrunk.quantize(colours, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        few.save(stream, format="PNG", optimize=True)
        if stream.tell() < BYTES:
            break
    return stream.getvalue()


def main() -> None:
    """Write a small copy of each picture into the folder."""
    folder, *pictures = map(Path, sys.argv[1:])
    for path in pictures:
        (folder / path.name).write_bytes(small(path))


if __name__ == "__main__":
    main()
