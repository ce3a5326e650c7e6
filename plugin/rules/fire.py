"""TEM of a target hex for one attack: woods, air bursts, roads through woods, FFMO (B13.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexlos.errors import RuleError
from hexlos.places import place as locate
from hexlos.rules.crossing import SIDES, road_sides
from hexlos.rules.ground import Ground, ground
from hexlos.rules.tables import Fact, rule_facts
from hexlos.rules.target import Target, fire_type

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.los import LosResult

_AIR_BURST = "air burst"


@dataclass(frozen=True, slots=True)
class Component:
    """One part of a TEM: what it is of, the DRM it adds, the rule, and why in a sentence."""

    name: str
    amount: int
    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """Whether something applies, None where no rule at hand says; the rule and why."""

    applies: bool | None
    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class TemResult:
    """The TEM of one attack, part by part.

    total is the sum of the components. air_burst: one is among them (B13.3). first_fire_drm is
    the special DRM against users of a Trail Break, 0 or -1, which is no TEM and not in the total
    (B13.4212); ffmo tells whether FFMO and Interdiction apply. woods_crossed: the LOS crosses
    woods drawn in the target hex; los_clear: there is a LOS; hindrance is its DRM. These three are
    None where they do not matter. unknown names terrain whose TEM no table states.
    """

    source: str
    target_hex: str
    fire: str
    terrain: str
    target: Target
    components: tuple[Component, ...]
    first_fire: Component | None
    ffmo: Ruling
    woods_crossed: bool | None = None
    los_clear: bool | None = None
    hindrance: int | None = None
    unknown: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """Sum of all components."""
        return sum(part.amount for part in self.components)

    @property
    def air_burst(self) -> bool:
        """Whether the attack causes air bursts on this target (B13.3)."""
        return any(part.name == _AIR_BURST for part in self.components)

    @property
    def first_fire_drm(self) -> int:
        """The special DRM of Defensive First Fire on Trail Breaks, beside the TEM (B13.4212)."""
        return self.first_fire.amount if self.first_fire else 0


def tem(
    board: Board,
    source: str,
    target_hex: str,
    fire: str = "direct",
    target: Target | None = None,
) -> TemResult:
    """TEM of fire from one location at a target in a hex (B13.3, B13.31, B13.32).

    fire is direct, indirect, overrun or defensive-first. A target that is moving is fired at in
    Defensive First Fire, whatever the fire; defensive-first is direct fire at one that moves.
    UnknownHexError for an address off the board, RuleError for a word or way that does not fit.
    """
    kind = fire_type(fire)
    shot = target or Target()
    place = ground(board, target_hex)
    locate(board, source)
    moves = kind != "overrun" and (shot.moving or kind == "defensive-first")
    by_road = _came_by_road(board, place, shot) and place.is_woods_road
    sight = board.los(source, target_hex, thread="exact") if moves else None
    crossed = _woods_crossed(place, sight)
    exposed = by_road and crossed is False
    cover, unknown = _cover(place, kind, shot, exposed)
    claimed = _claimed(kind, shot)
    return TemResult(
        source=source,
        target_hex=target_hex,
        fire=kind,
        terrain=place.name,
        target=shot,
        components=(*_largest([*cover, *claimed]), *_air_burst(place, kind, shot)),
        first_fire=_trail_break(shot) if moves else None,
        ffmo=_ffmo(place, shot, moves, exposed, sight),
        woods_crossed=crossed,
        los_clear=sight.clear if sight else None,
        hindrance=sight.hindrance if sight else None,
        unknown=unknown,
    )


def _road_fact(name: str) -> Fact:
    return rule_facts("woods-road-fire")[name]


def _woods_crossed(place: Ground, sight: LosResult | None) -> bool | None:
    """Whether the LOS crosses woods in the target hex: woods drawn there, or all of it (B.6)."""
    if sight is None or not place.rules.is_woods:
        return None
    return place.whole or sight.crosses("woods", place.hex)


def _came_by_road(board: Board, place: Ground, target: Target) -> bool:
    """Whether the target is on the hex's road: it entered at the road rate, or is a vehicle.

    A vehicle in a woods-road hex is, but for one beneath a partial Trail Break (B13.31).
    """
    way = target.entered
    if way == "road" and not place.road:
        raise RuleError(f"{place.hex} has no road to enter by: it is {place.name}")
    if way == "path" and not place.path:
        raise RuleError(f"{place.hex} has no path to enter by: it is {place.name}")
    if target.is_vehicle and place.is_woods_road:
        return not target.under_partial_trail_break
    if way not in SIDES:
        return way == "road"
    return bool(road_sides(board)[board.grid.index(place.hex), SIDES.index(way)])


def _cover(
    place: Ground, kind: str, target: Target, exposed: bool
) -> tuple[list[Component], tuple[str, ...]]:
    """What the terrain of the hex adds, air bursts apart; and terrain of which nothing is known."""
    fact = place.rules.tem_fact(kind)
    if fact is None:
        return [], (place.rules.name,)
    if kind == "overrun" and place.is_woods_road:
        return [_overrun(place, fact, target)], ()
    if exposed and kind != "indirect":
        zero, text = _road_fact("tem"), "it moves along the road, seen across no woods of its hex"
        return [Component("road in woods", int(zero.number), zero.rule, text)], ()
    if "against" in fact.more:  # the air burst, or nothing at all
        return [], ()
    text = f"{place.rules.name} in the target hex"
    return [Component(place.rules.name, int(fact.number), fact.rule, text)], ()


def _overrun(place: Ground, fact: Fact, target: Target) -> Component:
    """TEM of an overrun in a hex of woods and road (B13.32)."""
    rule = rule_facts("woods-road-overrun")["tem"].rule
    if target.is_vehicle and not target.under_partial_trail_break:
        return Component(place.rules.name, 0, rule, "the target is a vehicle on the road")
    text = "an overrun in a hex of woods and road has the TEM of the woods"
    return Component(place.rules.name, int(fact.number), rule, text)


def _claimed(kind: str, target: Target) -> list[Component]:
    """Positive DRM that the target claims for itself."""
    found = []
    if target.foxhole:
        if kind == "overrun":
            raise RuleError("no table has a foxhole's TEM against an overrun: give it as claimed")
        fact = rule_facts("air-burst")["foxhole_tem"]
        found.append(Component("foxhole", int(fact.number), fact.rule, "the target is in one"))
    if target.claimed:
        rule = rule_facts("air-burst")["other_positive_tem"].rule
        found.append(Component("claimed", target.claimed, rule, "another DRM that it claims"))
    return found


def _largest(parts: list[Component]) -> list[Component]:
    """Of several positive DRM the largest, the others with nothing: they do not add up (B13.3)."""
    best = max(parts, key=lambda part: part.amount, default=None)
    rule = rule_facts("air-burst")["other_positive_tem"].rule
    return [
        part
        if part is best or part.amount <= 0
        else Component(part.name, 0, rule, f"not added to the {best.name}'s {best.amount:+d}")
        for part in parts
        if best is not None
    ]


def _air_burst(place: Ground, kind: str, target: Target) -> list[Component]:
    """The DRM of indirect fire into woods, which nothing that the target claims takes away."""
    fact = place.rules.tem_fact(kind)
    if kind != "indirect" or fact is None or "against" not in fact.more:
        return []
    if not place.rules.tem(kind, target):
        text = "no air bursts against an armoured target that is closed"
        return [Component(place.rules.name, 0, fact.rule, text)]
    text = f"indirect fire into {place.rules.name}, the target is {' and '.join(target.weaknesses)}"
    return [Component(_AIR_BURST, int(fact.number), fact.rule, text)]


def _trail_break(target: Target) -> Component | None:
    """The DRM against Infantry and Cavalry that use a Trail Break as they move (B13.4212)."""
    used = target.uses_trail_break or target.entered == "trail-break"
    if not used or target.kind not in ("infantry", "cavalry"):
        return None
    fact = rule_facts("trail-break-infantry")["first_fire_drm"]
    return Component("Trail Break", int(fact.number), fact.rule, "uses it while fired at")


def _ffmo(
    place: Ground, target: Target, moves: bool, exposed: bool, sight: LosResult | None
) -> Ruling:
    """Whether FFMO and Interdiction apply: in the open, and under no hindrance (A4.6, B13.31)."""
    if not moves:
        return Ruling(False, "A4.6", "the target is not fired at as it moves")
    if target.kind == "vehicle":
        return Ruling(False, "A4.6", "a vehicle is never subject to it")
    fact = place.rules.tem_fact("direct")
    if not exposed and fact is not None and fact.number > 0:
        return Ruling(False, fact.rule, f"{place.rules.name} gives a positive TEM")
    if target.foxhole or target.claimed:
        return Ruling(False, "A4.6", "the target claims a positive DRM")
    if sight is not None and sight.hindrance:
        return Ruling(False, "A4.6", f"the LOS is hindered by {sight.hindrance:+d}")
    if exposed:
        fact = _road_fact("ffmo")
        return Ruling(bool(fact.value), fact.rule, "on the road, with no woods TEM")
    if place.rules.key == "open-ground" and place.bare:
        return Ruling(True, "A4.6", f"{place.rules.name} gives no cover")
    return Ruling(None, "A4.6", f"no table says whether {place.rules.name} gives cover")
