"""The TEM of an attack, part by part."""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path

import pytest
import shapely

import hexlos
from hexlos import Board, UnknownHexError
from hexlos.catalogue import depicted
from hexlos.errors import RuleError
from hexlos.rules.crossing import SIDES, road_sides
from hexlos.rules.fire import TemResult, tem
from hexlos.rules.ground import ground
from hexlos.rules.target import Target

from synthetic import make_board

WALKER = Target(moving=True, entered="road")


@cache
def woodland(*ssr: str) -> Board:
    """Our board with woods, roads and paths; each variant opened once."""
    return hexlos.open_board("woodland", ssr=list(ssr))


def parts(result: TemResult) -> list[tuple[str, int, str]]:
    """Name, amount and rule of each component."""
    return [(part.name, part.amount, part.rule) for part in result.components]


@pytest.mark.parametrize(
    ("ssr", "kind", "amount", "rule"),
    [((), "woods", 1, "B13.3"), (("pine",), "pine woods", 1, "B13.3"),
     (("forest",), "Forest", 2, "B13.7")],
)  # fmt: skip
def test_direct_fire_into_woods(ssr: tuple[str, ...], kind: str, amount: int, rule: str) -> None:
    result = tem(woodland(*ssr), "A1", "E4")
    assert parts(result) == [(kind, amount, rule)]
    assert (result.total, result.air_burst, result.unknown) == (amount, False, ())


@pytest.mark.parametrize(("ssr", "rule"), [((), "B13.3"), (("forest",), "B13.7")])
def test_indirect_fire_into_woods_is_an_air_burst(ssr: tuple[str, ...], rule: str) -> None:
    """B13.3, B13.7: -1 in Forest too."""
    result = tem(woodland(*ssr), "A1", "E4", "indirect")
    assert (result.total, result.air_burst) == (-1, True)
    assert parts(result) == [("air burst", -1, rule)]


def test_air_burst_on_a_foxhole() -> None:
    """B13.3's example: +2 and -1 make +1."""
    result = tem(woodland(), "A1", "E4", "indirect", Target(foxhole=True))
    assert parts(result) == [("foxhole", 2, "B13.3"), ("air burst", -1, "B13.3")]
    assert result.total == 1


def test_an_air_burst_is_added_to_whatever_is_claimed() -> None:
    """B13.3: always, here to +3."""
    assert tem(woodland(), "A1", "E4", "indirect", Target(claimed=3)).total == 2


@pytest.mark.parametrize(
    ("target", "total"),
    [
        (Target(kind="infantry"), -1),
        (Target(kind="cavalry"), -1),
        (Target(kind="wagon"), -1),
        (Target(kind="motorcycle"), -1),
        (Target(kind="vehicle", movement="wheeled"), -1),
        (Target(kind="vehicle", armoured=True, crew_exposed=True), -1),
        (Target(kind="vehicle", armoured=True, open_topped=True), -1),
        (Target(kind="vehicle", armoured=True, open_topped=True, buttoned_up=True), -1),
        (Target(kind="vehicle", armoured=True, buttoned_up=True), 0),
        (Target(kind="vehicle", armoured=True), 0),
    ],
    ids=[f"B13.3-{n}" for n in range(10)],
)
def test_whom_air_bursts_hit(target: Target, total: int) -> None:
    result = tem(woodland(), "A1", "E4", "indirect", target)
    assert (result.total, result.air_burst) == (total, total == -1)
    assert result.components[0].rule == "B13.3"


def test_positive_drm_do_not_add_up() -> None:
    """B13.3: in direct fire a foxhole's +2 stands for the woods' +1, and Forest's +2 for it."""
    result = tem(woodland(), "A1", "E4", target=Target(foxhole=True))
    assert parts(result) == [("woods", 0, "B13.3"), ("foxhole", 2, "B13.3")]
    assert tem(woodland("forest"), "A1", "E4", target=Target(foxhole=True)).total == 2
    assert tem(woodland(), "A1", "E4", target=Target(foxhole=True, claimed=3)).total == 3


def test_moving_along_a_road_seen_across_no_woods() -> None:
    """B13.31: no woods TEM, and FFMO and Interdiction apply."""
    result = tem(woodland(), "J6", "F4", "defensive-first", WALKER)
    assert result.woods_crossed is False
    assert parts(result) == [("road in woods", 0, "B13.31")]
    assert (result.ffmo.applies, result.ffmo.rule) == (True, "B13.31")
    assert result.total == 0
    assert tem(woodland(), "J6", "F4", "direct", WALKER).total == 0


def test_moving_along_a_road_seen_across_woods() -> None:
    """B13.31: the woods TEM as usual."""
    result = tem(woodland(), "A1", "F4", "defensive-first", WALKER)
    assert result.woods_crossed is True
    assert parts(result) == [("woods", 1, "B13.3")]
    assert (result.ffmo.applies, result.ffmo.rule) == (False, "B13.3")


@pytest.mark.parametrize(
    "target",
    [
        Target(moving=True),
        Target(moving=True, entered="off-road"),
        Target(moving=True, entered="path"),
        Target(entered="road"),
    ],
    ids=["B13.31-unsaid", "B13.31-off-road", "B13.31-path", "B13.31-not-moving"],
)
def test_who_has_the_woods_tem_on_a_road(target: Target) -> None:
    board = woodland()
    if target.entered == "path":
        with pytest.raises(RuleError, match="F4 has no path"):
            tem(board, "J6", "F4", "direct", target)
        return
    result = tem(board, "J6", "F4", "direct", target)
    assert (result.total, result.ffmo.applies) == (1, False)


def test_indirect_fire_at_a_unit_on_the_road() -> None:
    """B13.3, B13.31: the air burst stays, and FFMO is about the woods TEM only."""
    result = tem(woodland(), "J6", "F4", "indirect", WALKER)
    assert parts(result) == [("air burst", -1, "B13.3")]
    assert (result.ffmo.applies, result.ffmo.rule) == (True, "B13.31")


def test_entering_over_a_hexside() -> None:
    """B13.31: the road rate is that of a hexside which a road crosses."""
    board = woodland()
    crossed = road_sides(board)[board.grid.index("F4")]
    assert crossed.sum() == 2
    for side, name in enumerate(SIDES):
        result = tem(board, "J6", "F4", target=Target(moving=True, entered=name))
        assert result.total == (0 if crossed[side] else 1)


@pytest.mark.parametrize("ssr", [(), ("forest",), ("pine",)])
def test_the_road_rule_is_geometry(ssr: tuple[str, ...]) -> None:
    """B13.31: against shapely, for every woods-road hex, seen from every eighth hex."""
    board = woodland(*ssr)
    area = board.geometry.depiction(depicted("woods"))
    roads = [h for h in board.hexes if ground(board, h).is_woods_road]
    answers = set()
    for target, source in product(roads, board.hexes[::8]):
        if source == target:
            continue
        result = tem(board, source, target, "defensive-first", WALKER)
        ends = board.grid.centres_px[[board.grid.index(h) for h in (source, target)]]
        inside = shapely.intersection(
            shapely.linestrings(ends), board.geometry.hexes[board.grid.index(target)]
        )
        length = shapely.length(shapely.intersection(inside, area))
        if 0 < length < 0.8 and board.los(source, target).along_hexside:
            continue  # along a hexside a depiction must show on both sides
        assert result.woods_crossed == (length > 1e-9), (source, target, length)
        exempt = not result.woods_crossed
        assert (result.total == 0) == exempt
        answers.add(exempt)
        if exempt:
            assert result.ffmo.applies == (result.hindrance == 0)
    assert answers == {True, False}


def test_elevation_does_not_matter() -> None:
    """B13.31: at whatever elevations; here a road in woods seen from a hill."""
    board = hexlos.open_board("hills")
    found = {
        tem(board, source, hex_, "defensive-first", WALKER).total
        for hex_ in board.hexes
        if ground(board, hex_).is_woods_road
        for source in board.hexes
        if board.hex(source).base_level >= 2
    }
    assert found <= {0, 1}
    assert found


@pytest.mark.parametrize("beneath", [False, True])
def test_vehicles_are_on_the_road(beneath: bool) -> None:
    """B13.31: whatever was said, unless beneath a partial Trail Break."""
    target = Target(kind="vehicle", moving=True, under_partial_trail_break=beneath)
    result = tem(woodland(), "J6", "F4", target=target)
    assert result.total == (1 if beneath else 0)
    assert (result.ffmo.applies, result.ffmo.rule) == (False, "A4.6")


@pytest.mark.parametrize(
    ("target", "amount"),
    [
        (Target(), 1),
        (Target(kind="cavalry"), 1),
        (Target(kind="vehicle"), 0),
        (Target(kind="vehicle", under_partial_trail_break=True), 1),
        (Target(kind="motorcycle"), 0),
    ],
)
def test_overruns_in_a_woods_road_hex(target: Target, amount: int) -> None:
    """B13.32."""
    result = tem(woodland(), "E5", "F4", "overrun", target)
    assert parts(result) == [("woods", amount, "B13.32")]
    assert result.ffmo.applies is False


def test_overruns_elsewhere() -> None:
    """B13.3, B13.7, B13.32: woods off roads, and Forest on one."""
    assert parts(tem(woodland(), "D4", "E4", "OVR")) == [("woods", 1, "B13.3")]
    board = woodland("forest")
    assert parts(tem(board, "E5", "F4", "overrun")) == [("Forest", 2, "B13.32")]
    with pytest.raises(RuleError, match="foxhole"):
        tem(board, "E5", "F4", "overrun", Target(foxhole=True))
    assert tem(board, "E5", "F4", "overrun", Target(claimed=4)).total == 4


@pytest.mark.parametrize(
    ("target", "drm"),
    [
        (Target(moving=True, entered="trail-break"), -1),
        (Target(kind="cavalry", moving=True, entered="trail-break"), -1),
        (Target(moving=True, uses_trail_break=True), -1),
        (Target(kind="vehicle", movement="fully-tracked", moving=True, entered="trail-break"), 0),
        (Target(entered="trail-break"), 0),
        (Target(moving=True, entered="N"), 0),
    ],
)
def test_users_of_trail_breaks_in_defensive_first_fire(target: Target, drm: int) -> None:
    """B13.4212: -1 beside the TEM, which the Trail Break leaves as it is."""
    result = tem(woodland(), "A1", "E4", "direct", target)
    assert (result.first_fire_drm, result.total) == (drm, 1)
    if result.first_fire:
        assert result.first_fire.rule == "B13.4212"


def test_trail_breaks_change_no_other_fire() -> None:
    """B13.4212: neither overruns nor the TEM."""
    user = Target(uses_trail_break=True, moving=True)
    assert tem(woodland(), "D4", "E4", "overrun", user).first_fire_drm == 0
    indirect = tem(woodland(), "A1", "E4", "indirect", user)
    assert (indirect.total, indirect.first_fire_drm) == (-1, -1)


@pytest.mark.parametrize(
    ("board", "ssr", "kind", "rule"),
    [
        ("woodland", "cactus-patch", "cactus patch", "F13.4"),
        ("woodland", "olive-grove", "olive grove", "F13.5"),
        ("desert", "broken-terrain", "Broken Ground", "F13.1"),
    ],
)
@pytest.mark.parametrize("fire", ["direct", "indirect", "overrun", "defensive-first"])
def test_terrain_with_a_tem_of_one(board: str, ssr: str, kind: str, rule: str, fire: str) -> None:
    made = hexlos.open_board(board, ssr=[ssr])
    hex_ = next(h for h in made.hexes if ground(made, h).name == kind)
    result = tem(made, made.hexes[0], hex_, fire)
    assert parts(result) == [(kind, 1, rule)]
    assert not result.air_burst
    assert result.ffmo.applies is False


def test_foxholes_on_broken_ground_do_not_add_up() -> None:
    """F13.1: its TEM is positive, so only the larger counts."""
    board = hexlos.open_board("desert", ssr=["broken-terrain"])
    hex_ = next(h for h in board.hexes if ground(board, h).name == "Broken Ground")
    assert tem(board, "A1", hex_, "indirect", Target(foxhole=True)).total == 2


def test_woods_of_the_steppe() -> None:
    """F13.2: woods in every way, so air bursts and all (B13.3)."""
    board = hexlos.open_board("desert", ssr=["steppe"])
    hex_ = next(h for h in board.hexes if ground(board, h).rules.is_woods)
    assert [tem(board, "A1", hex_, fire).total for fire in ("direct", "indirect")] == [1, -1]


def test_inherent_woods_are_crossed_wherever_the_los_runs() -> None:
    """B13.31, B.6: no line reaches the centre of inherent woods without crossing woods."""
    board = hexlos.open_board("desert", ssr=["steppe"])
    hex_ = next(h for h in board.hexes if ground(board, h).rules.is_woods)
    assert tem(board, "A1", hex_, "dff").woods_crossed is True


def test_terrain_without_a_known_tem_is_named() -> None:
    result = tem(woodland(), "A1", "N4")
    assert (result.total, result.unknown) == (0, ("grain",))
    moving = tem(woodland(), "A1", "N4", target=Target(moving=True))
    assert moving.ffmo.applies is None or moving.hindrance


def test_ffmo_in_open_ground() -> None:
    """A4.6: it applies in the open, and not under a hindrance."""
    board = make_board(columns=7, terrain={"C3": "Brush"})
    assert tem(board, "A1", "A3", target=Target(moving=True)).ffmo.applies is True
    hindered = tem(board, "C2", "C4", target=Target(moving=True))
    assert (hindered.hindrance, hindered.ffmo.applies) == (1, False)
    assert tem(board, "A1", "A3").ffmo.applies is False
    covered = Target(moving=True, claimed=1)
    assert tem(board, "A1", "A3", target=covered).ffmo.applies is False


def test_levels_and_bad_addresses() -> None:
    village = hexlos.open_board("village")
    upstairs = next(p for h in village.hexes for p in village.hex(h).levels[1:])
    assert tem(village, upstairs, "I8").total == 1
    for source, target in (("A1", "Z99"), ("Z99", "A1"), ("A1", "x"), ("A1:9", "B1")):
        with pytest.raises(UnknownHexError):
            tem(village, source, target)
    with pytest.raises(RuleError, match="has no road"):
        tem(woodland(), "A1", "E4", target=WALKER)


def test_a_blocked_los_is_told() -> None:
    result = tem(woodland(), "A1", "F4", "defensive-first", WALKER)
    assert result.los_clear is False
    assert tem(woodland(), "A1", "F4").los_clear is None


def test_woods_roads_of_real_boards(peer: Path) -> None:
    """B13.1, B13.31: 19X1 is woods with a road; a unit on it is seen along the road."""
    board = hexlos.open_board("19", boards_dir=peer / "boards")
    assert ground(board, "X1").name == "woods-road"
    found = {
        tem(board, source, "X1", "defensive-first", WALKER).total
        for source in board.hexes
        if source != "X1" and board.grid.distance(*map(board.grid.index, (source, "X1"))) <= 4
    }
    assert found == {0, 1}
