"""Board: what a map shows, immutable; everything else is derived from it and cached."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hexlos.address import strip_board
from hexlos.catalogue import CODES, catalogue
from hexlos.doubts import doubts, listed
from hexlos.errors import BoardFormatError, UnknownHexError
from hexlos.geometry import BoardGeometry
from hexlos.hexfacts import HexFacts, read_facts
from hexlos.hexgrid import HexGrid
from hexlos.hexinfo import Hex, hex_info
from hexlos.locations import Location, plain_location
from hexlos.mapfacts import facts_of_map
from hexlos.mapgrid import MapGrid, Part
from hexlos.pixels import codes_in

if TYPE_CHECKING:
    from PIL.Image import Image

    from hexlos.grid import CompiledBoard
    from hexlos.los import LosResult
    from hexlos.matrix import LosMatrix, Progress
    from hexlos.standing import Hexes


@dataclass(frozen=True, eq=False)
class Board:
    """A map: its lattice of hexes, and the terrain and ground level of every pixel.

    terrain (uint8 codes of the catalogue) and level (int8) are (width, height) planes in picture
    pixels, x first. slopes gives, by hex, the hexsides 0..5 that are slopes. whole_hexes gives,
    by hex, the terrain code of hexes that are one terrain throughout whatever their art (B.6,
    F13.1). alpine_hills: hills block LOS through them at their own level (B10.211). picture
    returns the board's own artwork; without it the planes are drawn. notes are warnings of how it
    was read or made. history lists the SSRs applied, and plain is the map before the first of
    them, None where none was.
    Make changes with ``dataclasses.replace`` or ``with_planes``: a board never changes.
    """

    name: str
    grid: HexGrid
    terrain: NDArray[np.uint8]
    level: NDArray[np.int8]
    version: str = ""
    slopes: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    stairways: frozenset[str] = frozenset()
    whole_hexes: Mapping[str, int] = field(default_factory=dict)
    alpine_hills: bool = False
    picture: Callable[[], Image] | None = None
    source: Path | None = None
    history: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    plain: Board | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        shape = (self.grid.width, self.grid.height)
        if self.terrain.shape != shape or self.level.shape != shape:
            raise BoardFormatError(
                f"board {self.name}: planes of {self.terrain.shape} pixels do not fit "
                f"a picture of {shape}"
            )
        if self.terrain.dtype != np.uint8 or self.level.dtype != np.int8:
            raise BoardFormatError(
                f"board {self.name}: planes of {self.terrain.dtype} and {self.level.dtype} "
                "numbers, where terrain is uint8 and level int8"
            )
        self.terrain.setflags(write=False)
        self.level.setflags(write=False)
        shown = np.flatnonzero(codes_in(self.terrain)).tolist()
        unknown = [code for code in shown if not catalogue()[code].known]
        if unknown:
            self._note(f"terrain codes {unknown} are unknown and read as open ground")
        self._leave_out_what_is_nowhere()

    def _leave_out_what_is_nowhere(self) -> None:
        """Drop facts of hexes, hexsides and terrain that there are not, with a note of each."""
        known = set(self.grid.names)
        slopes = {h: s for h, s in self.slopes.items() if h in known and set(s) <= set(range(6))}
        whole = {h: c for h, c in self.whole_hexes.items() if h in known and 0 <= c < CODES}
        for name, kept in (
            ("slopes", slopes),
            ("whole_hexes", whole),
            ("stairways", self.stairways & known),
        ):
            lost = sorted(set(getattr(self, name)) - set(kept))
            if lost:
                object.__setattr__(self, name, kept)
                self._note(
                    f"{name.replace('_', ' ')} that are nowhere on the board are left out: "
                    + listed([f"{hex_!s:.20}" for hex_ in lost])
                )

    def _note(self, note: str) -> None:
        if note not in self.notes:
            object.__setattr__(self, "notes", (*self.notes, note))

    @cached_property
    def warnings(self) -> tuple[str, ...]:
        """What is doubtful: notes of how the board was made, and contradictions in its data."""
        return (*self.notes, *doubts(self))

    def __repr__(self) -> str:
        rules = f", ssr={list(self.history)}" if self.history else ""
        return f"<Board {self.name}: {len(self.hexes)} hexes{rules}>"

    @property
    def hexes(self) -> tuple[str, ...]:
        """Names of all hexes, column by column, top to bottom."""
        return self.grid.names

    @cached_property
    def geometry(self) -> BoardGeometry:
        """Polygons, hexsides and terrain outlines, in pixels."""
        return BoardGeometry(self.grid, self.terrain)

    @cached_property
    def facts(self) -> HexFacts:
        """Facts of every hex, as arrays."""
        whole = np.full(len(self.grid), -1, dtype=np.int16)
        for name, code in self.whole_hexes.items():
            whole[self.grid.index(name)] = code
        grid = self.grid
        if isinstance(grid, MapGrid) and grid.is_joined:
            return facts_of_map(self, grid, whole)
        return read_facts(grid, self.terrain, self.level, self.geometry, whole)

    @cached_property
    def boards(self) -> tuple[Board, ...]:
        """The boards of a map, each by itself as it lies there; of a single board, itself."""
        grid = self.grid
        if not isinstance(grid, MapGrid):
            return (self,)
        planes = ((self.terrain[part.window], self.level[part.window]) for part in grid.parts)
        return tuple(self._alone(grid, *both) for both in zip(grid.parts, planes, strict=True))

    def take_boards(self, boards: Sequence[Board]) -> None:
        """Of a map that was laid of these boards: take their planes, and facts read before."""
        grid, made = self.grid, []
        assert isinstance(grid, MapGrid)
        for part, board in zip(grid.parts, boards, strict=True):
            alone = self._alone(grid, part, (board.terrain, board.level))
            if alone.grid is board.grid and alone.whole_hexes == board.whole_hexes:
                alone.take_facts(board)
            made.append(alone)
        vars(self)["boards"] = tuple(made)

    def _alone(
        self, grid: MapGrid, part: Part, planes: tuple[NDArray[np.uint8], NDArray[np.int8]]
    ) -> Board:
        """One board of a map by itself, with what was changed of it on the map."""
        own = {
            grid.names[index]: part.grid.names[n]
            for n, index in enumerate(part.hexes.tolist())
            if index >= 0
        }
        return replace(
            self,
            name=part.board,
            grid=part.grid,
            terrain=np.ascontiguousarray(planes[0]),
            level=np.ascontiguousarray(planes[1]),
            slopes={own[h]: sides for h, sides in self.slopes.items() if h in own},
            stairways=frozenset(own[h] for h in self.stairways if h in own),
            whole_hexes={own[h]: code for h, code in self.whole_hexes.items() if h in own},
            picture=None,
            notes=(),
            plain=None,
        )

    @cached_property
    def compiled(self) -> CompiledBoard:
        """The arrays that the compiled core traces over."""
        from hexlos.grid import CompiledBoard

        return CompiledBoard(self)

    def prepare(self, facts: HexFacts, compiled: CompiledBoard) -> None:
        """Take facts and compiled arrays that were made of this very board before."""
        vars(self).update(facts=facts, compiled=compiled)

    def take_facts(self, board: Board, turned: bool = False) -> None:
        """Take the facts of a board that shows the same, or, turned, the same reversed.

        Nothing happens where they were not read yet.
        """
        facts: HexFacts | None = vars(board).get("facts")
        if facts is not None:
            vars(self)["facts"] = facts.turned() if turned else facts

    def after_compiling(self, do: Callable[[], None]) -> None:
        """Have something done once the compiled arrays are made."""
        vars(self)["_after_compiling"] = do

    def compiling_is_done(self) -> None:
        """Called by the compiled arrays when they are made."""
        do: Callable[[], None] | None = vars(self).pop("_after_compiling", None)
        if do is not None:
            do()

    def hex(self, name: str) -> Hex:
        """Facts of one hex; UnknownHexError when it is not on the board."""
        return hex_info(self, self.grid.index(self.plain_name(name)))

    def plain_location(self, index: int) -> Location:
        """The location that a hex's plain name means: its ground, or the road of its bridge."""
        return self._plain_locations[index]

    @cached_property
    def _plain_locations(self) -> tuple[Location, ...]:
        return tuple(plain_location(self, index) for index in range(len(self.hexes)))

    def plain_name(self, address: str) -> str:
        """An address as the board spells it: without its own prefix (``5F4``, ``bd05-F4``), or,
        on a map of boards, with the prefix that a board has there."""
        if not isinstance(address, str):
            raise UnknownHexError(f"{address!r:.60} is no address: write a hex as 'F4'")
        if isinstance(self.grid, MapGrid):
            return self.grid.plain_name(address)
        return strip_board(address, self.name)

    def rotated(self) -> Board:
        """The board turned by 180 degrees, as a joined map may lay it."""
        turned = np.ascontiguousarray(self.terrain[::-1, ::-1])
        picture = self.picture
        return replace(
            self,
            grid=self.grid.rotated(),
            terrain=turned,
            level=np.ascontiguousarray(self.level[::-1, ::-1]),
            slopes={h: tuple((s + 3) % 6 for s in sides) for h, sides in self.slopes.items()},
            picture=None if picture is None else lambda: picture().rotate(180),
            plain=None if self.plain is None else self.plain.rotated(),
        )

    def cropped(self, first: str, last: str | None = None, *, half: bool = False) -> Board:
        """The part between two corners: ``("A1", "P10")``, or columns, ``("A", "P")`` or ``"A-P"``.

        Kept are the hexes between the corners' columns whose centres lie between the top of the
        upper corner and the bottom of the lower one: A1 to P5 has A1..A5 and B0..B5. They stay
        whole and have the answers that they have on the whole board, unless half: then the picture
        is cut through the middle of the outermost ones, as at a board's own edges, so that other
        boards can be laid there. MapError for a range that is none, UnknownHexError for a hex that
        is not there.
        """
        from hexlos.maps.crop import cropped

        return cropped(self, first, last, half)

    def with_ssr(self, *rules: str) -> Board:
        """A copy with scenario special rules applied one after the other, as in ``"forest:F4,J3"``.

        SsrError for a rule that is unknown, contradicts an earlier one, or names a hex that cannot
        be what the rule makes of it; ``hexlos.list_ssrs`` lists them all.
        """
        from hexlos.ssr import apply_ssrs

        return apply_ssrs(self, rules)

    def with_planes(
        self, terrain: NDArray[np.uint8], level: NDArray[np.int8], applied: str
    ) -> Board:
        """A copy with other planes, ``applied`` added to its history."""
        return replace(self, terrain=terrain, level=level, history=(*self.history, applied))

    def los(
        self,
        source: str,
        target: str,
        *,
        thread: str | None = None,
        entrenched: Hexes | None = None,
        wall_advantage: Hexes | None = None,
    ) -> LosResult:
        """Line of sight between two locations (A6.1); addresses as in ``F4`` or ``F4:1``.

        thread is "exact" (default, or the environment's HEXLOS_THREAD) or "vasl". entrenched
        names the ends whose units are in a foxhole or trench (B9.21): "F4", ["F4", "J3"], "all".
        wall_advantage names those that hold Wall Advantage (B9.521), the others being without;
        unless it is given, or "none", every end sees over its own bocage. UnknownHexError for an
        address that is malformed or not on the board, TraceOptionError for a wrong option.
        """
        from hexlos.los import line_of_sight

        return line_of_sight(self, source, target, thread, entrenched, wall_advantage)

    def los_matrix(
        self,
        sources: Iterable[str] | str | None = None,
        targets: Iterable[str] | str | None = None,
        *,
        thread: str | None = None,
        threads: int = 1,
        max_range: int | None = None,
        progress: Progress | None = None,
        entrenched: Hexes | None = None,
        wall_advantage: Hexes | None = None,
    ) -> LosMatrix:
        """LOS of every source to every target; by default all ground-level hex centres.

        sources and targets are addresses, any iterable of them, or "levels" for every level
        location. threads is a count of cores; pairs farther apart than max_range hexes are left
        out (range 255, or 65535 on big maps); progress is called with (done, total) sources.
        entrenched and wall_advantage are those of ``los``: what units at ground level in the
        hexes named are in, or hold.
        """
        from hexlos.matrix import ask, los_matrix

        asked = ask(
            self,
            sources,
            targets,
            thread=thread,
            threads=threads,
            max_range=max_range,
            progress=progress,
            entrenched=entrenched,
            wall_advantage=wall_advantage,
        )
        return los_matrix(asked, threads, progress)
