"""Rules as written: names, aliases, arguments, places, order, contradictions, purity."""

from __future__ import annotations

import re
from functools import cache

import numpy as np
import pytest

import hexlos
from hexlos import Board, SsrError, list_ssrs
from hexlos.catalogue import catalogue, terrain_code
from hexlos.ssr import find_ssr
from hexlos.ssr.apply import EFFECTS
from hexlos.ssr.request import read_request

from synthetic import make_board

RULES = [rule for rule in list_ssrs() if not rule.is_family]
every_rule = pytest.mark.parametrize("rule", list_ssrs(), ids=lambda rule: rule.name)

MEADOW = {"B1": "Woods", "C2": "Woods", "D2": "Brush", "C3": "Orchard", "B3": "Grain"}


def shown(board: Board) -> dict[str, str]:
    """Terrain of the hexes that are not open ground."""
    found = {name: board.hex(name).terrain for name in board.hexes}
    return {name: terrain for name, terrain in found.items() if terrain != "Open Ground"}


def same(one: Board, other: Board) -> bool:
    """Whether two boards show the same."""
    return (
        np.array_equal(one.terrain, other.terrain)
        and np.array_equal(one.level, other.level)
        and dict(one.whole_hexes) == dict(other.whole_hexes)
    )


@every_rule
def test_every_rule_says_where_it_comes_from_and_what_it_does(rule: hexlos.Ssr) -> None:
    assert re.fullmatch(r"[A-Z]\d*(\.\d+)?", rule.rule)
    assert rule.effect.endswith(".")
    assert rule.does in EFFECTS
    assert re.fullmatch(r"[a-zA-Z0-9.-]+", rule.name)


@every_rule
def test_terrain_that_a_rule_names_is_in_the_catalogue(rule: hexlos.Ssr) -> None:
    names = {kind.name.casefold() for kind in catalogue()} | {"woods", "orchard", "scrub"}
    for source, target, *_ in rule.details.get("terrain", ()):
        assert {source.casefold(), target.casefold()} <= names


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_names_and_aliases_are_found(rule: hexlos.Ssr) -> None:
    spellings = [rule.name, rule.name.upper(), rule.name.replace("-", "_"), rule.name.title()]
    spellings += [alias.partition(" = ")[0] for alias in rule.aliases]
    assert {find_ssr(name)[0] for name in spellings} == {rule}
    assert all(find_ssr(other)[0].name == other for other in rule.against)


def test_contradictions_are_mutual() -> None:
    against = {rule.name: set(rule.against) for rule in RULES}
    loose = {(a, b) for a, others in against.items() for b in others if a not in against[b]}
    assert loose <= {("roads-to-paths", "no-roads"), ("no-roads", "roads-to-paths")}


@pytest.mark.parametrize(
    ("written", "spelt"),
    [
        ("Forest", "forest"),
        ("PINE: !c2", "pine:!C2"),
        ("pine_woods:b1 c2", "pine:B1,C2"),
        ("pine:a1-d2,!C2", "pine:A1-D2,!C2"),
        ("BrushToVineyard", "vineyard:brush"),
        ("vineyard:brush:D2", "vineyard:brush:D2"),
        ("OrchardOutOfSeason", "orchards-out-of-season"),
        ("WoodsToLevel_1", "woods-to-level-1"),
        ("Level1ToLevel0", "level1-to-level0"),
        ("winter", "winter"),
    ],
)
def test_history_has_the_canonical_spelling(written: str, spelt: str) -> None:
    board = make_board(terrain=MEADOW, levels={"E2": 1})
    assert board.with_ssr(written).history == (spelt,)


@pytest.mark.parametrize(
    ("written", "word"),
    [
        ("forrest", "did you mean 'forest'"),
        ("zzz", "'hexlos ssr' lists them all"),
        ("", "names no scenario special rule"),
        ("pine:", "no hex follows the colon"),
        ("pine:Z9", "no hex 'Z9' on this board"),
        ("pine:C2:D2", "places follow the rule once"),
        ("pine:C2/NE", "about whole hexes"),
        ("cactus-hedge:C2/XX", "no hexside"),
        ("pine:C2,!C2", "both named and excluded"),
        ("pine:X1-Z9", "no hex of this board lies in the region"),
        ("pine:D2", "D2 shows no Woods"),
        ("vineyard", "write what it acts on, as in vineyard:brush"),
        ("vineyard:lava", "no terrain is named 'lava'"),
        ("vineyard:stone-building", "cannot be a vineyard"),
        ("vineyard:brush:C3", "C3 is no brush hex"),
        ("vineyard:open-ground", "name the hexes"),
        ("no-bridge", "picture over the board"),
        ("SSO_A21", "picture over the board"),
        ("07_BSO_RemoveIslands", "picture over the board"),
        ("levelX-to-level0", "unknown scenario special rule"),
        ("level1-to-level1", "unknown scenario special rule"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(written: str, word: str) -> None:
    board = make_board(terrain=MEADOW)
    with pytest.raises(SsrError, match=re.escape(word)) as caught:
        board.with_ssr(written)
    assert "\n" not in str(caught.value)


def test_places() -> None:
    """Hexes, exclusions and regions: columns from corner to corner, numbers likewise."""
    woods = {name: "Woods" for name in make_board().hexes}
    board = make_board(terrain=woods)

    def pines(rule: str) -> set[str]:
        made = board.with_ssr(rule)
        return {name for name in made.hexes if made.hex(name).terrain == "Pine Woods"}

    everything = set(board.hexes)
    assert pines("pine") == everything
    assert pines("pine:C2,D3") == {"C2", "D3"}
    assert pines("pine:!C2") == everything - {"C2"}
    assert pines("pine:A1-C2") == {"A1", "A2", "B1", "B2", "C1", "C2"}
    assert pines("pine:C2-A1") == pines("pine:A1-C2")
    assert pines("pine:A1-C2,!B1,D4") == {"A1", "A2", "B2", "C1", "C2", "D4"}
    assert pines("pine:!A1-C2") == everything - pines("pine:A1-C2")


def test_hexsides() -> None:
    """A hexside is of both of its hexes, and may be named alone (F13.3)."""
    board = walled()
    cactus, wall = terrain_code("Cactus Hedge"), terrain_code("Wall")
    index = board.grid.index("C2")
    for rule in ("cactus-hedge", "cactus-hedge:C2/N,C2/S", "cactus-hedge:C1,C3", "cactus-hedge:C2"):
        codes = board.with_ssr(rule).facts.hexside[index]
        assert [codes[0], codes[3]] == [cactus, cactus], rule
    for rule in ("cactus-hedge:C2/N", "cactus-hedge:C1", "cactus-hedge:!C3", "cactus-hedge:!C2/S"):
        made = board.with_ssr(rule)
        codes = made.facts.hexside[index]
        assert [codes[0], codes[3]] == [cactus, wall], rule
        assert terrain_code("Cactus Hedge") in made.terrain[:, 60:68]
    with pytest.raises(SsrError, match="C2/NE has no wall or hedge"):
        board.with_ssr("cactus-hedge:C2/NE")
    with pytest.raises(SsrError, match="E4 has no wall or hedge"):
        board.with_ssr("cactus-hedge:E4")


def walled() -> Board:
    """Walls, four pixels thick, along the top and the bottom of C2."""
    board = make_board()
    terrain = board.terrain.copy()
    x, y = board.grid.centres_px[board.grid.index("C2")]
    for dy in (-32, 32):
        terrain[int(x) - 18 : int(x) + 18, int(y + dy) - 2 : int(y + dy) + 2] = terrain_code("Wall")
    return board.with_planes(terrain, board.level, "walls")


def test_order_is_the_order_given() -> None:
    """Later rules act on what earlier ones made; Forest and pine do not contradict (B13.8)."""
    woods = {name: "Woods" for name in make_board().hexes}
    board = make_board(terrain=woods)
    assert board.with_ssr("pine", "forest").hex("C2").terrain == "Forest"
    assert board.with_ssr("forest", "pine").hex("C2").terrain == "Pine Woods"
    both = board.with_ssr("pine", "forest")
    assert both.history == ("pine", "forest")
    assert same(both, board.with_ssr("pine").with_ssr("forest"))
    assert both.hex("A1").terrain == "Pine Woods"


def test_a_board_is_never_changed() -> None:
    board = make_board(terrain=MEADOW, levels={"E2": 1})
    before = board.terrain.copy(), board.level.copy(), board.history, board.warnings
    for rule in RULES:
        if rule.does not in ("picture", "broken-terrain", "steppe"):
            board.with_ssr(f"{rule.name}:brush" if rule.needs_argument else rule.name)
    assert np.array_equal(board.terrain, before[0])
    assert np.array_equal(board.level, before[1])
    assert (board.history, board.warnings) == before[2:]
    assert board.plain is None
    assert board.with_ssr() is board
    assert board.with_ssr("pine").with_ssr("no-grain").plain is board


@pytest.mark.parametrize(
    "rule", [rule for rule in RULES if rule.does != "picture"], ids=lambda rule: rule.name
)
def test_levels_stay_unless_a_rule_is_about_them(rule: hexlos.Ssr) -> None:
    board = everything()
    made = board.with_ssr(f"{rule.name}:brush" if rule.needs_argument else rule.name)
    raises = any(len(row) > 2 for row in rule.details.get("terrain", ()))
    assert np.array_equal(board.level, made.level) != raises


@cache
def everything() -> Board:
    """A board that shows a hex of each terrain, on two levels."""
    kinds = [kind.code for kind in catalogue() if kind.known and not kind.is_hexside]
    names = make_board(14, 12).hexes
    terrain = dict(zip(names, kinds, strict=False))
    levels = {name: -1 for name, code in terrain.items() if catalogue()[code].is_depression}
    assert len(names) > len(kinds)
    return make_board(14, 12, terrain=terrain, levels=levels)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("steppe", "broken-terrain"),
        ("broken-terrain:D7", "steppe:W4"),
        ("dry-streams", "flooded-streams"),
        ("no-grain", "plowed-fields"),
        ("all-stone", "all-wood"),
        ("no-woods-roads", "roads-to-paths"),
    ],
)
def test_contradictions_are_refused(first: str, second: str) -> None:
    board = (
        hexlos.open_board("desert") if "steppe" in first + second else make_board(terrain=MEADOW)
    )
    with pytest.raises(SsrError, match=f"{second} contradicts {first}"):
        board.with_ssr(first, second)
    with pytest.raises(SsrError, match="contradicts"):
        board.with_ssr(second, first)


def test_rules_for_different_hexes_do_not_contradict() -> None:
    streams = {"A1": "Shallow Stream", "C2": "Shallow Stream", "D2": "Shallow Stream"}
    board = make_board(terrain=streams, levels={name: -1 for name in streams})
    made = board.with_ssr("dry-streams:A1,C2", "flooded-streams:D2")
    assert shown(made) == {"A1": "Dry Stream", "C2": "Dry Stream", "D2": "Flooded Stream"}
    with pytest.raises(SsrError, match="contradicts"):
        board.with_ssr("dry-streams:A1,C2", "flooded-streams:C2")


@pytest.mark.parametrize(
    "rule", ["forest", "pine", "cactus-patch", "no-cliffs", "level3-to-level2"]
)
def test_a_rule_without_effect_warns(rule: str) -> None:
    made = make_board().with_ssr(rule)
    (warning,) = made.warnings
    assert warning.startswith(f"{rule} changes nothing: board made ")
    assert made.history == (rule,)


def test_a_rule_that_los_ignores_does_not_warn() -> None:
    assert make_board().with_ssr("Winter").warnings == ()


def test_open_board_applies_rules() -> None:
    board = hexlos.open_board("hills", ssr=["pine", "no-grain"])
    assert board.history == ("pine", "no-grain")
    assert same(board, hexlos.open_board("hills").with_ssr("pine", "no-grain"))
    assert hexlos.open_board("hills", ssr="pine").history == ("pine",)
    assert hexlos.open_map([["hills"]], ssr=["pine"]).history == ("pine",)
    with pytest.raises(SsrError):
        hexlos.open_board("hills", ssr=["rain of frogs"])


def test_places_may_bear_the_name_of_their_board() -> None:
    board = make_board(terrain=MEADOW, name="05")
    assert board.with_ssr("pine:5C2").history == ("pine:C2",)
    assert read_request("pine:5C2").places == ("5C2",)


@pytest.mark.parametrize("name", ["hills", "desert"])
def test_rules_commute_with_turning_the_board(
    name: str,
) -> None:
    """Facts and LOS of a turned board are those of the board turned afterwards."""
    board = hexlos.open_board(name)
    rules = ["pine:A1-P10", "forest", "cactus-hedge", "cactus-patch:!C5", "vineyard:brush"]
    rules += ["flooded-streams", "no-cliffs", "level2-to-level1", "roads-to-paths"]
    if name == "desert":
        rules = ["broken-terrain:!E7", "vineyard:sand"]
    one, other = board.rotated().with_ssr(*rules), board.with_ssr(*rules).rotated()
    assert one.history == other.history
    assert same(one, other)
    for fact in ("base", "terrain", "inherent", "hexside", "partial", "depression"):
        assert np.array_equal(getattr(one.facts, fact), getattr(other.facts, fact)), fact
    sources = list(board.hexes[::29])
    first = one.los_matrix(sources=sources, targets=board.hexes)
    second = other.los_matrix(sources=sources, targets=board.hexes)
    assert np.array_equal(first.blocked, second.blocked)
    assert np.array_equal(first.hindrance, second.hindrance)


def test_pictures_show_what_rules_changed() -> None:
    """A board's own artwork is coloured where its terrain changed, and only there."""
    from dataclasses import replace

    from PIL import Image

    board = make_board(terrain=MEADOW)
    size = (board.grid.width, board.grid.height)
    board = replace(board, picture=lambda: Image.new("RGB", size, (200, 10, 10)))
    made = board.with_ssr("pine:C2")
    assert made.picture is not None
    picture = np.asarray(made.picture()).transpose(1, 0, 2)
    changed = made.terrain != board.terrain
    assert (picture[~changed] == (200, 10, 10)).all()
    assert (picture[changed][:, 0] < 150).all()
    assert make_board().with_ssr("pine").picture is None


def test_history_may_hold_changes_that_are_no_rules() -> None:
    board = make_board(terrain=MEADOW)
    board = board.with_planes(board.terrain.copy(), board.level, "drawn anew")
    assert board.with_ssr("no-grain").history == ("drawn anew", "no-grain")
