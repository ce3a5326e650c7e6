"""The lattice of a map that is laid of boards: their hexes under one roof, and whose is which."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexlos.address import HEX, board_name
from hexlos.errors import UnknownHexError
from hexlos.hexgrid import HexGrid
from hexlos.pixels import Marks

#: Names that are listed in an error, at most.
_LISTED = 6


@dataclass(frozen=True, eq=False)
class Part:
    """One board of a map.

    label starts the names of its hexes on the map, as in "5" or "BFPA-"; grid is the lattice of
    the board by itself, its picture lying with its first pixel at (left, top) of the map's; hexes
    (n,) gives, by hex of the board, the hex of the map, -1 for one that was cropped away.
    """

    board: str
    label: str
    grid: HexGrid
    left: int
    top: int
    hexes: NDArray[np.int32]

    @property
    def window(self) -> tuple[slice, slice]:
        """Where its pixels are in planes of the map."""
        return (
            slice(self.left, self.left + self.grid.width),
            slice(self.top, self.top + self.grid.height),
        )

    def shows(self, x: NDArray[np.int64], y: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which pixels of the map are its own."""
        across = (x >= self.left) & (x < self.left + self.grid.width)
        return across & (y >= self.top) & (y < self.top + self.grid.height)

    def rotated(self, width: int, height: int) -> Part:
        """The part on the map of width x height pixels turned by 180 degrees."""
        return replace(
            self,
            grid=self.grid.rotated(),
            left=width - self.left - self.grid.width,
            top=height - self.top - self.grid.height,
        )


@dataclass(frozen=True, eq=False)
class MapGrid(HexGrid):
    """The lattice of a map of boards.

    Where two boards join, each has half of the hex: it is one hex of the map, named after the
    board that comes first (rows from the top, each from the left), and the other board's name is
    an alias. shift (n, 2) is how far each centre lies off the lattice, in grid units: not at all,
    but for boards behind an edge that was cropped within a pixel.
    """

    parts: tuple[Part, ...] = ()
    shift: NDArray[np.int64] | None = None

    def rotated(self) -> MapGrid:
        """The lattice turned by 180 degrees with its picture; every hex keeps its name."""
        turned = super().rotated()
        return replace(
            self,
            x0=turned.x0,
            y0=turned.y0,
            col=turned.col,
            row=turned.row,
            flipped=turned.flipped,
            parts=tuple(part.rotated(self.width, self.height) for part in self.parts),
            shift=None if self.shift is None else -self.shift,
        )

    @property
    def is_joined(self) -> bool:
        """Whether hexes have neighbours that their own board does not show, or lack some."""
        return len(self.parts) > 1 or bool((self.parts[0].hexes < 0).any())

    @property
    def is_cropped(self) -> bool:
        """Whether a board shows hexes that are none of the map."""
        return any(bool((part.hexes < 0).any()) for part in self.parts)

    @cached_property
    def shared(self) -> NDArray[np.bool_]:
        """(n,) the half hexes on a seam, of which more than one board shows a part."""
        owners = np.zeros(len(self), dtype=np.int64)
        for part in self.parts:
            owners[part.hexes[part.hexes >= 0]] += 1
        return np.asarray(owners > 1, dtype=np.bool_)

    @property
    def windows(self) -> tuple[tuple[int, int, int, int], ...]:
        """Left, top, right and bottom of what each board shows, in pixels."""
        return tuple(
            (p.left, p.top, p.left + p.grid.width, p.top + p.grid.height) for p in self.parts
        )

    @cached_property
    def void(self) -> NDArray[np.bool_] | None:
        """(width, height) pixels on which no board lies; None when there are none."""
        bare = np.ones((self.width, self.height), dtype=np.bool_)
        for part in self.parts:
            bare[part.window] = False
        return bare if bare.any() else None

    @cached_property
    def centres(self) -> NDArray[np.int64]:
        """(n, 2) hex centres in grid units."""
        lattice = np.stack(
            [
                self.x0 + 3 * self.third * self.col.astype(np.int64),
                self.y0 + self.half * self.row.astype(np.int64),
            ],
            axis=1,
        )
        return lattice if self.shift is None else lattice + self.shift

    @cached_property
    def pixel_owner(self) -> NDArray[np.int32]:
        """(width, height) hex that holds each pixel's centre, -1 off the map."""
        return self.by_pixel(np.append(np.arange(len(self)), -1).astype(np.int32))

    def put_by_pixel(self, values: NDArray[np.int32], plane: NDArray[np.int32]) -> None:
        """The value of the hex that holds each pixel's centre, put into a plane, part by part."""
        if self.void is not None:
            plane[:] = values[-1]
        for part in self.parts:
            theirs = values[np.append(part.hexes, np.int32(-1))]
            part.grid.put_by_pixel(theirs, plane[part.window])

    def with_halves(self, values: NDArray[np.int32], plane: NDArray[np.int32]) -> NDArray[np.int32]:
        """What by_pixel makes of values, with halves of hexes that their boards do not have.

        A line that runs there through such a hex meets what another board shows there or beside it.
        """
        known = plane >= 0
        if len(self.parts) == 1 or known.all():
            return plane
        made = self.by_whole_hex(values)
        np.copyto(made, plane, where=known)
        return made

    def undecided(self, x: NDArray[np.int64], y: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Whether pixels are of no hex that lies on one board.

        Hexes that were cropped away lie on one: lines beside them meet their rims.
        """
        owner = self.pixel_owner[x, y]
        found: NDArray[np.bool_] = np.append(self.shared, True)[owner]
        for part in self.parts if self.is_cropped else ():
            away = np.flatnonzero(part.shows(x, y) & (owner < 0))
            found[away] = part.grid.pixel_owner[x[away] - part.left, y[away] - part.top] < 0
        return found

    def with_own(self, marks: Marks, theirs: Iterable[Marks]) -> Marks:
        """Marks of undecided pixels, and those that each board makes of its own hexes.

        theirs are of each board by itself.
        """
        found = [marks]
        for part, own in zip(self.parts, theirs, strict=True):
            there = own.moved(part.left, part.top)
            found.append(there.where(~self.undecided(there.x, there.y)))
        return Marks.together(found)

    def take_own(self, plane: NDArray[Any], theirs: Iterable[NDArray[Any]]) -> None:
        """Put into a (width, height) plane what each board says of the pixels of its own hexes,
        those that were cropped away among them.

        theirs has a plane of each board's own size; half hexes on seams stay as they are.
        """
        for part, one in zip(self.parts, theirs, strict=True):
            there = self.pixel_owner[part.window]
            own = (part.grid.pixel_owner >= 0) & ~np.append(self.shared, False)[there]
            np.copyto(plane[part.window], one, where=own)

    def places_beside(
        self, x: NDArray[np.int64], y: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Places in ``lookup`` of the hexes of their boards that pixels are in, also of those that
        were cropped away; (0, 0), where no hex is, for what lies beyond its rim."""
        place = np.zeros((2, len(x)), dtype=np.int64)
        size = np.array(self.lookup.shape)[:, None]
        for part in self.parts:
            shown, lattice = part.shows(x, y), part.grid
            own = lattice.pixel_owner[x[shown] - part.left, y[shown] - part.top]
            kept = int(np.flatnonzero(part.hexes >= 0)[0])
            here = part.hexes[kept]
            found = np.stack(
                [
                    lattice.col[own] - lattice.col[kept] + self.col[here] + 1,
                    lattice.row[own] - lattice.row[kept] + self.row[here] + 2,
                ]
            )
            near = ((found >= 0) & (found < size)).all(axis=0) & (own >= 0)
            place[:, shown] = np.where(near, found, 0)
        return place[0], place[1]

    @cached_property
    def _aliases(self) -> dict[str, int]:
        """Index by every name that is as hexes are named on this map."""
        found = {}
        for part in self.parts:
            for own, index in enumerate(part.hexes.tolist()):
                if index >= 0:
                    found[part.label + part.grid.names[own]] = index
        return found | {name: index for index, name in enumerate(self.names)}

    def names_of(self, index: int) -> tuple[str, ...]:
        """All names of a hex: its own, and on a seam what the other boards call it.

        Both 2B10 and 4B0 are one hex where board 4 lies below board 2; the first is its name.
        """
        return (self.names[index], *self._others.get(index, ()))

    @cached_property
    def _others(self) -> dict[int, tuple[str, ...]]:
        found: dict[int, tuple[str, ...]] = {}
        for name, index in self._aliases.items():
            if name != self.names[index]:
                found[index] = (*found.get(index, ()), name)
        return found

    def index(self, name: str) -> int:
        """Position of a hex in ``names``; UnknownHexError when it is not on the map."""
        found = self._aliases.get(name)
        return self._found(name) if found is None else found

    def plain_name(self, address: str) -> str:
        """An address as the map names it, what follows the hex staying as it is.

        ``5F4``, ``05-F4`` and ``bd05-F4`` are one; ``F4`` is it where only one board has an F4.
        UnknownHexError for a hex or board that is not on the map, or one of several of the name.
        """
        match = re.match(r"[^:@/]*", address)
        head = match[0] if match else ""
        return self.names[self.index(head)] + address[len(head) :]

    def _found(self, name: str) -> int:
        """Index by a name that is not spelt as the map does."""
        match = re.search(f"{HEX}\\Z", name)
        if match is None:
            raise UnknownHexError(
                f"{name[:60]!r} is no address on this map: write a hex as {self.names[0]}"
            )
        prefix, plain = name[: match.start()], match[0]
        parts = self.parts_named(prefix) if prefix else self.parts
        found = {}
        for part in parts:
            index = self._aliases.get(part.label + plain)
            if index is not None:
                found[index] = part.label + plain
        if not found:
            where = f"board {self.part_name(parts[0])}" if len(parts) == 1 else "any of its boards"
            raise UnknownHexError(
                f"no hex {name[:60]!r} on this map: {where} has no {plain[:20]} here"
            )
        if len(found) > 1:
            raise UnknownHexError(
                f"{name[:60]!r} may be several hexes of this map: write {_either(found.values())}"
            )
        return next(iter(found))

    def parts_named(self, prefix: str) -> tuple[Part, ...]:
        """The parts that a board's name, or the start of an address, means; UnknownHexError."""
        wanted = prefix.removesuffix("-")
        for fold in (str, str.casefold):
            names = {fold(wanted), fold(board_name(wanted))}
            found = tuple(
                part
                for part in self.parts
                if names & {fold(n) for n in (part.board, self.part_name(part))}
                # without a dash only where no hex could be meant: 5F4 and aF4, never BFPAF4
                and (wanted != prefix or not label_of(part.board).endswith("-"))
            )
            if found:
                return found
        known = ", ".join(dict.fromkeys(self.part_name(part) for part in self.parts))
        raise UnknownHexError(f"no board {wanted[:40]!r} on this map, which has {known}")

    @staticmethod
    def part_name(part: Part) -> str:
        """What a part is called: "5", "BFPA", "5#2"."""
        return part.label.removesuffix("-") or part.board


def label_of(board: str, copy: int | None = None) -> str:
    """What names of a board's hexes start with on a map; copy tells two of one name apart.

    >>> label_of("05"), label_of("1b"), label_of("a"), label_of("BFPA"), label_of("05", 2)
    ('5', '1b', 'a', 'BFPA-', '5#2-')
    """
    match = re.fullmatch(r"(\d+)([a-z]?)", board, re.ASCII)
    name = f"{int(match[1])}{match[2]}" if match else re.sub(r"[^\w.]+", "_", board)
    if copy is not None:
        return f"{name}#{copy}-"
    return name if match or re.fullmatch("[a-z]", board) else f"{name}-"


def labels_of(boards: Sequence[str]) -> list[str]:
    """Labels of boards in order; copies of one board are numbered from 1."""
    seen: dict[str, int] = {}
    labels = []
    for board in boards:
        seen[board] = seen.get(board, 0) + 1
        labels.append(label_of(board, seen[board] if boards.count(board) > 1 else None))
    return labels


def _either(names: Iterable[str]) -> str:
    listed = list(names)[:_LISTED]
    return f"{', '.join(listed[:-1])} or {listed[-1]}"
