"""Typed access to the keys of a TOML table; every fault is one sentence that says what is right."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from fractions import Fraction

from hexlos.catalogue import catalogue, terrain_code
from hexlos.errors import BoardFormatError, UnknownHexError
from hexlos.hexgrid import HexGrid

#: Names of hexsides 0..5, clockwise from the top one.
SIDES = ("N", "NE", "SE", "S", "SW", "NW")

MAX_POINTS = 5_000
MAX_COORDINATE = 100_000.0

_FRACTION = re.compile(r"\d{1,6}(/\d{1,6}|\.\d{1,6})?\Z")
_RUN = re.compile(r"([A-Z]+)(\d{1,6})\.\.([A-Z]+)(\d{1,6})\Z")


class Table:
    """One TOML table of a board file; ``where`` names it in errors."""

    def __init__(self, where: str, values: Mapping[str, object], allowed: Collection[str]) -> None:
        self._where = where
        self._values = values
        for key in values:
            if key not in allowed:
                raise self.fault(f"unknown key {key!r}; it may have {', '.join(allowed)}")

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def fault(self, text: str) -> BoardFormatError:
        """The error to raise for a fault of this table."""
        return BoardFormatError(f"{self._where}: {text}" if self._where else text)

    def text(self, key: str, default: str | None = None) -> str:
        """A string of at most 200 printable characters."""
        value = self._values.get(key, default)
        if value is None:
            raise self.fault(f"{key} is missing")
        if not isinstance(value, str) or len(value) > 200 or not value.isprintable():
            raise self.fault(f"{key} must be a short text in quotes, not {_shown(value)}")
        return value

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """An integer of low..high."""
        value = self._values.get(key, default)
        if value is None:
            raise self.fault(f"{key} is missing")
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.fault(
                f"{key} must be a whole number from {low} to {high}, not {_shown(value)}"
            )
        return value

    def number(self, key: str, low: float, high: float, default: float) -> float:
        """A finite number of low..high."""
        return self._number(key, self._values.get(key, default), low, high)

    def _number(self, key: str, value: object, low: float, high: float) -> float:
        ok = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not ok or not low <= value <= high:  # type: ignore[operator]  # ok says it is a number
            raise self.fault(
                f"{key} must be a number from {low:g} to {high:g}, not {_shown(value)}"
            )
        return float(value)  # type: ignore[arg-type]

    def fraction(self, key: str, low: float, high: float, default: Fraction) -> Fraction:
        """A number of pixels, also as a string of a fraction, "225/4"."""
        value = self._values.get(key, default)
        try:
            if isinstance(value, bool) or not isinstance(value, (int, float, str, Fraction)):
                raise ValueError
            if isinstance(value, str) and not _FRACTION.match(value):
                raise ValueError  # an exponent could ask for any amount of memory
            made = Fraction(value).limit_denominator(1000)
        except (ValueError, OverflowError, ZeroDivisionError):
            made = Fraction(0)
        if not low <= made <= high:
            raise self.fault(
                f"{key} must be from {low:g} to {high:g} pixels, a number or a fraction in quotes "
                f'as in "225/4", not {_shown(value)}'
            )
        return made

    def numbers(self, key: str, count: int, low: float, high: float) -> tuple[float, ...]:
        """A list of exactly ``count`` numbers of low..high."""
        value = self._values.get(key)
        if not isinstance(value, list) or len(value) != count:
            raise self.fault(f"{key} must be a list of {count} numbers, not {_shown(value)}")
        return tuple(self._number(key, item, low, high) for item in value)

    def points(self, key: str, least: int) -> tuple[tuple[float, float], ...]:
        """A list of at least ``least`` points [x, y] in pixels."""
        value = self._values.get(key)
        if not isinstance(value, list) or not least <= len(value) <= MAX_POINTS:
            raise self.fault(f"{key} must be a list of {least} to {MAX_POINTS} points [x, y]")
        made = []
        for item in value:
            ok = isinstance(item, list) and len(item) == 2
            if not ok:
                raise self.fault(f"{key} must hold points [x, y], not {_shown(item)}")
            x, y = (self._number(key, v, -MAX_COORDINATE, MAX_COORDINATE) for v in item)
            made.append((x, y))
        return tuple(made)

    def words(self, key: str) -> tuple[str, ...]:
        """Words of a text, or of a list of texts, that are separated by spaces or line ends."""
        value = self._values.get(key)
        parts = value if isinstance(value, list) else [value]
        texts = [part for part in parts if isinstance(part, str)]
        words = tuple(word for text in texts for word in text.split())
        if len(texts) != len(parts) or not words:
            raise self.fault(f'{key} must be names in quotes separated by spaces, as in "F4 G4"')
        return words

    def terrain(self, key: str, default: str | None = None) -> int:
        """Code of a terrain of the catalogue, by its name."""
        name = self.text(key, default)
        try:
            return terrain_code(name)
        except KeyError:
            raise self.fault(f"unknown terrain {name!r}{_likely(name)}") from None

    def hexes(self, key: str, grid: HexGrid) -> tuple[int, ...]:
        """Hexes in their order, each once; ``F4..F7`` is a run down (or up) a column."""
        found: dict[int, None] = {}
        for word in self.words(key):
            for name in self._run(word, grid):
                index = self.hex(name, grid)
                if index in found:
                    raise self.fault(f"{key} names {name} more than once")
                found[index] = None
        return tuple(found)

    def _run(self, word: str, grid: HexGrid) -> list[str]:
        match = _RUN.match(word)
        if match is None:
            return [word]
        first, last = int(match[2]), int(match[4])
        if match[1] != match[3] or abs(last - first) > len(grid):
            raise self.fault(f"{word!r} is no run of hexes of one column, as in F4..F7")
        step = 1 if last >= first else -1
        return [f"{match[1]}{row}" for row in range(first, last + step, step)]

    def hex(self, name: str, grid: HexGrid) -> int:
        """Index of a hex by its name."""
        try:
            return grid.index(name)
        except UnknownHexError:
            raise self.fault(
                f"no hex {_shown(name)} on this board, which has {grid.names[0]} to "
                f"{grid.names[-1]}"
            ) from None

    def side(self, name: str) -> int:
        """Number of a hexside by its compass name."""
        if name not in SIDES:
            raise self.fault(f"no hexside {_shown(name)}; hexsides are {', '.join(SIDES)}")
        return SIDES.index(name)


def _shown(value: object) -> str:
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # an integer of thousands of digits, a deep table
        text = "that"
    return text if len(text) <= 60 else f"{text[:57]}..."


def _likely(name: str) -> str:
    """Names of the catalogue that a wrong one may stand for."""
    from difflib import get_close_matches

    known = {kind.name.casefold(): kind.name for kind in catalogue() if kind.known}
    near = get_close_matches(name.casefold(), list(known), n=3, cutoff=0.5)
    if not near:
        return "; the names are those of seeds/los_terrain.toml"
    return f"; near to it are {', '.join(known[word] for word in near)}"
