"""Small boards made on the spot, in memory and as VASL archives."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np

from hexlos import Board
from hexlos.catalogue import terrain_code
from hexlos.files.losdata import LosData, write_losdata
from hexlos.hexgrid import HexGrid

#: Spacing that puts every vertex on the corner of pixels: no pixel is of two hexes of a column.
PITCH, HEX_HEIGHT = 54, 64


def make_grid(columns: int = 5, rows: int = 4) -> HexGrid:
    """Lattice of a small board, A1 the half hex at its top left as usual."""
    return HexGrid.from_layout(
        columns=columns,
        rows=rows,
        width=PITCH * (columns - 1),
        height=HEX_HEIGHT * rows,
        pitch=Fraction(PITCH),
        hex_height=Fraction(HEX_HEIGHT),
    )


def make_board(
    columns: int = 5,
    rows: int = 4,
    terrain: Mapping[str, str | int] | None = None,
    levels: Mapping[str, int] | None = None,
    name: str = "made",
) -> Board:
    """A board of whole hexes: terrain by hex (a name or a code), ground level by hex."""
    grid = make_grid(columns, rows)
    codes = np.zeros((grid.width, grid.height), dtype=np.uint8)
    ground = np.zeros((grid.width, grid.height), dtype=np.int8)
    for hex_, kind in (terrain or {}).items():
        code = terrain_code(kind) if isinstance(kind, str) else kind
        codes[grid.pixel_owner == grid.index(hex_)] = code
    for hex_, level in (levels or {}).items():
        ground[grid.pixel_owner == grid.index(hex_)] = level
    return Board(name=name, grid=grid, terrain=codes, level=ground)


def painted(board: Board, kind: str, box: tuple[int, int, int, int], level: int = 0) -> Board:
    """The board with a box of pixels (left, top, right, bottom) of one terrain and level."""
    terrain, ground = board.terrain.copy(), board.level.copy()
    left, top, right, bottom = box
    terrain[left:right, top:bottom] = terrain_code(kind)
    ground[left:right, top:bottom] = level
    return replace(board, terrain=terrain, level=ground)


def losdata_of(board: Board, columns: int = 5, rows: int = 4) -> bytes:
    """The board's planes as a LOSData member."""
    stairways = np.zeros(len(board.hexes), dtype=np.uint8)
    return write_losdata(LosData(columns, rows, board.level, board.terrain, stairways))


def metadata(columns: object = 5, rows: object = 4, more: str = "", children: str = "") -> bytes:
    """A BoardMetadata.xml; more holds further attributes of its root."""
    spacing = f'hexWidth="{PITCH}" hexHeight="{HEX_HEIGHT}" ' if "hexWidth" not in more else ""
    size = f'width="{columns}" height="{rows}"'
    root = f'<boardMetadata name="made" version="1.0" {size} {spacing}{more}>'
    return f"<?xml version='1.0'?>\n{root}{children}</boardMetadata>".encode()


def write_archive(path: Path, members: Mapping[str, bytes] | None = None) -> Path:
    """A board archive with these members; by default metadata and LOSData of a flat board."""
    if members is None:
        members = {"BoardMetadata.xml": metadata(), "LOSData": losdata_of(make_board())}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


def write_boards(folder: Path, boards: Mapping[str, Board]) -> Path:
    """A folder of archives of small boards, each under its VASL name."""
    folder.mkdir(exist_ok=True)
    for name, board in boards.items():
        named = metadata().replace(b'name="made"', f'name="{name}"'.encode())
        members = {"BoardMetadata.xml": named, "LOSData": losdata_of(board)}
        write_archive(folder / f"bd{name}", members)
    return folder
