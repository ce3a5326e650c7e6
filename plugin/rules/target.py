"""Target: what is fired at, as far as terrain cares; and the kinds of fire."""

from __future__ import annotations

from dataclasses import dataclass

from hexlos.errors import RuleError
from hexlos.rules.crossing import SIDES
from hexlos.rules.units import KINDS, MOVEMENTS

#: Kinds of fire that terrain tells apart; Defensive First Fire is direct unless said otherwise.
FIRES = ("direct", "indirect", "overrun", "defensive-first")

_ALSO = {
    "ovr": "overrun",
    "defensive first": "defensive-first",
    "defensive first fire": "defensive-first",
    "defensive-first-fire": "defensive-first",
    "dff": "defensive-first",
}

#: How a target may have come into its hex, besides over a hexside of no road, path or Trail Break.
WAYS = ("road", "path", "trail-break", "off-road")

VEHICLES = ("vehicle", "motorcycle")


@dataclass(frozen=True, slots=True)
class Target:
    """A target of fire.

    kind is infantry, cavalry, horse, wagon, motorcycle or vehicle; movement that of a vehicle,
    where it is known. moving: fired at as it moves. entered: "road", "path", "trail-break",
    "off-road" or the hexside (N, NE ...) over which it came. uses_trail_break: it does so to
    enter at less cost or to leave a minefield (B13.4212). foxhole: it claims the TEM of one;
    claimed: another positive DRM that it claims. RuleError for flags that contradict each other.
    """

    kind: str = "infantry"
    movement: str | None = None
    armoured: bool = False
    open_topped: bool = False
    crew_exposed: bool = False
    buttoned_up: bool = False
    moving: bool = False
    entered: str | None = None
    under_partial_trail_break: bool = False
    uses_trail_break: bool = False
    foxhole: bool = False
    claimed: int = 0

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise RuleError(f"no target is of kind {self.kind!r}: use {', '.join(KINDS)}")
        if self.movement is not None and (self.kind != "vehicle" or self.movement not in MOVEMENTS):
            raise RuleError(f"{self.movement!r} is no movement of a {self.kind}")
        if self.armoured and self.kind != "vehicle":
            raise RuleError(f"no target of kind {self.kind} is armoured: only a vehicle may be")
        if self.buttoned_up and self.crew_exposed:
            raise RuleError("a vehicle is buttoned up or crew exposed, never both (D5.3)")
        if self.entered is not None and self.entered not in (*WAYS, *SIDES):
            raise RuleError(
                f"{self.entered!r} is no way into a hex: use {', '.join((*WAYS, *SIDES))}"
            )
        if not 0 <= self.claimed <= 10:
            raise RuleError(f"a target claims a DRM of 0 to 10, not {self.claimed}")

    @property
    def is_vehicle(self) -> bool:
        """Whether the rules of woods take it for a vehicle; motorcycles are vehicles (B13.41)."""
        return self.kind in VEHICLES

    @property
    def weaknesses(self) -> tuple[str, ...]:
        """What lays it open to air bursts (B13.3); none for a closed armoured vehicle."""
        return tuple(
            word
            for word, has in (
                ("unarmoured", not self.armoured),
                ("crew exposed", self.crew_exposed),
                ("open-topped", self.open_topped),
            )
            if has
        )


def fire_type(name: str) -> str:
    """One of FIRES from its name, in any case; RuleError when it is none.

    >>> fire_type("OVR")
    'overrun'
    """
    word = " ".join(name.split()).casefold()
    word = _ALSO.get(word, word)
    if word not in FIRES:
        raise RuleError(f"no fire is of type {name!r}: use {', '.join(FIRES)}")
    return word
