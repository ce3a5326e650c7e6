"""VASL board archives: a zip with metadata, LOSData and the board's picture."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

import pluggy

from hexlos.address import board_name
from hexlos.board import Board
from hexlos.errors import BoardFormatError
from hexlos.files.embankments import with_embankments
from hexlos.files.losdata import read_losdata
from hexlos.files.safexml import parse_xml
from hexlos.hexgrid import HexGrid

if TYPE_CHECKING:
    from PIL.Image import Image

hookimpl = pluggy.HookimplMarker("hexlos")

MAX_MEMBER = 80_000_000
MAX_MEMBERS = 5_000
MAX_PICTURE_PIXELS = 100_000_000


def _member(archive: zipfile.ZipFile, name: str) -> bytes | None:
    """Content of the member with this name, whatever its case; None when there is none."""
    wanted = name.casefold()
    for info in archive.infolist():
        if info.filename.casefold() == wanted:
            if info.file_size > MAX_MEMBER:
                raise BoardFormatError(f"its {name} unpacks to {info.file_size} bytes, too many")
            with archive.open(info) as stream:
                return stream.read(MAX_MEMBER)
    return None


_NUMBER = re.compile(r"[+-]?\d{1,9}(?:\.\d{0,20})?\Z", re.ASCII)


def _fraction(root: Element, key: str) -> Fraction | None:
    """A length in pixels as a simple fraction; None when the metadata does not say."""
    text = root.get(key)
    if text is None:
        return None
    if _NUMBER.match(text.strip()) is None:
        raise BoardFormatError(f"its {key}={text[:40]!r} is no number of pixels")
    return Fraction(text.strip()).limit_denominator(1000)


def _count(root: Element, key: str) -> int:
    text = root.get(key, "").strip()
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise BoardFormatError(f"its {key}={text[:40]!r} is no count of hexes")
    return int(text)


def _name(text: str) -> str:
    """The name that the metadata gives, "" when it is none: letters, digits, few marks."""
    return text if re.fullmatch(r"[\w .+-]{1,40}", text, re.ASCII) else ""


def _hexsides(elements: Iterable[Element]) -> dict[str, tuple[int, ...]]:
    """Hexsides 0..5 by hex, of elements with a hex and digits for its hexsides."""
    found: dict[str, tuple[int, ...]] = {}
    for element in elements:
        digits = element.get("hexsides", "")
        name = element.get("hex", "").strip().upper()
        found[name] = tuple(sorted({int(d) for d in digits if d in "012345"}))
    return found


def _picture(path: Path, member: str) -> Callable[[], Image]:
    def load() -> Image:
        from PIL import Image, UnidentifiedImageError

        try:
            with zipfile.ZipFile(path) as archive:
                data = _member(archive, member)
            if data is None:
                raise BoardFormatError(f"{path.name}: the archive lacks its picture {member}")
            image = Image.open(io.BytesIO(data))
            if image.width * image.height > MAX_PICTURE_PIXELS:
                raise BoardFormatError(f"{path.name}: its picture {member} is too large")
            return image.convert("RGB")
        except (
            UnidentifiedImageError, OSError, zipfile.BadZipFile, Image.DecompressionBombError
        ) as err:  # fmt: skip
            raise BoardFormatError(f"{path.name}: its picture {member} is damaged") from err

    return load


def read_vasl(path: Path) -> Board:
    """Open a VASL board archive; BoardFormatError says what it lacks."""
    try:
        with zipfile.ZipFile(path) as archive:
            if len(archive.infolist()) > MAX_MEMBERS:
                raise BoardFormatError(f"more than {MAX_MEMBERS} members")
            metadata = _member(archive, "BoardMetadata.xml")
            losdata = _member(archive, "LOSData")
    except BoardFormatError as err:
        raise BoardFormatError(f"{path.name}: {err}") from err
    except (OSError, zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError) as err:
        raise BoardFormatError(f"{path.name}: the archive is damaged ({err})") from err
    missing = [
        name
        for name, data in (("BoardMetadata.xml", metadata), ("LOSData", losdata))
        if data is None
    ]
    if metadata is None or losdata is None:
        raise BoardFormatError(
            f"{path.name}: the archive lacks {' and '.join(missing)}, so it has no "
            "terrain to trace LOS over"
        )
    try:
        return _build(path, parse_xml(metadata), losdata)
    except BoardFormatError as err:
        raise BoardFormatError(f"{path.name}: {err}") from err


def _build(path: Path, root: Element, member: bytes) -> Board:
    data = read_losdata(member)
    columns, rows = _count(root, "width"), _count(root, "height")
    width, height = data.terrain.shape
    pitch, hex_height = _fraction(root, "hexWidth"), _fraction(root, "hexHeight")
    a1_x = _fraction(root, "A1CenterX")
    grid = HexGrid.from_layout(
        columns=columns,
        rows=rows,
        width=width,
        height=height,
        pitch=Fraction(225, 4) if pitch is None else pitch,
        hex_height=Fraction(129, 2) if hex_height is None else hex_height,
        a1_x=Fraction(0) if a1_x is None else a1_x,
        a1_y=_fraction(root, "A1CenterY"),
    )
    if not grid.fits_picture:
        raise BoardFormatError(
            f"its {columns} x {rows} hexes do not fit its picture of {width} x {height} pixels"
        )
    if len(data.stairways) < len(grid):
        raise BoardFormatError("LOSData ends before the stairways of its hexes")
    warnings = []
    if (data.columns, data.rows) != (columns, rows):
        warnings.append(
            f"LOSData counts {data.columns} x {data.rows} hexes, the metadata {columns} x {rows}"
        )
    picture = root.get("boardImageFileName")
    stairways = frozenset(
        name for name, flag in zip(grid.names, data.stairways.tolist(), strict=False) if flag
    )
    embankments = _hexsides(element for group in root.iter("rrembankments") for element in group)
    return Board(
        name=board_name(_name(root.get("name", "")) or path.name),
        version=root.get("version", "").strip(),
        grid=grid,
        terrain=with_embankments(grid, data.terrain, embankments),
        level=data.level,
        slopes=_hexsides(root.iter("slope")),
        stairways=stairways,
        picture=_picture(path, picture) if picture else None,
        source=path,
        notes=tuple(warnings),
    )


@hookimpl
def hexlos_read_board(path: Path) -> Board | None:
    """Read path when it is a VASL board archive."""
    if not path.is_file() or path.suffix.lower() in (".vsav", ".vmod", ".vmdx", ".npz"):
        return None
    with path.open("rb") as stream:
        head = stream.read(4)
    if head[:2] != b"PK":
        return None
    return read_vasl(path)
