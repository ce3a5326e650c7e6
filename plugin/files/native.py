"""Boards as TOML text: hexes, what is on them and along them, drawn by a fixed set of rules."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path

import pluggy

from hexlos.board import Board
from hexlos.errors import BoardFormatError
from hexlos.files.native_canvas import Canvas
from hexlos.files.native_features import HIGHEST, LOWEST, read_feature
from hexlos.files.native_fields import Table
from hexlos.files.native_paint import Painter
from hexlos.hexgrid import HexGrid

hookimpl = pluggy.HookimplMarker("hexlos")

FORMAT = 1
MAX_BYTES = 1_000_000
MAX_FEATURES = 2_000
MAX_PIXELS = 20_000_000
MAX_SEED = 2**31 - 1

_KEYS = (
    "format",
    "name",
    "version",
    "columns",
    "rows",
    "pitch",
    "hex_height",
    "seed",
    "ground",
    "level",
    "slopes",
    "stairways",
    "feature",
)


def _load(path: Path) -> dict[str, object]:
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as err:
        raise BoardFormatError(f"the file cannot be read ({err.strerror})") from err
    if len(data) > MAX_BYTES:
        raise BoardFormatError(f"the file is larger than {MAX_BYTES} bytes")
    try:
        return tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError as err:
        raise BoardFormatError(f"it is no UTF-8 text (byte {err.start})") from err
    except (ValueError, RecursionError) as err:
        raise BoardFormatError(f"it is no valid TOML: {err}") from err


def _grid(table: Table) -> HexGrid:
    columns, rows = table.whole("columns", 2, 1000), table.whole("rows", 1, 1000)
    pitch = table.fraction("pitch", 8, 1000, Fraction(225, 4))
    hex_height = table.fraction("hex_height", 8, 1000, Fraction(129, 2))
    width, height = round(pitch * (columns - 1)), round(hex_height * rows)
    if width * height > MAX_PIXELS:
        raise BoardFormatError(
            f"{columns} x {rows} hexes make {width} x {height} pixels: {MAX_PIXELS} is the most"
        )
    return HexGrid.from_layout(columns, rows, width, height, pitch, hex_height)


def _slopes(values: object, grid: HexGrid) -> dict[str, tuple[int, ...]]:
    if not isinstance(values, dict):
        raise BoardFormatError('slopes must be a table of hexsides by hex, as in F4 = "N NE"')
    table = Table("slopes", values, tuple(values))
    found = {}
    for name in values:
        table.hex(name, grid)
        found[name] = tuple(sorted({table.side(word) for word in table.words(name)}))
    return found


def _draw(canvas: Canvas, features: object, seed: int) -> None:
    if not isinstance(features, list) or len(features) > MAX_FEATURES:
        raise BoardFormatError(
            f"feature must be written as [[feature]] tables, {MAX_FEATURES} at most"
        )
    painter = Painter(canvas, seed)
    for number, values in enumerate(features, start=1):
        feature = read_feature(values, number, canvas.grid)
        try:
            painter.paint(feature)
        except BoardFormatError as err:
            raise BoardFormatError(f"feature {number} ({values['kind']}): {err}") from err


def _board(path: Path, values: dict[str, object]) -> Board:
    table = Table("", values, _KEYS)
    if table.whole("format", 1, 1_000_000) != FORMAT:
        raise BoardFormatError(f"format {values['format']} is unknown; this version reads {FORMAT}")
    grid = _grid(table)
    canvas = Canvas(
        grid, table.terrain("ground", "Open Ground"), table.whole("level", LOWEST, HIGHEST, 0)
    )
    _draw(canvas, values.get("feature", []), table.whole("seed", 0, MAX_SEED, 0))
    stairways = table.hexes("stairways", grid) if "stairways" in table else ()
    return Board(
        name=table.text("name"),
        version=table.text("version", ""),
        grid=grid,
        terrain=canvas.terrain,
        level=canvas.level,
        slopes=_slopes(values.get("slopes", {}), grid),
        stairways=frozenset(grid.names[index] for index in stairways),
        source=path,
    )


def read_native(path: Path) -> Board:
    """Open a board written as TOML; BoardFormatError names the file, the feature and the fault."""
    try:
        return _board(path, _load(path))
    except BoardFormatError as err:
        raise BoardFormatError(f"{path.name}: {err}") from err


@hookimpl
def hexlos_read_board(path: Path) -> Board | None:
    """Read path when it is a board written as TOML."""
    if path.suffix != ".toml" or not path.is_file():
        return None
    return read_native(path)
