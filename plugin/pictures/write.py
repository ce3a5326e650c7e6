"""Writing a picture to a file, in the format that its suffix says."""

from __future__ import annotations

import os
from pathlib import Path

from hexlos.errors import HexlosError
from hexlos.export.atomic import replacing
from hexlos.pictures.png import image
from hexlos.pictures.scene import Sheet
from hexlos.pictures.svg import text_of

SUFFIXES = (".png", ".svg")


def write(sheet: Sheet, path: str | os.PathLike[str]) -> int:
    """Write a picture, PNG or SVG by suffix; its size in bytes. HexlosError for another suffix."""
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise HexlosError(f"{os.fspath(path)!r} is no picture: give a name in .png or .svg")
    with replacing(path) as stream:
        if suffix == ".svg":
            stream.write(text_of(sheet).encode("utf-8"))
        else:
            image(sheet).save(stream, format="PNG")
        return stream.tell()
