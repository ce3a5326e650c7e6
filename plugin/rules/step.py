"""One step of a unit: what is known of it before its costs and limits are worked out."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from hexlos.errors import RuleError
from hexlos.rules.crossing import woods_kind
from hexlos.rules.tables import Fact
from hexlos.rules.terrain import TerrainRules, terrain
from hexlos.rules.units import MOVEMENTS, Unit
from hexlos.rules.ways import Way

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.rules.crossing import Crossing
    from hexlos.rules.trailbreak import TrailBreaks

MODES = ("move", "minimum-move", "low-crawl", "advance")

#: More hexspines than a vehicle turns in one hex.
MAX_TURNS = 60


@dataclass(frozen=True, slots=True)
class Options:
    """How a unit moves; see ``movement.entry``."""

    mode: str = "move"
    charging: bool = False
    reverse: bool = False
    whole_allotment: bool = False
    wreck_mp: Fraction = Fraction(0)
    vca_changes: int = 0
    base_cost: Fraction | None = None
    hexside_cost: Fraction | None = None

    def check(self, unit: Unit) -> None:
        """RuleError when something does not go with the unit."""
        if self.mode not in MODES:
            raise RuleError(f"no move is a {self.mode!r}: use {', '.join(MODES)}")
        if self.mode != "move" and unit.kind != "infantry":
            raise RuleError(f"{unit.type} makes no {self.mode}, only infantry does (A4)")
        if self.charging and unit.kind != "cavalry":
            raise RuleError(f"{unit.type} does not charge, only cavalry does (A13.6)")
        if self.whole_allotment and not unit.is_fully_tracked:
            raise RuleError(
                f"{unit.type} has no choice to spend its whole allotment in woods, only a "
                "fully-tracked vehicle has (B13.42)"
            )
        turns = self.vca_changes
        if isinstance(turns, bool) or not isinstance(turns, int) or not 0 <= turns <= MAX_TURNS:
            raise RuleError(f"VCA changes are a whole number from 0 to {MAX_TURNS} of hexspines")
        driven = self.reverse or turns or self.wreck_mp
        if driven and unit.kind not in ("vehicle", "motorcycle"):
            raise RuleError(f"{unit.type} has no reverse, VCA or MP for wrecks, vehicles do (D2)")


@dataclass(frozen=True, slots=True)
class Step:
    """A step: cross is None for one off the road within a hex."""

    board: Board
    from_hex: str
    to_hex: str
    cross: Crossing | None
    unit: Unit
    ground: TerrainRules
    way: Way
    state: TrailBreaks | None
    options: Options

    @property
    def is_woods(self) -> bool:
        """Whether woods of some kind are entered."""
        return self.ground.is_woods

    @property
    def leaves_woods(self) -> bool:
        """Whether it begins in a woods hex."""
        return woods_kind(self.board, self.from_hex) is not None

    @property
    def cost_fact(self) -> Fact | None:
        """The fact that tells the cost by its way; None where the tables have none."""
        if self.way.by == "bypass":
            return None
        if self.way.by == "road":
            found = cost_facts(self.ground, self.unit, "road") if self.is_woods else ()
            return (found or cost_facts(terrain("road"), self.unit) or (None,))[0]
        found = cost_facts(self.ground, self.unit, self.way.by)
        whole = self.options.whole_allotment or self.options.reverse or self.way.by == "off road"
        return (found or (None,))[-1 if whole and self.way.by != "trail-break" else 0]


def cost_facts(ground: TerrainRules, unit: Unit, by: str = "other") -> tuple[Fact, ...]:
    """All facts that tell what a unit pays to enter by a way, the most exact first."""
    words = (unit.type, "vehicle") if unit.type in MOVEMENTS else (unit.type,)
    for group in (f"by.{by}", "entry"):
        found = (ground.fact(f"{group}.{word}") for word in words)
        known = tuple(dict.fromkeys(fact for fact in found if fact is not None))
        if known:
            return known
    return ()
