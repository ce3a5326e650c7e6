"""What the page knows of a board, in a form that fits JSON."""

from __future__ import annotations

import base64
import io
from typing import TYPE_CHECKING, Any

from hexlos.address import SIDES
from hexlos.catalogue import catalogue
from hexlos.locations import crest_addresses, level_addresses, vertex_addresses
from hexlos.mapgrid import MapGrid
from hexlos.reasons import Reason
from hexlos.render import picture

if TYPE_CHECKING:
    from hexlos.board import Board


def facts(board: Board, thread: str) -> dict[str, Any]:
    """The lattice, and of each hex its terrain, level, and locations beside its plain one.

    picture is for the caller to add.
    """
    grid, hexes = board.grid, board.facts
    names = [kind.name for kind in catalogue()]
    used = sorted({int(code) for code in hexes.terrain})
    joined = isinstance(grid, MapGrid) and grid.is_joined
    return {
        "kind": "Map" if joined else "Board",
        "board": board.name,
        "version": board.version,
        "ssr": list(board.history),
        "thread": thread,
        "width": grid.width,
        "height": grid.height,
        "names": list(grid.names),
        "aliases": _aliases(board),
        "lattice": {
            "third": grid.third / grid.units_x,
            "half": grid.half / grid.units_y,
            "x0": grid.x0 / grid.units_x,
            "y0": grid.y0 / grid.units_y,
            "col": grid.col.tolist(),
            "row": grid.row.tolist(),
            "x": [round(x, 3) for x in grid.centres_px[:, 0].tolist()],
            "y": [round(y, 3) for y in grid.centres_px[:, 1].tolist()],
        },
        "terrain": [names[code] for code in used],
        "ground": [used.index(int(code)) for code in hexes.terrain],
        "level": hexes.base.tolist(),
        "places": _places(board),
        "edges": _edges(board),
        "notes": _notes(board, names),
        "reasons": {int(one): [one.rule, one.text] for one in Reason},
    }


def _aliases(board: Board) -> dict[str, int]:
    grid = board.grid
    if not isinstance(grid, MapGrid):
        return {}
    return {other: i for i in range(len(grid)) for other in grid.names_of(i)[1:]}


def _places(board: Board) -> dict[int, list[str]]:
    """How the levels beside the plain location are written, by hex: ``:1``."""
    found = {}
    for index, name in enumerate(board.hexes):
        if addresses := level_addresses(board, index)[1:]:
            found[index] = [address.removeprefix(name) for address in addresses]
    return found


def edge_addresses(board: Board) -> list[list[str]]:
    """Addresses of crest status and of the vertices of each hex, by hex."""
    return [
        [*crest_addresses(board, index)[:1], *vertex_addresses(board, index)]
        for index in range(len(board.hexes))
    ]


def _edges(board: Board) -> dict[int, list[str]]:
    """How crest status and the vertices of each hex are written: ``:crest``, ``@NW``."""
    return {
        index: [address.removeprefix(board.hexes[index]) for address in addresses]
        for index, addresses in enumerate(edge_addresses(board))
    }


def _notes(board: Board, names: list[str]) -> dict[int, str]:
    """Hexside terrain of the hexes that have any, in words."""
    found = {}
    for index, codes in enumerate(board.facts.hexside.tolist()):
        sides: dict[str, list[str]] = {}
        for side, code in enumerate(codes):
            if code:
                sides.setdefault(names[code].lower(), []).append(SIDES[side])
        if sides:
            found[index] = ", ".join(f"{name} {' '.join(where)}" for name, where in sides.items())
    return found


def picture_bytes(board: Board) -> bytes:
    """The board's picture as PNG: its own artwork, or a map drawn from its terrain."""
    stream = io.BytesIO()
    picture(board).save(stream, format="PNG")
    return stream.getvalue()


def in_address(data: bytes, kind: str) -> str:
    """Data as an address that holds it."""
    return f"data:{kind};base64,{base64.b64encode(data).decode('ascii')}"
