"""The page as one document: what is fixed, put together, and what it knows of a board."""

from __future__ import annotations

import base64
import json
from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from hexlos.errors import HexlosError
from hexlos.page.facts import facts, in_address, picture_bytes
from hexlos.page.table import packed
from hexlos.places import places, thread_name

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.matrix import Progress

SCRIPTS = ("lattice.js", "answers.js", "map.js", "app.js")

#: Locations of which all pairs are put into one file, at most.
MOST = 3000


def document(data: dict[str, Any], *, connect: str) -> str:
    """The page with its data; connect is the source that its scripts may ask, or "'none'"."""
    told = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    parts = {
        "title": escape(f"{data['board']} - lines of sight"),
        "connect": connect,
        "style": _part("page.css"),
        "script": "\n".join(_part(name) for name in SCRIPTS),
        "data": told,
    }
    pieces = _part("page.html").split("{{")
    made = [pieces[0]]
    for piece in pieces[1:]:
        name, _, rest = piece.partition("}}")
        made += [parts[name], rest]
    return "".join(made)


def whole_page(
    board: Board, thread: str | None = None, threads: int = 1, progress: Progress | None = None
) -> str:
    """A page that needs no one: picture, geometry and all lines of sight of a board inside.

    HexlosError for a map with so many locations that a file of all pairs would be too large.
    """
    name = thread_name(thread)
    count = len(places(board, "levels")[0])
    if count > MOST:
        raise HexlosError(
            f"{board.name} has {count:,} locations, too many for all pairs in one page "
            f"(at most {MOST:,}): use 'hexlos view' without -o"
        )
    data = facts(board, name)
    data["table"] = base64.b64encode(packed(board, name, threads, progress)).decode("ascii")
    data["picture"] = in_address(picture_bytes(board), "image/png")
    return document(data, connect="'none'")


@cache
def _part(name: str) -> str:
    return files("hexlos.page").joinpath(name).read_text(encoding="utf-8")
