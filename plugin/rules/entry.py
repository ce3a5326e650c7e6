"""Entry: what it costs a unit to enter a hex, and what else it demands, with rule numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from hexlos.rules.cost import fraction
from hexlos.rules.trailbreak import TrailBreak


class BogDrm(NamedTuple):
    """One modifier of a Bog DR; 0 for what only asks for the DR."""

    drm: int
    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class Note:
    """One thing that a rule says of a move."""

    rule: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the bill: an amount of MF or MP, or a share of the unit's allotment.

    Of amount and share one is given, or none where the tables do not know the amount.
    """

    rule: str
    text: str
    amount: Fraction | None = None
    share: Fraction | None = None

    def price(self, points: str) -> str:
        """What it takes, for people: ``1 1/2 MF``, ``half its MP``, ``all its MP``, ``? MP``."""
        if self.share is not None:
            words = {Fraction(1): "all", Fraction(1, 2): "half"}
            return f"{words.get(self.share, str(self.share))} its {points}"
        return f"{'?' if self.amount is None else fraction(float(self.amount))} {points}"


@dataclass(frozen=True, slots=True)
class BogCheck:
    """A Bog DR that a vehicle takes: when, and what is added to the dice (D8.21)."""

    when: str
    drms: tuple[BogDrm, ...]

    @property
    def drm(self) -> int:
        """Sum of the modifiers."""
        return sum(each.drm for each in self.drms)

    @property
    def label(self) -> str:
        """What is rolled and when, as in ``Bog DR at +3 in E3``."""
        at = f" at {self.drm:+d}" if self.drm else ""
        return f"Bog DR{at} {self.when}"

    def __str__(self) -> str:
        why = "; ".join(f"{each.text} ({each.rule})" for each in self.drms)
        return f"{self.label}: {why}"


@dataclass(frozen=True, slots=True)
class Entry:
    """What entering a hex takes of a unit.

    way is how the hex is entered: "road", "path", "trail-break", "bypass", "off road" or
    "other"; terrain the kind of terrain entered; hexside what lies along the hexside crossed.
    costs is the bill; bog the Bog checks in order; demands what else goes with the move; notes
    what is left to the caller; forbidden why it may not be made. needs names the costs that the
    tables do not know, to be given as base_cost or hexside_cost. first_fire_drm applies in
    Defensive First Fire beside FFMO and FFNAM (B13.4212); trail_break is the one used.
    """

    from_hex: str
    to_hex: str
    unit: str
    points: str
    way: str
    terrain: str
    hexside: str | None
    costs: tuple[Line, ...]
    bog: tuple[BogCheck, ...] = ()
    demands: tuple[Note, ...] = ()
    notes: tuple[Note, ...] = ()
    forbidden: tuple[Note, ...] = ()
    needs: tuple[str, ...] = ()
    first_fire_drm: int = 0
    trail_break: TrailBreak | None = None
    allotment: Fraction | None = field(default=None, repr=False)

    @property
    def allowed(self) -> bool:
        """Whether the rules let the unit make this move."""
        return not self.forbidden

    @property
    def share(self) -> Fraction:
        """Share of the allotment that it takes, beside the amount: 0, a half or 1."""
        return min(Fraction(1), sum((c.share for c in self.costs if c.share), Fraction(0)))

    @property
    def amount(self) -> Fraction | None:
        """MF or MP beside the share of the allotment; None where a cost is not known."""
        if any(c.amount is None and c.share is None for c in self.costs):
            return None
        if self.share == 1:
            return Fraction(0)
        return sum((c.amount for c in self.costs if c.amount), Fraction(0))

    @property
    def total(self) -> Fraction | None:
        """All of it in MF or MP; None where it is forbidden, or a cost or the allotment unknown."""
        amount = self.amount
        if not self.allowed or amount is None or (self.share and self.allotment is None):
            return None
        return amount + self.share * (self.allotment or 0)

    @property
    def price(self) -> str:
        """All of it for people, as in ``half its MP + 2 MP``; "?" where a cost is not known."""
        if not self.allowed:
            return "forbidden"
        parts = [Line("", "", share=self.share).price(self.points)] if self.share else []
        amount = self.amount
        if amount is None:
            parts.append(f"? {self.points}")
        elif amount or not parts:
            parts.append(f"{fraction(float(amount))} {self.points}")
        text = " + ".join(parts)
        total = self.total
        known = self.share and total is not None
        return f"{text} = {fraction(float(total or 0))} {self.points}" if known else text
