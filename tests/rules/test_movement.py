"""Entry costs and what goes with them (B13.4 to B13.43, B13.6 to B13.82, F13.1 to F13.6)."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from moving import FROM, FULL, TO, ground, step

import hexlos
from hexlos import Board, RuleError, UnknownHexError
from hexlos.rules.units import KINDS, MOVEMENTS, TYPES, Unit

from synthetic import make_board

HALF, ALL = Fraction(1, 2), Fraction(1)


@pytest.fixture(scope="module")
def woodland() -> Board:
    """E2 - E3 is woods; a path runs F1 - F2, a road E5 - F4 - G5, all in woods; B2 is open."""
    return hexlos.open_board("woodland")


# ---- plain costs


@pytest.mark.parametrize(
    ("terrain", "word", "amount", "rule"),
    [
        pytest.param("Woods", "infantry", 2, "B13.4", id="B13.4 infantry 2 MF"),
        pytest.param("Woods", "cavalry", 4, "B13.4", id="B13.4 cavalry 4 MF"),
        pytest.param("Forest", "infantry", 2, "B13.4", id="B13.7 Forest infantry as in woods"),
        pytest.param("Forest", "cavalry", 4, "B13.4", id="B13.7 Forest cavalry as in woods"),
        pytest.param("Pine Woods", "infantry", "3/2", "B13.82", id="B13.82 infantry 1 1/2 MF"),
        pytest.param("Pine Woods", "cavalry", 3, "B13.82", id="B13.82 cavalry 3 MF"),
        pytest.param("Brush", "infantry", 2, "B13.6", id="B13.6 brush infantry 2 MF"),
        pytest.param("Brush", "cavalry", 4, "B13.6", id="B13.6 brush cavalry 4 MF"),
        pytest.param("Vineyard", "infantry", 2, "B13.6", id="F13.6 infantry as in brush"),
        pytest.param("Vineyard", "cavalry", 4, "B13.6", id="F13.6 cavalry as in brush"),
        pytest.param("Broken Ground", "infantry", 2, "F13.1", id="F13.1 infantry double"),
        pytest.param("Broken Ground", "fully-tracked", 2, "F13.1", id="F13.1 tank double"),
        pytest.param("Broken Ground", "halftrack", 2, "F13.1", id="F13.1 halftrack double"),
        pytest.param("Cactus Patch", "infantry", 3, "F13.4", id="F13.4 infantry triple"),
        pytest.param("Olive Grove", "infantry", 2, "F13.5", id="F13.5 infantry double"),
        pytest.param("Orchard", "infantry", 1, "B14.4", id="B14.4 infantry 1 MF"),
        pytest.param("Open Ground", "infantry", 1, "B1.4", id="B1.4 infantry 1 MF"),
        pytest.param("Open Ground", "fully-tracked", 1, "B1.4", id="B1.4 tank 1 MP"),
        pytest.param("Open Ground", "halftrack", 1, "B1.4", id="B1.4 halftrack 1 MP"),
        pytest.param("Grain", "infantry", "3/2", "B15.4", id="B15.4 infantry 1 1/2 MF"),
        pytest.param("Crag", "infantry", 2, "B17.4", id="B17.4 infantry 2 MF"),
        pytest.param("Stone Rubble", "infantry", 3, "B24.4", id="B24.4 infantry 3 MF"),
        pytest.param("Stone Building", "infantry", 2, "B23.4", id="B23.4 infantry 2 MF"),
    ],
)
def test_plain_cost(terrain: str, word: str, amount: int | str, rule: str) -> None:
    found = step(ground(terrain), FROM, TO, word)
    assert found.allowed
    assert found.total == Fraction(amount)
    assert found.costs[0].rule.split(", ")[0] == rule
    assert found.points == ("MF" if word in ("infantry", "cavalry") else "MP")


@pytest.mark.parametrize(
    ("terrain", "factor", "rule"),
    [
        pytest.param("Broken Ground", 2, "F13.1", id="F13.1 doubled Open Ground"),
        pytest.param("Cactus Patch", 3, "F13.4", id="F13.4 triple orchard"),
        pytest.param("Olive Grove", 2, "F13.5", id="F13.5 double orchard"),
    ],
)
@pytest.mark.parametrize("word", ["wheeled", "cavalry", "wagon", "motorcycle"])
def test_multiples_of_costs_that_the_caller_knows(
    terrain: str, factor: int, rule: str, word: str
) -> None:
    unknown = step(ground(terrain), FROM, TO, word)
    assert (unknown.total, unknown.amount) == (None, None)
    assert unknown.price.startswith("?")
    assert unknown.needs[0].startswith("the cost of o")
    known = step(ground(terrain), FROM, TO, word, base_cost=Fraction(3, 2))
    assert known.total == factor * Fraction(3, 2)
    assert known.needs == ()
    assert known.costs[0].rule == rule


def test_on_our_desert_board() -> None:
    """F13.1: hexes beside hammada are Broken Ground, hammada is crag."""
    board = hexlos.open_board("desert", ssr=["broken-terrain"])
    broken = step(board, "C7", "C8")
    assert (broken.total, broken.terrain) == (2, "Broken Ground")
    assert step(board, "C7", "C6").total == 1
    plain = hexlos.open_board("desert")
    assert step(plain, "C7", "C8").total == 1
    steppe = hexlos.open_board("desert", ssr=["steppe"])
    assert step(steppe, "F2", "F3").total == 2, "F13.2: scrub is woods"


# ---- roads and paths


def test_the_road_rate_through_a_road_hexside(woodland: Board) -> None:
    """B13.4."""
    along = step(woodland, "E5", "F4")
    assert (along.way, along.total) == ("road", 1)
    assert along.costs[0].rule == "B13.4, B3.4"
    assert step(woodland, "E4", "F4").total == 2, "not through a road hexside"
    assert step(woodland, "E5", "F4", use_road=False).total == 2


def test_cavalry_along_a_road_pays_what_the_road_costs(woodland: Board) -> None:
    """B13.4."""
    found = step(woodland, "E5", "F4", "cavalry")
    assert found.needs == ("the road rate of cavalry",)
    assert step(woodland, "E5", "F4", "cavalry", base_cost=1).total == 1


@pytest.mark.parametrize("word", MOVEMENTS)
def test_vehicles_on_a_road(woodland: Board, word: str) -> None:
    """B3.4."""
    assert step(woodland, "E5", "F4", word).total == HALF
    assert step(woodland, "E5", "F4", word).bog == ()
    closed = step(woodland, "E5", "F4", word, armoured=True, buttoned_up=True)
    assert closed.total == 1
    truck = step(woodland, "E5", "F4", word, armoured=False, buttoned_up=True)
    assert truck.total == HALF, "only AFV pay more when buttoned up"


@pytest.mark.parametrize("there", ["F4", "E4"])
def test_cavalry_does_not_charge_in_woods_road_or_not(woodland: Board, there: str) -> None:
    """B13.4."""
    found = step(woodland, "E5", there, "cavalry", charging=True)
    assert [note.rule for note in found.forbidden] == ["B13.4"]
    assert (found.total, found.price) == (None, "forbidden")
    assert step(woodland, "B3", "B2", "cavalry", charging=True).allowed


@pytest.mark.parametrize("ssr", [[], ["pine"]])
def test_path_1_mf_infantry_2_mf_cavalry(ssr: list[str]) -> None:
    """B13.6."""
    board = hexlos.open_board("woodland", ssr=ssr)
    found = step(board, "F1", "F2")
    assert (found.way, found.total, found.costs[0].rule) == ("path", 1, "B13.6")
    assert step(board, "F1", "F2", "cavalry").total == 2
    off = step(board, "F1", "F2", use_path=False)
    assert off.total == (Fraction(3, 2) if ssr else 2)


def test_a_path_has_no_other_effect(woodland: Board) -> None:
    """B13.6."""
    for word in ("wheeled", "halftrack", "fully-tracked"):
        assert step(woodland, "F1", "F2", word).way == "other"
    assert step(woodland, "E2", "F2").total == 2, "not through the path hexside"


def test_a_path_in_open_ground_is_open_ground() -> None:
    """B13.6."""
    board = hexlos.open_board("village")
    found = step(board, "C8", "D7")
    assert (found.total, found.terrain) == (1, "open ground")


def test_paths_of_a_real_board(peer: Path) -> None:
    """B13.6: 24W7 and 24W8 are path hexes."""
    board = hexlos.open_board(peer / "boards" / "bd24")
    for here, paths in (("W7", {"W8", "V6"}), ("W8", {"W7", "X8"})):
        beyond = board.grid.neighbours[board.grid.index(here)]
        found = [step(board, here, board.hexes[i]) for i in beyond]
        assert {f.to_hex for f in found if f.way == "path"} == paths
        assert {f.total for f in found if f.way == "path"} == {1}
    assert step(board, "W8", "W7").terrain == "woods"
    assert step(board, "W7", "W8").terrain == "brush"


def test_the_road_of_19x1(peer: Path) -> None:
    """B13.1, B13.4: 19X1 is woods with a road."""
    board = hexlos.open_board(peer / "boards" / "bd19")
    beyond = board.grid.neighbours[board.grid.index("X1")]
    found = [step(board, board.hexes[i], "X1") for i in beyond if i >= 0]
    assert {f.total for f in found if f.way == "road"} == {1}
    assert {f.total for f in found if f.way == "other"} == {2}


# ---- cactus hedges and other hexsides


@pytest.fixture(scope="module")
def village() -> Board:
    return hexlos.open_board("village", ssr=["cactus-hedge"])


@pytest.mark.parametrize("kind", ["cavalry", "horse", "wagon"])
def test_never_crossed_by(village: Board, kind: str) -> None:
    """F13.3."""
    found = step(village, "C1", "C2", kind)
    assert [note.rule for note in found.forbidden] == ["F13.3"]


@pytest.mark.parametrize(
    ("mode", "rule", "share"),
    [
        pytest.param("minimum-move", "A4.134", 1, id="F13.3 A4.134 Minimum Move"),
        pytest.param("low-crawl", "A10.52", 1, id="F13.3 A10.52 Low Crawl"),
        pytest.param("advance", "A4.72", 0, id="F13.3 A4.72 Advance vs Difficult Terrain"),
    ],
)
def test_infantry_crosses_by(village: Board, mode: str, rule: str, share: int) -> None:
    """F13.3."""
    assert [n.rule for n in step(village, "C1", "C2").forbidden] == ["F13.3"]
    found = step(village, "C1", "C2", mode=mode)
    assert found.allowed
    assert found.hexside == "Cactus Hedge"
    assert found.share == share
    assert rule in [note.rule for note in found.demands]


def test_to_vehicles_it_is_a_hedge(village: Board) -> None:
    """F13.3."""
    found = step(village, "C1", "C2", "fully-tracked", base_cost=1, hexside_cost=1)
    assert found.allowed
    assert found.total == 2
    unknown = step(village, "C1", "C2", "fully-tracked", base_cost=1)
    assert unknown.needs == ("the cost of crossing the cactus hedge to fully-tracked",)


def test_infantry_over_a_wall_or_hedge_1_mf_more() -> None:
    """B9.4."""
    found = step(hexlos.open_board("village"), "C1", "C2")
    assert found.hexside in ("Wall", "Hedge")
    assert [(line.amount, line.rule) for line in found.costs] == [(1, "B14.4"), (1, "B9.4")]


def test_cliffs() -> None:
    """B11.4."""
    board = hexlos.open_board("hills")
    assert [n.rule for n in step(board, "G5", "H5").forbidden] == ["B11.4"]


def test_levels_are_the_callers() -> None:
    """B10.4."""
    board = make_board(levels={TO: 1})
    assert [n.rule for n in step(board, FROM, TO).notes] == ["B10.4"]
    assert step(board, FROM, "A3").notes == ()
    low = make_board(terrain={TO: "Gully"}, levels={TO: -1})
    assert [n.rule for n in step(low, FROM, TO).notes] == ["B19.4"]


# ---- infantry's other ways


def test_take_all_mf(woodland: Board) -> None:
    """A4.134, A10.52."""
    for mode, rule in (("low-crawl", "A10.52"), ("minimum-move", "A4.134")):
        found = step(woodland, "E2", "E3", mode=mode, allotment=Fraction(4))
        assert (found.total, found.costs[0].rule) == (4, rule)


def test_difficult_terrain(woodland: Board) -> None:
    """A4.72."""
    tired = step(woodland, "E2", "E3", mode="advance", allotment=Fraction(2))
    assert [note.rule for note in tired.demands] == ["A4.72"]
    fresh = step(woodland, "E2", "E3", mode="advance", allotment=Fraction(4))
    assert (fresh.total, fresh.demands) == (0, ())


# ---- Bog hexes


@pytest.mark.parametrize(
    ("terrain", "rule"),
    [
        pytest.param("Broken Ground", "F13.1", id="F13.1 Bog hex"),
        pytest.param("Vineyard", "F13.6", id="F13.6 Bog hex"),
    ],
)
@pytest.mark.parametrize("word", MOVEMENTS)
def test_bog_hexes(terrain: str, rule: str, word: str) -> None:
    found = step(ground(terrain), FROM, TO, word, base_cost=1)
    assert [(check.drm, check.drms[0].rule) for check in found.bog] == [(0, rule)]
    assert step(ground("Brush"), FROM, TO, word, base_cost=1).bog == ()


def test_motorcycles_follow_their_own_rule() -> None:
    """F13.1."""
    found = step(ground("Broken Ground"), FROM, TO, "motorcycle", base_cost=1)
    assert found.bog == ()
    assert "F3.32" in [note.rule for note in found.notes]


# ---- bad questions


@pytest.mark.parametrize(
    ("here", "there", "word", "how", "says"),
    [
        ("E3", "E3", "infantry", {}, "the same hex"),
        ("E3", "G3", "infantry", {}, "not adjacent"),
        ("E2", "E3", "cavalry", {"mode": "advance"}, "only infantry"),
        ("E2", "E3", "infantry", {"mode": "run"}, "no move is"),
        ("E2", "E3", "infantry", {"charging": True}, "only cavalry"),
        ("E2", "E3", "infantry", {"reverse": True}, "no reverse"),
        ("E2", "E3", "infantry", {"vca_changes": 1}, "no reverse, VCA"),
        ("E2", "E3", "wheeled", {"vca_changes": -1}, "VCA changes"),
        ("E2", "E3", "wheeled", {"vca_changes": 1.5}, "VCA changes"),
        ("E2", "E3", "wheeled", {"whole_allotment": True}, "no choice"),
        ("E2", "E3", "wheeled", {"base_cost": -1}, "base_cost is from 0"),
        ("E2", "E3", "wheeled", {"base_cost": float("nan")}, "base_cost is from 0"),
        ("E2", "E3", "wheeled", {"hexside_cost": float("inf")}, "hexside_cost is from 0"),
        ("E2", "E3", "wheeled", {"wreck_or_vehicle_in_hex": "two"}, "is a number"),
        ("E2", "E3", "wheeled", {"off_road": True}, "name it twice"),
        ("E3", "E3", "wheeled", {"off_road": True}, "no woods-road hex"),
        ("F4", "F4", "infantry", {"off_road": True}, "vehicles do"),
        ("E2", "E3", "infantry", {"use_trail_break": FULL}, "no E3:N-SE at the N hexside"),
        ("E2", "E3", "infantry", {"use_trail_break": FULL, "mode": "advance"}, "by a move"),
    ],
)
def test_what_makes_no_sense(
    woodland: Board, here: str, there: str, word: str, how: dict[str, object], says: str
) -> None:
    with pytest.raises(RuleError, match=says):
        step(woodland, here, there, word, **how)


@pytest.mark.parametrize(
    ("here", "there"), [("ZZ9", "E3"), ("E3", "E99"), ("", "E3"), ("E3:1", "E2")]
)
def test_hexes_that_are_not_there(woodland: Board, here: str, there: str) -> None:
    with pytest.raises(UnknownHexError):
        step(woodland, here, there)


def test_off_the_road_in_a_hex_that_is_not_there(woodland: Board) -> None:
    with pytest.raises(UnknownHexError):
        step(woodland, "ZZ9", "ZZ9", "wheeled", off_road=True)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Unit("dragoon"),
        lambda: Unit("vehicle"),
        lambda: Unit("infantry", "wheeled"),
        lambda: Unit("vehicle", "hovering"),
        lambda: Unit("vehicle", "wheeled", buttoned_up=True, crew_exposed=True),
        lambda: Unit("infantry", name="x" * 81),
        lambda: Unit("infantry", name="a\nb"),
        lambda: Unit("infantry", allotment=Fraction(-1)),
        lambda: Unit.of_type("vehicle"),
    ],
)
def test_units_that_there_are_not(make: object) -> None:
    with pytest.raises(RuleError):
        make()  # type: ignore[operator]


def test_every_unit_can_ask_about_every_hexside_of_the_boards() -> None:
    for name in ("woodland", "hills", "village", "desert"):
        board = hexlos.open_board(name)
        for index in range(0, len(board.hexes), 7):
            for beyond in board.grid.neighbours[index]:
                for word in TYPES if beyond >= 0 else ():
                    found = step(board, board.hexes[index], board.hexes[beyond], word)
                    assert found.unit == word
                    assert found.forbidden or found.needs or found.amount is not None
    assert set(KINDS) - {"vehicle"} | set(MOVEMENTS) == set(TYPES)
