"""Addresses of locations: ``F4``, ``F4:1``, ``5F4``, ``BFPA-F4``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hexlos.errors import UnknownHexError

#: A hex as its board names it: a column's letter, repeated from the 27th column on, and a number.
HEX = r"(?P<letter>[A-Z])(?P=letter)*\d+"
#: What starts the name of a hex on a map of boards: "5", "1b", "a", "BFPA-".
_PREFIX = r"\d+[a-z]?|[a-z]|[^:@/\n]+-"

_ADDRESS = re.compile(
    rf"(?P<hex>(?:{_PREFIX})?{HEX})"
    r"(?::(?P<place>[a-z]+|\d{1,2})(?:/(?P<side>\w+))?"
    r"|@(?:(?P<along>\w+)/)?(?P<vertex>\w+))?\Z"
)
_BOARD = re.compile(r"(?:bd)?(?P<number>\d+)(?P<half>[a-z]?)\Z|(?:bd)?(?P<word>\w+)\Z")
#: Places of a hex that are no building level (B6.2, B20.9, B23.8, O6).
PLACES = ("bridge", "cellar", "crest", "roof", "under")
#: Hexsides by name, clockwise from the top one, and vertices, clockwise from the top-left one:
#: hexside k goes from vertex k to the next.
SIDES = ("N", "NE", "SE", "S", "SW", "NW")
VERTICES = ("NW", "NE", "E", "SE", "SW", "W")


@dataclass(frozen=True, slots=True)
class Address:
    """A location of a hex: the hex's name, the place in it ("", "1", "roof", "under" ...), and
    the hexside that crest status faces ("", "NE" ...).

    A bypass aiming point has a vertex ("NW"), and the hexside along it where that is told (A6.12).
    """

    hex: str
    place: str = ""
    side: str = ""
    vertex: str = ""

    def __str__(self) -> str:
        if self.vertex:
            along = f"{self.side}/" if self.side else ""
            return f"{self.hex}@{along}{self.vertex}"
        place = f"{self.place}/{self.side}" if self.side else self.place
        return f"{self.hex}:{place}" if place else self.hex

    @classmethod
    def parse(cls, text: str) -> Address:
        """Read an address; UnknownHexError says what is wrong with it.

        >>> Address.parse("F4:1")
        Address(hex='F4', place='1', side='', vertex='')
        """
        match = _ADDRESS.match(text)
        if match is None:
            raise UnknownHexError(
                f"{text[:60]!r} is no address: write a hex as F4, a building level as F4:1, "
                "a vertex as F4@NW"
            )
        place = match["place"] or ""
        if place.isdigit():
            place = str(int(place)) if int(place) else ""
        elif place and place not in PLACES:
            raise UnknownHexError(
                f"{text!r}: after ':' comes a building level or one of {', '.join(PLACES)}"
            )
        side = match["side"] or ""
        if side and (place != "crest" or side not in SIDES):
            raise UnknownHexError(
                f"{text!r}: a hexside ({', '.join(SIDES)}) follows crest only, as F4:crest/NE"
            )
        along, vertex = match["along"] or "", match["vertex"] or ""
        if vertex:
            _check_vertex(text, along, vertex)
        return cls(match["hex"], place, side or along, vertex)


def _check_vertex(text: str, side: str, vertex: str) -> None:
    """UnknownHexError unless there is such a vertex, and it is one of the hexside's."""
    if vertex not in VERTICES:
        raise UnknownHexError(f"{text!r}: the vertices of a hex are {', '.join(VERTICES)}")
    if not side:
        return
    if side not in SIDES:
        raise UnknownHexError(f"{text!r}: the hexsides of a hex are {', '.join(SIDES)}")
    ends = hexside_vertices(SIDES.index(side))
    if VERTICES.index(vertex) not in ends:
        names = " and ".join(VERTICES[end] for end in ends)
        raise UnknownHexError(f"{text!r}: the vertices of hexside {side} are {names}")


def hexside_vertices(side: int) -> tuple[int, int]:
    """Numbers of the two vertices of a hexside, the counter-clockwise one first.

    >>> [VERTICES[vertex] for vertex in hexside_vertices(SIDES.index("NE"))]
    ['NE', 'E']
    """
    return side, (side + 1) % 6


def board_name(name: str) -> str:
    """A board's name as its archive has it: ``5`` is ``05``, ``bd1b`` is ``1b``.

    >>> board_name("5"), board_name("bd1b"), board_name("bdBFPA")
    ('05', '1b', 'BFPA')
    """
    match = _BOARD.match(name)
    if match is None:
        return name
    if match["word"]:
        return match["word"]
    number = match["number"]
    return number + match["half"] if match["half"] else number.zfill(2)


def strip_board(address: str, board: str) -> str:
    """An address without the prefix of its board; one without a prefix is returned as it is.

    >>> strip_board("5F4", "05"), strip_board("BFPA-F4", "BFPA"), strip_board("aF4", "a")
    ('F4', 'F4', 'F4')
    """
    name = board_name(board)
    short = name.lstrip("0") or "0"
    for prefix in (name, short, f"bd{name}", f"bd{short}"):
        rest = address.removeprefix(f"{prefix}-")
        if rest != address:
            return rest
        # without a dash only where no hex could be meant: 5F4 and aF4, never BFPAF4
        rest = address.removeprefix(prefix)
        if rest != address and rest[:1].isupper() and not name[:1].isupper():
            return rest
    return address
