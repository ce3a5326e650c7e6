"""Unit: what enters a hex, in the words that the rules of movement use."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from hexlos.errors import RuleError

KINDS = ("infantry", "cavalry", "horse", "wagon", "motorcycle", "vehicle")
MOVEMENTS = ("wheeled", "halftrack", "fully-tracked")

#: What --unit of the command line takes: a kind, or a vehicle by how it moves.
TYPES = (*KINDS[:-1], *MOVEMENTS)

MAX_NAME = 80
MAX_ALLOTMENT = 1000


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit that moves.

    kind is one of KINDS; a vehicle has a movement of MOVEMENTS. allotment is its MF or MP of the
    turn, where known. riders: it carries Riders (D6.2). name tells it from others where several
    use Trail Breaks. RuleError for a word that is unknown or flags that contradict each other.
    """

    kind: str
    movement: str | None = None
    armoured: bool = False
    open_topped: bool = False
    crew_exposed: bool = False
    buttoned_up: bool = False
    riders: bool = False
    allotment: Fraction | None = None
    name: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise RuleError(f"no unit is of kind {self.kind!r}: use {', '.join(KINDS)}")
        if (self.kind == "vehicle") != (self.movement is not None):
            raise RuleError("a vehicle has a movement, and no other unit has one")
        if self.movement is not None and self.movement not in MOVEMENTS:
            raise RuleError(f"no movement is {self.movement!r}: use {', '.join(MOVEMENTS)}")
        if self.buttoned_up and self.crew_exposed:
            raise RuleError("a vehicle is buttoned up or crew exposed, never both (D5.3)")
        if not (isinstance(self.name, str) and len(self.name) <= MAX_NAME):
            raise RuleError(f"a unit's name is a text of at most {MAX_NAME} characters")
        if self.name and not self.name.isprintable():
            raise RuleError("a unit's name has printable characters only")
        spent = self.allotment
        if spent is not None and not (
            isinstance(spent, Fraction | int) and 0 <= spent <= MAX_ALLOTMENT
        ):
            raise RuleError(f"an allotment is a number from 0 to {MAX_ALLOTMENT} of MF or MP")

    @classmethod
    def of_type(
        cls,
        word: str,
        *,
        armoured: bool | None = None,
        buttoned_up: bool = False,
        riders: bool = False,
        allotment: Fraction | None = None,
        name: str = "",
    ) -> Unit:
        """A unit from one word, a kind or a movement; RuleError when it is neither.

        A fully-tracked vehicle is armoured unless told otherwise, any other unit is not.

        >>> Unit.of_type("fully-tracked").makes_trail_breaks
        True
        """
        if word not in TYPES:
            raise RuleError(f"no unit is {word!r}: use {', '.join(TYPES)}")
        movement = word if word in MOVEMENTS else None
        return cls(
            kind=word if movement is None else "vehicle",
            movement=movement,
            armoured=word == "fully-tracked" if armoured is None else armoured,
            buttoned_up=buttoned_up,
            riders=riders,
            allotment=allotment,
            name=name,
        )

    @property
    def type(self) -> str:
        """The one word for it: its movement, or its kind where it has none."""
        return self.movement or self.kind

    @property
    def is_vehicle(self) -> bool:
        """Whether it is a wheeled, half-tracked or fully-tracked vehicle."""
        return self.kind == "vehicle"

    @property
    def is_fully_tracked(self) -> bool:
        """Whether it may use a Trail Break as vehicles do (B13.421)."""
        return self.movement == "fully-tracked"

    @property
    def makes_trail_breaks(self) -> bool:
        """Whether it is a fully-tracked AFV, the only unit that makes Trail Breaks (B13.421)."""
        return self.is_fully_tracked and self.armoured

    @property
    def walks_trail_breaks(self) -> bool:
        """Whether a Trail Break gives it a lower cost in MF (B13.4212)."""
        return self.kind in ("infantry", "cavalry")

    @property
    def points(self) -> str:
        """What it spends to move: MF or MP."""
        return "MP" if self.kind in ("vehicle", "motorcycle") else "MF"
