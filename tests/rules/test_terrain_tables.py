"""What the tables say of terrain, through the public functions, each with its rule number."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from rules_table import MISSION

import hexlos
from hexlos import Board, HexlosError, UnknownTerrainError, terrain
from hexlos.catalogue import catalogue
from hexlos.errors import RuleError
from hexlos.rules.cost import UNITS, fraction
from hexlos.rules.ground import ground
from hexlos.rules.tables import FILES, entries, rule_facts
from hexlos.rules.target import Target, fire_type
from hexlos.rules.terrain import all_terrain, plain

SEEDS = Path(__file__).resolve().parents[2] / "seeds"
RULE = re.compile(r"[A-Z]\.?\d+[A-Z]?(\.\d+)*([-/]\.\d+)?$|[A-Z]$|[A-Z]\.\d*[A-Z]?$")

#: Terrain, attribute, value, the rule number that ``why`` gives.
ATTRIBUTES = [
    ("woods", "obstacle", True, "B13.2"),
    ("woods", "height", 1.0, "B13.2"),
    ("woods", "half_level", False, "B13.2"),
    ("woods", "hindrance", 0, "B13.2"),
    ("woods", "inherent", False, "B.6"),
    ("woods", "kindle", 9, "B13.5"),
    ("woods", "spread", 7, "B13.5"),
    ("woods", "bog", True, "B13.41"),
    ("woods-road", "height", 1.0, "B13.2"),
    ("woods-path", "height", 1.0, "B13.2"),
    ("trail break", "height", 1.0, "B13.2"),
    ("forest", "obstacle", True, "B13.7"),
    ("forest", "height", 2.0, "B13.7"),
    ("forest", "kindle", 9, "B13.5"),
    ("forest", "spread", 7, "B13.5"),
    ("pine woods", "obstacle", True, "B13.81"),
    ("pine woods", "height", 2.0, "B13.81"),
    ("pine woods", "kindle", 9, "B13.5"),
    ("broken ground", "obstacle", False, "F13.1"),
    ("broken ground", "hindrance", 0, "F13.1"),
    ("broken ground", "bog", True, "F13.1"),
    ("broken ground", "concealment", True, "F13.1"),
    ("crag (broken terrain)", "obstacle", True, "F13.1"),
    ("crag (broken terrain)", "height", 0.5, "F13.1"),
    ("crag (broken terrain)", "half_level", True, "F13.1"),
    ("crag (broken terrain)", "inherent", True, "B.6"),
    ("brush (broken terrain)", "inherent", True, "F13.1"),
    ("brush (broken terrain)", "hindrance", 1, "B12.2"),
    ("steppe brush", "inherent", True, "F13.2"),
    ("steppe brush", "obstacle", False, "B12.2"),
    ("steppe woods", "inherent", True, "F13.2"),
    ("steppe woods", "height", 1.0, "B13.2"),
    ("steppe grain", "inherent", True, "F13.2"),
    ("steppe grain", "hindrance", 1, "B15.2"),
    ("steppe wadi", "obstacle", False, "F5.1"),
    ("cactus hedge", "obstacle", True, "F13.3"),
    ("cactus hedge", "height", 0.5, "F13.3"),
    ("cactus patch", "obstacle", True, "F13.4"),
    ("cactus patch", "height", 0.5, "F13.4"),
    ("cactus patch", "half_level", True, "F13.4"),
    ("cactus patch", "hindrance", 0, "F13.4"),
    ("cactus patch", "kindle", 12, "F13.4"),
    ("cactus patch", "spread", 10, "F13.4"),
    ("cactus patch", "season", "always", "F13.4"),
    ("cactus patch", "parachute", "NMC", "F13.4"),
    ("olive grove", "height", 1.0, "F13.5"),
    ("olive grove", "inherent", True, "F13.5"),
    ("olive grove", "season", "always", "F13.5"),
    ("olive grove", "parachute", "NMC", "F13.5"),
    ("vineyard", "obstacle", False, "F13.6"),
    ("vineyard", "hindrance", 1, "F13.6"),
    ("vineyard", "inherent", True, "F13.6"),
    ("vineyard", "bog", True, "F13.6"),
    ("vineyard", "parachute", "NMC", "F13.6"),
    ("orchard", "season", "April-October", "B14.2"),
    ("orchard", "hindrance", 1, "B14.21"),
    ("orchard", "inherent", True, "B14.2"),
    ("orchard, out of season", "obstacle", False, "B14.2"),
    ("grain", "season", "June-September", "B15.6"),
    ("light woods", "hindrance", 2, "B35"),
    ("rubble", "half_level", True, "B24.2"),
    ("hillock", "half_level", True, "F6"),
    ("wall", "half_level", True, "B9.2"),
    ("bocage", "height", 1.0, "B9.52"),
    ("crag", "hindrance", 1, "B17"),
    ("open ground", "hindrance", 0, "B1.2"),
    ("scrub", "obstacle", False, "F2.2"),
    ("hammada", "obstacle", False, "F3"),
]

#: Terrain and the rule number that makes it.
MADE_BY = [
    ("woods", "B13.1"), ("woods-road", "B13.1"), ("woods-path", "B13.6"),
    ("trail break", "B13.421"), ("forest", "B13.7"), ("pine woods", "B13.8"),
    ("broken ground", "F13.1"), ("crag (broken terrain)", "F13.1"),
    ("brush (broken terrain)", "F13.1"), ("steppe woods", "F13.2"), ("steppe brush", "F13.2"),
    ("steppe grain", "F13.2"), ("cactus hedge", "F13.3"), ("cactus patch", "F13.4"),
    ("olive grove", "F13.5"), ("vineyard", "F13.6"),
]  # fmt: skip

#: Terrain, kind of fire, TEM, rule number.
TEMS = [
    ("woods", "direct", 1, "B13.3"),
    ("woods", "indirect", -1, "B13.3"),
    ("woods", "overrun", 1, "B13.3"),
    ("woods-road", "overrun", 1, "B13.32"),
    ("forest", "direct", 2, "B13.7"),
    ("forest", "indirect", -1, "B13.7"),
    ("pine woods", "direct", 1, "B13.3"),
    ("pine woods", "indirect", -1, "B13.3"),
    ("trail break", "direct", 1, "B13.3"),
    ("broken ground", "direct", 1, "F13.1"),
    ("broken ground", "indirect", 1, "F13.1"),
    ("cactus patch", "direct", 1, "F13.4"),
    ("cactus patch", "indirect", 1, "F13.4"),
    ("olive grove", "direct", 1, "F13.5"),
    ("olive grove", "overrun", 1, "F13.5"),
]

#: Terrain, unit, way or None for the terrain's own, MF or MP, word, rule number.
COSTS = [
    ("woods", "infantry", None, 2, "2", "B13.4"),
    ("woods", "cavalry", None, 4, "4", "B13.4"),
    ("woods", "infantry", "path", 1, "1", "B13.6"),
    ("woods", "cavalry", "path", 2, "2", "B13.6"),
    ("woods-path", "infantry", None, 1, "1", "B13.6"),
    ("woods-path", "cavalry", None, 2, "2", "B13.6"),
    ("woods-path", "infantry", "other", 2, "2", "B13.4"),
    ("brush", "infantry", None, 2, "2", "B13.6"),
    ("brush", "cavalry", None, 4, "4", "B13.6"),
    ("brush", "infantry", "path", 1, "1", "B13.6"),
    ("trail break", "infantry", None, 1.5, "1 1/2", "B13.4212"),
    ("trail break", "cavalry", None, 3, "3", "B13.4212"),
    ("trail break", "fully-tracked", None, None, "half the allotment", "B13.421"),
    ("woods", "wheeled", None, None, "the whole allotment", "B13.41"),
    ("woods", "halftrack", None, None, "the whole allotment", "B13.41"),
    ("woods", "motorcycle", None, None, "pushed only", "B13.41"),
    ("woods", "fully-tracked", None, None, "half the allotment", "B13.42"),
    ("forest", "infantry", None, 2, "2", "B13.4"),
    ("forest", "fully-tracked", None, None, "forbidden", "B13.7"),
    ("forest", "wheeled", None, None, "forbidden", "B13.7"),
    ("forest", "motorcycle", None, None, "forbidden", "B13.7"),
    ("forest", "fully-tracked", "trail-break", None, "forbidden", "B13.7"),
    ("pine woods", "infantry", None, 1.5, "1 1/2", "B13.82"),
    ("pine woods", "cavalry", None, 3, "3", "B13.82"),
    ("pine woods", "infantry", "path", 1, "1", "B13.6"),
    ("pine woods", "fully-tracked", None, None, "half the allotment", "B13.42"),
    ("steppe woods", "infantry", None, 2, "2", "B13.4"),
    ("broken ground", "infantry", None, 2, "2 x open ground", "F13.1"),
    ("broken ground", "fully-tracked", None, 2, "2 x open ground", "F13.1"),
    ("cactus patch", "infantry", None, 3, "3 x orchard", "F13.4"),
    ("cactus patch", "cavalry", None, None, "3 x orchard", "F13.4"),
    ("olive grove", "infantry", None, 2, "2 x orchard", "F13.5"),
    ("vineyard", "infantry", None, 2, "2", "B13.6"),
    ("orchard", "infantry", None, 1, "1", "B14.4"),
]

#: Rule table, fact, value, rule number.
RULES: list[tuple[str, str, object, str]] = [
    ("air-burst", "drm", -1, "B13.3"),
    ("air-burst", "always", True, "B13.3"),
    ("air-burst", "foxhole_tem", 2, "B13.3"),
    ("air-burst", "foxhole_final", 1, "B13.3"),
    ("woods-road-fire", "tem", 0, "B13.31"),
    ("woods-road-fire", "ffmo", True, "B13.31"),
    ("woods-road-overrun", "tem", 1, "B13.32"),
    ("woods-movement", "vehicle", "all", "B13.41"),
    ("woods-movement", "vehicle_reverse", True, "B13.41"),
    ("woods-movement", "vehicle_off_road", True, "B13.41"),
    ("woods-movement", "wreck_penalty", 2, "B13.41"),
    ("woods-movement", "vca_penalty", 2, "B13.41"),
    ("woods-movement", "fully_tracked", "half", "B13.42"),
    ("woods-movement", "fully_tracked_bog_drm", 3, "B13.42"),
    ("trail-break", "user", "fully-tracked", "B13.421"),
    ("trail-break", "cost", "half", "B13.421"),
    ("trail-break", "leave_off_it", "bog", "B13.421"),
    ("trail-break", "set_up_places", False, "B13.421"),
    ("trail-break", "set_up_leave_bog", False, "B13.421"),
    ("trail-break", "road_to_woods", "bog", "B13.421"),
    ("trail-break-removal", "removed_by", ("wreck", "immobile vehicle"), "B13.4211"),
    ("trail-break-removal", "several", True, "B13.4211"),
    ("trail-break-removal", "same_hexsides", False, "B13.4211"),
    ("trail-break-infantry", "infantry", 1.5, "B13.4212"),
    ("trail-break-infantry", "cavalry", 3, "B13.4212"),
    ("trail-break-infantry", "first_fire_drm", -1, "B13.4212"),
    ("riders", "allowed", False, "B13.43"),
    ("path", "infantry", 1, "B13.6"),
    ("path", "cavalry", 2, "B13.6"),
    ("path", "terrain", ("woods", "brush"), "B13.6"),
    ("interior-woods", "hexsides", 6, "B13.7"),
    ("interior-woods", "pass_on_road", 2, "B13.7"),
    ("broken-terrain", "boards", "desert", "F13.1"),
    ("broken-terrain", "scrub", "broken-brush", "F13.1"),
    ("broken-terrain", "hammada", "broken-crag", "F13.1"),
    ("broken-terrain", "open-ground", "broken-ground", "F13.1"),
    ("broken-terrain", "overlays", True, "F13.1"),
    ("steppe", "boards", "desert", "F13.2"),
    ("steppe", "hammada", "steppe-brush", "F13.2"),
    ("steppe", "scrub", "steppe-woods", "F13.2"),
    ("steppe", "sand", "steppe-grain", "F13.2"),
    ("steppe", "very_dry_only", ("F11.6", "F11.74", "F11.75"), "F13.2"),
    ("cactus-hedge", "replaces", ("wall", "hedge"), "F13.3"),
    ("cactus-hedge", "never_crosses", ("cavalry", "horse", "wagon"), "F13.3"),
    ("cactus-patch", "replaces", ("orchard",), "F13.4"),
    ("olive-grove", "replaces", ("orchard",), "F13.5"),
    ("parachute", "check", "NMC", "E9.42"),
]


def ids(rows: list[tuple[Any, ...]]) -> list[str]:
    """Test ids that end in the rule number."""
    return ["-".join(str(cell) for cell in (row[-1], *row[:2])) for row in rows]


@pytest.mark.parametrize(("name", "rule"), MADE_BY, ids=[f"{r}-{n}" for n, r in MADE_BY])
def test_terrain_and_the_rule_that_makes_it(name: str, rule: str) -> None:
    assert terrain(name).rule == rule
    assert terrain(name).source in ("b13_woods.toml", "f13_alternate_terrain.toml")


@pytest.mark.parametrize(("name", "attribute", "value", "rule"), ATTRIBUTES, ids=ids(ATTRIBUTES))
def test_an_attribute_and_its_rule(name: str, attribute: str, value: object, rule: str) -> None:
    rules = terrain(name)
    assert getattr(rules, attribute) == value
    assert rules.why(attribute) == rule


@pytest.mark.parametrize(("name", "fire", "value", "rule"), TEMS, ids=ids(TEMS))
def test_a_tem_and_its_rule(name: str, fire: str, value: int, rule: str) -> None:
    fact = terrain(name).tem_fact(fire)
    assert fact is not None
    assert (terrain(name).tem(fire), fact.rule) == (value, rule)


@pytest.mark.parametrize(("name", "unit", "by", "value", "word", "rule"), COSTS, ids=ids(COSTS))
def test_a_cost_and_its_rule(
    name: str, unit: str, by: str | None, value: float | None, word: str, rule: str
) -> None:
    rules = terrain(name)
    assert rules.entry_cost(unit, by) == value
    first = rules.costs(unit, by)[0]
    assert (first.word, first.rule) == (word, rule)


@pytest.mark.parametrize(("name", "fact", "value", "rule"), RULES, ids=ids(RULES))
def test_a_rule_and_its_number(name: str, fact: str, value: object, rule: str) -> None:
    found = rule_facts(name)[fact]
    assert (found.value, found.rule) == (value, rule)


def test_fully_tracked_vehicles_have_two_ways_into_woods() -> None:
    """B13.42 half the allotment with Bog at +3, B13.41 all of it with a plain Bog DR."""
    half, whole = terrain("woods").costs("fully-tracked")
    assert (half.rule, half.bog, half.bog_drm, str(half)) == (
        "B13.42", True, 3, "half the allotment, then Bog at +3",
    )  # fmt: skip
    assert (whole.rule, whole.bog, whole.bog_drm) == ("B13.41", True, 0)
    (trail,) = terrain("trail break").costs("fully-tracked")
    assert (trail.bog, trail.rule) == (False, "B13.421")


def test_road_hexsides_of_woods_cost_what_the_road_does() -> None:
    """B13.4, B3.4; also Forest, which vehicles enter along a road only (B13.7)."""
    for name in ("woods", "forest", "pine woods"):
        assert terrain(name).entry_cost("infantry", "road") == 1
        assert terrain(name).costs("fully-tracked", "road")[0].rule == "B13.4"
    assert terrain("woods-road").entry_cost("infantry") == 1


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("woods", {"B13.4": "charge", "B13.43": "Riders"}),
        ("forest", {"B13.7": "road only", "B13.43": "Riders"}),
        ("pine woods", {"B13.4": "charge", "B13.43": "Riders"}),
        ("cactus hedge", {"F13.3": "Infantry cross it by Minimum Move, Low Crawl or Advance"}),
    ],
    ids=["B13.43-woods", "B13.7-forest", "B13.43-pine", "F13.3-cactus-hedge"],
)
def test_restrictions(name: str, words: Mapping[str, str]) -> None:
    texts = {fact.rule: "" for fact in terrain(name).restrictions}
    for fact in terrain(name).restrictions:
        texts[fact.rule] += fact.text
    for rule, word in words.items():
        assert word in texts[rule]


@pytest.mark.parametrize("unit", ["cavalry", "horse", "wagon"])
def test_who_never_crosses_a_cactus_hedge(unit: str) -> None:
    """F13.3: Cavalry, Horses and Wagons never; no unit is barred from a plain hedge by it."""
    fact = terrain("cactus hedge").fact(f"restrictions.{unit}")
    assert fact is not None
    assert (fact.value, fact.words("except"), fact.rule) == (False, (), "F13.3")
    infantry = terrain("cactus hedge").fact("restrictions.infantry")
    assert infantry is not None
    assert len(infantry.words("except")) == 3
    assert terrain("hedge").restrictions == ()


def test_motorcycles_do_not_bog_on_broken_ground() -> None:
    """F13.1 leaves motorcycles to F3.32."""
    fact = terrain("broken ground").fact("bog")
    assert fact is not None
    assert (fact.words("units"), fact.words("except")) == (("vehicle",), ("motorcycle",))


def test_air_bursts_need_a_weakness() -> None:
    """B13.3: none on a closed armoured vehicle; open-topped ones suffer even if buttoned up."""
    closed = Target(kind="vehicle", armoured=True, buttoned_up=True)
    open_topped = Target(kind="vehicle", armoured=True, buttoned_up=True, open_topped=True)
    exposed = Target(kind="vehicle", armoured=True, crew_exposed=True)
    found = [terrain("woods").tem("indirect", each) for each in (closed, open_topped, exposed)]
    assert found == [0, -1, -1]
    assert terrain("woods").tem("direct", closed) == 1
    assert terrain("cactus patch").tem("indirect", closed) == 1


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Woods", "woods"), ("PINE", "pine-woods"), ("Pine-Woods", "pine-woods"),
        ("cactus-patch", "cactus-patch"), ("cactus_patch", "cactus-patch"),
        ("broken terrain", "broken-ground"), ("Broken Ground", "broken-ground"),
        ("Crag (Broken Terrain)", "broken-crag"), ("crag, broken terrain", "broken-crag"),
        ("olive", "olive-grove"), ("trail-break", "trail-break"), ("woods road", "woods-road"),
        ("steppe woods", "steppe-woods"), ("Stone Building, 2 Level", "building-level-2"),
        ("Paved Road", "road"), ("Path", "path"), ("Kunai", "kunai"),
    ],
)  # fmt: skip
def test_names(name: str, key: str) -> None:
    assert terrain(name).key == key


def test_an_unknown_name_is_one_clear_sentence() -> None:
    with pytest.raises(UnknownTerrainError, match=r"'cactos'.*did you mean cactus"):
        terrain("cactos")
    with pytest.raises(UnknownTerrainError, match="hexlos terrain lists all"):
        terrain("")


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: terrain("woods").tem("gossip"),
        lambda: terrain("woods").entry_cost("boat"),
        lambda: terrain("woods").entry_cost("infantry", "river"),
        lambda: rule_facts("gossip"),
        lambda: fire_type(""),
        lambda: rule_facts("woods-movement")["vehicle"].number,
        lambda: rule_facts("air-burst")["drm"].listed,
        lambda: Target(kind="infantry", armoured=True),
        lambda: Target(kind="boat"),
        lambda: Target(kind="infantry", movement="wheeled"),
        lambda: Target(kind="vehicle", buttoned_up=True, crew_exposed=True),
        lambda: Target(entered="magic"),
        lambda: Target(claimed=-1),
    ],
)
def test_wrong_words_are_errors(wrong: Callable[[], object]) -> None:
    with pytest.raises(RuleError):
        wrong()
    assert issubclass(RuleError, HexlosError)


def leaves(data: Mapping[str, Any], path: str) -> Iterator[tuple[str, Any]]:
    """Every innermost table or plain value of the rule tables, but for titles and aliases."""
    for name, item in data.items():
        if isinstance(item, dict) and "value" not in item:
            yield from leaves(item, f"{path}.{name}")
        elif not (path.count(".") == 2 and name in ("title", "aliases", "rule")):
            yield f"{path}.{name}", item


def test_every_fact_of_every_table_has_a_rule_number() -> None:
    seen = 0
    for source in FILES:
        table = tomllib.loads((SEEDS / f"{source}.toml").read_text(encoding="utf-8"))
        for kind in ("terrain", "rules"):
            for path, item in leaves(table.get(kind, {}), f"{source}.{kind}"):
                assert isinstance(item, dict), f"{path} stands without a rule"
                assert RULE.match(item["rule"]), (path, item["rule"])
                seen += 1
    assert seen > 300


def test_every_entry_has_a_rule_number_and_every_attribute_a_reason() -> None:
    for rules in all_terrain():
        assert RULE.match(rules.rule), rules.name
        for path, fact in rules.facts.items():
            assert RULE.match(fact.rule), (rules.name, path)
        for attribute in ("obstacle", "height", "hindrance", "inherent", "kindle", "spread",
                          "bog", "concealment", "season", "parachute"):  # fmt: skip
            known = getattr(rules, attribute) is not None
            assert (rules.why(attribute) is not None) == known, (rules.name, attribute)
        for unit in UNITS:
            for cost in rules.costs(unit):
                assert RULE.match(cost.rule)


def test_no_name_stands_for_two_kinds_of_terrain() -> None:
    owner: dict[str, str] = {}
    for key, entry in entries("terrain").items():
        for name in {plain(word) for word in (key, entry.title, *entry.aliases)}:
            assert owner.setdefault(name, key) == key, name
            assert terrain(name).key == key


def test_tables_and_terrain_codes_agree_on_los() -> None:
    """What the tables say and what the core traces is one thing (B13.2, B13.7, B13.81, F13)."""
    kinds = {kind.name: kind for kind in catalogue() if kind.known}
    for rules in all_terrain():
        drawn = entries("terrain")[rules.key].facts.get("drawn")
        for name in drawn.listed if drawn else ():
            kind = kinds[name]
            assert rules.obstacle == (kind.los == "obstacle"), (rules.name, name)
            assert rules.height == kind.height + (0.5 if kind.half else 0), (rules.name, name)
            assert rules.inherent == kind.inherent, (rules.name, name)
            hinders = kind.los == "hindrance" or kind.lower == "hindrance"
            assert rules.hindrance == (kind.hindrance if hinders else 0), (rules.name, name)


def test_whatever_a_board_may_show_has_rules() -> None:
    for kind in catalogue():
        if kind.known:
            assert terrain(kind.name).obstacle is not None


@pytest.mark.parametrize("rule", MISSION)
def test_every_mission_row_has_an_entry(rule: str) -> None:
    found = [
        path.name
        for path in SEEDS.glob("*.toml")
        if re.search(rf'rule = "{re.escape(rule)}"', path.read_text(encoding="utf-8"))
    ]
    assert found


EXAMPLES = [
    (name, path, example)
    for name in ("woods", "woods-road", "woods-path", "forest")
    for path in ("examples", "not_examples")
    for example in (getattr(terrain(name).fact(path), "listed", ()))
    if example[0].isdigit()
]


@cache
def real_board(peer: Path, number: str) -> Board:
    """A real board, opened once."""
    return hexlos.open_board(number, boards_dir=peer / "boards")


@pytest.mark.parametrize(
    ("name", "path", "example"),
    EXAMPLES,
    ids=[f"{terrain(n).why(p)}-{e}" for n, p, e in EXAMPLES],
)
def test_examples_on_real_boards(peer: Path, name: str, path: str, example: str) -> None:
    """B13.1, B13.6, B13.7: the rulebook's hexes are what it says."""
    number = example.rstrip("0123456789").rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    hex_ = example.removeprefix(number)
    board = real_board(peer, number)
    shown = ground(board, hex_)
    if name == "forest":
        assert board.hex(hex_).is_interior_woods == (path == "examples")
    elif name == "woods-path":
        assert shown.path
        assert shown.name in ("woods-path", "brush-path")
    else:
        assert shown.name == name


def test_numbers_are_written_as_the_rules_do() -> None:
    assert [fraction(n) for n in (0.5, 1, 1.5, 3)] == ["1/2", "1", "1 1/2", "3"]
    assert str(terrain("woods").costs("infantry")[0]) == "2 MF"


def test_description_names_every_rule_and_what_is_not_stated() -> None:
    text = terrain("pine woods").describe()
    for rule in ("B13.8", "B13.81", "B13.82", "B13.3", "B13.5", "B13.42", "B13.43", "B13.6"):
        assert re.search(rf"{re.escape(rule)}(?!\d)", text)
    assert "1 1/2 MF" in text
    assert text.splitlines()[-1] == "not stated: concealment"
    assert max(map(len, text.splitlines())) <= 100
