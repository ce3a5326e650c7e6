"""Trail Breaks that vehicles have made in woods: the state that a scenario carries (B13.421)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from hexlos.errors import RuleError
from hexlos.rules.crossing import SIDES, side_number

#: How a vehicle came to be where it is in a woods hex.
WAYS = ("woods", "trail break", "road", "bypass", "off road", "set up", "set up in woods")

#: Ways in which a fully-tracked AFV is about to make a Trail Break (B13.421).
MAKING = ("woods", "set up in woods")


@dataclass(frozen=True, slots=True, order=True)
class TrailBreak:
    """One Trail Break: from a hexside to the centre (partial), or between two hexsides (full).

    sides are the hexsides' numbers, ascending, clockwise from the top one.
    """

    hex: str
    sides: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.hex:
            raise RuleError("a Trail Break lies in a hex (B13.421)")
        fit = len(self.sides) in (1, 2) and all(s in range(6) for s in self.sides)
        if not fit or list(self.sides) != sorted(set(self.sides)):
            raise RuleError(
                f"{self.hex}: a Trail Break marks one hexside, or two different ones (B13.421)"
            )

    def __str__(self) -> str:
        names = "-".join(SIDES[s] for s in self.sides)
        return f"{self.hex}:{names}" if self.is_full else f"{self.hex}:{names}-centre"

    @classmethod
    def parse(cls, text: str) -> TrailBreak:
        """Read ``G4:NE-S`` (full) or ``G4:NE-centre`` (partial); RuleError when it is neither.

        >>> str(TrailBreak.parse("G4:S-NE"))
        'G4:NE-S'
        """
        hex_, _, marks = text.rpartition(":")
        ends = marks.removesuffix("-centre").split("-")
        if not hex_ or len(ends) > 2 or (len(ends) == 2 and marks.endswith("-centre")):
            raise RuleError(f"{text!r} is no Trail Break: write G4:NE-S, or G4:NE-centre")
        return cls(hex_, tuple(sorted(side_number(name) for name in ends)))

    @property
    def is_full(self) -> bool:
        """Whether it leads from one hexside to another."""
        return len(self.sides) == 2

    def other(self, side: int) -> int | None:
        """Where it leads from one of its hexsides: the other one, None for the centre."""
        return next((s for s in self.sides if s != side), None)


@dataclass(frozen=True, slots=True)
class Standing:
    """A vehicle in a woods hex: how it came there, over which hexside, beneath which Trail Break.

    way is one of WAYS. A vehicle that uses or makes a Trail Break sits beneath it (B13.4211).
    """

    unit: str
    hex: str
    way: str
    side: int | None = None
    trail_break: TrailBreak | None = None

    def __post_init__(self) -> None:
        under = self.trail_break
        if not self.unit or not self.hex:
            raise RuleError("a vehicle that stands in a hex has a name, and the hex has one")
        if self.way not in WAYS:
            raise RuleError(f"no vehicle stands by {self.way!r}: use {', '.join(WAYS)}")
        if self.side is not None and self.side not in range(6):
            raise RuleError(f"{self.unit}: a hexside is a number from 0 to 5")
        if self.way != "road" and (self.side is None) != (self.way in ("set up", "off road")):
            raise RuleError(f"{self.unit}: {self.way!r} does not go with its hexside (B13.421)")
        if under is None:
            return
        if under.hex != self.hex or self.way not in (*MAKING, "trail break"):
            raise RuleError(f"{self.unit} cannot sit beneath {under} (B13.4211)")
        if self.side not in under.sides:
            raise RuleError(f"{self.unit} did not come over a hexside of {under} (B13.4211)")


@dataclass(frozen=True, slots=True, order=True)
class Use:
    """A unit's use of a Trail Break in this phase, towards a hexside, or the centre for -1."""

    trail_break: TrailBreak
    towards: int
    unit: str

    def __post_init__(self) -> None:
        if not self.unit:
            raise RuleError("a unit that uses a Trail Break has a name (B13.4212)")
        ends = self.trail_break.sides if self.trail_break.is_full else (*self.trail_break.sides, -1)
        if self.towards not in ends:
            raise RuleError(f"{self.trail_break} does not lead that way (B13.4212)")


@dataclass(frozen=True, slots=True)
class TrailBreaks:
    """All Trail Breaks of a scenario, the vehicles in its woods, and this phase's uses.

    Immutable: steps (``trailbreak_steps``) return new ones. No Trail Break ever is part of a
    Board, so none changes a LOS, a TEM or an overrun (B13.4212). RuleError for a state that
    contradicts itself: two Trail Breaks of the same hexsides (B13.4211), a vehicle twice, ...
    """

    breaks: tuple[TrailBreak, ...] = ()
    standings: tuple[Standing, ...] = ()
    uses: tuple[Use, ...] = ()

    def __post_init__(self) -> None:
        _once(self.breaks, "no two Trail Breaks of a hex mark the same hexsides (B13.4211)")
        _once([s.unit for s in self.standings], "a vehicle stands in one hex only")
        _once(self.uses, "a use of a Trail Break is noted once")
        ways = {(use.trail_break, use.towards) for use in self.uses}
        _once([t for t, _ in ways], "a Trail Break is used one way only in a phase (B13.4212)")
        lying = set(self.breaks)
        under = [s.trail_break for s in self.standings if s.trail_break]
        for trail_break in (*under, *(use.trail_break for use in self.uses)):
            if trail_break not in lying:
                raise RuleError(f"there is no Trail Break {trail_break} to use (B13.4211)")
        object.__setattr__(self, "breaks", tuple(sorted(self.breaks)))
        object.__setattr__(self, "standings", tuple(sorted(self.standings, key=lambda s: s.unit)))
        object.__setattr__(self, "uses", tuple(sorted(self.uses)))

    def __iter__(self) -> Iterator[TrailBreak]:
        return iter(self.breaks)

    def __len__(self) -> int:
        return len(self.breaks)

    def __contains__(self, trail_break: object) -> bool:
        return trail_break in self.breaks

    @property
    def by_hex(self) -> dict[str, tuple[TrailBreak, ...]]:
        """Trail Breaks by hex."""
        return {t.hex: self.in_hex(t.hex) for t in self.breaks}

    def in_hex(self, hex_: str) -> tuple[TrailBreak, ...]:
        """Trail Breaks of one hex."""
        return tuple(t for t in self.breaks if t.hex == hex_)

    def over(self, hex_: str, side: int) -> tuple[TrailBreak, ...]:
        """Trail Breaks of a hex that reach one of its hexsides."""
        return tuple(t for t in self.in_hex(hex_) if side in t.sides)

    def standing(self, unit: str) -> Standing | None:
        """Where a vehicle stands, None when it is in no woods hex or was never moved."""
        return next((s for s in self.standings if s.unit == unit), None)

    def beneath(self, trail_break: TrailBreak) -> tuple[Standing, ...]:
        """The vehicles that sit beneath a Trail Break (B13.4211)."""
        return tuple(s for s in self.standings if s.trail_break == trail_break)

    def conflict(self, trail_break: TrailBreak, towards: int | None, unit: str) -> Use | None:
        """Another unit's use of a Trail Break the other way in this phase (B13.4212, B6.43)."""
        way = -1 if towards is None else towards
        return next(
            (
                use
                for use in self.uses
                if use.trail_break == trail_break and use.unit != unit and use.towards != way
            ),
            None,
        )

    def next_phase(self) -> TrailBreaks:
        """The state of a new phase, in which no Trail Break is used yet (B13.4212)."""
        return replace(self, uses=())

    def to_json(self) -> str:
        """The state as a JSON text."""
        from hexlos.rules.trailbreak_json import write_state

        return write_state(self)

    @classmethod
    def from_json(cls, text: str | bytes) -> TrailBreaks:
        """Read a state; RuleError when the text is damaged or contradicts the rules."""
        from hexlos.rules.trailbreak_json import read_state

        return read_state(text)


def _once(things: Iterable[object], law: str) -> None:
    """RuleError with the law when a thing occurs twice."""
    seen: set[object] = set()
    for thing in things:
        if thing in seen:
            raise RuleError(f"{thing}: {law}")
        seen.add(thing)
