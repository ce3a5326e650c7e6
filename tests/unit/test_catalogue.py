"""The table of terrain: complete, sane, and every entry says which rule it follows."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from importlib.resources import files

import pytest

from hexlos.catalogue import CODES, OPEN_GROUND, TerrainType, catalogue, terrain_code

KNOWN = [kind for kind in catalogue() if kind.known]
every_entry = pytest.mark.parametrize("kind", KNOWN, ids=lambda kind: f"{kind.code}-{kind.name}")

CATEGORIES = {
    "open", "building", "other", "factory", "hexside", "depression", "water", "woods", "bridge",
    "entrenchment", "road", "marketplace",
}  # fmt: skip
ACTS = {"none", "hindrance", "obstacle"}


def test_every_code_has_an_entry_in_its_place() -> None:
    assert [kind.code for kind in catalogue()] == list(range(CODES))


def test_the_seed_table_holds_exactly_the_known_codes() -> None:
    text = files("hexlos.seeds").joinpath("los_terrain.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)["terrain"]
    assert sorted(map(int, table)) == [kind.code for kind in KNOWN]


def test_names_are_unique_whatever_their_case() -> None:
    counts = Counter(kind.name.casefold() for kind in KNOWN)
    assert [name for name, count in counts.items() if count > 1] == []


@every_entry
def test_an_entry_names_a_rule(kind: TerrainType) -> None:
    assert re.fullmatch(r"[A-Z]\d*(\.\d+)?", kind.rule)


@every_entry
def test_an_entry_uses_known_words(kind: TerrainType) -> None:
    assert kind.category in CATEGORIES
    assert kind.los in ACTS
    assert kind.lower is None or kind.lower in ACTS
    assert len(kind.color) == 3
    assert all(0 <= part <= 255 for part in kind.color)


@every_entry
def test_heights_are_sane(kind: TerrainType) -> None:
    assert 0 <= kind.height <= 4
    if kind.los == "none":
        assert (kind.height, kind.half) == (0, False)
    if kind.los == "obstacle":
        assert kind.height > 0 or kind.half


@every_entry
def test_split_terrain_has_an_upper_part(kind: TerrainType) -> None:
    if kind.lower is not None:
        assert kind.height > 0 or kind.half


@every_entry
def test_hindrances_are_one_except_light_woods(kind: TerrainType) -> None:
    assert kind.hindrance == (2 if kind.name == "Light Woods" else 1)


@every_entry
def test_a_name_leads_back_to_its_code(kind: TerrainType) -> None:
    assert terrain_code(f" {kind.name.upper()} ") == kind.code


def test_an_unknown_code_reads_as_open_ground() -> None:
    kind = catalogue()[255]
    assert not kind.known
    assert (kind.los, kind.height, kind.half, kind.inherent) == ("none", 0, False, False)
    assert catalogue()[OPEN_GROUND].name == "Open Ground"


def test_an_unknown_name_has_no_code() -> None:
    with pytest.raises(KeyError, match="lava"):
        terrain_code("lava")
    with pytest.raises(KeyError):
        terrain_code(catalogue()[255].name)


@pytest.mark.parametrize(
    ("name", "height", "half"),
    [
        ("Stone Building", 1, False),  # B23.21
        ("Stone Building, 1 Level", 1, True),  # B23.22
        ("Wooden Building, 2 Level", 2, True),  # B23.23
        ("Wooden Building, 3 Level", 3, True),  # B23.24
        ("Woods", 1, False),  # B13.2
        ("Pine Woods", 2, False),  # B13.81
        ("Forest", 2, False),  # B13.7
        ("Orchard", 1, False),  # B14.2
        ("Bocage", 1, False),  # B9.52
        ("Wall", 0, True),  # B9.2
        ("Stone Rubble", 0, True),  # B24.2
        ("Cactus Patch", 0, True),  # B14.7
    ],
)
def test_heights_of_obstacles(name: str, height: int, half: bool) -> None:
    kind = catalogue()[terrain_code(name)]
    assert (kind.los, kind.height, kind.half) == ("obstacle", height, half)


@pytest.mark.parametrize(
    "name",
    ["Brush", "Grain", "Marsh", "Crag", "Graveyard", "Vineyard", "Orchard, Out of Season", "Debris",
     "Kunai", "Huts", "Wooden Bridge"],
)  # fmt: skip
def test_hindrances(name: str) -> None:
    assert catalogue()[terrain_code(name)].los == "hindrance"


@pytest.mark.parametrize(
    "name",
    ["Open Ground", "Shellholes", "Dirt Road", "Paved Road", "Path", "Runway", "Scrub", "Hammada",
     "Sand", "Broken Ground", "Water", "Ice", "Gully", "Pontoon Bridge"],
)  # fmt: skip
def test_terrain_without_effect(name: str) -> None:
    assert catalogue()[terrain_code(name)].los == "none"


@pytest.mark.parametrize(
    "name", ["Orchard", "Crag", "Graveyard", "Vineyard", "Cactus Patch", "Olive Grove", "Debris",
             "Stone Rubble", "Hillock"]
)  # fmt: skip
def test_inherent_terrain(name: str) -> None:
    assert catalogue()[terrain_code(name)].inherent


@pytest.mark.parametrize("name", ["Woods", "Brush", "Grain", "Marsh", "Stone Building", "Huts"])
def test_terrain_that_counts_as_drawn(name: str) -> None:
    assert not catalogue()[terrain_code(name)].inherent


@pytest.mark.parametrize("name", ["Gully", "Dry Stream", "Shallow Stream", "Sunken Road", "Wadi"])
def test_depressions(name: str) -> None:
    assert catalogue()[terrain_code(name)].is_depression


def test_walls_are_half_level_hexside_obstacles() -> None:
    walls = {kind.name for kind in KNOWN if kind.is_wall}
    assert {"Wall", "Hedge", "Cactus Hedge"} <= walls
    assert walls.isdisjoint({"Bocage", "Cliff"})
